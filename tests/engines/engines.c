/*
 * engines.c -- see engines.h.
 */
#include "engines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator/commands/facts.h"
#include "generator/commands/interpreted.h"
#include "generator/passes/passes.h"
#include "generator/script/script.h"

/* ---- making ---- */

static void show(model *m)
{
    for (int i = 0; m && i < model_messages(m); i++) {
        const message *e = model_message(m, i);
        if (!e->warning) fprintf(stderr, "%s:%d: %s\n", e->at.file ? e->at.file : "?", e->at.line, e->text);
    }
}

static int errors(model *m)
{
    int n = 0;
    for (int i = 0; m && i < model_messages(m); i++) n += !model_message(m, i)->warning;
    return n;
}

bool engines_load(engines *x, const char *file)
{
    *x = (engines){ 0 };
    x->m = script_load(file, NULL);
    x->g = errors(x->m) ? NULL : topology_new(x->m);
    x->p = x->g ? derive_program(x->m, x->g, &x->report) : NULL;
    if (!x->p) {
        show(x->m);
        fprintf(stderr, "%s: %s\n", file, x->report.error);
        return false;
    }
    x->p = passes_run(x->p);
    facts_fill(&x->derived, x->m, x->g, &x->report);
    facts_fill(&x->joint, x->m, x->g, NULL);
    facts_fill(&x->cartesian, x->m, x->g, NULL);
    return interpreted_start(&x->derived, x->p) && joint_engine(&x->joint, x->m, x->g) == 0 && cartesian_engine(&x->cartesian, x->m, x->g) == 0;
}

void engines_free(engines *x)
{
    if (x->joint.data) joint_engine_free(&x->joint);
    if (x->cartesian.data) cartesian_engine_free(&x->cartesian);
    if (x->derived.data) interpreted_done(&x->derived);
    program_free(x->p);
    if (x->g) topology_free(x->g);
    model_free(x->m);
    *x = (engines){ 0 };
}

/* ---- comparing kernels ---- */

static double random_number(unsigned long *seed, double from, double to)
{
    *seed = *seed*6364136223846793005u + 1442695040888963407u;
    return from + (to - from)*(double)(*seed >> 11)/9007199254740992.0;
}

static double *random_array(unsigned long *seed, int n, double size)
{
    double *a = calloc((size_t)n + 1, sizeof *a);
    for (int i = 0; a && i < n; i++) a[i] = random_number(seed, -size, size);
    return a;
}

typedef struct state { double t, *p, *q, *u, *ud, *in, *tau; } state;

enum { ARRAYS = 3 };

/* One function of the mechanism into up to three arrays; sizes of those it has not are 0. */
typedef struct kernel {
    const char *name;
    void (*size)(const mrt_mechanism *m, int n[ARRAYS]);
    void (*call)(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[ARRAYS]);
} kernel;

#define SIZES(name, a, b, c) static void name(const mrt_mechanism *m, int n[ARRAYS]) { (void)m; n[0] = a, n[1] = b, n[2] = c; }
SIZES(size_start, m->nq, m->nu, 7*m->nbody)
SIZES(size_rates, m->nq, 0, 0)
SIZES(size_mass, m->nu*m->nu, 0, 0)
SIZES(size_equations, m->nu*m->nu, m->nu, 0)
SIZES(size_speeds, m->nu, 0, 0)
SIZES(size_bodies, 7*m->nbody, 6*m->nbody, 6*m->nbody)
SIZES(size_cut, m->ncq, m->ncu, m->ncu)
SIZES(size_energy, 2, 0, 0)
SIZES(size_output, m->nout, 0, 0)
SIZES(size_transformation, 6*m->nbody*m->nu, 6*m->nbody, 0)

static void call_start(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[])
{
    (void)mode, (void)s;
    double *cq = calloc((size_t)m->ncq + 1, sizeof *cq);
    m->start(w, o[0], o[1], cq, o[2]);
    for (int b = 0; b < m->nbody; b++) if (!m->bodies[b].has_guess) memset(o[2] + 7*b, 0, 7*sizeof(double));
    free(cq);
}
static void call_rates(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { (void)mode; m->rates(w, s->q, s->u, o[0]); }
static void call_mass(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { (void)mode; m->mass(w, s->q, o[0]); }
static void call_equations(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[])
{
    size_t nr = (size_t)m->nrow + 1;
    double *rest = calloc(3*nr + nr*(size_t)(m->nu + 1), sizeof *rest);
    m->equations(w, mode, s->t, s->q, s->u, s->in, o[0], o[1], rest, rest + nr, rest + 3*nr, rest + 2*nr);
    free(rest);
}
static void call_forward(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { m->forward(w, mode, s->t, s->q, s->u, s->in, s->tau, o[0]); }
static void call_inverse(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { m->inverse(w, mode, s->t, s->q, s->u, s->ud, s->in, o[0]); }
/* Euler parameters e and -e are the same orientation: the largest is taken positive. */
static void canonical(double *e)
{
    int most = 0;
    for (int k = 1; k < 4; k++) if (fabs(e[k]) > fabs(e[most]) + 1e-6) most = k;
    for (int k = 0; k < 4 && e[most] < 0; k++) if (k != most) e[k] = -e[k];
    e[most] = fabs(e[most]);
}
static void call_bodies(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[])
{
    (void)mode;
    m->bodies_state(w, s->t, s->q, s->u, s->ud, o[0], o[1], o[2]);
    for (int b = 0; b < m->nbody; b++) canonical(o[0] + 7*b + 3);
}
static void call_cut(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[])
{
    (void)mode;
    m->cut_joints(w, s->t, s->q, s->u, s->ud, o[0], o[1], o[2]);
    for (int i = 0; i < m->nall_q; i++)
        if (m->all_q[i].cut && m->all_q[i].quantity == MRT_EULER) canonical(o[0] + m->all_q[i].index), i += 3;
}
static void call_energy(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { (void)mode; m->energy(w, s->t, s->q, s->u, s->in, o[0]); }
static void call_output(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { m->output(w, mode, s->t, s->q, s->u, s->ud, s->in, o[0]); }
static void call_transformation(const mrt_mechanism *m, double *w, int mode, const state *s, double *o[]) { (void)mode; m->transformation(w, s->t, s->q, s->u, o[0], o[1]); }

static const kernel kernels[] = {
    { "start", size_start, call_start }, { "rates", size_rates, call_rates }, { "mass", size_mass, call_mass },
    { "equations", size_equations, call_equations }, { "forward", size_speeds, call_forward }, { "inverse", size_speeds, call_inverse },
    { "bodies_state", size_bodies, call_bodies }, { "cut_joints", size_cut, call_cut }, { "energy", size_energy, call_energy },
    { "output", size_output, call_output }, { "transformation", size_transformation, call_transformation } };

static void compare_kernel(const mrt_mechanism *a, const mrt_mechanism *b, const kernel *k, double *wa, double *wb, int mode, const state *s, difference *d)
{
    int n[ARRAYS];
    double *x[ARRAYS], *y[ARRAYS];
    k->size(a, n);
    for (int i = 0; i < ARRAYS; i++) x[i] = calloc((size_t)n[i] + 1, sizeof(double)), y[i] = calloc((size_t)n[i] + 1, sizeof(double));
    k->call(a, wa, mode, s, x);
    k->call(b, wb, mode, s, y);
    for (int i = 0; i < ARRAYS; i++) {
        double size = 1;
        for (int e = 0; e < n[i]; e++) if (isfinite(x[i][e])) size = fmax(size, fabs(x[i][e]));
        for (int e = 0; e < n[i]; e++) {
            double off = isnan(x[i][e]) && isnan(y[i][e]) ? 0 : fabs(x[i][e] - y[i][e])/size;
            if (off <= d->most) continue;
            d->most = isnan(off) ? INFINITY : off;
            snprintf(d->where, sizeof d->where, "%s, array %d, entry %d: %.17g against %.17g", k->name, i, e, x[i][e], y[i][e]);
        }
        free(x[i]), free(y[i]);
    }
}

static void normalise(const mrt_mechanism *m, double *q)
{
    for (int i = 0; i < m->neuler; i++) {
        double *e = q + m->euler[i], length = sqrt(e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3]);
        for (int k = 0; k < 4; k++) e[k] /= length;
    }
}

void engines_compare_kernels(const mrt_mechanism *a, const mrt_mechanism *b, int points, unsigned long seed, difference *d)
{
    double *wa = calloc(a->work + 1, sizeof *wa), *wb = calloc(b->work + 1, sizeof *wb);
    for (int round = 0; round < points; round++) {
        state s = { random_number(&seed, 0, 2), random_array(&seed, a->np, 0), random_array(&seed, a->nq, 1.5), random_array(&seed, a->nu, 2),
                    random_array(&seed, a->nu, 2), random_array(&seed, a->nin, 2), random_array(&seed, a->nu, 2) };
        for (int i = 0; i < a->np; i++) s.p[i] = a->parameters[i].value*random_number(&seed, 0.98, 1.02);
        normalise(a, s.q);
        mrt_workspace_init(a, wa, s.p);
        mrt_workspace_init(b, wb, s.p);
        for (size_t k = 0; k < sizeof kernels/sizeof *kernels; k++) {
            if (kernels[k].call == call_forward && (!a->forward || !b->forward)) continue;
            compare_kernel(a, b, &kernels[k], wa, wb, round % 2 ? MRT_KINEMATICS : MRT_DYNAMICS, &s, d);
        }
        free(s.p), free(s.q), free(s.u), free(s.ud), free(s.in), free(s.tau);
        mrt_workspace_done(b, wb);
    }
    free(wa), free(wb);
}
