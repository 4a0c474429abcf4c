/*
 * dopri5.c -- the Runge-Kutta pair 5(4) of Dormand and Prince (1980), with dense output of order 4 (Shampine 1986).
 *
 * Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, table II.5.2 and section II.6.
 */
#include "runge_kutta.h"

static const rk_term a2[] = {{0, 1.0/5}};
static const rk_term a3[] = {{0, 3.0/40}, {1, 9.0/40}};
static const rk_term a4[] = {{0, 44.0/45}, {1, -56.0/15}, {2, 32.0/9}};
static const rk_term a5[] = {{0, 19372.0/6561}, {1, -25360.0/2187}, {2, 64448.0/6561}, {3, -212.0/729}};
static const rk_term a6[] = {{0, 9017.0/3168}, {1, -355.0/33}, {2, 46732.0/5247}, {3, 49.0/176}, {4, -5103.0/18656}};
static const rk_term b[]  = {{0, 35.0/384}, {2, 500.0/1113}, {3, 125.0/192}, {4, -2187.0/6784}, {5, 11.0/84}};
/* Fifth order minus fourth. */
static const rk_term e[]  = {{0, 71.0/57600}, {2, -71.0/16695}, {3, 71.0/1920}, {4, -17253.0/339200}, {5, 22.0/525}, {6, -1.0/40}};
/* The one vector that dense output adds to cubic Hermite interpolation. */
static const rk_term d[]  = {{0, -12715105075.0/11282082432}, {2, 87487479700.0/32700410799}, {3, -10690763975.0/1880347072},
                             {4, 701980252875.0/199316789632}, {5, -1453857185.0/822651844}, {6, 69997945.0/29380423}};

static const rk_sum rows[] = {
    {0, 0, NULL}, RK_SUM(0.2, a2), RK_SUM(0.3, a3), RK_SUM(0.8, a4), RK_SUM(8.0/9, a5), RK_SUM(1, a6)
};
static const rk_sum dense_sum = RK_SUM(1, d);

static const rk_table table = {
    .stages = 6, .extra = 0, .dense = 5, .order = 5, .closing = 1,
    .rows = rows, .result = RK_SUM(1, b), .error = RK_SUM(1, e),
    .exponent = 0.2 - 0.75*0.04, .beta = 0.04, .shrink = 0.2, .grow = 10
};

static size_t size(int n) { return rk_size(n, table.stages, table.extra, table.dense); }

static mrt_status start(mrt_integrator *s, double to)
{
    (void)to;
    return rk_start(s, &table);
}

static mrt_status step(mrt_integrator *s) { return rk_step(s, &table); }

static void interpolate(const mrt_integrator *s, double t, double *y, double *dy)
{
    rk_state *r = s->state;
    if (!r->dense_ready) {
        const double h = s->t - s->t_old;
        rk_hermite(r->stride, h, r->y0, r->K, s->y, s->dy, r->R);
        rk_combine(r->stride, r->R + 4*(size_t)r->stride, NULL, h, &dense_sum, r->K);
        r->dense_ready = 1;
    }
    rk_dense(s, table.dense, r->R, t, y, dy);
}

const mrt_method mrt_method_dopri5 = {
    .name = "dopri5", .about = "Runge-Kutta 5(4) of Dormand and Prince, dense output of order 4", .fixed = 0,
    .size = size, .start = start, .step = step, .interpolate = interpolate
};
