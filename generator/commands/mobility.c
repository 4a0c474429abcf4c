/*
 * mobility.c -- freedoms and implied conditions from the rank of the constraint Jacobian at the assembled position.
 *
 * Counting bodies and joints (Gruebler 1917) fails for linkages of special geometry: a planar four-bar counted in space has
 * -2 freedoms. The rank of the Jacobian at a position that satisfies the constraints is right wherever that position is regular. Whether it is shows
 * at positions beside it: a drive that has nothing to move here but there stands at a dead centre.
 */
#include "mobility.h"
#include "../../runtime/assembly.h"
#include "../../runtime/linalg.h"

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

/* ---- dead centres ---- */

/* Row k of J as a combination of the rows of joints and constraints and of the other drives that are chosen at the start: own is the length of what
 * is left, relative to the row; open is what the same combination leaves of gamma[k]. J and gamma in s. Out of memory: all zero. */
typedef struct combination { double own, open; } combination;

static combination combine(const mobility *y, const mrt_system *s, int k)
{
    int n = s->mech->nu, nrow = s->mech->nrow, count = 0, rank;
    size_t room = (size_t)(n > s->nactive ? n : s->nactive) + 1;
    double *A = calloc(2*(size_t)n*room + room + mrt_lstsq_work(n, s->nactive) + 1, sizeof *A), *B = A + (size_t)n*room, *b = B + (size_t)n*room;
    int *iwork = calloc(2*room, sizeof *iwork), *taken = iwork + room;
    combination c = { 0, 0 };
    double rest = 0, all = 0;
    if (A && iwork) {
        for (int i = 0; i < s->nactive; i++) {
            int row = s->active[i];
            if (row == k || (y->implied[row] && s->mech->rows[row].kind == MRT_ROW_DRIVE)) continue;
            for (int j = 0; j < n; j++) A[j + count*n] = B[j + count*n] = s->J[row + j*nrow];
            taken[count++] = row;
        }
        for (int j = 0; j < n; j++) b[j] = s->J[k + j*nrow];
        if (!count || mrt_lstsq(n, count, A, n, b, 1e-7, &rank, iwork, b + room) == MRT_OK) {
            c.open = s->gamma[k];
            for (int i = 0; i < count; i++) c.open -= b[i]*s->gamma[taken[i]];
            for (int j = 0; j < n; j++) {
                double e = s->J[k + j*nrow];
                all += e*e;
                for (int i = 0; i < count; i++) e -= B[j + i*n]*b[i];
                rest += e*e;
            }
            c.own = all > 0 ? sqrt(rest/all) : 0;
        }
    }
    free(A), free(iwork);
    return c;
}

/* Moves q by about `size` in all coordinates and closes the loops again, without the drives. The numbers are arbitrary but always the same. */
static mrt_status step_aside(mrt_system *s, double t, double size, double *q, double *du)
{
    unsigned seed = 1;
    for (int j = 0; j < s->mech->nu; j++) {
        seed = seed*1664525u + 1013904223u;
        double sign = seed >> 31 ? -1 : 1;
        du[j] = sign*size*(0.5 + (seed >> 8 & 0xffff)/131072.0)*(s->mech->u[j].quantity == MRT_LENGTH ? s->scale : 1);
    }
    mrt_assembly *a = mrt_assembly_new(s);
    if (!a) return MRT_E_MEMORY;
    mrt_system_move(s, q, du, 1);
    mrt_status st = mrt_assembly_positions(a, t, q, NULL);
    mrt_assembly_free(a);
    return st;
}

/* The system without its drives, at rest of everything else; NULL when out of memory. *rows is freed by the caller after it. */
static mrt_system *without_drives(const mrt_system *s, const double *p, mrt_mechanism *loops, mrt_row **rows)
{
    *loops = *s->mech;
    *rows = calloc((size_t)loops->nrow, sizeof **rows);
    if (!*rows) return NULL;
    for (int i = 0; i < loops->nrow; i++) {
        (*rows)[i] = s->mech->rows[i];
        if ((*rows)[i].kind == MRT_ROW_DRIVE) (*rows)[i].analyses = 0;
    }
    loops->rows = *rows;
    return mrt_system_new(loops, s->mode, p, NULL);
}

/* Whether the mechanism stays where it is under its forces and the chosen rows; terms of the equations in s. */
static bool stays(const mobility *y, const mrt_system *s, double *ud)
{
    double most = 0;
    if (s->mech->augmented || mrt_kkt_solve(s->mech->nu, s->m, s->M, s->J, s->mech->nrow, s->rows, s->g, s->gamma, ud, s->lam, s->kkt, NULL) < 0) return false;
    for (int j = 0; j < s->mech->nu; j++) most = fmax(most, fmax(fabs(y->u[j]), fabs(ud[j])));
    return most < 1e-9;
}

/* Marks the drives that have (nearly) nothing to move here, and those among them that have beside here. What cannot be found out, because no position
 * beside here closes, is no dead centre. */
static void find_dead(mobility *y, const double *p)
{
    static const double sizes[] = { 0.03, 0.003, 0.1 };
    mrt_system *s = y->system;
    const mrt_mechanism *x = s->mech;
    unsigned char *weak = calloc((size_t)x->nrow + 1, 1);
    double *q = calloc((size_t)(x->nq + x->nu) + 1, sizeof *q);
    int count = 0;
    if (weak && q) {
        mrt_system_equations(s, y->t, y->q, y->u);
        for (int k = 0; k < s->nactive; k++) {
            int i = s->active[k];
            if (x->rows[i].kind != MRT_ROW_DRIVE) continue;
            combination c = combine(y, s, i);
            weak[i] = y->implied[i] || c.own < 1e-5;
            y->open[i] = y->implied[i] ? c.open : 0;
            count += weak[i];
        }
        y->at_rest = count && stays(y, s, q + x->nq);
    }
    mrt_mechanism loops;
    mrt_row *rows = NULL;
    mrt_system *aside = count ? without_drives(s, p, &loops, &rows) : NULL;
    for (size_t k = 0; aside && k < sizeof sizes/sizeof *sizes; k++) {
        memcpy(q, y->q, (size_t)x->nq*sizeof *q);
        if (mrt_system_choose(aside, y->t, q) < 0 || step_aside(aside, y->t, sizes[k], q, q + x->nq) < 0) continue;
        mrt_system_equations(s, y->t, q, s->zero);
        for (int i = 0; i < x->nrow; i++)
            if (weak[i] && combine(y, s, i).own > 1e-4) y->dead[i] = true;
    }
    if (count) mrt_system_choose(s, y->t, y->q);
    mrt_system_free(aside);
    free(rows), free(weak), free(q);
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
    y->dead = calloc((size_t)x->nrow + 1, sizeof *y->dead);
    y->open = calloc((size_t)x->nrow + 1, sizeof *y->open);
    y->system = mrt_system_new(x, a->kind ? a->kind : MRT_DYNAMICS, p, NULL);
    if (!y->q || !y->u || !y->implied || !y->against || !y->dead || !y->open || !y->system) { mobility_done(y); return false; }

    y->status = mrt_assemble(y->system, y->t, a->kind ? a->assemble : 1, y->q, y->u);
    double rate;
    mrt_system_violation(y->system, y->t, y->q, y->u, &y->violation, &rate);
    if (y->status >= 0) y->status = mrt_system_choose(y->system, y->t, y->q);
    if (y->status >= 0) {
        read_rows(y);
        find_dead(y, p);
    }
    find_massless(y);
    double *start = y->status < 0 ? calloc((size_t)x->nq + 1, sizeof *start) : NULL;
    if (start) read_failed_rows(y, start);
    free(start);
    return true;
}

void mobility_done(mobility *y)
{
    mrt_system_free(y->system);
    free(y->q), free(y->u), free(y->implied), free(y->against), free(y->dead), free(y->open);
    memset(y, 0, sizeof *y);
}
