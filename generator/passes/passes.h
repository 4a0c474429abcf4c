/*
 * passes.h -- from the program as derived to the program as emitted. One pass a file; passes.def has their order.
 *
 * A pass reads a program and returns a new one that gives the same results, or NULL where it finds nothing to do. What it leaves alone it copies, in
 * order.
 */
#ifndef PASSES_H
#define PASSES_H

#include "../program/plan.h"
#include "../program/program.h"

typedef struct pass { const char *name; program *(*run)(const program *p); } pass;

extern const pass passes[];
extern const int  pass_count;

/* All passes in order. Takes the program over and returns what is left of it. */
program *passes_run(program *p);

#define PASS(name, about) program *pass_##name(const program *p);
#include "passes.def"
#undef PASS

/* The layout of the functions; a chunk has about `most` statements, counting the values it reads from earlier chunks. Freed with pass_chunks_free. */
enum { CHUNK_STATEMENTS = 300 };
program_plan *pass_chunks(const program *p, int most);
void          pass_chunks_free(program_plan *plan);          /* NULL is allowed */

#endif
