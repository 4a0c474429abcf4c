/*
 * loads.c -- applied forces, energy, outputs and event functions.
 *
 * Signs: a spring in tension pulls its ends together, K (l - L0) + C l'; torsion and load act on the child along the coordinate.
 */
#include "generic.h"

#include <math.h>
#include <string.h>

static tape_leaves leaves_of(const g_work *w, double t, const double *in)
{
    return (tape_leaves){ .p = w->p, .in = in, .t = t, .s = w->s };
}

/* ---- forces ---- */

/* Force F in ground axes at `arm` from the body's origin. Ground takes everything. */
static inline void push(g_work *w, int b, const double F[3], const double arm[3])
{
    if (!b) return;
    v_add(w->wrench[b], F);
    v_add_cross(w->wrench[b] + 3, arm, F);
}

/* From the first end to the second, and the arms in ground axes. */
static double spring_length(const g_work *w, int i, double arm[2][3], double d[3])
{
    const int *on = w->x->m->springs[i].body;
    for (int k = 0; k < 2; k++) m_vec(arm[k], w->body[on[k]].R, w->spring[i].at[k]);
    for (int k = 0; k < 3; k++) d[k] = w->body[on[1]].r[k] + arm[1][k] - w->body[on[0]].r[k] - arm[0][k];
    return sqrt(v_dot(d, d));
}

/* Stiffness, free length and damping at this moment. */
static void spring_numbers(g_work *w, int i, const tape_leaves *l, double c[3])
{
    const generic *x = w->x;
    if (x->spring_varies[i]) {
        for (int k = 0; k < 3; k++) c[k] = tape_value(x->spring[3*i + k], l, w->registers);
        return;
    }
    c[0] = w->spring[i].k, c[1] = w->spring[i].length, c[2] = w->spring[i].c;
}

static void torsion_numbers(g_work *w, int i, const tape_leaves *l, double c[3])
{
    const generic *x = w->x;
    if (x->torsion_varies[i]) {
        for (int k = 0; k < 3; k++) c[k] = tape_value(x->torsion[3*i + k], l, w->registers);
        return;
    }
    c[0] = w->torsion[i].k, c[1] = w->torsion[i].angle, c[2] = w->torsion[i].c;
}

static void add_spring(g_work *w, int i, const tape_leaves *l)
{
    const int *on = w->x->m->springs[i].body;
    double arm[2][3], d[3], c[3], F[3];
    double length = spring_length(w, i, arm, d);
    spring_numbers(w, i, l, c);
    double pull = c[0]*(length - c[1]);
    if (c[2] != 0) {
        const g_body *a = &w->body[on[0]], *b = &w->body[on[1]];
        double v[3] = { b->v[0] - a->v[0], b->v[1] - a->v[1], b->v[2] - a->v[2] }, turning[3];
        v_cross(turning, a->w, arm[0]);
        v_sub(v, turning);
        v_add_cross(v, b->w, arm[1]);
        pull += c[2]*v_dot(d, v)/length;
    }
    v_scale(F, pull/length, d);
    push(w, on[0], F, arm[0]);
    v_scale(F, -1, F);
    push(w, on[1], F, arm[1]);
}

/* Three components by their tapes, turned to ground axes if they are the body's. */
static void vector_value(g_work *w, tape *const *x, const tape_leaves *l, const double *R, double v[3])
{
    double own[3];
    for (int k = 0; k < 3; k++) own[k] = tape_value(x[k], l, w->registers);
    if (R) m_vec(v, R, own);
    else v_copy(v, own);
}

static void add_force(g_work *w, int i, const tape_leaves *l)
{
    const force *f = &w->x->m->forces[i];
    const double *R = w->body[f->body].R;
    double F[3], arm[3];
    if (!f->body) return;
    vector_value(w, &w->x->force[3*i], l, f->in_body ? R : NULL, F);
    m_vec(arm, R, w->force_at[i]);
    push(w, f->body, F, arm);
}

static void add_torque(g_work *w, int i, const tape_leaves *l)
{
    const torque *y = &w->x->m->torques[i];
    double T[3];
    if (!y->body) return;
    vector_value(w, &w->x->torque[3*i], l, y->in_body ? w->body[y->body].R : NULL, T);
    v_add(w->wrench[y->body] + 3, T);
}

static void add_torsion(g_work *w, int i, const tape_leaves *l)
{
    const torsion *y = &w->x->m->torsions[i];
    double c[3];
    torsion_numbers(w, i, l, c);
    w->load[y->u] -= c[0]*(w->q[y->q] - c[1]) + c[2]*w->u[y->u];
}

void g_loads(g_work *w, int mode, double t, const double *in)
{
    const model *m = w->x->m;
    tape_leaves l = leaves_of(w, t, in);
    memset(w->wrench, 0, (size_t)m->nbody*sizeof *w->wrench);
    /* speeds that nothing acts on have been zero since g_work_init */
    for (int i = 0; i < m->ntorsion; i++) w->load[m->torsions[i].u] = 0;
    for (int i = 0; i < m->nload; i++) w->load[m->loads[i].u] = 0;

    for (int i = 0; i < m->nspring; i++) add_spring(w, i, &l);
    for (int i = 0; i < m->nforce; i++) add_force(w, i, &l);
    for (int i = 0; i < m->ntorque; i++) add_torque(w, i, &l);
    for (int i = 0; i < m->ntorsion; i++) add_torsion(w, i, &l);
    for (int i = 0; i < m->nload; i++)
        if (m->loads[i].analyses & mode) w->load[m->loads[i].u] += tape_value(w->x->load[i], &l, w->registers);
}

/* ---- energy ---- */

static void add_body_energy(const g_work *w, int b, double e[2])
{
    const g_mass *y = &w->mass[b];
    const g_body *x = &w->body[b];
    const double *I = y->I;
    double arm[3], v[3], o[3];
    m_vec(arm, x->R, y->com);
    v_copy(v, x->v);
    v_add_cross(v, x->w, arm);
    m_tvec(o, x->R, x->w);
    e[0] += 0.5*(y->m*v_dot(v, v) + I[0]*o[0]*o[0] + I[1]*o[1]*o[1] + I[2]*o[2]*o[2]) + I[3]*o[0]*o[1] + I[4]*o[0]*o[2] + I[5]*o[1]*o[2];
    e[1] -= y->m*(v_dot(w->gravity, x->r) + v_dot(w->gravity, arm));
}

void g_energy(g_work *w, double t, const double *in, double e[2])
{
    const model *m = w->x->m;
    tape_leaves l = leaves_of(w, t, in);
    double arm[2][3], d[3], c[3];
    e[0] = e[1] = 0;
    for (int b = 1; b < m->nbody; b++) add_body_energy(w, b, e);
    for (int i = 0; i < m->nspring; i++) {
        double length = spring_length(w, i, arm, d);
        spring_numbers(w, i, &l, c);
        e[1] += 0.5*c[0]*(length - c[1])*(length - c[1]);
    }
    for (int i = 0; i < m->ntorsion; i++) {
        torsion_numbers(w, i, &l, c);
        double twist = w->q[m->torsions[i].q] - c[1];
        e[1] += 0.5*c[0]*twist*twist;
    }
}

/* ---- outputs and events ---- */

void g_outputs(g_work *w, double t, const double *in, double *y)
{
    tape_leaves l = leaves_of(w, t, in);
    for (int i = 0; i < w->x->m->noutput; i++) y[i] = tape_value(w->x->output[i], &l, w->registers);
}

void g_events(g_work *w, double t, const double *in, double *z)
{
    const generic *x = w->x;
    tape_leaves l = leaves_of(w, t, in);
    const tape *last = NULL;            /* kinks of one tape follow one another */
    for (int i = 0; i < x->nkink; i++) {
        if (x->kink[i].x != last) tape_value(x->kink[i].x, &l, w->registers);
        last = x->kink[i].x;
        z[i] = tape_kink(last, x->kink[i].index, w->registers);
    }
}
