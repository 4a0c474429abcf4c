/*
 * switches.c -- see switches.h.
 */
#include "switches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"

enum { LOOKS = 2 };                  /* points looked at inside each step */

typedef struct known { double before, behind; int event; } known;

struct mrt_switches {
    mrt_system *s;
    const mrt_formulation *f;
    double *z, *q, *u;
    mrt_events *events;              /* NULL: the mechanism has no event functions */
    int     nknown;
    known  *list;                    /* ascending in time */
};

static int sign_of(double z) { return (z > 0) - (z < 0); }

static void evaluate(mrt_switches *w, double t, const double *q, const double *u)
{
    w->s->mech->event(w->s->w, w->s->mode, t, q, u, w->s->in, w->z);
}

static mrt_status values(double t, const double *y, double *z, void *data);

/* ---- switches of time alone ---- */

/* 1 if event i keeps its value when the state changes, at three times. */
static int time_only(mrt_switches *w, int i, const mrt_task *task, const double *q, const double *u)
{
    const mrt_mechanism *m = w->s->mech;
    for (int k = 0; k < 3; k++) {
        double t = task->from + (task->to - task->from)*(0.1 + 0.37*k);
        evaluate(w, t, q, u);
        double z = w->z[i];
        for (int j = 0; j < m->nq; j++) w->q[j] = q[j] + 0.01*(1 + j%3) + 0.003*k;
        for (int j = 0; j < m->nu; j++) w->u[j] = u[j] + 0.02*(1 + j%5) + 0.005*k;
        mrt_system_normalise(w->s, w->q);
        evaluate(w, t, w->q, w->u);
        if (w->z[i] != z) return 0;
    }
    return 1;
}

/* Halves [a, b] until no number lies between; then z changes sign from a to b, or is zero strictly between. */
static known bracket(mrt_switches *w, int i, double a, double b, int side, const double *q, const double *u)
{
    for (;;) {
        double middle = a + (b - a)/2;
        if (middle <= a || middle >= b) break;
        evaluate(w, middle, q, u);
        int now = sign_of(w->z[i]);
        if (now == side) a = middle;
        else if (now == 0) {
            /* A zero hit exactly: step and sign have a value of their own there, so both ends stay off it. */
            return (known){ nextafter(middle, -INFINITY), nextafter(middle, INFINITY), i };
        } else b = middle;
    }
    return (known){ a, b, i };
}

static int by_time(const void *a, const void *b)
{
    const known *x = a, *y = b;
    if (x->behind != y->behind) return x->behind < y->behind ? -1 : 1;
    return x->event - y->event;
}

/* Returns 0 when out of memory. */
static int find_known(mrt_switches *w, const mrt_task *task, const double *q, const double *u)
{
    int grid = task->steps > 1000 ? task->steps : 1000, room = 0;
    for (int i = 0; i < w->s->mech->nevent; i++) {
        if (!time_only(w, i, task, q, u)) continue;
        int side = 0;
        double last = task->from;
        for (int k = 0; k <= grid; k++) {
            double t = task->from + (task->to - task->from)*k/grid;
            evaluate(w, t, q, u);
            int now = sign_of(w->z[i]);
            if (now == 0) continue;
            if (side && now != side) {
                if (w->nknown == room) {
                    room = room ? 2*room : 16;
                    known *more = realloc(w->list, (size_t)room*sizeof *more);
                    if (!more) return 0;
                    w->list = more;
                }
                w->list[w->nknown++] = bracket(w, i, last, t, side, q, u);
            }
            side = now, last = t;
        }
    }
    if (w->nknown) qsort(w->list, (size_t)w->nknown, sizeof *w->list, by_time);
    return 1;
}

mrt_switches *mrt_switches_new(mrt_system *s, const mrt_formulation *f, const mrt_task *task, const double *q, const double *u)
{
    size_t ne = (size_t)s->mech->nevent, nq = (size_t)s->mech->nq, nu = (size_t)s->mech->nu;
    mrt_switches *w = calloc(1, sizeof *w + (ne + nq + nu)*sizeof(double));
    if (!w) return NULL;
    w->s = s, w->f = f;
    w->z = (double *)(w + 1), w->q = w->z + ne, w->u = w->q + nq;
    if (ne == 0) return w;
    w->events = mrt_events_new(s->mech->nevent, f->size(s), LOOKS, values, w);
    if (!w->events || !find_known(w, task, q, u)) {
        mrt_switches_free(w);
        return NULL;
    }
    return w;
}

void mrt_switches_free(mrt_switches *w)
{
    if (w) mrt_events_free(w->events), free(w->list);
    free(w);
}

double mrt_switches_limit(const mrt_switches *w, double t)
{
    for (int k = 0; k < w->nknown; k++)
        if (w->list[k].behind > t) return w->list[k].before;
    return INFINITY;
}

double mrt_switches_behind(const mrt_switches *w, double t, int *event)
{
    for (int k = 0; k < w->nknown; k++)
        if (w->list[k].behind > t) {
            *event = w->list[k].event;
            return w->list[k].behind;
        }
    *event = -1;
    return t;
}

/* ---- switches that depend on the state ---- */

/* All event functions as mrt_events wants them. */
static mrt_status values(double t, const double *y, double *z, void *data)
{
    mrt_switches *w = data;
    w->f->state(w->s, y, w->q, w->u);
    evaluate(w, t, w->q, w->u);
    memcpy(z, w->z, (size_t)w->s->mech->nevent*sizeof(double));
    return MRT_OK;
}

mrt_status mrt_switches_set(mrt_switches *w, double t, const double *y)
{
    return w->events ? mrt_events_start(w->events, t, y) : MRT_OK;
}

mrt_status mrt_switches_find(mrt_switches *w, const mrt_integrator *integrator, double *t, int *event)
{
    mrt_event found;
    if (!w->events) return MRT_OK;
    mrt_status st = mrt_events_find(w->events, integrator, integrator->t, &found);
    if (st == MRT_EVENT) *t = found.t, *event = found.index;
    return st;
}

const double *mrt_switches_state(const mrt_switches *w) { return mrt_events_state(w->events); }
