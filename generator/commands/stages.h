/*
 * stages.h -- the way from a script to the derived program, as all commands walk it.
 */
#ifndef COMMANDS_STAGES_H
#define COMMANDS_STAGES_H

#include "commands.h"
#include "facts.h"
#include "../program/program.h"

typedef struct stages {
    model        *m;
    topology     *g;
    program      *p;
    derive_report report;
    mrt_mechanism facts;                /* without functions */
    int           printed;              /* messages of the model that have been shown */
} stages;

/* Script, model, topology, derivation, passes. Shows errors and warnings. Returns -1 to go on, or the exit status when the command ends
 * here: a wrong script, or --dump, which prints and stops. Freed with stages_done in every case. */
int  stages_run(stages *s, const options *o);
/* Script, model and topology only; facts without rows. The same otherwise. */
int  stages_load(stages *s, const options *o);
void stages_done(stages *s);

/* The facts with functions: their own, or those of the interpreter over the derived program. stages_functions_done is due in any case. */
bool stages_functions(const stages *s, mrt_mechanism *x);       /* false when out of memory */
void stages_functions_done(const stages *s, mrt_mechanism *x);

/* Shows the messages of the model that have not been shown yet; quiet: errors only. Returns the number of errors among them. */
int  stages_show_messages(stages *s, bool quiet);

#endif
