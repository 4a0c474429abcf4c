/*
 * baumgarte.c -- the augmented equations with J ud = gamma - 2 alpha Phidot - beta^2 Phi, so that a violation decays
 * like the solution of x'' + 2 alpha x' + beta^2 x = 0. J. Baumgarte, Computer Methods in Applied Mechanics and
 * Engineering 1 (1972) 1-16.
 *
 * Stabilisation makes the equations stiff: an explicit method with a fixed step h is stable only while h times the roots
 * -alpha +- sqrt(alpha^2 - beta^2) stays inside its stability region. A larger step is refused.
 */
#include "augmented.h"

#include <complex.h>
#include <math.h>

/* |1 + z + z^2/2 + z^3/6 + z^4/24| for both roots: growth in one step of the classical Runge-Kutta method. */
static double growth(double alpha, double beta, double h)
{
    double complex root = csqrt(alpha*alpha - beta*beta + 0.0*I);
    double most = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        double complex z = h*(-alpha + sign*root);
        most = fmax(most, cabs(1 + z*(1 + z/2*(1 + z/3*(1 + z/4)))));
    }
    return most;
}

/* The largest step below which the violation does not grow: the first crossing of |R| = 1, by scanning and halving. */
static double largest_step(double alpha, double beta)
{
    double fastest = fabs(alpha) + sqrt(fabs(alpha*alpha - beta*beta)), width = 0.01/fastest, h = width;
    while (growth(alpha, beta, h) <= 1 && h < 10/fastest) h += width;
    double low = h - width;
    for (int i = 0; i < 60; i++) {
        double middle = (low + h)/2;
        if (growth(alpha, beta, middle) <= 1) low = middle;
        else h = middle;
    }
    return low;
}

static mrt_status check(mrt_system *s, const mrt_method *method, double step)
{
    double alpha = s->mech->alpha, beta = s->mech->beta;
    if (!method->fixed || s->nactive == 0 || (alpha == 0 && beta == 0)) return MRT_OK;
    double most = largest_step(alpha, beta);
    if (step <= most*(1 + 1e-9)) return MRT_OK;
    return mrt_system_fail(s, MRT_E_ARGUMENT, "integrator %s with step %.6g is unstable under stabilisation with alpha %.6g, beta %.6g: "
                           "the largest step is %.6g; use --step %.3g, smaller coefficients (stabilise) or a variable step "
                           "(--integrator de)", method->name, step, alpha, beta, most, floor(most*1e5)/1e5);
}

static mrt_status rhs(double t, const double *y, double *dy, void *data)
{
    mrt_system *s = data;
    return mrt_augmented_rhs(s, t, y, dy, s->mech->alpha, s->mech->beta);
}

/* Results show the accelerations and multipliers of the state itself: beta^2 times a violation of 1e-10 would be noise of 1e-5 in them. */
static mrt_status accelerations(mrt_system *s, mrt_point *x)
{
    return mrt_augmented_accelerations(s, x->t, x->q, x->u, 0, 0, x->ud, x->lam);
}

const mrt_formulation mrt_baumgarte = {
    .name = "baumgarte", .about = "multipliers, violations decay by gamma - 2 alpha Phidot - beta^2 Phi",
    .check = check, .size = mrt_augmented_size, .pack = mrt_augmented_pack, .state = mrt_augmented_state,
    .rhs = rhs, .accelerations = accelerations };
