/*
 * cartesian_motion.c -- bodies out of their own coordinates, joint coordinates out of the bodies, and the forces on them.
 */
#include "cartesian.h"

#include <math.h>

/* ---- bodies ---- */

void c_motion(c_work *w, const double *q, const double *u, const double *ud)
{
    const g_work *g = &w->g;
    for (int b = 1; b <= c_engine_of(w)->nb; b++, q += 7) {
        g_body *to = &g->body[b];
        double *c = w->c[b], *o = w->o[b], spin[3];
        for (int k = 0; k < 4; k++) to->e[k] = q[3 + k];
        e_matrix(to->R, to->e);
        m_vec(c, to->R, g->mass[b].com);
        for (int k = 0; k < 3; k++) to->r[k] = q[k] - c[k];
        if (u) {
            v_copy(o, u + 6*(b - 1) + 3);
            m_vec(to->w, to->R, o);
            v_cross(spin, to->w, c);
            for (int k = 0; k < 3; k++) to->v[k] = u[6*(b - 1) + k] - spin[k];
            v_cross(to->a, spin, to->w);
        } else v_zero(o), v_zero(to->w), v_zero(to->v), v_zero(to->a);
        v_zero(to->al);
        if (ud) {
            m_vec(to->al, to->R, ud + 6*(b - 1) + 3);
            v_add(to->a, ud + 6*(b - 1));
            v_add_cross(to->a, c, to->al);
        }
    }
}

void c_state(const c_work *w, const double *x, const double *v, double *q, double *u)
{
    for (int b = 1; b <= c_engine_of(w)->nb; b++, x += 7, v += 6, q += 7, u += 6) {
        double R[9], c[3];
        e_matrix(R, x + 3);
        m_vec(c, R, w->g.mass[b].com);
        for (int k = 0; k < 3; k++) q[k] = x[k] + c[k];
        for (int k = 3; k < 7; k++) q[k] = x[k];
        v_copy(u, v);
        v_add_cross(u, v + 3, c);
        m_tvec(u + 3, R, v + 3);
    }
}

/* ---- joint coordinates ---- */

/* Whole turns so that the angle is the one nearest to its counter. */
static void count_turns(c_work *w, const double *q)
{
    const c_engine *x = c_engine_of(w);
    const double turn = 2*acos(-1.0);
    for (int i = 0; i < x->nturn; i++) {
        double *angle = &w->g.q[x->turn[i]];
        *angle += turn*round((q[7*x->nb + i] - *angle)/turn);
    }
}

static void joint_coordinates(c_work *w, int joint_)
{
    g_work *g = &w->g;
    const joint *j = &g->x->m->joints[joint_];
    g_joint_coordinates(g, joint_, g->q + j->q, g->speed + j->u);
    for (int k = j->u; k < j->u + j->type->nu; k++) g->u[k] = g->speed[k].rate, g->ud[k] = g->speed[k].second;
    for (int k = 0; k < j->type->motions; k++) {
        const motion *o = &j->type->motion[k];
        int q = j->q + o->q, u = j->u + o->u;
        if (o->kind != MOTION_SPHERICAL) {
            g->qd[q] = g->u[u], g->qdd[q] = g->ud[u];
            continue;
        }
        double bend[4];
        e_rates(&g->qd[q], &g->q[q], &g->u[u]);
        e_rates(bend, &g->qd[q], &g->u[u]);
        e_rates(&g->qdd[q], &g->q[q], &g->ud[u]);
        for (int i = 0; i < 4; i++) g->qdd[q + i] += bend[i];
    }
}

void c_joint_coordinates(c_work *w, int joint_, const double *q)
{
    joint_coordinates(w, joint_);
    count_turns(w, q);
}

void c_coordinates(c_work *w, const double *q)
{
    const c_engine *x = c_engine_of(w);
    for (int i = 0; i < x->nused; i++) joint_coordinates(w, x->used[i]);
    if (x->nturn) count_turns(w, q);
}

/* ---- forces ---- */

void c_applied(c_work *w, int mode, double t, const double *in)
{
    const c_engine *x = c_engine_of(w);
    g_work *g = &w->g;
    if (!x->loads) return;
    g_signals(g, false);
    g_loads(g, mode, t, in);
    for (int i = 0; i < x->nact; i++) {
        const g_row *r = &g->speed[x->act[i]];
        double size = g->load[x->act[i]];
        for (int s = 0; s < 2; s++) {
            v_axpy(g->wrench[r->body[s]], size, r->f[s]);
            v_axpy(g->wrench[r->body[s]] + 3, size, r->n[s]);
        }
    }
}

static void inertia_times(const double I[6], const double a[3], double b[3])
{
    b[0] = I[0]*a[0] + I[3]*a[1] + I[4]*a[2];
    b[1] = I[3]*a[0] + I[1]*a[1] + I[5]*a[2];
    b[2] = I[4]*a[0] + I[5]*a[1] + I[2]*a[2];
}

void c_forces(const c_work *w, double *g)
{
    for (int b = 1; b <= c_engine_of(w)->nb; b++, g += 6) {
        const g_mass *y = &w->g.mass[b];
        const double *F = w->g.wrench[b];
        double H[3], N[3], n[3];
        v_scale(g, y->m, w->g.gravity);
        inertia_times(y->I, w->o[b], H);
        v_cross(n, H, w->o[b]);
        if (c_engine_of(w)->loads) {
            v_add(g, F);
            v_cross(N, F, w->c[b]), v_add(N, F + 3);
            m_tvec(g + 3, w->g.body[b].R, N);
            v_add(g + 3, n);
        } else v_copy(g + 3, n);
    }
}
