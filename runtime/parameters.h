/*
 * parameters.h -- numbers of the script that are computed from parameters follow when parameters are changed.
 */
#ifndef MRT_PARAMETERS_H
#define MRT_PARAMETERS_H

#include "mrt.h"

/* Gives every parameter that is not among the given[np] the default it has at the values of the others. p[np] holds the given
 * values and anything in the rest. 0, or -1 when out of memory. */
int mrt_parameters_settle(const mrt_mechanism *m, double *p, const unsigned char *given);

/* m as it is at the settled parameters p: defaults in[nin] of the inputs, and stabilisation and analyses written into m.
 * 0, or -1 when out of memory. */
int mrt_parameters_apply(mrt_mechanism *m, const double *p, double *in);

#endif
