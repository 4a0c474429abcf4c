/*
 * pass_reciprocals.c -- divides once where a kernel divides by the same value several times.
 *
 * n divisions become one division and n multiplications: one operation more, but a division takes as long as eight multiplications. Parameter-only
 * divisors are left to the hoisting.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>

/* 1/x is a statement of its own already: the place that keeps the division. */
static bool is_reciprocal(const stmt *s)
{
    return s->nterm == 1 && s->terms->nfactor == 1 && s->terms->factors->power == -1 && s->terms->coef == 1;
}

/* Divisors that stand twice in one kernel. */
static unsigned char *find_divisors(const program *p, int *found)
{
    int count = program_count(p);
    *found = 0;
    unsigned *kernels = pass_kernels(p), *once = pass_alloc((size_t)count + 1, sizeof *once);
    unsigned char *twice = pass_alloc((size_t)count + 1, 1);
    for (int id = 1; id <= count; id++) {
        const stmt *s = program_stmt(p, id);
        for (int i = 0; s->kind == STMT_SUM && i < s->nterm; i++)
            for (int j = 0; j < s->terms[i].nfactor; j++) {
                factor f = s->terms[i].factors[j];
                if (f.power >= 0 || program_parameter_only(program_stmt(p, f.id)))
                    continue;
                if (once[f.id] & kernels[id])
                    *found += twice[f.id] = 1;
                once[f.id] |= kernels[id];
            }
    }
    free(kernels);
    free(once);
    return twice;
}

/* The new statement 1/x. */
static pref define_reciprocal(rewrite *r, int id)
{
    const stmt *s = program_stmt(r->from, id);
    char wish[64];
    snprintf(wish, sizeof wish, "inv_%s", s->name);
    rewrite_stmt(r, id);
    rewrite_clear(r);
    rewrite_term(r, &(term){ 1, 1, &(factor){ id, -1 } });
    return rewrite_sum(r, *rewrite_wish(s) ? wish : "", "");
}

/* inverse[id] is the new statement 1/id, id 0: not yet defined */
static void divide_once(rewrite *r, int id, const unsigned char *twice, pref *inverse)
{
    const stmt *s = program_stmt(r->from, id);
    program_section(r->to, s->section);
    for (int i = 0; i < s->nterm; i++)
        for (int j = 0; j < s->terms[i].nfactor; j++)
            if (s->terms[i].factors[j].power < 0 && twice[s->terms[i].factors[j].id] && !inverse[s->terms[i].factors[j].id].id)
                inverse[s->terms[i].factors[j].id] = define_reciprocal(r, s->terms[i].factors[j].id);
    rewrite_clear(r);
    for (int i = 0; i < s->nterm; i++) {
        const term *t = &s->terms[i];
        factor *f = pass_alloc((size_t)t->nfactor, sizeof *f);
        double coef = t->coef;
        int n = 0;
        for (int j = 0; j < t->nfactor; j++)
            if (!inverse[t->factors[j].id].id || t->factors[j].power > 0)
                f[n++] = t->factors[j];
            else if (t->factors[j].power % 2)
                coef *= inverse[t->factors[j].id].sign;
        rewrite_term(r, &(term){ coef, n, f });
        for (int j = 0; j < t->nfactor; j++)
            for (int k = t->factors[j].power; k < 0 && inverse[t->factors[j].id].id; k++)
                rewrite_factor(r, inverse[t->factors[j].id].id);
        free(f);
    }
    r->map[id] = rewrite_sum(r, rewrite_wish(s), s->comment);
}

program *pass_reciprocals(const program *p)
{
    int found;
    unsigned char *twice = find_divisors(p, &found);
    if (!found) {
        free(twice);
        return NULL;
    }
    pref *inverse = pass_alloc((size_t)program_count(p) + 1, sizeof *inverse);
    rewrite r;
    rewrite_init(&r, p);
    for (int id = 1; id <= program_count(p); id++) {
        const stmt *s = program_stmt(p, id);
        bool divides = false;
        for (int i = 0; s->kind == STMT_SUM && i < s->nterm && !program_plain(s) && !is_reciprocal(s); i++)
            for (int j = 0; j < s->terms[i].nfactor; j++)
                divides = divides || (s->terms[i].factors[j].power < 0 && twice[s->terms[i].factors[j].id]);
        if (divides)
            divide_once(&r, id, twice, inverse);
        rewrite_stmt(&r, id);
    }
    free(twice);
    free(inverse);
    return rewrite_done(&r);
}
