/*
 * check_structure.c -- checks that need no numbers: what must be there, the way to ground, drives that contradict one another, definitions
 * nobody uses.
 */
#include <stdlib.h>
#include <string.h>
#include "model_state.h"

/* Marks what can be reached from ground over joints: bodies joined in any order, so sweep until nothing is added; a union-find keeps
 * long chains cheap. */
static int root_of(int *group, int b)
{
    while (group[b] != b) b = group[b] = group[group[b]];
    return b;
}

static void check_connected(model *m)
{
    int *group = model_alloc(m, (size_t)m->nbody*sizeof *group);
    for (int i = 0; i < m->nbody; i++) group[i] = i;
    for (int i = 0; i < m->njoint; i++) {
        int a = root_of(group, m->joints[i].parent), b = root_of(group, m->joints[i].child);
        if (a < b) group[b] = a;
        else       group[a] = b;
    }
    for (int i = 1; i < m->nbody; i++) {
        /* A body whose name is wrong or taken cannot be joined; that has been said. */
        const name_entry *e = names_find(m, NAME_BODY, m->bodies[i].name);
        if (root_of(group, i) != 0 && e && e->index == i)
            model_error(m, m->bodies[i].at, "body \"%s\": not connected to ground by joints; join it to ground or to a body that is (a free joint leaves it all its freedom)",
                        m->bodies[i].name);
    }
}

static void check_drives(model *m)
{
    /* One entry per coordinate and analysis: the drive that has it, from 1. */
    int *driven = model_alloc(m, (size_t)(2*m->nq + 1)*sizeof *driven);
    for (int i = 0; i < m->ndrive; i++) {
        const drive *d = &m->drives[i];
        if (d->q < 0) continue;
        for (int k = 0; k < 2; k++) {
            if (!(d->analyses & (1 << k))) continue;
            int *taken = &driven[2*d->q + k];
            if (*taken) {
                model_error(m, d->at, "drive \"%s\": the coordinate is driven already, in line %d", m->q[d->q].name, m->drives[*taken - 1].at.line);
                break;
            }
            *taken = i + 1;
        }
    }
}

/* ---- result columns: no two of one name ---- */

static bool is_driven(const model *m, int q)
{
    for (int i = 0; i < m->ndrive; i++)
        if (m->drives[i].q == q) return true;
    return false;
}

/* What column PREFIX.PART of a coordinate, speed, driving force or multiplier stands for, in words; NULL if there is none. */
static const char *column_text(model *m, const char *prefix, const char *part)
{
    static const struct { const char *prefix; name_kind kind; const char *text; } groups[] = {
        { "q", NAME_Q, "the coordinate of joint" }, { "u", NAME_U, "the speed of joint" }, { "a", NAME_U, "the acceleration of joint" },
        { "f", NAME_Q, "the driving force of joint" }, { "lambda", NAME_ROW, NULL } };
    for (size_t i = 0; i < sizeof groups/sizeof groups[0]; i++) {
        const name_entry *e = strcmp(groups[i].prefix, prefix) ? NULL : names_find(m, groups[i].kind, part);
        if (!e || e->index < 0 || (prefix[0] == 'f' && !is_driven(m, e->index))) continue;
        return groups[i].text ? model_text(m, "%s \"%s\"", groups[i].text, part) : model_text(m, "the multiplier of %s \"%s\"", e->what, part);
    }
    return NULL;
}

/* Most columns are BODY.PART or JOINT.PART, a few groups begin with a letter of their own. They meet only where a body or joint is called like such a
 * group and a coordinate or constraint like a part. */
static void check_columns(model *m, const char *kind, const char *name, where at, const char *const *parts, const char *when)
{
    for (; *parts; parts++) {
        const char *other = column_text(m, name, *parts);
        if (other) model_error(m, at, "%s \"%s\": its result column %s.%s%s would also stand for %s; rename one of the two", kind, name, name, *parts, when, other);
    }
}

static void check_all_columns(model *m)
{
    static const char *const reactions[] = { "fx", "fy", "fz", "mx", "my", "mz", NULL };
    static const char *const states[] = { "x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alx", "aly", "alz", NULL };
    for (int i = 1; i < m->nbody; i++) check_columns(m, "body", m->bodies[i].name, m->bodies[i].at, states, "");
    for (int i = 0; i < m->njoint; i++) check_columns(m, "joint", m->joints[i].name, m->joints[i].at_line, reactions, " (a reaction)");
}

void model_check_structure(model *m)
{
    where start = { m->file, 1 };
    if (!m->state->has_name) model_error(m, start, "the script does not name its mechanism; begin with: mechanism NAME");
    if (m->nbody == 1 && !m->state->incomplete) model_error(m, start, "the mechanism has no body");
    if (!m->state->incomplete) check_connected(m);
    check_drives(m);
    check_all_columns(m);
}

void model_warn_unused(model *m)
{
    for (int i = 0; i < m->nparameter; i++)
        if (!m->parameters[i].used) model_warn(m, m->parameters[i].at, "parameter \"%s\" is not used", m->parameters[i].name);
    for (int i = 0; i < m->nconstant; i++)
        if (!m->constants[i].used) model_warn(m, m->constants[i].at, "constant \"%s\" is not used", m->constants[i].name);
    for (int i = 0; i < m->ninput; i++)
        if (!m->inputs[i].used) model_warn(m, m->inputs[i].at, "input \"%s\" is not used", m->inputs[i].name);
    for (int i = 0; i < m->npoint; i++)
        if (!m->points[i].used) model_warn(m, m->points[i].at, "point \"%s\" is not used", m->points[i].name);
}

/* ---- the end of building ---- */

int model_finish(model *m)
{
    struct model_state *s = m->state;
    if (s->finished) return s->nerror;
    s->finished = true;
    s->overridden = model_alloc(m, (size_t)(m->nparameter + 1)*sizeof *s->overridden);
    s->digits = model_alloc(m, (size_t)(m->nconstant + 1)*sizeof *s->digits);
    model_resolve(m);
    model_check_structure(m);
    model_evaluate(m);
    model_check_numbers(m);
    if (s->nerror) return s->nerror;
    model_normalise(m);
    model_warn_unused(m);
    return s->nerror;
}

int model_set(model *m, const char *name, double value)
{
    struct model_state *s = m->state;
    where nowhere = { NULL, 0 };
    const name_entry *e = names_find(m, NAME_VALUE, name);
    if (!e || e->index < 0 || strcmp(e->what, "parameter")) {
        if (e) model_error(m, nowhere, "\"%s\" is %s, not a parameter; only parameters can be set", name, !strcmp(e->what, "input") ? "an input" : "a constant");
        else   model_error(m, nowhere, "unknown parameter \"%.80s\"%s", name, names_hint(m, NAME_VALUE, name));
        return -1;
    }
    parameter *p = &m->parameters[e->index];
    if (value - value != 0) {
        model_error(m, p->at, "parameter \"%s\": %g is not a finite number", name, value);
        return -1;
    }
    parameter before = *p;
    bool overridden = s->overridden[e->index];
    int errors = s->nerror;
    p->number = value;
    s->overridden[e->index] = true;
    model_evaluate(m);
    model_check_numbers(m);
    if (s->nerror == errors) return 0;

    /* What does not fit is not kept. */
    model_error(m, p->at, "parameter \"%s\" cannot be %g", name, value);
    p->number = before.number;
    s->overridden[e->index] = overridden;
    model_evaluate(m);
    return -1;
}
