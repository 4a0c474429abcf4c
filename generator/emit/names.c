/*
 * names.c -- names in generated C: the mechanism's own, the enumerators, and locals that would hide one of them.
 */
#include "emit_private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const list_words[LIST_COUNT] = { "Q", "U", "P", "IN", "BODY", "JOINT", "Y" };

/* Functions of the C library (and the generated example.c): a global object must not have their names. */
static const char *const library[] = {
    "abort", "accept", "access", "alarm", "atexit", "atof", "atoi", "bind", "bsearch", "calloc", "clock", "clone", "close", "connect",
    "creat", "ctime", "daemon", "div", "dup", "example", "exec", "exit", "fclose", "fork", "fputs", "free", "getc", "gets", "index",
    "ioctl", "isalpha", "kill", "labs", "ldiv", "link", "listen", "longjmp", "lseek", "malloc", "memcpy", "memset", "mmap", "nice",
    "open", "pause", "perror", "pipe", "poll", "printf", "putc", "puts", "qsort", "raise", "rand", "random", "read", "realloc",
    "recv", "reboot", "remove", "rename", "rewind", "scanf", "select", "send", "setjmp", "shutdown", "signal", "sleep", "socket",
    "srand", "stat", "stderr", "stdin", "stdout", "strcmp", "strlen", "symlink", "sync", "syscall", "system", "time", "times",
    "truncate", "umask", "uname", "ungetc", "unlink", "usleep", "vfork", "wait", "write",
};

/* Names of files a mechanism of that name would hide: headers (NAME.h, from a caller that compiles with -I), libraries (libNAME.a, from one
 * that links with -L), the generated Makefile, and targets of it. */
static const char *const files[] = {
    "Makefile", "aio", "all", "alloca", "assert", "blas", "byteswap", "c", "clean", "complex", "cpuid", "ctype", "dirent", "dl", "dlfcn",
    "elf", "endian", "errno", "execinfo", "fcntl", "features", "fenv", "float", "ftw", "gcc", "glob", "grp", "immintrin", "inttypes",
    "iso646", "lapack", "lapacke", "libgen", "limits", "locale", "m", "malloc", "math", "memory", "netdb", "pthread", "pwd", "regex",
    "resolv", "rt", "sched", "search", "semaphore", "setjmp", "spawn", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint",
    "stdio", "stdlib", "stdnoreturn", "string", "strings", "syslog", "termios", "tgmath", "threads", "uchar", "ucontext", "unistd",
    "util", "utime", "values", "wchar", "wctype", "wordexp",
};

static bool listed(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) if (!strcmp(name, list[i])) return true;
    return false;
}

const char *emit_c_name(const char *mechanism, char *out)
{
    char base[48];
    program_identifier(mechanism, base, sizeof base);
    bool taken = program_name_reserved(base) || listed(base, library, sizeof library / sizeof *library)
              || listed(base, files, sizeof files / sizeof *files);
    snprintf(out, 64, "%s%s%s", !strncmp(base, "mrt", 3) || !strncmp(base, "MRT", 3) ? "m_" : "", base, taken ? "_model" : "");
    return out;
}

/* The words of one list, each once. */
static void name_entries(emitter *e, name_list list, int n, const char *(*name)(const mrt_mechanism *, int))
{
    e->entries[list] = n;
    e->entry[list] = emit_alloc((size_t)n * sizeof(char *));
    for (int i = 0; i < n; i++) {
        char base[48], word[64];
        /* a digit is welcome here: a prefix stands before it */
        char raw[48];
        snprintf(raw, sizeof raw, "x%s", name(e->f->mechanism, i));
        program_identifier(raw, base, sizeof base);
        snprintf(word, sizeof word, "%s", base[1] == '_' ? base + 2 : base[1] ? base + 1 : "x");
        for (int j = 0, number = 2; j < i; j++)
            if (!strcmp(e->entry[list][j], word)) {
                snprintf(word, sizeof word, "%.*s_%d", 47, base + 1, number++);
                j = -1;
            }
        e->entry[list][i] = emit_copy(word);
    }
}

static const char *q_name(const mrt_mechanism *m, int i)     { return m->q[i].name; }
static const char *u_name(const mrt_mechanism *m, int i)     { return m->u[i].name; }
static const char *p_name(const mrt_mechanism *m, int i)     { return m->parameters[i].name; }
static const char *in_name(const mrt_mechanism *m, int i)    { return m->inputs[i].name; }
static const char *body_name(const mrt_mechanism *m, int i)  { return m->bodies[i].name; }
static const char *joint_name(const mrt_mechanism *m, int i) { return m->joints[i].name; }
static const char *y_name(const mrt_mechanism *m, int i)     { return m->outputs[i].name; }

static bool hides(const emitter *e, const char *name)
{
    size_t n = strlen(e->name);
    return (!strncmp(name, e->name, n) && (!name[n] || name[n] == '_'))
        || (!strncmp(name, e->upper, n) && (!name[n] || name[n] == '_'));
}

/* A statement whose name would hide an enumerator, a function or the mechanism itself gets v_ put before it. */
static void name_locals(emitter *e)
{
    int count = program_count(e->p);
    e->local = emit_alloc(((size_t)count + 1) * sizeof(char *));
    for (int id = 1; id <= count; id++) {
        const char *name = program_stmt(e->p, id)->name;
        if (!hides(e, name))
            continue;
        char fresh[96];
        snprintf(fresh, sizeof fresh, "v_%s", name);
        while (program_find(e->p, fresh) || hides(e, fresh)) {
            char longer[96];
            snprintf(longer, sizeof longer, "v%.90s", fresh);
            strcpy(fresh, longer);
        }
        e->local[id] = emit_copy(fresh);
    }
}

void emitter_init(emitter *e, const program *p, const program_plan *plan, const emit_facts *f)
{
    const mrt_mechanism *m = f->mechanism;
    *e = (emitter){ .p = p, .plan = plan, .f = f };
    emit_c_name(m->name, e->name);
    for (size_t i = 0; e->name[i]; i++)
        e->upper[i] = (char)toupper((unsigned char)e->name[i]);
    name_entries(e, LIST_Q, m->nq, q_name);
    name_entries(e, LIST_U, m->nu, u_name);
    name_entries(e, LIST_P, m->np, p_name);
    name_entries(e, LIST_IN, m->nin, in_name);
    name_entries(e, LIST_BODY, m->nbody, body_name);
    name_entries(e, LIST_JOINT, m->njoint, joint_name);
    name_entries(e, LIST_Y, m->nout, y_name);
    name_locals(e);
    size_t n = (size_t)program_count(p) + 1;
    e->place = emit_alloc(n * sizeof(int));
    e->uses = emit_alloc(n * sizeof(int));
    e->stored = emit_alloc(n);
    e->outputs = emit_alloc(n * sizeof(int));
}

void emitter_done(emitter *e)
{
    for (int list = 0; list < LIST_COUNT; list++) {
        for (int i = 0; i < e->entries[list]; i++)
            free(e->entry[list][i]);
        free(e->entry[list]);
    }
    for (int id = 1; id <= program_count(e->p); id++)
        free(e->local[id]);
    free(e->local);
    free(e->place);
    free(e->uses);
    free(e->stored);
    free(e->outputs);
    free(e->output);
    free(e->section);
    text_done(&e->line);
}
