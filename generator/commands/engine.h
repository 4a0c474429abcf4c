/*
 * engine.h -- what evaluates the equations of a run: code generated and compiled for the mechanism, or an engine that interprets the model.
 */
#ifndef COMMANDS_ENGINE_H
#define COMMANDS_ENGINE_H

#include "stages.h"

typedef struct engine {
    const char *name;
    /* As joint_engine in runtime/generic/generic.h; NULL: generated. */
    int  (*make)(mrt_mechanism *x, model *m, const topology *g);
    void (*free)(mrt_mechanism *x);
} engine;

/* The first is the default. */
extern const engine mechc_engines[];
extern const int    mechc_engine_count;
const engine *engine_find(const char *name);            /* NULL if there is none */

/* mechc run with an engine that interprets: nothing is derived or compiled, this process is the solver. Returns the exit status. */
int engine_run(const options *o, const engine *e);

/* Refuses options of mechc run that the solver would refuse, before anything is made. -1, or the exit status. (cmd_run.c) */
int run_check_options(stages *s, const options *o);

#endif
