/*
 * assembly.c -- see assembly.h.
 *
 * Positions: Levenberg-Marquardt steps du = -W^-1 J^T (J W^-1 J^T + mu I)^-1 Phi. With mu proportional to |Phi|^2 the
 * convergence stays quadratic even where rows are redundant (Yamashita and Fukushima, 2001), so that overconstrained
 * loops need no choice of rows while they are still open. Large gaps are closed along Phi(q) = (1 - s) Phi(q0)
 * (Davidenko, 1953) when the direct way fails, and from other starts, ever farther from the guess, when that fails too.
 */
#include "assembly.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "guesses.h"
#include "linalg.h"
#include "loops.h"

enum { MAX_ITERATIONS = 200, MAX_HOMOTOPY = 400, MAX_CLOSEST = 40, MAX_STARTS = 32, MOST_HELD = 16 };
#define LARGEST_TURN 0.5             /* rad in one Newton step: keeps the iteration on the branch of the guess */
#define CLOSED       1e-9            /* |Phi| relative to the largest element of J that counts as closed */

struct mrt_assembly {
    mrt_system *s;
    int     nf, *index;              /* speeds that may change */
    double *L;                       /* [nf x nf] factor of their weights */
    double *A;                       /* [nactive x nf] J L^-T */
    double *G, *y, *x;               /* [nactive^2], [nactive], [max(nu, nactive)] */
    double *du, *total;              /* [nu] */
    double *trial, *path, *direct;   /* [nq] */
    double *offset, *gap, *F;        /* [nactive] */
    double *work;
    int    *iwork;
    unsigned char *fixed;
};

mrt_assembly *mrt_assembly_new(mrt_system *s)
{
    size_t n = (size_t)s->mech->nu, nq = (size_t)s->mech->nq, na = (size_t)s->nactive, most = n > na ? n : na;
    size_t lstsq = mrt_lstsq_work(s->nactive, s->mech->nu);
    size_t reals = n*n + na*n + na*na + na + most + 2*n + 3*nq + 3*na + lstsq;
    mrt_assembly *a = calloc(1, sizeof *a + reals*sizeof(double) + (2*n + most)*sizeof(int) + n);
    if (!a) return NULL;
    double *at = (double *)(a + 1);
    a->s = s;
    a->L = mrt_take(&at, n*n), a->A = mrt_take(&at, na*n), a->G = mrt_take(&at, na*na);
    a->y = mrt_take(&at, na), a->x = mrt_take(&at, most), a->du = mrt_take(&at, n);
    a->total = mrt_take(&at, n), a->trial = mrt_take(&at, nq), a->path = mrt_take(&at, nq);
    a->direct = mrt_take(&at, nq), a->offset = mrt_take(&at, na), a->gap = mrt_take(&at, na);
    a->F = mrt_take(&at, na), a->work = mrt_take(&at, lstsq);
    a->index = (int *)at;
    a->iwork = a->index + n;
    a->fixed = (unsigned char *)(a->iwork + n + most);
    return a;
}

void mrt_assembly_free(mrt_assembly *a) { free(a); }

/* ---- the weighted least-change step ---- */

/* Factors the weights of the speeds that may change, at q. */
static mrt_status factor_weights(mrt_assembly *a, const double *q, const unsigned char *fixed)
{
    mrt_system *s = a->s;
    int n = s->mech->nu;
    a->nf = 0;
    for (int j = 0; j < n; j++)
        if (!fixed || !fixed[j]) a->index[a->nf++] = j;
    mrt_system_weights(s, q);
    for (int j = 0; j < a->nf; j++)
        for (int i = 0; i < a->nf; i++) a->L[i + j*a->nf] = s->M[a->index[i] + a->index[j]*n];
    mrt_status st = mrt_chol_factor(a->nf, a->L, a->nf);
    if (st != MRT_E_SINGULAR) return st;
    /* The mass matrix lost rank on the way: plain unit weights serve as well. */
    memset(a->L, 0, (size_t)a->nf*(size_t)a->nf*sizeof(double));
    for (int i = 0; i < a->nf; i++) a->L[i + i*a->nf] = 1;
    return MRT_OK;
}

/* F = Phi - offset over the active rows, from the fields of s; returns its norm. */
static double residual(mrt_assembly *a, double t, const double *q)
{
    mrt_system *s = a->s;
    mrt_system_constraints(s, t, q);
    for (int k = 0; k < s->nactive; k++) a->F[k] = s->Phi[s->active[k]] - a->offset[k];
    return mrt_norm2(s->nactive, a->F);
}

/* A = J L^-T from the J in s; returns the largest element of J. */
static double scaled_jacobian(mrt_assembly *a)
{
    mrt_system *s = a->s;
    int na = s->nactive, nrow = s->mech->nrow;
    double largest = 0;
    for (int k = 0; k < na; k++) {
        for (int j = 0; j < a->nf; j++) {
            a->x[j] = s->J[s->active[k] + a->index[j]*nrow];
            if (fabs(a->x[j]) > largest) largest = fabs(a->x[j]);
        }
        mrt_chol_forward(a->nf, a->L, a->nf, a->x);
        for (int j = 0; j < a->nf; j++) a->A[k + j*na] = a->x[j];
    }
    return largest;
}

/* x[nf] = A^T (A A^T + mu I)^-1 b with mu relative to the largest diagonal element. b[nactive] is destroyed. */
static mrt_status least_change(mrt_assembly *a, double mu, double *b)
{
    int na = a->s->nactive;
    double diagonal = 0;
    for (int j = 0; j < na; j++)
        for (int i = j; i < na; i++) {
            double sum = 0;
            for (int k = 0; k < a->nf; k++) sum += a->A[i + k*na]*a->A[j + k*na];
            a->G[i + j*na] = sum;
            if (i == j && sum > diagonal) diagonal = sum;
        }
    if (diagonal == 0) return MRT_E_SINGULAR;
    for (int i = 0; i < na; i++) a->G[i + i*na] += mu*diagonal;
    mrt_status st = mrt_chol_factor(na, a->G, na);
    if (st < 0) return st;
    mrt_chol_solve(na, a->G, na, b);
    for (int j = 0; j < a->nf; j++) {
        double sum = 0;
        for (int k = 0; k < na; k++) sum += a->A[k + j*na]*b[k];
        a->x[j] = sum;
    }
    return MRT_OK;
}

/* du[nu] from L^-T x, zero for the fixed speeds. */
static void spread(mrt_assembly *a, double factor)
{
    mrt_chol_backward(a->nf, a->L, a->nf, a->x);
    memset(a->du, 0, (size_t)a->s->mech->nu*sizeof(double));
    for (int j = 0; j < a->nf; j++) a->du[a->index[j]] = factor*a->x[j];
}

/* The part of du that may be taken so that no angle turns too far. */
static double turn_limit(const mrt_assembly *a)
{
    double most = 0;
    for (int j = 0; j < a->s->mech->nu; j++)
        if (a->s->mech->u[j].quantity != MRT_LENGTH && fabs(a->du[j]) > most) most = fabs(a->du[j]);
    return most > LARGEST_TURN ? LARGEST_TURN/most : 1;
}

/* Tries q + h N du for h, h/2, ...; on success q and *f are the new ones. */
static int line_search(mrt_assembly *a, double t, double *q, double h, double *f)
{
    size_t bytes = (size_t)a->s->mech->nq*sizeof(double);
    for (int k = 0; k < 8; k++, h /= 2) {
        memcpy(a->trial, q, bytes);
        mrt_system_move(a->s, a->trial, a->du, h);
        double next = residual(a, t, a->trial);
        if (next < *f*(1 - 1e-4*h)) {
            memcpy(q, a->trial, bytes);
            *f = next;
            return 1;
        }
    }
    return 0;
}

/* Solves Phi(t, q) = offset with the weights factored before. */
static mrt_status solve(mrt_assembly *a, double t, double *q)
{
    double boost = 1, f = residual(a, t, q), scale = 0;
    if (!isfinite(f)) return MRT_E_NAN;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        double now = scaled_jacobian(a);
        if (now > scale) scale = now;
        if (scale <= MRT_NO_ROW && f <= MRT_NO_ROW) return MRT_OK;      /* every row is implied: what is left is rounding */
        if (f <= 1e-15*scale) return MRT_OK;
        a->s->work.newton++;

        double relative = f/(scale > 0 ? scale : 1), mu = 1e-3*relative*relative*boost;
        mu = fmin(fmax(mu, 1e-13), 1e3);
        memcpy(a->y, a->F, (size_t)a->s->nactive*sizeof(double));
        mrt_status st = least_change(a, mu, a->y);
        if (st == MRT_E_NAN) return st;
        double before = f;
        int moved = 0;
        if (st == MRT_OK) {
            spread(a, -1);
            moved = line_search(a, t, q, turn_limit(a), &f);
        }
        if (!moved) {
            residual(a, t, q);
            if (f <= CLOSED*scale) return MRT_OK;          /* rounding: nothing better is to be had */
            boost = fmax(boost*16, 1e-12/(1e-3*relative*relative));
            if (mu >= 1e3) return MRT_E_CONVERGENCE;
        } else {
            boost = fmax(boost/8, 1e-6);
            if (f > 0.5*before && f <= 1e-3*CLOSED*scale) return MRT_OK;
        }
    }
    return f <= CLOSED*scale ? MRT_OK : MRT_E_CONVERGENCE;
}

/* Follows Phi(q) = (1 - s) Phi(q0) from s = 0 to 1 in steps that adapt to how well Newton does. */
static mrt_status homotopy(mrt_assembly *a, double t, double *q)
{
    int na = a->s->nactive;
    size_t bytes = (size_t)a->s->mech->nq*sizeof(double);
    double done = 0, step = 1.0/16;
    residual(a, t, q);
    memcpy(a->gap, a->F, (size_t)na*sizeof(double));
    for (int k = 0; k < MAX_HOMOTOPY && done < 1; k++) {
        double next = fmin(done + step, 1);
        for (int i = 0; i < na; i++) a->offset[i] = (1 - next)*a->gap[i];
        memcpy(a->path, q, bytes);
        if (solve(a, t, a->path) == MRT_OK) {
            memcpy(q, a->path, bytes);
            done = next, step *= 1.5;
        } else if ((step /= 4) < 1e-5) break;
    }
    memset(a->offset, 0, (size_t)na*sizeof(double));
    return done < 1 ? MRT_E_CONVERGENCE : MRT_OK;
}

mrt_status mrt_assembly_positions(mrt_assembly *a, double t, double *q, const unsigned char *fixed)
{
    mrt_system *s = a->s;
    size_t bytes = (size_t)s->mech->nq*sizeof(double);
    mrt_system_normalise(s, q);
    if (s->nactive == 0) return MRT_OK;
    memset(a->offset, 0, (size_t)s->nactive*sizeof(double));
    mrt_status st = factor_weights(a, q, fixed);
    if (st < 0) return st;
    if (!isfinite(residual(a, t, q))) return MRT_E_NAN;
    memcpy(a->direct, q, bytes);
    st = solve(a, t, a->direct);
    if (st < 0 && a->nf > 0) {
        double reached = residual(a, t, a->direct);
        st = homotopy(a, t, q);
        if (st == MRT_OK || residual(a, t, q) < reached) return st;
    }
    memcpy(q, a->direct, bytes);
    residual(a, t, q);
    return st;
}

/* Moves a closed q along the constraints until the whole change since the guess, total[nu], is the smallest: repeated
 * projection of the guess onto the tangent space. Gives up silently where that does not contract; q stays closed. */
static void closest(mrt_assembly *a, double t, double *q, const double *guess, const unsigned char *fixed)
{
    mrt_system *s = a->s;
    int na = s->nactive, n = s->mech->nu;
    size_t bytes = (size_t)s->mech->nq*sizeof(double);
    double last = INFINITY;
    if (factor_weights(a, guess, fixed) < 0 || a->nf == 0) return;
    for (int k = 0; k < MAX_CLOSEST; k++) {
        /* The change so far in the tangent space at q, by least squares through qd = N du. */
        mrt_guesses_difference(s, guess, q, a->total);
        residual(a, t, q);
        if (scaled_jacobian(a) <= MRT_NO_ROW) return;
        for (int i = 0; i < na; i++) {
            double sum = -a->F[i];
            for (int j = 0; j < n; j++) sum += s->J[s->active[i] + j*s->mech->nrow]*a->total[j];
            a->y[i] = sum;
        }
        if (least_change(a, 1e-13, a->y) < 0) return;
        spread(a, 1);
        double size = 0;
        for (int j = 0; j < n; j++) {
            a->du[j] = fixed && fixed[j] ? 0 : a->du[j] - a->total[j];
            size = fmax(size, fabs(a->du[j]));
        }
        if (size < 1e-12 || size > 0.7*last || size > LARGEST_TURN) return;
        last = size;
        memcpy(a->path, q, bytes);
        mrt_system_move(s, a->path, a->du, 1);
        memcpy(a->direct, a->path, bytes);
        if (solve(a, t, a->direct) < 0) return;
        memcpy(q, a->direct, bytes);
    }
}

mrt_status mrt_assembly_velocities(mrt_assembly *a, double t, const double *q, double *u, const unsigned char *fixed)
{
    mrt_system *s = a->s;
    int na = s->nactive, n = s->mech->nu, nrow = s->mech->nrow, rank;
    if (na == 0) return MRT_OK;
    mrt_status st = factor_weights(a, q, fixed);
    if (st < 0) return st;
    mrt_system_constraints(s, t, q);
    double error = 0, scale = 0;
    /* The second pass removes what rounding left of the first; the third only measures. */
    for (int pass = 0; pass < 3; pass++) {
        error = 0;
        for (int i = 0; i < na; i++) {
            double sum = -s->Phit[s->active[i]], size = fabs(sum);
            for (int j = 0; j < n; j++) {
                double part = s->J[s->active[i] + j*nrow]*u[j];
                sum -= part, size += fabs(part);
            }
            a->F[i] = sum;
            error = fmax(error, fabs(sum)), scale = fmax(scale, size);
        }
        if (pass == 2 || error == 0 || a->nf == 0) break;
        if (scaled_jacobian(a) <= MRT_NO_ROW && error <= MRT_NO_ROW) return MRT_OK;
        memcpy(a->x, a->F, (size_t)na*sizeof(double));
        st = mrt_lstsq(na, a->nf, a->A, na, a->x, MRT_RANK_CUTOFF, &rank, a->iwork, a->work);
        if (st < 0) return st;
        spread(a, 1);
        for (int j = 0; j < n; j++) u[j] += a->du[j];
    }
    return error <= CLOSED*scale || error == 0 ? MRT_OK : MRT_E_INCONSISTENT;
}

/* ---- the whole of it ---- */

/* Speeds that must keep their start values: held by the script, unless a drive wins. */
static int find_fixed(const mrt_system *s, unsigned char *fixed)
{
    const mrt_mechanism *m = s->mech;
    int count = 0;
    for (int j = 0; j < m->nu; j++) fixed[j] = m->u[j].hold != 0;
    for (int i = 0; i < m->nq; i++) {
        if (!m->q[i].hold || m->q[i].quantity == MRT_EULER) continue;
        int j = mrt_guesses_speed_of(m, i);
        if (j >= 0) fixed[j] = 1;
    }
    for (int k = 0; k < s->nactive; k++) {
        const mrt_row *r = &m->rows[s->active[k]];
        if (r->kind != MRT_ROW_DRIVE || m->all_q[r->owner].cut) continue;
        int j = mrt_guesses_speed_of(m, m->all_q[r->owner].index);
        if (j >= 0) fixed[j] = 0;
    }
    for (int j = 0; j < m->nu; j++) count += fixed[j];
    return count;
}

/* Numbers in (-1, 1), the same every time (a linear congruential generator; Knuth, 1997, 3.3.4). */
static double scatter(unsigned long long *seed)
{
    *seed = *seed*6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11)/4503599627370496.0 - 1;
}

/* After the way from the guess has failed: the first of some starts farther and farther away from it that leads to a closed
 * position. Angles go up to half a turn away, lengths up to the gap. q is the best point so far, in and out. */
static mrt_status other_starts(mrt_assembly *a, double t, double *q, const double *guess, const unsigned char *fixed)
{
    mrt_system *s = a->s;
    int n = s->mech->nu, tries = n <= 64 ? MAX_STARTS : MAX_STARTS/4;
    size_t bytes = (size_t)s->mech->nq*sizeof(double);
    unsigned long long seed = 1;
    double best = residual(a, t, q), gap = residual(a, t, guess);
    mrt_status st = factor_weights(a, guess, fixed);
    if (a->nf == 0) return MRT_E_CONVERGENCE;
    for (int k = 1; k <= tries && st != MRT_E_NAN; k++) {
        double far = (double)k/tries;
        for (int j = 0; j < n; j++)
            a->du[j] = (fixed && fixed[j] ? 0 : far*scatter(&seed))*(s->mech->u[j].quantity == MRT_LENGTH ? gap : acos(-1.0));
        memcpy(a->direct, guess, bytes);
        mrt_system_move(s, a->direct, a->du, 1);
        st = solve(a, t, a->direct);
        double reached = residual(a, t, a->direct);
        if (st != MRT_OK && !(reached < best)) continue;
        memcpy(q, a->direct, bytes);
        if (st == MRT_OK) return st;
        best = reached;
    }
    residual(a, t, q);
    return MRT_E_CONVERGENCE;
}

/* Adds the held coordinates that have to give way when only those of `fixed` stay (NULL: none), with where they would have to be. */
static void name_released(mrt_assembly *a, double t, const double *guess, double *other, const unsigned char *fixed, const char *between, char *names,
                          size_t size)
{
    const mrt_mechanism *m = a->s->mech;
    size_t used = strlen(names);
    memcpy(other, guess, (size_t)m->nq*sizeof(double));
    mrt_status st = mrt_assembly_positions(a, t, other, fixed);
    if (st == MRT_E_CONVERGENCE) st = other_starts(a, t, other, guess, fixed);
    if (st < 0) return;
    closest(a, t, other, guess, fixed);
    for (int i = 0; i < m->nq && used < size; i++) {
        int j = mrt_guesses_speed_of(m, i);
        if (j < 0 || !a->fixed[j] || fabs(other[i] - guess[i]) < 1e-9) continue;
        used += (size_t)snprintf(names + used, size - used, "%s%s (held at %.6g, would have to be %.6g)", used ? between : "", m->q[i].name, guess[i], other[i]);
    }
}

/* Names each held coordinate that would close the loops if it alone were released, or else all that have to give way. Leaves ""
 * where the loops do not close without them either. -1: out of memory. */
static int name_held(mrt_assembly *a, double t, const double *guess, int held, char *names, size_t size)
{
    size_t n = (size_t)a->s->mech->nu, nq = (size_t)a->s->mech->nq;
    double *other = malloc(nq*sizeof(double) + n);
    if (!other) return -1;
    unsigned char *fixed = (unsigned char *)(other + nq);
    for (size_t j = 0; j < n && held > 1 && held <= MOST_HELD; j++) {
        if (!a->fixed[j]) continue;
        memcpy(fixed, a->fixed, n);
        fixed[j] = 0;
        name_released(a, t, guess, other, fixed, " or ", names, size);
    }
    if (!names[0]) name_released(a, t, guess, other, NULL, ", ", names, size);
    free(other);
    return 0;
}

/* Explains why the loops do not close: a held coordinate that has to give way, or the worst row. */
static mrt_status explain_positions(mrt_assembly *a, double t, double *q, const double *guess, mrt_status st, int held)
{
    mrt_system *s = a->s;
    const mrt_mechanism *m = s->mech;
    char row[MRT_TEXT] = "the mechanism", names[MRT_TEXT/3] = "", loop[MRT_TEXT/4] = "";
    if (st == MRT_E_NAN)
        return mrt_system_fail(s, st, "the constraints are not finite at the start (t = %.6g): look for a division by zero "
                               "or a root of a negative number at the given -q0", t);
    mrt_system_constraints(s, t, q);
    int worst = mrt_system_worst_row(s);
    double off = worst >= 0 ? fabs(s->Phi[worst]) : 0;
    if (worst >= 0) mrt_system_row_text(s, worst, row);
    if (worst >= 0 && m->rows[worst].kind == MRT_ROW_CUT) {
        mrt_loop_text(m, m->rows[worst].owner, loop, sizeof loop - 2);
        if (loop[0]) strcat(loop, ", ");
    }
    if (held && name_held(a, t, guess, held, names, sizeof names) < 0) return mrt_system_fail(s, MRT_E_MEMORY, "out of memory while assembling");
    if (names[0])
        return mrt_system_fail(s, MRT_E_CONVERGENCE, "cannot be assembled with what is held: %s; correct its -q0 or leave -hold out "
                               "(%s%s stays open by %.3g)", names, loop, row, off);
    return mrt_system_fail(s, MRT_E_CONVERGENCE, "cannot be assembled: %s%s stays open by %.3g; the parts may be too short or too "
                           "long to meet: check dimensions and placements, or give guesses nearer to the closed position "
                           "(-q0 of joints, -guess of bodies)", loop, row, off);
}

static mrt_status explain_velocities(mrt_assembly *a, double t, const double *q, mrt_status st, int held)
{
    mrt_system *s = a->s;
    const mrt_mechanism *m = s->mech;
    char names[MRT_TEXT/2] = "";
    size_t used = 0;
    double *u = calloc((size_t)m->nu + 1, sizeof(double));
    if (!u) return MRT_E_MEMORY;
    if (held && mrt_assembly_velocities(a, t, q, u, NULL) == MRT_OK)
        for (int j = 0; j < m->nu && used < sizeof names; j++)
            if (a->fixed[j]) used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", m->u[j].name);
    free(u);
    if (names[0])
        return mrt_system_fail(s, st, "no speeds at the start agree with the held -qd0 of %s and with the loops and drives; "
                               "correct -qd0 or leave -hold out", names);
    return mrt_system_fail(s, st, "no speeds at the start satisfy all drives and constraints: two of them contradict each other "
                           "or the start is a singular position (t = %.6g); drive fewer coordinates or start elsewhere", t);
}

/* Positions from guess into q; where guesses of cut joints were given and are badly missed, a second attempt that starts
 * from the compromise between all guesses is kept if it serves them clearly better. */
static mrt_status close_loops(mrt_assembly *a, double t, double *q, const double *guess, const double *cq0, mrt_guesses *fit)
{
    mrt_system *s = a->s;
    size_t bytes = (size_t)s->mech->nq*sizeof(double);
    double *start = mrt_guesses_scratch(fit);
    memcpy(start, q, bytes);
    mrt_status st = mrt_assembly_positions(a, t, q, a->fixed);
    double missed = st == MRT_OK ? mrt_guesses_missed(fit, t, q, cq0) : INFINITY;
    if (missed > 0.5 && mrt_guesses_given(fit, cq0)) {
        mrt_status again = mrt_guesses_fit_cuts(fit, t, start, cq0, a->fixed);
        if (again == MRT_OK) again = mrt_assembly_positions(a, t, start, a->fixed);
        if (again == MRT_OK && mrt_guesses_missed(fit, t, start, cq0) < 0.5*missed) {
            memcpy(q, start, bytes);
            return MRT_OK;
        }
    }
    return st == MRT_E_CONVERGENCE ? other_starts(a, t, q, guess, a->fixed) : st;
}

/* Euler parameters start with e0 >= 0. */
static void flip_euler(const mrt_mechanism *m, double *q)
{
    for (int k = 0; k < m->neuler; k++) {
        double *e = q + m->euler[k];
        if (e[0] < 0)
            for (int i = 0; i < 4; i++) e[i] = -e[i];
    }
}

static mrt_status assemble(mrt_assembly *a, mrt_guesses *fit, double t, double *q, double *u, double *guess,
                           const double *cq0, const double *poses)
{
    mrt_system *s = a->s;
    int held = find_fixed(s, a->fixed);
    mrt_status st = mrt_guesses_fit_poses(fit, t, q, poses, a->fixed);
    if (st < 0) return mrt_system_fail(s, st, "the pose guesses (-guess) of the bodies lead to values that are not finite");
    mrt_system_find_massless(s, q);
    memcpy(guess, q, (size_t)s->mech->nq*sizeof(double));
    st = close_loops(a, t, q, guess, cq0, fit);
    if (st < 0) return explain_positions(a, t, q, guess, st, held);
    if (s->nactive) closest(a, t, q, guess, a->fixed);
    flip_euler(s->mech, q);
    st = mrt_assembly_velocities(a, t, q, u, a->fixed);
    return st < 0 ? explain_velocities(a, t, q, st, held) : MRT_OK;
}

mrt_status mrt_assemble(mrt_system *s, double t, int wanted, double *q, double *u)
{
    const mrt_mechanism *m = s->mech;
    if (m->assemble) {
        mrt_status found = m->assemble(s, t, wanted, q, u);
        return found < 0 ? found : mrt_system_choose(s, t, q);
    }
    double *guess = malloc((size_t)(m->nq + m->ncq + 7*m->nbody + 1)*sizeof(double));
    mrt_assembly *a = mrt_assembly_new(s);
    mrt_guesses *fit = mrt_guesses_new(s);
    mrt_status st = MRT_OK;
    if (!guess || !a || !fit) st = mrt_system_fail(s, MRT_E_MEMORY, "out of memory while assembling");
    else {
        double *cq0 = guess + m->nq, *poses = cq0 + m->ncq;
        m->start(s->w, q, u, cq0, poses);
        mrt_system_normalise(s, q);
        if (wanted)
            st = assemble(a, fit, t, q, u, guess, cq0, poses);
        else {
            double open, rate;
            mrt_system_find_massless(s, q);
            flip_euler(m, q);
            mrt_system_violation(s, t, q, u, &open, &rate);
            mrt_system_warn(s, "the initial state is taken as it is: violation %.3g, rate of violation %.3g", open, rate);
        }
    }
    if (st == MRT_OK) st = mrt_system_choose(s, t, q);
    mrt_guesses_free(fit);
    mrt_assembly_free(a);
    free(guess);
    return st;
}
