/*
 * emitted.h -- compiles what the emission wrote and holds it against the evaluator.
 */
#ifndef TESTS_EMITTED_H
#define TESTS_EMITTED_H

#include "generator/emit/emit.h"
#include "generator/program/program.h"

typedef struct emitted {
    char folder[64];                    /* under the system's folder for temporary files */
    void *library;                      /* dlopen */
    const mrt_mechanism *mechanism;     /* the exported object */
} emitted;

/* Writes the files of the solver into a fresh folder. False with a message on stderr. */
bool emitted_write(emitted *x, const emit_files *files);
/* Compiles all but the programs as a shared library with `compiler flags` and loads it. */
bool emitted_load(emitted *x, const char *compiler, const char *flags);
/* Compiles every file with all warnings as errors: C99 with gcc and clang, and as C++. Compilers that are not installed are left out. */
bool emitted_warnings(const emitted *x);
/* Compiles and runs example.c; true if it ends with status 0. */
bool emitted_example(const emitted *x);
/* Unloads and removes the folder. */
void emitted_done(emitted *x);

/* Evaluates every kernel of the loaded solver and of the program at `points` random states and parameters (defaults times 0.5 to 1.5). Returns the largest
 * difference, relative to the largest entry of the array it is in, or infinity if something that should be written was not; *worst: that kernel. */
double emitted_compare(const emitted *x, const program *p, int points, const char **worst);

#endif
