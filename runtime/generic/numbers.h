/*
 * numbers.h -- the numbers of a model at given parameters, read in one fixed order: once to compile their expressions, then again for
 * every parameter set. Private to description.c and numbers.c.
 */
#ifndef GENERIC_NUMBERS_H
#define GENERIC_NUMBERS_H

#include "generic.h"

typedef struct g_numbers {
    generic *x;                         /* compiling only */
    bool     compiling, failed;
    int      at, room;
    const tape *const *tape;            /* reading only */
    tape_leaves leaves;
    double  *registers;
} g_numbers;

void g_work_layout(g_work *w, const generic *x, void *memory);
/* Fills every number of w from c. */
void g_read_numbers(g_work *w, g_numbers *c);
/* Adds the expression's tape to the list; false when out of memory. */
bool g_numbers_compile(g_numbers *c, const expr *e);

#endif
