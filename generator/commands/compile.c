/*
 * compile.c -- finds the C compiler and runs it, several files at once.
 */
#include "compile.h"
#include "files.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- finding the compiler ---- */

/* Full path of a program, or NULL. */
static char *program_path(const char *name)
{
    if (strchr(name, '/')) return access(name, X_OK) == 0 ? xformat("%s", name) : NULL;
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        char *full = xformat("%.*s/%s", (int)n, path, name);
        struct stat st;
        if (n && access(full, X_OK) == 0 && stat(full, &st) == 0 && S_ISREG(st.st_mode)) return full;
        free(full);
        path += n + (path[n] == ':');
    }
    return NULL;
}

/* Adds the blank-separated words of text. */
static void add_words(compiler *c, const char *text)
{
    while (*(text += strspn(text, " \t\n"))) {
        size_t n = strcspn(text, " \t\n");
        c->word = realloc(c->word, ((size_t)c->nword + 2)*sizeof *c->word);
        if (!c->word) { fprintf(stderr, "mechc: out of memory\n"); exit(1); }
        c->word[c->nword++] = xformat("%.*s", (int)n, text);
        c->word[c->nword] = NULL;
        text += n;
    }
}

bool compiler_find(compiler *c)
{
    static const char *const known[] = { "clang", "gcc", "cc" };
    const char *wish = getenv("CC"), *flags = getenv("CFLAGS");
    memset(c, 0, sizeof *c);
    if (wish && *wish) {
        add_words(c, wish);
        c->path = c->nword ? program_path(c->word[0]) : NULL;
        if (!c->path) {
            fprintf(stderr, "mechc: the compiler CC=\"%s\" is not there; set CC to one that is, or leave it unset\n", wish);
            compiler_done(c);
            return false;
        }
    }
    for (int i = 0; i < 3 && !c->path; i++)
        if ((c->path = program_path(known[i]))) add_words(c, known[i]);
    if (!c->path) {
        fprintf(stderr, "mechc: no C compiler found (looked for clang, gcc and cc); install one, or set CC. "
                "mechc generate works without a compiler\n");
        return false;
    }
    add_words(c, flags && *flags ? flags : "-O2 -march=native -ffp-contract=fast -fno-math-errno");
    /* clang spends a third of its time looking for vectors in straight-line formulas, and the code is no faster for it */
    if (!(flags && *flags) && strstr(c->path, "clang")) add_words(c, "-fno-slp-vectorize");
    return true;
}

void compiler_done(compiler *c)
{
    for (int i = 0; i < c->nword; i++) free(c->word[i]);
    free(c->word), free(c->path);
    memset(c, 0, sizeof *c);
}

/* -march=native means something else on another processor. */
static void hash_processor(sha256 *s)
{
    size_t size;
    char *text = files_read("/proc/cpuinfo", &size), *flags = text ? strstr(text, "\nflags") : NULL;
    if (flags) sha256_add(s, flags, strcspn(flags + 1, "\n"));
    free(text);
}

static void hash_file(sha256 *s, const char *path)
{
    size_t size = 0;
    char *text = files_read(path, &size);
    sha256_add_text(s, text ? "file" : "none");
    if (text) sha256_add(s, text, size);
    free(text);
}

void compiler_hash(const compiler *c, const places *p, sha256 *s)
{
    static const char *const headers[] = { "mrt.h", "status.def", "main.h" };
    for (int i = 0; i < c->nword; i++) {
        sha256_add_text(s, c->word[i]);
        if (strstr(c->word[i], "native")) hash_processor(s);
    }
    struct stat st;
    char text[80] = "";
    if (stat(c->path, &st) == 0) snprintf(text, sizeof text, "%lld %lld", (long long)st.st_size, (long long)st.st_mtime);
    sha256_add_text(s, c->path);
    sha256_add_text(s, text);
    hash_file(s, p->library);
    for (int i = 0; i < 3; i++) {
        char *path = files_join(p->runtime, headers[i]);
        hash_file(s, path);
        free(path);
    }
}

/* ---- running it ---- */

/* A list of words for one call. */
typedef struct words { int n; char **w; } words;

static void words_add(words *l, const char *text)
{
    l->w = realloc(l->w, ((size_t)l->n + 2)*sizeof *l->w);
    if (!l->w) { fprintf(stderr, "mechc: out of memory\n"); exit(1); }
    l->w[l->n++] = xformat("%s", text);
    l->w[l->n] = NULL;
}

static void words_free(words *l)
{
    for (int i = 0; i < l->n; i++) free(l->w[i]);
    free(l->w);
}

static words words_of(const compiler *c)
{
    words l = { 0, NULL };
    for (int i = 0; i < c->nword; i++) words_add(&l, c->word[i]);
    return l;
}

/* Starts a program in the folder with its output in the file log there. Returns its id, or 0 with a message. */
static pid_t start(const words *l, const char *folder, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    int error = posix_spawnp(&pid, l->w[0], &actions, NULL, l->w, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) fprintf(stderr, "mechc: \"%s\" could not be started: %s\n", l->w[0], strerror(error));
    return error ? 0 : pid;
}

static bool ended_well(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

static bool run_and_wait(words *l, const char *folder, const char *log)
{
    int status = -1;
    pid_t pid = start(l, folder, log);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) if (files_interrupted()) kill(pid, SIGTERM);
    words_free(l);
    return pid > 0 && ended_well(status);
}

static char *object_name(const char *source) { return xformat("%.*s.o", (int)strlen(source) - 2, source); }

/* Compiles every source, as many at once as there are processors. */
static bool compile_objects(const compiler *c, const places *p, const char *folder, const char *const *source, int count, bool quiet)
{
    long room = sysconf(_SC_NPROCESSORS_ONLN);
    int running = 0, next = 0, done = 0;
    bool good = true;
    pid_t *started = xalloc((size_t)count*sizeof *started);         /* 0: ended */
    while (running > 0 || (good && next < count)) {
        if (good && next < count && running < (room > 0 ? room : 1)) {
            progress_show(quiet, "compiling: %d of %d files", done, count);
            words l = words_of(c);
            char *object = object_name(source[next]), *include = xformat("-I%s", p->runtime);
            const char *more[] = { "-std=c99", "-fPIC", include, "-c", source[next], "-o", object };
            for (int i = 0; i < 7; i++) words_add(&l, more[i]);
            started[next] = start(&l, folder, "compile.log");
            good = started[next] > 0;
            running += good, next++;
            words_free(&l), free(object), free(include);
            continue;
        }
        int status;
        if (files_interrupted()) {
            for (int i = 0; i < next; i++) if (started[i] > 0) kill(started[i], SIGTERM);
            good = false;
        }
        pid_t ended = wait(&status);
        if (ended < 0) { if (errno == EINTR) continue; good = false; break; }
        for (int i = 0; i < next; i++) if (started[i] == ended) started[i] = 0;
        running--, done++;
        good = good && ended_well(status);
    }
    free(started);
    return good;
}

static bool link_program(const compiler *c, const places *p, const char *folder, const char *name, const char *const *source, int count)
{
    words l = words_of(c);
    for (int i = 0; i < count; i++) {
        char *object = object_name(source[i]);
        words_add(&l, object);
        free(object);
    }
    const char *more[] = { "-o", name, p->library, "-llapacke", "-llapack", "-lblas", "-lm", "-lpthread" };
    for (int i = 0; i < 8; i++) words_add(&l, more[i]);
    return run_and_wait(&l, folder, "compile.log");
}

/* The libraries need nothing but libm. */
static bool link_shared(const compiler *c, const char *folder, const char *name, const char *const *source, int count)
{
    char *shared = xformat("lib%s.so", name);
    words l = words_of(c);
    words_add(&l, "-shared"), words_add(&l, "-o"), words_add(&l, shared);
    for (int i = 0; i < count; i++) {
        char *object = object_name(source[i]);
        words_add(&l, object);
        free(object);
    }
    words_add(&l, "-lm");
    free(shared);
    return run_and_wait(&l, folder, "compile.log");
}

static bool link_archive(const char *folder, const char *name, const char *const *source, int count)
{
    char *archive = xformat("lib%s.a", name);
    words l = { 0, NULL };
    words_add(&l, "ar"), words_add(&l, "rcs"), words_add(&l, archive);
    for (int i = 0; i < count; i++) {
        char *object = object_name(source[i]);
        words_add(&l, object);
        free(object);
    }
    free(archive);
    return run_and_wait(&l, folder, "compile.log");
}

/* Shows what the compiler said if it failed; removes its log and the objects. */
static void clear_away(const compiler *c, const char *folder, const char *const *source, int count, bool good)
{
    char *log = files_join(folder, "compile.log"), *text = files_read(log, NULL);
    if (!good && !files_interrupted()) fprintf(stderr, "mechc: the solver could not be compiled with \"%s\":\n%s", c->path, text ? text : "");
    unlink(log);
    free(text), free(log);
    for (int i = 0; i < count; i++) {
        char *object = object_name(source[i]), *path = files_join(folder, object);
        unlink(path);
        free(path), free(object);
    }
}

bool compile_solver(const compiler *c, const places *p, const char *folder, const char *name, const char *const *source, int count,
                    bool libraries, bool quiet)
{
    bool good = compile_objects(c, p, folder, source, count, quiet);
    progress_show(quiet || !good, "linking");
    good = good && link_program(c, p, folder, name, source, count);
    good = good && (!libraries || (link_archive(folder, name, source, count - 1) && link_shared(c, folder, name, source, count - 1)));
    progress_clear();
    clear_away(c, folder, source, count, good);
    return good;
}

bool compile_library(const compiler *c, const places *p, const char *folder, const char *name, const char *const *source, int count, bool quiet)
{
    bool good = compile_objects(c, p, folder, source, count, quiet);
    good = good && link_shared(c, folder, name, source, count);
    progress_clear();
    clear_away(c, folder, source, count, good);
    return good;
}
