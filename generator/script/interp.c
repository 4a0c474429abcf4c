/*
 * interp.c -- the safe Tcl interpreter of a script: which commands exist, where a command stands, what an error says.
 *
 * Nothing a script can reach gives different answers on different days or machines, or touches anything outside the script's folder. What
 * is not on the list of commands that stay is deleted, whatever Tcl adds in its next version.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <tcl.h>
#include "commands.h"
#include "interp.h"

typedef struct proc_place { char *file; int line; } proc_place;

typedef struct session {
    const interp_job *job;
    Tcl_Interp   *ip;
    char         *folder;               /* real path of the script's folder, with a slash at the end */
    char         *shown;                /* the same as the user wrote it, "" or with a slash */
    Tcl_ObjCmdProc *frame, *proc, *catch, *try;         /* Tcl's own `info frame`, `proc`, `catch` and `try` */
    ClientData    frame_data, proc_data, catch_data, try_data;
    int           catching;             /* how many `catch` and `try` the script is in */
    bool          mistaken;             /* an unknown command has been passed over */
    Tcl_HashTable procs;                /* name of a procedure -> proc_place */
    size_t        text_left;
    int           bodies;
    int           error_line;           /* where the last error of a command of ours was, and what it said */
    char         *error_file, *error_text;
} session;

/* What a command that does not exist gives back. A script cannot write it by accident; words and errors with it follow from that mistake and are
 * not reported again. */
static const char nothing[] = "\001unknown\001";

/* Everything else is deleted. */
static const char *const kept[] = {
    "append", "apply", "array", "break", "catch", "concat", "continue", "dict", "error", "eval", "expr", "for", "foreach", "format", "global", "if", "incr",
    "info", "join", "lappend", "lassign", "lindex", "linsert", "list", "llength", "lmap", "lrange", "lrepeat", "lreplace", "lreverse", "lsearch", "lset",
    "lsort", "namespace", "regexp", "regsub", "rename", "return", "scan", "set", "split", "string", "subst", "switch", "tailcall", "throw", "try",
    "unset", "uplevel", "upvar", "variable", "while" };

/* What people will try, and why it is not there. */
static const struct { const char *name, *why; } refused[] = {
    { "exec", "a mechanism script cannot start programs" },
    { "open", "a mechanism script cannot open files" },
    { "close", "a mechanism script cannot open files" },
    { "read", "a mechanism script cannot read files" },
    { "gets", "a mechanism script cannot read files" },
    { "puts", "a mechanism script cannot write; define an output or use mechc --dump model" },
    { "file", "a mechanism script cannot look at files" },
    { "glob", "a mechanism script cannot look at files" },
    { "cd", "a mechanism script cannot change folders" },
    { "pwd", "a mechanism script cannot look at folders" },
    { "chan", "a mechanism script cannot open files" },
    { "socket", "a mechanism script cannot use the network" },
    { "load", NULL },                   /* a model command of its own */
    { "unload", "a mechanism script cannot load libraries" },
    { "package", "a mechanism script cannot load packages" },
    { "interp", "a mechanism script has one interpreter" },
    { "exit", "use return to leave a script early" },
    { "after", "a mechanism script cannot wait" },
    { "vwait", "a mechanism script cannot wait" },
    { "update", "a mechanism script cannot wait" },
    { "clock", "the same script must always give the same mechanism" },
    { "time", "the same script must always give the same mechanism" },
    { "pid", "the same script must always give the same mechanism" },
    { "encoding", "a mechanism script is UTF-8" },
    { "trace", "a mechanism script cannot watch commands or variables" } };

/* ---- where a command stands ---- */

static int frame_number(Tcl_Interp *ip, Tcl_Obj *frame, const char *key)
{
    Tcl_Obj *k = Tcl_NewStringObj(key, -1), *v = NULL;
    int n = 0;
    Tcl_IncrRefCount(k);
    if (Tcl_DictObjGet(ip, frame, k, &v) == TCL_OK && v) Tcl_GetIntFromObj(NULL, v, &n);
    Tcl_DecrRefCount(k);
    return n;
}

static const char *frame_text(Tcl_Interp *ip, Tcl_Obj *frame, const char *key)
{
    Tcl_Obj *k = Tcl_NewStringObj(key, -1), *v = NULL;
    Tcl_IncrRefCount(k);
    if (Tcl_DictObjGet(ip, frame, k, &v) != TCL_OK) v = NULL;
    Tcl_DecrRefCount(k);
    return v ? Tcl_GetString(v) : NULL;
}

/* A file as the user would write it: the real folder replaced by the one given. */
static char *shown_file(const session *s, const char *real)
{
    size_t n = strlen(s->folder);
    char *text = NULL;
    if (real && !strncmp(real, s->folder, n)) {
        if (asprintf(&text, "%s%s", s->shown, real + n) < 0) text = NULL;
    }
    return text ? text : strdup(s->job->file);
}

/* The place of the running command: the innermost frame that stands in a file (text put together by the script has no place of its
 * own). Leaves the interpreter's result as it was. The file is owned by the caller. */
static int place(session *s, char **file)
{
    Tcl_InterpState state = Tcl_SaveInterpState(s->ip, TCL_OK);
    int line = 0;
    *file = NULL;
    for (int level = 0; level > -200 && !*file; level--) {
        Tcl_Obj *words[2] = { Tcl_NewStringObj("frame", -1), Tcl_NewIntObj(level) };
        Tcl_IncrRefCount(words[0]);
        Tcl_IncrRefCount(words[1]);
        int rc = s->frame(s->frame_data, s->ip, 2, words);
        Tcl_DecrRefCount(words[0]);
        Tcl_DecrRefCount(words[1]);
        if (rc != TCL_OK) break;
        Tcl_Obj *frame = Tcl_GetObjResult(s->ip);
        Tcl_IncrRefCount(frame);
        const char *type = frame_text(s->ip, frame, "type");
        if (type && !strcmp(type, "source")) {
            line = frame_number(s->ip, frame, "line");
            *file = shown_file(s, frame_text(s->ip, frame, "file"));
        }
        Tcl_DecrRefCount(frame);
    }
    if (!*file) *file = strdup(s->job->file);
    Tcl_RestoreInterpState(s->ip, state);
    return line;
}

/* ---- sending ---- */

static _Noreturn void stop(session *s, int line, const char *file, const char *text)
{
    const char *words[2] = { file ? file : s->job->file, text };
    int lengths[2] = { (int)strlen(words[0]), (int)strlen(words[1]) };
    s->job->out->limit += (size_t)lengths[0] + (size_t)lengths[1] + 64;
    record_write(s->job->out, RECORD_ERROR, line, 2, words, lengths);
    record_write(s->job->out, RECORD_END, 0, 0, NULL, NULL);
    record_flush(s->job->out);
    _exit(0);
}

/* An error of one of our commands; its place is kept, because Tcl's own account of it is coarser. */
static int refuse(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int refuse(session *s, const char *format, ...)
{
    va_list args;
    free(s->error_text);
    free(s->error_file);
    va_start(args, format);
    if (vasprintf(&s->error_text, format, args) < 0) s->error_text = NULL;
    va_end(args);
    s->error_line = place(s, &s->error_file);
    Tcl_SetObjResult(s->ip, Tcl_NewStringObj(s->error_text ? s->error_text : "out of memory", -1));
    return TCL_ERROR;
}

static bool send(session *s, record_kind kind, int line, int n, const char *const *words)
{
    int lengths[RECORD_MAX_WORDS];
    for (int i = 0; i < n; i++) lengths[i] = (int)strlen(words[i]);
    return record_write(s->job->out, kind, line, n, words, lengths);
}

/* ---- commands ---- */

static bool follows_mistake(const session *s, const char *text) { return s->mistaken && strstr(text, nothing); }

/* A model command one of whose words is the value of an unknown command: only its name is of use. */
static int run_failed(session *s, const command_spec *c, int n, Tcl_Obj *const words[])
{
    const char *text[3] = { NULL, c->name, n > 1 ? Tcl_GetString(words[1]) : "" };
    char *file;
    int line = place(s, &file);
    text[0] = file;
    bool sent = send(s, RECORD_FAILED, line, n > 1 && !follows_mistake(s, text[2]) ? 3 : 2, text);
    free(file);
    return sent ? TCL_OK : refuse(s, "%s: the script defines too much (more than %zu bytes of commands)", c->name, s->job->out->limit);
}

/* Reports a mistake after which the script can go on. names[n]: what was perhaps to be defined, so that its uses are no mistakes. */
static void note_mistake(session *s, int n, const char *const *names, const char *format, ...) __attribute__((format(printf, 4, 5)));

static void note_mistake(session *s, int n, const char *const *names, const char *format, ...)
{
    const char *text[RECORD_MAX_WORDS];
    char *file, *said;
    va_list args;
    va_start(args, format);
    if (vasprintf(&said, format, args) < 0) said = NULL;
    va_end(args);
    int line = place(s, &file), count = 2;
    text[0] = file;
    text[1] = said ? said : "out of memory";
    for (int i = 0; i < n && count < RECORD_MAX_WORDS; i++)
        if (!follows_mistake(s, names[i])) text[count++] = names[i];
    if (!send(s, RECORD_MISTAKE, line, count, text)) stop(s, line, file, text[1]);
    free(file);
    free(said);
}

static int run_model(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    const char *text[RECORD_MAX_WORDS];
    int lengths[RECORD_MAX_WORDS];
    const command_spec *c = commands_find(Tcl_GetString(words[0]));
    (void)ip;
    if (!c) {
        /* Renamed or called with its namespace: the name at the end is what was registered. */
        const char *name = strrchr(Tcl_GetString(words[0]), ':');
        c = name ? commands_find(name + 1) : NULL;
        if (!c) return refuse(s, "\"%.80s\" is a model command under another name; use its own", Tcl_GetString(words[0]));
    }
    if (!strcmp(c->name, "body") && ++s->bodies > MODEL_MAX_BODIES) return refuse(s, "body: a mechanism has at most %d bodies", MODEL_MAX_BODIES);
    for (int i = 1; i < n; i++)
        if (follows_mistake(s, Tcl_GetString(words[i]))) return run_failed(s, c, n, words);
    if (n + 1 > RECORD_MAX_WORDS) {
        note_mistake(s, 1, (const char *const []){ Tcl_GetString(words[1]) }, "%s \"%.80s\": more than %d words", c->name, Tcl_GetString(words[1]), RECORD_MAX_WORDS - 1);
        return TCL_OK;
    }
    char *file;
    int line = place(s, &file);
    text[0] = file;
    lengths[0] = (int)strlen(file);
    text[1] = c->name;
    lengths[1] = (int)strlen(c->name);
    for (int i = 1; i < n; i++) text[i + 1] = Tcl_GetStringFromObj(words[i], &lengths[i + 1]);
    bool sent = record_write(s->job->out, RECORD_COMMAND, line, n + 1, text, lengths);
    free(file);
    return sent ? TCL_OK : refuse(s, "%s: the script defines too much (more than %zu bytes of commands)", c->name, s->job->out->limit);
}

static int run_refused(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    const char *name = Tcl_GetString(words[0]);
    (void)ip, (void)n;
    while (*name == ':') name++;
    for (size_t i = 0; i < sizeof refused/sizeof refused[0]; i++)
        if (!strcmp(refused[i].name, name)) return refuse(s, "\"%s\" is not available: %s", name, refused[i].why);
    return refuse(s, "\"%.80s\" is not available", name);
}

static int run_unknown(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    const char *name = n > 1 ? Tcl_GetString(words[1]) : "", *known[64], *tail;
    int count = 0;
    while (*name == ':') name++;
    /* Functions of expr and parts of info are commands inside Tcl; speak of what the script says. */
    if (!strncmp(name, "tcl::mathfunc::", 15)) {
        tail = name + 15;
        bool random = !strcmp(tail, "rand") || !strcmp(tail, "srand");
        return random ? refuse(s, "%s() is not available: the same script must always give the same mechanism", tail)
                      : refuse(s, "expr has no function \"%.80s\"", tail);
    }
    if (!strncmp(name, "tcl::info::", 11)) return refuse(s, "\"info %.80s\" is not available: the same script must always give the same mechanism", name + 11);
    for (int i = 0; i < commands_count() && count < 64; i++) known[count++] = commands_get(i)->name;
    known[count++] = "source";
    known[count++] = "proc";
    model *scratch = model_new(NULL);
    const char *hint = scratch ? model_nearest(scratch, name, known, count) : "", *names[RECORD_MAX_WORDS];
    int rc = TCL_OK;
    if (s->catching) rc = refuse(s, "unknown command \"%.80s\"%s", name, hint);
    else if (!follows_mistake(s, name)) {
        /* One reported mistake is no reason to hide the next: the script goes on as if the command had defined what it names. */
        int words_ = n - 2 < RECORD_MAX_WORDS ? n - 2 : RECORD_MAX_WORDS;
        for (int i = 0; i < words_; i++) names[i] = Tcl_GetString(words[i + 2]);
        note_mistake(s, words_, names, "unknown command \"%.80s\"%s", name, hint);
    }
    model_free(scratch);
    if (rc == TCL_OK) {
        s->mistaken = true;
        Tcl_SetObjResult(ip, Tcl_NewStringObj(nothing, -1));
    }
    return rc;
}

/* Inside `catch` and `try` an unknown command is an error like any other, because the script asks for it. */
static int run_catch(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    s->catching++;
    int rc = s->catch(s->catch_data, ip, n, words);
    s->catching--;
    return rc;
}

static int run_try(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    s->catching++;
    int rc = s->try(s->try_data, ip, n, words);
    s->catching--;
    return rc;
}

/* Remembers where a procedure begins, because Tcl counts the lines of errors from there. */
static int run_proc(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    if (n > 1 && commands_find(Tcl_GetString(words[1]))) return refuse(s, "proc \"%s\": there is a model command of that name", Tcl_GetString(words[1]));
    int rc = s->proc(s->proc_data, ip, n, words), created;
    if (rc != TCL_OK || n != 4) return rc;
    char *file;
    int line = place(s, &file);
    Tcl_HashEntry *e = Tcl_CreateHashEntry(&s->procs, Tcl_GetString(words[1]), &created);
    proc_place *p = created ? calloc(1, sizeof *p) : Tcl_GetHashValue(e);
    if (!p) return refuse(s, "proc: out of memory");
    free(p->file);
    *p = (proc_place){ file, line };
    Tcl_SetHashValue(e, p);
    return TCL_OK;
}

static int run_source(ClientData data, Tcl_Interp *ip, int n, Tcl_Obj *const words[])
{
    session *s = data;
    char *path = NULL, *wrong;
    size_t size;
    int line;
    if (n != 2) return refuse(s, "source: give one file, in the script's folder");
    const char *name = Tcl_GetString(words[1]);
    if (asprintf(&path, "%s%s", *name == '/' ? "" : s->folder, name) < 0) return refuse(s, "source: out of memory");
    char *real = realpath(path, NULL);
    free(path);
    if (!real) return refuse(s, "source \"%.200s\": there is no such file in the script's folder", name);
    if (strncmp(real, s->folder, strlen(s->folder))) {
        free(real);
        return refuse(s, "source \"%.200s\": the file is outside the script's folder", name);
    }
    if ((wrong = text_check(real, s->text_left, &size, &line))) {
        int rc = refuse(s, "source \"%.200s\": %s%s", name, wrong, strstr(wrong, "longer than") ? " (all files of a script together)" : "");
        free(wrong);
        free(real);
        return rc;
    }
    s->text_left -= size;
    Tcl_Obj *object = Tcl_NewStringObj(real, -1);
    Tcl_IncrRefCount(object);
    free(real);
    int rc = Tcl_FSEvalFileEx(ip, object, "utf-8");
    Tcl_DecrRefCount(object);
    return rc;
}

/* Called for each command near the top of a script. */
static int note_place(ClientData data, Tcl_Interp *ip, int level, const char *text, Tcl_Command command, int n, Tcl_Obj *const words[])
{
    session *s = data;
    (void)ip, (void)level, (void)text, (void)command, (void)n, (void)words;
    char *file;
    int line = place(s, &file);
    if (line > 0) {
        s->job->place->line = line;
        snprintf(s->job->place->file, sizeof s->job->place->file, "%s", file);
    }
    free(file);
    return TCL_OK;
}

/* ---- the interpreter ---- */

static const char setup[] =
    "foreach space {::oo ::zlib ::tcl::file ::tcl::clock ::tcl::chan ::tcl::encoding ::tcl::zlib ::tcl::unsupported ::tcl::binary ::tcl::process ::tcl::zipfs} {\n"
    "    catch {namespace delete $space}\n"
    "}\n"
    "foreach name {rand srand} {rename ::tcl::mathfunc::$name {}}\n"
    "foreach command [info commands ::tcl::info::*] {\n"
    "    if {[namespace tail $command] ni {args body commands complete default exists globals level locals procs vars}} {rename $command {}}\n"
    "}\n"
    "foreach command [info commands ::tcl::*] {\n"
    "    if {$command ne {::tcl::prefix}} {catch {rename $command {}}}\n"
    "}\n"
    "unset -nocomplain ::tcl_platform ::tcl_version ::tcl_patchLevel ::space ::name ::command ::errorInfo ::errorCode\n";

static bool is_kept(const char *name)
{
    for (size_t i = 0; i < sizeof kept/sizeof kept[0]; i++)
        if (!strcmp(kept[i], name)) return true;
    return false;
}

static void delete_commands(session *s)
{
    Tcl_Obj **names;
    int n;
    if (Tcl_EvalEx(s->ip, "info commands ::*", -1, TCL_EVAL_GLOBAL) != TCL_OK) stop(s, 0, NULL, Tcl_GetStringResult(s->ip));
    Tcl_Obj *list = Tcl_DuplicateObj(Tcl_GetObjResult(s->ip));
    Tcl_IncrRefCount(list);
    Tcl_ListObjGetElements(NULL, list, &n, &names);
    for (int i = 0; i < n; i++) {
        const char *name = Tcl_GetString(names[i]);
        while (*name == ':') name++;
        if (!is_kept(name)) Tcl_DeleteCommand(s->ip, name);
    }
    Tcl_DecrRefCount(list);
}

static void add_commands(session *s)
{
    for (size_t i = 0; i < sizeof refused/sizeof refused[0]; i++) Tcl_CreateObjCommand(s->ip, refused[i].name, run_refused, s, NULL);
    for (int i = 0; i < commands_count(); i++) Tcl_CreateObjCommand(s->ip, commands_get(i)->name, run_model, s, NULL);
    Tcl_CreateObjCommand(s->ip, "source", run_source, s, NULL);
    Tcl_CreateObjCommand(s->ip, "unknown", run_unknown, s, NULL);
    Tcl_CreateObjCommand(s->ip, "proc", run_proc, s, NULL);
    Tcl_CreateObjCommand(s->ip, "catch", run_catch, s, NULL);
    Tcl_CreateObjCommand(s->ip, "try", run_try, s, NULL);
}

static void take_command(session *s, const char *name, Tcl_ObjCmdProc **function, ClientData *data)
{
    Tcl_CmdInfo info;
    if (!Tcl_GetCommandInfo(s->ip, name, &info)) stop(s, 0, NULL, "Tcl lacks a command that mechc needs");
    *function = info.objProc;
    *data = info.objClientData;
}

static void limit_time(session *s, double seconds)
{
    Tcl_Time end;
    Tcl_GetTime(&end);
    long whole = (long)seconds;
    end.sec += whole;
    end.usec += (long)((seconds - (double)whole)*1e6) + 1000;
    if (end.usec >= 1000000) end.sec++, end.usec -= 1000000;
    Tcl_LimitSetTime(s->ip, &end);
}

/* Tcl limits the time on the clock; what counts is the time computed, which on a busy machine is less. */
static void time_is_up(ClientData data, Tcl_Interp *ip)
{
    session *s = data;
    (void)ip;
    double left = s->job->seconds - (double)clock()/CLOCKS_PER_SEC;
    if (left > 0) limit_time(s, left);
}

static void make_interp(session *s)
{
    s->ip = Tcl_CreateInterp();
    if (!s->ip || Tcl_MakeSafe(s->ip) != TCL_OK) stop(s, 0, NULL, "cannot make a Tcl interpreter");
    take_command(s, "::tcl::info::frame", &s->frame, &s->frame_data);
    take_command(s, "::proc", &s->proc, &s->proc_data);
    take_command(s, "::catch", &s->catch, &s->catch_data);
    take_command(s, "::try", &s->try, &s->try_data);
    if (Tcl_EvalEx(s->ip, setup, -1, TCL_EVAL_GLOBAL) != TCL_OK) stop(s, 0, NULL, Tcl_GetStringResult(s->ip));
    delete_commands(s);
    add_commands(s);
    Tcl_InitHashTable(&s->procs, TCL_STRING_KEYS);
    Tcl_SetRecursionLimit(s->ip, 500);
    limit_time(s, s->job->seconds);
    Tcl_LimitAddHandler(s->ip, TCL_LIMIT_TIME, time_is_up, s, NULL);
    Tcl_LimitSetGranularity(s->ip, TCL_LIMIT_TIME, 50);
    Tcl_LimitTypeSet(s->ip, TCL_LIMIT_TIME);
    Tcl_CreateObjTrace(s->ip, 2, TCL_ALLOW_INLINE_COMPILATION, note_place, s, NULL);
}

/* ---- errors ---- */

/* The line of an error that Tcl itself raised, put together from its trail: the file's line, then the lines counted within procedures,
 * loop bodies and branches, innermost first in the text. Braces are taken to open on the line of their command, as they nearly always do.
 * *file (free) is NULL if it is not known. */
static int error_line(session *s, const char *trail, char **file)
{
    int within = 0;
    *file = NULL;
    for (const char *p = trail; (p = strstr(p, "\n    (")); ) {
        p += 6;
        const char *end = strchr(p, '\n'), *mark;
        size_t length = end ? (size_t)(end - p) : strlen(p);
        mark = memmem(p, length, " line ", 6);
        if (!mark) continue;
        int line = atoi(mark + 6);
        if (!strncmp(p, "file \"", 6)) {
            char *name = strndup(p + 6, strcspn(p + 6, "\""));
            *file = shown_file(s, name);
            free(name);
            return line + within;
        }
        if (!strncmp(p, "procedure \"", 11)) {
            char *name = strndup(p + 11, strcspn(p + 11, "\""));
            Tcl_HashEntry *e = name ? Tcl_FindHashEntry(&s->procs, name) : NULL;
            const proc_place *at = e ? Tcl_GetHashValue(e) : NULL;
            free(name);
            if (at) {
                *file = strdup(at->file);
                return at->line + line - 1 + within;
            }
            within = 0;
        } else if (line > 0) {
            within += line - 1;
        }
    }
    return 0;
}

static _Noreturn void report(session *s)
{
    char *said = strdup(Tcl_GetStringResult(s->ip)), *text = NULL;
    if (!said) stop(s, 0, NULL, "out of memory");
    if (follows_mistake(s, said)) stop(s, 0, NULL, "");
    if (s->error_text && !strcmp(said, s->error_text)) stop(s, s->error_line, s->error_file, said);
    const char *trail = Tcl_GetVar2(s->ip, "::errorInfo", NULL, TCL_GLOBAL_ONLY);
    char *file = NULL;
    int line = trail ? error_line(s, trail, &file) : 0;
    if (Tcl_LimitExceeded(s->ip)) {
        if (asprintf(&text, "the script used more than %g s of computing time; is there a loop without end?", s->job->seconds) < 0) text = NULL;
        stop(s, line, file, text ? text : said);
    }
    if (strstr(said, "out of memory") || strstr(said, "unable to alloc") || strstr(said, "max size for a Tcl value"))
        stop(s, line, file, "the script needs more memory than it may have");
    /* Tcl's messages may quote any amount of script. */
    if (strlen(said) > 500) strcpy(said + 497, "...");
    stop(s, line, file, said);
}

static session *panicking;

/* Tcl cannot go on without memory; say so instead of aborting. The writer's buffer is there already. */
static void give_up(const char *format, ...)
{
    bool memory = strstr(format, "alloc") || strstr(format, "memory") || strstr(format, "max size");
    stop(panicking, 0, NULL, memory ? "the script needs more memory than it may have" : "Tcl gave up on the script");
}

static void find_folder(session *s)
{
    const char *file = s->job->file, *slash = strrchr(file, '/');
    char *real = realpath(file, NULL);
    if (!real) stop(s, 0, NULL, "the script has disappeared");
    *(strrchr(real, '/') + 1) = 0;
    s->folder = real;
    s->shown = slash ? strndup(file, (size_t)(slash - file) + 1) : strdup("");
    if (!s->shown) stop(s, 0, NULL, "out of memory");
}

_Noreturn void interp_run(const interp_job *job)
{
    static session s;
    size_t size;
    int line;
    s.job = job;
    panicking = &s;
    Tcl_SetPanicProc(give_up);
    char *wrong = text_check(job->file, job->text_bytes, &size, &line);
    if (wrong) stop(&s, line, NULL, wrong);
    s.text_left = job->text_bytes - size;
    find_folder(&s);
    Tcl_FindExecutable(NULL);
    make_interp(&s);

    char *real = realpath(job->file, NULL);
    Tcl_Obj *path = Tcl_NewStringObj(real ? real : job->file, -1);
    Tcl_IncrRefCount(path);
    int rc = Tcl_FSEvalFileEx(s.ip, path, "utf-8");
    if (rc != TCL_OK && rc != TCL_RETURN) report(&s);
    record_write(job->out, RECORD_END, 0, 0, NULL, NULL);
    record_flush(job->out);
    _exit(0);
}
