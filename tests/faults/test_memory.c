/*
 * test_memory.c -- the objects of the numeric runtime take one block each, report its failure, and take no more later.
 *
 * The sources are compiled in here with an allocator that counts and can refuse; names that two of them have for
 * themselves are set apart.
 */
#include <stdlib.h>

static int allocations, refuse;
static void *counting_malloc(size_t size) { allocations++; return refuse ? NULL : malloc(size); }
static void *counting_calloc(size_t count, size_t size) { allocations++; return refuse ? NULL : calloc(count, size); }

#define malloc counting_malloc
#define calloc counting_calloc
#define evaluate newton_evaluate
#define direction newton_direction
#include "runtime/newton.c"
#undef evaluate
#undef direction
#include "runtime/events.c"
#include "runtime/integrators/integrators.c"
#undef malloc
#undef calloc

#include "tests/check.h"

static mrt_status circle(const double *x, double *f, double *J, void *data)
{
    (void)data;
    f[0] = x[0]*x[0] + x[1]*x[1] - 4;
    f[1] = x[1] - x[0]*x[0];
    if (J) { J[0] = 2*x[0]; J[1] = -2*x[0]; J[2] = 2*x[1]; J[3] = 1; }
    return MRT_OK;
}

static mrt_status harmonic(double t, const double *y, double *dy, void *data)
{
    (void)t; (void)data;
    dy[0] = y[1];
    dy[1] = -y[0];
    return MRT_OK;
}

static mrt_status position(double t, const double *y, double *z, void *data)
{
    (void)t; (void)data;
    z[0] = y[0];
    return MRT_OK;
}

static void test_newton(void)
{
    const double W[4] = {2, 0, 0, 1};
    double x[2] = {1, 1};
    refuse = 1;
    CHECK(mrt_newton_new(2, 2, 2) == NULL);
    refuse = allocations = 0;
    mrt_newton *s = mrt_newton_new(2, 2, 2);
    CHECK(s && allocations == 1);
    CHECK(mrt_newton_solve(s, circle, NULL, W, x, &(mrt_newton_options){ .tol = 1e-12 }, NULL) == MRT_OK);
    CHECK(allocations == 1);
    mrt_newton_free(s);
}

static void test_integration(const mrt_method *m)
{
    const double y0[2] = {1, 0};
    const mrt_options o = { .rtol = 1e-8, .atol = 1e-8, .step = m->fixed ? 0.01 : 0, .limit = INFINITY };
    refuse = 1;
    CHECK(mrt_integrator_new(m, 2, harmonic, NULL, &o) == NULL);
    CHECK(mrt_events_new(1, 2, 0, position, NULL) == NULL);
    refuse = allocations = 0;
    mrt_integrator *s = mrt_integrator_new(m, 2, harmonic, NULL, &o);
    mrt_events *e = mrt_events_new(1, 2, 2, position, NULL);
    CHECK(s && e && allocations == 2);
    CHECK(mrt_integrator_start(s, 0, y0, 10) == MRT_OK && mrt_events_start(e, 0, y0) == MRT_OK);
    int found = 0;
    while (s->t < 10 && mrt_integrator_step(s) == MRT_OK) {
        mrt_event event;
        found += mrt_events_find(e, s, 10, &event) == MRT_EVENT;
    }
    CHECK(found == 3 && allocations == 2);
    mrt_events_free(e);
    mrt_integrator_free(s);
    CHECK(mrt_integrator_new(m, -1, harmonic, NULL, &o) == NULL);
}

int main(void)
{
    test_newton();
    for (const mrt_method *const *m = mrt_methods; *m; m++) test_integration(*m);
    return check_done();
}
