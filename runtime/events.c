/*
 * events.c -- locating events by a bracket that always has no crossing at its near end and one at its far end.
 *
 * All functions are followed at once: the next point is the earliest of their secant estimates, after the Illinois rule
 * (Dowell, Jarratt 1971) has halved the values at an end that stayed twice; bisection whenever the bracket has not
 * shrunk by half in three points. So the earliest crossing is kept in the bracket, whichever function it belongs to.
 */
#include "events.h"
#include "linalg.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct mrt_events {
    int     ne, n, inside;
    double  t;                       /* looked at up to here */
    int     reported;                /* 1: the last find gave an event, at t */
    mrt_event_function *z;
    void   *data;
    double *z_here;                  /* [ne] at t */
    double *near_, *far_, *trial;    /* [ne] values at the ends of the bracket and between */
    double *y, *state;               /* [n] */
    int    *side, *crossed;          /* [ne] */
};

mrt_events *mrt_events_new(int ne, int n, int inside, mrt_event_function *z, void *data)
{
    if (ne < 0 || n < 0 || inside < 0) return NULL;
    const size_t reals = 4*(size_t)ne + 2*(size_t)n;
    mrt_events *e = calloc(1, sizeof *e + reals*sizeof(double) + 2*(size_t)ne*sizeof(int));
    if (!e) return NULL;
    e->ne = ne;
    e->n = n;
    e->inside = inside;
    e->z = z;
    e->data = data;
    e->z_here  = (double *)(e + 1);
    e->near_   = e->z_here + ne;
    e->far_    = e->near_ + ne;
    e->trial   = e->far_ + ne;
    e->y       = e->trial + ne;
    e->state   = e->y + n;
    e->side    = (int *)(e->state + n);
    e->crossed = e->side + ne;
    return e;
}

void mrt_events_free(mrt_events *e) { free(e); }

const double *mrt_events_state(const mrt_events *e) { return e->state; }
const int *mrt_events_crossed(const mrt_events *e) { return e->crossed; }

static int sign_of(double z) { return (z > 0) - (z < 0); }

static mrt_status evaluate(mrt_events *e, double t, const double *y, double *z)
{
    mrt_status status = e->z(t, y, z, e->data);
    if (status < 0) return status;
    return mrt_all_finite(e->ne, z) ? MRT_OK : MRT_E_NAN;
}

mrt_status mrt_events_start(mrt_events *e, double t, const double *y)
{
    const int behind_event = e->reported && !(t < e->t || t > e->t);
    mrt_status status = evaluate(e, t, y, e->z_here);
    if (status < 0) return status;
    for (int i = 0; i < e->ne; i++)
        e->side[i] = behind_event && e->crossed[i] ? e->crossed[i] : sign_of(e->z_here[i]);
    e->t = t;
    e->reported = 0;
    return MRT_OK;
}

/* Has any function left its side? */
static int any_crossed(const mrt_events *e, const double *z)
{
    for (int i = 0; i < e->ne; i++)
        if (e->side[i]*sign_of(z[i]) < 0) return 1;
    return 0;
}

/* Where, as a fraction of the bracket, the first of the crossing functions would be zero if it were straight. */
static double earliest_secant(const mrt_events *e)
{
    double first = 1;
    for (int i = 0; i < e->ne; i++) {
        if (e->side[i]*sign_of(e->far_[i]) >= 0) continue;
        const double a = fabs(e->near_[i]), b = fabs(e->far_[i]);
        /* A value on the wrong side at the near end is a side kept by decree: the zero is there. */
        const double x = e->side[i]*sign_of(e->near_[i]) < 0 || a + b <= 0 ? 0 : a/(a + b);
        if (x < first) first = x;
    }
    return first;
}

/* Shrinks the bracket from near (no crossing) to far (a crossing, values in far_) until t cannot be told apart. */
static mrt_status shrink(mrt_events *e, const mrt_integrator *s, double *near_t, double *far_t)
{
    double width = fabs(*far_t - *near_t);
    int stayed = 0, slow = 0;                /* >0: far end stayed that often, <0: near end */
    for (;;) {
        const double span = *far_t - *near_t, least = 2*DBL_EPSILON*fmax(fabs(*near_t), fabs(*far_t));
        if (fabs(span) <= fmax(least, DBL_MIN)) return MRT_OK;
        double x = slow >= 3 ? 0.5 : earliest_secant(e);
        /* Never nearer to an end than the resolution, or the bracket closes from one side only. */
        const double margin = fmin(0.5, 0.5*least/fabs(span));
        x = fmin(1 - margin, fmax(margin, x));
        const double t = *near_t + x*span;
        if (!(fabs(t - *near_t) > 0) || !(fabs(*far_t - t) > 0)) return MRT_OK;

        mrt_integrator_interpolate(s, t, e->y, NULL);
        mrt_status status = evaluate(e, t, e->y, e->trial);
        if (status < 0) return status;
        if (any_crossed(e, e->trial)) {
            *far_t = t;
            memcpy(e->far_, e->trial, (size_t)e->ne*sizeof(double));
            stayed = stayed < 0 ? stayed - 1 : -1;
            if (stayed < -1) for (int i = 0; i < e->ne; i++) e->near_[i] *= 0.5;
        } else {
            *near_t = t;
            memcpy(e->near_, e->trial, (size_t)e->ne*sizeof(double));
            stayed = stayed > 0 ? stayed + 1 : 1;
            if (stayed > 1) for (int i = 0; i < e->ne; i++) e->far_[i] *= 0.5;
        }
        slow = fabs(*far_t - *near_t) <= 0.5*width ? 0 : slow + 1;
        if (slow == 0) width = fabs(*far_t - *near_t);
    }
}

/* The event between near and far, whose values are in near_ and far_. */
static mrt_status locate(mrt_events *e, const mrt_integrator *s, double near_t, double far_t, mrt_event *found)
{
    mrt_status status = shrink(e, s, &near_t, &far_t);
    if (status < 0) return status;
    if (far_t < s->t || far_t > s->t) mrt_integrator_interpolate(s, far_t, e->state, NULL);
    else memcpy(e->state, s->y, (size_t)e->n*sizeof(double));
    status = evaluate(e, far_t, e->state, e->z_here);
    if (status < 0) return status;
    *found = (mrt_event){ .t = far_t, .before = near_t, .index = -1 };
    for (int i = 0; i < e->ne; i++) {
        const int now = sign_of(e->z_here[i]);
        e->crossed[i] = e->side[i]*now < 0 ? now : 0;
        if (!e->crossed[i]) continue;
        if (found->index < 0) found->index = i, found->direction = now;
        found->count++;
        e->side[i] = now;
    }
    e->t = far_t;
    e->reported = 1;
    return MRT_EVENT;
}

mrt_status mrt_events_find(mrt_events *e, const mrt_integrator *s, double to, mrt_event *found)
{
    e->reported = 0;
    if (e->ne == 0) return MRT_OK;
    const double ahead = s->t >= s->t_old ? 1 : -1, from = e->t;
    const double end = ahead*(to - s->t) < 0 ? to : s->t;
    if (ahead*(end - from) <= 0) return MRT_OK;
    for (int k = 1; k <= e->inside + 1; k++) {
        const double t = k <= e->inside ? from + (end - from)*k/(e->inside + 1) : end;
        const double *y = s->y;
        if (t < s->t || t > s->t) {
            mrt_integrator_interpolate(s, t, e->y, NULL);
            y = e->y;
        }
        mrt_status status = evaluate(e, t, y, e->far_);
        if (status < 0) return status;
        if (any_crossed(e, e->far_)) {
            memcpy(e->near_, e->z_here, (size_t)e->ne*sizeof(double));
            return locate(e, s, e->t, t, found);
        }
        for (int i = 0; i < e->ne; i++)
            if (sign_of(e->far_[i])) e->side[i] = sign_of(e->far_[i]);
        memcpy(e->z_here, e->far_, (size_t)e->ne*sizeof(double));
        e->t = t;
    }
    return MRT_OK;
}
