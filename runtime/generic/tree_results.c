/*
 * tree_results.c -- what results need of the joint-coordinate engine: motion of the bodies, coordinates of cut joints, reactions, B.
 */
#include "tree.h"

#include <string.h>

/* Positions, velocities and whole accelerations of everything. */
static void motion_now(t_work *w, const double *q, const double *u, const double *ud, bool euler)
{
    t_kinematics(w, q, u, T_VELOCITIES, euler);
    t_add_accelerations(w, ud);
    t_coordinates(w, q, u, ud, T_VELOCITIES);
}

void t_bodies_state(double *work, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a)
{
    (void)t;
    t_work *w = t_of(work);
    motion_now(w, q, u, ud, true);
    for (int b = 1; b < w->g.x->m->nbody; b++, x += 7, v += 6, a += 6) {
        const g_body *from = &w->g.body[b];
        v_copy(x, from->r), v_copy(v, from->v), v_copy(a, from->a);
        for (int k = 0; k < 4; k++) x[3 + k] = from->e[k];
        v_copy(v + 3, from->w), v_copy(a + 3, from->al);
    }
}

void t_cut_joints(double *work, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca)
{
    (void)t;
    t_work *w = t_of(work);
    const model *m = w->g.x->m;
    const topology *g = w->g.x->g;
    motion_now(w, q, u, ud, true);
    for (int i = 0; i < g->nloop; i++) {
        const joint *j = &m->joints[g->loops[i].cut];
        double value[7];
        g_joint_coordinates(&w->g, g->loops[i].cut, value, w->rows);
        for (int k = 0; k < j->type->nq; k++) cq[g->cq_index[j->q + k]] = value[k];
        for (int k = 0; k < j->type->nu; k++) cu[g->cu_index[j->u + k]] = w->rows[k].rate, ca[g->cu_index[j->u + k]] = w->rows[k].second;
    }
}

void t_transformation(double *work, double t, const double *q, const double *u, double *B, double *Bdu)
{
    (void)t;
    t_work *w = t_of(work);
    const tree_engine *x = t_engine(w);
    int rows = 6*x->nbody;
    t_kinematics(w, q, u, T_VELOCITIES, false);
    memset(B, 0, (size_t)rows*(size_t)x->ndof*sizeof *B);
    for (int b = 1; b <= x->nbody; b++) {
        const g_body *me = &w->g.body[b];
        v_copy(Bdu + 6*(b - 1), me->a);
        v_copy(Bdu + 6*(b - 1) + 3, me->al);
        for (int c = b; c; c = x->body[x->place[c]].parent) {
            const t_body *carrier = &x->body[x->place[c]];
            double arm[3];
            for (int k = 0; k < 3; k++) arm[k] = me->r[k] - w->g.body[c].r[k];
            for (int d = carrier->dof; d < carrier->dof + carrier->dofs; d++) {
                double *to = B + 6*(b - 1) + (size_t)x->u[d]*rows;
                v_copy(to, w->S[d] + 3);
                v_add_cross(to, w->S[d], arm);
                v_copy(to + 3, w->S[d]);
            }
        }
    }
}

/* ---- reactions ---- */

/* lam times a row on its bodies; through: the joint whose reaction it is part of, -1 for none. */
typedef struct action { t_work *w; double lam; int through; } action;

static void act(t_work *w, double size, const g_row *r, int through)
{
    for (int s = 0; s < 2; s++) {
        v_axpy(w->g.wrench[r->body[s]], size, r->f[s]);
        v_axpy(w->g.wrench[r->body[s]] + 3, size, r->n[s]);
    }
    if (through < 0) return;
    v_axpy(w->cut_wrench[through], size, r->f[1]);
    v_axpy(w->cut_wrench[through] + 3, size, r->n[1]);
}

static void act_pair(void *data, double scale, const g_row *r)
{
    const action *a = data;
    act(a->w, a->lam*scale, r, a->through);
}

/* Along a tree coordinate the joint's own reaction carries it. */
static void act_speed(void *data, double scale, int u)
{
    const action *a = data;
    const generic *x = a->w->g.x;
    if (x->g->u_index[u] < 0) act(a->w, a->lam*scale, &a->w->g.speed[u], x->m->u[u].joint);
}

/* Multipliers of all rows, in the order of t_rows. */
static void act_rows(t_work *w, double t, const double *lam)
{
    const generic *x = w->g.x;
    const model *m = x->m;
    g_scalar ignored;
    action a = { w, 0, -1 };
    g_sink sink = { &a, act_pair, act_speed };
    for (int i = 0; i < x->g->nloop; i++) {
        int cut = x->g->loops[i].cut;
        g_conditions(&w->g, cut, w->rows);
        for (int k = 0; k < m->joints[cut].type->rows; k++) act(w, *lam++, &w->rows[k], cut);
    }
    if (m->nconstraint) g_signal_jets(&w->g);
    for (int i = 0; i < m->ndrive; i++) a.lam = *lam++, g_drive_row(&w->g, i, x->g->q_index[m->drives[i].q] < 0, t, &ignored, &sink);
    for (int i = 0; i < m->nconstraint; i++) a.lam = *lam++, g_constraint_row(&w->g, i, t, &ignored, &sink);
    for (int i = 0; i < m->ndistance; i++) a.lam = *lam++, g_distance_row(&w->g, i, t, &ignored, &sink);
}

/* Loads along the coordinates of cut joints are already on the bodies; they are part of the joint's reaction too. */
static void cut_loads(t_work *w)
{
    const generic *x = w->g.x;
    for (int i = 0; i < x->m->nu; i++) {
        if (x->g->u_index[i] >= 0 || w->g.load[i] == 0) continue;
        double *to = w->cut_wrench[x->m->u[i].joint];
        v_axpy(to, w->g.load[i], w->g.speed[i].f[1]);
        v_axpy(to + 3, w->g.load[i], w->g.speed[i].n[1]);
    }
}

/* Force f and moment n about `origin`, moved to the child's joint point. */
static void put(const t_work *w, int joint_, const double f[3], const double n[3], const double origin[3], int sign, double R[6])
{
    const joint *j = &w->g.x->m->joints[joint_];
    const g_body *child = &w->g.body[j->child];
    double arm[3];
    m_vec(arm, child->R, w->g.joint[joint_].side[1].o);
    for (int k = 0; k < 3; k++) arm[k] = origin[k] - child->r[k] - arm[k];
    v_scale(R, sign, f);
    v_scale(R + 3, sign, n);
    v_add_cross(R + 3, arm, R);
}

void t_reactions(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, const double *lam, double *R)
{
    t_work *w = t_of(work);
    const tree_engine *x = t_engine(w);
    const model *m = x->x->m;
    motion_now(w, q, u, ud, x->euler);
    for (int b = 0; b < m->nbody; b++) memset(w->g.wrench[b], 0, sizeof w->g.wrench[b]);
    t_ground_inertia(w);
    t_applied(w, mode, t, in);
    memset(w->cut_wrench, 0, (size_t)m->njoint*sizeof *w->cut_wrench);
    if (x->loads) cut_loads(w);
    act_rows(w, t, lam);
    t_missing_wrenches(w, true);
    for (int i = x->nbody - 1; i >= 0; i--) {
        const t_body *b = &x->body[i];
        const double *p = w->p[i];
        put(w, b->joint, p + 3, p, w->g.body[b->body].r, b->reversed ? -1 : 1, R + 6*b->joint);
        if (!b->parent) continue;
        double *to = w->p[x->place[b->parent]];
        for (int k = 0; k < 6; k++) to[k] += p[k];
        v_add_cross(to, w->arm[i], p + 3);
    }
    for (int i = 0; i < x->x->g->nloop; i++) {
        int j = x->x->g->loops[i].cut;
        put(w, j, w->cut_wrench[j], w->cut_wrench[j] + 3, w->g.body[m->joints[j].child].r, 1, R + 6*j);
    }
}
