/*
 * bench_evaluations.c -- one evaluation of the accelerations by every engine, at the same states along the generated solver's dynamics.
 *
 * Off the constraints the engines may differ: each has conditions of its own that vanish together. So the states are first brought back onto the
 * constraints, in position and speed. What is timed is the right-hand side that the integrator of a run calls.
 */
#include "bench.h"
#include "bench_clock.h"
#include "bench_motion.h"
#include "files.h"
#include "../../runtime/assembly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AGREEMENT 1e-8

typedef struct states {
    const mrt_formulation *method;
    mrt_system *s[BENCH_ENGINES];
    bench_motion motion;                        /* of the generated solver; a at these states without stabilisation */
    int     size[BENCH_ENGINES];
    double *y[BENCH_ENGINES];                   /* [rows*size] as the formulation packs them */
    double *dy;
} states;

/* ---- states ---- */

/* Puts every row of the run's motion back onto the constraints, with its accelerations. Rows where that fails are left out. */
static bool find_states(states *x, const bench_motion *run)
{
    mrt_system *s = x->s[0];
    mrt_assembly *a = mrt_assembly_new(s);
    mrt_point *p = mrt_point_new(s->mech);
    bool good = a && p;
    for (int k = 0; good && k < run->rows; k++) {
        p->t = run->t[k];
        memcpy(p->q, run->q + k*run->nq, (size_t)run->nq*sizeof(double));
        memcpy(p->u, run->u + k*run->nu, (size_t)run->nu*sizeof(double));
        mrt_status st = MRT_OK;
        if (s->nactive) st = mrt_assembly_positions(a, p->t, p->q, NULL);
        if (s->nactive && st >= 0) st = mrt_assembly_velocities(a, p->t, p->q, p->u, NULL);
        if (k == 0 && st >= 0) st = mrt_system_choose(s, p->t, p->q);
        if (st >= 0 && x->method->accelerations(s, p) >= 0) bench_motion_add(&x->motion, s, p->t, p->q, p->u, p->ud);
    }
    mrt_assembly_free(a);
    mrt_point_free(p);
    return good && x->motion.rows > 0;
}

/* The states in the engine's coordinates, and the accelerations it finds there. */
static void compare(states *x, int e, bench_figure *f)
{
    mrt_system *s = x->s[e];
    bench_motion own;
    mrt_point *p = mrt_point_new(s->mech);
    bench_motion_init(&own, s->mech, BENCH_STATES);
    snprintf(f->reason, MRT_TEXT, "%s", p ? "" : "out of memory");
    for (int k = 0; !f->reason[0] && k < x->motion.rows; k++) {
        p->t = x->motion.t[k];
        mrt_status st = MRT_OK;
        if (!bench_motion_transfer(&x->motion, x->s[0]->mech, k, s, p->q, p->u))
            snprintf(f->reason, MRT_TEXT, "the state at t = %.6g cannot be told in its coordinates", p->t);
        else {
            if (k == 0) st = mrt_system_choose(s, p->t, p->q);
            x->method->pack(s, p->q, p->u, x->y[e] + k*x->size[e]);
            if (st >= 0) st = x->method->rhs(p->t, x->y[e] + k*x->size[e], x->dy, s);
            if (st >= 0) st = x->method->accelerations(s, p);
            if (st < 0) snprintf(f->reason, MRT_TEXT, "no accelerations at t = %.6g: %s", p->t, mrt_status_text(st));
            else bench_motion_add(&own, s, p->t, p->q, p->u, p->ud);
        }
    }
    f->measured = !f->reason[0];
    f->difference = f->measured ? bench_motion_accelerations(&x->motion, &own) : NAN;
    f->agrees = f->difference <= AGREEMENT;
    if (f->measured && !f->agrees)
        snprintf(f->reason, MRT_TEXT, "accelerations differ from those of the generated solver by %.1e, more than %.0e: no ratio", f->difference, AGREEMENT);
    bench_motion_done(&own);
    mrt_point_free(p);
}

/* ---- times ---- */

static double sample_states(void *data, int e, int times)
{
    states *x = data;
    mrt_system *s = x->s[e];
    int n = x->size[e], rows = x->motion.rows;
    double begin = bench_cpu();
    for (int i = 0; i < times; i++)
        for (int k = 0; k < rows; k++) x->method->rhs(x->motion.t[k], x->y[e] + k*n, x->dy, s);
    return (bench_cpu() - begin)/times/rows;
}

static void prepare(states *x, const bench_case *b)
{
    int most = 0;
    x->method = b->record->task[1].method;
    for (int e = 0; e < BENCH_ENGINES; e++) {
        if (!(x->s[e] = b->system[1][e])) continue;
        x->size[e] = x->method->size(x->s[e]);
        x->y[e] = xalloc((size_t)BENCH_STATES*(size_t)x->size[e]*sizeof(double));
        if (x->size[e] > most) most = x->size[e];
    }
    x->dy = xalloc((size_t)(most + 1)*sizeof(double));
    bench_motion_init(&x->motion, &b->mech[0], BENCH_STATES);
}

bool bench_evaluations(bench_case *b)
{
    states x = { 0 };
    bench_motion run;
    mrt_report report;
    bench_figure *f = b->record->figure[BENCH_ACCELERATIONS];
    bool use[BENCH_ENGINES] = { false };
    bench_time time[BENCH_ENGINES];
    prepare(&x, b);
    bench_motion_init(&run, &b->mech[0], BENCH_STATES);
    mrt_status st = bench_motion_run(&run, x.s[0], &b->record->task[1], &report);
    bool good = st >= 0 && find_states(&x, &run);
    for (int e = 0; e < BENCH_ENGINES && good; e++) {
        f[e].assembly = NAN;
        if (b->ready[e]) compare(&x, e, &f[e]), use[e] = f[e].measured;
        good = good && use[0];
    }
    if (good) {
        b->record->states = x.motion.rows;
        bench_rounds(b, "accelerations", use, sample_states, &x, time);
        for (int e = 0; e < BENCH_ENGINES; e++) if (use[e]) f[e].time = time[e];
    } else
        fprintf(stderr, "mechc bench: %s: accelerations: %s\n", b->s.m->file, st < 0 ? x.s[0]->message : f[0].reason[0] ? f[0].reason : "no state on the "
                "constraints was found");
    for (int e = 0; e < BENCH_ENGINES; e++) free(x.y[e]);
    free(x.dy);
    bench_motion_done(&run);
    bench_motion_done(&x.motion);
    return good;
}
