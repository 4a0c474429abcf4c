/*
 * guesses.h -- start positions out of guesses that are not coordinates of the tree: poses of bodies, coordinates of cut
 * joints. Both are matched in the least-squares sense before the loops are closed.
 */
#ifndef MRT_GUESSES_H
#define MRT_GUESSES_H

#include "system.h"

typedef struct mrt_guesses mrt_guesses;

/* Borrows s. The only allocation. NULL when out of memory. */
mrt_guesses *mrt_guesses_new(mrt_system *s);
void         mrt_guesses_free(mrt_guesses *f);                 /* NULL is allowed */
/* Room for one q[nq], kept until the next call of a function below that fits. */
double      *mrt_guesses_scratch(mrt_guesses *f);

/* Moves q so that the bodies with a guess come as near as possible to poses[7*nbody]. Without any: does nothing. */
mrt_status mrt_guesses_fit_poses(mrt_guesses *f, double t, double *q, const double *poses, const unsigned char *fixed);

/* cq0[ncq] holds the guesses of cut joints, NaN where the script gives none. */
int    mrt_guesses_given(const mrt_guesses *f, const double *cq0);
/* How far the cut coordinates at q are from the given guesses: norm, angles modulo 2 pi. */
double mrt_guesses_missed(mrt_guesses *f, double t, const double *q, const double *cq0);
/* Moves q to a compromise between closed loops and the given guesses. */
mrt_status mrt_guesses_fit_cuts(mrt_guesses *f, double t, double *q, const double *cq0, const unsigned char *fixed);

/* The speed whose integral is coordinate i of the tree; -1 for Euler parameters. */
int  mrt_guesses_speed_of(const mrt_mechanism *m, int i);
/* du[nu]: the change from q0 to q as a vector of the tangent space, exact for all but Euler parameters and to second
 * order for these. */
void mrt_guesses_difference(mrt_system *s, const double *q0, const double *q, double *du);

#endif
