/*
 * resolve.c -- names looked up: bodies and coordinates of joints, loads and points, then the names in every expression, each against what
 * its place allows.
 */
#include <string.h>
#include "walk.h"

/* ---- bodies and coordinates ---- */

static const char *slot_text(model *m, const pending *p)
{
    int i = p->index;
    switch (p->slot) {
        case SLOT_JOINT_PARENT: case SLOT_JOINT_CHILD: return model_text(m, "joint \"%s\"", m->joints[i].name);
        case SLOT_POINT:      return model_text(m, "point \"%s\"", m->points[i].name);
        case SLOT_FORCE:      return model_text(m, "force \"%s\"", m->forces[i].name);
        case SLOT_TORQUE:     return model_text(m, "torque \"%s\"", m->torques[i].name);
        case SLOT_SPRING_1: case SLOT_SPRING_2: return model_text(m, "spring \"%s\"", m->springs[i].name);
        case SLOT_DISTANCE_1: case SLOT_DISTANCE_2: return model_text(m, "distance \"%s\"", m->distances[i].name);
        case SLOT_TORSION:    return model_text(m, "torsion \"%s\"", m->torsions[i].name);
        case SLOT_DRIVE:      return "drive";
        case SLOT_LOAD:       return "load";
    }
    return "";
}

static void put_body(model *m, const pending *p, int b)
{
    int i = p->index;
    switch (p->slot) {
        case SLOT_JOINT_PARENT: m->joints[i].parent = b; break;
        case SLOT_JOINT_CHILD:  m->joints[i].child = b; break;
        case SLOT_POINT:        m->points[i].body = b; break;
        case SLOT_FORCE:        m->forces[i].body = b; break;
        case SLOT_TORQUE:       m->torques[i].body = b; break;
        case SLOT_SPRING_1:     m->springs[i].body[0] = b; break;
        case SLOT_SPRING_2:     m->springs[i].body[1] = b; break;
        case SLOT_DISTANCE_1:   m->distances[i].body[0] = b; break;
        case SLOT_DISTANCE_2:   m->distances[i].body[1] = b; break;
        case SLOT_DRIVE: case SLOT_LOAD: case SLOT_TORSION: break;
    }
}

/* The speed that is the rate of coordinate q, or -1 for an Euler parameter, whose rate depends on three. */
static int speed_of(const model *m, int q)
{
    const joint *j = &m->joints[m->q[q].joint];
    int within = m->q[q].index;
    for (int i = 0; i < j->type->motions; i++) {
        const motion *mo = &j->type->motion[i];
        if (mo->kind != MOTION_SPHERICAL && mo->q == within) return j->u + mo->u;
    }
    return -1;
}

/* The coordinate whose rate is speed u, or -1. */
static int coordinate_of(const model *m, int u)
{
    const joint *j = &m->joints[m->u[u].joint];
    int within = m->u[u].index;
    for (int i = 0; i < j->type->motions; i++) {
        const motion *mo = &j->type->motion[i];
        if (mo->kind != MOTION_SPHERICAL && mo->u == within) return j->q + mo->q;
    }
    return -1;
}

/* The names of a joint's coordinates or speeds, for messages: "c.angle, c.slide". */
static const char *list_names(model *m, const coordinate *list, int first, int count)
{
    const char *text = "";
    for (int i = 0; i < count; i++) text = model_text(m, "%s%s%s", text, i ? ", " : "", list[first + i].name);
    return text;
}

/* Says that there is no such coordinate or speed, and what was perhaps meant. */
static void unknown_coordinate(model *m, where at, const char *what, const char *name, bool speeds)
{
    size_t length = strcspn(name, ".");
    const name_entry *e = names_find(m, NAME_JOINT, model_text(m, "%.*s", (int)length, name));
    if ((e && e->index < 0) || names_doubtful(m, name) || names_doubtful(m, model_text(m, "%.*s", (int)length, name))) return;
    if (e) {
        const joint *j = &m->joints[e->index];
        int count = speeds ? j->type->nu : j->type->nq;
        if (!count) model_error(m, at, "%s: joint \"%s\" is %s and has no coordinates", what, j->name, j->type->name);
        else model_error(m, at, "%s: joint \"%s\" is %s and has no %s \"%s\"; it has %s", what, j->name, j->type->name, speeds ? "speed" : "coordinate",
                         name, speeds ? list_names(m, m->u, j->u, count) : list_names(m, m->q, j->q, count));
        return;
    }
    const char *hint = names_hint(m, speeds ? NAME_U : NAME_Q, name);
    if (!*hint) hint = names_hint(m, speeds ? NAME_Q : NAME_U, name);
    model_error(m, at, "%s: unknown coordinate \"%.80s\"%s", what, name, hint);
}

/* Finds coordinate (not speed) name; -1 with an error. */
static int find_q(model *m, where at, const char *what, const char *name)
{
    const name_entry *q = names_find(m, NAME_Q, name), *u = names_find(m, NAME_U, name);
    if (q) return q->index;
    if (!u) {
        unknown_coordinate(m, at, what, name, false);
        return -1;
    }
    int other = coordinate_of(m, u->index);
    if (other >= 0) model_error(m, at, "%s: \"%s\" is a speed; its coordinate is \"%s\"", what, name, m->q[other].name);
    else {
        const joint *j = &m->joints[m->u[u->index].joint];
        model_error(m, at, "%s: \"%s\" is a speed and no coordinate's rate; the coordinates of joint \"%s\" are %s", what, name, j->name, list_names(m, m->q, j->q, j->type->nq));
    }
    return -1;
}

/* Finds the speed called name, or the one that is the rate of the coordinate called name; -1 with an error. */
static int find_u(model *m, where at, const char *what, const char *name)
{
    const name_entry *q = names_find(m, NAME_Q, name), *u = names_find(m, NAME_U, name);
    if (u) return u->index;
    int other = q ? speed_of(m, q->index) : -1;
    if (other >= 0) return other;
    if (q) {
        const joint *j = &m->joints[m->q[q->index].joint];
        model_error(m, at, "%s: \"%s\" is an Euler parameter; use a speed of joint \"%s\": %s", what, name, j->name, list_names(m, m->u, j->u, j->type->nu));
    } else {
        unknown_coordinate(m, at, what, name, true);
    }
    return -1;
}

static void resolve_pending(model *m, const pending *p)
{
    const char *what = slot_text(m, p);
    int q = -1, u = -1;
    switch (p->slot) {
        case SLOT_DRIVE:
            if ((q = find_q(m, p->at, what, p->name)) >= 0) m->q[q].named = true;
            m->drives[p->index].q = q;
            return;
        case SLOT_LOAD:
            if ((u = find_u(m, p->at, what, p->name)) >= 0) m->u[u].named = true;
            m->loads[p->index].u = u;
            return;
        case SLOT_TORSION:
            if ((q = find_q(m, p->at, what, p->name)) >= 0 && (u = find_u(m, p->at, what, p->name)) >= 0) m->q[q].named = m->u[u].named = true;
            m->torsions[p->index].q = q;
            m->torsions[p->index].u = u;
            return;
        default: break;
    }
    const name_entry *e = names_find(m, NAME_BODY, p->name);
    if (!e && !names_doubtful(m, p->name)) model_error(m, p->at, "%s: unknown body \"%.80s\"%s", what, p->name, names_hint(m, NAME_BODY, p->name));
    bool joins = p->slot == SLOT_JOINT_PARENT || p->slot == SLOT_JOINT_CHILD, found = e && e->index >= 0;
    if (joins && !found) m->state->incomplete = true;
    put_body(m, p, found ? e->index : 0);
}

/* ---- expressions ---- */

#define REFUSE(m, e, s, ...) model_error(m, (s)->at, "%s: column %d: %s", site_text(m, s), (e)->column, model_text(m, __VA_ARGS__))

/* What a place allows, in words. */
static const char *allowed_text(unsigned uses)
{
    if (uses & USE_VELOCITY) return "parameters, constants, inputs, t, q(), qd(), positions and velocities of points may stand here";
    if (uses & USE_POSITION) return "parameters, constants, t, q() and positions of points may stand here";
    if (uses & USE_TIME)     return "parameters, constants and t may stand here";
    if (uses & USE_PARAMETER) return "only parameters and constants may stand here";
    return "only constants may stand here";
}

static bool allow(model *m, const expr *e, const site *s, unsigned use, const char *thing)
{
    if (s->uses & use) return true;
    REFUSE(m, e, s, "%s is not possible here; %s", thing, allowed_text(s->uses));
    return false;
}

static void resolve_value(model *m, expr *e, const site *s)
{
    if (!e->text) return;
    const name_entry *n = names_find(m, NAME_VALUE, e->text);
    if (!n && names_doubtful(m, e->text)) return;
    if (!n) {
        const name_entry *c = names_find(m, NAME_Q, e->text);
        if (c) REFUSE(m, e, s, "\"%s\" is a coordinate; write q(%s)", e->text, e->text);
        else   REFUSE(m, e, s, "unknown name \"%.80s\"%s", e->text, names_hint(m, NAME_VALUE, e->text));
        return;
    }
    if (n->index < 0) return;
    if (!strcmp(n->what, "parameter")) {
        m->parameters[n->index].used = true;
        if (!allow(m, e, s, USE_PARAMETER, model_text(m, "parameter \"%s\"", e->text))) return;
        if (s->before >= 0 && n->index >= s->before) REFUSE(m, e, s, "parameter \"%s\" has no value yet; a default may use earlier parameters only", e->text);
        e->kind = EXPR_PARAMETER;
    } else if (!strcmp(n->what, "constant")) {
        m->constants[n->index].used = true;
        if (s->before >= 0 && !(s->uses & USE_PARAMETER) && n->index >= s->before)
            REFUSE(m, e, s, "constant \"%s\" has no value yet; a constant may use earlier constants only", e->text);
        e->kind = EXPR_CONSTANT;
    } else {
        m->inputs[n->index].used = true;
        if (!allow(m, e, s, USE_INPUT, model_text(m, "input \"%s\"", e->text))) return;
        e->kind = EXPR_INPUT;
    }
    e->ref = n->index;
}

static void resolve_q(model *m, expr *e, const site *s)
{
    if (!allow(m, e, s, USE_POSITION, model_text(m, "q(%s)", e->text))) return;
    e->ref = find_q(m, s->at, model_text(m, "%s: column %d", site_text(m, s), e->column), e->text);
    if (e->ref >= 0) m->q[e->ref].named = true;
}

static void resolve_qd(model *m, expr *e, const site *s)
{
    if (!allow(m, e, s, USE_VELOCITY, model_text(m, "qd(%s)", e->text))) return;
    const name_entry *q = names_find(m, NAME_Q, e->text);
    if (q && speed_of(m, q->index) < 0) {
        e->qd_of_q = 1;
        e->ref = q->index;
        m->q[e->ref].named = true;
        return;
    }
    e->ref = find_u(m, s->at, model_text(m, "%s: column %d", site_text(m, s), e->column), e->text);
    if (e->ref >= 0) m->u[e->ref].named = true;
}

static void resolve_point(model *m, expr *e, const site *s)
{
    static const unsigned needs[] = { USE_POSITION, USE_VELOCITY, USE_ACCELERATION };
    static const char *const things[] = { "the position of a point", "the velocity of a point", "the acceleration of a point" };
    int level = e->func/3;
    if (!(s->uses & needs[level])) {
        if (level == 2) REFUSE(m, e, s, "the acceleration of a point can be used in outputs only");
        else allow(m, e, s, needs[level], things[level]);
        return;
    }
    const name_entry *p = names_find(m, NAME_POINT, e->text);
    if (!p && names_doubtful(m, e->text)) return;
    if (!p) {
        REFUSE(m, e, s, "unknown point \"%.80s\"%s", e->text, names_hint(m, NAME_POINT, e->text));
        return;
    }
    if (p->index < 0) return;
    e->ref = p->index;
    m->points[e->ref].used = true;
}

/* The trees belong to the model and nobody else has seen them yet; that is why they may be written to here. */
static void resolve_expr(model *m, const expr *tree, const site *s, void *data)
{
    expr *e = (expr *)tree;
    if (e->a) resolve_expr(m, e->a, s, data);
    if (e->b) resolve_expr(m, e->b, s, data);
    switch (e->kind) {
        case EXPR_PARAMETER: resolve_value(m, e, s); break;
        case EXPR_TIME:      allow(m, e, s, USE_TIME, "the time t"); break;
        case EXPR_Q:         resolve_q(m, e, s); break;
        case EXPR_QD:        resolve_qd(m, e, s); break;
        case EXPR_POINT:     resolve_point(m, e, s); break;
        default: break;
    }
}

void model_resolve(model *m)
{
    for (int i = 0; i < m->state->npending; i++) resolve_pending(m, &m->state->pendings[i]);
    model_walk(m, resolve_expr, NULL);
}
