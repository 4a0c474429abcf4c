/*
 * system.c -- see system.h. The choice of independent rows follows Wehage and Haug (1982): Gaussian elimination of
 * the Jacobian with complete pivoting; what is left without a pivot is implied by the rest (rows) or free (columns).
 */
#include "system.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "linalg.h"

/* ---- making and freeing ---- */

mrt_system *mrt_system_new(const mrt_mechanism *mech, int mode, const double *p, const double *in)
{
    size_t nu = (size_t)mech->nu, nq = (size_t)mech->nq, nrow = (size_t)mech->nrow;
    size_t np = (size_t)mech->np, nin = (size_t)mech->nin;
    size_t kkt = mrt_kkt_work(mech->nu, mech->nrow);
    size_t reals = np + nin + mech->work + nu + nu*nu + nu + 4*nrow + nrow*nu + 2*nq + 2*nu + nrow + kkt + nrow*nu + nu*nu;
    size_t ints = 4*nrow + nu + nrow + nu;
    /* calloc leaves pages alone that are never used: a long chain needs no M. */
    mrt_system *s = calloc(1, sizeof *s + reals*sizeof(double) + ints*sizeof(int));
    if (!s) return NULL;

    double *at = (double *)(s + 1);
    s->mech = mech, s->mode = mode, s->scale = 1;
    s->p = mrt_take(&at, np), s->in = mrt_take(&at, nin), s->w = mrt_take(&at, mech->work), s->unit = mrt_take(&at, nu);
    s->M = mrt_take(&at, nu*nu), s->g = mrt_take(&at, nu);
    s->Phi = mrt_take(&at, nrow), s->Phid = mrt_take(&at, nrow), s->Phit = mrt_take(&at, nrow), s->gamma = mrt_take(&at, nrow);
    s->J = mrt_take(&at, nrow*nu), s->qn = mrt_take(&at, nq), s->middle = mrt_take(&at, nq), s->un = mrt_take(&at, nu), s->lam = mrt_take(&at, nrow);
    s->zero = mrt_take(&at, nu);
    s->kkt = mrt_take(&at, kkt), s->A = mrt_take(&at, nrow*nu + nu*nu);
    int *it = (int *)at;
    s->active = mrt_take_int(&it, nrow), s->rows = mrt_take_int(&it, nrow), s->others = mrt_take_int(&it, nrow);
    s->free = mrt_take_int(&it, nu), s->irow = mrt_take_int(&it, 2*nrow), s->icol = mrt_take_int(&it, nu);

    for (size_t i = 0; i < np; i++) s->p[i] = p ? p[i] : mech->parameters[i].value;
    for (size_t i = 0; i < nin; i++) s->in[i] = in ? in[i] : mech->inputs[i].value;
    for (int i = 0; i < mech->nrow; i++)
        if (mech->rows[i].analyses & mode) s->active[s->nactive++] = i;
    mrt_workspace_init(mech, s->w, s->p);

    /* Until a choice is made all rows are taken. */
    for (int i = 0; i < s->nactive; i++) s->rows[s->m++] = s->active[i];
    return s;
}

void mrt_system_free(mrt_system *s)
{
    if (s) mrt_workspace_done(s->mech, s->w);
    free(s);
}

void mrt_workspace_init(const mrt_mechanism *m, double *w, const double *p)
{
    if (m->data) {
        memset(w, 0, m->work*sizeof(double));
        memcpy(w, &m->data, sizeof m->data);
    }
    m->init(w, p);
}

void mrt_workspace_done(const mrt_mechanism *m, double *w)
{
    if (m->done) m->done(w);
}

mrt_point *mrt_point_new(const mrt_mechanism *mech)
{
    size_t reals = (size_t)(mech->nq + 2*mech->nu + mech->nrow);
    mrt_point *x = calloc(1, sizeof *x + reals*sizeof(double));
    if (!x) return NULL;
    x->q = (double *)(x + 1), x->u = x->q + mech->nq, x->ud = x->u + mech->nu, x->lam = x->ud + mech->nu;
    return x;
}

void mrt_point_free(mrt_point *x) { free(x); }

/* ---- positions ---- */

void mrt_system_normalise(const mrt_system *s, double *q)
{
    for (int k = 0; k < s->mech->neuler; k++) {
        double *e = q + s->mech->euler[k];
        double more = e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3] - 1, scale;
        if (fabs(more) < 5e-6) scale = 1 - more*(0.5 - 0.375*more);        /* 1/sqrt(1 + more) to rounding, without waiting for the root */
        else if (more > -1) scale = 1/sqrt(1 + more);
        else { e[0] = 1; continue; }
        for (int i = 0; i < 4; i++) e[i] *= scale;
    }
}

void mrt_system_move(mrt_system *s, double *q, const double *du, double h)
{
    s->mech->rates(s->w, q, du, s->qn);
    for (int i = 0; i < s->mech->nq; i++) q[i] += h*s->qn[i];
    mrt_system_normalise(s, q);
}

/* ---- evaluations ---- */

void mrt_system_constraints(mrt_system *s, double t, const double *q)
{
    const mrt_mechanism *m = s->mech;
    if (m->nrow) m->constraints(s->w, t, q, s->Phi, m->augmented ? NULL : s->J, s->Phit);
}

/* The same with J for certain. */
static void dense_constraints(mrt_system *s, double t, const double *q)
{
    if (s->mech->nrow) s->mech->constraints(s->w, t, q, s->Phi, s->J, s->Phit);
}

void mrt_system_equations(mrt_system *s, double t, const double *q, const double *u)
{
    const mrt_mechanism *m = s->mech;
    double *M = m->augmented ? NULL : s->M, *J = m->augmented ? NULL : s->J;
    s->work.evaluations++;
    m->equations(s->w, s->mode, t, q, u, s->in, M, s->g, s->Phi, s->Phid, J, s->gamma);
}

void mrt_system_weights(mrt_system *s, const double *q)
{
    int n = s->mech->nu;
    s->mech->mass(s->w, q, s->M);
    for (int i = 0; i < n; i++) s->M[i + i*n] += s->unit[i];
}

int mrt_system_find_massless(mrt_system *s, const double *q)
{
    int n = s->mech->nu, count = 0;
    double *A = s->A + s->mech->nrow*n;
    memset(s->unit, 0, (size_t)n*sizeof(double));
    s->mech->mass(s->w, q, A);
    if (mrt_chol_factor(n, A, n) == MRT_OK) return 0;
    s->mech->mass(s->w, q, A);
    for (int i = 0; i < n; i++) {
        s->icol[i] = 0;                            /* 1: already taken as pivot */
        s->un[i] = A[i + i*n];                     /* the diagonal at the start: what a pivot is compared with */
    }
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!s->icol[i] && (best < 0 || A[i + i*n] > A[best + best*n])) best = i;
        double pivot = A[best + best*n];
        s->icol[best] = 1;
        if (!(pivot > 1e-13*s->un[best]) || pivot <= 0) { s->unit[best] = 1; count++; continue; }
        for (int j = 0; j < n; j++) {
            if (s->icol[j]) continue;
            double f = A[j + best*n]/pivot;
            for (int i = 0; i < n; i++)
                if (!s->icol[i]) A[i + j*n] -= f*A[i + best*n];
        }
    }
    return count;
}

void mrt_system_violation(mrt_system *s, double t, const double *q, const double *u, double *position, double *rate)
{
    double sum = 0, sum_rate = 0;
    int nrow = s->mech->nrow, n = s->mech->nu, sparse = s->mech->augmented != NULL;
    if (sparse) s->mech->equations(s->w, s->mode, t, q, u, s->in, NULL, s->g, s->Phi, s->Phid, NULL, s->gamma);
    else        mrt_system_constraints(s, t, q);
    for (int k = 0; k < s->nactive; k++) {
        int r = s->active[k];
        double d = sparse ? s->Phid[r] : s->Phit[r];
        for (int j = 0; j < n && !sparse; j++) d += s->J[r + j*nrow]*u[j];
        sum += s->Phi[r]*s->Phi[r], sum_rate += d*d;
    }
    *position = sqrt(sum), *rate = sqrt(sum_rate);
}

/* ---- the choice of rows ---- */

/* One stage of the elimination: takes pivots among rows first..end of the list, in the columns not yet used.
 * A[nactive x n] is worked on in place; irow[k] and icol[j] are 1 + number of the pivot, 0: none. Returns the rank. */
static int eliminate(mrt_system *s, int drives, double bound, int rank)
{
    int n = s->mech->nu, na = s->nactive;
    double *A = s->A;
    for (;;) {
        int pi = -1, pj = -1;
        double best = bound;
        for (int j = 0; j < n; j++) {
            if (s->icol[j]) continue;
            for (int i = 0; i < na; i++) {
                int drive = s->mech->rows[s->active[i]].kind == MRT_ROW_DRIVE;
                if (!s->irow[i] && drive == drives && fabs(A[i + j*na]) > best) best = fabs(A[i + j*na]), pi = i, pj = j;
            }
        }
        if (pi < 0) return rank;
        s->irow[pi] = s->icol[pj] = ++rank;
        for (int i = 0; i < na; i++) {
            if (s->irow[i]) continue;
            double f = A[i + pj*na]/A[pi + pj*na];
            if (f == 0) continue;
            for (int j = 0; j < n; j++)
                if (!s->icol[j]) A[i + j*na] -= f*A[pi + j*na];
            A[i + pj*na] = 0;
        }
    }
}

mrt_status mrt_system_choose(mrt_system *s, double t, const double *q)
{
    int n = s->mech->nu, nrow = s->mech->nrow, na = s->nactive;
    double largest = 0;
    dense_constraints(s, t, q);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < na; i++) {
            double a = s->J[s->active[i] + j*nrow];
            if (!isfinite(a)) return mrt_system_fail(s, MRT_E_NAN, "the constraint Jacobian is not finite at t = %.6g", t);
            s->A[i + j*na] = a;
            if (fabs(a) > largest) largest = fabs(a);
        }
    memset(s->irow, 0, (size_t)na*sizeof(int));
    memset(s->icol, 0, (size_t)n*sizeof(int));
    double cutoff = largest > MRT_NO_ROW ? MRT_RANK_CUTOFF*largest : MRT_NO_ROW;
    int rank = eliminate(s, 0, cutoff, 0);
    eliminate(s, 1, cutoff, rank);

    s->scale = largest > MRT_NO_ROW ? largest : 1;
    s->m = s->nother = s->nfree = 0;
    for (int i = 0; i < na; i++)
        if (s->irow[i]) s->rows[s->m++] = s->active[i];
        else            s->others[s->nother++] = s->active[i];
    for (int j = 0; j < n; j++)
        if (!s->icol[j]) s->free[s->nfree++] = j;
    return MRT_OK;
}

/* sqrt(|a|/|b|) with J W^-1 J^T b = a: near a singular position b grows with the smallest singular value, as long as a has any part along it. */
static double sparse_independence(mrt_system *s)
{
    double sum = 0;
    for (int k = 0; k < s->m; k++) {
        double part = k % 3 - 0.7*(k % 2) + 0.3;
        s->Phit[s->rows[k]] = part, sum += part*part;
    }
    if (s->mech->augmented(s->w, s->m, s->rows, s->zero, s->Phit, s->un, s->lam) < 0) return 0;
    return sqrt(sqrt(sum)/mrt_norm2(s->m, s->lam));
}

double mrt_system_independence(mrt_system *s)
{
    if (s->mech->augmented) return sparse_independence(s);
    return s->strain > 0 ? sqrt(1/s->strain) : 0;
}

int mrt_system_freedom(mrt_system *s, double t, const double *q, int k)
{
    /* The motion with the least kinetic energy among those with speed free[k] = 1 and the other free speeds 0 would
     * need a solve of its own; the dependent speeds follow from J alone: J_dep x = -J_free. */
    int n = s->mech->nu, nrow = s->mech->nrow, m = s->m;
    double *A = s->A, *b = s->lam;
    int *dep = s->icol;
    if (m == 0) return s->free[k];
    dense_constraints(s, t, q);
    int nd = 0;
    for (int j = 0, f = 0; j < n; j++)
        if (f < s->nfree && s->free[f] == j) f++;
        else dep[nd++] = j;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) A[i + j*m] = s->J[s->rows[i] + dep[j]*nrow];
        b[i] = -s->J[s->rows[i] + s->free[k]*nrow];
    }
    if (nd != m || mrt_lu_factor(m, A, m, s->irow) != MRT_OK) return s->free[k];
    mrt_lu_solve(m, A, m, s->irow, b);
    mrt_system_weights(s, q);
    int best = s->free[k];
    double most = sqrt(s->M[best + best*n]);
    for (int i = 0; i < m; i++) {
        double part = fabs(b[i])*sqrt(fabs(s->M[dep[i] + dep[i]*n]));
        if (part > most*(1 + 1e-9)) most = part, best = dep[i];
    }
    return best;
}

/* ---- words ---- */

int mrt_system_worst_row(const mrt_system *s)
{
    int worst = -1;
    for (int k = 0; k < s->nactive; k++) {
        int r = s->active[k];
        if (worst < 0 || !(fabs(s->Phi[r]) <= fabs(s->Phi[worst]))) worst = r;
    }
    return worst;
}

void mrt_system_row_text(const mrt_system *s, int row, char *text)
{
    static const char *const kinds[] = { "joint", "drive of", "constraint", "distance" };
    const mrt_row *r = &s->mech->rows[row];
    snprintf(text, MRT_TEXT, "%s %s%s%s", kinds[r->kind], r->name, r->what[0] ? ", " : "", r->what);
}

mrt_status mrt_system_fail(mrt_system *s, mrt_status status, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    vsnprintf(s->message, sizeof s->message, format, a);
    va_end(a);
    return status;
}

void mrt_system_warn(mrt_system *s, const char *format, ...)
{
    va_list a;
    if (s->nwarnings == MRT_WARNINGS) {
        snprintf(s->warnings[MRT_WARNINGS - 1], MRT_TEXT, "there were more warnings than are kept");
        return;
    }
    va_start(a, format);
    vsnprintf(s->warnings[s->nwarnings++], MRT_TEXT, format, a);
    va_end(a);
}
