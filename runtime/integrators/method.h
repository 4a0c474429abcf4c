/*
 * method.h -- what the integrators share among themselves: calling the right-hand side, limits, norms. Private.
 *
 * All vectors of an integrator are padded to whole groups of GROUP components; the padding of states and rates is 0
 * and stays 0, so that loops run over whole groups and the compiler needs no remainders.
 */
#ifndef MRT_METHOD_H
#define MRT_METHOD_H

#include "integrators.h"

#include <float.h>
#include <math.h>

/* As many as one register of the target holds. */
#ifdef __AVX__
enum { GROUP = 4 };
#else
enum { GROUP = 2 };
#endif

/* A group as one value: gcc and clang make vector instructions of arithmetic with it, whatever the level of
 * optimisation. Loaded and stored by address (unaligned), never passed to functions. */
typedef double group __attribute__((vector_size(GROUP*sizeof(double)), aligned(sizeof(double)), may_alias));

static inline double group_sum(const group *g)
{
    double sum = 0;
    for (int i = 0; i < GROUP; i++) sum += (*g)[i];
    return sum;
}

static inline int padded(int n) { return (n + GROUP - 1)/GROUP*GROUP; }

/* f(t, y) into dy: counted, checked for values that are not finite, refused beyond the limit of evaluations. */
mrt_status mrt_evaluate(mrt_integrator *s, double t, const double *y, double *dy);

/* A status that a smaller step cannot cure. */
static inline int is_final(mrt_status s) { return s == MRT_E_WORK || s == MRT_E_STIFF || s == MRT_E_ARGUMENT; }

static inline double direction(const mrt_integrator *s) { return s->to >= s->t ? 1.0 : -1.0; }

/* The shortest step that still moves t; the second term serves starts at t = 0. */
static inline double shortest_step(const mrt_integrator *s)
{
    return 4*DBL_EPSILON*fmax(fabs(s->t), 1e-6*fabs(s->to - s->t));
}

/* How far f may be evaluated from s->t on; INFINITY if there is no limit. */
static inline double room_to_limit(const mrt_integrator *s)
{
    return isinf(s->options.limit) ? INFINITY : fabs(s->options.limit - s->t);
}

/* 1/(rtol |y_i| + atol) for all components, 1 for the padding. MRT_E_TOLERANCE if one tolerance is 0. */
mrt_status mrt_inverse_weights(const mrt_integrator *s, const double *y, double *inverse);

/* The methods, from integrators.def. */
#define INTEGRATOR(name) extern const mrt_method mrt_method_##name;
#include "integrators.def"
#undef INTEGRATOR

#endif
