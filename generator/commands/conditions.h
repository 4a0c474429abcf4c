/*
 * conditions.h -- the conditions of a cut joint and which of them are implied: by the geometry alone, so that the derivation left their rows
 * out, or by the other rows at the assembled position.
 */
#ifndef COMMANDS_CONDITIONS_H
#define COMMANDS_CONDITIONS_H

#include "stages.h"
#include "mobility.h"

enum { MOST_CONDITIONS = 6 };

typedef struct conditions {
    int         count;                          /* conditions of the joint type */
    int         implied; const char *what[MOST_CONDITIONS];
    int         against; const char *which[MOST_CONDITIONS];      /* those that contradict the others: the loop cannot be closed */
} conditions;

conditions conditions_of(const stages *s, const mobility *y, int joint_index);

#endif
