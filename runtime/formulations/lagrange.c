/*
 * lagrange.c -- the augmented equations of motion as they are: J ud = gamma. Nothing pulls the state back when the
 * constraints drift; the drift grows with the square of time and is reported.
 */
#include "augmented.h"

static mrt_status check(mrt_system *s, const mrt_method *method, double step)
{
    (void)s, (void)method, (void)step;
    return MRT_OK;
}

static mrt_status rhs(double t, const double *y, double *dy, void *data) { return mrt_augmented_rhs(data, t, y, dy, 0, 0); }
static mrt_status accelerations(mrt_system *s, mrt_point *x)
{
    return mrt_augmented_accelerations(s, x->t, x->q, x->u, 0, 0, x->ud, x->lam);
}

const mrt_formulation mrt_lagrange = {
    .name = "lagrange", .about = "multipliers, constraints on the level of accelerations, no stabilisation",
    .check = check, .size = mrt_augmented_size, .pack = mrt_augmented_pack, .state = mrt_augmented_state,
    .rhs = rhs, .accelerations = accelerations };
