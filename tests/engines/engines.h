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
#include "tests/table.h"

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

/* ---- runs ---- */

/* Results of a run from t = 0 on, all columns; NULL with the reason in text[MRT_TEXT]. */
table *engines_run(const mrt_mechanism *m, int mode, double to, int steps, char *text);

/* What redundant rows leave undetermined at the start: joints' reactions, and multipliers of rows by their names. Worked out with the Cartesian engine,
 * where every joint has its rows. Where drives leave freedoms over, the motion of kinematics is not one that forces make: then `all` are. */
typedef struct undetermined { bool all; int n; char name[64][96]; } undetermined;
bool engines_undetermined(const mrt_mechanism *cartesian, int mode, undetermined *y);

/* How much more than well-conditioned equations would the accelerations of the start answer to a small change of position: 1 or more. */
double engines_condition(const mrt_mechanism *m, int mode);

/* Row r of two results. Violations are left out, and forces that are undetermined; accelerations and forces may differ by `condition` times
 * as much: their differences are divided by it. */
void engines_compare_rows(const table *a, const table *b, int r, double condition, const undetermined *y, difference *d);

#endif
