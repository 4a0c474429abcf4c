/*
 * joint_types.c -- joints.def taken apart: motions, coordinates, speeds and conditions of each joint type.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model.h"

typedef struct joint_row { const char *name, *motions, *coordinates, *speeds, *conditions; } joint_row;

static const joint_row rows[] = {
#define JOINT(name, motions, coordinates, speeds, conditions) { #name, motions, coordinates, speeds, conditions },
#include "joints.def"
#undef JOINT
};

enum { TYPES = sizeof rows/sizeof rows[0] };

static joint_type types[TYPES];
const joint_type *const joint_types = types;
const int joint_type_count = TYPES;

static void bad_row(const joint_row *r)
{
    fprintf(stderr, "mechc: joints.def: the row of %s is wrong\n", r->name);
    abort();
}

static void read_motions(joint_type *t, const joint_row *r)
{
    for (const char *s = r->motions; *s; s++) {
        if (*s == ' ') continue;
        motion *mo = &t->motion[t->motions++];
        *mo = (motion){ MOTION_SPHERICAL, AXIS_Z, -1, -1 };
        if (*s == 'S') continue;
        switch (*s++) {
            case 'R': mo->kind = MOTION_ROTATION; break;
            case 'T': mo->kind = MOTION_TRANSLATION; break;
            case 'H': mo->kind = MOTION_SCREW; break;
            default: bad_row(r);
        }
        switch (*s) {
            case 'x': mo->axis = AXIS_X; break;
            case 'y': mo->axis = AXIS_Y; break;
            case 'z': mo->axis = AXIS_Z; break;
            case 'a': mo->axis = AXIS_FIRST; break;
            case 'b': mo->axis = AXIS_SECOND; break;
            default: bad_row(r);
        }
    }
}

/* Reads "motion:name motion:name"; returns their number. Names are copied once into storage that lives as long as the program. */
static int read_names(joint_type *t, const joint_row *r, const char *list, const char **names, bool speeds)
{
    static char store[2*TYPES*64];
    static size_t stored;
    int n = 0;
    for (const char *s = list; *s; n++) {
        int mo = *s - '0';
        if (mo < 0 || mo >= t->motions || s[1] != ':') bad_row(r);
        int *first = speeds ? &t->motion[mo].u : &t->motion[mo].q;
        if (*first < 0) *first = n;
        s += 2;
        size_t length = strcspn(s, " ");
        if (stored + length + 1 > sizeof store) bad_row(r);
        names[n] = memcpy(store + stored, s, length);
        store[stored + length] = 0;
        stored += length + 1;
        s += length;
        while (*s == ' ') s++;
    }
    return n;
}

static int count_rows(const joint_row *r)
{
    int n = 0;
    for (const char *c = r->conditions; *c; c++) {
        switch (*c) {
            case 'p': n += 3; break;
            case 'l': case 'a': n += 2; break;
            case 'z': case 'o': case 'u': case 'h': n += 1; break;
            default: bad_row(r);
        }
    }
    return n;
}

/* The table is filled before main, so that it is as constant to its readers as a table written out. */
__attribute__((constructor)) static void joint_types_init(void)
{
    for (int i = 0; i < TYPES; i++) {
        joint_type *t = &types[i];
        t->name = rows[i].name;
        read_motions(t, &rows[i]);
        t->nq = read_names(t, &rows[i], rows[i].coordinates, t->q_name, false);
        t->nu = read_names(t, &rows[i], rows[i].speeds, t->u_name, true);
        t->conditions = rows[i].conditions;
        t->rows = count_rows(&rows[i]);
    }
}

const joint_type *joint_type_find(const char *name)
{
    if (!strcmp(name, "translational")) name = "prismatic";
    for (int i = 0; i < TYPES; i++)
        if (!strcmp(types[i].name, name)) return &types[i];
    return NULL;
}
