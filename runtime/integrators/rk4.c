/*
 * rk4.c -- the classical Runge-Kutta method of order 4 (Kutta 1901) with fixed steps and cubic Hermite interpolation.
 *
 * Points of time are start + k step, computed by multiplication, so that rounding does not accumulate; only the last
 * step before `to` or the limit is shorter. There is no error control: a failing right-hand side ends the run.
 */
#include "runge_kutta.h"

#include <string.h>

enum { STAGES = 4, DENSE = 4 };

static const rk_term a2[] = {{0, 0.5}};
static const rk_term a3[] = {{1, 0.5}};
static const rk_term a4[] = {{2, 1}};
static const rk_term b[]  = {{0, 1.0/6}, {1, 1.0/3}, {2, 1.0/3}, {3, 1.0/6}};
static const rk_sum rows[] = {{0, 0, NULL}, RK_SUM(0.5, a2), RK_SUM(0.5, a3), RK_SUM(1, a4)};
static const rk_sum result = RK_SUM(1, b);

/* The grid of steps stands behind the vectors common to Runge-Kutta methods. */
typedef struct grid { double from; long steps; } grid;

static size_t size(int n) { return rk_size(n, STAGES, 0, DENSE) + sizeof(grid); }

static grid *grid_of(const mrt_integrator *s) { return (grid *)((char *)s->state + rk_size(s->n, STAGES, 0, DENSE)); }

static mrt_status start(mrt_integrator *s, double to)
{
    (void)to;
    rk_bind(s, STAGES, 0, DENSE);
    *grid_of(s) = (grid){ .from = s->t, .steps = 0 };
    return MRT_OK;
}

static mrt_status step(mrt_integrator *s)
{
    rk_state *r = s->state;
    grid *g = grid_of(s);
    const size_t vector = (size_t)r->stride*sizeof(double);
    const double width = s->options.max_step > 0 ? fmin(s->options.step, s->options.max_step) : s->options.step;
    const double whole = fabs(g->from + direction(s)*width*(double)(g->steps + 1) - s->t);
    double end, h = rk_fit_step(s, whole, &end);
    /* After a step cut short the grid begins anew. */
    const int on_grid = fabs(fabs(h) - whole) <= 1e-9*whole;

    memcpy(r->y0, s->y, vector);
    memcpy(r->K, s->dy, vector);
    r->dense_ready = 0;
    mrt_status status;
    for (int i = 1; i < STAGES; i++) {
        rk_combine(r->stride, r->trial, r->y0, h, &rows[i], r->K);
        status = mrt_evaluate(s, rows[i].c < 1 ? s->t + rows[i].c*h : end, r->trial, r->K + (size_t)i*r->stride);
        if (status < 0) return status;
    }
    rk_combine(r->stride, r->trial, r->y0, h, &result, r->K);
    status = mrt_evaluate(s, end, r->trial, r->K + (size_t)STAGES*r->stride);
    if (status < 0) return status;

    memcpy(s->y, r->trial, vector);
    memcpy(s->dy, r->K + (size_t)STAGES*r->stride, vector);
    s->t_old = s->t;
    s->t = end;
    s->counts.order = 4;
    if (on_grid) g->steps++;
    else *g = (grid){ .from = end, .steps = 0 };
    return MRT_OK;
}

static void interpolate(const mrt_integrator *s, double t, double *y, double *dy)
{
    rk_state *r = s->state;
    if (!r->dense_ready) {
        rk_hermite(r->stride, s->t - s->t_old, r->y0, r->K, s->y, s->dy, r->R);
        r->dense_ready = 1;
    }
    rk_dense(s, DENSE, r->R, t, y, dy);
}

const mrt_method mrt_method_rk4 = {
    .name = "rk4", .about = "classical Runge-Kutta of order 4 with fixed steps", .fixed = 1,
    .size = size, .start = start, .step = step, .interpolate = interpolate
};
