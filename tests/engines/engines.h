/*
 * engines.h -- one model in several engines, and what must agree between them.
 *
 * `derived` evaluates the derived program statement by statement, or is a compiled solver of it; the others interpret the model. Differences are
 * relative to the largest entry of the array they are in.
 */
#ifndef TESTS_ENGINES_H
#define TESTS_ENGINES_H

#include "generator/derive/derive.h"
#include "runtime/generic/generic.h"
#include "runtime/system.h"

typedef struct engines {
    model        *m;
    topology     *g;
    program      *p;
    derive_report report;
    mrt_mechanism derived, joint, cartesian;
} engines;

/* From a script's file. False, with messages on stderr, if it cannot be made. The derived one is interpreted. */
bool engines_load(engines *x, const char *file);
void engines_free(engines *x);

/* The largest difference and where it is. */
typedef struct difference { double most; char where[200]; } difference;

/* The kernels of two engines with the same coordinates at random states and random parameters: everything but rows. */
void engines_compare_kernels(const mrt_mechanism *a, const mrt_mechanism *b, int points, unsigned long seed, difference *d);

#endif
