/* test_newton.c -- Newton-Raphson: regular, underdetermined, redundant, contradictory and singular systems. */
#include "runtime/newton.h"
#include "tests/check.h"

#include <stdlib.h>

/* ---- problems ---- */

/* Circle and parabola; root (sqrt(y), y) with y = (sqrt(17) - 1)/2. */
static mrt_status circle(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0]*x[0] + x[1]*x[1] - 4;
    f[1] = x[1] - x[0]*x[0];
    if (J) { J[0] = 2*x[0]; J[1] = -2*x[0]; J[2] = 2*x[1]; J[3] = 1; }
    return MRT_OK;
}

/* arctan: plain Newton diverges from |x| > 1.39. */
static mrt_status arctan(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = atan(x[0]);
    if (J) J[0] = 1/(1 + x[0]*x[0]);
    return MRT_OK;
}

/* log x is not defined for x <= 0: the solver has to come closer. */
static mrt_status logarithm(const double *x, double *f, double *J, void *data)
{
    (void)data;
    if (x[0] <= 0) return MRT_E_SINGULAR;
    f[0] = log(x[0]);
    if (J) J[0] = 1/x[0];
    return MRT_OK;
}

/* One plane in three unknowns; a + 2b + 3c = 14 */
static mrt_status plane(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0] + 2*x[1] + 3*x[2] - 14;
    if (J) { J[0] = 1; J[1] = 2; J[2] = 3; }
    return MRT_OK;
}

/* Three rows, two of them the same up to a factor; data: how far the third contradicts the first. */
static mrt_status redundant(const double *x, double *f, double *J, void *data)
{
    const double gap = *(double *)data;
    f[0] = x[0]*x[0] + x[1] - 3;
    f[1] = x[1] - 2 + 0.1*sin(x[0]*x[0] + x[1] - 3);
    f[2] = 2*f[0] - gap;
    if (J) {
        const double c = 0.1*cos(x[0]*x[0] + x[1] - 3);
        J[0] = 2*x[0]; J[1] = 2*x[0]*c; J[2] = 4*x[0];
        J[3] = 1;      J[4] = 1 + c;    J[5] = 2;
    }
    return MRT_OK;
}

/* No real root; |f| is least at x = 0, where J vanishes. */
static mrt_status hopeless(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0]*x[0] + 1;
    if (J) J[0] = 2*x[0];
    return MRT_OK;
}

/* Double root: J is singular at the solution, convergence linear. */
static mrt_status square(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0]*x[0];
    if (J) J[0] = 2*x[0];
    return MRT_OK;
}

static mrt_status not_a_number(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0] > 0.5 ? NAN : x[0] - 1;
    if (J) J[0] = 1;
    return MRT_OK;
}

/* ---- tests ---- */

static mrt_newton_report report;
static const mrt_newton_options plain = { .tol = 1e-10 };

static mrt_status solve(int m, int n, mrt_residual *fn, void *data, const double *W, double *x, const mrt_newton_options *o)
{
    mrt_newton *s = mrt_newton_new(m, n, n);
    if (!CHECK(s != NULL)) return MRT_E_MEMORY;
    mrt_status status = mrt_newton_solve(s, fn, data, W, x, o, &report);
    mrt_newton_free(s);
    return status;
}

static void test_regular(void)
{
    const double root = (sqrt(17) - 1)/2;
    double x[2] = {1, 1};
    CHECK(solve(2, 2, circle, NULL, NULL, x, &plain) == MRT_OK);
    check_close(x[0], sqrt(root), 1e-14, 0);                    /* polished: rounding, not tol */
    check_close(x[1], root, 1e-14, 0);
    CHECK(report.rank == 2 && report.iterations <= 7 && report.residual <= 1e-14);

    double far[1] = {20};
    CHECK(solve(1, 1, arctan, NULL, NULL, far, &plain) == MRT_OK);
    check_close(far[0], 0, 0, 1e-14);

    double large[1] = {50};                                     /* a full first step leads to x < 0 */
    CHECK(solve(1, 1, logarithm, NULL, NULL, large, &plain) == MRT_OK);
    check_close(large[0], 1, 1e-14, 0);

    double outside[1] = {-1};
    CHECK(solve(1, 1, logarithm, NULL, NULL, outside, &plain) == MRT_E_SINGULAR);
    check_close(outside[0], -1, 0, 0);

    double there[2] = {sqrt(root), root};                       /* nothing to do */
    CHECK(solve(2, 2, circle, NULL, NULL, there, &plain) == MRT_OK && report.iterations <= 1);
}

/* The change is the shortest in the metric given: W dx is a multiple of the row. */
static void test_smallest_change(void)
{
    double x[3] = {0, 0, 0};
    CHECK(solve(1, 3, plane, NULL, NULL, x, &plain) == MRT_OK);
    check_close(x[0], 1, 1e-14, 0);
    check_close(x[1], 2, 1e-14, 0);
    check_close(x[2], 3, 1e-14, 0);

    const double W[9] = {2, 0.5, 0,  0.5, 1, 0.25,  0, 0.25, 4};
    double y[3] = {0, 0, 0};
    CHECK(solve(1, 3, plane, NULL, W, y, &plain) == MRT_OK);
    check_close(y[0] + 2*y[1] + 3*y[2], 14, 1e-14, 0);
    const double p = W[0]*y[0] + W[3]*y[1] + W[6]*y[2], q = W[1]*y[0] + W[4]*y[1] + W[7]*y[2], r = W[2]*y[0] + W[5]*y[1] + W[8]*y[2];
    check_close(q, 2*p, 1e-12, 0);
    check_close(r, 3*p, 1e-12, 0);

    /* A coordinate of great weight stays where it is. */
    const double heavy[9] = {1, 0, 0,  0, 1, 0,  0, 0, 1e12};
    double z[3] = {0, 0, 1};
    CHECK(solve(1, 3, plane, NULL, heavy, z, &plain) == MRT_OK);
    check_close(z[2], 1, 0, 1e-10);

    const double bad[9] = {1, 0, 0,  0, -1, 0,  0, 0, 1};
    CHECK(solve(1, 3, plane, NULL, bad, z, &plain) == MRT_E_SINGULAR);
}

static void test_rows(void)
{
    double gap = 0, x[2] = {2, 1};
    CHECK(solve(3, 2, redundant, &gap, NULL, x, &plain) == MRT_OK);
    check_close(x[0], 1, 1e-13, 0);
    check_close(x[1], 2, 1e-13, 0);
    CHECK(report.rank == 2);

    gap = 0.5;
    double y[2] = {2, 1};
    CHECK(solve(3, 2, redundant, &gap, NULL, y, &plain) == MRT_E_INCONSISTENT);
    CHECK(report.worst == 0 || report.worst == 2);              /* the two that contradict each other */
    CHECK(report.residual > 0.05);

    double z[1] = {3};
    CHECK(solve(1, 1, hopeless, NULL, NULL, z, &plain) < 0);
    CHECK(report.worst == 0 && report.residual >= 1);
    double start[1] = {0};                                      /* J is zero from the beginning */
    CHECK(solve(1, 1, hopeless, NULL, NULL, start, &plain) == MRT_E_INCONSISTENT && report.rank == 0);

    double w[1] = {1};
    CHECK(solve(1, 1, square, NULL, NULL, w, &plain) == MRT_OK);
    CHECK(fabs(w[0]) <= 1e-5);
}

static int seen;
static int count_calls(const mrt_newton_report *r, const double *x, const double *f, void *data)
{
    (void)x; (void)data;
    seen++;
    CHECK(r->iterations == seen);
    check_close(fabs(f[r->worst]), r->residual, 0, 0);
    return seen == 3;
}

/* Unknown: an angle kept as cosine and sine; dx is its change. */
static mrt_status on_circle(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0] - 0.5;
    if (J) J[0] = -x[1];
    return MRT_OK;
}
static void rotate(const double *base, const double *dx, double scale, double *x, void *data)
{
    (void)data;
    const double c = cos(scale*dx[0]), s = sin(scale*dx[0]);
    x[0] = base[0]*c - base[1]*s;
    x[1] = base[1]*c + base[0]*s;
}

static void test_options(void)
{
    double x[2] = {30, 1};
    mrt_newton_options o = { .tol = 1e-10, .watch = count_calls };
    CHECK(solve(2, 2, circle, NULL, NULL, x, &o) == MRT_STOPPED && seen == 3);

    double y[2] = {30, 1};
    CHECK(solve(2, 2, circle, NULL, NULL, y, &(mrt_newton_options){ .tol = 1e-10, .max_iter = 2 }) == MRT_E_CONVERGENCE);
    CHECK(report.iterations == 2);

    double z[3] = {0, 0, 0};                                    /* steps of at most 0.5: six of them for the 3 */
    CHECK(solve(1, 3, plane, NULL, NULL, z, &(mrt_newton_options){ .tol = 1e-10, .max_step = 0.5 }) == MRT_OK);
    CHECK(report.iterations >= 6);

    mrt_newton *s = mrt_newton_new(1, 1, 2);
    double angle[2] = {cos(0.3), sin(0.3)};
    CHECK(mrt_newton_solve(s, on_circle, NULL, NULL, angle, &(mrt_newton_options){ .tol = 1e-12, .update = rotate }, NULL) == MRT_OK);
    check_close(atan2(angle[1], angle[0]), acos(0.5), 1e-13, 0);
    mrt_newton_free(s);
    mrt_newton_free(NULL);

    double bad[1] = {NAN}, edge[1] = {0};
    CHECK(solve(1, 1, arctan, NULL, NULL, bad, &plain) == MRT_E_NAN);
    CHECK(solve(1, 1, not_a_number, NULL, NULL, edge, &plain) < 0 && edge[0] <= 0.5);
    CHECK(solve(1, 1, arctan, NULL, NULL, edge, &(mrt_newton_options){ .tol = -1 }) == MRT_E_ARGUMENT);
    CHECK(mrt_newton_new(-1, 2, 2) == NULL && mrt_newton_new(1, 2, 1) == NULL);

}

int main(void)
{
    test_regular();
    test_smallest_change();
    test_rows();
    test_options();
    return check_done();
}
