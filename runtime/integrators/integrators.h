/*
 * integrators.h -- what an integrator looks like. One file each; `integrators.def` lists them.
 *
 * Integrates y' = f(t, y) over n equations. An integrator takes one accepted step at a time and can
 * interpolate inside the last step; output points never shorten steps, except for fixed-step methods.
 */
#ifndef MRT_INTEGRATORS_H
#define MRT_INTEGRATORS_H

#include "../mrt.h"

/* Writes f(t, y) into dy[n]. A negative status (MRT_E_SINGULAR, MRT_E_NAN ...) makes the integrator retry with a
 * smaller step, and give up with that status when the step becomes too small. */
typedef mrt_status mrt_rhs(double t, const double *y, double *dy, void *data);

typedef struct mrt_options {
    double rtol, atol;          /* error per step: |err_i| <= rtol |y_i| + atol, in the method's own norm */
    double step;                /* fixed-step methods: the step; others: first step, 0: chosen */
    double max_step;            /* 0: none */
    double limit;               /* never evaluate f beyond this time (a switch of the right-hand side); infinite: none */
    long   max_evaluations;     /* 0: none */
} mrt_options;

/* order: of the last step. stiff: the method saw signs of stiffness (it goes on; MRT_E_STIFF then stands for MRT_E_WORK). */
typedef struct mrt_counts { long evaluations, steps, rejected, restarts; int order; double last_step; int stiff; } mrt_counts;

typedef struct mrt_integrator mrt_integrator;    /* the state of one integration; opaque */

typedef struct mrt_method {
    const char *name;            /* "de" */
    const char *about;           /* one line for help */
    int         fixed;           /* 1: fixed step */
    size_t    (*size)(int n);    /* bytes of its private state */
    /* Starts or restarts at t, y with direction sign(to - t). */
    mrt_status (*start)(mrt_integrator *s, double to);
    /* One accepted step from s->t towards s->to; advances s->t, s->y. */
    mrt_status (*step)(mrt_integrator *s);
    /* y(t) [and, unless NULL, y'(t)] for t inside the last step. */
    void       (*interpolate)(const mrt_integrator *s, double t, double *y, double *dy);
} mrt_method;

/* The public part of the state; private[] belongs to the method. */
struct mrt_integrator {
    const mrt_method *method;
    int         n;
    double      t, t_old, to;    /* the last step went from t_old to t */
    double     *y;               /* [n] at t */
    double     *dy;              /* [n] f(t, y), as the method knows it */
    mrt_rhs    *rhs;
    void       *data;
    mrt_options options;
    mrt_counts  counts;
    void       *state;           /* private state of the method */
};

/* NULL if there is none of that name. */
const mrt_method *mrt_method_find(const char *name);
/* All of them, ended by NULL. */
extern const mrt_method *const mrt_methods[];

/* NULL when out of memory. One block; freed by the caller with mrt_integrator_free. Nothing is allocated later. */
mrt_integrator *mrt_integrator_new(const mrt_method *m, int n, mrt_rhs *rhs, void *data, const mrt_options *o);
void            mrt_integrator_free(mrt_integrator *s);          /* NULL is allowed */

/* Sets t and y and starts (anew: order, step and history are forgotten; counts go on). Evaluates f once or twice.
 * MRT_E_ARGUMENT: t, to not finite or equal, tolerances negative or both 0, no step for a fixed-step method, limit
 * lies behind t. A status of the right-hand side at t itself is returned as it is. y may be s->y. */
mrt_status mrt_integrator_start(mrt_integrator *s, double t, const double *y, double to);
/* Tells the integrator that y' jumps here (the state is kept): restarts at the present point. MRT_STOPPED: `to` has been
 * reached or passed; nothing was done. */
mrt_status mrt_integrator_restart(mrt_integrator *s);

/* One accepted step. Stops exactly at options.limit. Beyond `to` the Adams method may step, and is then to be
 * interpolated; the others stop exactly there. Between steps the caller may move s->to and options.limit further on.
 * MRT_STOPPED: s->t is at or past `to`, or at the limit; nothing was done.
 * MRT_E_STEP, or the status of the right-hand side: the step became too small. MRT_E_TOLERANCE: rounding exceeds the
 * tolerance. MRT_E_WORK, MRT_E_STIFF: max_evaluations is reached. After a failure s->t and s->y are those of the last
 * accepted step, and t_old is t: there is no step to interpolate in. */
mrt_status mrt_integrator_step(mrt_integrator *s);
/* y(t) and, unless NULL, y'(t), for t from t_old to t; beyond it extrapolates. May call the right-hand side (inside
 * the step) the first time after a step, and counts that. */
void       mrt_integrator_interpolate(const mrt_integrator *s, double t, double *y, double *dy);

#endif
