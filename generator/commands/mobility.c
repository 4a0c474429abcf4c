/*
 * mobility.c -- freedoms and implied conditions from the rank of the constraint Jacobian at the assembled position.
 *
 * Counting bodies and joints (Gruebler 1917) fails for linkages of special geometry: a planar four-bar counted in space has
 * -2 freedoms. The rank of the Jacobian at a position that satisfies the constraints is right wherever that position is regular.
 */
#include "mobility.h"
#include "../../runtime/assembly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows are chosen with joints before drives, so the drives among the chosen ones add to the rank of the rest. */
static void read_rows(mobility *y)
{
    const mrt_system *s = y->system;
    for (int i = 0; i < s->m; i++) {
        if (s->mech->rows[s->rows[i]].kind == MRT_ROW_DRIVE) y->drives++;
        else y->rank++;
    }
    for (int i = 0; i < s->nother; i++) y->implied[s->others[i]] = true;
    y->freedoms = s->mech->nu - y->rank;
}

/* The assembly failed. A row that is implied at the start values as well as at the best attempt is so by its nature, not because the attempt
 * ended in a singular position: two drives on one freedom are found this way. */
static void read_failed_rows(mobility *y, double *q)
{
    mrt_system *s = y->system;
    bool *here = calloc((size_t)s->mech->nrow + 1, sizeof *here);
    if (here && mrt_system_choose(s, y->t, y->q) >= 0) {
        for (int i = 0; i < s->nother; i++) here[s->others[i]] = true;
        double *rest = calloc((size_t)(s->mech->nu + s->mech->ncq + 7*s->mech->nbody) + 1, sizeof *rest);
        if (rest) s->mech->start(s->w, q, rest, rest + s->mech->nu, rest + s->mech->nu + s->mech->ncq);
        if (rest && mrt_system_choose(s, y->t, q) >= 0)
            for (int i = 0; i < s->nother; i++) y->implied[s->others[i]] = here[s->others[i]];
        free(rest);
    }
    free(here);
    mrt_system_constraints(s, y->t, y->q);
    y->worst = mrt_system_worst_row(s);
    for (int i = 0; i < s->mech->nrow; i++) y->against[i] = y->implied[i] && !(fabs(s->Phi[i]) < 1e-8);
}

static void find_massless(mobility *y)
{
    y->massless = -1;
    if (mrt_system_find_massless(y->system, y->q) == 0) return;
    for (int i = y->system->mech->nu - 1; i >= 0; i--) if (y->system->unit[i] != 0) y->massless = i;
}

bool mobility_find(mobility *y, const mrt_mechanism *x, int kind, const double *p)
{
    const mrt_analysis *a = &x->analysis[kind && x->analysis[1].kind == kind];
    memset(y, 0, sizeof *y);
    y->worst = -1;
    y->t = a->kind ? a->from : 0;
    y->q = calloc((size_t)x->nq + 1, sizeof *y->q);
    y->u = calloc((size_t)x->nu + 1, sizeof *y->u);
    y->implied = calloc((size_t)x->nrow + 1, sizeof *y->implied);
    y->against = calloc((size_t)x->nrow + 1, sizeof *y->against);
    y->system = mrt_system_new(x, a->kind ? a->kind : MRT_DYNAMICS, p, NULL);
    if (!y->q || !y->u || !y->implied || !y->against || !y->system) { mobility_done(y); return false; }

    y->status = mrt_assemble(y->system, y->t, a->kind ? a->assemble : 1, y->q, y->u);
    double rate;
    mrt_system_violation(y->system, y->t, y->q, y->u, &y->violation, &rate);
    if (y->status >= 0) y->status = mrt_system_choose(y->system, y->t, y->q);
    if (y->status >= 0) read_rows(y);
    find_massless(y);
    double *start = y->status < 0 ? calloc((size_t)x->nq + 1, sizeof *start) : NULL;
    if (start) read_failed_rows(y, start);
    free(start);
    return true;
}

void mobility_done(mobility *y)
{
    mrt_system_free(y->system);
    free(y->q), free(y->u), free(y->implied), free(y->against);
    memset(y, 0, sizeof *y);
}
