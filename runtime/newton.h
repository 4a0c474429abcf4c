/*
 * newton.h -- Newton-Raphson with damping, for as many equations as unknowns, and for fewer, more or dependent ones.
 *
 * Solves f(x) = 0, m equations in n unknowns. Each iteration takes, of all steps dx that solve J dx = -f in the least
 * squares sense, the one with the smallest dx^T W dx; of a square regular system that is the ordinary Newton step.
 */
#ifndef MRT_NEWTON_H
#define MRT_NEWTON_H

#include "mrt.h"

/* Writes f(x) into f[m] and, unless J is NULL, df/dx into J[m*n], column-major. A negative status (x is outside the
 * domain) makes the solver retry closer to the last good x. */
typedef mrt_status mrt_residual(const double *x, double *f, double *J, void *data);

/* x := x (+) scale dx, for unknowns that do not add (dx[n] may be speeds, x anything the caller keeps). NULL means
 * x[i] += scale dx[i]. base is the point to start from, x the result; both hold nx doubles. */
typedef void mrt_update(const double *base, const double *dx, double scale, double *x, void *data);

typedef struct mrt_newton_report {
    int    iterations;           /* Jacobians factored */
    int    evaluations;          /* of f */
    int    rank;                 /* of the last Jacobian */
    int    worst;                /* equation with the largest |f|; -1: none */
    double residual;             /* that |f| */
    double step;                 /* largest |dx| of the last iteration */
    double damping;              /* its factor: 1 is a full step */
} mrt_newton_report;

/* Called after each iteration; a value other than 0 stops the solver with MRT_STOPPED. */
typedef int mrt_newton_watch(const mrt_newton_report *r, const double *x, const double *f, void *data);

/* The caller's own way to dx[n] with J dx = -f, for a square J that is not worth writing densely: J at the x of the last call of
 * the residual function, which is then never asked for J. */
typedef mrt_status mrt_newton_direction(const double *f, double *dx, void *data);

typedef struct mrt_newton_options {
    double tol;                  /* max |f| to reach; one more iteration then polishes x, if that makes f smaller */
    double rounding;             /* |f| that is rounding already: not polished any more; 0: none */
    double cutoff;               /* relative cut-off for the rank of J; 0: 1e-10 */
    double max_step;             /* largest |dx_i| of an iteration (longer steps are scaled down); 0: none */
    int    max_iter;             /* 0: 50 */
    mrt_update       *update;    /* NULL: addition */
    mrt_newton_watch *watch;     /* NULL: none */
    mrt_newton_direction *direction;  /* NULL: QR of the dense J */
} mrt_newton_options;

typedef struct mrt_newton mrt_newton;

/* For m equations, n unknowns and nx doubles of x (nx = n unless `update` is given). NULL when out of memory.
 * Owned by the caller. The only allocation: _solve makes none. */
mrt_newton *mrt_newton_new(int m, int n, int nx);
void        mrt_newton_free(mrt_newton *s);                        /* NULL is allowed */

/* Improves x in place until max|f| <= tol. W[n*n] column-major, symmetric positive definite, lower triangle read; NULL:
 * identity. On failure x is the best iterate and the report tells about it. Borrows everything for the call only.
 * MRT_E_SINGULAR: stuck where J has not full rank; MRT_E_INCONSISTENT: stuck at a least squares solution
 * with f not 0 (the equations contradict each other near here); MRT_E_CONVERGENCE: max_iter reached or no progress;
 * MRT_E_NAN; MRT_STOPPED by watch; MRT_E_ARGUMENT. A status of fn at the starting point is returned as it is. */
mrt_status mrt_newton_solve(mrt_newton *s, mrt_residual *fn, void *data, const double *W, double *x,
                            const mrt_newton_options *options, mrt_newton_report *report);   /* report may be NULL */

#endif
