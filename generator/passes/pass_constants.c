/*
 * pass_constants.c -- carries numbers to where they are used.
 *
 * Sums and products of numbers fold by themselves when the program is built again; here the functions that IEEE arithmetic gives exactly rounded (sqrt) or
 * exactly (abs, sign, step, min, max) are folded too. The others were folded by the derivation, with more digits. A constant multiple x = c*y disappears
 * into the terms that use it when each of them has a coefficient anyway.
 */
#include "passes.h"
#include "rewrite.h"

#include <math.h>
#include <stdlib.h>

/* x = c*y, c not 1 or -1 */
static bool is_multiple(const stmt *s)
{
    return s->kind == STMT_SUM && s->nterm == 1 && s->terms->nfactor == 1 && s->terms->factors->power == 1 && fabs(s->terms->coef) != 1;
}

/* Statements that must stay: used by a function, a kernel, with a power, or in a term whose coefficient is 1 or -1. */
static unsigned char *find_needed(const program *p)
{
    int count = program_count(p);
    unsigned char *stay = pass_alloc((size_t)count + 1, 1);
    for (int id = 1; id <= count; id++) {
        const stmt *s = program_stmt(p, id);
        if (s->kind == STMT_FUNC) {
            stay[s->arg[0]] = 1;
            stay[s->arg[1]] = 1;
        }
        for (int i = 0; s->kind == STMT_SUM && i < s->nterm; i++)
            for (int j = 0; j < s->terms[i].nfactor; j++)
                if (s->terms[i].factors[j].power != 1 || fabs(s->terms[i].coef) == 1)
                    stay[s->terms[i].factors[j].id] = 1;
    }
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int a = 0; program_kernel_array_name((kernel_id)k, a); a++)
            for (int i = 0; i < program_kernel_size(p, (kernel_id)k, a); i++)
                stay[program_kernel_get(p, (kernel_id)k, a, i).id] = 1;
    return stay;
}

static bool fold(program_func f, double a, double b, double *value)
{
    switch (f) {
    case PF_SQRT: *value = sqrt(a); break;
    case PF_ABS:  *value = fabs(a); break;
    case PF_SIGN: *value = (a > 0) - (a < 0); break;
    case PF_STEP: *value = 0.5*(1 + (a > 0) - (a < 0)); break;
    case PF_MIN:  *value = a < b ? a : b; break;
    case PF_MAX:  *value = a > b ? a : b; break;
    default:      return false;
    }
    return isfinite(*value);
}

/* A factor that is a vanishing multiple is replaced by what it is a multiple of. */
static void add_term(rewrite *r, const term *t, const unsigned char *stay)
{
    double coef = t->coef;
    factor *f = pass_alloc((size_t)t->nfactor, sizeof *f);
    for (int j = 0; j < t->nfactor; j++) {
        f[j] = t->factors[j];
        const stmt *s = program_stmt(r->from, f[j].id);
        while (is_multiple(s) && !stay[f[j].id]) {
            coef *= s->terms->coef;
            f[j].id = s->terms->factors->id;
            s = program_stmt(r->from, f[j].id);
        }
    }
    rewrite_term(r, &(term){ coef, t->nfactor, f });
    free(f);
}

static void constant_stmt(rewrite *r, int id, const unsigned char *stay)
{
    const stmt *s = program_stmt(r->from, id);
    double value;
    if (s->kind == STMT_FUNC) {
        pref a = rewrite_stmt(r, s->arg[0]), b = s->arg[1] ? rewrite_stmt(r, s->arg[1]) : (pref){ 0, 1, 0 };
        if (!a.id && !b.id && fold(s->func, a.number, b.number, &value))
            r->map[id] = (pref){ 0, 1, value };
    } else if (s->kind == STMT_SUM && !program_plain(s)) {
        program_section(r->to, s->section);
        rewrite_clear(r);
        for (int i = 0; i < s->nterm; i++)
            add_term(r, &s->terms[i], stay);
        r->map[id] = rewrite_sum(r, rewrite_wish(s), s->comment);
    }
    rewrite_stmt(r, id);
}

/* True if the statement is one that this pass changes. */
static bool concerns(const program *p, const stmt *s, bool stays)
{
    if (s->kind == STMT_FUNC) {
        const stmt *a = program_stmt(p, s->arg[0]);
        return program_plain(a) && !a->terms->nfactor;
    }
    return is_multiple(s) && !stays;
}

program *pass_constants(const program *p)
{
    unsigned char *stay = find_needed(p);
    int count = program_count(p), work = 0;
    for (int id = 1; id <= count; id++)
        work += concerns(p, program_stmt(p, id), stay[id]);
    if (!work) {
        free(stay);
        return NULL;
    }
    rewrite r;
    rewrite_init(&r, p);
    for (int id = 1; id <= count; id++)
        if (!is_multiple(program_stmt(p, id)) || stay[id])
            constant_stmt(&r, id, stay);
    free(stay);
    return rewrite_done(&r);
}
