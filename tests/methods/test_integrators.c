/*
 * test_integrators.c -- every integrator on every problem: accuracy against the tolerance, dense output, orders.
 *
 * Bounds: the error at the end may be the tolerance times the amplification of the problem (problems.h).
 */
#include "problems.h"

static mrt_options tolerance(double tol) { return (mrt_options){ .rtol = tol, .atol = tol, .limit = INFINITY }; }

/* A loose tolerance would lose the Arenstorf orbit; it begins at 1e-8. */
static void test_accuracy(const mrt_method *m)
{
    for (int k = 0; k < PROBLEMS; k++) {
        const problem *p = &problems[k];
        double first = 0, first_tol = 0, error = 0, tol;
        for (tol = p->solution ? 1e-5 : 1e-8; tol > 2e-13; tol *= 1e-2) {
            double y[PROBLEM_N];
            mrt_status status;
            mrt_options o = tolerance(tol);
            mrt_integrator *s = run(p, m, &o, y, &status);
            CHECK(status == MRT_OK);
            error = deviation(p, p->to, y);
            if (!check_close(error, 0, 0, p->amplification*tol))
                fprintf(stderr, "  %s on %s, tolerance %g\n", m->name, p->name, tol);
            if (first_tol <= 0) first = error, first_tol = tol;
            mrt_integrator_free(s);
        }
        /* The error goes with the tolerance, over the whole range, unless rounding ends it; not quite in proportion, for
         * at loose tolerances the estimates are too careful. */
        const double slope = log(first/error)/log(first_tol/(tol*1e2));
        if (!CHECK(slope > 0.6 || error < 1e-13*p->amplification))
            fprintf(stderr, "  %s on %s: error ~ tolerance^%.2f\n", m->name, p->name, slope);
    }
}

/* Euler's equations of a free rigid body with principal moments 1, 2, 3. */
static mrt_status rigid(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    dy[0] = (2.0 - 3.0)/1.0*y[1]*y[2];
    dy[1] = (3.0 - 1.0)/2.0*y[2]*y[0];
    dy[2] = (1.0 - 2.0)/3.0*y[0]*y[1];
    return MRT_OK;
}

/* Two invariants of the free body: twice the energy and the square of the angular momentum. */
static void test_rigid_body(const mrt_method *m)
{
    const problem p = { "rigid body", 3, rigid, 0, 30, {1, 0.1, 0.9}, NULL, {0}, 0, 0 };
    double y[PROBLEM_N];
    mrt_status status;
    mrt_options o = tolerance(1e-10);
    o.step = m->fixed ? 0.005 : 0;
    mrt_integrator *s = run(&p, m, &o, y, &status);
    CHECK(status == MRT_OK);
    const double energy = 1 + 2*0.01 + 3*0.81, momentum = 1 + 4*0.01 + 9*0.81;
    check_close(y[0]*y[0] + 2*y[1]*y[1] + 3*y[2]*y[2], energy, 1e-8, 0);
    check_close(y[0]*y[0] + 4*y[1]*y[1] + 9*y[2]*y[2], momentum, 1e-8, 0);
    mrt_integrator_free(s);
}

/* Values and slopes inside every step are nearly as good as at its end; y is continuous from step to step. */
static void test_dense(const mrt_method *m)
{
    for (int k = 0; k < PROBLEMS; k++) {
        const problem *p = &problems[k];
        if (!p->solution) continue;
        const double tol = 1e-8, sign = p->to > p->from ? 1 : -1;
        mrt_options o = tolerance(tol);
        if (m->fixed) o.step = 0.002;
        if (m->fixed && p->sharp) continue;
        mrt_integrator *s = mrt_integrator_new(m, p->n, p->rhs, NULL, &o);
        CHECK(mrt_integrator_start(s, p->from, p->y0, p->to) == MRT_OK);
        double worst = 0, worst_slope = 0, gap = 0;
        while (sign*(p->to - s->t) > 0) {
            double y[PROBLEM_N], slope[PROBLEM_N], f[PROBLEM_N], exact[PROBLEM_N];
            if (!CHECK(mrt_integrator_step(s) == MRT_OK)) break;
            for (int i = 1; i <= 4; i++) {
                const double t = s->t_old + (s->t - s->t_old)*i/5;
                mrt_integrator_interpolate(s, t, y, slope);
                worst = fmax(worst, deviation(p, t, y));
                p->solution(t, exact);
                p->rhs(t, exact, f, NULL);
                for (int c = 0; c < p->n; c++) worst_slope = fmax(worst_slope, fabs(slope[c] - f[c]));
            }
            mrt_integrator_interpolate(s, s->t, y, slope);
            for (int c = 0; c < p->n; c++) gap = fmax(gap, fabs(y[c] - s->y[c]));
            for (int c = 0; c < p->n; c++) gap = fmax(gap, 1e-3*fabs(slope[c] - s->dy[c]));
        }
        if (!check_close(worst, 0, 0, 10*p->amplification*tol)) fprintf(stderr, "  %s on %s\n", m->name, p->name);
        if (!check_close(worst_slope, 0, 0, 2e4*p->amplification*tol)) fprintf(stderr, "  %s on %s\n", m->name, p->name);
        check_close(gap, 0, 0, 1e-11);
        mrt_integrator_free(s);
    }
}

/* ---- orders, by halving a step that the tolerance does not touch ---- */

static double error_at_step(const mrt_method *m, double h, double *dense)
{
    const problem *p = &problems[0];                          /* harmonic */
    mrt_options o = { .rtol = 1, .atol = 1e6, .step = h, .max_step = h, .limit = INFINITY };
    mrt_integrator *s = mrt_integrator_new(m, p->n, p->rhs, NULL, &o);
    mrt_status status = mrt_integrator_start(s, 0, p->y0, 8);
    *dense = 0;
    while (status == MRT_OK && s->t < 8 - 1e-9) {
        status = mrt_integrator_step(s);
        double y[PROBLEM_N], start[PROBLEM_N], middle = s->t_old + 0.4*(s->t - s->t_old);
        /* Local error of dense output: against the exact solution through the start of the step. */
        mrt_integrator_interpolate(s, s->t_old, start, NULL);
        mrt_integrator_interpolate(s, middle, y, NULL);
        const double c = cos(middle - s->t_old), n = sin(middle - s->t_old);
        *dense = fmax(*dense, fabs(y[0] - (c*start[0] + n*start[1])));
    }
    CHECK(status == MRT_OK);
    check_close(s->t, 8, 1e-15, 0);
    const double error = deviation(p, 8, s->y);
    mrt_integrator_free(s);
    return error;
}

static void test_order(const char *name, double h, double order, double dense_order)
{
    double dense, dense_half;
    const mrt_method *m = mrt_method_find(name);
    const double error = error_at_step(m, h, &dense), half = error_at_step(m, h/2, &dense_half);
    check_close(log2(error/half), order, 0, 0.35);
    /* Local error of an interpolant of order p goes with h^(p+1). */
    check_close(log2(dense/dense_half), dense_order + 1, 0, 0.4);
}

/* ---- evaluations: bounds with little air, so that a method which has become worse is noticed ---- */

static void test_work(void)
{
    /* Two evaluations a step, one for a rejected one, one to start. */
    const problem p = problems[2];
    double y[PROBLEM_N];
    mrt_status status;
    mrt_options o = tolerance(1e-9);
    mrt_integrator *s = run(&p, mrt_method_find("de"), &o, y, &status);
    CHECK(s->counts.evaluations == 2*s->counts.steps + s->counts.rejected + 1);
    CHECK(s->counts.evaluations < 300 && s->counts.order >= 9 && s->counts.order <= 12 && !s->counts.stiff);
    mrt_integrator_free(s);
    s = run(&p, mrt_method_find("dopri5"), &o, y, &status);
    CHECK(s->counts.evaluations < 700 && s->counts.order == 5);
    mrt_integrator_free(s);
    s = run(&p, mrt_method_find("dop853"), &o, y, &status);
    CHECK(s->counts.evaluations < 450 && s->counts.order == 8);
    mrt_integrator_free(s);

    /* Each digit costs the Adams method much less than it costs a method of fixed order 5. */
    mrt_options loose = tolerance(1e-6), tight = tolerance(1e-12);
    mrt_integrator *a = run(&p, mrt_method_find("de"), &loose, y, &status), *b = run(&p, mrt_method_find("de"), &tight, y, &status);
    CHECK(b->counts.evaluations < 4*a->counts.evaluations);
    mrt_integrator_free(a);
    mrt_integrator_free(b);

    /* The Arenstorf orbit has two close encounters, where steps change by a factor of a thousand. */
    mrt_options o7 = tolerance(1e-7);
    s = run(&problems[5], mrt_method_find("dop853"), &o7, y, &status);
    CHECK(status == MRT_OK && s->counts.evaluations < 2000);
    mrt_integrator_free(s);
}

int main(void)
{
    for (const mrt_method *const *m = mrt_methods; *m; m++) {
        if (!(*m)->fixed) test_accuracy(*m);
        test_rigid_body(*m);
        test_dense(*m);
    }
    test_order("rk4", 0.1, 4, 3);
    test_order("dopri5", 0.2, 5, 4);
    test_order("dop853", 1, 8, 7);
    test_work();
    return check_done();
}
