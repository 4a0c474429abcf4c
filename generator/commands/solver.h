/*
 * solver.h -- from the derived program to the files of the solver, and the report on their cost.
 */
#ifndef COMMANDS_SOLVER_H
#define COMMANDS_SOLVER_H

#include "places.h"
#include "stages.h"
#include "../emit/emit.h"

/* NULL with a message if a template is missing. Freed with emit_free. */
emit_files *solver_emit(stages *s, const places *p);

/* The C name of the mechanism: prefix of its files. */
const char *solver_name(const stages *s, char name[64]);

/* Adds copies of the headers that the sources include, so that their folder compiles by itself. False with a message. */
bool solver_add_headers(emit_files *files, const places *p);
/* The names of the files that are compiled into the solver, the program's main file last, into names[files->n]. Returns how many. */
int solver_compiled(const emit_files *files, const char *name, const char **names);

/* Operation counts of every function and the derivations that were chosen, as text or JSON on standard output. */
void solver_report(const stages *s, const options *o, const emit_files *files, const char *folder);

#endif
