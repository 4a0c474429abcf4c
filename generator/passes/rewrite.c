/*
 * rewrite.c -- copying a program with changes. Names, comments and sections go along; sums pass through program_sum, so that what has become equal
 * becomes one.
 */
#include "rewrite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *pass_alloc(size_t count, size_t size)
{
    void *at = calloc(count ? count : 1, size);
    if (!at) {
        fputs("mechc: out of memory\n", stderr);
        exit(1);
    }
    return at;
}

void *pass_grow(void *old, size_t bytes)
{
    void *at = realloc(old, bytes);
    if (!at) {
        fputs("mechc: out of memory\n", stderr);
        exit(1);
    }
    return at;
}

void rewrite_init(rewrite *r, const program *from)
{
    size_t n = (size_t)program_count(from) + 1;
    *r = (rewrite){ .from = from, .to = program_new(), .map = pass_alloc(n, sizeof(pref)) };
    if (!r->to) {
        fputs("mechc: out of memory\n", stderr);
        exit(1);
    }
    for (size_t i = 0; i < n; i++)
        r->map[i] = (pref){ 0, 1, NAN };
}

program *rewrite_done(rewrite *r)
{
    r->heading = NULL;
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int a = 0; program_kernel_array_name((kernel_id)k, a); a++) {
            int size = program_kernel_size(r->from, (kernel_id)k, a);
            if (size < 0)
                continue;
            program_kernel_array(r->to, (kernel_id)k, a, size);
            for (int i = 0; i < size; i++) {
                pref x = program_kernel_get(r->from, (kernel_id)k, a, i);
                if (x.id) {
                    pref y = rewrite_stmt(r, x.id);
                    x = y.id ? (pref){ y.id, x.sign*y.sign, 0 } : (pref){ 0, 1, x.sign*y.number };
                }
                program_kernel_set(r->to, (kernel_id)k, a, i, x);
            }
        }
    if (program_loops(r->from))
        program_loops_set(r->to, program_loops(r->from));
    program *to = r->to;
    free(r->map);
    free(r->terms);
    free(r->factors);
    *r = (rewrite){ 0 };
    return to;
}

void rewrite_clear(rewrite *r) { r->nterm = r->nfactor = 0; }

/* factors of the terms are given as offsets until rewrite_sum, because the array may move */
void rewrite_add(rewrite *r, double coef, const factor *new_factors, int n)
{
    if (r->nterm == r->term_room)
        r->terms = pass_grow(r->terms, (size_t)(r->term_room = r->term_room*2 + 16) * sizeof *r->terms);
    if (r->nfactor + n > r->factor_room)
        r->factors = pass_grow(r->factors, (size_t)(r->factor_room = (r->factor_room + n)*2 + 16) * sizeof *r->factors);
    if (n)
        memcpy(r->factors + r->nfactor, new_factors, (size_t)n * sizeof *new_factors);
    r->terms[r->nterm++] = (term){ coef, n, NULL };
    r->nfactor += n;
}

void rewrite_factor(rewrite *r, int new_id)
{
    if (r->nfactor == r->factor_room)
        r->factors = pass_grow(r->factors, (size_t)(r->factor_room = r->factor_room*2 + 16) * sizeof *r->factors);
    r->factors[r->nfactor++] = (factor){ new_id, 1 };
    r->terms[r->nterm - 1].nfactor++;
}

void rewrite_term(rewrite *r, const term *old)
{
    factor few[32], *f = old->nfactor > 32 ? pass_alloc((size_t)old->nfactor, sizeof *f) : few;
    double coef = old->coef;
    int n = 0;
    few[0] = (factor){ 0, 0 };
    for (int j = 0; j < old->nfactor; j++) {
        pref x = rewrite_stmt(r, old->factors[j].id);
        int power = old->factors[j].power;
        if (x.id)
            f[n++] = (factor){ x.id, power };
        /* the sign, or the number, to its power */
        double base = x.id ? x.sign : x.number;
        for (int i = power; i > 0; i--)
            coef *= base;
        for (int i = power; i < 0; i++)
            coef /= base;
    }
    rewrite_add(r, coef, f, n);
    if (f != few)
        free(f);
}

pref rewrite_sum(rewrite *r, const char *name, const char *comment)
{
    const factor *f = r->factors;
    for (int i = 0; i < r->nterm; i++) {
        r->terms[i].factors = f;
        f += r->terms[i].nfactor;
    }
    return program_sum(r->to, r->terms, r->nterm, name, comment);
}

const char *rewrite_wish(const stmt *s)
{
    const char *digits = s->name + 1;
    return s->name[0] == 't' && *digits && strspn(digits, "0123456789") == strlen(digits) ? "" : s->name;
}

/* 1: even, -1: odd, 0: neither. */
static int parity(program_func f)
{
    switch (f) {
    case PF_COS: case PF_COSH: case PF_ABS:
        return 1;
    case PF_SIN: case PF_TAN: case PF_ASIN: case PF_ATAN: case PF_SINH: case PF_TANH: case PF_SIGN:
        return -1;
    default:
        return 0;
    }
}

static int argument(rewrite *r, int id)
{
    pref x = rewrite_stmt(r, id);
    return !x.id ? program_number(r->to, x.number) : x.sign < 0 ? program_negative(r->to, x.id) : x.id;
}

pref rewrite_stmt(rewrite *r, int id)
{
    const stmt *s = program_stmt(r->from, id);
    pref *to = &r->map[id];
    if (to->id || !isnan(to->number))
        return *to;
    program_section(r->to, r->heading ? r->heading : s->section);
    if (s->kind == STMT_LEAF) {
        *to = (pref){ program_leaf(r->to, s->leaf, s->index, s->name, s->comment), 1, 0 };
    } else if (s->kind == STMT_FUNC) {
        pref x = rewrite_stmt(r, s->arg[0]);
        int side = x.id && x.sign < 0 ? parity(s->func) : 0;
        int a = side ? x.id : argument(r, s->arg[0]), b = s->arg[1] ? argument(r, s->arg[1]) : 0;
        program_section(r->to, r->heading ? r->heading : s->section);
        *to = program_func_of(r->to, s->func, a, b, rewrite_wish(s), s->comment);
        to->sign = side < 0 ? -1 : 1;
    } else {
        /* everything it uses first: rewrite_term must not find its own scratch in use */
        for (int i = 0; i < s->nterm; i++)
            for (int j = 0; j < s->terms[i].nfactor; j++)
                rewrite_stmt(r, s->terms[i].factors[j].id);
        program_section(r->to, r->heading ? r->heading : s->section);
        rewrite_clear(r);
        for (int i = 0; i < s->nterm; i++)
            rewrite_term(r, &s->terms[i]);
        *to = rewrite_sum(r, rewrite_wish(s), s->comment);
    }
    return *to;
}

static void count_use(void *data, int id)
{
    ((int *)data)[id]++;
}

int *pass_uses(const program *p)
{
    int count = program_count(p), *uses = pass_alloc((size_t)count + 1, sizeof *uses);
    for (int id = 1; id <= count; id++)
        program_each_use(p, id, count_use, uses);
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int a = 0; program_kernel_array_name((kernel_id)k, a); a++)
            for (int i = 0; i < program_kernel_size(p, (kernel_id)k, a); i++)
                uses[program_kernel_get(p, (kernel_id)k, a, i).id]++;
    return uses;
}

unsigned *pass_kernels(const program *p)
{
    size_t n = (size_t)program_count(p) + 1;
    unsigned *kernels = pass_alloc(n, sizeof *kernels);
    unsigned char *mark = pass_alloc(n, 1);
    for (int k = 0; k < KERNEL_COUNT; k++) {
        program_needed(p, (kernel_id)k, mark);
        for (size_t i = 0; i < n; i++)
            kernels[i] |= (unsigned)mark[i] << k;
    }
    free(mark);
    return kernels;
}
