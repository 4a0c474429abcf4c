/*
 * augmented.h -- what `lagrange` and `baumgarte` share: y = (q, u), accelerations and multipliers from
 *
 *     M ud = g + J^T lam,    J ud = gamma - 2 alpha Phidot - beta^2 Phi
 *
 * over the chosen independent rows. A mechanism without rows uses its fused `forward` instead.
 */
#ifndef MRT_AUGMENTED_H
#define MRT_AUGMENTED_H

#include "formulations.h"

int  mrt_augmented_size(const mrt_system *s);
void mrt_augmented_pack(const mrt_system *s, const double *q, const double *u, double *y);
void mrt_augmented_state(const mrt_system *s, const double *y, double *q, double *u);
/* ud[nu] and, unless NULL, lam[nrow]; q normalised. MRT_E_SINGULAR, MRT_E_NAN. */
mrt_status mrt_augmented_accelerations(mrt_system *s, double t, const double *q, const double *u, double alpha, double beta,
                                       double *ud, double *lam);
mrt_status mrt_augmented_rhs(mrt_system *s, double t, const double *y, double *dy, double alpha, double beta);

#endif
