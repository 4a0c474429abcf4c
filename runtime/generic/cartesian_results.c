/*
 * cartesian_results.c -- what results need: bodies, joint coordinates, energy, outputs, reactions.
 */
#include "cartesian.h"

#include <string.h>

/* ---- motion ---- */

void c_bodies_state(double *work, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a)
{
    (void)t;
    c_work *w = c_of(work);
    c_motion(w, q, u, ud);
    for (int b = 1; b <= c_engine_of(w)->nb; b++, x += 7, v += 6, a += 6) {
        const g_body *from = &w->g.body[b];
        v_copy(x, from->r), v_copy(v, from->v), v_copy(a, from->a);
        for (int k = 0; k < 4; k++) x[3 + k] = from->e[k];
        v_copy(v + 3, from->w), v_copy(a + 3, from->al);
    }
}

void c_cut_joints(double *work, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca)
{
    (void)t;
    c_work *w = c_of(work);
    const model *m = w->g.x->m;
    c_motion(w, q, u, ud);
    for (int j = 0; j < m->njoint; j++) c_joint_coordinates(w, j, q);
    memcpy(cq, w->g.q, (size_t)m->nq*sizeof *cq);
    memcpy(cu, w->g.u, (size_t)m->nu*sizeof *cu);
    memcpy(ca, w->g.ud, (size_t)m->nu*sizeof *ca);
}

void c_transformation(double *work, double t, const double *q, const double *u, double *B, double *Bdu)
{
    (void)t;
    c_work *w = c_of(work);
    const c_engine *x = c_engine_of(w);
    size_t rows = 6*(size_t)x->nb;
    c_motion(w, q, u, NULL);
    memset(B, 0, rows*(size_t)x->nu*sizeof *B);
    for (int b = 1; b <= x->nb; b++) {
        const g_body *y = &w->g.body[b];
        size_t first = 6*(size_t)(b - 1);
        v_copy(Bdu + first, y->a), v_copy(Bdu + first + 3, y->al);
        for (size_t k = 0; k < 3; k++) {
            double axis[3], *to = B + first + (first + 3 + k)*rows;
            B[first + k + (first + k)*rows] = 1;
            m_column(axis, y->R, (int)k);
            v_cross(to, w->c[b], axis);
            v_copy(to + 3, axis);
        }
    }
}

/* ---- expressions ---- */

void c_energy(double *work, double t, const double *q, const double *u, const double *in, double *e)
{
    c_work *w = c_of(work);
    c_motion(w, q, u, NULL);
    c_coordinates(w, q);
    g_signals(&w->g, false);
    g_energy(&w->g, t, in, e);
}

void c_output(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *y)
{
    (void)mode;
    c_work *w = c_of(work);
    c_motion(w, q, u, ud);
    c_coordinates(w, q);
    g_signals(&w->g, true);
    g_outputs(&w->g, t, in, y);
}

void c_event(double *work, int mode, double t, const double *q, const double *u, const double *in, double *z)
{
    (void)mode;
    c_work *w = c_of(work);
    c_motion(w, q, u, NULL);
    c_coordinates(w, q);
    g_signals(&w->g, false);
    g_events(&w->g, t, in, z);
}

/* ---- reactions ---- */

/* Adds what a row puts on the child of a joint: force, and moment about the child's origin. */
static void act(double R[6], double size, const g_row *r)
{
    v_axpy(R, size, r->f[1]);
    v_axpy(R + 3, size, r->n[1]);
}

typedef struct action { c_work *w; double lam, *R; } action;

/* What acts on points is carried by no joint. */
static void act_pair(void *data, double scale, const g_row *r) { (void)data, (void)scale, (void)r; }

static void act_speed(void *data, double scale, int u)
{
    const action *a = data;
    act(a->R + 6*a->w->g.x->m->u[u].joint, a->lam*scale, &a->w->g.speed[u]);
}

static void act_rows(c_work *w, double t, const double *lam, double *R)
{
    const model *m = w->g.x->m;
    g_scalar ignored;
    action a = { w, 0, R };
    g_sink sink = { &a, act_pair, act_speed };
    for (int j = 0; j < m->njoint; j++) {
        g_conditions(&w->g, j, w->rows);
        for (int k = 0; k < m->joints[j].type->rows; k++) act(R + 6*j, *lam++, &w->rows[k]);
    }
    if (m->nconstraint) g_signal_jets(&w->g);
    for (int i = 0; i < m->ndrive; i++) a.lam = *lam++, g_drive_row(&w->g, i, true, t, &ignored, &sink);
    for (int i = 0; i < m->nconstraint; i++) a.lam = *lam++, g_constraint_row(&w->g, i, t, &ignored, &sink);
}

void c_reactions(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, const double *lam, double *R)
{
    c_work *w = c_of(work);
    const c_engine *x = c_engine_of(w);
    const model *m = x->x->m;
    c_motion(w, q, u, ud);
    c_coordinates(w, q);
    c_applied(w, mode, t, in);
    memset(R, 0, 6*(size_t)m->njoint*sizeof *R);
    for (int i = 0; i < x->nact; i++) act(R + 6*m->u[x->act[i]].joint, w->g.load[x->act[i]], &w->g.speed[x->act[i]]);
    act_rows(w, t, lam, R);
    for (int j = 0; j < m->njoint; j++) {
        double arm[3];
        m_vec(arm, w->g.body[m->joints[j].child].R, w->g.joint[j].side[1].o);
        v_add_cross(R + 6*j + 3, R + 6*j, arm);
    }
}
