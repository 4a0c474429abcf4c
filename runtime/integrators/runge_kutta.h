/*
 * runge_kutta.h -- what the explicit Runge-Kutta methods have in common: tables, the adaptive step, dense output. Private.
 */
#ifndef MRT_RUNGE_KUTTA_H
#define MRT_RUNGE_KUTTA_H

#include "method.h"

/* A sum of stages: sum over `count` terms of a K[stage]; c is the time it belongs to, in steps. */
typedef struct rk_term { int stage; double a; } rk_term;
typedef struct rk_sum { double c; int count; const rk_term *terms; } rk_sum;
#define RK_SUM(c, terms) { c, (int)(sizeof terms/sizeof *terms), terms }

typedef struct rk_table {
    int stages;                      /* evaluations before the new point; K[stages] is f at the new point */
    int extra;                       /* further stages for dense output */
    int dense;                       /* vectors of dense output */
    int order;
    int closing;                     /* 1: the error estimate needs f at the new point */
    const rk_sum *rows;              /* [stages]; the first is not used */
    rk_sum result, error, error_low; /* error_low.count 0: the method has one estimate only */
    double exponent, beta;           /* step control: h (1/err)^exponent, damped by the error before to the power beta */
    double shrink, grow;             /* largest changes of a step, as factors */
} rk_table;

/* The private state: this head, then the vectors. */
typedef struct rk_state {
    double h;                        /* proposed next step, positive */
    double error_old;
    int    dense_ready;              /* 1: R holds the last step */
    int    stride;                   /* padded(n) */
    double *y0, *trial, *inverse;    /* start of the last step, stage argument, 1/weights */
    double *K;                       /* [stages + 1 + extra][stride] */
    double *R;                       /* [dense][stride] */
} rk_state;

size_t     rk_size(int n, int stages, int extra, int dense);
void       rk_bind(mrt_integrator *s, int stages, int extra, int dense);     /* sets the pointers of rk_state */
mrt_status rk_start(mrt_integrator *s, const rk_table *table);
mrt_status rk_step(mrt_integrator *s, const rk_table *table);

/* out = y + h sum; y NULL: 0. */
void rk_combine(int stride, double *out, const double *y, double h, const rk_sum *sum, const double *K);

/* The step to take now, at most `wanted`: max_step, `to` and limit are respected. If the step ends on one of the
 * latter two, *end is that time exactly, else t + step. Returned with its sign. */
double rk_fit_step(const mrt_integrator *s, double wanted, double *end);

/* The first four vectors of dense output, which are cubic Hermite interpolation between (y0, f0) and (y1, f1). */
void rk_hermite(int stride, double h, const double *y0, const double *f0, const double *y1, const double *f1, double *R);
/* y = R0 + x (R1 + (1-x) (R2 + x (R3 + (1-x) (R4 + ...)))) with x in steps, and its derivative by time. */
void rk_dense(const mrt_integrator *s, int vectors, const double *R, double t, double *y, double *dy);

#endif
