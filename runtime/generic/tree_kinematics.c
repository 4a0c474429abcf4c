/*
 * tree_kinematics.c -- positions, velocities and accelerations without ud, from base to tip.
 *
 * Each motion moves a frame F on from the joint point: a rotation adds a u to its angular velocity and w x a u to its angular
 * acceleration, the axis a being fixed in the frame before (and after) it; a translation moves its origin, with the usual terms of a
 * moving frame. A spherical motion's speeds are the components of w in the written child's joint frame.
 */
#include "tree.h"

#include <math.h>

typedef struct traveller { double R[9], p[3], w[3], v[3], al[3], a[3], e[4]; } traveller;

/* R := R Rot(n, angle), s and c of the angle. About a coordinate axis only two columns change. */
static inline void turn(double R[9], const double n[3], int along, double s, double c)
{
    if (along >= 0) {
        int i = (along + 1)%3, k = (along + 2)%3;
        if (n[along] < 0) s = -s;
        for (int r = 0; r < 9; r += 3) {
            double x = R[r + i], y = R[r + k];
            R[r + i] = c*x + s*y;
            R[r + k] = c*y - s*x;
        }
        return;
    }
    double Q[9], T[9], f = 1 - c;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) Q[3*i + k] = f*n[i]*n[k];
    Q[0] += c, Q[4] += c, Q[8] += c;
    Q[1] -= s*n[2], Q[2] += s*n[1], Q[3] += s*n[2], Q[5] -= s*n[0], Q[6] -= s*n[1], Q[7] += s*n[0];
    m_mul(T, R, Q);
    for (int i = 0; i < 9; i++) R[i] = T[i];
}

/* The axis in ground axes. */
static inline void axis_now(double a[3], const double R[9], const double n[3], int along)
{
    if (along < 0) { m_vec(a, R, n); return; }
    m_column(a, R, along);
    if (n[along] < 0) for (int i = 0; i < 3; i++) a[i] = -a[i];
}

/* Moves the origin by d, which grows at the rate `rate` along d's own direction fixed in F: v and a follow. */
static inline void shift(traveller *f, const double d[3], const double rate[3], int level)
{
    v_add(f->p, d);
    if (level < T_VELOCITIES) return;
    double wd[3], twice[3];
    v_cross(wd, f->w, d);
    for (int i = 0; i < 3; i++) twice[i] = wd[i] + 2*rate[i];
    v_add_cross(f->a, f->al, d);
    v_add_cross(f->a, f->w, twice);
    for (int i = 0; i < 3; i++) f->v[i] += wd[i] + rate[i];
}

/* Adds the angular velocity r of F against what carries it. */
static inline void spin(traveller *f, const double r[3])
{
    v_add_cross(f->al, f->w, r);
    v_add(f->w, r);
}

static inline void axial(traveller *f, const t_step *s, const t_motion *mo, int n, double q, double u, double (*S)[6], int level, bool euler)
{
    double a[3];
    axis_now(a, f->R, s->axis[n], s->along[n]);
    q *= mo->sign, u *= mo->sign;
    double advance = mo->kind == MOTION_TRANSLATION ? 1 : mo->kind == MOTION_SCREW ? s->pitch : 0;
    bool turning = mo->kind != MOTION_TRANSLATION;
    if (advance != 0) {
        double d[3], rate[3];
        v_scale(d, advance*q, a);
        v_scale(rate, advance*u, a);
        shift(f, d, rate, level);
    }
    /* v of the unit motion at the joint point as it is now; moved to the body's origin at the end of the joint */
    for (int i = 0; i < 3; i++) {
        S[0][i] = turning ? mo->sign*a[i] : 0;
        S[0][3 + i] = mo->sign*advance*a[i];
    }
    if (!turning) return;
    turn(f->R, s->axis[n], s->along[n], sin(q), cos(q));
    if (euler) {
        double half = sin(0.5*q), own[4] = { cos(0.5*q), half*s->axis[n][0], half*s->axis[n][1], half*s->axis[n][2] }, e[4];
        e_mul(e, f->e, own);
        for (int i = 0; i < 4; i++) f->e[i] = e[i];
    }
    if (level < T_VELOCITIES) return;
    double r[3];
    v_scale(r, u, a);
    spin(f, r);
}

static void spherical(traveller *f, const t_step *s, const t_motion *mo, const double *q, const double *u, double (*S)[6], int level, bool euler)
{
    double v[3], own[4], Q[9], T[9], r[3] = { 0, 0, 0 };
    m_vec(v, s->turn, q + 1);
    own[0] = q[0];
    for (int i = 0; i < 3; i++) own[1 + i] = mo->sign*v[i];
    e_matrix(Q, own);
    m_mul(T, f->R, Q);
    const double *carrier = mo->sign > 0 ? T : f->R;      /* the written child's joint frame */
    for (int i = 0; i < 3; i++) {
        double local[3], a[3];
        m_column(local, s->turn, i);
        m_vec(a, carrier, local);
        for (int k = 0; k < 3; k++) S[i][k] = mo->sign*a[k], S[i][3 + k] = 0;
        if (level >= T_VELOCITIES) v_axpy(r, u[i], S[i]);
    }
    for (int i = 0; i < 9; i++) f->R[i] = T[i];
    if (euler) {
        double e[4];
        e_mul(e, f->e, own);
        for (int i = 0; i < 4; i++) f->e[i] = e[i];
    }
    if (level >= T_VELOCITIES) spin(f, r);
}

/* Takes F from the inboard body to the joint point, axes of the outboard body at rest. */
static inline void depart(traveller *f, const g_body *in, const t_step *s, int level, bool euler)
{
    static const double still[3];
    double d[3];
    m_vec(d, in->R, s->in);
    v_copy(f->p, in->r);
    if (level >= T_VELOCITIES) v_copy(f->w, in->w), v_copy(f->v, in->v), v_copy(f->al, in->al), v_copy(f->a, in->a);
    shift(f, d, still, level);
    if (s->same) for (int i = 0; i < 9; i++) f->R[i] = in->R[i];
    else m_mul(f->R, in->R, s->R0);
    if (euler) e_mul(f->e, in->e, s->e0);
}

/* From the joint point to the outboard body's origin; unit motions follow. */
static inline void arrive(traveller *f, g_body *out, const t_step *s, int dofs, double (*S)[6], const double (*at)[3], int level, bool euler)
{
    static const double still[3];
    if (!s->at_origin) {
        double d[3];
        m_vec(d, f->R, s->out);
        for (int i = 0; i < 3; i++) d[i] = -d[i];
        shift(f, d, still, level);
    }
    for (int k = 0; k < dofs; k++) {
        double d[3];
        for (int i = 0; i < 3; i++) d[i] = f->p[i] - at[k][i];
        v_add_cross(&S[k][3], S[k], d);
    }
    for (int i = 0; i < 9; i++) out->R[i] = f->R[i];
    v_copy(out->r, f->p);
    if (level >= T_VELOCITIES) v_copy(out->w, f->w), v_copy(out->v, f->v), v_copy(out->al, f->al), v_copy(out->a, f->a);
    if (euler) for (int i = 0; i < 4; i++) out->e[i] = f->e[i];
}

static inline void walk(t_work *w, const double *q, const double *u, const int level, const bool euler)
{
    const tree_engine *x = t_engine(w);
    for (int i = 0; i < x->nbody; i++) {
        const t_body *b = &x->body[i];
        const t_step *s = &w->step[i];
        const g_body *in = &w->g.body[b->parent];
        g_body *out = &w->g.body[b->body];
        double at[6][3];
        traveller f;
        depart(&f, in, s, level, euler);
        for (int n = 0; n < b->motions; n++) {
            const t_motion *mo = &x->motion[b->first + n];
            double (*S)[6] = &w->S[mo->dof];
            int count = mo->kind == MOTION_SPHERICAL ? 3 : 1;
            if (count == 3) spherical(&f, s, mo, q + mo->q, u + mo->u, S, level, euler);
            else axial(&f, s, mo, n, q[mo->q], level >= T_VELOCITIES ? u[mo->u] : 0, S, level, euler);
            for (int k = 0; k < count; k++) v_copy(at[mo->dof - b->dof + k], f.p);
        }
        arrive(&f, out, s, b->dofs, &w->S[b->dof], (const double (*)[3])at, level, euler);
        for (int k = 0; k < 3; k++) w->arm[i][k] = out->r[k] - in->r[k];
    }
}

void t_kinematics(t_work *w, const double *q, const double *u, int level, bool euler)
{
    if (level == T_POSITIONS) walk(w, q, u, T_POSITIONS, euler);
    else if (euler) walk(w, q, u, T_VELOCITIES, true);
    else walk(w, q, u, T_VELOCITIES, false);
}

void t_add_accelerations(t_work *w, const double *ud)
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
        for (int d = b->dof; d < b->dof + b->dofs; d++)
            for (int k = 0; k < 6; k++) da[k] += ud[x->u[d]]*w->S[d][k];
        v_add(w->g.body[b->body].al, da);
        v_add(w->g.body[b->body].a, da + 3);
    }
}

/* ---- coordinates of all joints, for expressions ---- */

/* First and second derivatives of a motion's coordinates from its speeds. */
static void motion_rates(g_work *g, const motion *mo, int iq, int iu)
{
    if (mo->kind != MOTION_SPHERICAL) { g->qd[iq] = g->u[iu], g->qdd[iq] = g->ud[iu]; return; }
    double more[4];
    e_rates(&g->qd[iq], &g->q[iq], &g->u[iu]);
    e_rates(&g->qdd[iq], &g->qd[iq], &g->u[iu]);
    e_rates(more, &g->q[iq], &g->ud[iu]);
    for (int k = 0; k < 4; k++) g->qdd[iq + k] += more[k];
}

static void tree_coordinates(t_work *w, const t_body *b, const double *q, const double *u, const double *ud, int level)
{
    const tree_engine *x = t_engine(w);
    const joint *j = &x->x->m->joints[b->joint];
    g_work *g = &w->g;
    for (int n = 0; n < j->type->motions; n++) {
        const motion *mo = &j->type->motion[n];
        int iq = j->q + mo->q, iu = j->u + mo->u;
        const t_motion *from = &x->motion[b->first + (b->reversed ? j->type->motions - 1 - n : n)];
        int nq = mo->kind == MOTION_SPHERICAL ? 4 : 1, nu = nq == 4 ? 3 : 1;
        for (int k = 0; k < nq; k++) g->q[iq + k] = q[from->q + k];
        if (level < T_VELOCITIES) continue;
        for (int k = 0; k < nu; k++) g->u[iu + k] = u[from->u + k], g->ud[iu + k] = ud ? ud[from->u + k] : 0;
        motion_rates(g, mo, iq, iu);
    }
}

static void cut_coordinates(g_work *g, int index, int level)
{
    const joint *j = &g->x->m->joints[index];
    g_joint_coordinates(g, index, &g->q[j->q], &g->speed[j->u]);
    if (level < T_VELOCITIES) return;
    for (int k = 0; k < j->type->nu; k++) g->u[j->u + k] = g->speed[j->u + k].rate, g->ud[j->u + k] = g->speed[j->u + k].second;
    for (int n = 0; n < j->type->motions; n++) {
        const motion *mo = &j->type->motion[n];
        motion_rates(g, mo, j->q + mo->q, j->u + mo->u);
    }
}

void t_coordinates(t_work *w, const double *q, const double *u, const double *ud, int level)
{
    const tree_engine *x = t_engine(w);
    if (!x->coordinates) return;
    for (int i = 0; i < x->nbody; i++) tree_coordinates(w, &x->body[i], q, u, ud, level);
    for (int i = 0; i < x->ncut; i++) cut_coordinates(&w->g, x->cut[i], level);
}
