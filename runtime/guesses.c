/*
 * guesses.c -- see guesses.h. Levenberg-Marquardt on the differences, in the tangent space of q; coordinates that no
 * guess speaks about stay where they are.
 */
#include "guesses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "linalg.h"

enum { MAX_FIT = 200 };
#define ROW_WEIGHT 0.03              /* of the rows beside cut guesses: the guesses pick the branch, assembly closes it */

struct mrt_guesses {
    mrt_system *s;
    double *R, *A;                   /* residuals [nr], their derivatives [nr x nu] */
    double *H, *step;                /* [nu x nu], [nu] */
    double *x, *v, *B, *Bdu;         /* bodies */
    double *cq, *cq2, *cu;           /* cut joints */
    double *zero, *trial, *scratch, *side, *next;
    const double *target;
    int     nr, cuts;                /* cuts: 1 residuals are cut coordinates and rows, 0 poses of bodies */
};

mrt_guesses *mrt_guesses_new(mrt_system *s)
{
    const mrt_mechanism *m = s->mech;
    size_t n = (size_t)m->nu, nq = (size_t)m->nq, nb = 0, ncq = (size_t)m->ncq, ncu = (size_t)m->ncu;
    /* Room for poses only where some are guessed: B of a long chain is large. */
    for (int b = 0; b < m->nbody; b++)
        if (m->bodies[b].has_guess) nb = (size_t)m->nbody;
    size_t nr = 6*nb > ncq + (size_t)m->nrow ? 6*nb : ncq + (size_t)m->nrow;
    size_t reals = 2*nr + nr*n + n*n + n + 7*nb + 12*nb + 6*nb*n + 6*nb + 2*ncq + 2*ncu + n + 3*nq;
    mrt_guesses *f = calloc(1, sizeof *f + reals*sizeof(double));
    if (!f) return NULL;
    double *at = (double *)(f + 1);
    f->s = s;
    f->R = mrt_take(&at, nr), f->next = mrt_take(&at, nr), f->A = mrt_take(&at, nr*n);
    f->H = mrt_take(&at, n*n), f->step = mrt_take(&at, n), f->x = mrt_take(&at, 7*nb);
    f->v = mrt_take(&at, 12*nb), f->B = mrt_take(&at, 6*nb*n), f->Bdu = mrt_take(&at, 6*nb);
    f->cq = mrt_take(&at, ncq), f->cq2 = mrt_take(&at, ncq), f->cu = mrt_take(&at, 2*ncu);
    f->zero = mrt_take(&at, n), f->trial = mrt_take(&at, nq), f->scratch = mrt_take(&at, nq);
    f->side = at;
    return f;
}

void    mrt_guesses_free(mrt_guesses *f) { free(f); }
double *mrt_guesses_scratch(mrt_guesses *f) { return f->scratch; }

/* ---- coordinates and speeds ---- */

static int first_q(const mrt_mechanism *m, int joint)
{
    for (int i = 0; i < m->nq; i++)
        if (m->q[i].joint == joint) return i;
    return -1;
}

static int first_u(const mrt_mechanism *m, int joint)
{
    for (int j = 0; j < m->nu; j++)
        if (m->u[j].joint == joint) return j;
    return -1;
}

int mrt_guesses_speed_of(const mrt_mechanism *m, int i)
{
    if (m->q[i].quantity == MRT_EULER) return -1;
    int joint = m->q[i].joint, u = first_u(m, joint);
    return u < 0 ? -1 : u + i - first_q(m, joint);
}

void mrt_guesses_difference(mrt_system *s, const double *q0, const double *q, double *du)
{
    const mrt_mechanism *m = s->mech;
    memset(du, 0, (size_t)m->nu*sizeof(double));
    for (int i = 0; i < m->nq; i++) {
        int j = mrt_guesses_speed_of(m, i);
        if (j >= 0) du[j] = q[i] - q0[i];
    }
    if (m->neuler == 0) return;
    /* The three columns of N for a group are orthogonal and of length 1/2: 4 N^T (e - e0), N at the middle. */
    double *middle = s->middle, *unit = s->un;
    for (int i = 0; i < m->nq; i++) middle[i] = q[i] + q0[i];
    for (int k = 0; k < m->neuler; k++) {
        const double *e = q + m->euler[k], *e0 = q0 + m->euler[k];
        double dot = e[0]*e0[0] + e[1]*e0[1] + e[2]*e0[2] + e[3]*e0[3], sign = dot < 0 ? -1 : 1;
        for (int i = 0; i < 4; i++) middle[m->euler[k] + i] = e[i] + sign*e0[i];
    }
    mrt_system_normalise(s, middle);
    for (int k = 0; k < m->neuler; k++) {
        int e = m->euler[k], joint = m->q[e].joint, j0 = first_u(m, joint) + e - first_q(m, joint);
        double dot = 0;
        for (int i = 0; i < 4; i++) dot += q[e + i]*q0[e + i];
        for (int a = 0; a < 3; a++) {
            memset(unit, 0, (size_t)m->nu*sizeof(double));
            unit[j0 + a] = 1;
            m->rates(s->w, middle, unit, s->qn);
            double sum = 0;
            for (int i = 0; i < 4; i++) sum += s->qn[e + i]*(q[e + i] - (dot < 0 ? -1 : 1)*q0[e + i]);
            du[j0 + a] = 4*sum;
        }
    }
}

/* ---- residuals ---- */

/* r[3]: the rotation, as a vector in ground axes, that leads from Euler parameters g to e. */
static void rotation_between(const double *e, const double *g, double *r)
{
    double d0 = e[0]*g[0] + e[1]*g[1] + e[2]*g[2] + e[3]*g[3];
    double d[3] = { -e[0]*g[1] + e[1]*g[0] - e[2]*g[3] + e[3]*g[2],
                    -e[0]*g[2] + e[2]*g[0] - e[3]*g[1] + e[1]*g[3],
                    -e[0]*g[3] + e[3]*g[0] - e[1]*g[2] + e[2]*g[1] };
    double length = sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2]);
    double angle = 2*atan2(length, fabs(d0)), factor = length > 1e-12 ? angle/length : 2;
    for (int i = 0; i < 3; i++) r[i] = (d0 < 0 ? -factor : factor)*d[i];
}

static void pose_residuals(mrt_guesses *f, double t, const double *q, double *R, double *A)
{
    const mrt_mechanism *m = f->s->mech;
    int nb = m->nbody, row = 0;
    m->bodies_state(f->s->w, t, q, f->zero, f->zero, f->x, f->v, f->v + 6*nb);
    if (A) m->transformation(f->s->w, t, q, f->zero, f->B, f->Bdu);
    for (int b = 0; b < nb; b++) {
        if (!m->bodies[b].has_guess) continue;
        const double *x = f->x + 7*b, *g = f->target + 7*b;
        for (int i = 0; i < 3; i++) R[row + i] = x[i] - g[i];
        rotation_between(x + 3, g + 3, R + row + 3);
        if (A)
            for (int j = 0; j < m->nu; j++)
                for (int i = 0; i < 6; i++) A[row + i + j*f->nr] = f->B[6*b + i + j*6*nb];
        row += 6;
    }
}

/* Differences of the given cut coordinates, angles modulo 2 pi, Euler parameters up to sign; 0 where none is given. */
static void cut_differences(const mrt_guesses *f, const double *cq, const double *cq0, double *d)
{
    const mrt_mechanism *m = f->s->mech;
    for (int i = 0; i < m->ncq; i++) d[i] = 0;
    for (int c = 0; c < m->nall_q; c++) {
        if (!m->all_q[c].cut) continue;
        int i = m->all_q[c].index;
        if (isnan(cq0[i])) continue;
        d[i] = cq[i] - cq0[i];
        if (m->all_q[c].quantity == MRT_ANGLE) d[i] = remainder(d[i], 2*acos(-1.0));
        if (m->all_q[c].quantity != MRT_EULER) continue;
        double dot = 0;
        for (int k = 0; k < 4; k++) dot += cq[i + k]*cq0[i + k];
        for (int k = 0; k < 4; k++) d[i + k] = 2*((dot < 0 ? -cq[i + k] : cq[i + k]) - cq0[i + k]);
        c += 3;
    }
}

static void cut_residuals(mrt_guesses *f, double t, const double *q, double *R, double *A)
{
    mrt_system *s = f->s;
    const mrt_mechanism *m = s->mech;
    const double h = 1e-6;
    m->cut_joints(s->w, t, q, f->zero, f->zero, f->cq, f->cu, f->cu + m->ncu);
    cut_differences(f, f->cq, f->target, R);
    mrt_system_constraints(s, t, q);
    for (int k = 0; k < s->nactive; k++) R[m->ncq + k] = ROW_WEIGHT*s->Phi[s->active[k]];
    if (!A) return;
    for (int j = 0; j < m->nu; j++)
        for (int k = 0; k < s->nactive; k++) A[m->ncq + k + j*f->nr] = ROW_WEIGHT*s->J[s->active[k] + j*m->nrow];
    for (int j = 0; j < m->nu; j++) {
        double *column = A + j*f->nr;
        for (int side = 0; side < 2; side++) {
            memcpy(f->side, q, (size_t)m->nq*sizeof(double));
            memset(s->un, 0, (size_t)m->nu*sizeof(double));
            s->un[j] = 1;
            mrt_system_move(s, f->side, s->un, side ? -h : h);
            m->cut_joints(s->w, t, f->side, f->zero, f->zero, f->cq, f->cu, f->cu + m->ncu);
            cut_differences(f, f->cq, f->target, side ? f->cq2 : column);
        }
        for (int i = 0; i < m->ncq; i++) {
            double d = column[i] - f->cq2[i];
            column[i] = fabs(d) < 1 ? d/(2*h) : 0;         /* a jump of the representation carries no slope */
        }
    }
}

static double evaluate(mrt_guesses *f, double t, const double *q, double *R, double *A)
{
    if (f->cuts) cut_residuals(f, t, q, R, A);
    else         pose_residuals(f, t, q, R, A);
    return mrt_norm2(f->nr, R);
}

/* ---- the fit ---- */

/* step = -(A^T A + mu I)^-1 A^T R over the speeds that may change. */
static mrt_status fit_step(mrt_guesses *f, double mu, const unsigned char *fixed)
{
    int n = f->s->mech->nu, nr = f->nr;
    double largest = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < nr; k++) sum -= f->A[k + j*nr]*f->R[k];
        f->step[j] = fixed[j] ? 0 : sum;
        for (int i = j; i < n; i++) {
            sum = 0;
            if (!fixed[i] && !fixed[j])
                for (int k = 0; k < nr; k++) sum += f->A[k + i*nr]*f->A[k + j*nr];
            f->H[i + j*n] = sum;
        }
        largest = fmax(largest, f->H[j + j*n]);
    }
    if (largest == 0) return MRT_E_SINGULAR;
    for (int j = 0; j < n; j++) f->H[j + j*n] += fixed[j] ? 1 : mu*largest;
    mrt_status st = mrt_chol_factor(n, f->H, n);
    if (st < 0) return st;
    mrt_chol_solve(n, f->H, n, f->step);
    double most = 0;
    for (int j = 0; j < n; j++)
        if (f->s->mech->u[j].quantity != MRT_LENGTH) most = fmax(most, fabs(f->step[j]));
    if (most > 0.5)
        for (int j = 0; j < n; j++) f->step[j] *= 0.5/most;
    return MRT_OK;
}

static mrt_status fit(mrt_guesses *f, double t, double *q, const unsigned char *fixed)
{
    size_t bytes = (size_t)f->s->mech->nq*sizeof(double);
    double mu = 1e-4, r = evaluate(f, t, q, f->R, f->A);
    if (!isfinite(r)) return MRT_E_NAN;
    for (int k = 0; k < MAX_FIT && r > 1e-12; k++) {
        f->s->work.newton++;
        mrt_status st = fit_step(f, mu, fixed);
        if (st == MRT_E_NAN) return st;
        memcpy(f->trial, q, bytes);
        if (st == MRT_OK) mrt_system_move(f->s, f->trial, f->step, 1);
        double next = evaluate(f, t, f->trial, f->next, NULL);
        if (st == MRT_OK && next < r*(1 - 1e-12)) {
            int small = next > r*(1 - 1e-8);
            memcpy(q, f->trial, bytes);
            r = evaluate(f, t, q, f->R, f->A);
            mu = fmax(mu/10, 1e-12);
            if (small) break;
        } else if ((mu *= 10) > 1e6) break;
    }
    return MRT_OK;
}

mrt_status mrt_guesses_fit_poses(mrt_guesses *f, double t, double *q, const double *poses, const unsigned char *fixed)
{
    f->nr = 0, f->cuts = 0, f->target = poses;
    for (int b = 0; b < f->s->mech->nbody; b++)
        if (f->s->mech->bodies[b].has_guess) f->nr += 6;
    return f->nr && f->s->mech->nu ? fit(f, t, q, fixed) : MRT_OK;
}

int mrt_guesses_given(const mrt_guesses *f, const double *cq0)
{
    for (int i = 0; i < f->s->mech->ncq; i++)
        if (!isnan(cq0[i])) return 1;
    return 0;
}

double mrt_guesses_missed(mrt_guesses *f, double t, const double *q, const double *cq0)
{
    const mrt_mechanism *m = f->s->mech;
    if (!mrt_guesses_given(f, cq0)) return 0;
    m->cut_joints(f->s->w, t, q, f->zero, f->zero, f->cq, f->cu, f->cu + m->ncu);
    cut_differences(f, f->cq, cq0, f->next);
    return mrt_norm2(m->ncq, f->next);
}

mrt_status mrt_guesses_fit_cuts(mrt_guesses *f, double t, double *q, const double *cq0, const unsigned char *fixed)
{
    f->cuts = 1, f->target = cq0, f->nr = f->s->mech->ncq + f->s->nactive;
    return fit(f, t, q, fixed);
}
