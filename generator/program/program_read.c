/*
 * program_read.c -- reads the text form of program_text.c. Passes are tested text in, text out.
 *
 * Sections, comments and names are taken as they stand; the sums go through program_sum like any other, so a text that
 * says the same thing twice gives one statement, and later uses of the second name mean the first.
 */
#include "program_private.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LONGEST = 4096, MOST_TERMS = 256, MOST_FACTORS = 16 };

/* What a written name stands for: not always the statement of that name. */
typedef struct alias { char *name; pref value; } alias;

typedef struct reader {
    program *p;
    alias   *names; int nname;
    const char *at;                     /* the rest of the line */
    int      line;
    kernel_id kernel; bool in_kernel;
    char    *error; size_t error_size;
    jmp_buf  wrong;
} reader;

static _Noreturn void fail(reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = snprintf(r->error, r->error_size, "line %d: ", r->line);
    if (n >= 0 && (size_t)n < r->error_size)
        vsnprintf(r->error + n, r->error_size - (size_t)n, format, args);
    va_end(args);
    longjmp(r->wrong, 1);
}

static void blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static bool take(reader *r, const char *mark)
{
    blanks(r);
    size_t n = strlen(mark);
    if (strncmp(r->at, mark, n))
        return false;
    r->at += n;
    return true;
}

static void expect(reader *r, const char *mark)
{
    if (!take(r, mark))
        fail(r, "\"%s\" expected at \"%s\"", mark, r->at);
}

static bool word(reader *r, char *out)
{
    blanks(r);
    size_t n = 0;
    while ((isalnum((unsigned char)r->at[n]) || r->at[n] == '_') && n < 63)
        n++;
    if (!n || isdigit((unsigned char)*r->at))
        return false;
    memcpy(out, r->at, n);
    out[n] = '\0';
    r->at += n;
    return true;
}

static int integer(reader *r)
{
    char *end;
    blanks(r);
    long x = strtol(r->at, &end, 10);
    if (end == r->at)
        fail(r, "a whole number expected at \"%s\"", r->at);
    r->at = end;
    return (int)x;
}

static pref lookup(reader *r, const char *name)
{
    for (int i = r->nname - 1; i >= 0; i--)
        if (!strcmp(r->names[i].name, name))
            return r->names[i].value;
    fail(r, "unknown name \"%s\"", name);
}

static void bind(reader *r, const char *name, pref value)
{
    r->names = program_grow(r->names, (size_t)(r->nname + 1) * sizeof *r->names);
    r->names[r->nname++] = (alias){ strdup(name), value };
}

/* One factor: a number into the coefficient, a name with its power into the list. */
static void read_factor(reader *r, term *t, factor *f)
{
    char name[64], *end;
    blanks(r);
    if (word(r, name)) {
        pref x = lookup(r, name);
        int power = take(r, "^") ? integer(r) : 1;
        if (!x.id)
            fail(r, "\"%s\" is a number", name);
        if (t->nfactor == MOST_FACTORS)
            fail(r, "too many factors");
        if (x.sign < 0 && power % 2)
            t->coef = -t->coef;
        f[t->nfactor++] = (factor){ x.id, power };
        return;
    }
    double x = strtod(r->at, &end);
    if (end == r->at)
        fail(r, "a name or a number expected at \"%s\"", r->at);
    r->at = end;
    t->coef *= x;
}

static pref read_sum(reader *r, const char *name, const char *comment)
{
    static const char *const ends = "#\n";
    factor factors[MOST_TERMS][MOST_FACTORS];
    term terms[MOST_TERMS];
    int n = 0;
    do {
        bool minus = take(r, "-");
        if (!minus && !take(r, "+") && n)
            fail(r, "+ or - expected at \"%s\"", r->at);
        if (n == MOST_TERMS)
            fail(r, "too many terms");
        terms[n] = (term){ minus ? -1 : 1, 0, factors[n] };
        do
            read_factor(r, &terms[n], factors[n]);
        while (take(r, "*"));
        n++;
        blanks(r);
    } while (*r->at && !strchr(ends, *r->at));
    return program_sum(r->p, terms, n, name, comment);
}

static int find_word(const char *const *list, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return i;
    return -1;
}

static void read_leaf(reader *r, const char *comment)
{
    char name[64], array[64];
    if (!word(r, name))
        fail(r, "a name expected");
    expect(r, "=");
    if (!word(r, array) || find_word(program_leaf_names, LEAF_COUNT, array) < 0)
        fail(r, "a leaf array expected");
    expect(r, "[");
    int index = integer(r);
    expect(r, "]");
    leaf_array leaf = (leaf_array)find_word(program_leaf_names, LEAF_COUNT, array);
    bind(r, name, (pref){ program_leaf(r->p, leaf, index, name, comment), 1, 0 });
}

/* The statement behind an argument of a function; negatives and numbers have their own. */
static int argument(reader *r, const char *name)
{
    pref x = lookup(r, name);
    return !x.id ? program_number(r->p, x.number) : x.sign < 0 ? program_negative(r->p, x.id) : x.id;
}

static void read_definition(reader *r, const char *name, const char *comment)
{
    const char *start = r->at;
    char func[64], arg[64];
    if (word(r, func) && take(r, "(")) {
        int f = find_word(program_func_names, PF_COUNT, func), b = 0;
        if (f < 0 || !word(r, arg))
            fail(r, "unknown function \"%s\", or no argument", func);
        int a = argument(r, arg);
        if (take(r, ",")) {
            if (!word(r, arg))
                fail(r, "a second argument expected");
            b = argument(r, arg);
        }
        expect(r, ")");
        bind(r, name, program_func_of(r->p, (program_func)f, a, b, name, comment));
        return;
    }
    r->at = start;
    bind(r, name, read_sum(r, name, comment));
}

static void read_output(reader *r, const char *name)
{
    for (int a = 0; program_kernel_array_name(r->kernel, a); a++)
        if (!strcmp(program_kernel_array_name(r->kernel, a), name)) {
            int index = integer(r);
            expect(r, "]");
            if (take(r, "="))
                program_kernel_set(r->p, r->kernel, a, index, read_sum(r, NULL, NULL));
            else
                program_kernel_array(r->p, r->kernel, a, index);
            return;
        }
    fail(r, "kernel %s has no output \"%s\"", program_kernel_name(r->kernel), name);
}

static void read_kernel(reader *r)
{
    char name[64] = "";
    word(r, name);
    for (int k = 0; k < KERNEL_COUNT; k++)
        if (!strcmp(program_kernel_name(k), name)) {
            r->kernel = k;
            r->in_kernel = true;
            return;
        }
    fail(r, "unknown kernel \"%s\"", name);
}

static void read_line(reader *r, char *line)
{
    char name[64], *comment = strchr(line, '#');
    if (comment) {
        *comment++ = '\0';
        comment += *comment == ' ';
    }
    r->at = line;
    blanks(r);
    if (!*r->at)
        return;
    if (!word(r, name))
        fail(r, "a name expected at \"%s\"", r->at);
    if (!strcmp(name, "section")) {
        blanks(r);
        program_section(r->p, r->at);
        return;
    }
    if (!strcmp(name, "kernel"))
        read_kernel(r);
    else if (!strcmp(name, "leaf"))
        read_leaf(r, comment);
    else if (r->in_kernel && take(r, "["))
        read_output(r, name);
    else {
        expect(r, "=");
        read_definition(r, name, comment);
    }
    blanks(r);
    if (*r->at)
        fail(r, "unexpected \"%s\"", r->at);
}

/* False when a line is wrong. */
static bool read_lines(reader *r, const char *text)
{
    char line[LINE_LONGEST];
    if (setjmp(r->wrong))
        return false;
    for (size_t from = 0, n; text[from]; from += n + (text[from + n] == '\n')) {
        n = strcspn(text + from, "\n");
        r->line++;
        if (n >= sizeof line)
            fail(r, "the line is too long");
        memcpy(line, text + from, n);
        line[n] = '\0';
        read_line(r, line);
    }
    return true;
}

program *program_read(const char *text, char *error, size_t size)
{
    reader r = { .p = program_new(), .error = error, .error_size = size };
    if (!r.p) {
        snprintf(error, size, "out of memory");
        return NULL;
    }
    bool good = read_lines(&r, text);
    for (int i = 0; i < r.nname; i++)
        free(r.names[i].name);
    free(r.names);
    if (good)
        return r.p;
    program_free(r.p);
    return NULL;
}
