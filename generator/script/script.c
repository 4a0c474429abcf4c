/*
 * script.c -- from a script to a model: a child process runs the script under limits, this process puts what it sends into the model.
 *
 * The child can hang, be killed or run out of memory and nothing here is harmed; a model is built only from a stream that came to its end.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "commands.h"
#include "interp.h"
#include "script.h"

#if defined __SANITIZE_ADDRESS__
#define MEMORY_LIMITED 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define MEMORY_LIMITED 0
#endif
#endif
#ifndef MEMORY_LIMITED
#define MEMORY_LIMITED 1
#endif

static script_limits with_defaults(const script_limits *given)
{
    script_limits l = given ? *given : (script_limits){ 0 };
    if (!(l.cpu_seconds > 0))  l.cpu_seconds = 5;
    if (!(l.wall_seconds > 0)) l.wall_seconds = 30;
    if (!l.memory_bytes)       l.memory_bytes = (size_t)512 << 20;
    if (!l.text_bytes)         l.text_bytes = (size_t)1 << 20;
    if (!l.record_bytes)       l.record_bytes = (size_t)16 << 20;
    return l;
}

/* ---- child ---- */

static void limit(int what, rlim_t most)
{
    struct rlimit r = { most, most };
    setrlimit(what, &r);
}

/* Address space this process has already, in bytes: the child begins with it. */
static size_t space_used(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%lu", &pages) != 1) pages = 0;
        fclose(f);
    }
    return (size_t)pages*(size_t)sysconf(_SC_PAGESIZE);
}

static _Noreturn void child(const char *file, const script_limits *l, int fd, record_place *place)
{
    static record_writer out;
    /* The process limits are the second line: Tcl stops loops by itself and knows their line; it does not stop one long `expr`. */
    rlim_t seconds = (rlim_t)ceil(l->cpu_seconds) + 1;
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && nothing >= 0; i++)
        if (i != fd) dup2(nothing, i);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, seconds);
    if (MEMORY_LIMITED) limit(RLIMIT_AS, (rlim_t)(space_used() + l->memory_bytes));
    signal(SIGALRM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    alarm((unsigned)ceil(l->wall_seconds) + 2);
    out.fd = fd;
    out.limit = l->record_bytes;
    interp_job job = { .file = file, .text_bytes = l->text_bytes, .seconds = l->cpu_seconds, .out = &out, .place = place };
    interp_run(&job);
}

/* ---- parent ---- */

typedef struct received { unsigned char *bytes; size_t size; bool late, too_much; int status; record_place place; } received;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

/* Reads what the child sends until it ends or time is up. */
static void receive(int fd, const script_limits *l, received *r)
{
    double end = now() + l->wall_seconds;
    size_t room = 0, most = l->record_bytes + (1 << 20);
    for (;;) {
        double left = end - now();
        struct pollfd p = { fd, POLLIN, 0 };
        int ready = left > 0 ? poll(&p, 1, (int)(left*1000) + 1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) { r->late = true; return; }
        if (r->size == room) {
            room = room ? 2*room : 1 << 16;
            unsigned char *more = r->size < most ? realloc(r->bytes, room) : NULL;
            if (!more) { r->too_much = true; return; }
            r->bytes = more;
        }
        ssize_t n = read(fd, r->bytes + r->size, room - r->size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        r->size += (size_t)n;
    }
}

/* Runs the child. False if there is none. */
static bool run_child(const char *file, const script_limits *l, received *r)
{
    int ends[2];
    record_place *place = mmap(NULL, sizeof *place, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return false;
    if (pipe(ends)) {
        munmap(place, sizeof *place);
        return false;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        munmap(place, sizeof *place);
        return false;
    }
    if (pid == 0) {
        close(ends[0]);
        child(file, l, ends[1], place);
    }
    close(ends[1]);
    receive(ends[0], l, r);
    close(ends[0]);
    if (r->late || r->too_much) kill(pid, SIGKILL);
    while (waitpid(pid, &r->status, 0) < 0 && errno == EINTR) { }
    r->place = *place;
    r->place.file[sizeof r->place.file - 1] = 0;
    munmap(place, sizeof *place);
    return true;
}

/* ---- replay ---- */

/* The same name is used in thousands of records; one copy does. */
static const char *file_name(model *m, const char **last, const char *name)
{
    if (!*last || strcmp(*last, name)) *last = model_text(m, "%s", name);
    return *last;
}

/* The child ended before its end mark. */
static void report_cut_off(model *m, where at, const script_limits *l, const received *r)
{
    int sig = WIFSIGNALED(r->status) ? WTERMSIG(r->status) : 0;
    if (r->late || sig == SIGALRM)
        model_error(m, at, "the script did not come to an end within %g s; is there a loop without end, or a computation with very large numbers?", l->wall_seconds);
    else if (r->too_much)
        model_error(m, at, "the script defines too much (more than %zu bytes of commands)", l->record_bytes);
    else if (sig == SIGXCPU || sig == SIGKILL)
        model_error(m, at, "the script used more than %g s of computing time; is there a loop without end, or a computation with very large numbers?", l->cpu_seconds);
    else if (sig == SIGSEGV || sig == SIGABRT || sig == SIGBUS)
        model_error(m, at, "the script brought its interpreter down (signal %d); it probably needs more memory or deeper nesting than it may have", sig);
    else
        model_error(m, at, "the script's interpreter ended without a result (status %d)", r->status);
}

/* Puts the records into the model. Returns whether the script came to its end. */
static bool replay(model *m, const script_limits *l, const received *r)
{
    enum { MOST_ERRORS = 200 };
    char *store = malloc(r->size + RECORD_MAX_WORDS + 1);
    const char *last = NULL;
    where at = { m->file, 0 }, stopped = { m->file, r->place.line };
    if (*r->place.file) stopped.file = model_text(m, "%s", r->place.file);
    size_t next = 0;
    record c;
    bool ended = false, whole = true;
    while (store && !ended && record_read(r->bytes, r->size, &next, store, &c)) {
        if (c.n > 0) at = (where){ file_name(m, &last, c.words[0]), c.line };
        if (c.kind == RECORD_COMMAND) command_run(m, at, c.n - 1, c.words + 1);
        if (c.kind == RECORD_FAILED && c.n > 1) model_mark_failed(m, c.words[1], c.n > 2 ? c.words[2] : NULL, at);
        if (c.kind == RECORD_MISTAKE && c.n > 1) {
            model_error(m, at, "%s", c.words[1]);
            model_mark_doubtful(m, NULL, at);
            for (int i = 2; i < c.n; i++) model_mark_doubtful(m, c.words[i], at);
        }
        if (model_errors(m) >= MOST_ERRORS) {
            model_error(m, at, "too many mistakes; the rest of the script was not looked at");
            whole = false;
            break;
        }
        if (c.kind == RECORD_ERROR && c.n == 2) {
            if (*c.words[1]) model_error(m, c.line > 0 ? at : stopped, "%s", c.words[1]);
            whole = false;
        }
        ended = c.kind == RECORD_END;
    }
    free(store);
    if (!ended && whole) report_cut_off(m, stopped, l, r);
    return ended && whole;
}

model *script_load(const char *file, const script_limits *limits)
{
    script_limits l = with_defaults(limits);
    received r = { 0 };
    model *m = model_new(file);
    if (!m) return NULL;
    /* Looked at here as well: the common mistakes need no process. */
    size_t size;
    where at = { m->file, 0 };
    char *wrong = text_check(file, l.text_bytes, &size, &at.line);
    if (wrong) {
        model_error(m, at, "%s", wrong);
        free(wrong);
        return m;
    }
    if (!run_child(file, &l, &r)) {
        at.line = 0;
        model_error(m, at, "cannot start a process to run the script: %s", strerror(errno));
    } else if (replay(m, &l, &r)) {
        /* A script that stopped half-way lacks definitions; looking up names would only report what follows from that. */
        model_finish(m);
    }
    model_sort_messages(m, 0);
    free(r.bytes);
    return m;
}
