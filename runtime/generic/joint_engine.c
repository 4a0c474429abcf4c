/*
 * joint_engine.c -- the numeric joint-coordinate engine: the model interpreted at run time behind the interface of generated solvers, with
 * the same tree and the same coordinates.
 */
#include "tree.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions of mrt_mechanism ---- */

static void *take(char **at, size_t n, size_t size)
{
    void *x = *at;
    *at += (n*size + 15)/16*16;
    return x;
}

/* Arrays behind the structure; returns the bytes of all. */
static size_t layout(t_work *w, const tree_engine *x)
{
    char *at = (char *)w + (sizeof *w + 15)/16*16;
    size_t nb = (size_t)x->nbody, nd = (size_t)x->ndof;
    w->step = take(&at, nb, sizeof *w->step);
    w->own = take(&at, nb, sizeof *w->own), w->now = take(&at, nb, sizeof *w->now), w->composite = take(&at, nb, sizeof *w->composite);
    w->art = take(&at, nb, sizeof *w->art);
    w->S = take(&at, nd, sizeof *w->S), w->U = take(&at, nd, sizeof *w->U);
    w->D = take(&at, nd, sizeof *w->D), w->rest = take(&at, nd, sizeof *w->rest), w->tau = take(&at, nd, sizeof *w->tau);
    w->arm = take(&at, nb, sizeof *w->arm), w->p = take(&at, nb, sizeof *w->p), w->da = take(&at, nb, sizeof *w->da);
    w->cut_wrench = take(&at, (size_t)x->x->m->njoint, sizeof *w->cut_wrench);
    w->rows = take(&at, (size_t)x->most_rows, sizeof *w->rows);
    return (size_t)(at - (char *)w);
}

static void init(double *work, const double *p)
{
    t_work *w = t_of(work);
    size_t own = layout(w, t_engine(w));
    g_work_init(&w->g, t_engine(w)->x, (char *)w + own, p);
    t_steps(w);
}

static void start(double *work, double *q0, double *u0, double *cq0, double *guess)
{
    const g_work *w = &t_of(work)->g;
    const model *m = w->x->m;
    const topology *g = w->x->g;
    for (int i = 0; i < m->nq; i++) {
        const joint *j = &m->joints[m->q[i].joint];
        bool unit = false;
        for (int k = 0; k < j->type->motions; k++) unit |= j->type->motion[k].kind == MOTION_SPHERICAL && j->type->motion[k].q == m->q[i].index;
        if (g->q_index[i] < 0) cq0[g->cq_index[i]] = w->start_q[i];
        else q0[g->q_index[i]] = isnan(w->start_q[i]) ? unit : w->start_q[i];
    }
    for (int i = 0; i < m->nu; i++)
        if (g->u_index[i] >= 0) u0[g->u_index[i]] = isnan(w->start_u[i]) ? 0 : w->start_u[i];
    memcpy(guess, w->guess + 7, 7*(size_t)(m->nbody - 1)*sizeof *guess);
}

static void settings(double *work, double *p0, double *in0, double *stable, double *times) { g_settings(&t_of(work)->g, p0, in0, stable, times); }
static void masses(double *work, double *inertia) { g_masses(&t_of(work)->g, inertia); }

static void rates(double *work, const double *q, const double *u, double *qd)
{
    const tree_engine *x = t_engine(t_of(work));
    for (int i = 0; i < x->nmotion; i++) {
        const t_motion *mo = &x->motion[i];
        if (mo->kind == MOTION_SPHERICAL) e_rates(qd + mo->q, q + mo->q, u + mo->u);
        else qd[mo->q] = u[mo->u];
    }
}

static void constraints(double *work, double t, const double *q, double *Phi, double *J, double *Phit)
{
    t_work *w = t_of(work);
    t_kinematics(w, q, NULL, T_POSITIONS, t_engine(w)->euler);
    t_coordinates(w, q, NULL, NULL, T_POSITIONS);
    t_rows(w, t, Phi, NULL, Phit, J, NULL);
}

/* Everything an evaluation starts with: motion without ud, inertias in ground axes, applied forces. */
static t_work *prepare(double *work, int mode, double t, const double *q, const double *u, const double *in)
{
    t_work *w = t_of(work);
    t_kinematics(w, q, u, T_VELOCITIES, t_engine(w)->euler);
    t_coordinates(w, q, u, NULL, T_VELOCITIES);
    t_ground_inertia(w);
    t_applied(w, mode, t, in);
    return w;
}

static void equations(double *work, int mode, double t, const double *q, const double *u, const double *in,
                      double *M, double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    t_work *w = prepare(work, mode, t, q, u, in);
    t_composite(w, M);
    t_bias(w, g);
    t_rows(w, t, Phi, Phid, NULL, J, gamma);
}

static void mass(double *work, const double *q, double *M)
{
    t_work *w = t_of(work);
    t_kinematics(w, q, NULL, T_POSITIONS, false);
    t_ground_inertia(w);
    t_composite(w, M);
}

static void forward(double *work, int mode, double t, const double *q, const double *u, const double *in, const double *tau, double *ud)
{
    t_articulated_body(prepare(work, mode, t, q, u, in), tau, ud);
}

static void inverse(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *tau)
{
    t_work *w = prepare(work, mode, t, q, u, in);
    t_add_accelerations(w, ud);
    t_bias(w, tau);
    for (int k = 0; k < t_engine(w)->ndof; k++) tau[k] = -tau[k];
}

static void energy(double *work, double t, const double *q, const double *u, const double *in, double *e)
{
    t_work *w = t_of(work);
    t_kinematics(w, q, u, T_VELOCITIES, t_engine(w)->euler);
    t_coordinates(w, q, u, NULL, T_VELOCITIES);
    g_signals(&w->g, false);
    g_energy(&w->g, t, in, e);
}

static void outputs(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *y)
{
    (void)mode;
    t_work *w = t_of(work);
    t_kinematics(w, q, u, T_VELOCITIES, t_engine(w)->euler);
    t_add_accelerations(w, ud);
    t_coordinates(w, q, u, ud, T_VELOCITIES);
    g_signals(&w->g, true);
    g_outputs(&w->g, t, in, y);
}

static void event(double *work, int mode, double t, const double *q, const double *u, const double *in, double *z)
{
    (void)mode;
    t_work *w = t_of(work);
    t_kinematics(w, q, u, T_VELOCITIES, t_engine(w)->euler);
    t_coordinates(w, q, u, NULL, T_VELOCITIES);
    g_signals(&w->g, false);
    g_events(&w->g, t, in, z);
}

/* ---- making ---- */

static void add_motions(tree_engine *x, t_body *b, const joint *j)
{
    const topology *g = x->x->g;
    b->first = x->nmotion, b->motions = j->type->motions, b->dof = x->ndof;
    for (int n = 0; n < j->type->motions; n++) {
        const motion *mo = &j->type->motion[b->reversed ? j->type->motions - 1 - n : n];
        int count = mo->kind == MOTION_SPHERICAL ? 3 : 1, u = g->u_index[j->u + mo->u];
        x->motion[x->nmotion++] = (t_motion){ mo->kind, b->reversed ? -1 : 1, g->q_index[j->q + mo->q], u, x->ndof };
        for (int k = 0; k < count; k++) x->u[x->ndof++] = u + k;
    }
    b->dofs = x->ndof - b->dof;
}

static void find_tree(tree_engine *x)
{
    const model *m = x->x->m;
    const topology *g = x->x->g;
    x->place[0] = -1;
    for (int i = 0; i < g->ntree; i++) {
        const tree_joint *t = &g->tree[i];
        t_body *b = &x->body[x->nbody];
        b->body = t->outboard, b->parent = t->inboard, b->joint = t->joint, b->reversed = t->reversed;
        x->place[b->body] = x->nbody++;
        x->depth[b->body] = x->depth[b->parent] + 1;
        add_motions(x, b, &m->joints[b->joint]);
    }
}

/* What each evaluation needs besides the motion of the bodies. */
static void find_needs(tree_engine *x)
{
    const model *m = x->x->m;
    const topology *g = x->x->g;
    x->loads = m->nload + m->nforce + m->ntorque + m->nspring + m->ntorsion > 0;
    for (int i = 0; i < g->nloop; i++) {
        const joint *j = &m->joints[g->loops[i].cut];
        bool used = false;
        for (int k = 0; k < j->type->nq; k++) used |= x->x->q_used[j->q + k];
        for (int k = 0; k < j->type->nu; k++) used |= x->x->u_used[j->u + k];
        if (used) x->cut[x->ncut++] = g->loops[i].cut;
    }
    x->euler = x->ncut > 0;
    for (int i = 0; i < m->nq; i++) x->coordinates |= x->x->q_used[i];
    for (int i = 0; i < m->nu; i++) x->coordinates |= x->x->u_used[i];
    x->most_rows = 6;
    for (int i = 0; i < g->nloop; i++) {
        const joint_type *t = m->joints[g->loops[i].cut].type;
        x->nrow += t->rows;
        for (int k = 0; k < t->motions; k++)        /* a screw's last condition needs its angle */
            x->euler |= t->motion[k].kind == MOTION_SCREW;
    }
    x->nrow += m->ndrive + m->nconstraint + m->ndistance;
}

static tree_engine *engine_new(model *m, const topology *g)
{
    tree_engine *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    size_t nb = (size_t)m->nbody, nu = (size_t)g->nu;
    x->x = generic_new(m, g);
    x->body = calloc(nb, sizeof *x->body), x->place = calloc(nb, sizeof *x->place), x->depth = calloc(nb, sizeof *x->depth);
    x->motion = calloc(nu + 1, sizeof *x->motion), x->u = calloc(nu + 1, sizeof *x->u);
    x->cut = calloc((size_t)g->nloop + 1, sizeof *x->cut);
    if (!x->x || !x->body || !x->place || !x->depth || !x->motion || !x->u || !x->cut) return x;
    find_tree(x);
    find_needs(x);
    t_work sizes;
    x->bytes = layout(&sizes, x) + g_work_size(x->x);
    return x;
}

static void engine_free(tree_engine *x)
{
    if (!x) return;
    generic_free(x->x);
    free(x->body), free(x->place), free(x->depth), free(x->motion), free(x->u), free(x->cut);
    free(x);
}

/* Names of the rows, at the default parameters. */
static int describe_rows(mrt_mechanism *d, const tree_engine *x)
{
    model *m = x->x->m;
    double *work = calloc(1, x->bytes), *p = calloc((size_t)m->nparameter + 1, sizeof *p);
    mrt_row *row = model_alloc(m, ((size_t)x->nrow + 1)*sizeof *row);
    const char **events = model_alloc(m, ((size_t)x->x->nkink + 1)*sizeof *events);
    if (!work || !p) { free(work), free(p); return -1; }
    for (int i = 0; i < m->nparameter; i++) p[i] = m->parameters[i].number;
    t_of(work)->data = x;
    init(work, p);
    d->rows = row, d->nrow = x->nrow;
    for (int i = 0; i < x->x->g->nloop; i++) {
        int cut = x->x->g->loops[i].cut;
        for (int k = 0; k < m->joints[cut].type->rows; k++)
            *row++ = (mrt_row){ MRT_ROW_CUT, m->joints[cut].name, g_condition_text(&t_of(work)->g, cut, k), cut, FOR_BOTH };
    }
    for (int i = 0; i < m->ndrive; i++) *row++ = (mrt_row){ MRT_ROW_DRIVE, m->q[m->drives[i].q].name, "", m->drives[i].q, m->drives[i].analyses };
    for (int i = 0; i < m->nconstraint; i++) *row++ = (mrt_row){ MRT_ROW_CONSTRAINT, m->constraints[i].name, "", i, FOR_BOTH };
    for (int i = 0; i < m->ndistance; i++) *row++ = (mrt_row){ MRT_ROW_DISTANCE, m->distances[i].name, "", i, FOR_BOTH };
    d->nevent = x->x->nkink, d->events = events;
    for (int i = 0; i < x->x->nkink; i++) events[i] = tape_kink_text(x->x->kink[i].x, m, x->x->kink[i].index);
    free(work), free(p);
    return 0;
}

int joint_engine(mrt_mechanism *d, model *m, const topology *g)
{
    tree_engine *x = engine_new(m, g);
    if (!x || x->bytes == 0 || describe_rows(d, x)) { engine_free(x); return -1; }
    d->engine = "joint", d->data = x;
    d->work = (x->bytes + sizeof(double) - 1)/sizeof(double);
    d->init = init, d->start = start, d->settings = settings, d->masses = masses, d->rates = rates, d->constraints = constraints, d->equations = equations, d->mass = mass;
    d->forward = forward, d->inverse = inverse, d->energy = energy, d->output = outputs, d->event = event;
    d->bodies_state = t_bodies_state, d->cut_joints = t_cut_joints, d->reactions = t_reactions, d->transformation = t_transformation;
    return 0;
}

void joint_engine_free(mrt_mechanism *d)
{
    engine_free((tree_engine *)(uintptr_t)d->data);
    d->data = NULL;
}
