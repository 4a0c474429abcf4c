/*
 * model_dump.c -- the model as text: a mechanism script in canonical form, which reads back as the same model.
 */
#include <string.h>
#include "model_state.h"

typedef struct dump { text_buffer b; const model *m; } dump;

/* A text as one Tcl word in quotes. */
static void add_quoted(dump *d, const char *text)
{
    buffer_add(&d->b, "\"");
    for (; *text; text++) {
        if (*text == '\n') buffer_add(&d->b, "\\n");
        else if (strchr("\\\"$[]", *text)) buffer_add(&d->b, "\\%c", *text);
        else buffer_add(&d->b, "%c", *text);
    }
    buffer_add(&d->b, "\"");
}

static void add_text(dump *d, const char *option, const char *text)
{
    if (!text) return;
    buffer_add(&d->b, " %s ", option);
    add_quoted(d, text);
}

static void add_value(dump *d, const expr *e)
{
    buffer_add(&d->b, " {");
    buffer_add_expr(&d->b, d->m, e);
    buffer_add(&d->b, "}");
}

static void add_option(dump *d, const char *option, const expr *e)
{
    if (!e) return;
    buffer_add(&d->b, " %s", option);
    add_value(d, e);
}

static void add_list(dump *d, const expr *const *e, int n)
{
    buffer_add(&d->b, " {");
    for (int i = 0; i < n; i++) {
        if (i) buffer_add(&d->b, " ");
        buffer_add_expr(&d->b, d->m, e[i]);
    }
    buffer_add(&d->b, "}");
}

static bool is_given(const expr *const *e, int n)
{
    for (int i = 0; i < n; i++)
        if (e[i]) return true;
    return false;
}

static void add_vector(dump *d, const char *option, const expr *const *e, int n)
{
    if (!is_given(e, n)) return;
    buffer_add(&d->b, " %s", option);
    add_list(d, e, n);
}

static void add_orientation(dump *d, const char *rpy, const char *axes, const orientation *o)
{
    if (!o->axes) {
        add_vector(d, rpy, o->rpy, 3);
        return;
    }
    buffer_add(&d->b, " %s", axes);
    add_list(d, o->x, 3);
    add_list(d, o->z, 3);
}

static void add_analyses(dump *d, int analyses)
{
    if (analyses != FOR_BOTH) buffer_add(&d->b, " -for %s", analyses == FOR_KINEMATICS ? "kinematics" : "dynamics");
}

static void dump_values(dump *d)
{
    const model *m = d->m;
    buffer_add(&d->b, "mechanism %s", m->name ? m->name : "?");
    add_text(d, "-about", m->about);
    buffer_add(&d->b, "\n");
    for (int i = 0; i < m->nconstant; i++) {
        buffer_add(&d->b, "constant %s", m->constants[i].name);
        add_value(d, m->constants[i].value);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->nparameter; i++) {
        const parameter *p = &m->parameters[i];
        buffer_add(&d->b, "parameter %s", p->name);
        add_value(d, p->value);
        add_text(d, "-unit", p->unit);
        add_text(d, "-about", p->about);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->ninput; i++) {
        buffer_add(&d->b, "input %s", m->inputs[i].name);
        if (m->inputs[i].value) add_value(d, m->inputs[i].value);
        buffer_add(&d->b, "\n");
    }
    if (m->state->has_gravity) {
        buffer_add(&d->b, "gravity");
        add_list(d, m->gravity, 3);
        buffer_add(&d->b, "\n");
    }
}

static void dump_body(dump *d, const body *b)
{
    buffer_add(&d->b, "body %s", b->name);
    add_option(d, "-mass", b->mass);
    add_vector(d, "-com", b->com, 3);
    add_vector(d, "-inertia", b->inertia, is_given(b->inertia + 3, 3) ? 6 : 3);
    if (b->inertia_at_origin) buffer_add(&d->b, " -inertia-at origin");
    if (b->has_guess) {
        buffer_add(&d->b, " -guess");
        add_list(d, b->guess, 3);
        add_vector(d, "-guess-rpy", b->guess_rpy, 3);
    }
    buffer_add(&d->b, "\n");
}

static void dump_joint(dump *d, const joint *j)
{
    buffer_add(&d->b, "joint %s %s %s %s", j->name, j->type->name, d->m->bodies[j->parent].name, d->m->bodies[j->child].name);
    add_vector(d, "-at", j->at, 3);
    add_orientation(d, "-rpy", "-frame", &j->frame);
    add_vector(d, "-child-at", j->child_at, 3);
    add_orientation(d, "-child-rpy", "-child-frame", &j->child_frame);
    add_vector(d, "-axis", j->axis, 3);
    add_vector(d, "-axis2", j->axis2, 3);
    add_option(d, "-pitch", j->pitch);
    add_vector(d, "-q0", j->q0, j->type->nq);
    add_vector(d, "-qd0", j->qd0, j->type->nu);
    if (j->hold) buffer_add(&d->b, " -hold yes");
    if (j->cut != CUT_AUTO) buffer_add(&d->b, " -cut %s", j->cut == CUT_YES ? "yes" : "no");
    buffer_add(&d->b, "\n");
}

static void dump_forces(dump *d)
{
    const model *m = d->m;
    for (int i = 0; i < m->nforce; i++) {
        const force *f = &m->forces[i];
        buffer_add(&d->b, "force %s %s", f->name, m->bodies[f->body].name);
        add_list(d, f->f, 3);
        add_vector(d, "-at", f->at_point, 3);
        buffer_add(&d->b, " -in %s\n", f->in_body ? "body" : "ground");
    }
    for (int i = 0; i < m->ntorque; i++) {
        const torque *t = &m->torques[i];
        buffer_add(&d->b, "torque %s %s", t->name, m->bodies[t->body].name);
        add_list(d, t->m, 3);
        buffer_add(&d->b, " -in %s\n", t->in_body ? "body" : "ground");
    }
    for (int i = 0; i < m->nspring; i++) {
        const spring *s = &m->springs[i];
        buffer_add(&d->b, "spring %s", s->name);
        for (int k = 0; k < 2; k++) {
            buffer_add(&d->b, " %s", m->bodies[s->body[k]].name);
            add_list(d, s->r[k], 3);
        }
        add_option(d, "-k", s->k);
        add_option(d, "-length", s->length);
        add_option(d, "-c", s->c);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->ntorsion; i++) {
        const torsion *t = &m->torsions[i];
        buffer_add(&d->b, "torsion %s %s", t->name, t->q >= 0 ? m->q[t->q].name : "?");
        add_option(d, "-k", t->k);
        add_option(d, "-angle", t->angle);
        add_option(d, "-c", t->c);
        buffer_add(&d->b, "\n");
    }
}

static void dump_loads(dump *d)
{
    const model *m = d->m;
    for (int i = 0; i < m->ndrive; i++) {
        buffer_add(&d->b, "drive %s", m->drives[i].q >= 0 ? m->q[m->drives[i].q].name : "?");
        add_value(d, m->drives[i].value);
        add_analyses(d, m->drives[i].analyses);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->nload; i++) {
        buffer_add(&d->b, "load %s", m->loads[i].u >= 0 ? m->u[m->loads[i].u].name : "?");
        add_value(d, m->loads[i].value);
        add_analyses(d, m->loads[i].analyses);
        buffer_add(&d->b, "\n");
    }
}

static void dump_rows(dump *d)
{
    const model *m = d->m;
    for (int i = 0; i < m->nconstraint; i++) {
        buffer_add(&d->b, "constraint %s", m->constraints[i].name);
        add_value(d, m->constraints[i].value);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->ndistance; i++) {
        const distance *r = &m->distances[i];
        buffer_add(&d->b, "distance %s", r->name);
        for (int k = 0; k < 2; k++) {
            buffer_add(&d->b, " %s", m->bodies[r->body[k]].name);
            add_list(d, r->r[k], 3);
        }
        add_value(d, r->length);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->noutput; i++) {
        buffer_add(&d->b, "output %s", m->outputs[i].name);
        add_value(d, m->outputs[i].value);
        add_text(d, "-unit", m->outputs[i].unit);
        buffer_add(&d->b, "\n");
    }
}

static void dump_analyses(dump *d)
{
    const model *m = d->m;
    if (m->alpha || m->beta) {
        buffer_add(&d->b, "stabilise");
        add_option(d, "-alpha", m->alpha);
        add_option(d, "-beta", m->beta);
        buffer_add(&d->b, "\n");
    }
    for (int i = 0; i < m->nanalysis; i++) {
        const analysis *a = &m->analyses[i];
        buffer_add(&d->b, "analysis %s", a->kind == FOR_KINEMATICS ? "kinematics" : "dynamics");
        add_option(d, "-from", a->from);
        add_option(d, "-to", a->to);
        buffer_add(&d->b, " -steps %d", a->steps);
        if (a->method) buffer_add(&d->b, " -method %s", a->method);
        if (a->integrator) buffer_add(&d->b, " -integrator %s", a->integrator);
        add_option(d, "-rtol", a->rtol);
        add_option(d, "-atol", a->atol);
        if (!a->assemble) buffer_add(&d->b, " -assemble no");
        buffer_add(&d->b, "\n");
    }
}

char *model_dump(const model *m)
{
    dump d = { .m = m };
    dump_values(&d);
    for (int i = 1; i < m->nbody; i++) dump_body(&d, &m->bodies[i]);
    for (int i = 0; i < m->npoint; i++) {
        buffer_add(&d.b, "point %s %s", m->points[i].name, m->bodies[m->points[i].body].name);
        add_list(&d, m->points[i].r, 3);
        buffer_add(&d.b, "\n");
    }
    for (int i = 0; i < m->njoint; i++) dump_joint(&d, &m->joints[i]);
    dump_loads(&d);
    dump_forces(&d);
    dump_rows(&d);
    dump_analyses(&d);
    return d.b.text;
}
