/*
 * assembly.h -- closes the loops: positions, then speeds, that satisfy the rows of Phi and lie close to the guesses.
 *
 * "Close" is meant in the metric of the mass matrix (unit weights where it is singular). Positions are changed in the
 * tangent space, q <- q + N(q) du, so that Euler parameters stay normalised.
 */
#ifndef MRT_ASSEMBLY_H
#define MRT_ASSEMBLY_H

#include "system.h"

typedef struct mrt_assembly mrt_assembly;

/* Workspace for s, which it borrows. The only allocation: the functions below make none. NULL when out of memory. */
mrt_assembly *mrt_assembly_new(mrt_system *s);
void          mrt_assembly_free(mrt_assembly *a);              /* NULL is allowed */

/* Changes q[nq] until Phi(t, q) = 0 for all active rows, by damped Newton steps of least weighted length. fixed[nu]:
 * speeds whose coordinates stay (NULL: none). On failure q is the best point reached and s->Phi its residual.
 * MRT_E_CONVERGENCE, MRT_E_NAN. Leaves no message. */
mrt_status mrt_assembly_positions(mrt_assembly *a, double t, double *q, const unsigned char *fixed);

/* Changes u[nu] by the smallest weighted amount so that J u + Phit = 0. MRT_E_INCONSISTENT: impossible. */
mrt_status mrt_assembly_velocities(mrt_assembly *a, double t, const double *q, double *u, const unsigned char *fixed);

/* The whole of it: start values and guesses of the mechanism, positions, speeds, choice of the independent rows.
 * assemble = 0 takes the start values as they are and warns of their violation. q[nq], u[nu] are outputs; after a
 * failure they hold the best attempt and s->message names the worst row and the cure. */
mrt_status mrt_assemble(mrt_system *s, double t, int assemble, double *q, double *u);

#endif
