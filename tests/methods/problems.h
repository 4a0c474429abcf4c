/* problems.h -- initial value problems with known solutions, shared by the tests of the integrators. */
#ifndef TESTS_PROBLEMS_H
#define TESTS_PROBLEMS_H

#include "runtime/integrators/integrators.h"
#include "tests/check.h"

enum { PROBLEM_N = 4 };

typedef struct problem {
    const char *name;
    int         n;
    mrt_rhs    *rhs;
    double      from, to;
    double      y0[PROBLEM_N];
    void      (*solution)(double t, double *y);   /* NULL: only the end is known, in y1 */
    double      y1[PROBLEM_N];
    double      amplification;                    /* how much larger than the tolerance the error at the end may be */
    int         sharp;                            /* 1: close encounters; too hard for fixed steps */
} problem;

static mrt_status harmonic(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    dy[0] = y[1];
    dy[1] = -y[0];
    return MRT_OK;
}
static void harmonic_solution(double t, double *y) { y[0] = cos(t); y[1] = -sin(t); }

static mrt_status kepler(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    const double r2 = y[0]*y[0] + y[1]*y[1], r3 = r2*sqrt(r2);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -y[0]/r3;
    dy[3] = -y[1]/r3;
    return MRT_OK;
}
/* Kepler's equation for the eccentric anomaly; starts at the near point, period 2 pi. */
static void kepler_solution(double e, double t, double *y)
{
    double E = t + e*sin(t);
    for (int k = 0; k < 60; k++) E -= (E - e*sin(E) - t)/(1 - e*cos(E));
    const double rate = 1/(1 - e*cos(E)), minor = sqrt(1 - e*e);
    y[0] = cos(E) - e;
    y[1] = minor*sin(E);
    y[2] = -sin(E)*rate;
    y[3] = minor*cos(E)*rate;
}
static void kepler3_solution(double t, double *y) { kepler_solution(0.3, t, y); }
static void kepler6_solution(double t, double *y) { kepler_solution(0.6, t, y); }

/* y = exp(sin t^2): faster and faster, so that steps keep changing. */
static mrt_status nonautonomous(double t, const double *y, double *dy, void *data)
{
    (void)data;
    dy[0] = 2*t*cos(t*t)*y[0];
    return MRT_OK;
}
static void nonautonomous_solution(double t, double *y) { y[0] = exp(sin(t*t)); }

/* Restricted three-body problem, the orbit of Arenstorf: Hairer, Norsett, Wanner I, (II.0.1), closed after one period. */
static mrt_status arenstorf(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    const double mu = 0.012277471, mu1 = 1 - mu;
    const double d1 = pow((y[0] + mu)*(y[0] + mu) + y[1]*y[1], 1.5), d2 = pow((y[0] - mu1)*(y[0] - mu1) + y[1]*y[1], 1.5);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = y[0] + 2*y[3] - mu1*(y[0] + mu)/d1 - mu*(y[0] - mu1)/d2;
    dy[3] = y[1] - 2*y[2] - mu1*y[1]/d1 - mu*y[1]/d2;
    return MRT_OK;
}

#define ARENSTORF_START {0.994, 0, 0, -2.00158510637908252240537862224}
#define ARENSTORF_PERIOD 17.0652165601579625588917206249

static const problem problems[] = {
    { "harmonic", 2, harmonic, 0, 20, {1, 0}, harmonic_solution, {0}, 100, 0 },
    { "harmonic backwards", 2, harmonic, 0, -20, {1, 0}, harmonic_solution, {0}, 100, 0 },
    { "kepler 0.3", 4, kepler, 0, 6, {0.7, 0, 0, 1.3627702877384937}, kepler3_solution, {0}, 200, 0 },
    { "kepler 0.6", 4, kepler, 0, 6, {0.4, 0, 0, 2}, kepler6_solution, {0}, 1000, 1 },
    { "nonautonomous", 1, nonautonomous, 0, 3, {1}, nonautonomous_solution, {0}, 200, 0 },
    { "arenstorf", 4, arenstorf, 0, ARENSTORF_PERIOD, ARENSTORF_START, NULL, ARENSTORF_START, 5e5, 1 },
};
enum { PROBLEMS = sizeof problems/sizeof *problems };

/* Integrates p with method m to p->to, interpolating the end where the method went past it; y: the end. The integrator
 * stays for the caller to look at, and to free. */
static inline mrt_integrator *run(const problem *p, const mrt_method *m, const mrt_options *o, double *y, mrt_status *status)
{
    mrt_integrator *s = mrt_integrator_new(m, p->n, p->rhs, NULL, o);
    const double sign = p->to > p->from ? 1 : -1;
    *status = mrt_integrator_start(s, p->from, p->y0, p->to);
    while (*status == MRT_OK && sign*(p->to - s->t) > 0) *status = mrt_integrator_step(s);
    mrt_integrator_interpolate(s, p->to, y, NULL);
    return s;
}

/* Largest deviation of y from the exact solution at t. */
static inline double deviation(const problem *p, double t, const double *y)
{
    double exact[PROBLEM_N], worst = 0;
    if (p->solution) p->solution(t, exact);
    else memcpy(exact, p->y1, sizeof exact);
    for (int i = 0; i < p->n; i++) worst = fmax(worst, fabs(y[i] - exact[i]));
    return worst;
}

#endif
