/*
 * evaluations.c -- time per evaluation of a solver's functions, in one process.
 *
 *   evaluations libNAME.so NAME      prints lines "function nanoseconds"
 *
 * Every function is called at the start values; each figure is the best of many batches, so that interrupts do not count.
 * Mechanisms without loops: forward and inverse dynamics under joint torques 0.2 sin 3i. With loops: all terms of the equations, and the
 * accelerations by the formulation baumgarte, right-hand side of the integrator included.
 */
#include "runtime/formulations/formulations.h"
#include "runtime/assembly.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct bench {
    mrt_system *s;
    double *q, *u, *ud, *tau, *y, *dy;
    const mrt_formulation *f;
} bench;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

static void forward(bench *b)
{
    const mrt_mechanism *x = b->s->mech;
    x->forward(b->s->w, MRT_DYNAMICS, 0, b->q, b->u, b->s->in, b->tau, b->ud);
}

static void inverse(bench *b)
{
    const mrt_mechanism *x = b->s->mech;
    x->inverse(b->s->w, MRT_DYNAMICS, 0, b->q, b->u, b->ud, b->s->in, b->tau);
}

static void equations(bench *b) { mrt_system_equations(b->s, 0, b->q, b->u); }

static void accelerations(bench *b)
{
    if (b->f->rhs(0, b->y, b->dy, b->s) < 0) { fprintf(stderr, "evaluations: %s\n", b->s->message); exit(1); }
}

/* Best time of one call in nanoseconds: batches of about 0.2 ms for 60 ms. */
static double measure(void (*call)(bench *), bench *b)
{
    int batch = 1;
    for (double took = 0; took < 2e-4; batch *= 2) {
        double start = now();
        for (int i = 0; i < batch; i++) call(b);
        took = now() - start;
    }
    double best = INFINITY;
    for (double end = now() + 0.06; now() < end; ) {
        double start = now();
        for (int i = 0; i < batch; i++) call(b);
        best = fmin(best, (now() - start)/batch);
    }
    return 1e9*best;
}

int main(int argc, char **argv)
{
    if (argc != 3) { fprintf(stderr, "usage: evaluations libNAME.so NAME\n"); return 2; }
    void *library = dlopen(argv[1], RTLD_NOW);
    const mrt_mechanism *x = library ? dlsym(library, argv[2]) : NULL;
    if (!x) { fprintf(stderr, "evaluations: %s\n", dlerror()); return 1; }

    bench b = { mrt_system_new(x, MRT_DYNAMICS, NULL, NULL), NULL, NULL, NULL, NULL, NULL, NULL, mrt_formulation_find("baumgarte") };
    size_t n = (size_t)x->nq + (size_t)x->nu + 8;
    b.q = calloc(n, sizeof(double)), b.u = calloc(n, sizeof(double)), b.ud = calloc(n, sizeof(double));
    b.tau = calloc(n, sizeof(double)), b.y = calloc(2*n, sizeof(double)), b.dy = calloc(2*n, sizeof(double));
    if (!b.s || !b.q || !b.u || !b.ud || !b.tau || !b.y || !b.dy) { fprintf(stderr, "evaluations: out of memory\n"); return 1; }
    for (int i = 0; i < x->nu; i++) b.tau[i] = 0.2*sin(3*(i + 1));
    if (mrt_assemble(b.s, 0, 1, b.q, b.u) < 0) { fprintf(stderr, "evaluations: %s: %s\n", argv[2], b.s->message); return 1; }
    b.f->pack(b.s, b.q, b.u, b.y);

    if (x->nrow == 0) {
        printf("forward %.1f\n", measure(forward, &b));
        printf("inverse %.1f\n", measure(inverse, &b));
    } else {
        printf("equations %.1f\n", measure(equations, &b));
        printf("accelerations %.1f\n", measure(accelerations, &b));
    }
    mrt_system_free(b.s);
    free(b.q), free(b.u), free(b.ud), free(b.tau), free(b.y), free(b.dy);
    dlclose(library);
    return 0;
}
