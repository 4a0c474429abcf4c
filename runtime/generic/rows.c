/*
 * rows.c -- conditions besides joints: drives, constraints and distances, with their derivatives in time and their gradients.
 */
#include "generic.h"

#include <math.h>

/* ---- gradients ---- */

static const motion *motion_of_q(const joint_type *t, int index)
{
    for (int i = t->motions - 1; i > 0; i--) {
        int n = t->motion[i].kind == MOTION_SPHERICAL ? 4 : 1;
        if (index >= t->motion[i].q && index < t->motion[i].q + n) return &t->motion[i];
    }
    return &t->motion[0];
}

/* A coordinate moves with its speed, an Euler parameter with three. */
static void along_coordinate(g_work *w, double scale, int q, const g_sink *sink)
{
    const coordinate *c = &w->x->m->q[q];
    const joint *j = &w->x->m->joints[c->joint];
    const motion *mo = motion_of_q(j->type, c->index);
    if (mo->kind != MOTION_SPHERICAL) {
        sink->speed(sink->data, scale, j->u + mo->u);
        return;
    }
    for (int i = 0; i < 3; i++) {
        double turn[3] = { i == 0, i == 1, i == 2 }, rates[4];
        e_rates(rates, &w->q[j->q + mo->q], turn);
        sink->speed(sink->data, scale*rates[c->index - mo->q], j->u + mo->u + i);
    }
}

static void along_signal(g_work *w, double scale, const signal_ref *s, const g_sink *sink)
{
    g_row row;
    if (s->kind == SIGNAL_Q) {
        along_coordinate(w, scale, s->ref, sink);
    } else if (s->kind == SIGNAL_POSITION) {
        g_point(w, w->x->m->points[s->ref].body, w->point[s->ref], s->axis, &row);
        sink->pair(sink->data, scale, &row);
    }
}

/* ---- rows ---- */

/* y less a function of time. */
static void less_function(g_work *w, const tape *f, double t, g_scalar *y)
{
    tape_leaves l = { .p = w->p, .t = t };
    double v[3];
    tape_jet(f, &l, w->registers, v);
    y->value -= v[0];
    y->rate -= v[1];
    y->second -= v[2];
    y->in_time = -v[1];
}

/* An angle that the frames of its joint tell up to whole turns; a screw knows its turns by its advance. */
static bool turns(const g_work *w, int q)
{
    const coordinate *c = &w->x->m->q[q];
    return motion_of_q(w->x->m->joints[c->joint].type, c->index)->kind == MOTION_ROTATION;
}

void g_drive_row(g_work *w, int i, bool wrap, double t, g_scalar *y, const g_sink *sink)
{
    int q = w->x->m->drives[i].q;
    *y = (g_scalar){ .value = w->q[q], .rate = w->qd[q], .second = w->qdd[q] };
    less_function(w, w->x->drive[i], t, y);
    if (wrap && turns(w, q)) y->value = atan2(sin(y->value), cos(y->value));
    if (sink) along_coordinate(w, 1, q, sink);
}

void g_constraint_row(g_work *w, int i, double t, g_scalar *y, const g_sink *sink)
{
    const tape *x = w->x->constraint[i];
    const signal_list *list = &w->x->signals;
    tape_leaves l = { .p = w->p, .t = t, .s = w->s, .s1 = w->s1, .s2 = w->s2 };
    double v[3];
    tape_jet(x, &l, w->registers, v);
    *y = (g_scalar){ .value = v[0], .rate = v[1], .second = v[2] };
    if (!sink && !tape_uses_time(x)) return;
    tape_slopes(x, &l, w->registers, w->slope);
    y->in_time = tape_time_slope(x, w->registers);
    if (!sink) return;
    const int *signals;
    int n = tape_signals(x, &signals);
    for (int k = 0; k < n; k++) along_signal(w, w->slope[signals[k]], &list->signal[signals[k]], sink);
}

void g_distance_row(g_work *w, int i, double t, g_scalar *y, const g_sink *sink)
{
    g_row row;
    g_distance(w, w->x->m->distances[i].body, (const double (*)[3])w->distance_at[i], &row);
    *y = (g_scalar){ .value = row.value, .rate = row.rate, .second = row.second };
    less_function(w, w->x->length[i], t, y);
    if (sink) sink->pair(sink->data, 1, &row);
}
