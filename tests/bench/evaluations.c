/*
 * evaluations.c -- time per evaluation of a solver's functions, in one process.
 *
 *   evaluations libNAME.so NAME      of a generated solver: prints lines "function nanoseconds"
 *   evaluations FILE.tcl ENGINE      of an engine that interprets the script: the same, the names of the functions ending in _ENGINE
 *
 * Every function is called at the start values; each figure is the best of many batches, so that interrupts do not count.
 * Mechanisms without loops: forward and inverse dynamics under joint torques 0.2 sin 3i. With loops: all terms of the equations, and the
 * accelerations by the formulation baumgarte, right-hand side of the integrator included.
 */
#include "generator/commands/engine.h"
#include "generator/script/script.h"
#include "runtime/formulations/formulations.h"
#include "runtime/assembly.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Prints the times of one mechanism's functions. Returns the exit status. */
static int measure_all(const mrt_mechanism *x, const char *suffix)
{
    bench b = { mrt_system_new(x, MRT_DYNAMICS, NULL, NULL), NULL, NULL, NULL, NULL, NULL, NULL, mrt_formulation_find("baumgarte") };
    size_t n = (size_t)x->nq + (size_t)x->nu + 8;
    b.q = calloc(n, sizeof(double)), b.u = calloc(n, sizeof(double)), b.ud = calloc(n, sizeof(double));
    b.tau = calloc(n, sizeof(double)), b.y = calloc(2*n, sizeof(double)), b.dy = calloc(2*n, sizeof(double));
    if (!b.s || !b.q || !b.u || !b.ud || !b.tau || !b.y || !b.dy) { fprintf(stderr, "evaluations: out of memory\n"); return 1; }
    for (int i = 0; i < x->nu; i++) b.tau[i] = 0.2*sin(3*(i + 1));
    if (mrt_assemble(b.s, 0, 1, b.q, b.u) < 0) { fprintf(stderr, "evaluations: %s: %s\n", x->name, b.s->message); return 1; }
    b.f->pack(b.s, b.q, b.u, b.y);

    if (x->nrow == 0) {
        printf("forward%s %.1f\n", suffix, measure(forward, &b));
        printf("inverse%s %.1f\n", suffix, measure(inverse, &b));
    } else {
        printf("equations%s %.1f\n", suffix, measure(equations, &b));
        printf("accelerations%s %.1f\n", suffix, measure(accelerations, &b));
    }
    mrt_system_free(b.s);
    free(b.q), free(b.u), free(b.ud), free(b.tau), free(b.y), free(b.dy);
    return 0;
}

static int measure_solver(const char *path, const char *name)
{
    void *library = dlopen(path, RTLD_NOW);
    const mrt_mechanism *x = library ? dlsym(library, name) : NULL;
    if (!x) { fprintf(stderr, "evaluations: %s\n", dlerror()); return 1; }
    int status = measure_all(x, "");
    dlclose(library);
    return status;
}

static int measure_engine(const char *file, const engine *e)
{
    model *m = script_load(file, NULL);
    topology *g = m ? topology_new(m) : NULL;
    mrt_mechanism x;
    char suffix[40];
    int status = 1;
    for (int i = 0; m && i < model_messages(m); i++) fprintf(stderr, "%s: %s\n", file, model_message(m, i)->text);
    if (g) facts_fill(&x, m, g, NULL);
    if (g && e->make(&x, m, g) == 0) {
        snprintf(suffix, sizeof suffix, "_%s", e->name);
        status = measure_all(&x, suffix);
        e->free(&x);
    } else fprintf(stderr, "evaluations: %s: the engine %s could not be made\n", file, e->name);
    topology_free(g);
    model_free(m);
    return status;
}

int main(int argc, char **argv)
{
    const char *dot = argc == 3 ? strrchr(argv[1], '.') : NULL;
    if (!dot) { fprintf(stderr, "usage: evaluations libNAME.so NAME, or evaluations FILE.tcl ENGINE\n"); return 2; }
    if (strcmp(dot, ".tcl")) return measure_solver(argv[1], argv[2]);
    const engine *e = engine_find(argv[2]);
    if (!e || !e->make) { fprintf(stderr, "evaluations: \"%s\" is no engine that interprets a script\n", argv[2]); return 2; }
    return measure_engine(argv[1], e);
}
