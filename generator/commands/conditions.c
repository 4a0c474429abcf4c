/*
 * conditions.c -- conditions of a cut joint by name. ORDER conditions: marks as in model/joints.def, names as in derive/constraints.cpp.
 */
#include "conditions.h"

#include <string.h>

static const char *const displacement[] = { "displacement along x", "displacement along y", "displacement along z" };
static const char *const turning[]      = { "rotation about x", "rotation about y", "rotation about z" };

/* The coordinate axis the joint's axis lies on, or -1. Joints without an axis use z. */
static int axis_of(const model *m, const joint *j)
{
    bool used = false;
    for (int i = 0; i < j->type->motions; i++) used = used || (j->type->motion[i].axis == AXIS_FIRST && j->type->motion[i].kind != MOTION_SPHERICAL);
    if (!used) return 2;
    for (int k = 0; k < 3; k++)
        if (expr_number(m, j->axis[k]) != 0 && expr_number(m, j->axis[(k + 1)%3]) == 0 && expr_number(m, j->axis[(k + 2)%3]) == 0) return k;
    return -1;
}

/* All conditions of the joint; the first and second direction across the axis follow it cyclically. */
static int names_of(const model *m, const joint *j, const char *name[MOST_CONDITIONS])
{
    int n = 0, k = axis_of(m, j), first = (k + 1)%3, second = (k + 2)%3;
    for (const char *c = j->type->conditions; *c; c++)
        switch (*c) {
        case 'p': for (int i = 0; i < 3; i++) name[n++] = displacement[i]; break;
        case 'l': name[n++] = k < 0 ? "displacement across the axis" : displacement[first];
                  name[n++] = k < 0 ? "displacement across the axis" : displacement[second]; break;
        case 'z': name[n++] = displacement[2]; break;
        case 'a': name[n++] = k < 0 ? "tilt of the axis" : turning[second];
                  name[n++] = k < 0 ? "tilt of the axis" : turning[first]; break;
        case 'o': name[n++] = k < 0 ? "rotation about the axis" : turning[k]; break;
        case 'u': name[n++] = "rotation about the normal of both axes"; break;
        case 'h': name[n++] = "advance along the axis"; break;
        }
    return n;
}

/* Rows stand in the order of the conditions, so one pass over both finds those that are missing. */
conditions conditions_of(const stages *s, const mobility *y, int joint_index)
{
    const char *name[MOST_CONDITIONS];
    conditions c = { names_of(s->m, &s->m->joints[joint_index], name), 0, { NULL }, 0, { NULL } };
    int row = 0;
    for (int k = 0; k < c.count; k++) {
        while (row < s->facts.nrow && (s->facts.rows[row].kind != MRT_ROW_CUT || s->facts.rows[row].owner != joint_index)) row++;
        bool present = row < s->facts.nrow && !strcmp(s->facts.rows[row].what, name[k]);
        if (present && y->against[row]) c.which[c.against++] = name[k];
        else if (!present || y->implied[row]) c.what[c.implied++] = name[k];
        row += present;
    }
    return c;
}
