/*
 * model_build.h -- filling a model. For front ends only; what stands behind model_finish reads model.h.
 *
 * A front end fills the plain structure of model.h, leaves the indices of bodies and coordinates alone and gives their names beside it;
 * they are looked up by model_finish, so that things may be named before they are defined. Texts given here are copied into the arena.
 * Every mistake becomes a message of the model; the functions return nothing, because a front end goes on to find the next mistake.
 */
#ifndef MODEL_BUILD_H
#define MODEL_BUILD_H

#include <stdio.h>
#include "model.h"

/* Limits that keep a script from taking all memory: bodies; operations in a row, parentheses inside one another and digits of a number in one
 * expression; operations in all expressions together. */
enum { MODEL_MAX_BODIES = 8000, EXPR_MAX_DEPTH = 1500, EXPR_MAX_NESTING = 200, EXPR_MAX_DIGITS = 400, MODEL_MAX_NODES = 2000000 };

/* Parses text. what ("body "ab": -mass") begins the messages. On a mistake adds an error and returns an expression without a value (NaN), about which
 * nothing else is said, so that the caller can go on. Never NULL. Names stay unresolved (ref -1, text the name) until model_finish. */
const expr *expr_parse(model *m, where at, const char *what, const char *text);

/* Checks a name of any kind: a letter, then letters, digits, underscores; not reserved. Returns false with an error added. */
bool model_check_name(model *m, where at, const char *kind, const char *name);

void model_set_mechanism(model *m, const char *name, const char *about, where at);
void model_set_gravity(model *m, const expr *const g[3], where at);
void model_set_stabilise(model *m, const expr *alpha, const expr *beta, where at);
void model_add_parameter(model *m, parameter p);
void model_add_constant(model *m, constant c);
void model_add_input(model *m, input i);
void model_add_body(model *m, body b);
void model_add_point(model *m, point p, const char *body_name);
/* Axes left NULL get their defaults; so do q and u, which are set here. */
void model_add_joint(model *m, joint j, const char *parent, const char *child);
void model_add_drive(model *m, drive d, const char *coordinate);
void model_add_load(model *m, load l, const char *coordinate);
void model_add_force(model *m, force f, const char *body_name);
void model_add_torque(model *m, torque t, const char *body_name);
void model_add_spring(model *m, spring s, const char *body1, const char *body2);
void model_add_torsion(model *m, torsion t, const char *coordinate);
void model_add_constraint(model *m, constraint c);
void model_add_distance(model *m, distance d, const char *body1, const char *body2);
void model_add_output(model *m, output o);
void model_add_analysis(model *m, analysis a);

/* Tells the model that a thing of this name was meant but its definition failed, so that what follows from its absence is not reported as well. kind
 * is the command's name; name NULL: not known. Kinds without names are allowed. */
void model_mark_failed(model *m, const char *kind, const char *name, where at);
/* The same for a word of an unknown command: if nothing defines the name, its uses are no mistakes. name NULL: the command had no words. */
void model_mark_doubtful(model *m, const char *name, where at);

/* " (did you mean "NAME"?)" for the nearest of the known names, or "" when none is near; in the arena. */
const char *model_nearest(model *m, const char *name, const char *const *known, int count);

int  model_errors(const model *m);

/* Prints `file:line: message` and `file:line: warning: message`, one a line, at most 50 of each and then how many are left. */
void model_print_messages(const model *m, FILE *to);

#endif
