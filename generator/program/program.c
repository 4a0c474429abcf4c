/*
 * program.c -- building the program: normal form of sums, one statement per expression (hash-consing with the sign held
 * outside: a - b and b - a are the same statement), kernels.
 *
 * A statement keeps the sign it was first written with. The hash of a sum is that of the sum divided by the sign of its
 * first coefficient, and comparison is up to sign.
 */
#include "program_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

_Noreturn void program_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("mechc: internal error: program: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

void *program_grow(void *old, size_t bytes)
{
    void *fresh = realloc(old, bytes);
    if (!fresh)
        program_die("out of memory");
    return fresh;
}

void *program_alloc(program *p, size_t bytes)
{
    const size_t head = (sizeof(arena_block) + 15) & ~(size_t)15;
    bytes = (bytes + 15) & ~(size_t)15;
    if (!p->arena || p->arena->size - p->arena->used < bytes) {
        size_t size = head + (bytes > 65536 ? bytes : 262144);
        arena_block *b = malloc(size);
        if (!b)
            program_die("out of memory");
        b->next = p->arena;
        b->used = head;
        b->size = size;
        p->arena = b;
    }
    void *at = (char *)p->arena + p->arena->used;
    p->arena->used += bytes;
    return at;
}

const char *program_copy(program *p, const char *text)
{
    if (!text || !*text)
        return "";
    size_t n = strlen(text) + 1;
    return memcpy(program_alloc(p, n), text, n);
}

program *program_new(void)
{
    program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->section = "";
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int a = 0; a < KERNEL_ARRAYS; a++)
            p->kernel[k][a].size = -1;
    return p;
}

void program_free(program *p)
{
    if (!p)
        return;
    for (arena_block *b = p->arena, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(p->block);
    free(p->hash);
    free(p->by_content.slot);
    free(p->by_name.slot);
    free(p->sections);
    free(p->terms);
    free(p->merged);
    free(p->factors);
    free(p);
}

void program_section(program *p, const char *heading)
{
    for (int i = 0; i < p->nsection; i++)
        if (!strcmp(p->sections[i], heading)) {
            p->section = p->sections[i];
            return;
        }
    p->sections = program_grow(p->sections, (size_t)(p->nsection + 1) * sizeof *p->sections);
    p->section = p->sections[p->nsection++] = program_copy(p, heading);
}

/* ---- the table of contents: expressions already there ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 29);
}

static uint64_t mix_double(uint64_t h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(h, bits);
}

static uint64_t hash_sum(const term *t, int n)
{
    double sign = t[0].coef < 0 ? -1 : 1;
    uint64_t h = mix(STMT_SUM, (uint64_t)n);
    for (int i = 0; i < n; i++) {
        h = mix_double(h, sign*t[i].coef);
        for (int j = 0; j < t[i].nfactor; j++)
            h = mix(h, ((uint64_t)(unsigned)t[i].factors[j].id << 32) ^ (unsigned)t[i].factors[j].power);
    }
    return h;
}

static bool same_factors(const term *a, const term *b)
{
    return a->nfactor == b->nfactor
        && (a->nfactor == 0 || !memcmp(a->factors, b->factors, (size_t)a->nfactor * sizeof *a->factors));
}

/* +1: equal, -1: negatives of each other, 0: neither. */
static int compare_sums(const term *a, int na, const term *b, int nb)
{
    if (na != nb)
        return 0;
    int sign = (a[0].coef < 0) == (b[0].coef < 0) ? 1 : -1;
    for (int i = 0; i < na; i++)
        if (a[i].coef != sign*b[i].coef || !same_factors(&a[i], &b[i]))
            return 0;
    return sign;
}

static void content_insert(program *p, int id)
{
    size_t mask = p->by_content.size - 1, i = p->hash[id] & mask;
    while (p->by_content.slot[i])
        i = (i + 1) & mask;
    p->by_content.slot[i] = id;
}

static void content_reserve(program *p)
{
    id_table *t = &p->by_content;
    if ((t->used + 1)*2 <= t->size)
        return;
    t->size = t->size ? t->size*2 : 1024;
    free(t->slot);
    t->slot = calloc(t->size, sizeof *t->slot);
    if (!t->slot)
        program_die("out of memory");
    for (int id = 1; id <= p->count; id++)
        content_insert(p, id);
}

/* One line, and nothing that would end a C comment. */
static const char *copy_comment(program *p, const char *comment)
{
    char *c = (char *)program_copy(p, comment);
    for (char *at = c; *at; at++)
        if ((unsigned char)*at < ' ' || (*at == '*' && at[1] == '/') || (*at == '/' && at[1] == '*'))
            *at = ' ';
    return c;
}

/* Appends a statement and enters it in the tables. */
static int define(program *p, const stmt *s, uint64_t hash, const char *wish, const char *comment)
{
    int id = p->count + 1;
    size_t block = (size_t)id / BLOCK_STMTS;
    if (block >= p->nblock) {
        p->block = program_grow(p->block, (p->nblock + 1) * sizeof *p->block);
        p->block[p->nblock++] = program_alloc(p, BLOCK_STMTS * sizeof(stmt));
    }
    if ((size_t)id >= p->hash_size) {
        p->hash_size = p->hash_size ? p->hash_size*2 : 1024;
        p->hash = program_grow(p->hash, p->hash_size * sizeof *p->hash);
    }
    content_reserve(p);
    stmt *d = &p->block[block][id % BLOCK_STMTS];
    *d = *s;
    p->hash[id] = hash;
    p->count = id;
    p->by_content.used++;
    content_insert(p, id);
    d->name = program_name_new(p, wish, id);
    d->comment = copy_comment(p, comment);
    d->section = p->section;
    return id;
}

/* ---- leaves and functions ---- */

int program_leaf(program *p, leaf_array array, int index, const char *name, const char *comment)
{
    uint64_t h = mix(mix(STMT_LEAF, (uint64_t)array), (uint64_t)index);
    if (array < 0 || array >= LEAF_COUNT || index < 0)
        program_die("leaf %d[%d] does not exist", (int)array, index);
    if (p->by_content.size)
        for (size_t mask = p->by_content.size - 1, i = h & mask; p->by_content.slot[i]; i = (i + 1) & mask) {
            const stmt *s = program_stmt(p, p->by_content.slot[i]);
            if (s->kind == STMT_LEAF && s->leaf == array && s->index == index)
                return p->by_content.slot[i];
        }
    stmt s = { .kind = STMT_LEAF, .leaf = array, .index = index, .deps = 1u << array };
    return define(p, &s, h, array == LEAF_T ? "t" : name, comment);
}

pref program_func_of(program *p, program_func f, int a, int b, const char *name, const char *comment)
{
    if (a < 1 || a > p->count || b < 0 || b > p->count || f < 0 || f >= PF_COUNT)
        program_die("function %d of statements %d and %d", (int)f, a, b);
    uint64_t h = mix(mix(mix(STMT_FUNC, (uint64_t)f), (uint64_t)a), (uint64_t)b);
    for (size_t mask = p->by_content.size - 1, i = h & mask; p->by_content.slot[i]; i = (i + 1) & mask) {
        const stmt *s = program_stmt(p, p->by_content.slot[i]);
        if (s->kind == STMT_FUNC && s->func == f && s->arg[0] == a && s->arg[1] == b)
            return (pref){ p->by_content.slot[i], 1, 0 };
    }
    stmt s = { .kind = STMT_FUNC, .func = f, .arg = { a, b },
               .deps = program_stmt(p, a)->deps | (b ? program_stmt(p, b)->deps : 0) };
    return (pref){ define(p, &s, h, name, comment), 1, 0 };
}

/* ---- sums ---- */

static int compare_terms(const term *a, const term *b)
{
    /* plain numbers go last */
    if (!a->nfactor || !b->nfactor)
        return (a->nfactor == 0) - (b->nfactor == 0);
    int n = a->nfactor < b->nfactor ? a->nfactor : b->nfactor;
    for (int i = 0; i < n; i++) {
        if (a->factors[i].id != b->factors[i].id)
            return a->factors[i].id < b->factors[i].id ? -1 : 1;
        if (a->factors[i].power != b->factors[i].power)
            return a->factors[i].power < b->factors[i].power ? -1 : 1;
    }
    return (a->nfactor > b->nfactor) - (a->nfactor < b->nfactor);
}

/* Stable, so that equal terms are added in the order given. */
static void sort_terms(term *t, term *spare, int n)
{
    if (n <= 12) {
        for (int i = 1; i < n; i++) {
            term x = t[i];
            int j = i;
            for (; j > 0 && compare_terms(&t[j - 1], &x) > 0; j--)
                t[j] = t[j - 1];
            t[j] = x;
        }
        return;
    }
    int half = n/2;
    sort_terms(t, spare, half);
    sort_terms(t + half, spare, n - half);
    memcpy(spare, t, (size_t)half * sizeof *t);
    for (int i = 0, j = half, k = 0; i < half; k++)
        t[k] = j < n && compare_terms(&spare[i], &t[j]) > 0 ? t[j++] : spare[i++];
}

/* Sorts the factors of a term by id, adds powers of the same id, drops powers of zero; returns their number. */
static int normal_factors(factor *f, int n)
{
    for (int i = 1; i < n; i++) {
        factor x = f[i];
        int j = i;
        for (; j > 0 && f[j - 1].id > x.id; j--)
            f[j] = f[j - 1];
        f[j] = x;
    }
    int out = 0;
    for (int i = 0; i < n; ) {
        factor x = f[i++];
        for (; i < n && f[i].id == x.id; i++)
            x.power += f[i].power;
        if (x.power)
            f[out++] = x;
    }
    return out;
}

/* Copies the terms into the scratch arrays in normal form; returns their number. */
static int normal_form(program *p, const term *terms, int nterm)
{
    size_t total = 0;
    for (int i = 0; i < nterm; i++)
        total += (size_t)terms[i].nfactor;
    if (p->nterms < (size_t)nterm) {
        p->nterms = (size_t)nterm*2;
        p->terms = program_grow(p->terms, p->nterms * sizeof *p->terms);
        p->merged = program_grow(p->merged, p->nterms * sizeof *p->merged);
    }
    if (p->nfactors < total) {
        p->nfactors = total*2;
        p->factors = program_grow(p->factors, p->nfactors * sizeof *p->factors);
    }
    factor *f = p->factors;
    int n = 0;
    for (int i = 0; i < nterm; i++) {
        if (!isfinite(terms[i].coef))
            program_die("a coefficient is not finite");
        if (terms[i].coef == 0)
            continue;
        for (int j = 0; j < terms[i].nfactor; j++) {
            if (terms[i].factors[j].id < 1 || terms[i].factors[j].id > p->count)
                program_die("a term uses statement %d of %d", terms[i].factors[j].id, p->count);
            f[j] = terms[i].factors[j];
        }
        int nf = normal_factors(f, terms[i].nfactor);
        p->terms[n++] = (term){ terms[i].coef, nf, nf ? f : NULL };
        f += nf;
    }
    sort_terms(p->terms, p->merged, n);
    int out = 0;
    for (int i = 0; i < n; ) {
        term x = p->terms[i++];
        for (; i < n && same_factors(&x, &p->terms[i]); i++)
            x.coef += p->terms[i].coef;
        if (x.coef != 0)
            p->terms[out++] = x;
    }
    return out;
}

/* The terms of scratch, moved into the arena. */
static const term *keep_terms(program *p, int n)
{
    size_t total = 0;
    for (int i = 0; i < n; i++)
        total += (size_t)p->terms[i].nfactor;
    term *t = program_alloc(p, (size_t)n * sizeof *t);
    factor *f = program_alloc(p, total * sizeof *f);
    for (int i = 0; i < n; i++) {
        t[i] = p->terms[i];
        if (t[i].nfactor) {
            memcpy(f, t[i].factors, (size_t)t[i].nfactor * sizeof *f);
            t[i].factors = f;
            f += t[i].nfactor;
        }
    }
    return t;
}

pref program_sum(program *p, const term *terms, int nterm, const char *name, const char *comment)
{
    int n = normal_form(p, terms, nterm);
    const term *t = p->terms;
    if (n == 0)
        return (pref){ 0, 1, 0 };
    if (n == 1 && t[0].nfactor == 0)
        return (pref){ 0, 1, t[0].coef };
    if (n == 1 && t[0].nfactor == 1 && t[0].factors[0].power == 1 && fabs(t[0].coef) == 1)
        return (pref){ t[0].factors[0].id, t[0].coef < 0 ? -1 : 1, 0 };

    uint64_t h = hash_sum(t, n);
    for (size_t mask = p->by_content.size - 1, i = h & mask; p->by_content.slot[i]; i = (i + 1) & mask) {
        int id = p->by_content.slot[i];
        const stmt *s = program_stmt(p, id);
        if (p->hash[id] != h || s->kind != STMT_SUM)
            continue;
        int sign = compare_sums(t, n, s->terms, s->nterm);
        if (sign)
            return (pref){ id, sign, 0 };
    }
    stmt s = { .kind = STMT_SUM, .nterm = n };
    for (int i = 0; i < n; i++)
        for (int j = 0; j < t[i].nfactor; j++)
            s.deps |= program_stmt(p, t[i].factors[j].id)->deps;
    s.terms = keep_terms(p, n);
    return (pref){ define(p, &s, h, name, comment), 1, 0 };
}

/* A sum of one term that program_sum would not make a statement of. */
static int plain_statement(program *p, double coef, factor *f, unsigned deps)
{
    term t = { coef, f ? 1 : 0, f };
    uint64_t h = mix(hash_sum(&t, 1), coef < 0 ? 1 : 0);
    if (p->by_content.size)
        for (size_t mask = p->by_content.size - 1, i = h & mask; p->by_content.slot[i]; i = (i + 1) & mask) {
            const stmt *s = program_stmt(p, p->by_content.slot[i]);
            if (s->kind == STMT_SUM && compare_sums(&t, 1, s->terms, s->nterm) == 1)
                return p->by_content.slot[i];
        }
    term *kept = program_alloc(p, sizeof *kept);
    *kept = t;
    if (f)
        kept->factors = memcpy(program_alloc(p, sizeof *f), f, sizeof *f);
    stmt s = { .kind = STMT_SUM, .nterm = 1, .terms = kept, .deps = deps };
    return define(p, &s, h, NULL, NULL);
}

int program_negative(program *p, int id)
{
    return plain_statement(p, -1, &(factor){ id, 1 }, program_stmt(p, id)->deps);
}

int program_number(program *p, double value)
{
    return plain_statement(p, value, NULL, 0);
}

/* ---- kernels ---- */

static kernel_array *array_of(const program *p, kernel_id k, int array)
{
    if (k < 0 || k >= KERNEL_COUNT || array < 0 || array >= KERNEL_ARRAYS)
        program_die("kernel %d has no array %d", (int)k, array);
    return (kernel_array *)&p->kernel[k][array];
}

void program_kernel_array(program *p, kernel_id k, int array, int size)
{
    kernel_array *a = array_of(p, k, array);
    if (a->size >= 0 || size < 0)
        program_die("array %d of kernel %d: size %d", array, (int)k, size);
    a->size = size;
    a->value = program_alloc(p, (size_t)size * sizeof *a->value);
    for (int i = 0; i < size; i++)
        a->value[i] = (pref){ 0, 1, 0 };
}

void program_kernel_set(program *p, kernel_id k, int array, int index, pref value)
{
    kernel_array *a = array_of(p, k, array);
    if (index < 0 || index >= a->size || value.id < 0 || value.id > p->count)
        program_die("kernel %d, array %d of %d entries: entry %d set to statement %d", (int)k, array, a->size, index, value.id);
    a->value[index] = value;
}

int program_kernel_size(const program *p, kernel_id k, int array)
{
    return array < KERNEL_ARRAYS ? array_of(p, k, array)->size : -1;
}

pref program_kernel_get(const program *p, kernel_id k, int array, int index)
{
    const kernel_array *a = array_of(p, k, array);
    if (index < 0 || index >= a->size)
        program_die("kernel %d, array %d of %d entries: entry %d", (int)k, array, a->size, index);
    return a->value[index];
}

/* ---- reading ---- */

int program_count(const program *p) { return p->count; }

const stmt *program_stmt(const program *p, int id)
{
    if (id < 1 || id > p->count)
        program_die("there is no statement %d", id);
    return &p->block[id / BLOCK_STMTS][id % BLOCK_STMTS];
}
