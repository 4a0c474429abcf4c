/*
 * plan.h -- how the functions of a solver are laid out: which statements each computes, where long ones are cut into chunks, and which values
 * live in the workspace. Made by pass_chunks, followed by the emission.
 */
#ifndef PROGRAM_PLAN_H
#define PROGRAM_PLAN_H

#include "program.h"

enum { PLAN_INIT = KERNEL_COUNT, PLAN_COUNT };          /* functions: the kernels, then init */

/* Statements a function computes, in order; leaves and plain ones are not among them. Chunk c is order[end[c-1]] .. order[end[c] - 1]. */
typedef struct plan_function { int n, *order; int nchunk, *end; } plan_function;

typedef struct program_plan {
    plan_function function[PLAN_COUNT];
    int nkept,   *kept;                 /* parameter-only statements (leaves among them) that kernels use: init leaves them in the workspace */
    int nshared, *shared;               /* other values that pass from chunk to chunk through the workspace */
    unsigned char *in_work;             /* [count + 1] 1: it is in kept or in shared */
} program_plan;

#endif
