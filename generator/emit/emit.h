/*
 * emit.h -- from the program to the files of a solver.
 *
 * The result is C99 that is also valid C++, needs the runtime's mrt.h and libm, allocates nothing and has no variables that last. Same program, same
 * facts: same bytes.
 */
#ifndef EMIT_H
#define EMIT_H

#include "../program/plan.h"
#include "../program/program.h"
#include "../../runtime/mrt.h"

/* A quantity for which several derivations exist, and the one that was kept: for the banner. */
typedef struct emit_choice { const char *quantity, *text; } emit_choice;

typedef struct emit_facts {
    /* Everything about the mechanism except its functions and the size of its workspace, which the emission supplies. Borrowed. */
    const mrt_mechanism *mechanism;
    const char *script;                 /* name of the script without folders; "" if there is none */
    const char *version;                /* of the generator */
    const char *sha256;                 /* of the model dump, hexadecimal */
    int nchoice; const emit_choice *choices;
    const char *templates;              /* folder of the templates */
} emit_facts;

typedef struct emit_file { char *name, *text; } emit_file;
typedef struct emit_files { int n; emit_file *file; } emit_files;

/* All files of the solver: NAME.h, NAME_work.h, NAME_*.c, NAME_main.c, example.c, Makefile, in this order. NULL with a message in error[size] when a
 * template cannot be read. Freed with emit_free. */
emit_files *emit_solver(const program *p, const program_plan *plan, const emit_facts *f, char *error, size_t size);
void        emit_free(emit_files *files);       /* NULL is allowed */

/* The name of the mechanism in C: prefix of files and functions. out has room for 64 characters. */
const char *emit_c_name(const char *mechanism, char *out);

#endif
