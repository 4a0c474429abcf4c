/*
 * pairs.c -- scalar functions of two bodies: conditions and coordinates of joints, distances, coordinates of points; each with gradient and
 * second derivative.
 *
 * The conditions are those of Lee and Yoon (1993, section 2.4) in the form generator/derive/constraints.cpp gives them: coincident points,
 * no sliding along a direction of the parent, perpendicular directions, advance by pitch. ORDER conditions: model/joints.def.
 */
#include "generic.h"

#include <math.h>
#include <string.h>

static const double axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

/* ---- the relative motion of two frames ---- */

/* The two frames of a joint, [0] on the parent, [1] on the child. */
typedef struct pair {
    const g_body  *b[2];
    int            body[2];
    double A[2][9];                     /* orientations */
    double arm[2][3];                   /* from the body's origin to its joint point */
    double d[3], v[3], a[3];            /* child's point less parent's: position, velocity, acceleration */
    double reach[3];                    /* from the parent's origin to the child's point */
    double v_rel[3], a_rel[3];          /* of the child's point, seen from the parent */
    double w_rel[3], al_rel[3];
} pair;

/* a = al x arm + w x (w x arm) + a of the origin, v = v of the origin + w x arm */
static void point_motion(const g_body *b, const double arm[3], double v[3], double a[3])
{
    double spin[3];
    v_cross(spin, b->w, arm);
    v_copy(v, b->v), v_add(v, spin);
    v_copy(a, b->a);
    v_add_cross(a, b->al, arm);
    v_add_cross(a, b->w, spin);
}

static void pair_points(pair *y, const g_work *w, int body0, int body1, const double at0[3], const double at1[3])
{
    const double *at[2] = { at0, at1 };
    double v[2][3], a[2][3];
    y->body[0] = body0, y->body[1] = body1;
    for (int i = 0; i < 2; i++) {
        y->b[i] = &w->body[y->body[i]];
        m_vec(y->arm[i], y->b[i]->R, at[i]);
        point_motion(y->b[i], y->arm[i], v[i], a[i]);
    }
    for (int k = 0; k < 3; k++) {
        y->d[k] = (y->b[1]->r[k] + y->arm[1][k]) - (y->b[0]->r[k] + y->arm[0][k]);
        y->v[k] = v[1][k] - v[0][k];
        y->a[k] = a[1][k] - a[0][k];
    }
}

static void pair_frames(pair *y, const g_work *w, int joint_)
{
    const joint *j = &w->x->m->joints[joint_];
    const g_joint *g = &w->joint[joint_];
    pair_points(y, w, j->parent, j->child, g->side[0].o, g->side[1].o);
    for (int i = 0; i < 2; i++) m_mul(y->A[i], y->b[i]->R, g->side[i].R);
}

/* Velocities and accelerations seen from the parent: what sliding and turning conditions and the joint's speeds are made of. */
static void pair_relative(pair *y)
{
    const g_body *p = y->b[0], *c = y->b[1];
    double carried[3], turned[3];
    v_copy(y->reach, y->arm[0]), v_add(y->reach, y->d);
    v_cross(carried, p->w, y->d);
    v_copy(y->v_rel, y->v), v_sub(y->v_rel, carried);
    /* a - al_p x d - w_p x (w_p x d) - 2 w_p x v_rel */
    for (int k = 0; k < 3; k++) turned[k] = carried[k] + 2*y->v_rel[k];
    v_copy(y->a_rel, y->a);
    v_add_cross(y->a_rel, y->d, p->al);
    v_add_cross(y->a_rel, turned, p->w);
    v_copy(y->w_rel, c->w), v_sub(y->w_rel, p->w);
    v_copy(y->al_rel, c->al), v_sub(y->al_rel, p->al);
    v_add_cross(y->al_rel, y->w_rel, p->w);
}

/* ---- rows ---- */

static void begin(g_row *r, const pair *y) { r->body[0] = y->body[0], r->body[1] = y->body[1]; }

/* The child's point moves along e, a direction fixed in the parent. */
static void slide_row(g_row *r, const pair *y, const double e[3])
{
    begin(r, y);
    v_copy(r->f[1], e), v_cross(r->n[1], y->arm[1], e);
    v_scale(r->f[0], -1, e), v_cross(r->n[0], e, y->reach);
    r->value = v_dot(e, y->d), r->rate = v_dot(e, y->v_rel), r->second = v_dot(e, y->a_rel);
}

/* The child turns about e, a direction fixed in the parent or in the child. */
static void turn_row(g_row *r, const pair *y, const double e[3])
{
    begin(r, y);
    v_zero(r->f[0]), v_zero(r->f[1]);
    v_copy(r->n[1], e), v_scale(r->n[0], -1, e);
    r->value = 0, r->rate = v_dot(e, y->w_rel), r->second = v_dot(e, y->al_rel);
}

static void coincident_rows(g_row *r, const pair *y)
{
    for (int i = 0; i < 3; i++, r++) {
        begin(r, y);
        v_copy(r->f[1], axes[i]), v_cross(r->n[1], y->arm[1], axes[i]);
        v_scale(r->f[0], -1, axes[i]), v_cross(r->n[0], axes[i], y->arm[0]);
        r->value = y->d[i], r->rate = y->v[i], r->second = y->a[i];
    }
}

static void no_slide_row(g_row *r, const pair *y, const double local[3])
{
    double e[3];
    m_vec(e, y->A[0], local);
    slide_row(r, y, e);
}

/* a, fixed in the parent, and b, fixed in the child, stay perpendicular. */
static void perpendicular_row(g_row *r, const pair *y, const double a_local[3], const double b_local[3])
{
    double a[3], b[3], m[3], da[3], db[3], dm[3], w[3], al[3];
    m_vec(a, y->A[0], a_local), m_vec(b, y->A[1], b_local);
    v_cross(m, b, a);
    v_cross(da, y->b[0]->w, a), v_cross(db, y->b[1]->w, b);
    v_cross(dm, db, a), v_add_cross(dm, b, da);
    v_copy(w, y->b[1]->w), v_sub(w, y->b[0]->w);
    v_copy(al, y->b[1]->al), v_sub(al, y->b[0]->al);
    begin(r, y);
    v_zero(r->f[0]), v_zero(r->f[1]);
    v_copy(r->n[1], m), v_scale(r->n[0], -1, m);
    r->value = v_dot(a, b), r->rate = v_dot(m, w), r->second = v_dot(m, al) + v_dot(dm, w);
}

/* Angle about an axis through the rotation from frame A to frame B: sin and cos are (axis . vee B)/2 and (tr - axis.B axis)/2. */
static double angle_about(const double A[9], const double B[9], const double axis[3])
{
    double C[9], Ca[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3*i + j] = A[i]*B[j] + A[3 + i]*B[3 + j] + A[6 + i]*B[6 + j];
    const double vee[3] = { C[7] - C[5], C[2] - C[6], C[3] - C[1] };
    m_vec(Ca, C, axis);
    return atan2(v_dot(axis, vee), C[0] + C[4] + C[8] - v_dot(axis, Ca));
}

/* Advance along the axis = pitch times angle. The angle is known up to whole turns; the advance tells which one. */
static void helical_row(g_row *r, const pair *y, const g_joint *g)
{
    double e[3];
    m_vec(e, y->A[0], g->axis);
    slide_row(r, y, e);
    if (g->pitch != 0) {                         /* without pitch the advance itself is what vanishes */
        double difference = r->value/g->pitch - angle_about(y->A[0], y->A[1], g->axis);
        r->value = g->pitch*atan2(sin(difference), cos(difference));
    }
    r->rate -= g->pitch*v_dot(e, y->w_rel);
    r->second -= g->pitch*v_dot(e, y->al_rel);
    v_axpy(r->n[1], -g->pitch, e), v_axpy(r->n[0], g->pitch, e);
}

void g_conditions(const g_work *w, int joint_, g_row *rows)
{
    const char *conditions = w->x->m->joints[joint_].type->conditions;
    const g_joint *g = &w->joint[joint_];
    pair y;
    if (!*conditions) return;
    pair_frames(&y, w, joint_);
    if (strpbrk(conditions, "lzh")) pair_relative(&y);
    for (const char *c = conditions; *c; c++)
        switch (*c) {
        case 'p': coincident_rows(rows, &y), rows += 3; break;
        case 'l':
            for (int i = 0; i < 2; i++) no_slide_row(rows++, &y, g->across[i]);
            break;
        case 'z': no_slide_row(rows++, &y, axes[2]); break;
        case 'a':
            for (int i = 0; i < 2; i++) perpendicular_row(rows++, &y, g->across[i], g->axis);
            break;
        case 'o': perpendicular_row(rows++, &y, g->across[0], g->across[1]); break;
        case 'u': perpendicular_row(rows++, &y, g->axis, g->axis2); break;
        case 'h': helical_row(rows++, &y, g); break;
        }
}

/* ---- names of conditions ---- */

static const char *const displacement[] = { "displacement along x", "displacement along y", "displacement along z" };
static const char *const turning[]      = { "rotation about x", "rotation about y", "rotation about z" };

/* The text of the coordinate axis that v lies on, or `other`. */
static const char *along(const double v[3], const char *const *text, const char *other)
{
    for (int k = 0; k < 3; k++)
        if (fabs(v[k]) == 1 && v[(k + 1)%3] == 0 && v[(k + 2)%3] == 0) return text[k];
    return other;
}

const char *g_condition_text(const g_work *w, int joint_, int k)
{
    const g_joint *g = &w->joint[joint_];
    for (const char *c = w->x->m->joints[joint_].type->conditions; *c; c++) {
        int rows = *c == 'p' ? 3 : *c == 'l' || *c == 'a' ? 2 : 1;
        if (k >= rows) { k -= rows; continue; }
        switch (*c) {
        case 'p': return displacement[k];
        case 'l': return along(g->across[k], displacement, "displacement across the axis");
        case 'z': return displacement[2];
        case 'a': return along(g->across[1 - k], turning, "tilt of the axis");
        case 'o': return along(g->axis, turning, "rotation about the axis");
        case 'u': return "rotation about the normal of both axes";
        case 'h': return "advance along the axis";
        }
    }
    return "";
}

/* ---- coordinates ---- */

/* Angle about axis a of a rotation with Euler parameters e. For a universal joint b is its other axis and c the product of the first and the
 * second: with half angles the Euler parameters are c1 c2, and s1 c2, c1 s2, s1 s2 along the first axis, the second and their product. */
static double euler_angle(const double e[4], const double *a, const double *b, const double *c)
{
    double E0 = e[0], Ea = v_dot(e + 1, a), Eb = b ? v_dot(e + 1, b) : 0, Ec = b ? v_dot(e + 1, c) : 0;
    return atan2(2*E0*Ea + 2*Eb*Ec, E0*E0 + Eb*Eb - Ea*Ea - Ec*Ec);
}

static double angle_of(const joint_type *t, const g_joint *g, motion_axis axis, const double *local, const double e[4])
{
    bool universal = t->motions == 2 && t->motion[0].kind == MOTION_ROTATION && t->motion[1].kind == MOTION_ROTATION;
    if (!universal) return euler_angle(e, local, NULL, NULL);
    double third[3];
    v_cross(third, g->axis, g->axis2);
    return euler_angle(e, local, axis == AXIS_SECOND ? g->axis : g->axis2, third);
}

static const double *axis_of(const g_joint *g, motion_axis a)
{
    return a == AXIS_FIRST ? g->axis : a == AXIS_SECOND ? g->axis2 : axes[a == AXIS_X ? 0 : a == AXIS_Y ? 1 : 2];
}

/* Euler parameters of the child's frame in the parent's. */
static void relative_euler(double e[4], const pair *y, const g_joint *g)
{
    double side[2][4];
    for (int i = 0; i < 2; i++) e_mul(side[i], y->b[i]->e, g->side[i].e);
    e_conj_mul(e, side[0], side[1]);
}

void g_joint_coordinates(const g_work *w, int joint_, double *q, g_row *speeds)
{
    const joint_type *t = w->x->m->joints[joint_].type;
    const g_joint *g = &w->joint[joint_];
    pair y;
    double e[4], n[3];
    g_row own;
    if (!t->motions) return;
    pair_frames(&y, w, joint_);
    pair_relative(&y);
    bool turns = false;
    for (int k = 0; k < t->motions; k++) turns = turns || t->motion[k].kind != MOTION_TRANSLATION;
    if (q && turns) relative_euler(e, &y, g);
    for (int k = 0; k < t->motions; k++) {
        const motion *o = &t->motion[k];
        if (o->kind == MOTION_SPHERICAL) {
            for (int i = 0; i < 4 && q; i++) q[o->q + i] = e[i];
            for (int i = 0; i < 3 && speeds; i++) m_column(n, y.A[1], i), turn_row(&speeds[o->u + i], &y, n);
            continue;
        }
        const double *local = axis_of(g, o->axis);
        g_row *r = speeds ? &speeds[o->u] : &own;
        m_vec(n, y.A[o->axis == AXIS_SECOND ? 1 : 0], local);
        if (o->kind == MOTION_TRANSLATION) {
            slide_row(r, &y, n);
            if (q) q[o->q] = r->value;
        } else {
            turn_row(r, &y, n);
            if (q) r->value = q[o->q] = angle_of(t, g, o->axis, local, e);
            /* the advance of a screw tells its whole turns */
            const double turn = 2*acos(-1.0);
            if (q && o->kind == MOTION_SCREW && g->pitch != 0) r->value = q[o->q] += turn*round((v_dot(n, y.d)/g->pitch - q[o->q])/turn);
        }
    }
}

/* ---- points ---- */

void g_distance(const g_work *w, const int bodies[2], const double at[2][3], g_row *r)
{
    pair y;
    double e[3];
    pair_points(&y, w, bodies[0], bodies[1], at[0], at[1]);
    double length = sqrt(v_dot(y.d, y.d));
    v_scale(e, 1/length, y.d);
    begin(r, &y);
    v_copy(r->f[1], e), v_cross(r->n[1], y.arm[1], e);
    v_scale(r->f[0], -1, e), v_cross(r->n[0], e, y.arm[0]);
    r->value = length, r->rate = v_dot(e, y.v);
    r->second = v_dot(e, y.a) + (v_dot(y.v, y.v) - r->rate*r->rate)/length;
}

void g_point(const g_work *w, int on, const double at[3], int axis, g_row *r)
{
    const g_body *b = &w->body[on];
    double arm[3], v[3], a[3];
    m_vec(arm, b->R, at);
    point_motion(b, arm, v, a);
    r->body[0] = on, r->body[1] = 0;
    v_copy(r->f[0], axes[axis]), v_cross(r->n[0], arm, axes[axis]);
    v_zero(r->f[1]), v_zero(r->n[1]);
    r->value = b->r[axis] + arm[axis], r->rate = v[axis], r->second = a[axis];
}
