/*
 * switches.h -- where step, sign, abs, min and max change branch during an integration. Every event function has a side
 * (its sign); a switch is the first point at which one is on another side than before.
 */
#ifndef MRT_SWITCHES_H
#define MRT_SWITCHES_H

#include "task.h"

typedef struct mrt_switches mrt_switches;

/* Borrows s and f. Event functions of time alone are recognised (q[nq], u[nu]: a state to try them with) and their zeros
 * between from and to are found now, on a grid of `steps` intervals or 1000. NULL when out of memory. */
mrt_switches *mrt_switches_new(mrt_system *s, const mrt_formulation *f, const mrt_task *task, const double *q, const double *u);
void          mrt_switches_free(mrt_switches *w);              /* NULL is allowed */

/* Takes the sides at (t, y) as the present ones. MRT_E_NAN. */
mrt_status mrt_switches_set(mrt_switches *w, double t, const double *y);

/* The next switch that is known ahead after t: the last time before it, INFINITY if there is none. */
double mrt_switches_limit(const mrt_switches *w, double t);
/* With t at such a limit: the first time behind the switch, and its event. */
double mrt_switches_behind(const mrt_switches *w, double t, int *event);

/* Looks for a switch inside the last step of the integrator. MRT_EVENT: *event is the first, *t the first time behind it;
 * mrt_switches_state is the state there until the next call. MRT_OK: none. MRT_E_NAN. */
mrt_status    mrt_switches_find(mrt_switches *w, const mrt_integrator *integrator, double *t, int *event);
const double *mrt_switches_state(const mrt_switches *w);

#endif
