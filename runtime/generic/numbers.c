/*
 * numbers.c -- from parameters to numbers: placements, axes, masses, stiffnesses, start values.
 */
#include "numbers.h"

#include <math.h>
#include <string.h>

/* ---- memory ---- */

static void *take(char **at, size_t bytes)
{
    void *x = *at;
    *at += (bytes + 15)/16*16;
    return x;
}

static size_t layout(g_work *w, const generic *x, char *memory)
{
    const model *m = x->m;
    char *at = memory;
    size_t nb = (size_t)m->nbody, nq = (size_t)m->nq, nu = (size_t)m->nu, ns = (size_t)x->signals.n, d = sizeof(double);
    w->p = take(&at, (size_t)m->nparameter*d);
    w->joint = take(&at, (size_t)m->njoint*sizeof *w->joint);
    w->mass = take(&at, nb*sizeof *w->mass);
    w->spring = take(&at, (size_t)m->nspring*sizeof *w->spring);
    w->torsion = take(&at, (size_t)m->ntorsion*sizeof *w->torsion);
    w->point = take(&at, (size_t)m->npoint*sizeof *w->point);
    w->force_at = take(&at, (size_t)m->nforce*sizeof *w->force_at);
    w->distance_at = take(&at, (size_t)m->ndistance*sizeof *w->distance_at);
    w->start_q = take(&at, nq*d), w->start_u = take(&at, nu*d);
    w->guess = take(&at, 7*nb*d);
    w->body = take(&at, nb*sizeof *w->body);
    w->q = take(&at, nq*d), w->qd = take(&at, nq*d), w->qdd = take(&at, nq*d), w->u = take(&at, nu*d), w->ud = take(&at, nu*d);
    w->speed = take(&at, nu*sizeof *w->speed);
    w->s = take(&at, ns*d), w->s1 = take(&at, ns*d), w->s2 = take(&at, ns*d), w->slope = take(&at, ns*d);
    w->registers = take(&at, (size_t)x->registers*d);
    w->wrench = take(&at, nb*sizeof *w->wrench);
    w->load = take(&at, nu*d);
    return (size_t)(at - memory);
}

size_t g_work_size(const generic *x)
{
    g_work w;
    static char nowhere[16];
    return layout(&w, x, nowhere);
}

void g_work_layout(g_work *w, const generic *x, void *memory) { layout(w, x, memory); }

/* ---- reading ---- */

static double next(g_numbers *c, const expr *e)
{
    if (c->compiling) {
        if (!c->failed && !g_numbers_compile(c, e)) c->failed = true;
        return 0;
    }
    return tape_value(c->tape[c->at++], &c->leaves, c->registers);
}

static void next_vector(g_numbers *c, const expr *const *e, double v[3])
{
    for (int k = 0; k < 3; k++) v[k] = next(c, e[k]);
}

static void normalise(double v[3])
{
    double length = sqrt(v_dot(v, v));
    if (length > 0) v_scale(v, 1/length, v);
}

/* Rz(yaw) Ry(pitch) Rx(roll). */
static void euler_of_rpy(const double rpy[3], double e[4])
{
    double x[4] = { cos(rpy[0]/2), sin(rpy[0]/2), 0, 0 }, y[4] = { cos(rpy[1]/2), 0, sin(rpy[1]/2), 0 }, z[4] = { cos(rpy[2]/2), 0, 0, sin(rpy[2]/2) }, yx[4];
    e_mul(yx, y, x);
    e_mul(e, z, yx);
}

/* From the largest of the four, which keeps all digits and is taken positive. */
static void euler_of_matrix(const double R[9], double e[4])
{
    double squares[4] = { 1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8], 1 - R[0] - R[4] + R[8] };
    int k = 0;
    for (int i = 1; i < 4; i++) if (squares[i] > squares[k] + 1e-9) k = i;
    double s = sqrt(squares[k]), f = 0.5/s;
    const double sums[3] = { R[5] + R[7], R[2] + R[6], R[1] + R[3] }, differences[3] = { R[7] - R[5], R[2] - R[6], R[3] - R[1] };
    e[k] = 0.5*s;
    if (k == 0) for (int i = 0; i < 3; i++) e[i + 1] = f*differences[i];
    else {
        e[0] = f*differences[k - 1];
        for (int i = 0; i < 3; i++) if (i != k - 1) e[i + 1] = f*sums[3 - i - (k - 1)];
    }
}

static void read_frame(g_numbers *c, const expr *const *at, const orientation *o, g_frame *f)
{
    next_vector(c, at, f->o);
    if (!o->axes) {
        double rpy[3];
        next_vector(c, o->rpy, rpy);
        euler_of_rpy(rpy, f->e);
        e_matrix(f->R, f->e);
        if (rpy[0] == 0 && rpy[1] == 0 && rpy[2] == 0) for (int i = 0; i < 9; i++) f->R[i] = i % 4 == 0;
        return;
    }
    double x[3], y[3], z[3];
    next_vector(c, o->x, x);
    next_vector(c, o->z, z);
    normalise(z);
    v_cross(y, z, x);
    normalise(y);
    v_cross(x, y, z);
    for (int i = 0; i < 3; i++) f->R[3*i] = x[i], f->R[3*i + 1] = y[i], f->R[3*i + 2] = z[i];
    euler_of_matrix(f->R, f->e);
}

/* Two directions that make a right-handed system with the axis: coordinate axes if the axis is one. */
static void find_across(g_joint *j)
{
    const double *a = j->axis;
    int k = 0;
    for (int i = 1; i < 3; i++) if (fabs(a[i]) > fabs(a[k])) k = i;
    double *first = j->across[0];
    v_zero(first);
    if (fabs(a[k]) == 1) first[(k + 1)%3] = 1;
    else {
        /* turn the coordinate axis nearest to being across the axis into its plane */
        int least = 0;
        for (int i = 1; i < 3; i++) if (fabs(a[i]) < fabs(a[least])) least = i;
        first[least] = 1;
        v_axpy(first, -a[least], a);
        normalise(first);
    }
    v_cross(j->across[1], j->axis, first);
}

static bool has_first_axis(const joint_type *t)
{
    for (int i = 0; i < t->motions; i++) if (t->motion[i].kind != MOTION_SPHERICAL && t->motion[i].axis == AXIS_FIRST) return true;
    return false;
}

static void read_joint(g_work *w, g_numbers *c, int index)
{
    const joint *j = &w->x->m->joints[index];
    g_joint *to = &w->joint[index];
    read_frame(c, j->at, &j->frame, &to->side[0]);
    read_frame(c, j->child_at, &j->child_frame, &to->side[1]);
    next_vector(c, j->axis, to->axis);
    next_vector(c, j->axis2, to->axis2);
    if (!has_first_axis(j->type)) to->axis[0] = to->axis[1] = 0, to->axis[2] = 1;
    normalise(to->axis);
    normalise(to->axis2);
    to->pitch = next(c, j->pitch);
    find_across(to);
    for (int i = 0; i < j->type->nq; i++) {
        double v = next(c, j->q0[i]);
        w->start_q[j->q + i] = j->q0[i] ? v : NAN;
    }
    for (int i = 0; i < j->type->nu; i++) {
        double v = next(c, j->qd0[i]);
        w->start_u[j->u + i] = j->qd0[i] ? v : NAN;
    }
}

static void read_body(g_work *w, g_numbers *c, int index)
{
    const body *b = &w->x->m->bodies[index];
    g_mass *to = &w->mass[index];
    to->m = next(c, b->mass);
    next_vector(c, b->com, to->com);
    for (int i = 0; i < 6; i++) to->I[i] = next(c, b->inertia[i]);
    if (b->inertia_at_origin) {
        const double *r = to->com;
        double rr = v_dot(r, r);
        for (int i = 0; i < 3; i++) to->I[i] -= to->m*(rr - r[i]*r[i]);
        to->I[3] += to->m*r[0]*r[1], to->I[4] += to->m*r[0]*r[2], to->I[5] += to->m*r[1]*r[2];
    }
    double *guess = &w->guess[7*index], rpy[3];
    next_vector(c, b->guess, guess);
    next_vector(c, b->guess_rpy, rpy);
    euler_of_rpy(rpy, guess + 3);
}

void g_read_numbers(g_work *w, g_numbers *c)
{
    const model *m = w->x->m;
    next_vector(c, m->gravity, w->gravity);
    for (int i = 0; i < m->nbody; i++) read_body(w, c, i);
    for (int i = 0; i < m->njoint; i++) read_joint(w, c, i);
    for (int i = 0; i < m->npoint; i++) next_vector(c, m->points[i].r, w->point[i]);
    for (int i = 0; i < m->nforce; i++) next_vector(c, m->forces[i].at_point, w->force_at[i]);
    for (int i = 0; i < m->ndistance; i++)
        for (int k = 0; k < 2; k++) next_vector(c, m->distances[i].r[k], w->distance_at[i][k]);
    for (int i = 0; i < m->nspring; i++)
        for (int k = 0; k < 2; k++) next_vector(c, m->springs[i].r[k], w->spring[i].at[k]);
}

/* Springs that do not change during the motion. */
static void fixed_springs(g_work *w)
{
    const generic *x = w->x;
    tape_leaves l = { .p = w->p };
    for (int i = 0; i < x->m->nspring; i++) {
        double *to[3] = { &w->spring[i].k, &w->spring[i].length, &w->spring[i].c };
        for (int k = 0; k < 3 && !x->spring_varies[i]; k++) *to[k] = tape_value(x->spring[3*i + k], &l, w->registers);
    }
    for (int i = 0; i < x->m->ntorsion; i++) {
        double *to[3] = { &w->torsion[i].k, &w->torsion[i].angle, &w->torsion[i].c };
        for (int k = 0; k < 3 && !x->torsion_varies[i]; k++) *to[k] = tape_value(x->torsion[3*i + k], &l, w->registers);
    }
}

void g_work_init(g_work *w, const generic *x, void *memory, const double *p)
{
    memset(memory, 0, g_work_size(x));
    w->x = x;
    layout(w, x, memory);
    for (int i = 0; i < x->m->nparameter; i++) w->p[i] = p[i];
    g_numbers c = { .tape = (const tape *const *)x->number, .leaves = { .p = w->p }, .registers = w->registers };
    g_read_numbers(w, &c);
    fixed_springs(w);
    for (int b = 0; b < x->m->nbody; b++) {
        for (int i = 0; i < 9; i += 4) w->body[b].R[i] = 1;
        w->body[b].e[0] = 1;
    }
}
