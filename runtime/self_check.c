/*
 * self_check.c -- see self_check.h.
 *
 * Differences are central and of fourth order with h = 1e-3 or less: truncation about 1e-12, rounding about 1e-13 of what is
 * differentiated; 1e-8 is asked for. Identities between kernels must hold to rounding; 1e-10 is asked for because
 * different recursions round differently where M is badly conditioned.
 */
#include "self_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assembly.h"
#include "linalg.h"

enum { STATES = 5, MAX_CHECKS = 24 };
#define IDENTITY   1e-10
#define ELIMINATED 1e-8                  /* elimination without exchange of rows loses what the condition takes */
#define LARGE_STRAIN 1e6
#define DIFFERENCE 1e-8

typedef struct check_line { const char *name; double worst, allowed; int used; } check_line;

typedef struct bench {
    mrt_system *s;
    const mrt_mechanism *m;
    double t, *q, *u, *ud, *tau, *tau2;            /* the state under test */
    double *M, *g, *Phi, *Phid, *J, *gamma, *Phit, *Phi2, *J2, *M2;
    double *x, *v, *a, *B, *Bdu, *y, *y2, *qs, *qd;
    int n;
    check_line line[MAX_CHECKS];
    unsigned long seed;
} bench;

/* ---- bookkeeping ---- */

/* Notes |got - want| relative to scale (at least 1e-300) under a name. */
static void note(bench *b, const char *name, double allowed, double error, double scale)
{
    int i = 0;
    while (i < b->n && strcmp(b->line[i].name, name)) i++;
    if (i == b->n) {
        if (b->n == MAX_CHECKS) return;
        b->line[b->n++] = (check_line){ name, 0, allowed, 0 };
    }
    double relative = error == 0 ? 0 : error/fmax(scale, 1e-300);
    if (!(relative <= b->line[i].worst)) b->line[i].worst = isnan(relative) ? INFINITY : relative;
    b->line[i].used++;
}

static double size_of(int n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = isnan(x[i]) ? INFINITY : fmax(most, fabs(x[i]));
    return most;
}

static double gap(int n, const double *x, const double *y)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = isfinite(x[i] - y[i]) ? fmax(most, fabs(x[i] - y[i])) : INFINITY;
    return most;
}

/* Numbers in (-1, 1), the same every time. */
static double next(bench *b)
{
    b->seed = (b->seed*1103515245UL + 12345UL) & 0x7fffffffUL;
    return (double)b->seed/1073741824.0 - 1;
}

/* Step for differences along w: the tip of a long chain turns with the sum of its speeds. */
static double step_along(const bench *b, const double *w)
{
    double sum = 0;
    for (int j = 0; j < b->m->nu; j++) sum += fabs(w[j]);
    return 1e-3/fmax(1, sum/4);
}

/* y[n] = d/ds f(t + s dt, q + s N(q) w) at s = 0, fourth order; f writes n values into out. */
typedef void function(bench *b, double t, const double *q, double *out);
static void derivative(bench *b, function *f, int n, double dt, const double *w, double *y)
{
    static const double weight[4] = { 1.0/12, -2.0/3, 2.0/3, -1.0/12 }, at[4] = { -2, -1, 1, 2 };
    const double h = step_along(b, w);
    memset(y, 0, (size_t)n*sizeof(double));
    b->m->rates(b->s->w, b->q, w, b->qd);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < b->m->nq; i++) b->qs[i] = b->q[i] + at[k]*h*b->qd[i];
        mrt_system_normalise(b->s, b->qs);
        f(b, b->t + at[k]*h*dt, b->qs, b->y2);
        for (int i = 0; i < n; i++) y[i] += weight[k]*b->y2[i]/h;
    }
}

/* ---- what is differentiated ---- */

static void f_rows(bench *b, double t, const double *q, double *out) { b->m->constraints(b->s->w, t, q, out, b->J2, b->Phi2); }
static void f_row_rates(bench *b, double t, const double *q, double *out)
{
    b->m->constraints(b->s->w, t, q, b->Phi2, b->J2, out);
    for (int i = 0; i < b->m->nrow; i++)
        for (int j = 0; j < b->m->nu; j++) out[i] += b->J2[i + j*b->m->nrow]*b->u[j];
}
/* Positions and rotation matrices' first two columns: free of the sign of Euler parameters. 9 numbers a body. */
static void f_poses(bench *b, double t, const double *q, double *out)
{
    b->m->bodies_state(b->s->w, t, q, b->s->zero, b->s->zero, b->x, b->v, b->a);
    for (int k = 0; k < b->m->nbody; k++) {
        const double *e = b->x + 7*k + 3;
        memcpy(out + 9*k, b->x + 7*k, 3*sizeof(double));
        double c[6] = { e[0]*e[0] + e[1]*e[1] - e[2]*e[2] - e[3]*e[3], 2*(e[1]*e[2] + e[0]*e[3]), 2*(e[1]*e[3] - e[0]*e[2]),
                        2*(e[1]*e[2] - e[0]*e[3]), e[0]*e[0] - e[1]*e[1] + e[2]*e[2] - e[3]*e[3], 2*(e[2]*e[3] + e[0]*e[1]) };
        memcpy(out + 9*k + 3, c, sizeof c);
    }
}
static void f_twists(bench *b, double t, const double *q, double *out)
{
    b->m->bodies_state(b->s->w, t, q, b->u, b->s->zero, b->x, b->v, b->a);
    memcpy(out, b->v, (size_t)(6*b->m->nbody)*sizeof(double));
}

/* ---- the checks ---- */

static void check_mass(bench *b)
{
    const mrt_mechanism *m = b->m;
    int n = m->nu;
    double size = size_of(n*n, b->M), skew = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) skew = fmax(skew, fabs(b->M[i + j*n] - b->M[j + i*n]));
    note(b, "M symmetric", IDENTITY, skew, size);
    m->mass(b->s->w, b->q, b->M2);
    note(b, "mass kernel = M of the equations", IDENTITY, gap(n*n, b->M, b->M2), size);
    /* Massless coordinates are allowed: positive semidefinite is asked for. */
    for (int i = 0; i < n; i++) b->M2[i + i*n] += 1e-10*(size + (size == 0));
    note(b, "M positive", 0, n && mrt_chol_factor(n, b->M2, n) < 0 ? 1 : 0, 1);
    double energy[2], twice = 0;
    m->energy(b->s->w, b->t, b->q, b->u, b->s->in, energy);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) twice += b->u[i]*b->M[i + j*n]*b->u[j];
    note(b, "kinetic energy = u^T M u/2", IDENTITY, fabs(twice/2 - energy[0]), fabs(energy[0]) + size*1e-3);
}

static void check_rows(bench *b)
{
    const mrt_mechanism *m = b->m;
    int n = m->nu, nr = m->nrow;
    if (!nr) return;
    double size = size_of(nr*n, b->J) + 1e-6;
    m->constraints(b->s->w, b->t, b->q, b->Phi2, b->J2, b->Phit);
    note(b, "constraint kernel = rows of the equations", IDENTITY, fmax(gap(nr, b->Phi, b->Phi2), gap(nr*n, b->J, b->J2)), size + size_of(nr, b->Phi));
    for (int i = 0; i < nr; i++) {
        b->y[i] = b->Phit[i];
        for (int j = 0; j < n; j++) b->y[i] += b->J[i + j*nr]*b->u[j];
    }
    note(b, "Phidot = J u + Phit", IDENTITY, gap(nr, b->y, b->Phid), size_of(nr, b->Phid) + size);
    double *unit = b->tau2;
    for (int j = 0; j < n; j++) {
        memset(unit, 0, (size_t)n*sizeof(double));
        unit[j] = 1;
        derivative(b, f_rows, nr, 0, unit, b->y);
        note(b, "J = differences of Phi along N", DIFFERENCE, gap(nr, b->y, b->J + j*nr), size);
    }
    derivative(b, f_rows, nr, 1, b->s->zero, b->y);
    note(b, "Phit = differences of Phi in time", DIFFERENCE, gap(nr, b->y, b->Phit), size_of(nr, b->Phit) + size);
    derivative(b, f_row_rates, nr, 1, b->u, b->y);
    for (int i = 0; i < nr; i++) b->y[i] = -b->y[i];
    note(b, "gamma = -differences of Phidot", DIFFERENCE, gap(nr, b->y, b->gamma), size_of(nr, b->gamma) + size);
}

static void check_bodies(bench *b)
{
    const mrt_mechanism *m = b->m;
    int n = m->nu, nb = m->nbody, rows = 6*nb;
    if (!nb) return;
    m->transformation(b->s->w, b->t, b->q, b->u, b->B, b->Bdu);
    double size = size_of(rows*n, b->B) + 1e-6;
    /* positions and two columns of the rotation move with v and w x column */
    double *unit = b->tau2;
    for (int j = 0; j < n; j++) {
        memset(unit, 0, (size_t)n*sizeof(double));
        unit[j] = 1;
        derivative(b, f_poses, 9*nb, 0, unit, b->y);
        f_poses(b, b->t, b->q, b->y2);
        for (int k = 0; k < nb; k++) {
            const double *v = b->B + 6*k + j*rows, *w = v + 3, *d = b->y + 9*k, *c = b->y2 + 9*k + 3;
            double want[9] = { v[0], v[1], v[2], w[1]*c[2] - w[2]*c[1], w[2]*c[0] - w[0]*c[2], w[0]*c[1] - w[1]*c[0],
                               w[1]*c[5] - w[2]*c[4], w[2]*c[3] - w[0]*c[5], w[0]*c[4] - w[1]*c[3] };
            note(b, "B = differences of positions", DIFFERENCE, gap(9, d, want), size);
        }
    }
    derivative(b, f_twists, rows, 1, b->u, b->y);
    note(b, "Bdot u = differences of velocities", DIFFERENCE, gap(rows, b->y, b->Bdu), size_of(rows, b->Bdu) + size);
    m->bodies_state(b->s->w, b->t, b->q, b->u, b->ud, b->x, b->v, b->a);
    double fast = 0, quick = 0;
    for (int i = 0; i < rows; i++) {
        double v = 0, a = b->Bdu[i];
        for (int j = 0; j < n; j++) v += b->B[i + j*rows]*b->u[j], a += b->B[i + j*rows]*b->ud[j];
        fast = fmax(fast, fabs(v - b->v[i])), quick = fmax(quick, fabs(a - b->a[i]));
    }
    note(b, "velocities = B u", IDENTITY, fast, size_of(rows, b->v) + size);
    note(b, "accelerations = B ud + Bdot u", IDENTITY, quick, size_of(rows, b->a) + size);
}

/* Rate of kinetic energy along u with accelerations ud, by steps of h. */
static double energy_rate(bench *b, const double *ud, double h)
{
    static const double weight[4] = { 1.0/12, -2.0/3, 2.0/3, -1.0/12 }, at[4] = { -2, -1, 1, 2 };
    double rate = 0, e[2], *u = b->y2;
    b->m->rates(b->s->w, b->q, b->u, b->qd);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < b->m->nq; i++) b->qs[i] = b->q[i] + at[k]*h*b->qd[i];
        mrt_system_normalise(b->s, b->qs);
        for (int j = 0; j < b->m->nu; j++) u[j] = b->u[j] + at[k]*h*ud[j];
        b->m->energy(b->s->w, b->t, b->qs, u, b->s->in, e);
        rate += weight[k]*e[0]/h;
    }
    return rate;
}

static void check_motion(bench *b)
{
    const mrt_mechanism *m = b->m;
    mrt_system *s = b->s;
    int n = m->nu;
    /* A tree without mass somewhere has no accelerations of its own. */
    memcpy(b->M2, b->M, (size_t)(n*n)*sizeof(double));
    if (!n || mrt_chol_factor(n, b->M2, n) < 0) return;
    m->forward(s->w, s->mode, b->t, b->q, b->u, s->in, b->tau, b->ud);
    double error = 0, scale = 0;
    for (int i = 0; i < n; i++) {
        double sum = -b->g[i] - b->tau[i], size = fabs(b->g[i]) + fabs(b->tau[i]);
        for (int j = 0; j < n; j++) sum += b->M[i + j*n]*b->ud[j], size += fabs(b->M[i + j*n]*b->ud[j]);
        error = fmax(error, isnan(sum) ? INFINITY : fabs(sum)), scale = fmax(scale, size);
    }
    note(b, "forward: M ud = g + tau", IDENTITY, error, scale);
    m->inverse(s->w, s->mode, b->t, b->q, b->u, b->ud, s->in, b->tau2);
    note(b, "inverse(forward(tau)) = tau", IDENTITY, gap(n, b->tau, b->tau2), scale);
}

/* The accelerations under constraints satisfy the equations they were eliminated from; where rows are dependent there are none. */
static void check_accelerations(bench *b)
{
    const mrt_mechanism *m = b->m;
    mrt_system *s = b->s;
    const double stable[2] = { 3, 5 };
    double strain[3], *lam = b->Phi2, error = 0, scale = 0;
    int n = m->nu;
    if (!m->accelerations) return;
    m->equations(s->w, MRT_DYNAMICS, b->t, b->q, b->u, s->in, b->M, b->g, b->Phi, b->Phid, b->J, b->gamma);
    m->accelerations(s->w, MRT_DYNAMICS, b->t, b->q, b->u, s->in, stable, b->ud, lam, strain);
    if (!(strain[0] >= 0 && strain[0] < LARGE_STRAIN && strain[1] >= 0 && strain[1] < LARGE_STRAIN)) return;
    for (int i = 0; i < n; i++) {
        double sum = -b->g[i], size = fabs(b->g[i]);
        for (int j = 0; j < n; j++) sum += b->M[i + j*n]*b->ud[j], size += fabs(b->M[i + j*n]*b->ud[j]);
        for (int k = 0; k < m->nrow; k++) sum -= b->J[k + i*m->nrow]*lam[k], size += fabs(b->J[k + i*m->nrow]*lam[k]);
        error = fmax(error, isnan(sum) ? INFINITY : fabs(sum)), scale = fmax(scale, size);
    }
    note(b, "accelerations: M ud = g + J^T lam", ELIMINATED, error, scale);
    error = scale = 0;
    for (int r = 0; r < m->nrow; r++) {
        if (!(m->rows[r].analyses & MRT_DYNAMICS)) continue;
        double want = b->gamma[r] - stable[0]*b->Phid[r] - stable[1]*b->Phi[r], sum = -want, size = fabs(b->gamma[r]) + fabs(stable[0]*b->Phid[r]) + fabs(stable[1]*b->Phi[r]);
        for (int j = 0; j < n; j++) sum += b->J[r + j*m->nrow]*b->ud[j], size += fabs(b->J[r + j*m->nrow]*b->ud[j]);
        error = fmax(error, isnan(sum) ? INFINITY : fabs(sum)), scale = fmax(scale, size);
    }
    note(b, "accelerations: J ud = gamma, stabilised", ELIMINATED, error, scale);
}

/* The forces that accelerations need on top, inverse(ud) - inverse(0), feed the kinetic energy with their power. */
static void check_power(bench *b)
{
    const mrt_mechanism *m = b->m;
    mrt_system *s = b->s;
    double power = 0, h = step_along(b, b->u);
    for (int j = 0; j < m->nu; j++) b->ud[j] = next(b);
    m->inverse(s->w, s->mode, b->t, b->q, b->u, b->ud, s->in, b->tau);
    m->inverse(s->w, s->mode, b->t, b->q, b->u, s->zero, s->in, b->tau2);
    for (int j = 0; j < m->nu; j++) power += (b->tau[j] - b->tau2[j])*b->u[j];
    double with = energy_rate(b, b->ud, h), without = energy_rate(b, s->zero, h);
    double size = fabs(with) + fabs(without) + fabs(power) + size_of(m->nu*m->nu, b->M)*1e-3;
    note(b, "rate of energy = power", DIFFERENCE, fabs(with - without - power), size);
}

static void check_euler(bench *b)
{
    b->m->rates(b->s->w, b->q, b->u, b->qd);
    for (int k = 0; k < b->m->neuler; k++) {
        double dot = 0;
        for (int i = 0; i < 4; i++) dot += b->q[b->m->euler[k] + i]*b->qd[b->m->euler[k] + i];
        note(b, "Euler parameters stay normalised", IDENTITY, fabs(dot), 1);
    }
}

/* ---- the whole of it ---- */

static void check_state(bench *b)
{
    mrt_system *s = b->s;
    b->m->equations(s->w, s->mode, b->t, b->q, b->u, s->in, b->M, b->g, b->Phi, b->Phid, b->J, b->gamma);
    for (int j = 0; j < b->m->nu; j++) b->ud[j] = next(b), b->tau[j] = next(b)*(1 + fabs(b->g[j]));
    check_mass(b);
    check_rows(b);
    check_bodies(b);
    check_motion(b);
    check_power(b);
    check_accelerations(b);
    check_euler(b);
}

static bench *bench_new(mrt_system *s)
{
    const mrt_mechanism *m = s->mech;
    size_t n = (size_t)m->nu, nr = (size_t)m->nrow, nb = (size_t)m->nbody, nq = (size_t)m->nq, room = nr + 9*nb + n;
    size_t reals = 3*nq + 5*n + 2*n*n + 5*nr + 2*nr*n + 19*nb + 6*nb*n + 6*nb + 2*room;
    bench *b = calloc(1, sizeof *b + reals*sizeof(double));
    if (!b) return NULL;
    double *at = (double *)(b + 1);
    b->s = s, b->m = m, b->seed = 20260101;
    double **vectors[] = { &b->u, &b->ud, &b->tau, &b->tau2, &b->g };
    for (size_t i = 0; i < sizeof vectors/sizeof *vectors; i++) *vectors[i] = at, at += n;
    double **rows[] = { &b->Phi, &b->Phid, &b->gamma, &b->Phit, &b->Phi2 };
    for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) *rows[i] = at, at += nr;
    b->q = at, at += nq;
    b->qs = at, at += nq;
    b->qd = at, at += nq;
    b->M = at, at += n*n;
    b->M2 = at, at += n*n;
    b->J = at, at += nr*n;
    b->J2 = at, at += nr*n;
    b->x = at, at += 7*nb;
    b->v = at, at += 6*nb;
    b->a = at, at += 6*nb;
    b->B = at, at += 6*nb*n;
    b->Bdu = at, at += 6*nb;
    b->y = at, at += room;
    b->y2 = at;
    return b;
}

int mrt_self_check(mrt_system *s, double t, FILE *out)
{
    const mrt_mechanism *m = s->mech;
    bench *b = bench_new(s);
    double *start = malloc((size_t)(m->nq + m->nu + 1)*sizeof(double));
    if (!b || !start) {
        free(b), free(start);
        return -1;
    }
    /* Around the assembled position, or the guesses where that fails. */
    mrt_assemble(s, t, 1, start, start + m->nq);
    for (int k = 0; k < STATES; k++) {
        memcpy(b->q, start, (size_t)m->nq*sizeof(double));
        for (int j = 0; j < m->nu; j++) b->u[j] = 0.1*next(b);
        /* Rows on coordinates of cut joints have an exact J only where the joints are closed: an engine that cuts all of them stays there. */
        if (!m->assemble) mrt_system_move(s, b->q, b->u, 1);
        for (int j = 0; j < m->nu; j++) b->u[j] = next(b);
        b->t = m->assemble ? t : t + 0.1*k;
        check_state(b);
    }
    int failed = 0;
    for (int i = 0; i < b->n; i++) {
        int ok = b->line[i].worst <= b->line[i].allowed;
        failed += !ok;
        if (out) fprintf(out, "%-42s error %8.1e  allowed %7.0e  %s\n", b->line[i].name, b->line[i].worst, b->line[i].allowed, ok ? "ok" : "FAILED");
    }
    if (out) fprintf(out, "%d passed, %d failed\n", b->n - failed, failed);
    free(b), free(start);
    return failed;
}
