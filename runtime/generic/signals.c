/*
 * signals.c -- coordinates, speeds and points as expressions see them.
 */
#include "generic.h"

/* From the body's origin to the point, ground axes. Signals of one point follow one another: the arm is kept. */
typedef struct point_arm { int point; double arm[3]; } point_arm;

static const g_body *reach(const g_work *w, int p, point_arm *k)
{
    const g_body *b = &w->body[w->x->m->points[p].body];
    if (k->point != p) {
        m_vec(k->arm, b->R, w->point[p]);
        k->point = p;
    }
    return b;
}

/* a x b along one axis */
static double cross_axis(const double a[3], const double b[3], int axis)
{
    int j = axis < 2 ? axis + 1 : 0, k = axis ? axis - 1 : 2;
    return a[j]*b[k] - a[k]*b[j];
}

static double point_position(const g_work *w, const signal_ref *s, point_arm *k)
{
    const g_body *b = reach(w, s->ref, k);
    return b->r[s->axis] + k->arm[s->axis];
}

static double point_velocity(const g_work *w, const signal_ref *s, point_arm *k)
{
    const g_body *b = reach(w, s->ref, k);
    return b->v[s->axis] + cross_axis(b->w, k->arm, s->axis);
}

static double point_acceleration(const g_work *w, const signal_ref *s, point_arm *k)
{
    const g_body *b = reach(w, s->ref, k);
    double turning[3];
    v_cross(turning, b->w, k->arm);
    return b->a[s->axis] + cross_axis(b->al, k->arm, s->axis) + cross_axis(b->w, turning, s->axis);
}

void g_signals(g_work *w, bool outputs)
{
    const signal_list *l = &w->x->signals;
    int n = outputs ? l->n : w->x->nmoving;
    point_arm k = { .point = -1 };
    for (int i = 0; i < n; i++) {
        const signal_ref *s = &l->signal[i];
        switch (s->kind) {
            case SIGNAL_Q:            w->s[i] = w->q[s->ref]; break;
            case SIGNAL_QD:           w->s[i] = w->qd[s->ref]; break;
            case SIGNAL_U:            w->s[i] = w->u[s->ref]; break;
            case SIGNAL_POSITION:     w->s[i] = point_position(w, s, &k); break;
            case SIGNAL_VELOCITY:     w->s[i] = point_velocity(w, s, &k); break;
            case SIGNAL_ACCELERATION: w->s[i] = point_acceleration(w, s, &k); break;
        }
    }
}

void g_signal_jets(g_work *w)
{
    const signal_list *l = &w->x->signals;
    point_arm k = { .point = -1 };
    if (!w->x->m->nconstraint) return;
    for (int i = 0; i < w->x->nmoving; i++) {
        const signal_ref *s = &l->signal[i];
        if (s->kind == SIGNAL_Q) {
            w->s[i] = w->q[s->ref], w->s1[i] = w->qd[s->ref], w->s2[i] = w->qdd[s->ref];
        } else if (s->kind == SIGNAL_POSITION) {
            w->s[i] = point_position(w, s, &k), w->s1[i] = point_velocity(w, s, &k), w->s2[i] = point_acceleration(w, s, &k);
        }
    }
}
