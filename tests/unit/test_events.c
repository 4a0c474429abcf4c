/* test_events.c -- zeros of event functions along solutions with known ones, for every integrator. */
#include "runtime/events.h"
#include "tests/check.h"

/* Harmonic oscillator: y = (cos t, -sin t). */
static mrt_status oscillator(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    dy[0] = y[1];
    dy[1] = -y[0];
    return MRT_OK;
}

static int evaluations;

static mrt_status position(double t, const double *y, double *z, void *data)
{
    (void)t; (void)data;
    evaluations++;
    z[0] = y[0];
    return MRT_OK;
}

static mrt_integrator *new_oscillator(const mrt_method *m, double tol)
{
    mrt_options o = { .rtol = tol, .atol = tol, .step = m->fixed ? 0.01 : 0, .limit = INFINITY };
    return mrt_integrator_new(m, 2, oscillator, NULL, &o);
}

/* Restarting at each event, from 0 to `to`: all zeros of cos t, each once, alternating in direction. */
static void follow_zeros(const mrt_method *m, double to, double accuracy)
{
    const double sign = to > 0 ? 1 : -1;
    const double y0[2] = {1, 0};
    mrt_integrator *s = new_oscillator(m, 1e-10);
    mrt_events *e = mrt_events_new(1, 2, 0, position, NULL);
    CHECK(mrt_integrator_start(s, 0, y0, to) == MRT_OK);
    CHECK(mrt_events_start(e, 0, y0) == MRT_OK);
    int found = 0;
    evaluations = 0;
    while (sign*(to - s->t) > 0) {
        mrt_event event;
        if (!CHECK(mrt_integrator_step(s) == MRT_OK)) break;
        mrt_status status = mrt_events_find(e, s, to, &event);
        if (status == MRT_OK) continue;
        if (!CHECK(status == MRT_EVENT)) break;
        check_close(event.t, sign*(M_PI/2 + found*M_PI), 0, accuracy);
        CHECK(event.index == 0 && event.count == 1 && event.direction == (found % 2 ? 1 : -1));
        CHECK(sign*(event.t - event.before) > 0 && fabs(event.t - event.before) < 1e-14);
        CHECK(event.direction*mrt_events_state(e)[0] > 0);
        found++;
        double y[2] = {mrt_events_state(e)[0], mrt_events_state(e)[1]};
        CHECK(mrt_integrator_start(s, event.t, y, to) == MRT_OK);
        CHECK(mrt_events_start(e, event.t, y) == MRT_OK);
    }
    CHECK(found == 6);
    /* A look costs one evaluation per step, an event about ten, and one each for state and start. */
    CHECK(evaluations <= s->counts.steps + 14*found + 1);
    mrt_events_free(e);
    mrt_integrator_free(s);
}

/* ---- several functions ---- */

static mrt_status several(double t, const double *y, double *z, void *data)
{
    (void)data;
    z[0] = t - 0.7;
    z[1] = y[0] - cos(0.5);
    z[2] = 0;                                       /* never has a side */
    z[3] = sin(0.5) + y[1];                         /* zero at 0.5 as well */
    z[4] = 1e-3*(t - 0.7);
    return MRT_OK;
}

static void test_several(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    mrt_integrator *s = new_oscillator(m, 1e-11);
    mrt_events *e = mrt_events_new(5, 2, 0, several, NULL);
    CHECK(mrt_integrator_start(s, 0, y0, 2) == MRT_OK && mrt_events_start(e, 0, y0) == MRT_OK);
    mrt_event event;
    mrt_status status = MRT_OK;
    while (status == MRT_OK && s->t < 2 && mrt_integrator_step(s) == MRT_OK) status = mrt_events_find(e, s, 2, &event);
    CHECK(status == MRT_EVENT);
    check_close(event.t, 0.5, 0, 1e-8);
    CHECK(event.index == 1 || event.index == 3);
    CHECK(event.direction == -1);

    /* Looking on in the same step finds the rest, in order, each once. */
    int seen_at_half = event.count, seen_at_07 = 0;
    double last = event.t;
    for (int k = 0; k < 2000; k++) {
        status = mrt_events_find(e, s, 2, &event);
        if (status == MRT_EVENT) {
            CHECK(event.t >= last);
            last = event.t;
            if (fabs(event.t - 0.5) < 1e-8) seen_at_half += event.count;
            else {
                check_close(event.t, 0.7, 1e-15, 0);                 /* exact: depends on time alone */
                seen_at_07 += event.count;
                CHECK(mrt_events_crossed(e)[0] == 1 && mrt_events_crossed(e)[4] == 1 && mrt_events_crossed(e)[2] == 0);
            }
        } else if (s->t >= 2) break;
        else CHECK(mrt_integrator_step(s) == MRT_OK);
    }
    CHECK(seen_at_half == 2 && seen_at_07 == 2);
    mrt_events_free(e);
    mrt_integrator_free(s);
}

/* ---- details ---- */

/* Starts exactly at a zero: no event there, but at the next one. */
static void test_zero_at_start(const mrt_method *m)
{
    const double y0[2] = {0, 1};
    mrt_integrator *s = new_oscillator(m, 1e-10);
    mrt_events *e = mrt_events_new(1, 2, 0, position, NULL);
    CHECK(mrt_integrator_start(s, 0, y0, 5) == MRT_OK && mrt_events_start(e, 0, y0) == MRT_OK);
    mrt_event event = {0};
    mrt_status status = MRT_OK;
    while (status == MRT_OK && s->t < 5 && mrt_integrator_step(s) == MRT_OK) status = mrt_events_find(e, s, 5, &event);
    CHECK(status == MRT_EVENT && event.direction == -1);
    check_close(event.t, M_PI, 0, 1e-8);

    /* A state that the caller corrected by a rounding error back over the zero makes no second event. */
    double y[2] = {1e-13, -1};
    CHECK(mrt_integrator_start(s, event.t, y, 5) == MRT_OK && mrt_events_start(e, event.t, y) == MRT_OK);
    status = MRT_OK;
    while (status == MRT_OK && s->t < 5 && mrt_integrator_step(s) == MRT_OK) status = mrt_events_find(e, s, 5, &event);
    CHECK(status == MRT_OK);
    mrt_events_free(e);
    mrt_integrator_free(s);
}

/* A parabola dips below zero between 0.4 and 0.6 within one step of a method that sees a straight line. */
static mrt_status straight(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)y; (void)data;
    dy[0] = 1;
    return MRT_OK;
}
static mrt_status dip(double t, const double *y, double *z, void *data)
{
    (void)t; (void)data;
    z[0] = (y[0] - 0.4)*(y[0] - 0.6);
    return MRT_OK;
}

static void test_inside(void)
{
    const double y0 = 0;
    for (int inside = 0; inside <= 9; inside += 9) {
        mrt_options o = { .step = 1, .limit = INFINITY };
        mrt_integrator *s = mrt_integrator_new(mrt_method_find("rk4"), 1, straight, NULL, &o);
        mrt_events *e = mrt_events_new(1, 1, inside, dip, NULL);
        CHECK(mrt_integrator_start(s, 0, &y0, 1) == MRT_OK && mrt_events_start(e, 0, &y0) == MRT_OK);
        CHECK(mrt_integrator_step(s) == MRT_OK);
        mrt_event event;
        mrt_status status = mrt_events_find(e, s, 1, &event);
        CHECK(status == (inside ? MRT_EVENT : MRT_OK));
        if (status == MRT_EVENT) {
            check_close(event.t, 0.4, 1e-14, 0);
            CHECK(mrt_events_find(e, s, 1, &event) == MRT_EVENT && event.direction == 1);
            check_close(event.t, 0.6, 1e-14, 0);
            CHECK(mrt_events_find(e, s, 1, &event) == MRT_OK);
        }
        mrt_events_free(e);
        mrt_integrator_free(s);
    }
}

/* Not past `to`, though the step may be. */
static void test_end(void)
{
    const double y0[2] = {1, 0};
    mrt_integrator *s = new_oscillator(mrt_method_find("de"), 1e-3);
    mrt_events *e = mrt_events_new(1, 2, 0, position, NULL);
    const double to = M_PI/2 - 1e-6;
    mrt_event event;
    CHECK(mrt_integrator_start(s, 0, y0, to) == MRT_OK && mrt_events_start(e, 0, y0) == MRT_OK);
    while (s->t < to) {
        CHECK(mrt_integrator_step(s) == MRT_OK);
        /* With this coarse tolerance the zero may move by far more than 1e-6, so only its place is checked. */
        if (mrt_events_find(e, s, to, &event) == MRT_EVENT) CHECK(event.t <= to);
    }
    CHECK(s->t > to);
    mrt_events_free(e);
    mrt_integrator_free(s);
}

static mrt_status broken(double t, const double *y, double *z, void *data)
{
    (void)y; (void)data;
    z[0] = t > 0.5 ? NAN : 1;
    return t > 5 ? MRT_E_SINGULAR : MRT_OK;
}

static void test_failures(void)
{
    const double y0[2] = {1, 0};
    mrt_integrator *s = new_oscillator(mrt_method_find("rk4"), 1e-3);
    mrt_events *e = mrt_events_new(1, 2, 0, broken, NULL);
    mrt_event event;
    CHECK(mrt_integrator_start(s, 0, y0, 1) == MRT_OK && mrt_events_start(e, 0, y0) == MRT_OK);
    mrt_status status = MRT_OK;
    while (status == MRT_OK && s->t < 1 && mrt_integrator_step(s) == MRT_OK) status = mrt_events_find(e, s, 1, &event);
    CHECK(status == MRT_E_NAN);
    CHECK(mrt_events_start(e, 6, y0) == MRT_E_SINGULAR);
    CHECK(mrt_events_new(-1, 2, 0, broken, NULL) == NULL);
    mrt_events_free(e);
    mrt_events_free(NULL);
    mrt_integrator_free(s);
}

int main(void)
{
    for (const mrt_method *const *m = mrt_methods; *m; m++) {
        follow_zeros(*m, 18, 1e-7);                 /* some hundred times the tolerance over six half periods */
        follow_zeros(*m, -18, 1e-7);
        test_several(*m);
        test_zero_at_start(*m);
    }
    test_inside();
    test_end();
    test_failures();
    return check_done();
}
