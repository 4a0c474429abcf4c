/*
 * kinematics.c -- see kinematics.h.
 *
 * Fully driven: J is square over the chosen rows; u = -J^-1 Phit, ud = J^-1 gamma, lam = J^-T (M ud - g). From one output
 * point to the next a predictor of second order and Newton, with steps halved until Newton contracts at once, so that
 * the branch is kept.
 *
 * Freedoms left over: u makes u^T M u/2 smallest under J u = -Phit, that is M u = J^T mu. Differentiating along the motion,
 *     M ud = Jdot^T mu - Mdot u + J^T mudot,    J ud = gamma,
 * gives the exact accelerations of this field; Mdot and Jdot are differences of eighth order along (qd, 1).
 */
#include "kinematics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assembly.h"
#include "block.h"
#include "linalg.h"
#include "newton.h"

#define LEFTOVER_TOLERANCE 1e-12
/* At a kink of a drive the prediction points the wrong way however short the step. A correction below SMALL_STEP is taken all the same, since no other branch
 * is that near; steps go down to SMALLEST_PART of the output interval, so that speeds up to 10^3 rad in one interval can turn round. */
#define SMALL_STEP    1e-7
#define SMALLEST_PART 1e-11

typedef struct run {
    mrt_system *s;
    const mrt_task *task;
    mrt_report *report;
    mrt_assembly *assembly;
    mrt_integrator *integrator;      /* NULL when nothing is left over */
    mrt_newton *newton;              /* NULL when something is */
    double      solving, far, last_step;   /* time, length of the prediction, last step of the Newton iteration under way */
    mrt_point *x;
    double *LU;                      /* [m x m] of the chosen rows, fully driven */
    int    *pivot;
    double *mu;                      /* [m] multipliers of the least-energy speeds */
    double *W, *Wdot, *Jdot;         /* [nu x nu], [nu x nu], [nrow x nu] */
    double *rhs, *gamma, *r1, *r2, *dx, *dlam, *du;
    double *q1, *qd;
    int     side;                    /* sign of the determinant, fully driven */
    double *u_before, *ud_before;    /* [nu] at the point before x, */
    double  span;                    /* so long ago; 0: there is none */
    int     rounds;                  /* of refinement: 2 for results, none while integrating, where the error control sees to it */
    int     factored;                /* the room of mrt_kkt_factor has the factors of W and J */
    int     at_hand;                 /* Phi, J, Phit in s are those of the point to be completed */
} run;

static run *run_new(mrt_system *s)
{
    size_t n = (size_t)s->mech->nu, nrow = (size_t)s->mech->nrow, nq = (size_t)s->mech->nq;
    size_t reals = n*n + nrow + 2*n*n + nrow*n + 6*n + 3*nrow + 2*nq;
    run *r = calloc(1, sizeof *r + reals*sizeof(double) + n*sizeof(int));
    if (!r) return NULL;
    double *at = (double *)(r + 1);
    r->s = s;
    r->LU = mrt_take(&at, n*n), r->mu = mrt_take(&at, nrow), r->W = mrt_take(&at, n*n);
    r->Wdot = mrt_take(&at, n*n), r->Jdot = mrt_take(&at, nrow*n), r->rhs = mrt_take(&at, n);
    r->r1 = mrt_take(&at, n), r->dx = mrt_take(&at, n), r->du = mrt_take(&at, n);
    r->u_before = mrt_take(&at, n), r->ud_before = mrt_take(&at, n);
    r->gamma = mrt_take(&at, nrow), r->r2 = mrt_take(&at, nrow), r->dlam = mrt_take(&at, nrow);
    r->q1 = mrt_take(&at, nq), r->qd = mrt_take(&at, nq);
    r->pivot = (int *)at;
    r->rounds = 2;
    return r;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9*(double)now.tv_nsec;
}

static double largest(int n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* ---- solving ---- */

/* Factors the square J of the chosen rows; *side is the sign of its determinant. */
static mrt_status factor(run *r, int *side)
{
    mrt_system *s = r->s;
    int m = s->m, nrow = s->mech->nrow;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) r->LU[i + j*m] = s->J[s->rows[i] + j*nrow];
    mrt_status st = mrt_lu_factor(m, r->LU, m, r->pivot);
    if (st < 0) return st;
    double low = INFINITY, high = 0;
    *side = 1;
    for (int i = 0; i < m; i++) {
        double d = r->LU[i + i*m], size = fabs(d);
        if (size < low) low = size;
        if (size > high) high = size;
        if (d < 0) *side = -*side;
        if (r->pivot[i] != i) *side = -*side;
    }
    return low > MRT_RANK_CUTOFF*high ? MRT_OK : MRT_E_SINGULAR;
}

/* W x = g + J^T lam, J x = gamma over the chosen rows (J in s), with r->rounds rounds of refinement: the Schur complement
 * squares the condition of J, the residuals bring the digits back. */
static mrt_status solve_kkt(run *r, const double *g, const double *gamma, double *x, double *lam)
{
    mrt_system *s = r->s;
    int n = s->mech->nu, m = s->m, nrow = s->mech->nrow;
    if (s->mech->augmented) return s->mech->augmented(s->w, m, s->rows, g, gamma, x, lam);
    if (r->rounds == 0) return mrt_kkt_solve(n, m, r->W, s->J, nrow, s->rows, g, gamma, x, lam, s->kkt, NULL);
    mrt_status st = r->factored ? MRT_OK : mrt_kkt_factor(n, m, r->W, s->J, nrow, s->rows, s->kkt);
    r->factored = st == MRT_OK;
    if (st == MRT_OK) mrt_kkt_resolve(n, m, s->rows, g, gamma, x, lam, s->kkt);
    for (int pass = 0; pass < r->rounds && st == MRT_OK; pass++) {
        for (int i = 0; i < n; i++) {
            double sum = g[i];
            for (int j = 0; j < n; j++) sum -= r->W[i + j*n]*x[j];
            for (int k = 0; k < m; k++) sum += s->J[s->rows[k] + i*nrow]*lam[k];
            r->r1[i] = sum;
        }
        for (int k = 0; k < m; k++) {
            double sum = gamma[s->rows[k]];
            for (int j = 0; j < n; j++) sum -= s->J[s->rows[k] + j*nrow]*x[j];
            r->r2[s->rows[k]] = sum;
        }
        mrt_kkt_resolve(n, m, s->rows, r->r1, r->r2, r->dx, r->dlam, s->kkt);
        for (int i = 0; i < n; i++) x[i] += r->dx[i];
        for (int k = 0; k < m; k++) lam[k] += r->dlam[k];
    }
    return st;
}

/* u at (t, q): exact, or of least energy. Leaves J (in s) and the factors or W and mu for what follows. */
static mrt_status speeds(run *r, double t, const double *q, double *u, int *side)
{
    mrt_system *s = r->s;
    int m = s->m, n = s->mech->nu;
    if (!r->at_hand) mrt_system_constraints(s, t, q);
    r->at_hand = 0;
    if (s->mech->augmented) {
        for (int k = 0; k < m; k++) r->gamma[s->rows[k]] = -s->Phit[s->rows[k]];
        mrt_status st = s->mech->augmented(s->w, m, s->rows, s->zero, r->gamma, u, r->mu);
        if (st == MRT_OK) *side = s->nfree == 0 ? s->mech->side(s->w) : 1;
        return st;
    }
    if (s->nfree == 0) {
        mrt_status st = factor(r, side);
        if (st < 0) return st;
        for (int k = 0; k < m; k++) u[k] = -s->Phit[s->rows[k]];
        mrt_lu_solve(m, r->LU, m, r->pivot, u);
        return mrt_all_finite(n, u) ? MRT_OK : MRT_E_NAN;
    }
    r->factored = 0;
    mrt_system_weights(s, q);
    memcpy(r->W, s->M, (size_t)(n*n)*sizeof(double));
    for (int k = 0; k < m; k++) r->gamma[s->rows[k]] = -s->Phit[s->rows[k]];
    return solve_kkt(r, s->zero, r->gamma, u, r->mu);
}

/* Weights of the central difference of eighth order for f' from f at +-1 .. +-4 steps. */
static double difference_weight(int k)
{
    static const double weight[4] = { 4.0/5, -1.0/5, 4.0/105, -1.0/280 };
    return k > 0 ? weight[k - 1] : -weight[-k - 1];
}

static double difference_step(const mrt_system *s, const double *u) { return 0.01/fmax(largest(s->mech->nu, u), 1); }

/* Wdot and Jdot along (qd, 1) by central differences. */
static void differentiate(run *r, double t, const double *q, const double *u)
{
    mrt_system *s = r->s;
    const mrt_mechanism *m = s->mech;
    int nn = m->nu*m->nu, nj = m->nrow*m->nu;
    double h = difference_step(s, u);
    m->rates(s->w, q, u, r->qd);
    memset(r->Wdot, 0, (size_t)nn*sizeof(double));
    memset(r->Jdot, 0, (size_t)nj*sizeof(double));
    for (int k = -4; k <= 4; k++) {
        if (k == 0) continue;
        double c = difference_weight(k)/h;
        /* Straight on along the tangent: the length of Euler parameters is even in k and drops out. */
        for (int i = 0; i < m->nq; i++) r->q1[i] = q[i] + k*h*r->qd[i];
        m->mass(s->w, r->q1, s->M);
        mrt_system_constraints(s, t + k*h, r->q1);
        for (int i = 0; i < nn; i++) r->Wdot[i] += c*s->M[i];
        for (int i = 0; i < nj; i++) r->Jdot[i] += c*s->J[i];
    }
}

/* The same without dense matrices: differences of the field of speeds itself; then what they miss of J ud = gamma. */
static mrt_status sparse_accelerations(run *r, double t, const double *q, const double *u, double *ud)
{
    mrt_system *s = r->s;
    const mrt_mechanism *m = s->mech;
    int side, n = m->nu;
    double h = 0.4*difference_step(s, u);           /* near singular positions this field changes faster than its equations */
    m->rates(s->w, q, u, r->qd);
    memset(ud, 0, (size_t)n*sizeof(double));
    for (int k = -4; k <= 4; k++) {
        if (k == 0) continue;
        for (int i = 0; i < m->nq; i++) r->q1[i] = q[i] + k*h*r->qd[i];
        mrt_system_normalise(s, r->q1);
        mrt_status st = speeds(r, t + k*h, r->q1, r->dx, &side);
        if (st < 0) return st;
        for (int j = 0; j < n; j++) ud[j] += difference_weight(k)/h*r->dx[j];
    }
    mrt_system_equations(s, t, q, u);
    memcpy(r->r2, s->gamma, (size_t)m->nrow*sizeof(double));
    mrt_system_constraints(s, t, q);
    m->equations(s->w, s->mode, t, q, ud, s->in, NULL, s->g, s->Phi, s->Phid, NULL, s->gamma);    /* Phid = J ud + Phit */
    for (int k = 0; k < s->m; k++) {
        int i = s->rows[k];
        r->r2[i] -= s->Phid[i] - s->Phit[i];
    }
    mrt_status st = m->augmented(s->w, s->m, s->rows, s->zero, r->r2, r->dx, s->lam);
    for (int j = 0; j < n; j++) ud[j] += r->dx[j];
    return st;
}

/* Accelerations of the least-energy motion, after `speeds` at the same point. */
static mrt_status leftover_accelerations(run *r, double t, const double *q, const double *u, double *ud)
{
    mrt_system *s = r->s;
    int n = s->mech->nu, nrow = s->mech->nrow;
    if (s->mech->augmented) return sparse_accelerations(r, t, q, u, ud);
    differentiate(r, t, q, u);
    mrt_system_equations(s, t, q, u);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < s->m; k++) sum += r->Jdot[s->rows[k] + i*nrow]*r->mu[k];
        for (int j = 0; j < n; j++) sum -= r->Wdot[i + j*n]*u[j];
        r->rhs[i] = sum;
    }
    return solve_kkt(r, r->rhs, s->gamma, ud, s->lam);
}

/* Speeds, accelerations and multipliers at x->t, x->q. */
static mrt_status complete(run *r, mrt_point *x, int *side)
{
    mrt_system *s = r->s;
    const mrt_mechanism *m = s->mech;
    mrt_status st = speeds(r, x->t, x->q, x->u, side);
    if (st < 0) return st;
    if (s->nfree == 0 && m->augmented) {
        mrt_system_equations(s, x->t, x->q, x->u);
        st = m->augmented(s->w, s->m, s->rows, s->g, s->gamma, x->ud, s->lam);
        if (st < 0) return st;
        memset(x->lam, 0, (size_t)m->nrow*sizeof(double));
        for (int k = 0; k < s->m; k++) x->lam[s->rows[k]] = s->lam[k];
        return MRT_OK;
    }
    if (s->nfree == 0) {
        mrt_system_equations(s, x->t, x->q, x->u);
        for (int k = 0; k < s->m; k++) x->ud[k] = s->gamma[s->rows[k]];
        mrt_lu_solve(s->m, r->LU, s->m, r->pivot, x->ud);
    } else {
        st = leftover_accelerations(r, x->t, x->q, x->u, x->ud);
        if (st < 0) return st;
    }
    if (!mrt_all_finite(m->nu, x->ud)) return MRT_E_NAN;

    /* J^T lam = tau = M ud - g; along leftover freedoms what no row can balance is left as the acceleration x of
     * W x = tau - J^T lam, J x = 0. */
    m->inverse(s->w, s->mode, x->t, x->q, x->u, x->ud, s->in, r->rhs);
    memset(x->lam, 0, (size_t)m->nrow*sizeof(double));
    if (s->nfree == 0) {
        mrt_lu_solve_transposed(s->m, r->LU, s->m, r->pivot, r->rhs);
        for (int k = 0; k < s->m; k++) x->lam[s->rows[k]] = r->rhs[k];
        return MRT_OK;
    }
    memset(r->gamma, 0, (size_t)m->nrow*sizeof(double));
    st = solve_kkt(r, r->rhs, r->gamma, r->du, s->lam);
    for (int k = 0; k < s->m; k++) x->lam[s->rows[k]] = -s->lam[k];
    return st;
}

/* ---- moving on, fully driven ---- */

/* The chosen rows as a square system for mrt_newton. */
static mrt_status rows_of(const double *q, double *f, double *J, void *data)
{
    run *r = data;
    mrt_system *s = r->s;
    mrt_system_constraints(s, r->solving, q);
    for (int k = 0; k < s->m; k++) {
        f[k] = s->Phi[s->rows[k]];
        for (int j = 0; j < s->m && J; j++) J[k + j*s->m] = s->J[s->rows[k] + j*s->mech->nrow];
    }
    return MRT_OK;
}

/* The Newton step by the mechanism's own solver. */
static mrt_status own_step(const double *f, double *dx, void *data)
{
    run *r = data;
    mrt_system *s = r->s;
    for (int k = 0; k < s->m; k++) r->gamma[s->rows[k]] = -f[k];
    return s->mech->augmented(s->w, s->m, s->rows, s->zero, r->gamma, dx, s->lam);
}

/* The same by factors of the square J. */
static mrt_status dense_step(const double *f, double *dx, void *data)
{
    run *r = data;
    int side, m = r->s->m;
    mrt_status st = factor(r, &side);
    for (int k = 0; k < m; k++) dx[k] = -f[k];
    if (st == MRT_OK) mrt_lu_solve(m, r->LU, m, r->pivot, dx);
    return st;
}

static void move(const double *base, const double *du, double scale, double *q, void *data)
{
    run *r = data;
    memmove(q, base, (size_t)r->s->mech->nq*sizeof(double));
    mrt_system_move(r->s, q, du, scale);
}

/* Stops Newton unless it contracts from the first step on: anything else may lead to another branch. */
static int contracts(const mrt_newton_report *report, const double *q, const double *f, void *data)
{
    run *r = data;
    (void)q, (void)f;
    double bound = report->iterations == 1 ? 0.5*r->far + SMALL_STEP : fmax(0.5*r->last_step, 1e-11);
    r->last_step = report->step;
    return report->step > bound || report->damping < 1;
}

/* Newton on the chosen rows from a prediction `far` away from the last point. */
static mrt_status newton(run *r, double t, double *q, double far)
{
    mrt_newton_report report;
    mrt_newton_options options = { .tol = 1e-11*r->s->scale, .rounding = 1e-15*r->s->scale, .max_iter = 20, .update = move, .watch = contracts,
                                   .direction = r->s->mech->augmented ? own_step : dense_step };
    r->solving = t, r->far = far, r->last_step = INFINITY;
    mrt_status st = mrt_newton_solve(r->newton, rows_of, r, NULL, q, &options, &report);
    r->s->work.newton += report.iterations;
    return st == MRT_STOPPED ? MRT_E_CONVERGENCE : st;
}

/* 1 if the rows that are not solved are satisfied too. */
static int others_hold(run *r, double t, const double *q)
{
    mrt_system *s = r->s;
    r->at_hand = 1;                                     /* Newton's last evaluation, or this one */
    if (s->nother) mrt_system_constraints(s, t, q);
    for (int k = 0; k < s->nother; k++)
        if (!(fabs(s->Phi[s->others[k]]) <= 1e-8*s->scale)) return 0;
    return 1;
}

static mrt_status stuck(run *r, double t, mrt_status st)
{
    mrt_system *s = r->s;
    r->report->stopped = t;
    return mrt_system_fail(s, st, "stopped at t = %.9g: the drives cannot move the mechanism on (%s): lock-up or singular position; change "
                           "the drive's range, the dimensions or the driven coordinate", t, st == MRT_E_SINGULAR ? "singular position"
                           : st == MRT_E_INCONSISTENT ? "the conditions contradict each other" : "no position beyond");
}

/* How far each speed will have moved after h: the integral of the cubic through the speeds and accelerations of x and the point before; without one
 * before, or when the step would lead too far beyond them, of the tangent. */
static void predict(const run *r, const mrt_point *x, double h, double *du)
{
    double p = r->span, H = p > 0 ? h/p : INFINITY;
    for (int j = 0; j < r->s->mech->nu; j++) {
        if (H > 2) { du[j] = h*(x->u[j] + 0.5*h*x->ud[j]); continue; }
        /* u = x.u + a s + b s^2 + c s^3 with s = (t - x.t)/p, from s = -1 to 0 */
        double a = p*x->ud[j], A = r->u_before[j] - x->u[j] + a, B = p*r->ud_before[j] - a, c = B + 2*A, b = A + c;
        du[j] = h*(x->u[j] + H*(a/2 + H*(b/3 + H*c/4)));
    }
}

/* From the complete point x to time `to`, in as many steps as the branch needs. */
static mrt_status advance(run *r, mrt_point *x, double to)
{
    mrt_system *s = r->s;
    double whole = to - x->t, h = whole;
    size_t bytes = (size_t)s->mech->nq*sizeof(double);
    mrt_status st = MRT_OK;
    while (x->t < to) {
        if (x->t + h > to) h = to - x->t;
        double t = h == to - x->t ? to : x->t + h, far = 0, turn = 0;
        predict(r, x, h, r->dx);
        for (int j = 0; j < s->mech->nu; j++) {
            double size = fabs(r->dx[j]);
            if (size > far) far = size;
            if (s->mech->u[j].quantity != MRT_LENGTH && size > turn) turn = size;
        }
        memcpy(r->q1, x->q, bytes);
        mrt_system_move(s, r->q1, r->dx, 1);
        st = turn > 1 ? MRT_E_CONVERGENCE : newton(r, t, r->q1, far);
        if (st == MRT_OK && !others_hold(r, t, r->q1)) st = MRT_E_INCONSISTENT;
        if (st < 0) {
            if ((h /= 2) < SMALLEST_PART*whole || x->t + h == x->t) return stuck(r, x->t, st);
            continue;
        }
        memcpy(x->q, r->q1, bytes);
        memcpy(r->u_before, x->u, (size_t)s->mech->nu*sizeof(double));
        memcpy(r->ud_before, x->ud, (size_t)s->mech->nu*sizeof(double));
        r->span = t - x->t;
        double from = x->t;
        x->t = t;
        int side = r->side;
        st = complete(r, x, &side);
        if (st < 0) return stuck(r, t, st);
        if (side != r->side)
            mrt_system_warn(s, "passes a singular position between t = %.6g and %.6g: the branch taken behind it may be the wrong one", from, t);
        r->side = side;
        h *= 2;
    }
    return MRT_OK;
}

/* ---- moving on, with freedoms left over ---- */

static mrt_status leftover_rhs(double t, const double *y, double *dy, void *data)
{
    run *r = data;
    const mrt_mechanism *m = r->s->mech;
    int side;
    memcpy(r->q1, y, (size_t)m->nq*sizeof(double));
    mrt_system_normalise(r->s, r->q1);
    r->rounds = 0;
    mrt_status st = speeds(r, t, r->q1, r->du, &side);
    r->rounds = 2;
    if (st == MRT_OK) m->rates(r->s->w, r->q1, r->du, dy);
    return st;
}

/* Brings an integrated q back onto the active rows by the smallest change in the metric of the kinetic energy. */
static mrt_status project(run *r, double t, double *q)
{
    mrt_system *s = r->s;
    double last = INFINITY;
    if (!s->mech->augmented) return mrt_assembly_positions(r->assembly, t, q, NULL);
    mrt_system_normalise(s, q);              /* first: rows opened by the length of Euler parameters would be closed twice, by the step and by its end */
    for (int k = 0; k < 20; k++) {
        double open = 0;
        mrt_system_constraints(s, t, q);
        for (int i = 0; i < s->m; i++) open = fmax(open, fabs(s->Phi[s->rows[i]]));
        if (open <= 1e-15*s->scale || (open <= 1e-11*s->scale && open > 0.5*last)) return MRT_OK;
        last = open;
        s->work.newton++;
        for (int i = 0; i < s->m; i++) r->gamma[s->rows[i]] = -s->Phi[s->rows[i]];
        mrt_status st = s->mech->augmented(s->w, s->m, s->rows, s->zero, r->gamma, r->dx, s->lam);
        if (st < 0) return st;
        mrt_system_move(s, q, r->dx, 1);
    }
    return MRT_E_CONVERGENCE;
}

static mrt_status integrate_to(run *r, mrt_point *x, double to)
{
    mrt_integrator *in = r->integrator;
    while (in->t < to) {
        mrt_status st = mrt_integrator_step(in);
        if (st < 0) return stuck(r, in->t, st);
        if (r->task->stop && r->task->stop(r->task->data)) return mrt_system_fail(r->s, MRT_E_WORK, "interrupted at t = %.9g", in->t);
    }
    if (in->t == to) memcpy(x->q, in->y, (size_t)in->n*sizeof(double));
    else mrt_integrator_interpolate(in, to, x->q, NULL);
    x->t = to;
    mrt_status st = project(r, to, x->q);
    int side;
    if (st == MRT_OK) st = complete(r, x, &side);
    return st < 0 ? stuck(r, to, st) : MRT_OK;
}

/* ---- the whole of it ---- */

/* A coordinate that a drive could move: that of a speed left over, if it has one. NULL: something is driven, or may depend on time. */
static const char *undriven(const mrt_system *s)
{
    const mrt_mechanism *m = s->mech;
    for (int k = 0; k < s->nactive; k++)
        if (m->rows[s->active[k]].kind != MRT_ROW_CUT) return NULL;
    for (int k = 0; k < s->nfree; k++)
        for (int i = 0; i < m->nq; i++)
            if (!strcmp(m->q[i].name, m->u[s->free[k]].name)) return m->q[i].name;
    return "COORDINATE";
}

static void name_leftovers(run *r)
{
    mrt_system *s = r->s;
    char names[MRT_TEXT/2] = "";
    size_t used = 0;
    int said[8], ns = 0;
    if (undriven(s)) {
        mrt_system_warn(s, "nothing is driven, so nothing moves; add: drive %s EXPR", undriven(s));
        return;
    }
    for (int k = 0; k < s->nfree && ns < 8 && used < sizeof names; k++) {
        int j = mrt_system_freedom(s, r->task->from, r->x->q, k), known = 0;
        for (int i = 0; i < ns; i++) known |= said[i] == j;
        if (known) j = s->free[k];
        said[ns++] = j;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", k ? ", " : "", s->mech->u[j].name);
    }
    mrt_system_warn(s, "%d freedom%s left over by the drives: %s%s; what is left over moves with the least kinetic energy", s->nfree,
                    s->nfree == 1 ? " is" : "s are", names, s->nfree > ns ? " ..." : "");
}

static mrt_status start(run *r)
{
    mrt_system *s = r->s;
    double begin = seconds();
    mrt_status st = mrt_assemble(s, r->task->from, 1, r->x->q, r->x->u);
    r->report->assembly_seconds = seconds() - begin;
    if (st < 0) return st;
    for (int k = 0; k < s->nother; k++)
        if (s->mech->rows[s->others[k]].kind == MRT_ROW_DRIVE)
            return mrt_system_fail(s, MRT_E_INCONSISTENT, "drive of %s: loops, constraints or other drives already fix this coordinate; "
                                   "leave one of the drives out", s->mech->rows[s->others[k]].name);
    r->assembly = mrt_assembly_new(s);
    if (!r->assembly) return mrt_system_fail(s, MRT_E_MEMORY, "out of memory");
    r->x->t = r->task->from;
    if (s->nfree > 0) {
        name_leftovers(r);
        mrt_options options = { .rtol = LEFTOVER_TOLERANCE, .atol = LEFTOVER_TOLERANCE, .limit = r->task->to };
        r->integrator = mrt_integrator_new(mrt_method_find("de"), s->mech->nq, leftover_rhs, r, &options);
        if (!r->integrator) return mrt_system_fail(s, MRT_E_MEMORY, "out of memory");
        st = mrt_integrator_start(r->integrator, r->task->from, r->x->q, r->task->to);
        if (st < 0) return stuck(r, r->task->from, st);
    } else {
        r->newton = mrt_newton_new(s->m, s->m, s->mech->nq);
        if (!r->newton) return mrt_system_fail(s, MRT_E_MEMORY, "out of memory");
    }
    st = complete(r, r->x, &r->side);
    return st < 0 ? stuck(r, r->task->from, st) : MRT_OK;
}

mrt_status mrt_kinematics_run(mrt_system *s, const mrt_task *task, mrt_report *report)
{
    memset(report, 0, sizeof *report);
    report->reached = report->stopped = task->from;
    s->message[0] = 0;
    run *r = run_new(s);
    mrt_status st = MRT_E_MEMORY;
    if (r && (r->x = mrt_point_new(s->mech))) {
        r->task = task, r->report = report;
        st = start(r);
        for (int k = 0; k <= task->steps && st >= 0; k++) {
            double t = mrt_task_time(task, k);
            if (k > 0) st = r->integrator ? integrate_to(r, r->x, t) : advance(r, r->x, t);
            if (st >= 0) st = task->row(task->data, r->x);
            if (st >= 0) report->rows++, report->reached = report->stopped = t;
        }
    }
    if (r) {
        if (r->integrator) report->counts = r->integrator->counts;
        mrt_integrator_free(r->integrator);
        mrt_newton_free(r->newton);
        mrt_assembly_free(r->assembly);
        mrt_point_free(r->x);
    }
    free(r);
    return st < 0 ? st : MRT_OK;
}
