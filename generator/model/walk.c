/*
 * walk.c -- where expressions stand in a model, and what may be used there.
 */
#include "walk.h"

typedef struct walker { model *m; walk_visit *visit; void *data; site s; } walker;

const char *site_text(model *m, const site *s)
{
    const char *text = s->name ? model_text(m, "%s \"%s\"", s->kind, s->name) : s->kind;
    return s->option ? model_text(m, "%s: %s", text, s->option) : text;
}

static void one(walker *w, const char *option, unsigned uses, const expr *e)
{
    w->s.option = option;
    w->s.uses = uses;
    if (e) w->visit(w->m, e, &w->s, w->data);
}

static void some(walker *w, const char *option, unsigned uses, const expr *const *e, int n)
{
    for (int i = 0; i < n; i++) one(w, option, uses, e[i]);
}

static void at(walker *w, const char *kind, const char *name, where place)
{
    w->s = (site){ .kind = kind, .name = name, .at = place, .before = -1 };
}

static void walk_values(walker *w)
{
    model *m = w->m;
    for (int i = 0; i < m->nconstant; i++) {
        at(w, "constant", m->constants[i].name, m->constants[i].at);
        w->s.before = i;
        one(w, NULL, USE_CONSTANT, m->constants[i].value);
    }
    for (int i = 0; i < m->nparameter; i++) {
        at(w, "parameter", m->parameters[i].name, m->parameters[i].at);
        w->s.before = i;
        one(w, NULL, USE_PLAIN, m->parameters[i].value);
    }
    for (int i = 0; i < m->ninput; i++) {
        at(w, "input", m->inputs[i].name, m->inputs[i].at);
        one(w, NULL, USE_PLAIN, m->inputs[i].value);
    }
    at(w, "gravity", NULL, m->state->gravity_at);
    some(w, NULL, USE_PLAIN, m->gravity, 3);
    at(w, "stabilise", NULL, m->state->stabilise_at);
    one(w, "-alpha", USE_PLAIN, m->alpha);
    one(w, "-beta", USE_PLAIN, m->beta);
}

static void walk_body(walker *w, const body *b)
{
    at(w, "body", b->name, b->at);
    one(w, "-mass", USE_PLAIN, b->mass);
    some(w, "-com", USE_PLAIN, b->com, 3);
    some(w, "-inertia", USE_PLAIN, b->inertia, 6);
    some(w, "-guess", USE_PLAIN, b->guess, 3);
    some(w, "-guess-rpy", USE_PLAIN, b->guess_rpy, 3);
}

static void walk_orientation(walker *w, const orientation *o, const char *rpy, const char *axes)
{
    some(w, rpy, USE_PLAIN, o->rpy, 3);
    some(w, axes, USE_PLAIN, o->x, 3);
    some(w, axes, USE_PLAIN, o->z, 3);
}

static void walk_joint(walker *w, const joint *j)
{
    at(w, "joint", j->name, j->at_line);
    some(w, "-at", USE_PLAIN, j->at, 3);
    some(w, "-child-at", USE_PLAIN, j->child_at, 3);
    walk_orientation(w, &j->frame, "-rpy", "-frame");
    walk_orientation(w, &j->child_frame, "-child-rpy", "-child-frame");
    some(w, "-axis", USE_PLAIN, j->axis, 3);
    some(w, "-axis2", USE_PLAIN, j->axis2, 3);
    one(w, "-pitch", USE_PLAIN, j->pitch);
    some(w, "-q0", USE_PLAIN, j->q0, 7);
    some(w, "-qd0", USE_PLAIN, j->qd0, 6);
}

static const char *coordinate_name(const coordinate *list, int i)
{
    return i >= 0 ? list[i].name : NULL;
}

static void walk_forces(walker *w)
{
    model *m = w->m;
    for (int i = 0; i < m->ndrive; i++) {
        at(w, "drive", coordinate_name(m->q, m->drives[i].q), m->drives[i].at);
        one(w, NULL, USE_DRIVE, m->drives[i].value);
    }
    for (int i = 0; i < m->nload; i++) {
        at(w, "load", coordinate_name(m->u, m->loads[i].u), m->loads[i].at);
        one(w, NULL, USE_LOAD, m->loads[i].value);
    }
    for (int i = 0; i < m->nforce; i++) {
        at(w, "force", m->forces[i].name, m->forces[i].at);
        some(w, NULL, USE_LOAD, m->forces[i].f, 3);
        some(w, "-at", USE_PLAIN, m->forces[i].at_point, 3);
    }
    for (int i = 0; i < m->ntorque; i++) {
        at(w, "torque", m->torques[i].name, m->torques[i].at);
        some(w, NULL, USE_LOAD, m->torques[i].m, 3);
    }
    for (int i = 0; i < m->nspring; i++) {
        const spring *s = &m->springs[i];
        at(w, "spring", s->name, s->at);
        for (int k = 0; k < 2; k++) some(w, NULL, USE_PLAIN, s->r[k], 3);
        one(w, "-k", USE_LOAD, s->k);
        one(w, "-length", USE_LOAD, s->length);
        one(w, "-c", USE_LOAD, s->c);
    }
    for (int i = 0; i < m->ntorsion; i++) {
        const torsion *t = &m->torsions[i];
        at(w, "torsion", t->name, t->at);
        one(w, "-k", USE_LOAD, t->k);
        one(w, "-angle", USE_LOAD, t->angle);
        one(w, "-c", USE_LOAD, t->c);
    }
}

static void walk_rest(walker *w)
{
    model *m = w->m;
    for (int i = 0; i < m->nconstraint; i++) {
        at(w, "constraint", m->constraints[i].name, m->constraints[i].at);
        one(w, NULL, USE_CONSTRAINT, m->constraints[i].value);
    }
    for (int i = 0; i < m->ndistance; i++) {
        const distance *d = &m->distances[i];
        at(w, "distance", d->name, d->at);
        for (int k = 0; k < 2; k++) some(w, NULL, USE_PLAIN, d->r[k], 3);
        one(w, NULL, USE_DRIVE, d->length);
    }
    for (int i = 0; i < m->noutput; i++) {
        at(w, "output", m->outputs[i].name, m->outputs[i].at);
        one(w, NULL, USE_OUTPUT, m->outputs[i].value);
    }
    for (int i = 0; i < m->nanalysis; i++) {
        const analysis *a = &m->analyses[i];
        at(w, a->kind == FOR_KINEMATICS ? "analysis kinematics" : "analysis dynamics", NULL, a->at);
        one(w, "-from", USE_PLAIN, a->from);
        one(w, "-to", USE_PLAIN, a->to);
        one(w, "-rtol", USE_PLAIN, a->rtol);
        one(w, "-atol", USE_PLAIN, a->atol);
    }
}

void model_walk(model *m, walk_visit *visit, void *data)
{
    walker w = { .m = m, .visit = visit, .data = data };
    walk_values(&w);
    for (int i = 1; i < m->nbody; i++) walk_body(&w, &m->bodies[i]);
    for (int i = 0; i < m->npoint; i++) {
        at(&w, "point", m->points[i].name, m->points[i].at);
        some(&w, NULL, USE_PLAIN, m->points[i].r, 3);
    }
    for (int i = 0; i < m->njoint; i++) walk_joint(&w, &m->joints[i]);
    walk_forces(&w);
    walk_rest(&w);
}
