/*
 * events.h -- zeros of functions of the state along an integration, with any integrator.
 *
 * Every function z_i(t, y) has a side, +1 or -1. An event is the earliest point at which a function has left its side;
 * it is found by interpolation inside the last step. A function that is exactly zero at the start has no side until
 * it first differs from zero, and a zero that was just passed is not found again.
 *
 *     mrt_events_start(e, t, y);
 *     while (...) {
 *         mrt_integrator_step(s);
 *         if (mrt_events_find(e, s, to, &found) == MRT_EVENT) {
 *             ... the state there: mrt_events_state(e) ...
 *             mrt_integrator_start(s, found.t, state, to);
 *             mrt_events_start(e, found.t, state);
 *         }
 *     }
 */
#ifndef MRT_EVENTS_H
#define MRT_EVENTS_H

#include "integrators/integrators.h"

/* Writes z[ne]. A negative status is returned to the caller of find and start. */
typedef mrt_status mrt_event_function(double t, const double *y, double *z, void *data);

typedef struct mrt_event {
    double t;                    /* just behind the zero: the function is on its new side here */
    double before;               /* just in front of it: at most a few units in the last place of t earlier */
    int    index;                /* the function; of several at once the first */
    int    direction;            /* +1: rising, -1: falling */
    int    count;                /* functions that cross between before and t */
} mrt_event;

typedef struct mrt_events mrt_events;

/* ne functions of n states. inside: points looked at inside each step besides its end, so that a function which leaves
 * its side and comes back within one step is seen; 0: the end only. NULL when out of memory; the only allocation. */
mrt_events *mrt_events_new(int ne, int n, int inside, mrt_event_function *z, void *data);
void        mrt_events_free(mrt_events *e);                        /* NULL is allowed */

/* Takes the sides at (t, y). Functions that the last event was about keep their new side if t is the time of that
 * event, so that a state corrected by rounding does not make the event happen again. MRT_E_NAN. */
mrt_status mrt_events_start(mrt_events *e, double t, const double *y);

/* Looks from where the last look ended up to s->t, but not past `to`. MRT_OK: no event; MRT_EVENT: the earliest is in
 * *found. MRT_E_NAN, or the status of z. */
mrt_status mrt_events_find(mrt_events *e, const mrt_integrator *s, double to, mrt_event *found);

/* After MRT_EVENT: y[n] at found.t; and which functions crossed there, [ne] of -1, 0, +1. Valid until the next call. */
const double *mrt_events_state(const mrt_events *e);
const int    *mrt_events_crossed(const mrt_events *e);

#endif
