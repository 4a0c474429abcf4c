/*
 * tree_dynamics.c -- mass matrix by composite bodies, bias forces by Newton's and Euler's equations (Featherstone 2008, chapters 5 and 6),
 * in ground axes about the bodies' origins: inertias are turned once and then only shifted.
 */
#include "tree.h"

#include <string.h>

/* ---- inertia ---- */

/* J := R J R^T, h := R h. */
static void to_ground(t_inertia *to, const t_inertia *from, const double R[9])
{
    const double *J = from->J;
    const double full[9] = { J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2] };
    double half[9];
    to->m = from->m;
    m_vec(to->h, R, from->h);
    m_mul(half, R, full);
    for (int i = 0; i < 3; i++) to->J[i] = v_dot(&half[3*i], &R[3*i]);
    to->J[3] = v_dot(&half[0], &R[3]);
    to->J[4] = v_dot(&half[0], &R[6]);
    to->J[5] = v_dot(&half[3], &R[6]);
}

void t_ground_inertia(t_work *w)
{
    const tree_engine *x = t_engine(w);
    for (int i = 0; i < x->nbody; i++) to_ground(&w->now[i], &w->own[i], w->g.body[x->body[i].body].R);
}

/* to += from, whose origin is d away. */
static inline void add_shifted(t_inertia *to, const t_inertia *from, const double d[3])
{
    double k[3];                                      /* h + m d/2: J grows by k d^T + d k^T */
    for (int i = 0; i < 3; i++) k[i] = from->h[i] + 0.5*from->m*d[i];
    to->m += from->m;
    for (int i = 0; i < 3; i++) {
        to->h[i] += from->h[i] + from->m*d[i];
        to->J[i] += from->J[i] + 2*k[i]*d[i];
    }
    to->J[3] += from->J[3] + k[0]*d[1] + k[1]*d[0];
    to->J[4] += from->J[4] + k[0]*d[2] + k[2]*d[0];
    to->J[5] += from->J[5] + k[1]*d[2] + k[2]*d[1];
}

/* Momentum (n, f) of a body moving with S = (w, v). */
static inline void momentum(double F[6], const t_inertia *I, const double S[6])
{
    const double *J = I->J, *v = S + 3;
    double trace = J[0] + J[1] + J[2];
    F[0] = trace*S[0] - J[0]*S[0] - J[3]*S[1] - J[4]*S[2];
    F[1] = trace*S[1] - J[3]*S[0] - J[1]*S[1] - J[5]*S[2];
    F[2] = trace*S[2] - J[4]*S[0] - J[5]*S[1] - J[2]*S[2];
    v_add_cross(F, I->h, v);
    v_cross(F + 3, S, I->h);
    v_axpy(F + 3, I->m, v);
}

static inline double power(const double S[6], const double F[6])
{
    return S[0]*F[0] + S[1]*F[1] + S[2]*F[2] + S[3]*F[3] + S[4]*F[4] + S[5]*F[5];
}

/* ---- mass matrix ---- */

/* Column of one unit motion: its momentum, seen by its own joint and by every joint below it. */
static void column(t_work *w, int i, int d, double *M, int n)
{
    const tree_engine *x = t_engine(w);
    double F[6];
    int k = x->u[d];
    momentum(F, &w->composite[i], w->S[d]);
    for (int e = x->body[i].dof; e <= d; e++) M[x->u[e] + k*n] = M[k + x->u[e]*n] = power(w->S[e], F);
    while (x->body[i].parent) {
        v_add_cross(F, w->arm[i], F + 3);
        i = x->place[x->body[i].parent];
        for (int e = x->body[i].dof; e < x->body[i].dof + x->body[i].dofs; e++) M[x->u[e] + k*n] = M[k + x->u[e]*n] = power(w->S[e], F);
    }
}

void t_composite(t_work *w, double *M)
{
    const tree_engine *x = t_engine(w);
    int n = x->ndof;
    memcpy(w->composite, w->now, (size_t)x->nbody*sizeof *w->now);
    memset(M, 0, (size_t)(n*n)*sizeof *M);
    for (int i = x->nbody - 1; i >= 0; i--) {
        const t_body *b = &x->body[i];
        for (int d = b->dof; d < b->dof + b->dofs; d++) column(w, i, d, M, n);
        if (b->parent) add_shifted(&w->composite[x->place[b->parent]], &w->composite[i], w->arm[i]);
    }
}

/* ---- bias forces ---- */

/* Rate of momentum less gravity about the body's origin: with U = al~ + w~ w~, f = m (a - g) + U h, n = h x (a - g) + axial part of U J. */
static inline void inertia_wrench(double p[6], const t_inertia *I, const g_body *b, const double gravity[3])
{
    const double *o = b->w, *al = b->al, *J = I->J;
    double xx = o[0]*o[0], yy = o[1]*o[1], zz = o[2]*o[2], xy = o[0]*o[1], xz = o[0]*o[2], yz = o[1]*o[2];
    const double U[9] = { -yy - zz, xy - al[2], xz + al[1], xy + al[2], -xx - zz, yz - al[0], xz - al[1], yz + al[0], -xx - yy };
    double less[3];
    for (int i = 0; i < 3; i++) less[i] = b->a[i] - gravity[i];
    m_vec(p + 3, U, I->h);
    v_axpy(p + 3, I->m, less);
    v_cross(p, I->h, less);
    const double full[9] = { J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2] };
    double P[9];
    m_mul(P, U, full);
    p[0] += P[7] - P[5];
    p[1] += P[2] - P[6];
    p[2] += P[3] - P[1];
}

void t_applied(t_work *w, int mode, double t, const double *in)
{
    const tree_engine *x = t_engine(w);
    const model *m = x->x->m;
    const topology *g = x->x->g;
    memset(w->tau, 0, (size_t)x->ndof*sizeof *w->tau);
    if (!x->loads) return;
    g_signals(&w->g, false);
    g_loads(&w->g, mode, t, in);
    for (int i = 0; i < m->nu; i++) {
        double size = w->g.load[i];
        if (g->u_index[i] >= 0) { w->tau[g->u_index[i]] += size; continue; }
        if (size == 0) continue;
        const g_row *r = &w->g.speed[i];
        for (int s = 0; s < 2; s++) {
            v_axpy(w->g.wrench[r->body[s]], size, r->f[s]);
            v_axpy(w->g.wrench[r->body[s]] + 3, size, r->n[s]);
        }
    }
}

void t_missing_wrenches(t_work *w, bool applied)
{
    const tree_engine *x = t_engine(w);
    for (int i = 0; i < x->nbody; i++) {
        int b = x->body[i].body;
        inertia_wrench(w->p[i], &w->now[i], &w->g.body[b], w->g.gravity);
        if (!applied) continue;
        v_sub(w->p[i], w->g.wrench[b] + 3);
        v_sub(w->p[i] + 3, w->g.wrench[b]);
    }
}

void t_bias(t_work *w, double *g)
{
    const tree_engine *x = t_engine(w);
    t_missing_wrenches(w, x->loads);
    for (int i = x->nbody - 1; i >= 0; i--) {
        const t_body *b = &x->body[i];
        for (int d = b->dof; d < b->dof + b->dofs; d++) g[x->u[d]] = w->tau[x->u[d]] - power(w->S[d], w->p[i]);
        if (!b->parent) continue;
        double *to = w->p[x->place[b->parent]];
        for (int k = 0; k < 6; k++) to[k] += w->p[i][k];
        v_add_cross(to, w->arm[i], w->p[i] + 3);
    }
}

/* ---- articulated bodies ---- */

static inline void start_articulated(t_articulated *a, const t_inertia *I)
{
    double trace = I->J[0] + I->J[1] + I->J[2];
    const double *h = I->h;
    for (int i = 0; i < 3; i++) a->A[i] = trace - I->J[i], a->A[3 + i] = -I->J[3 + i], a->C[i] = I->m, a->C[3 + i] = 0;
    a->B[0] = a->B[4] = a->B[8] = 0;
    a->B[1] = -h[2], a->B[2] = h[1], a->B[3] = h[2], a->B[5] = -h[0], a->B[6] = -h[1], a->B[7] = h[0];
}

static inline void sym_vec(double y[3], const double K[6], const double x[3])
{
    y[0] = K[0]*x[0] + K[3]*x[1] + K[4]*x[2];
    y[1] = K[3]*x[0] + K[1]*x[1] + K[5]*x[2];
    y[2] = K[4]*x[0] + K[5]*x[1] + K[2]*x[2];
}

/* U = I S */
static inline void times(double U[6], const t_articulated *a, const double S[6])
{
    double more[3];
    sym_vec(U, a->A, S);
    m_vec(more, a->B, S + 3);
    v_add(U, more);
    sym_vec(U + 3, a->C, S + 3);
    m_tvec(more, a->B, S);
    v_add(U + 3, more);
}

/* I := I - U U^T/D */
static inline void take_out(t_articulated *a, const double U[6], double reciprocal)
{
    double V[6];
    for (int i = 0; i < 6; i++) V[i] = U[i]*reciprocal;
    for (int i = 0; i < 3; i++) a->A[i] -= U[i]*V[i], a->C[i] -= U[3 + i]*V[3 + i];
    a->A[3] -= U[0]*V[1], a->A[4] -= U[0]*V[2], a->A[5] -= U[1]*V[2];
    a->C[3] -= U[3]*V[4], a->C[4] -= U[3]*V[5], a->C[5] -= U[4]*V[5];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) a->B[3*i + k] -= U[i]*V[3 + k];
}

/* to += from, whose origin is d away: C' = C, B' = B + d~ C, A' = A - B d~ + d~ B'^T. */
static inline void add_articulated(t_articulated *to, const t_articulated *from, const double d[3])
{
    const double *C = from->C, *A = from->A, *B = from->B;
    const double columns[3][3] = { { C[0], C[3], C[4] }, { C[3], C[1], C[5] }, { C[4], C[5], C[2] } };
    double moved[9], X[3][3], Y[3][3];
    for (int k = 0; k < 3; k++) {
        double c[3];
        v_cross(c, d, columns[k]);
        for (int i = 0; i < 3; i++) moved[3*i + k] = B[3*i + k] + c[i];
    }
    for (int i = 0; i < 3; i++) v_cross(X[i], &B[3*i], d), v_cross(Y[i], &moved[3*i], d);
    for (int i = 0; i < 3; i++) to->A[i] += A[i] - X[i][i] - Y[i][i];
    to->A[3] += A[3] - X[0][1] - Y[1][0];
    to->A[4] += A[4] - X[0][2] - Y[2][0];
    to->A[5] += A[5] - X[1][2] - Y[2][1];
    for (int i = 0; i < 6; i++) to->C[i] += C[i];
    for (int i = 0; i < 9; i++) to->B[i] += moved[i];
}

static inline void inward(t_work *w, const double *tau)
{
    const tree_engine *x = t_engine(w);
    for (int i = x->nbody - 1; i >= 0; i--) {
        const t_body *b = &x->body[i];
        t_articulated *a = &w->art[i];
        double *p = w->p[i];
        for (int d = b->dof + b->dofs - 1; d >= b->dof; d--) {
            double *U = w->U[d];
            const double *S = w->S[d];
            times(U, a, S);
            double reciprocal = 1/power(S, U), rest = w->tau[x->u[d]] + tau[x->u[d]] - power(S, p);
            w->D[d] = reciprocal, w->rest[d] = rest;
            if (!b->parent && d == b->dof) break;
            take_out(a, U, reciprocal);
            for (int k = 0; k < 6; k++) p[k] += U[k]*(rest*reciprocal);
        }
        if (!b->parent) continue;
        int to = x->place[b->parent];
        add_articulated(&w->art[to], a, w->arm[i]);
        for (int k = 0; k < 6; k++) w->p[to][k] += p[k];
        v_add_cross(w->p[to], w->arm[i], p + 3);
    }
}

static inline void outward(t_work *w, double *ud)
{
    const tree_engine *x = t_engine(w);
    for (int i = 0; i < x->nbody; i++) {
        const t_body *b = &x->body[i];
        double *da = w->da[i];
        if (b->parent) {
            const double *from = w->da[x->place[b->parent]];
            v_copy(da, from);
            v_cross(da + 3, from, w->arm[i]);
            v_add(da + 3, from + 3);
        } else for (int k = 0; k < 6; k++) da[k] = 0;
        for (int d = b->dof; d < b->dof + b->dofs; d++) {
            double value = (w->rest[d] - power(w->U[d], da))*w->D[d];
            ud[x->u[d]] = value;
            for (int k = 0; k < 6; k++) da[k] += value*w->S[d][k];
        }
    }
}

/* Deviations from the motion without ud: the bodies' accelerations without ud are in p, so that no bias term is left in the recursion. */
void t_articulated_body(t_work *w, const double *tau, double *ud)
{
    const tree_engine *x = t_engine(w);
    t_missing_wrenches(w, x->loads);
    for (int i = 0; i < x->nbody; i++) start_articulated(&w->art[i], &w->now[i]);
    inward(w, tau);
    outward(w, ud);
}
