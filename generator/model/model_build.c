/*
 * model_build.c -- adding things to a model: names, options that exclude one another, defaults. What needs other things or numbers waits
 * for model_finish.
 */
#include <math.h>
#include <string.h>
#include "model_state.h"

/* ---- names ---- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_name(char c)   { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

static bool in_list(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

bool model_check_name(model *m, where at, const char *kind, const char *name)
{
    enum { LONGEST = 60 };
    static const char *const reserved[] = { "t", "pi", "ground", NULL };
    static const char *const results[]  = { "energy", "violation", NULL };
    bool ok = is_letter(name[0]);
    for (const char *s = name; *s && ok; s++) ok = is_name(*s);
    if (!ok) {
        model_error(m, at, "%s \"%.80s\": a name is a letter, then letters, digits and underscores", kind, name);
        return false;
    }
    if (strlen(name) > LONGEST) {
        model_error(m, at, "%s \"%.20s...\": the name is longer than %d characters", kind, name, LONGEST);
        return false;
    }
    bool function = false;
    for (int i = 0; i < FUNC_COUNT; i++) function |= !strcmp(name, expr_functions[i].name);
    const char *why = in_list(name, reserved) ? "it is reserved" : function ? "it is the name of a function" : NULL;
    if (!strcmp(kind, "output") && in_list(name, results)) why = "there is a result column of that name already";
    if (why) model_error(m, at, "%s \"%s\": the name cannot be used, because %s; choose another", kind, name, why);
    return !why;
}

static const char *keep(model *m, const char *text) { return text ? model_text(m, "%s", text) : NULL; }

/* Registers the name of element number index. A wrong or second name is reported; the element stays, so that other mistakes in it show,
 * and a wrong name is known, so that its uses are not reported as well. */
static const char *register_name(model *m, name_kind kind, const char *what, const char *name, int index, where at)
{
    const char *kept = keep(m, name);
    bool ok = model_check_name(m, at, what, name);
    const name_entry *old = names_find(m, kind, name);
    if (!old && !ok) names_add(m, kind, what, kept, -1, at);
    if (!ok) return kept;
    if (!old) names_add(m, kind, what, kept, index, at);
    else if (old->at.line > 0 && old->at.file && at.file && !strcmp(old->at.file, at.file))
        model_error(m, at, "%s \"%s\": there is a %s of that name already, in line %d", what, name, old->what, old->at.line);
    else
        model_error(m, at, "%s \"%s\": there is a %s of that name already", what, name, old->what);
    return kept;
}

void model_mark_failed(model *m, const char *kind, const char *name, where at)
{
    static const struct { const char *what; name_kind kind; } kinds[] = {
        { "parameter", NAME_VALUE }, { "constant", NAME_VALUE }, { "input", NAME_VALUE }, { "body", NAME_BODY }, { "point", NAME_POINT },
        { "joint", NAME_JOINT } };
    if (!strcmp(kind, "mechanism")) m->state->has_name = true;
    if (!strcmp(kind, "body") || !strcmp(kind, "joint")) m->state->incomplete = true;
    for (size_t i = 0; i < sizeof kinds/sizeof kinds[0]; i++)
        if (!strcmp(kinds[i].what, kind) && name && !names_find(m, kinds[i].kind, name)) names_add(m, kinds[i].kind, kinds[i].what, keep(m, name), -1, at);
}

void model_mark_doubtful(model *m, const char *name, where at)
{
    m->state->incomplete = true;
    if (name && !names_doubtful(m, name)) names_add(m, NAME_DOUBTFUL, "word", keep(m, name), -1, at);
}

static void wait_for(model *m, slot_kind slot, int index, const char *name, where at)
{
    struct model_state *s = m->state;
    s->pendings = state_grow(m, s->pendings, s->npending, sizeof *s->pendings);
    s->pendings[s->npending++] = (pending){ slot, index, keep(m, name), at };
}

#define ADD(m, array, count, value) ((array) = state_grow(m, array, count, sizeof *(array)), (array)[(count)++] = (value))

/* ---- single settings ---- */

void model_set_mechanism(model *m, const char *name, const char *about, where at)
{
    if (m->name) {
        model_error(m, at, "mechanism \"%s\": the mechanism has a name already, \"%s\"", name, m->name);
        return;
    }
    m->state->has_name = true;
    model_check_name(m, at, "mechanism", name);
    m->name = keep(m, name);
    m->about = keep(m, about);
    m->at = at;
}

void model_set_gravity(model *m, const expr *const g[3], where at)
{
    if (m->state->has_gravity) model_error(m, at, "gravity: given twice");
    m->state->has_gravity = true;
    m->state->gravity_at = at;
    for (int i = 0; i < 3; i++) m->gravity[i] = g[i];
}

void model_set_stabilise(model *m, const expr *alpha, const expr *beta, where at)
{
    if (m->state->has_stabilise) model_error(m, at, "stabilise: given twice");
    if (!alpha && !beta) model_error(m, at, "stabilise: give -alpha, -beta or both");
    m->state->has_stabilise = true;
    m->state->stabilise_at = at;
    m->alpha = alpha;
    m->beta = beta;
}

/* ---- values ---- */

void model_add_parameter(model *m, parameter p)
{
    p.name = register_name(m, NAME_VALUE, "parameter", p.name, m->nparameter, p.at);
    p.unit = keep(m, p.unit);
    p.about = keep(m, p.about);
    ADD(m, m->parameters, m->nparameter, p);
}

void model_add_constant(model *m, constant c)
{
    c.name = register_name(m, NAME_VALUE, "constant", c.name, m->nconstant, c.at);
    ADD(m, m->constants, m->nconstant, c);
}

void model_add_input(model *m, input i)
{
    i.name = register_name(m, NAME_VALUE, "input", i.name, m->ninput, i.at);
    ADD(m, m->inputs, m->ninput, i);
}

/* ---- bodies, points, joints ---- */

void model_add_body(model *m, body b)
{
    if (m->nbody > MODEL_MAX_BODIES) {
        if (!m->state->too_many) model_error(m, b.at, "body \"%s\": a mechanism has at most %d bodies", b.name, MODEL_MAX_BODIES);
        m->state->too_many = true;
        model_mark_failed(m, "body", b.name, b.at);
        return;
    }
    b.name = register_name(m, NAME_BODY, "body", b.name, m->nbody, b.at);
    ADD(m, m->bodies, m->nbody, b);
}

void model_add_point(model *m, point p, const char *body_name)
{
    p.name = register_name(m, NAME_POINT, "point", p.name, m->npoint, p.at);
    wait_for(m, SLOT_POINT, m->npoint, body_name, p.at);
    ADD(m, m->points, m->npoint, p);
}

static const expr *number(model *m, const char *text, where at)
{
    expr *e = model_alloc(m, sizeof *e);
    *e = (expr){ .kind = EXPR_NUMBER, .ref = -1, .text = text, .file = at.file, .line = at.line, .column = 1 };
    return e;
}

/* What a type's motions make of the axis options. */
static bool uses_axis(const joint_type *t, motion_axis axis)
{
    for (int i = 0; i < t->motions; i++)
        if (t->motion[i].kind != MOTION_SPHERICAL && t->motion[i].axis == axis) return true;
    return false;
}

static bool is_screw(const joint_type *t)
{
    for (int i = 0; i < t->motions; i++)
        if (t->motion[i].kind == MOTION_SCREW) return true;
    return false;
}

/* Refuses options that the type would ignore and fills in defaults. A planar joint may be given its own axis, the joint frame's z. */
static void settle_axes(model *m, joint *j)
{
    const joint_type *t = j->type;
    bool planar = !strcmp(t->name, "planar"), given = j->axis[0] || j->axis[1] || j->axis[2];
    if (!uses_axis(t, AXIS_FIRST) && !planar) {
        if (given) model_error(m, j->at_line, "joint \"%s\": a %s joint has no -axis; leave it out", j->name, t->name);
        for (int i = 0; i < 3; i++) j->axis[i] = NULL;
    } else if (!given) {
        for (int i = 0; i < 3; i++) j->axis[i] = number(m, i == 2 ? "1" : "0", j->at_line);
    }
    bool given2 = j->axis2[0] || j->axis2[1] || j->axis2[2];
    if (uses_axis(t, AXIS_SECOND)) {
        if (!given2) model_error(m, j->at_line, "joint \"%s\": a %s joint needs -axis2, perpendicular to -axis", j->name, t->name);
    } else if (given2) {
        model_error(m, j->at_line, "joint \"%s\": a %s joint has no -axis2; leave it out", j->name, t->name);
    }
    if (is_screw(t) && !j->pitch) model_error(m, j->at_line, "joint \"%s\": a screw joint needs -pitch, in length per radian", j->name);
    if (!is_screw(t) && j->pitch) model_error(m, j->at_line, "joint \"%s\": only a screw joint has a -pitch; leave it out", j->name);
}

static void add_coordinates(model *m, int index)
{
    joint *j = &m->joints[index];
    j->q = m->nq;
    j->u = m->nu;
    for (int i = 0; i < j->type->nq; i++) {
        const char *part = j->type->q_name[i], *name = *part ? model_text(m, "%s.%s", j->name, part) : j->name;
        names_add(m, NAME_Q, "coordinate", name, m->nq, j->at_line);
        coordinate c = { name, index, i, false };
        ADD(m, m->q, m->nq, c);
    }
    for (int i = 0; i < j->type->nu; i++) {
        const char *part = j->type->u_name[i], *name = *part ? model_text(m, "%s.%s", j->name, part) : j->name;
        names_add(m, NAME_U, "speed", name, m->nu, j->at_line);
        coordinate c = { name, index, i, false };
        ADD(m, m->u, m->nu, c);
    }
}

void model_add_joint(model *m, joint j, const char *parent, const char *child)
{
    j.name = register_name(m, NAME_JOINT, "joint", j.name, m->njoint, j.at_line);
    if (!strcmp(parent, child)) model_error(m, j.at_line, "joint \"%s\": joins \"%s\" to itself; a joint needs two bodies", j.name, parent);
    if (j.hold && j.cut == CUT_YES)
        model_error(m, j.at_line, "joint \"%s\": -hold yes and -cut yes exclude one another, because the coordinates of a cut joint follow from the others", j.name);
    if (j.hold && j.type->nq == 0) model_error(m, j.at_line, "joint \"%s\": a %s joint has no coordinates to -hold", j.name, j.type->name);
    settle_axes(m, &j);
    wait_for(m, SLOT_JOINT_PARENT, m->njoint, parent, j.at_line);
    wait_for(m, SLOT_JOINT_CHILD, m->njoint, child, j.at_line);
    ADD(m, m->joints, m->njoint, j);
    add_coordinates(m, m->njoint - 1);
}

/* ---- forces and constraints ---- */

void model_add_drive(model *m, drive d, const char *coordinate_name)
{
    wait_for(m, SLOT_DRIVE, m->ndrive, coordinate_name, d.at);
    d.q = -1;
    ADD(m, m->drives, m->ndrive, d);
}

void model_add_load(model *m, load l, const char *coordinate_name)
{
    wait_for(m, SLOT_LOAD, m->nload, coordinate_name, l.at);
    l.u = -1;
    ADD(m, m->loads, m->nload, l);
}

void model_add_force(model *m, force f, const char *body_name)
{
    f.name = register_name(m, NAME_FORCE, "force", f.name, m->nforce, f.at);
    wait_for(m, SLOT_FORCE, m->nforce, body_name, f.at);
    ADD(m, m->forces, m->nforce, f);
}

void model_add_torque(model *m, torque t, const char *body_name)
{
    t.name = register_name(m, NAME_TORQUE, "torque", t.name, m->ntorque, t.at);
    wait_for(m, SLOT_TORQUE, m->ntorque, body_name, t.at);
    ADD(m, m->torques, m->ntorque, t);
}

static void check_two_bodies(model *m, where at, const char *kind, const char *name, const char *body1, const char *body2)
{
    if (!strcmp(body1, body2)) model_error(m, at, "%s \"%s\": both ends are on \"%s\"; give two bodies", kind, name, body1);
}

void model_add_spring(model *m, spring s, const char *body1, const char *body2)
{
    s.name = register_name(m, NAME_SPRING, "spring", s.name, m->nspring, s.at);
    check_two_bodies(m, s.at, "spring", s.name, body1, body2);
    wait_for(m, SLOT_SPRING_1, m->nspring, body1, s.at);
    wait_for(m, SLOT_SPRING_2, m->nspring, body2, s.at);
    ADD(m, m->springs, m->nspring, s);
}

void model_add_torsion(model *m, torsion t, const char *coordinate_name)
{
    t.name = register_name(m, NAME_TORSION, "torsion", t.name, m->ntorsion, t.at);
    wait_for(m, SLOT_TORSION, m->ntorsion, coordinate_name, t.at);
    t.q = t.u = -1;
    ADD(m, m->torsions, m->ntorsion, t);
}

void model_add_constraint(model *m, constraint c)
{
    c.name = register_name(m, NAME_ROW, "constraint", c.name, m->nconstraint, c.at);
    ADD(m, m->constraints, m->nconstraint, c);
}

void model_add_distance(model *m, distance d, const char *body1, const char *body2)
{
    d.name = register_name(m, NAME_ROW, "distance", d.name, m->ndistance, d.at);
    check_two_bodies(m, d.at, "distance", d.name, body1, body2);
    wait_for(m, SLOT_DISTANCE_1, m->ndistance, body1, d.at);
    wait_for(m, SLOT_DISTANCE_2, m->ndistance, body2, d.at);
    ADD(m, m->distances, m->ndistance, d);
}

void model_add_output(model *m, output o)
{
    o.name = register_name(m, NAME_OUTPUT, "output", o.name, m->noutput, o.at);
    o.unit = keep(m, o.unit);
    ADD(m, m->outputs, m->noutput, o);
}

/* ---- analyses ---- */

static void check_choice(model *m, where at, const char *what, const char *name, const char *const *known, int count)
{
    const char *list = "";
    if (!name) return;
    for (int i = 0; i < count; i++) {
        if (!strcmp(name, known[i])) return;
        list = model_text(m, "%s%s%s", list, i == 0 ? "" : i == count - 1 ? " or " : ", ", known[i]);
    }
    model_error(m, at, "analysis dynamics: unknown %s \"%.80s\"%s; known: %s", what, name, model_nearest(m, name, known, count), list);
}

void model_add_analysis(model *m, analysis a)
{
    static const char *const methods[] = { "baumgarte", "lagrange" };
    static const char *const integrators[] = { "de", "dopri5", "dop853", "rk4" };
    const char *kind = a.kind == FOR_KINEMATICS ? "kinematics" : "dynamics";
    for (int i = 0; i < m->nanalysis; i++)
        if (m->analyses[i].kind == a.kind) model_error(m, a.at, "analysis %s: given twice; at most one of each kind", kind);
    check_choice(m, a.at, "-method", a.method, methods, 2);
    check_choice(m, a.at, "-integrator", a.integrator, integrators, 4);
    if (a.integrator && !strcmp(a.integrator, "rk4") && (a.rtol || a.atol))
        model_error(m, a.at, "analysis dynamics: rk4 takes fixed steps and has no tolerance; leave -rtol and -atol out");
    a.method = keep(m, a.method);
    a.integrator = keep(m, a.integrator);
    ADD(m, m->analyses, m->nanalysis, a);
}
