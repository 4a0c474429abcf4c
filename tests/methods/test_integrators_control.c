/*
 * test_integrators_control.c -- what integrators do at the edges: limits, failures of the right-hand side, restarts,
 * impossible tolerances, stiffness, wrong arguments.
 */
#include "problems.h"

#include <float.h>

static mrt_options options_for(const mrt_method *m, double tol)
{
    return (mrt_options){ .rtol = tol, .atol = tol, .step = m->fixed ? 0.01 : 0, .limit = INFINITY };
}

/* ---- limit: a right-hand side that notes how far it was evaluated ---- */

typedef struct bounds { double low, high; } bounds;

static mrt_status noting(double t, const double *y, double *dy, void *data)
{
    bounds *b = data;
    if (t < b->low) b->low = t;
    if (t > b->high) b->high = t;
    return harmonic(t, y, dy, NULL);
}

static void test_limit(const mrt_method *m, double sign)
{
    const double limits[] = {1.0, 0.3333333333333333, 2.7182818284590452, 1e-9, 0.1 + 0.2};
    for (int k = 0; k < 5; k++) {
        const double limit = sign*limits[k], y0[2] = {1, 0};
        bounds b = {0, 0};
        mrt_options o = options_for(m, 1e-9);
        o.limit = limit;
        mrt_integrator *s = mrt_integrator_new(m, 2, noting, &b, &o);
        mrt_status status = mrt_integrator_start(s, 0, y0, sign*10);
        while (status == MRT_OK) {
            status = mrt_integrator_step(s);
            double y[2];
            if (status == MRT_OK) mrt_integrator_interpolate(s, 0.5*(s->t + s->t_old), y, NULL);
        }
        CHECK(status == MRT_STOPPED);
        CHECK(s->t >= limit && s->t <= limit);                        /* exactly there */
        CHECK(sign > 0 ? b.high <= limit && b.low >= 0 : b.low >= limit && b.high <= 0);
        check_close(s->y[0], cos(limit), 0, 1e-7);

        /* Moved on, it goes on, and the answer is as good. */
        s->options.limit = sign*INFINITY;
        status = MRT_OK;
        while (status == MRT_OK && sign*(sign*4 - s->t) > 0) status = mrt_integrator_step(s);
        double y[2];
        mrt_integrator_interpolate(s, sign*4, y, NULL);
        CHECK(status == MRT_OK);
        check_close(y[0], cos(4), 0, 1e-6);
        mrt_integrator_free(s);
    }
    /* A limit at the start leaves nothing to do; one behind it is a mistake. */
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-9);
    o.limit = 1;
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    CHECK(mrt_integrator_start(s, 1, y0, 1 + sign) == MRT_OK && mrt_integrator_step(s) == MRT_STOPPED);
    CHECK(mrt_integrator_start(s, 1 + 0.5*sign, y0, 1 + sign) == MRT_E_ARGUMENT);
    mrt_integrator_free(s);
}

static void test_max_step(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-3);
    o.max_step = 0.05;
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    CHECK(mrt_integrator_start(s, 0, y0, 3) == MRT_OK);
    double longest = 0;
    while (s->t < 3 && mrt_integrator_step(s) == MRT_OK) longest = fmax(longest, s->counts.last_step);
    CHECK(s->t >= 3 && longest <= 0.05*(1 + 1e-9));
    mrt_integrator_free(s);
}

/* Only the Adams method may pass the end; the others stop there exactly. */
static void test_end(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-6);
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    CHECK(mrt_integrator_start(s, 0, y0, M_PI) == MRT_OK);
    while (s->t < M_PI && mrt_integrator_step(s) == MRT_OK) {}
    if (strcmp(m->name, "de")) CHECK(s->t <= M_PI);
    const double t = s->t;
    CHECK(mrt_integrator_step(s) == MRT_STOPPED && s->t <= t);
    CHECK(mrt_integrator_restart(s) == MRT_STOPPED);
    s->to = 5;                                                      /* further on without a restart */
    while (s->t < 5 && mrt_integrator_step(s) == MRT_OK) {}
    double y[2];
    mrt_integrator_interpolate(s, 5, y, NULL);
    check_close(y[0], cos(5), 0, 1e-3);
    CHECK(s->counts.restarts == 0);
    mrt_integrator_free(s);
}

/* ---- a right-hand side that fails beyond t = 1 ---- */

static mrt_status failing(double t, const double *y, double *dy, void *data)
{
    const mrt_status *how = data;
    if (t > 1) {
        if (*how == MRT_OK) { dy[0] = dy[1] = NAN; return MRT_OK; }
        return *how;
    }
    return harmonic(t, y, dy, NULL);
}

static void test_failing(const mrt_method *m)
{
    const mrt_status hows[] = {MRT_E_SINGULAR, MRT_E_CONVERGENCE, MRT_OK};
    for (int k = 0; k < 3; k++) {
        mrt_status how = hows[k];
        const double y0[2] = {1, 0};
        mrt_options o = options_for(m, 1e-8);
        if (m->fixed) o.step = 0.007;
        mrt_integrator *s = mrt_integrator_new(m, 2, failing, &how, &o);
        mrt_status status = mrt_integrator_start(s, 0, y0, 3);
        while (status == MRT_OK && s->t < 3) status = mrt_integrator_step(s);
        CHECK(status == (how == MRT_OK ? MRT_E_NAN : how));
        /* Up to the wall as far as rounding (fixed steps: as the last whole step) allows, and good there. */
        CHECK(s->t <= 1 && s->t > 1 - (m->fixed ? 0.007 : 1e-9));
        check_close(s->y[0], cos(s->t), 0, 1e-6);
        CHECK(s->t_old >= s->t && s->counts.evaluations < 2000);
        double y[2];
        mrt_integrator_interpolate(s, s->t, y, NULL);
        check_close(y[0], s->y[0], 0, 0);

        /* Away from the wall again it works. */
        CHECK(mrt_integrator_start(s, s->t, s->y, 0) == MRT_OK);
        status = MRT_OK;
        while (status == MRT_OK && s->t > 0) status = mrt_integrator_step(s);
        mrt_integrator_interpolate(s, 0, y, NULL);
        CHECK(status == MRT_OK);
        check_close(y[0], 1, 0, 1e-5);
        CHECK(mrt_integrator_start(s, 2, y0, 3) == (how == MRT_OK ? MRT_E_NAN : how));
        mrt_integrator_free(s);
    }
}

/* ---- a jump: with a restart the order is kept low only for a moment, and nothing is lost ---- */

static mrt_status switched(double t, const double *y, double *dy, void *data)
{
    const int *on = data;
    (void)t;
    dy[0] = y[1];
    dy[1] = *on ? -4*y[0] : -y[0];
    return MRT_OK;
}

static void test_restart(const mrt_method *m)
{
    int on = 0;
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-9);
    o.limit = 1;
    if (m->fixed) o.step = 0.002;
    mrt_integrator *s = mrt_integrator_new(m, 2, switched, &on, &o);
    mrt_status status = mrt_integrator_start(s, 0, y0, 3);
    while (status == MRT_OK) status = mrt_integrator_step(s);
    CHECK(status == MRT_STOPPED);
    on = 1;
    s->options.limit = INFINITY;
    CHECK(mrt_integrator_restart(s) == MRT_OK && s->counts.restarts == 1);
    status = MRT_OK;
    while (status == MRT_OK && s->t < 3) status = mrt_integrator_step(s);
    double y[2];
    mrt_integrator_interpolate(s, 3, y, NULL);
    check_close(y[0], cos(1)*cos(4) - sin(1)*sin(4)/2, 0, 1e-6);
    mrt_integrator_free(s);
}

/* ---- tolerances and work ---- */

static void test_tolerance(const mrt_method *m)
{
    if (m->fixed) return;
    double y0[2] = {1, 0};
    mrt_options o = { .rtol = 1e-17, .atol = 0, .limit = INFINITY };
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    CHECK(mrt_integrator_start(s, 0, y0, 1) == MRT_E_TOLERANCE);
    s->options.rtol = 1e-6;                                     /* y[1] = 0: a relative error of nothing */
    CHECK(mrt_integrator_start(s, 0, y0, 1) == MRT_E_TOLERANCE);
    mrt_integrator_free(s);

    /* Near rounding the result is as good as rounding, and rounding does not pile up. */
    const problem *p = &problems[0];
    double y[PROBLEM_N];
    mrt_status status;
    mrt_options tight = { .rtol = 3e-15, .atol = 3e-15, .limit = INFINITY };
    s = run(p, m, &tight, y, &status);
    CHECK(status == MRT_OK);
    check_close(deviation(p, p->to, y), 0, 0, 1e-12);
    mrt_integrator_free(s);
}

/* y' = -1000 (y - cos t): stiff after the first moment. */
static mrt_status stiff(double t, const double *y, double *dy, void *data)
{
    (void)data;
    dy[0] = -1000*(y[0] - cos(t));
    return MRT_OK;
}

static void test_stiff(void)
{
    const double y0 = 0;
    mrt_options o = { .rtol = 1e-4, .atol = 1e-4, .limit = INFINITY, .max_evaluations = 2000 };
    mrt_integrator *s = mrt_integrator_new(mrt_method_find("de"), 1, stiff, NULL, &o);
    mrt_status status = mrt_integrator_start(s, 0, &y0, 10);
    while (status == MRT_OK && s->t < 10) status = mrt_integrator_step(s);
    CHECK(status == MRT_E_STIFF && s->counts.stiff && s->counts.evaluations == 2000);
    check_close(s->y[0], cos(s->t), 0, 1e-2);
    s->options.max_evaluations = 0;                            /* without a limit it gets there, only slowly */
    status = mrt_integrator_restart(s);
    while (status == MRT_OK && s->t < 2) status = mrt_integrator_step(s);
    CHECK(status == MRT_OK && s->counts.stiff);
    check_close(s->y[0], cos(s->t), 0, 1e-2);
    mrt_integrator_free(s);
}

static void test_work_limit(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-9);
    o.max_evaluations = 50;
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    mrt_status status = mrt_integrator_start(s, 0, y0, 100);
    while (status == MRT_OK) status = mrt_integrator_step(s);
    CHECK(status == MRT_E_WORK && s->counts.evaluations == 50);
    check_close(s->y[0], cos(s->t), 0, 1e-6);                   /* the last accepted state */
    mrt_integrator_free(s);
}

/* A finite-time blow-up: y' = y^2 from 1 reaches infinity at t = 1. */
static mrt_status blow_up(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    dy[0] = y[0]*y[0];
    return MRT_OK;
}

static void test_blow_up(const mrt_method *m)
{
    if (m->fixed) return;
    const double y0 = 1;
    mrt_options o = options_for(m, 1e-8);
    mrt_integrator *s = mrt_integrator_new(m, 1, blow_up, NULL, &o);
    mrt_status status = mrt_integrator_start(s, 0, &y0, 2);
    while (status == MRT_OK && s->t < 2) status = mrt_integrator_step(s);
    CHECK(status == MRT_E_STEP || status == MRT_E_NAN);
    check_close(s->t, 1, 0, 1e-6);
    mrt_integrator_free(s);
}

static void test_arguments(const mrt_method *m)
{
    const double y0[2] = {1, 0}, bad[2] = {NAN, 0};
    const mrt_options good = options_for(m, 1e-6);
    mrt_options wrong[6] = {good, good, good, good, good, good};
    wrong[0].rtol = -1;
    wrong[1].rtol = wrong[1].atol = 0;
    wrong[2].step = -1;
    wrong[3].limit = NAN;
    wrong[4].rtol = NAN;
    wrong[5].max_step = -1;
    if (m->fixed) wrong[0].step = wrong[1].step = wrong[4].step = 0;
    for (int k = 0; k < 6; k++) {
        mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &wrong[k]);
        CHECK(mrt_integrator_start(s, 0, y0, 1) == MRT_E_ARGUMENT);
        mrt_integrator_free(s);
    }
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &good);
    CHECK(mrt_integrator_start(s, 1, y0, 1) == MRT_E_ARGUMENT);
    CHECK(mrt_integrator_start(s, 0, y0, INFINITY) == MRT_E_ARGUMENT);
    CHECK(mrt_integrator_start(s, NAN, y0, 1) == MRT_E_ARGUMENT);
    CHECK(mrt_integrator_start(s, 0, bad, 1) == MRT_E_NAN);
    mrt_integrator_free(s);
    mrt_integrator_free(NULL);
}

/* A constant right-hand side, and one that is zero at the start, must not confuse the choice of steps. */
static mrt_status nothing(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)y; (void)data;
    dy[0] = dy[1] = 0;
    return MRT_OK;
}
static mrt_status later(double t, const double *y, double *dy, void *data)
{
    (void)y; (void)data;
    dy[0] = t*t;
    dy[1] = sin(t);
    return MRT_OK;
}

static void test_rest(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    mrt_options o = options_for(m, 1e-8);
    mrt_integrator *s = mrt_integrator_new(m, 2, nothing, NULL, &o);
    CHECK(mrt_integrator_start(s, 0, y0, 10) == MRT_OK);
    while (s->t < 10 && mrt_integrator_step(s) == MRT_OK) {}
    CHECK(s->t >= 10);
    check_close(s->y[0], 1, 0, 0);
    mrt_integrator_free(s);
    s = mrt_integrator_new(m, 2, later, NULL, &o);
    CHECK(mrt_integrator_start(s, 0, y0, 10) == MRT_OK);
    while (s->t < 10 && mrt_integrator_step(s) == MRT_OK) {}
    double y[2];
    mrt_integrator_interpolate(s, 10, y, NULL);
    check_close(y[0], 1 + 1000.0/3, 1e-6, 0);
    check_close(y[1], 1 - cos(10), 0, 1e-5);
    mrt_integrator_free(s);
}

/* Two integrators side by side do not see each other; the same run gives the same bits. */
static void test_repeatable(const mrt_method *m)
{
    mrt_options o = options_for(m, 1e-9);
    const problem *p = &problems[2];
    mrt_integrator *a = mrt_integrator_new(m, p->n, p->rhs, NULL, &o), *b = mrt_integrator_new(m, p->n, p->rhs, NULL, &o);
    CHECK(mrt_integrator_start(a, 0, p->y0, p->to) == MRT_OK && mrt_integrator_start(b, 0, p->y0, p->to) == MRT_OK);
    while (a->t < p->to) {
        double y[PROBLEM_N];
        if (mrt_integrator_step(a) < 0 || mrt_integrator_step(b) < 0) break;
        mrt_integrator_interpolate(a, 0.5*(a->t + a->t_old), y, NULL);      /* looking changes nothing */
    }
    CHECK(!memcmp(a->y, b->y, sizeof(double)*4) && a->t >= b->t && a->t <= b->t);
    mrt_integrator_free(a);
    mrt_integrator_free(b);
}

int main(void)
{
    CHECK(mrt_method_find("de") == mrt_methods[0] && mrt_method_find("none") == NULL);
    for (const mrt_method *const *m = mrt_methods; *m; m++) {
        test_limit(*m, 1);
        test_limit(*m, -1);
        test_max_step(*m);
        test_end(*m);
        test_failing(*m);
        test_restart(*m);
        test_tolerance(*m);
        test_work_limit(*m);
        test_blow_up(*m);
        test_arguments(*m);
        test_rest(*m);
        test_repeatable(*m);
    }
    test_stiff();
    return check_done();
}
