/*
 * judge.h -- what the numbers at the assembled position say against a script: drives that have nothing left to drive, speeds without inertia.
 */
#ifndef COMMANDS_JUDGE_H
#define COMMANDS_JUDGE_H

#include "mobility.h"
#include "stages.h"

/* Where the script drives the coordinate with this number in model.q; no file if it does not. */
where place_of_drive(const model *m, int q);

/* Adds the errors to the model. dynamics: a singular mass matrix is an error, not a warning. */
void judge(stages *s, const mobility *y, bool dynamics);
/* Warns of a kinematic analysis in which neither drives nor constraints move anything. */
void judge_undriven(stages *s, const mobility *y);

/* The same for commands that do not report on the mechanism: assembles it, unless loops, drives and inertias leave no doubt, and shows what is wrong. Returns -1 to
 * go on, or the exit status. A mechanism that cannot be assembled is no error here: other parameters may close it. */
int judge_script(stages *s, const options *o);

#endif
