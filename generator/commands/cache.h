/*
 * cache.h -- compiled solvers, kept by the content of everything they are made of.
 */
#ifndef COMMANDS_CACHE_H
#define COMMANDS_CACHE_H

#include "compile.h"
#include "solver.h"

/* The path of the solver program for these sources, compiled if it is not there yet. NULL with a message on failure. Safe when several mechc
 * run at once: each compiles aside, the first to finish is kept. Owned by the caller. */
char *cache_program(const places *p, const emit_files *s, const char *mechanism, bool quiet);

#endif
