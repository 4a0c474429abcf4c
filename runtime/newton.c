/*
 * newton.c -- damped Newton-Raphson for systems that may be rectangular or rank-deficient.
 *
 * Sources: Deuflhard, Newton Methods for Nonlinear Problems, 2004, chapter 4 (Gauss-Newton for rank-deficient and
 * underdetermined equations); Armijo 1966 for the damping. The step is found by QR with column pivoting and
 * completed to minimum norm, in the metric of W: with W = L L^T, v = L^T dx, it is the shortest v of J L^-T v = -f.
 */
#include "newton.h"
#include "linalg.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct mrt_newton {
    int     m, n, nx;
    double *J, *A, *L;               /* m x n, m x n, n x n */
    double *f, *trial, *rhs, *dx;    /* m, m, max(m, n), n */
    double *base;                    /* nx */
    double *work;
    int    *iwork;                   /* n */
};

/* The halvings after which a direction is given up. */
enum { HALVINGS = 24 };

mrt_newton *mrt_newton_new(int m, int n, int nx)
{
    if (m < 0 || n < 0 || nx < n || m > 20000 || n > 20000) return NULL;
    const size_t M = (size_t)m, N = (size_t)n, longer = M > N ? M : N;
    const size_t reals = 2*M*N + N*N + 2*M + longer + N + (size_t)nx + mrt_lstsq_work(m, n);
    mrt_newton *s = malloc(sizeof *s + reals*sizeof(double) + N*sizeof(int));
    if (!s) return NULL;
    s->m = m;
    s->n = n;
    s->nx = nx;
    s->J     = (double *)(s + 1);
    s->A     = s->J + M*N;
    s->L     = s->A + M*N;
    s->f     = s->L + N*N;
    s->trial = s->f + M;
    s->rhs   = s->trial + M;
    s->dx    = s->rhs + longer;
    s->base  = s->dx + N;
    s->work  = s->base + nx;
    s->iwork = (int *)(s->work + mrt_lstsq_work(m, n));
    return s;
}

void mrt_newton_free(mrt_newton *s) { free(s); }

/* What belongs to one call. */
typedef struct job {
    mrt_newton *s;
    mrt_residual *fn;
    void *data;
    const double *W;
    double *x;
    const mrt_newton_options *o;
    mrt_newton_report *report;
    double cutoff;
    double norm;                     /* |f| at x */
    double slope;                    /* derivative of |f|^2/2 along dx; 0 where f is orthogonal to all that J reaches */
} job;

static mrt_status evaluate(job *j, double *f, double *J)
{
    j->report->evaluations++;
    mrt_status status = j->fn(j->x, f, J, j->data);
    if (status < 0) return status;
    if (!mrt_all_finite(j->s->m, f)) return MRT_E_NAN;
    return MRT_OK;
}

static void note_residual(job *j)
{
    const mrt_newton *s = j->s;
    j->report->worst = -1;
    j->report->residual = 0;
    for (int i = 0; i < s->m; i++)
        if (j->report->worst < 0 || fabs(s->f[i]) > j->report->residual) {
            j->report->worst = i;
            j->report->residual = fabs(s->f[i]);
        }
    j->norm = mrt_norm2(s->m, s->f);
}

static void move(job *j, double scale)
{
    const mrt_newton *s = j->s;
    if (j->o->update) {
        j->o->update(s->base, s->dx, scale, j->x, j->data);
        return;
    }
    for (int i = 0; i < s->n; i++) j->x[i] = s->base[i] + scale*s->dx[i];
}

/* Scales dx down to the longest step allowed; returns the factor, or a NaN. */
static double limit(job *j)
{
    mrt_newton *s = j->s;
    double largest = 0;
    for (int i = 0; i < s->n; i++) largest = isnan(s->dx[i]) ? INFINITY : fmax(largest, fabs(s->dx[i]));
    if (!isfinite(largest)) return NAN;
    double factor = j->o->max_step > 0 && largest > j->o->max_step ? j->o->max_step/largest : 1;
    for (int i = 0; i < s->n && factor < 1; i++) s->dx[i] *= factor;
    j->report->step = factor < 1 ? j->o->max_step : largest;
    return factor;
}

/* dx by the caller's own solver: J dx = -f exactly, so the slope is known. */
static mrt_status own_direction(job *j)
{
    mrt_status status = j->o->direction(j->s->f, j->s->dx, j->data);
    if (status < 0) return status;
    const double factor = limit(j);
    if (isnan(factor)) return MRT_E_NAN;
    j->report->rank = j->s->n;
    j->slope = -factor*j->norm*j->norm;
    return MRT_OK;
}

/* dx and the slope of |f|^2/2 along it. */
static mrt_status direction(job *j)
{
    mrt_newton *s = j->s;
    const int m = s->m, n = s->n;
    if (j->o->direction) return own_direction(j);
    memcpy(s->A, s->J, (size_t)m*n*sizeof(double));
    if (j->W)
        /* Row by row A = J L^-T: column c is free of the columns before it, then scaled. */
        for (int c = 0; c < n; c++) {
            double *column = s->A + (size_t)c*m;
            for (int k = 0; k < c; k++) {
                const double l = s->L[c + (size_t)k*n], *before = s->A + (size_t)k*m;
                for (int i = 0; i < m; i++) column[i] -= l*before[i];
            }
            for (int i = 0; i < m; i++) column[i] *= s->L[c + (size_t)c*n];
        }
    for (int i = 0; i < m; i++) s->rhs[i] = -s->f[i];
    mrt_status status = mrt_lstsq(m, n, s->A, m > 0 ? m : 1, s->rhs, j->cutoff, &j->report->rank, s->iwork, s->work);
    if (status < 0) return status;
    memcpy(s->dx, s->rhs, (size_t)n*sizeof(double));
    if (j->W) mrt_chol_backward(n, s->L, n, s->dx);

    if (isnan(limit(j))) return MRT_E_NAN;
    j->slope = 0;
    for (int c = 0; c < n; c++) {
        double dot = 0;
        for (int i = 0; i < m; i++) dot += s->J[i + (size_t)c*m]*s->f[i];
        j->slope += dot*s->dx[c];
    }
    return MRT_OK;
}

/* Along dx to a point where |f| has become smaller enough. On failure x is base. */
static mrt_status search(job *j)
{
    mrt_newton *s = j->s;
    mrt_status last = MRT_E_CONVERGENCE;
    double scale = 1;
    for (int k = 0; k <= HALVINGS; k++, scale *= 0.5) {
        move(j, scale);
        mrt_status status = evaluate(j, s->trial, NULL);
        if (status < 0) { last = status; continue; }
        last = MRT_E_CONVERGENCE;
        const double norm = mrt_norm2(s->m, s->trial);
        if (norm*norm <= j->norm*j->norm + 2e-4*scale*j->slope) {
            j->report->damping = scale;
            return MRT_OK;
        }
    }
    memcpy(j->x, s->base, (size_t)s->nx*sizeof(double));
    return last;
}

/* Why nothing moves any more. */
static mrt_status diagnose(const job *j, mrt_status status, double share)
{
    if (-j->slope <= share*j->norm*j->norm) return MRT_E_INCONSISTENT;
    const int full = j->s->m < j->s->n ? j->s->m : j->s->n;
    return status == MRT_E_CONVERGENCE && j->report->rank < full ? MRT_E_SINGULAR : status;
}

/* One more full step, kept if it helps: x is then as good as rounding allows. */
static mrt_status polish(job *j)
{
    mrt_newton *s = j->s;
    if (j->norm <= j->o->rounding || direction(j) < 0) return MRT_OK;
    memcpy(s->base, j->x, (size_t)s->nx*sizeof(double));
    move(j, 1);
    if (evaluate(j, s->trial, NULL) >= 0 && mrt_norm2(s->m, s->trial) < j->norm) {
        memcpy(s->f, s->trial, (size_t)s->m*sizeof(double));
        j->report->iterations++;
        j->report->damping = 1;
        note_residual(j);
        if (j->o->watch && j->o->watch(j->report, j->x, s->f, j->data)) return MRT_STOPPED;
    } else {
        memcpy(j->x, s->base, (size_t)s->nx*sizeof(double));
    }
    return MRT_OK;
}

static mrt_status iterate(job *j)
{
    mrt_newton *s = j->s;
    const int most = j->o->max_iter > 0 ? j->o->max_iter : 50;
    mrt_status status = evaluate(j, s->f, j->o->direction ? NULL : s->J);
    if (status < 0) return status;
    note_residual(j);
    for (int k = 0; j->report->residual > j->o->tol; k++) {
        if (k == most) return diagnose(j, MRT_E_CONVERGENCE, 1e-3);
        status = direction(j);
        if (status < 0) return status;
        j->report->iterations++;
        if (-j->slope <= 1e-12*j->norm*j->norm) return MRT_E_INCONSISTENT;
        memcpy(s->base, j->x, (size_t)s->nx*sizeof(double));
        status = search(j);
        if (status < 0) return diagnose(j, status, 1e-6);
        if (j->o->direction) memcpy(s->f, s->trial, (size_t)s->m*sizeof(double));    /* the last evaluation was at x */
        else if ((status = evaluate(j, s->f, s->J)) < 0) return status;
        note_residual(j);
        if (j->o->watch && j->o->watch(j->report, j->x, s->f, j->data)) return MRT_STOPPED;
    }
    return polish(j);
}

mrt_status mrt_newton_solve(mrt_newton *s, mrt_residual *fn, void *data, const double *W, double *x,
                            const mrt_newton_options *options, mrt_newton_report *report)
{
    mrt_newton_report own;
    if (!report) report = &own;
    *report = (mrt_newton_report){ .worst = -1, .damping = 1 };
    if (!(options->tol >= 0) || !(options->cutoff >= 0) || options->max_iter < 0) return MRT_E_ARGUMENT;
    if (!mrt_all_finite(s->nx, x)) return MRT_E_NAN;
    job j = { .s = s, .fn = fn, .data = data, .W = W, .x = x, .o = options, .report = report,
              .cutoff = options->cutoff > 0 ? options->cutoff : 1e-10 };
    if (W) {
        for (int c = 0; c < s->n; c++) memcpy(s->L + (size_t)c*s->n, W + (size_t)c*s->n, (size_t)s->n*sizeof(double));
        mrt_status status = mrt_chol_factor(s->n, s->L, s->n);
        if (status < 0) return status;
    }
    return iterate(&j);
}
