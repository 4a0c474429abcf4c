/*
 * tree_steps.c -- what the walk over a tree joint needs, computed once per parameter set.
 *
 * The joint relation T(child) = T(parent) A J(q) C^-1 is walked from the inboard body. With C the joint frame in the outboard body and A that in
 * the inboard one, R(out) = R(in) A J C^T = R(in) (A C^T) (C J C^T): all motions are turned once into the axes the outboard body has at rest.
 */
#include "tree.h"

#include <math.h>

static int coordinate_axis(const double a[3])
{
    for (int k = 0; k < 3; k++) if (fabs(a[k]) == 1 && a[(k + 1)%3] == 0 && a[(k + 2)%3] == 0) return k;
    return -1;
}

static void find_step(const t_work *w, const t_body *b, t_step *s)
{
    const joint_type *type = w->g.x->m->joints[b->joint].type;
    const g_joint *j = &w->g.joint[b->joint];
    const g_frame *near = &j->side[b->reversed ? 1 : 0], *far = &j->side[b->reversed ? 0 : 1];
    double back[4] = { far->e[0], -far->e[1], -far->e[2], -far->e[3] };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) s->R0[3*i + k] = v_dot(&near->R[3*i], &far->R[3*k]);
    e_mul(s->e0, near->e, back);
    v_copy(s->in, near->o);
    v_copy(s->out, far->o);
    for (int i = 0; i < 9; i++) s->turn[i] = far->R[i];
    s->pitch = j->pitch;
    s->same = true;
    for (int i = 0; i < 9; i++) s->same &= s->R0[i] == (i % 4 == 0);
    s->at_origin = s->out[0] == 0 && s->out[1] == 0 && s->out[2] == 0;
    for (int n = 0; n < b->motions; n++) {
        const motion *mo = &type->motion[b->reversed ? type->motions - 1 - n : n];
        double local[3] = { mo->axis == AXIS_X, mo->axis == AXIS_Y, mo->axis == AXIS_Z };
        if (mo->axis == AXIS_FIRST) v_copy(local, j->axis);
        if (mo->axis == AXIS_SECOND) v_copy(local, j->axis2);
        m_vec(s->axis[n], far->R, local);
        s->along[n] = coordinate_axis(s->axis[n]);
    }
}

/* About the body's origin: J = tr(I)/2 - I + m c c^T. */
static void find_own(const g_mass *from, t_inertia *to)
{
    double half = 0.5*(from->I[0] + from->I[1] + from->I[2]);
    const double *c = from->com;
    to->m = from->m;
    v_scale(to->h, from->m, c);
    for (int i = 0; i < 3; i++) to->J[i] = half - from->I[i] + from->m*c[i]*c[i];
    to->J[3] = -from->I[3] + from->m*c[0]*c[1];
    to->J[4] = -from->I[4] + from->m*c[0]*c[2];
    to->J[5] = -from->I[5] + from->m*c[1]*c[2];
}

void t_steps(t_work *w)
{
    const tree_engine *x = t_engine(w);
    for (int i = 0; i < x->nbody; i++) {
        find_step(w, &x->body[i], &w->step[i]);
        find_own(&w->g.mass[x->body[i].body], &w->own[i]);
    }
}
