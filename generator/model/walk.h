/*
 * walk.h -- a walk over every expression of a model, each with the place where it stands and what may be used there.
 */
#ifndef MODEL_WALK_H
#define MODEL_WALK_H

#include "model_state.h"

enum {
    USE_CONSTANT     = 1,
    USE_PARAMETER    = 2,
    USE_INPUT        = 4,
    USE_TIME         = 8,
    USE_POSITION     = 16,          /* q(C), x(P) */
    USE_VELOCITY     = 32,          /* qd(C), vx(P) */
    USE_ACCELERATION = 64,          /* ax(P) */

    USE_PLAIN      = USE_CONSTANT | USE_PARAMETER,
    USE_DRIVE      = USE_PLAIN | USE_TIME,
    USE_CONSTRAINT = USE_DRIVE | USE_POSITION,
    USE_LOAD       = USE_CONSTRAINT | USE_VELOCITY | USE_INPUT,
    USE_OUTPUT     = USE_LOAD | USE_ACCELERATION
};

typedef struct site {
    unsigned    uses;
    where       at;
    const char *kind, *name, *option;       /* name, option may be NULL */
    int         before;                     /* constants and parameters: only those with a lower index may be used; else -1 */
} site;

typedef void walk_visit(model *m, const expr *e, const site *s, void *data);

/* Calls visit for every expression that is given. */
void model_walk(model *m, walk_visit *visit, void *data);

/* body "ab": -mass */
const char *site_text(model *m, const site *s);

#endif
