/*
 * facts.c -- from model, topology and derivation to the tables of an mrt_mechanism.
 */
#include "facts.h"
#include "commands.h"
#include "sha256.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *array(model *m, int count, size_t size) { return model_alloc(m, (size_t)(count ? count : 1)*size); }
static const char *text_or_empty(const char *text) { return text ? text : ""; }

/* ---- values ---- */

static void fill_parameters(mrt_mechanism *x, model *m)
{
    mrt_parameter *p = array(m, m->nparameter, sizeof *p), *in = array(m, m->ninput, sizeof *in);
    for (int i = 0; i < m->nparameter; i++)
        p[i] = (mrt_parameter){ m->parameters[i].name, text_or_empty(m->parameters[i].unit), text_or_empty(m->parameters[i].about), m->parameters[i].number };
    for (int i = 0; i < m->ninput; i++) in[i] = (mrt_parameter){ m->inputs[i].name, "", "", m->inputs[i].number };
    x->np = m->nparameter, x->parameters = p;
    x->nin = m->ninput, x->inputs = in;
}

/* ---- coordinates and speeds ---- */

/* The motion that coordinate (or speed) `index` of a joint belongs to. */
static const motion *motion_of(const joint_type *t, int index, bool speed)
{
    const motion *found = &t->motion[0];
    for (int i = 0; i < t->motions; i++) {
        const motion *o = &t->motion[i];
        int first = speed ? o->u : o->q, count = o->kind != MOTION_SPHERICAL ? 1 : speed ? 3 : 4;
        if (index >= first && index < first + count) found = o;
    }
    return found;
}

static mrt_quantity quantity_of(const joint_type *t, int index, bool speed)
{
    switch (motion_of(t, index, speed)->kind) {
    case MOTION_TRANSLATION: return MRT_LENGTH;
    case MOTION_SPHERICAL:   return speed ? MRT_ANGLE : MRT_EULER;
    default:                 return MRT_ANGLE;
    }
}

/* What the script says, or the position in which the joint frames coincide. */
static double start_of(const model *m, const joint *j, int index, bool speed)
{
    const expr *given = speed ? j->qd0[index] : j->q0[index];
    if (given) return expr_number(m, given);
    if (speed) return 0;
    const motion *o = motion_of(j->type, index, false);
    return o->kind == MOTION_SPHERICAL && index == o->q ? 1 : 0;
}

static void fill_coordinates(mrt_mechanism *x, model *m, const topology *g)
{
    mrt_coordinate *q = array(m, g->nq, sizeof *q), *u = array(m, g->nu, sizeof *u);
    mrt_column *all_q = array(m, m->nq, sizeof *all_q), *all_u = array(m, m->nu, sizeof *all_u);
    for (int i = 0; i < m->nq; i++) {
        const coordinate *c = &m->q[i];
        const joint *j = &m->joints[c->joint];
        bool cut = g->q_index[i] < 0;
        all_q[i] = (mrt_column){ c->name, quantity_of(j->type, c->index, false), cut, cut ? g->cq_index[i] : g->q_index[i] };
        if (!cut) q[g->q_index[i]] = (mrt_coordinate){ c->name, all_q[i].quantity, c->joint, start_of(m, j, c->index, false), j->hold };
    }
    for (int i = 0; i < m->nu; i++) {
        const coordinate *c = &m->u[i];
        const joint *j = &m->joints[c->joint];
        bool cut = g->u_index[i] < 0;
        all_u[i] = (mrt_column){ c->name, quantity_of(j->type, c->index, true), cut, cut ? g->cu_index[i] : g->u_index[i] };
        if (!cut) u[g->u_index[i]] = (mrt_coordinate){ c->name, all_u[i].quantity, c->joint, start_of(m, j, c->index, true), j->hold };
    }
    x->nq = g->nq, x->nu = g->nu, x->ncq = g->ncq, x->ncu = g->ncu;
    x->nall_q = m->nq, x->nall_u = m->nu;
    x->q = q, x->u = u, x->all_q = all_q, x->all_u = all_u;

    /* Groups of Euler parameters: each begins where a spherical motion of a tree joint begins. */
    int *euler = array(m, g->ntree, sizeof *euler);
    for (int i = 0; i < m->nq; i++) {
        const joint *j = &m->joints[m->q[i].joint];
        const motion *o = motion_of(j->type, m->q[i].index, false);
        if (g->q_index[i] >= 0 && o->kind == MOTION_SPHERICAL && m->q[i].index == o->q) euler[x->neuler++] = g->q_index[i];
    }
    x->euler = euler;
}

/* ---- bodies, joints, rows ---- */

/* Euler parameters of Rz(yaw) Ry(pitch) Rx(roll), e0 >= 0. */
static void euler_of_rpy(double r, double p, double y, double e[4])
{
    double cr = cos(r/2), sr = sin(r/2), cp = cos(p/2), sp = sin(p/2), cy = cos(y/2), sy = sin(y/2);
    e[0] = cy*cp*cr + sy*sp*sr;
    e[1] = cy*cp*sr - sy*sp*cr;
    e[2] = cy*sp*cr + sy*cp*sr;
    e[3] = sy*cp*cr - cy*sp*sr;
    if (e[0] < 0) for (int i = 0; i < 4; i++) e[i] = -e[i];
}

static void fill_bodies(mrt_mechanism *x, model *m)
{
    mrt_body *bodies = array(m, m->nbody - 1, sizeof *bodies);
    for (int i = 1; i < m->nbody; i++) {
        const body *b = &m->bodies[i];
        mrt_body *to = &bodies[i - 1];
        *to = (mrt_body){ b->name, expr_number(m, b->mass), b->has_guess, { 0 } };
        if (!b->has_guess) continue;
        for (int k = 0; k < 3; k++) to->guess[k] = expr_number(m, b->guess[k]);
        euler_of_rpy(expr_number(m, b->guess_rpy[0]), expr_number(m, b->guess_rpy[1]), expr_number(m, b->guess_rpy[2]), to->guess + 3);
    }
    x->nbody = m->nbody - 1, x->bodies = bodies;
}

static void fill_joints(mrt_mechanism *x, model *m, const topology *g)
{
    mrt_joint *joints = array(m, m->njoint, sizeof *joints);
    for (int i = 0; i < m->njoint; i++) {
        const joint *j = &m->joints[i];
        joints[i] = (mrt_joint){ j->name, j->type->name, m->bodies[j->parent].name, m->bodies[j->child].name, g->loop_of_joint[i] >= 0,
                                 j->q, j->type->nq, j->u, j->type->nu };
    }
    x->njoint = m->njoint, x->joints = joints;
}

static void fill_rows(mrt_mechanism *x, model *m, const derive_report *r)
{
    mrt_row *rows = array(m, r->nrow, sizeof *rows);
    for (int i = 0; i < r->nrow; i++)
        rows[i] = (mrt_row){ (mrt_row_kind)r->rows[i].kind, r->rows[i].name, r->rows[i].what, r->rows[i].owner, r->rows[i].analyses };
    x->nrow = r->nrow, x->rows = rows;
    x->nevent = r->nevent, x->events = r->events;
}

/* ---- outputs and analyses ---- */

static void fill_analyses(mrt_mechanism *x, model *m)
{
    mrt_output *outputs = array(m, m->noutput, sizeof *outputs);
    for (int i = 0; i < m->noutput; i++) outputs[i] = (mrt_output){ m->outputs[i].name, text_or_empty(m->outputs[i].unit) };
    x->nout = m->noutput, x->outputs = outputs;
    for (int i = 0; i < m->nanalysis && i < 2; i++) {
        const analysis *a = &m->analyses[i];
        x->analysis[i] = (mrt_analysis){ a->kind, expr_number(m, a->from), expr_number(m, a->to), a->steps, text_or_empty(a->method),
                                         text_or_empty(a->integrator), expr_number(m, a->rtol), expr_number(m, a->atol), a->assemble };
    }
}

void facts_sha256(const model *m, char hex[65])
{
    char *dump = model_dump(m);
    sha256 s;
    sha256_init(&s);
    sha256_add_text(&s, dump ? dump : "");
    sha256_done(&s, hex);
    free(dump);
}

/* Generator version and hash of the model's canonical text: nothing that depends on place or time. */
static const char *provenance_of(model *m)
{
    char hex[65];
    facts_sha256(m, hex);
    return model_text(m, "mechc %s, model sha256 %.16s", MECHC_VERSION, hex);
}

void facts_fill(mrt_mechanism *x, model *m, const topology *g, const derive_report *r)
{
    memset(x, 0, sizeof *x);
    x->name = m->name, x->about = text_or_empty(m->about);
    x->provenance = provenance_of(m);
    x->alpha = m->alpha ? expr_number(m, m->alpha) : 199.94;
    x->beta  = m->beta  ? expr_number(m, m->beta)  : 282.8;
    fill_parameters(x, m);
    fill_coordinates(x, m, g);
    fill_bodies(x, m);
    fill_joints(x, m, g);
    if (r) fill_rows(x, m, r);
    fill_analyses(x, m);
}
