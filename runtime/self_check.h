/*
 * self_check.h -- tests a mechanism's own functions against each other and against differences, at states around its
 * start. Behind `--check` of a solver program.
 */
#ifndef MRT_SELF_CHECK_H
#define MRT_SELF_CHECK_H

#include <stdio.h>

#include "system.h"

/* Prints a table and "N passed, N failed" to out (NULL: nothing). Returns the number of failures, -1 when out of memory. */
int mrt_self_check(mrt_system *s, double t, FILE *out);

#endif
