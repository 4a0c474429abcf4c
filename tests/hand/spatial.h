/*
 * spatial.h -- mechanisms written by hand for tests of the analyses: a tree of rigid bodies with revolute and spherical
 * joints, cut spherical or planar-revolute joints, drives, a load on the first speed. Plain vector algebra from the
 * textbook, written for clarity and independent of the generator.
 *
 * A test includes this, describes a mechanism as a `hand_model`, and calls hand_mechanism() for the mrt_mechanism.
 */
#ifndef TESTS_HAND_SPATIAL_H
#define TESTS_HAND_SPATIAL_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/mrt.h"

enum { HAND_BODIES = 8, HAND_SPEEDS = 12, HAND_ROWS = 24 };

typedef struct hand_body {
    const char *name;
    int    parent;                   /* -1: ground */
    int    spherical;
    double axis[3];                  /* revolute: unit vector in the parent's axes */
    double at[3];                    /* joint in the parent; it is the origin of this body */
    double mass, com[3], inertia[3]; /* about the mass centre, principal axes are the body's */
    double q0[4], u0[3];
    int    hold;
} hand_body;

typedef struct hand_cut { const char *name; int a, b; double ra[3], rb[3]; int planar; } hand_cut;
/* coordinate (tree q) = d0 + d1 t + d2 sin t; `analyses` as in mrt_row */
typedef struct hand_drive { int q; double d[3]; int analyses; } hand_drive;

typedef struct hand_model {
    const char *name;
    int        nbody, ncut, ndrive;
    hand_body  body[HAND_BODIES];
    hand_cut   cut[2];
    hand_drive drive[2];
    double     gravity[3];           /* direction; parameter "g" is its size */
    double     load[3];              /* on u[0]: load[0] + load[1]*step(t - load[2]) */
    double     friction;             /* -friction*sign(u[0]) */
    mrt_analysis analysis;
} hand_model;

typedef struct hand_state {
    double R[HAND_BODIES][9], x[HAND_BODIES][3], v[HAND_BODIES][3], w[HAND_BODIES][3];
    double a[HAND_BODIES][3], al[HAND_BODIES][3];                  /* accelerations for the given ud */
    double Jv[HAND_BODIES][HAND_SPEEDS][3], Jw[HAND_BODIES][HAND_SPEEDS][3];
} hand_state;

/* ---- vectors ---- */
static inline void hand_cross(const double *a, const double *b, double *c)
{
    double x = a[1]*b[2] - a[2]*b[1], y = a[2]*b[0] - a[0]*b[2], z = a[0]*b[1] - a[1]*b[0];
    c[0] = x, c[1] = y, c[2] = z;
}
static inline double hand_dot(const double *a, const double *b) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }
static inline void hand_turn(const double *R, const double *a, double *b)         /* R row-major */
{
    for (int i = 0; i < 3; i++) b[i] = R[3*i]*a[0] + R[3*i + 1]*a[1] + R[3*i + 2]*a[2];
}
static inline void hand_turn_back(const double *R, const double *a, double *b)
{
    for (int i = 0; i < 3; i++) b[i] = R[i]*a[0] + R[3 + i]*a[1] + R[6 + i]*a[2];
}
static inline void hand_matmul(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3*i + j] = A[3*i]*B[j] + A[3*i + 1]*B[3 + j] + A[3*i + 2]*B[6 + j];
}
static inline void hand_rotation(const double *e, double *R)
{
    double a = e[0], b = e[1], c = e[2], d = e[3];
    double r[9] = { a*a + b*b - c*c - d*d, 2*(b*c - a*d), 2*(b*d + a*c), 2*(b*c + a*d), a*a - b*b + c*c - d*d, 2*(c*d - a*b),
                    2*(b*d - a*c), 2*(c*d + a*b), a*a - b*b - c*c + d*d };
    memcpy(R, r, sizeof r);
}
static inline void hand_euler(const double *R, double *e)
{
    double t = R[0] + R[4] + R[8];
    double s[4] = { t, 2*R[0] - t, 2*R[4] - t, 2*R[8] - t };
    int k = 0;
    for (int i = 1; i < 4; i++) if (s[i] > s[k]) k = i;
    double m = 0.5*sqrt(1 + s[k]), f = 0.25/m;
    double d[3] = { R[7] - R[5], R[2] - R[6], R[3] - R[1] };
    if (k == 0) { e[0] = m; for (int i = 0; i < 3; i++) e[i + 1] = f*d[i]; return; }
    int i = k - 1, j = (i + 1)%3, l = (i + 2)%3;
    e[0] = f*d[i], e[k] = m, e[j + 1] = f*(R[3*i + j] + R[3*j + i]), e[l + 1] = f*(R[3*i + l] + R[3*l + i]);
    if (e[0] < 0) for (int n = 0; n < 4; n++) e[n] = -e[n];
}

/* ---- sizes and places ---- */
static inline int hand_nq(const hand_model *m) { int n = 0; for (int b = 0; b < m->nbody; b++) n += m->body[b].spherical ? 4 : 1; return n; }
static inline int hand_nu(const hand_model *m) { int n = 0; for (int b = 0; b < m->nbody; b++) n += m->body[b].spherical ? 3 : 1; return n; }
static inline int hand_nrow(const hand_model *m) { int n = m->ndrive; for (int c = 0; c < m->ncut; c++) n += m->cut[c].planar ? 5 : 3; return n; }
static inline const hand_model *hand_of(const double *w) { const hand_model *m; memcpy(&m, w, sizeof m); return m; }
enum { HAND_WORK = 4 };              /* model pointer, g, tau */

/* ---- kinematics ---- */
static inline void hand_kinematics(const hand_model *m, const double *q, const double *u, const double *ud, hand_state *s)
{
    static const double unit[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, zero[3] = { 0, 0, 0 };
    int iq = 0, iu = 0, nu = hand_nu(m);
    for (int b = 0; b < m->nbody; b++) {
        const hand_body *body = &m->body[b];
        int p = body->parent, n = body->spherical ? 3 : 1;
        const double *Rp = p < 0 ? unit : s->R[p], *wp = p < 0 ? zero : s->w[p], *alp = p < 0 ? zero : s->al[p];
        double e[4], J[9], r[3], rel[3] = { 0, 0, 0 }, axes[3][3], c[3], d[3];
        if (body->spherical) memcpy(e, q + iq, sizeof e);
        else {
            e[0] = cos(q[iq]/2);
            for (int i = 0; i < 3; i++) e[i + 1] = sin(q[iq]/2)*body->axis[i];
        }
        hand_rotation(e, J);
        hand_matmul(Rp, J, s->R[b]);
        hand_turn(Rp, body->at, r);
        for (int k = 0; k < n; k++)
            if (body->spherical) for (int i = 0; i < 3; i++) axes[k][i] = s->R[b][3*i + k];
            else hand_turn(Rp, body->axis, axes[k]);
        for (int k = 0; k < n; k++) for (int i = 0; i < 3; i++) rel[i] += axes[k][i]*u[iu + k];
        hand_cross(wp, r, c);
        hand_cross(wp, c, d);
        hand_cross(alp, r, e);                                 /* e is free again */
        for (int i = 0; i < 3; i++) {
            s->x[b][i] = (p < 0 ? 0 : s->x[p][i]) + r[i];
            s->v[b][i] = (p < 0 ? 0 : s->v[p][i]) + c[i];
            s->a[b][i] = (p < 0 ? 0 : s->a[p][i]) + e[i] + d[i];
            s->w[b][i] = wp[i] + rel[i];
        }
        hand_cross(wp, rel, c);
        for (int i = 0; i < 3; i++) {
            s->al[b][i] = alp[i] + c[i];
            for (int k = 0; k < n; k++) s->al[b][i] += axes[k][i]*ud[iu + k];
        }
        for (int j = 0; j < nu; j++) {
            double *jw = s->Jw[b][j], *jv = s->Jv[b][j];
            for (int i = 0; i < 3; i++) jw[i] = jv[i] = 0;
            if (p >= 0) {
                hand_cross(s->Jw[p][j], r, jv);
                for (int i = 0; i < 3; i++) jv[i] += s->Jv[p][j][i], jw[i] = s->Jw[p][j][i];
            }
            if (j >= iu && j < iu + n) memcpy(jw, axes[j - iu], sizeof axes[0]);
        }
        iq += body->spherical ? 4 : 1, iu += n;
    }
}

/* Position, velocity, acceleration of a point and its Jacobian. b = -1: ground. */
static inline void hand_point(const hand_state *s, int b, int nu, const double *local, double *x, double *v, double *a, double (*J)[3])
{
    double r[3], c[3], d[3];
    for (int j = 0; j < nu; j++) J[j][0] = J[j][1] = J[j][2] = 0;
    for (int i = 0; i < 3; i++) x[i] = local[i], v[i] = a[i] = 0;
    if (b < 0) return;
    hand_turn(s->R[b], local, r);
    hand_cross(s->w[b], r, v);
    hand_cross(s->w[b], v, c);
    hand_cross(s->al[b], r, d);
    for (int i = 0; i < 3; i++) x[i] = s->x[b][i] + r[i], v[i] += s->v[b][i], a[i] = s->a[b][i] + c[i] + d[i];
    for (int j = 0; j < nu; j++) {
        hand_cross(s->Jw[b][j], r, J[j]);
        for (int i = 0; i < 3; i++) J[j][i] += s->Jv[b][j][i];
    }
}

/* ---- the functions of the mechanism ---- */
static inline void hand_rates(double *w, const double *q, const double *u, double *qd)
{
    const hand_model *m = hand_of(w);
    for (int b = 0; b < m->nbody; b++) {
        if (!m->body[b].spherical) { *qd++ = *u++, q++; continue; }
        qd[0] = 0.5*(-q[1]*u[0] - q[2]*u[1] - q[3]*u[2]);
        qd[1] = 0.5*( q[0]*u[0] - q[3]*u[1] + q[2]*u[2]);
        qd[2] = 0.5*( q[3]*u[0] + q[0]*u[1] - q[1]*u[2]);
        qd[3] = 0.5*(-q[2]*u[0] + q[1]*u[1] + q[0]*u[2]);
        qd += 4, q += 4, u += 3;
    }
}

/* Rows at acceleration 0: Phi, Phid, J, Phit, gamma. */
static inline void hand_rows(const hand_model *m, double t, const double *q, const double *u, const hand_state *s,
                             double *Phi, double *Phid, double *J, double *Phit, double *gamma)
{
    int nu = hand_nu(m), nrow = hand_nrow(m), r = 0;
    double x[2][3], v[2][3], a[2][3], P[2][HAND_SPEEDS][3];
    memset(J, 0, (size_t)(nrow*nu)*sizeof(double));
    for (int c = 0; c < m->ncut; c++) {
        const hand_cut *cut = &m->cut[c];
        hand_point(s, cut->a, nu, cut->ra, x[0], v[0], a[0], P[0]);
        hand_point(s, cut->b, nu, cut->rb, x[1], v[1], a[1], P[1]);
        for (int i = 0; i < 3; i++, r++) {
            Phi[r] = x[1][i] - x[0][i], Phid[r] = v[1][i] - v[0][i], gamma[r] = -(a[1][i] - a[0][i]), Phit[r] = 0;
            for (int j = 0; j < nu; j++) J[r + j*nrow] = P[1][j][i] - P[0][j][i];
        }
        if (!cut->planar) continue;
        /* x and y of body a perpendicular to z of body b */
        const double *Ra = s->R[cut->a], *Rb = s->R[cut->b];
        for (int k = 0; k < 2; k++, r++) {
            double f[3] = { Ra[k], Ra[3 + k], Ra[6 + k] }, g[3] = { Rb[2], Rb[5], Rb[8] }, n[3], dw[3];
            hand_cross(f, g, n);
            for (int i = 0; i < 3; i++) dw[i] = s->w[cut->a][i] - s->w[cut->b][i];
            Phi[r] = hand_dot(f, g), Phid[r] = hand_dot(n, dw), Phit[r] = 0, gamma[r] = 0;   /* exact: all axes are z */
            for (int j = 0; j < nu; j++)
                for (int i = 0; i < 3; i++) J[r + j*nrow] += n[i]*(s->Jw[cut->a][j][i] - s->Jw[cut->b][j][i]);
        }
    }
    for (int k = 0; k < m->ndrive; k++, r++) {
        const hand_drive *d = &m->drive[k];
        int iq = 0, iu = 0;
        for (int b = 0; iq < d->q; b++) iq += m->body[b].spherical ? 4 : 1, iu += m->body[b].spherical ? 3 : 1;
        Phi[r] = q[d->q] - d->d[0] - d->d[1]*t - d->d[2]*sin(t);
        Phit[r] = -d->d[1] - d->d[2]*cos(t), Phid[r] = u[iu] + Phit[r], gamma[r] = -d->d[2]*sin(t);
        J[r + iu*nrow] = 1;
    }
}

static inline void hand_constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    const double zero[HAND_SPEEDS] = { 0 };
    double Phid[HAND_ROWS], gamma[HAND_ROWS];
    hand_state s;
    hand_kinematics(hand_of(w), q, zero, zero, &s);
    hand_rows(hand_of(w), t, q, zero, &s, Phi, Phid, J, Phit, gamma);
}

/* tau = M ud - g by virtual power, and M unless NULL. s belongs to ud. */
static inline void hand_forces(const double *w, double t, const double *u, const hand_state *s, double *tau, double *M)
{
    const hand_model *m = hand_of(w);
    int nu = hand_nu(m);
    for (int j = 0; j < nu; j++) tau[j] = 0;
    if (M) memset(M, 0, (size_t)(nu*nu)*sizeof(double));
    for (int b = 0; b < m->nbody; b++) {
        const hand_body *body = &m->body[b];
        double x[3], v[3], a[3], J[HAND_SPEEDS][3], lw[3], lal[3], h[3], Iw[3], L[3], n[3], I9[9] = { 0 };
        hand_point(s, b, nu, body->com, x, v, a, J);
        hand_turn_back(s->R[b], s->w[b], lw);
        hand_turn_back(s->R[b], s->al[b], lal);
        for (int i = 0; i < 3; i++) Iw[i] = body->inertia[i]*lw[i];
        hand_cross(lw, Iw, h);
        for (int i = 0; i < 3; i++) L[i] = body->inertia[i]*lal[i] + h[i];
        hand_turn(s->R[b], L, n);
        for (int i = 0; i < 3; i++) for (int k = 0; k < 3; k++) for (int l = 0; l < 3; l++)
            I9[3*i + k] += s->R[b][3*i + l]*body->inertia[l]*s->R[b][3*k + l];
        for (int j = 0; j < nu; j++) {
            for (int i = 0; i < 3; i++) tau[j] += J[j][i]*body->mass*(a[i] - w[1]*m->gravity[i]) + s->Jw[b][j][i]*n[i];
            if (!M) continue;
            for (int k = 0; k < nu; k++) {
                double c[3];
                hand_turn(I9, s->Jw[b][k], c);
                M[j + k*nu] += body->mass*hand_dot(J[j], J[k]) + hand_dot(s->Jw[b][j], c);
            }
        }
    }
    double z = t - m->load[2];
    tau[0] -= w[2] + m->load[1]*(z > 0 ? 1 : z < 0 ? 0 : 0.5) - m->friction*((u[0] > 0) - (u[0] < 0));
}

static inline void hand_equations(double *w, int mode, double t, const double *q, const double *u, const double *in,
                                  double *M, double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    const double zero[HAND_SPEEDS] = { 0 };
    double Phit[HAND_ROWS];
    hand_state s;
    (void)mode, (void)in;
    hand_kinematics(hand_of(w), q, u, zero, &s);
    hand_forces(w, t, u, &s, g, M);
    for (int j = 0; j < hand_nu(hand_of(w)); j++) g[j] = -g[j];
    hand_rows(hand_of(w), t, q, u, &s, Phi, Phid, J, Phit, gamma);
}

static inline void hand_mass(double *w, const double *q, double *M)
{
    const double zero[HAND_SPEEDS] = { 0 };
    double g[HAND_SPEEDS];
    hand_state s;
    hand_kinematics(hand_of(w), q, zero, zero, &s);
    hand_forces(w, 0, zero, &s, g, M);
}

static inline void hand_inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *tau)
{
    hand_state s;
    (void)mode, (void)in;
    hand_kinematics(hand_of(w), q, u, ud, &s);
    hand_forces(w, t, u, &s, tau, NULL);
}

static inline void hand_forward(double *w, int mode, double t, const double *q, const double *u, const double *in, const double *tau, double *ud)
{
    const double zero[HAND_SPEEDS] = { 0 };
    double M[HAND_SPEEDS*HAND_SPEEDS], b[HAND_SPEEDS];
    hand_state s;
    int n = hand_nu(hand_of(w));
    (void)mode, (void)in;
    hand_kinematics(hand_of(w), q, u, zero, &s);
    hand_forces(w, t, u, &s, b, M);
    for (int i = 0; i < n; i++) b[i] = tau[i] - b[i];
    for (int k = 0; k < n; k++)                                /* Gauss; M is positive definite */
        for (int i = k + 1; i < n; i++) {
            double f = M[i + k*n]/M[k + k*n];
            for (int j = k; j < n; j++) M[i + j*n] -= f*M[k + j*n];
            b[i] -= f*b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= M[i + j*n]*ud[j];
        ud[i] = b[i]/M[i + i*n];
    }
}

static inline void hand_bodies(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a)
{
    const hand_model *m = hand_of(w);
    hand_state s;
    (void)t;
    hand_kinematics(m, q, u, ud, &s);
    for (int b = 0; b < m->nbody; b++) {
        memcpy(x + 7*b, s.x[b], 3*sizeof(double));
        hand_euler(s.R[b], x + 7*b + 3);
        memcpy(v + 6*b, s.v[b], 3*sizeof(double)), memcpy(v + 6*b + 3, s.w[b], 3*sizeof(double));
        memcpy(a + 6*b, s.a[b], 3*sizeof(double)), memcpy(a + 6*b + 3, s.al[b], 3*sizeof(double));
    }
}

/* Planar cut joints have one angle about z, from a to b. */
static inline void hand_cuts(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca)
{
    const hand_model *m = hand_of(w);
    hand_state s;
    (void)t;
    hand_kinematics(m, q, u, ud, &s);
    for (int c = 0; c < m->ncut; c++) {
        if (!m->cut[c].planar) continue;
        int a = m->cut[c].a, b = m->cut[c].b;
        double R[9], T[9];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) T[3*i + j] = s.R[a][3*j + i];
        hand_matmul(T, s.R[b], R);
        *cq++ = atan2(R[3], R[0]), *cu++ = s.w[b][2] - s.w[a][2], *ca++ = s.al[b][2] - s.al[a][2];
    }
}

static inline void hand_energy(double *w, double t, const double *q, const double *u, const double *in, double *e)
{
    const hand_model *m = hand_of(w);
    const double zero[HAND_SPEEDS] = { 0 };
    hand_state s;
    (void)t; (void)in;
    hand_kinematics(m, q, u, zero, &s);
    e[0] = e[1] = 0;
    for (int b = 0; b < m->nbody; b++) {
        double x[3], v[3], a[3], J[HAND_SPEEDS][3], lw[3];
        hand_point(&s, b, hand_nu(m), m->body[b].com, x, v, a, J);
        hand_turn_back(s.R[b], s.w[b], lw);
        e[0] += 0.5*m->body[b].mass*hand_dot(v, v);
        for (int i = 0; i < 3; i++) e[0] += 0.5*m->body[b].inertia[i]*lw[i]*lw[i];
        e[1] -= m->body[b].mass*w[1]*hand_dot(m->gravity, x);
    }
}

static inline void hand_output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *y)
{
    (void)w, (void)mode, (void)t, (void)q, (void)ud, (void)in;
    y[0] = 2*u[0];
}

/* Newton and Euler from the tips inwards: what the joint of each body passes on to it, cut joints after the tree. */
static inline void hand_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                                  const double *lam, double *R)
{
    const hand_model *m = hand_of(w);
    hand_state s;
    (void)mode, (void)in, (void)t;
    hand_kinematics(m, q, u, ud, &s);
    memset(R, 0, (size_t)(6*(m->nbody + m->ncut))*sizeof(double));
    for (int c = 0, r = 0; c < m->ncut; r += m->cut[c].planar ? 5 : 3, c++) {
        double *f = R + 6*(m->nbody + c);
        for (int i = 0; i < 3; i++) f[i] = lam[r + i];
        for (int side = 0; side < 2; side++) {
            int b = side ? m->cut[c].b : m->cut[c].a;
            double arm[3], n[3], sign = side ? 1 : -1;
            if (b < 0) continue;
            hand_turn(s.R[b], side ? m->cut[c].rb : m->cut[c].ra, arm);
            hand_cross(arm, f, n);
            for (int i = 0; i < 3; i++) R[6*b + i] -= sign*f[i], R[6*b + 3 + i] -= sign*n[i];
        }
    }
    for (int b = m->nbody - 1; b >= 0; b--) {
        const hand_body *body = &m->body[b];
        double x[3], v[3], a[3], J[HAND_SPEEDS][3], lw[3], lal[3], Iw[3], h[3], L[3], n[3], F[3], arm[3], c[3];
        hand_point(&s, b, hand_nu(m), body->com, x, v, a, J);
        hand_turn_back(s.R[b], s.w[b], lw);
        hand_turn_back(s.R[b], s.al[b], lal);
        for (int i = 0; i < 3; i++) Iw[i] = body->inertia[i]*lw[i];
        hand_cross(lw, Iw, h);
        for (int i = 0; i < 3; i++) L[i] = body->inertia[i]*lal[i] + h[i], F[i] = body->mass*(a[i] - w[1]*m->gravity[i]), arm[i] = x[i] - s.x[b][i];
        hand_turn(s.R[b], L, n);
        hand_cross(arm, F, c);
        for (int i = 0; i < 3; i++) R[6*b + i] += F[i], R[6*b + 3 + i] += n[i] + c[i];
        if (body->parent < 0) continue;
        for (int i = 0; i < 3; i++) arm[i] = s.x[b][i] - s.x[body->parent][i];
        hand_cross(arm, R + 6*b, c);
        for (int i = 0; i < 3; i++) R[6*body->parent + i] += R[6*b + i], R[6*body->parent + 3 + i] += R[6*b + 3 + i] + c[i];
    }
}

static inline void hand_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z)
{
    (void)mode, (void)q, (void)in;
    z[0] = t - hand_of(w)->load[2], z[1] = u[0];
}

static inline void hand_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu)
{
    const hand_model *m = hand_of(w);
    const double zero[HAND_SPEEDS] = { 0 };
    hand_state s;
    (void)t;
    hand_kinematics(m, q, u, zero, &s);
    for (int b = 0; b < m->nbody; b++)
        for (int i = 0; i < 3; i++) {
            Bdu[6*b + i] = s.a[b][i], Bdu[6*b + 3 + i] = s.al[b][i];
            for (int j = 0; j < hand_nu(m); j++)
                B[6*b + i + j*6*m->nbody] = s.Jv[b][j][i], B[6*b + 3 + i + j*6*m->nbody] = s.Jw[b][j][i];
        }
}

static inline void hand_start_of(const hand_model *m, double *q0, double *u0, double *cq0)
{
    for (int b = 0; b < m->nbody; b++) {
        int n = m->body[b].spherical ? 4 : 1, k = m->body[b].spherical ? 3 : 1;
        memcpy(q0, m->body[b].q0, (size_t)n*sizeof(double)), q0 += n;
        memcpy(u0, m->body[b].u0, (size_t)k*sizeof(double)), u0 += k;
    }
    for (int c = 0; c < m->ncut; c++) if (m->cut[c].planar) *cq0++ = NAN;
}

static inline void hand_start(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    hand_start_of(hand_of(w), q0, u0, cq0);
    (void)guess;
}

static inline void hand_masses(double *w, double *inertia)
{
    const hand_model *m = hand_of(w);
    memset(inertia, 0, (size_t)(8*m->nbody)*sizeof(double));
    for (int b = 0; b < m->nbody; b++) {
        inertia[8*b] = m->body[b].mass;
        memcpy(inertia + 8*b + 1, m->body[b].inertia, sizeof m->body[b].inertia);
    }
}

/* ---- putting it together ---- */

/* One mechanism per test program and call site: the model must outlive it. `init` finds the model here. */
static const hand_model *hand_current;
static inline void hand_init(double *w, const double *p)
{
    memcpy(w, &hand_current, sizeof hand_current);
    w[1] = p[0], w[2] = p[1];
}

/* Strings and tables for m; freed by hand_free. Sets the model that `init` binds new workspaces to. */
static inline mrt_mechanism *hand_mechanism(const hand_model *m)
{
    static const char *const events[2] = { "t - t_on", "qd" };
    static const char *const euler[4] = { "e0", "e1", "e2", "e3" }, *const omega[3] = { "wx", "wy", "wz" };
    static const char *const dirs[5] = { "displacement along x", "displacement along y", "displacement along z", "rotation about x", "rotation about y" };
    struct tables {
        mrt_mechanism mech;
        mrt_parameter p[2]; mrt_coordinate q[HAND_SPEEDS*2], u[HAND_SPEEDS]; mrt_column all_q[HAND_SPEEDS*2], all_u[HAND_SPEEDS*2];
        mrt_row rows[HAND_ROWS]; mrt_body bodies[HAND_BODIES]; mrt_joint joints[HAND_BODIES + 2]; mrt_output out[1];
        int euler[HAND_BODIES]; char names[HAND_SPEEDS*4][24];
    } *T = calloc(1, sizeof *T);
    if (!T) abort();
    int nq = 0, nu = 0, ne = 0, nn = 0, nrow = 0, ncq = 0;
    hand_current = m;
    for (int b = 0; b < m->nbody; b++) {
        const hand_body *body = &m->body[b];
        int sph = body->spherical;
        T->bodies[b] = (mrt_body){ body->name, body->mass, 0, { 0 } };
        T->joints[b] = (mrt_joint){ body->name, sph ? "spherical" : "revolute", body->parent < 0 ? "ground" : m->body[body->parent].name,
                                    body->name, 0, nq, sph ? 4 : 1, nu, sph ? 3 : 1 };
        if (sph) T->euler[ne++] = nq;
        for (int k = 0; k < (sph ? 4 : 1); k++, nq++) {
            char *name = T->names[nn++];
            snprintf(name, 24, sph ? "%.15s.%s" : "%.15s", body->name, euler[k]);
            T->q[nq] = (mrt_coordinate){ name, sph ? MRT_EULER : MRT_ANGLE, b, body->q0[k], body->hold };
            T->all_q[nq] = (mrt_column){ name, sph ? MRT_EULER : MRT_ANGLE, 0, nq };
        }
        for (int k = 0; k < (sph ? 3 : 1); k++, nu++) {
            char *name = T->names[nn++];
            snprintf(name, 24, sph ? "%.15s.%s" : "%.15s", body->name, omega[k]);
            T->u[nu] = (mrt_coordinate){ name, MRT_ANGLE, b, body->u0[k], body->hold };
            T->all_u[nu] = (mrt_column){ name, MRT_ANGLE, 0, nu };
        }
    }
    for (int c = 0; c < m->ncut; c++) {
        int n = m->cut[c].planar ? 5 : 3;
        T->joints[m->nbody + c] = (mrt_joint){ m->cut[c].name, n == 5 ? "revolute" : "spherical", m->cut[c].a < 0 ? "ground" : m->body[m->cut[c].a].name,
                                               m->body[m->cut[c].b].name, 1, nq + ncq, n == 5, nu + ncq, n == 5 };
        for (int k = 0; k < n; k++) T->rows[nrow++] = (mrt_row){ MRT_ROW_CUT, m->cut[c].name, dirs[k], m->nbody + c, MRT_KINEMATICS | MRT_DYNAMICS };
        if (n == 5) {
            T->all_q[nq + ncq] = T->all_u[nu + ncq] = (mrt_column){ m->cut[c].name, MRT_ANGLE, 1, ncq };
            ncq++;
        }
    }
    for (int d = 0; d < m->ndrive; d++)
        T->rows[nrow++] = (mrt_row){ MRT_ROW_DRIVE, T->q[m->drive[d].q].name, "", m->drive[d].q, m->drive[d].analyses };
    T->p[0] = (mrt_parameter){ "g", "m/s^2", "gravity", 9.81 };
    T->p[1] = (mrt_parameter){ "tau", "N m", "load on the first speed", m->load[0] };
    T->out[0] = (mrt_output){ "twice", "rad/s" };
    T->mech = (mrt_mechanism){
        .name = m->name, .about = "written by hand", .provenance = "tests/hand", .nq = nq, .nu = nu, .np = 2, .nrow = nrow, .nbody = m->nbody,
        .njoint = m->nbody + m->ncut, .nout = 1, .nevent = m->load[1] != 0 || m->friction != 0 ? 2 : 0, .ncq = ncq, .ncu = ncq,
        .nall_q = nq + ncq, .nall_u = nu + ncq, .neuler = ne, .work = HAND_WORK, .alpha = 199.94, .beta = 282.8,
        .parameters = T->p, .q = T->q, .u = T->u, .all_q = T->all_q, .all_u = T->all_u, .euler = T->euler, .rows = T->rows,
        .bodies = T->bodies, .joints = T->joints, .outputs = T->out, .events = events, .analysis = { m->analysis },
        .init = hand_init, .start = hand_start, .masses = hand_masses, .rates = hand_rates, .constraints = hand_constraints, .equations = hand_equations,
        .mass = hand_mass, .forward = hand_forward, .inverse = hand_inverse, .bodies_state = hand_bodies, .cut_joints = hand_cuts,
        .energy = hand_energy, .output = hand_output, .reactions = hand_reactions, .event = hand_event, .transformation = hand_transformation };
    return &T->mech;
}
static inline void hand_free(mrt_mechanism *m) { free(m); }

#endif
