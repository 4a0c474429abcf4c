/*
 * pass_products.c -- puts a product that is used once into the term that uses it.
 *
 * The number of operations stays, or falls where two coefficients meet, and the compiler sees multiply and add in one expression, which it can fuse. A
 * product that the derivation commented on keeps its name.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdlib.h>

enum { MOST_FACTORS = 6 };

typedef struct inliner { rewrite r; const int *uses; factor *f; int n, room; } inliner;

static bool vanishes(const inliner *in, int id, int power)
{
    const stmt *s = program_stmt(in->r.from, id);
    return s->kind == STMT_SUM && s->nterm == 1 && s->terms->nfactor > 0 && s->terms->nfactor <= MOST_FACTORS && in->uses[id] == 1
        && !*s->comment && (power == 1 || power == -1) && !program_plain(s);
}

/* Collects the factors of a term, going into products that vanish; powers count `side` fold. Returns the coefficient. */
static double collect(inliner *in, const term *t, int side)
{
    double coef = t->coef;
    for (int j = 0; j < t->nfactor; j++) {
        factor x = t->factors[j];
        if (vanishes(in, x.id, x.power)) {
            double c = collect(in, program_stmt(in->r.from, x.id)->terms, side*x.power);
            coef = x.power > 0 ? coef*c : coef/c;
            continue;
        }
        if (in->n == in->room) {
            in->room = in->room*2 + 16;
            in->f = pass_grow(in->f, (size_t)in->room * sizeof *in->f);
        }
        in->f[in->n++] = (factor){ x.id, side*x.power };
    }
    return coef;
}

/* A product vanishes only into a sum, not into a function or a kernel. */
static int find_vanishing(const inliner *in, unsigned char *gone)
{
    const program *p = in->r.from;
    int n = 0;
    for (int id = 1; id <= program_count(p); id++) {
        const stmt *s = program_stmt(p, id);
        for (int i = 0; s->kind == STMT_SUM && i < s->nterm && !program_plain(s); i++)
            for (int j = 0; j < s->terms[i].nfactor; j++)
                if (vanishes(in, s->terms[i].factors[j].id, s->terms[i].factors[j].power)) {
                    gone[s->terms[i].factors[j].id] = 1;
                    n++;
                }
    }
    return n;
}

program *pass_products(const program *p)
{
    int count = program_count(p), *uses = pass_uses(p);
    unsigned char *gone = pass_alloc((size_t)count + 1, 1);
    inliner in = { .r = { .from = p }, .uses = uses };
    bool work = find_vanishing(&in, gone) > 0;
    if (work)
        rewrite_init(&in.r, p);
    for (int id = 1; work && id <= count; id++) {
        const stmt *s = program_stmt(p, id);
        if (gone[id])
            continue;
        if (s->kind == STMT_SUM && !program_plain(s)) {
            program_section(in.r.to, s->section);
            rewrite_clear(&in.r);
            for (int i = 0; i < s->nterm; i++) {
                in.n = 0;
                double coef = collect(&in, &s->terms[i], 1);
                rewrite_term(&in.r, &(term){ coef, in.n, in.f });
            }
            in.r.map[id] = rewrite_sum(&in.r, rewrite_wish(s), s->comment);
        }
        rewrite_stmt(&in.r, id);
    }
    free(uses);
    free(gone);
    free(in.f);
    return work ? rewrite_done(&in.r) : NULL;
}
