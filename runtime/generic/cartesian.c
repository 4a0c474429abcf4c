/*
 * cartesian.c -- the Cartesian engine: absolute coordinates of every body, every joint a set of conditions, the augmented equations solved
 * sparse; the model interpreted at run time behind the interface of generated solvers. The way of Orlandea, Chace and Calahan (1977) and of
 * Wehage and Haug (1982), with Euler parameters and, for speeds, angular velocities, as in Nikravesh (1988), chapters 6 and 11.
 *
 * The start is found by the joint-coordinate engine on the same model, so that guesses, held coordinates and messages mean the same.
 */
#include "cartesian.h"
#include "../assembly.h"
#include "../system.h"

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
static size_t layout(c_work *w, const c_engine *x)
{
    char *at = (char *)w + (sizeof *w + 15)/16*16;
    const model *m = x->x->m;
    size_t nb = (size_t)m->nbody, entries = 6*(size_t)x->block[x->nwhole];
    w->c = take(&at, nb, sizeof *w->c), w->o = take(&at, nb, sizeof *w->o), w->inverse = take(&at, nb, sizeof *w->inverse);
    w->J = take(&at, entries, sizeof *w->J), w->there = take(&at, entries, sizeof *w->there);
    w->rows = take(&at, 6, sizeof *w->rows);
    w->at_q = take(&at, (size_t)x->nq, sizeof *w->at_q);
    w->known_q = take(&at, (size_t)m->nq, sizeof *w->known_q);
    w->unit = take(&at, (size_t)x->x->g->nu, sizeof *w->unit);
    w->joint_work = take(&at, x->joint.work, sizeof *w->joint_work);
    w->pose = take(&at, 19*nb + (size_t)(x->joint.nq + x->joint.ncq + 2*x->joint.nu), sizeof *w->pose);
    return (size_t)(at - (char *)w);
}

/* Inverse of a symmetric matrix, for bodies that move without joints. */
static void invert(const double I[6], double V[6])
{
    double a = I[1]*I[2] - I[5]*I[5], b = I[4]*I[5] - I[3]*I[2], c = I[3]*I[5] - I[4]*I[1];
    double d = 1/(I[0]*a + I[3]*b + I[4]*c);
    V[0] = d*a, V[3] = d*b, V[4] = d*c;
    V[1] = d*(I[0]*I[2] - I[4]*I[4]), V[2] = d*(I[0]*I[1] - I[3]*I[3]), V[5] = d*(I[3]*I[4] - I[0]*I[5]);
}

static void done(double *work)
{
    c_work *w = c_of(work);
    c_matrix_free(w->matrix);
    w->matrix = NULL;
}

static void init(double *work, const double *p)
{
    c_work *w = c_of(work);
    const c_engine *x = c_engine_of(w);
    done(work);
    size_t own = layout(w, x);
    g_work_init(&w->g, x->x, (char *)w + own, p);
    for (int b = 1; b <= x->nb; b++) invert(w->g.mass[b].I, w->inverse[b]);
    for (int i = 0; i < x->x->m->nq; i++) w->known_q[i] = w->g.start_q[i];
    w->nunit = 0;
    c_find_zeros(w);
    mrt_workspace_init(&x->joint, w->joint_work, p);
}

/* The start is written in joint coordinates. */
static void start(double *work, double *q0, double *u0, double *cq0, double *guess)
{
    c_work *w = c_of(work);
    const c_engine *x = c_engine_of(w);
    const model *m = x->x->m;
    const mrt_mechanism *j = &x->joint;
    double *v = w->pose + 7*x->nb, *q = v + 12*x->nb, *cq = q + j->nq, *u = cq + j->ncq, *zero = u + j->nu;
    memset(zero, 0, (size_t)j->nu*sizeof *zero);
    j->start(w->joint_work, q, u, cq, guess);
    j->bodies_state(w->joint_work, 0, q, u, zero, w->pose, v, v + 6*x->nb);
    c_state(w, w->pose, v, q0, u0);
    for (int i = 0; i < x->nturn; i++) q0[7*x->nb + i] = q[x->x->g->q_index[x->turn[i]]];
    memcpy(cq0, w->known_q, (size_t)m->nq*sizeof *cq0);
}

static void settings(double *work, double *p0, double *in0, double *stable, double *times) { g_settings(&c_of(work)->g, p0, in0, stable, times); }
static void masses(double *work, double *inertia) { g_masses(&c_of(work)->g, inertia); }

static void rates(double *work, const double *q, const double *u, double *qd)
{
    c_work *w = c_of(work);
    const c_engine *x = c_engine_of(w);
    for (int b = 0; b < x->nb; b++) {
        v_copy(qd + 7*b, u + 6*b);
        e_rates(qd + 7*b + 3, q + 7*b + 3, u + 6*b + 3);
    }
    if (!x->nturn) return;
    c_motion(w, q, u, NULL);
    for (int i = 0; i < x->nturn; i++) {
        c_joint_coordinates(w, x->x->m->q[x->turn[i]].joint, q);
        qd[7*x->nb + i] = w->g.qd[x->turn[i]];
    }
}

static void constraints(double *work, double t, const double *q, double *Phi, double *J, double *Phit)
{
    c_work *w = c_of(work);
    c_motion(w, q, NULL, NULL);
    c_coordinates(w, q);
    c_rows(w, t, q, Phi, NULL, Phit, NULL);
    if (J) c_dense(w, J);
}

static void dense_mass(const c_work *w, double *M)
{
    static const int place[9] = { 0, 3, 4, 3, 1, 5, 4, 5, 2 };
    const c_engine *x = c_engine_of(w);
    size_t n = (size_t)x->nu;
    memset(M, 0, n*n*sizeof *M);
    for (int b = 1; b <= x->nb; b++) {
        const g_mass *y = &w->g.mass[b];
        size_t first = 6*(size_t)(b - 1);
        for (size_t i = 0; i < 3; i++) {
            M[first + i + (first + i)*n] = y->m;
            for (size_t k = 0; k < 3; k++) M[first + 3 + i + (first + 3 + k)*n] = y->I[place[3*i + k]];
        }
    }
}

static void equations(double *work, int mode, double t, const double *q, const double *u, const double *in,
                      double *M, double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    c_work *w = c_of(work);
    c_motion(w, q, u, NULL);
    c_coordinates(w, q);
    c_applied(w, mode, t, in);
    c_forces(w, g);
    c_rows(w, t, q, Phi, Phid, NULL, gamma);
    if (M) dense_mass(w, M);
    if (J) c_dense(w, J);
}

static void mass(double *work, const double *q, double *M)
{
    (void)q;
    dense_mass(c_of(work), M);
}

/* b = I a */
static void symmetric_times(const double I[6], const double a[3], double b[3])
{
    b[0] = I[0]*a[0] + I[3]*a[1] + I[4]*a[2];
    b[1] = I[3]*a[0] + I[1]*a[1] + I[5]*a[2];
    b[2] = I[4]*a[0] + I[5]*a[1] + I[2]*a[2];
}

static void forward(double *work, int mode, double t, const double *q, const double *u, const double *in, const double *tau, double *ud)
{
    c_work *w = c_of(work);
    c_motion(w, q, u, NULL);
    c_coordinates(w, q);
    c_applied(w, mode, t, in);
    c_forces(w, ud);
    for (int b = 1; b <= c_engine_of(w)->nb; b++, ud += 6, tau += 6) {
        double n[3];
        for (int k = 0; k < 3; k++) ud[k] = (ud[k] + tau[k])/w->g.mass[b].m, n[k] = ud[3 + k] + tau[3 + k];
        symmetric_times(w->inverse[b], n, ud + 3);
    }
}

static void inverse(double *work, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *tau)
{
    c_work *w = c_of(work);
    c_motion(w, q, u, NULL);
    c_coordinates(w, q);
    c_applied(w, mode, t, in);
    c_forces(w, tau);
    for (int b = 1; b <= c_engine_of(w)->nb; b++, ud += 6, tau += 6) {
        double n[3];
        symmetric_times(w->g.mass[b].I, ud + 3, n);
        for (int k = 0; k < 3; k++) tau[k] = w->g.mass[b].m*ud[k] - tau[k], tau[3 + k] = n[k] - tau[3 + k];
    }
}

/* ---- the start ---- */

/* Takes the assembled state of the joint engine over. */
static void take_over(mrt_system *s, mrt_system *from, const mrt_point *p, double *q, double *u)
{
    c_work *w = c_of(s->w);
    const c_engine *x = c_engine_of(w);
    const topology *g = x->x->g;
    double *v = w->pose + 7*x->nb;
    x->joint.bodies_state(from->w, p->t, p->q, p->u, p->ud, w->pose, v, v + 6*x->nb);
    c_state(w, w->pose, v, q, u);
    for (int i = 0; i < x->nturn; i++) q[7*x->nb + i] = p->q[g->q_index[x->turn[i]]];
    for (int i = 0; i < x->x->m->nq; i++)
        if (g->q_index[i] >= 0) w->known_q[i] = p->q[g->q_index[i]];
    w->nunit = 0;
    for (int i = 0; i < x->x->m->nu && s->mode == MRT_KINEMATICS; i++)
        if (g->u_index[i] >= 0 && from->unit[g->u_index[i]] != 0) w->unit[w->nunit++] = i;
}

/* Bodies without mass are no harm where rows hold them. Where they do not, the speed is named that nothing with mass moves with. */
static mrt_status check_massless(mrt_system *s, const mrt_system *from, double t, const double *q, const double *u)
{
    int without = -1;
    for (int j = 0; j < from->mech->nu && without < 0; j++) if (from->unit[j] != 0) without = j;
    if (without < 0 || s->mode != MRT_DYNAMICS) return MRT_OK;
    mrt_status st = mrt_system_choose(s, t, q);
    if (st < 0) return st;
    mrt_system_equations(s, t, q, u);
    st = c_augmented(s->w, s->m, s->rows, s->g, s->gamma, s->un, s->lam);
    return st != MRT_E_SINGULAR ? st : mrt_system_fail(s, st, "nothing with mass moves with %s: the equations of motion are singular; give the bodies "
                                                       "it moves a mass or an inertia", from->mech->u[without].name);
}

static mrt_status assemble(mrt_system *s, double t, int wanted, double *q, double *u)
{
    const c_engine *x = c_engine_of(c_of(s->w));
    mrt_system *from = mrt_system_new(&x->joint, s->mode, s->p, s->in);
    mrt_point *p = mrt_point_new(&x->joint);
    mrt_status st = MRT_E_MEMORY;
    if (!from || !p) mrt_system_fail(s, st, "out of memory while assembling");
    else {
        p->t = t;
        st = mrt_assemble(from, t, wanted, p->q, p->u);
        s->work.newton += from->work.newton;
        for (int i = 0; i < from->nwarnings; i++) mrt_system_warn(s, "%s", from->warnings[i]);
        if (st < 0) mrt_system_fail(s, st, "%s", from->message);
        else {
            take_over(s, from, p, q, u);
            st = check_massless(s, from, t, q, u);
        }
    }
    mrt_point_free(p);
    mrt_system_free(from);
    return st;
}

/* ---- making ---- */

static const motion *motion_of_q(const joint_type *t, int index)
{
    for (int i = t->motions - 1; i > 0; i--)
        if (index >= t->motion[i].q && index < t->motion[i].q + (t->motion[i].kind == MOTION_SPHERICAL ? 4 : 1)) return &t->motion[i];
    return &t->motion[0];
}

/* Angles of tree joints that expressions use count their turns; those of cut joints are known within half a turn in every engine. */
static void find_turns(c_engine *x)
{
    const model *m = x->x->m;
    for (int i = 0; i < m->nq; i++) {
        const motion *o = motion_of_q(m->joints[m->q[i].joint].type, m->q[i].index);
        bool needed = false;
        for (int k = 0; k < x->x->signals.n; k++) needed |= x->x->signals.signal[k].kind == SIGNAL_Q && x->x->signals.signal[k].ref == i;
        for (int k = 0; k < m->ntorsion; k++) needed |= m->torsions[k].q == i;
        if (needed && x->x->g->q_index[i] >= 0 && (o->kind == MOTION_ROTATION || o->kind == MOTION_SCREW)) x->turn[x->nturn++] = i;
    }
}

static void find_needs(c_engine *x)
{
    const model *m = x->x->m;
    x->loads = m->nload + m->nforce + m->ntorque + m->nspring + m->ntorsion > 0;
    for (int j = 0; j < m->njoint; j++) {
        bool used = false;
        for (int k = 0; k < m->joints[j].type->nq; k++) used |= x->x->q_used[m->joints[j].q + k];
        for (int k = 0; k < m->joints[j].type->nu; k++) used |= x->x->u_used[m->joints[j].u + k];
        if (used) x->used[x->nused++] = j;
    }
    for (int u = 0; u < m->nu; u++) {
        bool acted = false;
        for (int i = 0; i < m->nload; i++) acted |= m->loads[i].u == u;
        for (int i = 0; i < m->ntorsion; i++) acted |= m->torsions[i].u == u;
        if (acted) x->act[x->nact++] = u;
    }
}

static void engine_free(c_engine *x)
{
    if (!x) return;
    if (x->joint.data) joint_engine_free(&x->joint);
    generic_free(x->x);
    free(x->block), free(x->body_of), free(x->fixed), free(x->joint_row), free(x->turn), free(x->used), free(x->act);
    free(x);
}

static c_engine *engine_new(const mrt_mechanism *d, model *m, const topology *g)
{
    c_engine *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->joint = *d;
    x->x = generic_new(m, g);
    x->turn = calloc((size_t)m->nq + 1, sizeof *x->turn);
    x->used = calloc((size_t)m->njoint + 1, sizeof *x->used);
    x->act = calloc((size_t)m->nu + 1, sizeof *x->act);
    if (joint_engine(&x->joint, m, g) || !x->x || !x->turn || !x->used || !x->act || c_blocks(x)) {
        engine_free(x);
        return NULL;
    }
    find_turns(x);
    find_needs(x);
    x->nb = m->nbody - 1, x->nu = 6*x->nb, x->nq = 7*x->nb + x->nturn;
    c_work sizes;
    x->bytes = layout(&sizes, x) + g_work_size(x->x);
    return x;
}

/* ---- tables ---- */

static void describe_coordinates(mrt_mechanism *d, const c_engine *x)
{
    static const char *const q_name[7] = { "x", "y", "z", "e0", "e1", "e2", "e3" }, *const u_name[6] = { "vx", "vy", "vz", "wx", "wy", "wz" };
    model *m = x->x->m;
    mrt_coordinate *q = model_alloc(m, ((size_t)x->nq + 1)*sizeof *q), *u = model_alloc(m, ((size_t)x->nu + 1)*sizeof *u);
    int *euler = model_alloc(m, ((size_t)x->nb + 1)*sizeof *euler);
    for (int b = 0; b < x->nb; b++) {
        const char *name = m->bodies[b + 1].name;
        for (int k = 0; k < 7; k++) q[7*b + k] = (mrt_coordinate){ model_text(m, "%s.%s", name, q_name[k]), k < 3 ? MRT_LENGTH : MRT_EULER, -1, k == 3, 0 };
        for (int k = 0; k < 6; k++) u[6*b + k] = (mrt_coordinate){ model_text(m, "%s.%s", name, u_name[k]), k < 3 ? MRT_LENGTH : MRT_ANGLE, -1, 0, 0 };
        euler[b] = 7*b + 3;
    }
    for (int i = 0; i < x->nturn; i++) q[7*x->nb + i] = (mrt_coordinate){ m->q[x->turn[i]].name, MRT_ANGLE, -1, 0, 0 };
    d->nq = x->nq, d->nu = x->nu, d->q = q, d->u = u, d->neuler = x->nb, d->euler = euler;
}

/* Every joint counts as cut: its coordinates follow from the bodies. */
static void describe_joints(mrt_mechanism *d, model *m)
{
    mrt_column *q = model_alloc(m, ((size_t)m->nq + 1)*sizeof *q), *u = model_alloc(m, ((size_t)m->nu + 1)*sizeof *u);
    mrt_joint *joints = model_alloc(m, ((size_t)m->njoint + 1)*sizeof *joints);
    for (int i = 0; i < m->nq; i++) q[i] = d->all_q[i], q[i].cut = 1, q[i].index = i;
    for (int i = 0; i < m->nu; i++) u[i] = d->all_u[i], u[i].cut = 1, u[i].index = i;
    for (int j = 0; j < m->njoint; j++) joints[j] = d->joints[j], joints[j].cut = 1;
    d->ncq = m->nq, d->ncu = m->nu;
    d->all_q = q, d->all_u = u, d->joints = joints;
}

/* Names of the rows, at the default parameters. */
static int describe_rows(mrt_mechanism *d, const c_engine *x)
{
    model *m = x->x->m;
    g_work w;
    void *memory = calloc(1, g_work_size(x->x));
    double *p = calloc((size_t)m->nparameter + 1, sizeof *p);
    if (!memory || !p) { free(memory), free(p); return -1; }
    for (int i = 0; i < m->nparameter; i++) p[i] = m->parameters[i].number;
    g_work_init(&w, x->x, memory, p);
    mrt_row *row = model_alloc(m, ((size_t)x->nrow + 1)*sizeof *row);
    d->rows = row, d->nrow = x->nrow;
    for (int j = 0; j < m->njoint; j++)
        for (int k = 0; k < m->joints[j].type->rows; k++)
            *row++ = (mrt_row){ MRT_ROW_CUT, m->joints[j].name, g_condition_text(&w, j, k), j, FOR_BOTH };
    for (int i = 0; i < m->ndrive; i++) *row++ = (mrt_row){ MRT_ROW_DRIVE, m->q[m->drives[i].q].name, "drive", m->drives[i].q, m->drives[i].analyses };
    for (int i = 0; i < m->nconstraint; i++) *row++ = (mrt_row){ MRT_ROW_CONSTRAINT, m->constraints[i].name, "constraint", i, FOR_BOTH };
    for (int i = 0; i < m->ndistance; i++) *row++ = (mrt_row){ MRT_ROW_DISTANCE, m->distances[i].name, "distance", i, FOR_BOTH };
    free(memory), free(p);
    return 0;
}

int cartesian_engine(mrt_mechanism *d, model *m, const topology *g)
{
    c_engine *x = engine_new(d, m, g);
    if (!x || describe_rows(d, x)) { engine_free(x); return -1; }
    describe_coordinates(d, x);
    describe_joints(d, m);
    d->nevent = x->joint.nevent, d->events = x->joint.events;
    d->engine = "cartesian", d->data = x;
    d->work = (x->bytes + sizeof(double) - 1)/sizeof(double);
    d->init = init, d->done = done, d->start = start, d->settings = settings, d->masses = masses, d->rates = rates, d->constraints = constraints, d->equations = equations;
    d->mass = mass, d->forward = forward, d->inverse = inverse, d->augmented = c_augmented, d->side = c_side, d->assemble = assemble;
    d->bodies_state = c_bodies_state, d->cut_joints = c_cut_joints, d->energy = c_energy, d->output = c_output, d->reactions = c_reactions;
    d->event = c_event, d->transformation = c_transformation;
    return 0;
}

void cartesian_engine_free(mrt_mechanism *d)
{
    engine_free((c_engine *)(uintptr_t)d->data);
    d->data = NULL;
}
