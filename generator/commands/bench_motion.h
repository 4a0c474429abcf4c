/*
 * bench_motion.h -- the motion of a run as all engines can tell it, by the states of the bodies, and how far two of them are apart.
 */
#ifndef COMMANDS_BENCH_MOTION_H
#define COMMANDS_BENCH_MOTION_H

#include "bench.h"

enum { BENCH_STATES = 200 };                    /* rows kept of a run, evenly spread */

/* Row k: t[k], q[k*nq], u[k*nu]; of the bodies, as bodies_state writes them, x[7*k*nbody], v[6*k*nbody], a[6*k*nbody]. */
typedef struct bench_motion { int rows, nq, nu, nbody; double *t, *q, *u, *x, *v, *a; } bench_motion;

/* Room for that many rows. Freed with bench_motion_done. */
void bench_motion_init(bench_motion *m, const mrt_mechanism *mech, int rows);
void bench_motion_done(bench_motion *m);

/* Runs the task of the system's mode once and keeps rows in m; the counts of s are those of this run. */
mrt_status bench_motion_run(bench_motion *m, mrt_system *s, const mrt_task *task, mrt_report *report);
/* Keeps one more row: t, q, u, and the states of the bodies with these ud. */
void bench_motion_add(bench_motion *m, mrt_system *s, double t, const double *q, const double *u, const double *ud);

/* Largest differences over all rows, relative to the largest entry of the array; infinite if the rows do not match. Both signs of Euler parameters are
 * the same orientation. */
double bench_motion_positions(const bench_motion *a, const bench_motion *b);
double bench_motion_velocities(const bench_motion *a, const bench_motion *b);
double bench_motion_accelerations(const bench_motion *a, const bench_motion *b);

/* Finds the coordinates q and speeds u with which the engine of s has the bodies of row k where they are there; m is of the generated solver. False if
 * it cannot be told. */
bool bench_motion_transfer(const bench_motion *m, const mrt_mechanism *generated, int k, mrt_system *s, double *q, double *u);

#endif
