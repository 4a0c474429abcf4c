/*
 * conditions.c -- conditions of a cut joint by name, in the order of their rows.
 */
#include "conditions.h"

conditions conditions_of(const stages *s, const mobility *y, int joint_index)
{
    conditions c = { .count = s->m->joints[joint_index].type->rows };
    const derive_report *r = &s->report;
    for (int row = 0, k = 0; row <= s->facts.nrow; row++) {
        for (; k < r->nvanished && r->vanished[k].before <= row; k++)
            if (r->vanished[k].joint == joint_index) c.what[c.implied++] = r->vanished[k].what;
        if (row == s->facts.nrow || s->facts.rows[row].kind != MRT_ROW_CUT || s->facts.rows[row].owner != joint_index) continue;
        if (y->against[row]) c.which[c.against++] = s->facts.rows[row].what;
        else if (y->implied[row]) c.what[c.implied++] = s->facts.rows[row].what;
    }
    return c;
}
