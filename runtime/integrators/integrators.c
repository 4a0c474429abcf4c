/* integrators.c -- the list of integrators, and what is the same for all of them: memory, checks, counting. */
#include "method.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const mrt_method *const mrt_methods[] = {
#define INTEGRATOR(name) &mrt_method_##name,
#include "integrators.def"
#undef INTEGRATOR
    NULL
};

const mrt_method *mrt_method_find(const char *name)
{
    for (const mrt_method *const *m = mrt_methods; *m; m++)
        if (!strcmp((*m)->name, name)) return *m;
    return NULL;
}

/* ---- memory: the object, y, dy and the private state in one block ---- */

static size_t aligned(size_t bytes) { return (bytes + 31)/32*32; }

mrt_integrator *mrt_integrator_new(const mrt_method *m, int n, mrt_rhs *rhs, void *data, const mrt_options *o)
{
    /* No method keeps more than 64 vectors; beyond this the sizes below could overflow. */
    if (n < 0 || (size_t)n > SIZE_MAX/(64*sizeof(double)) - 4096) return NULL;
    size_t head = aligned(sizeof(mrt_integrator)), vector = aligned((size_t)padded(n)*sizeof(double));
    size_t total = head + 2*vector + aligned(m->size(n));
    char *block = calloc(1, total);
    if (!block) return NULL;
    mrt_integrator *s = (mrt_integrator *)block;
    s->method  = m;
    s->n       = n;
    s->y       = (double *)(block + head);
    s->dy      = (double *)(block + head + vector);
    s->state   = block + head + 2*vector;
    s->rhs     = rhs;
    s->data    = data;
    s->options = *o;
    return s;
}

void mrt_integrator_free(mrt_integrator *s) { free(s); }

/* ---- what methods call ---- */

/* 0*x is NaN for what is not finite. Four sums, because one chain of additions would wait for itself; single loads,
 * because a wide load of what was just stored piece by piece would wait for the stores. */
static int all_finite(int n, const double *x)
{
    double a = 0, b = 0, c = 0, d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        a += 0*x[i];
        b += 0*x[i + 1];
        c += 0*x[i + 2];
        d += 0*x[i + 3];
    }
    for (; i < n; i++) a += 0*x[i];
    return !isnan((a + b) + (c + d));
}

mrt_status mrt_evaluate(mrt_integrator *s, double t, const double *y, double *dy)
{
    const long most = s->options.max_evaluations;
    if (most > 0 && s->counts.evaluations >= most) return s->counts.stiff ? MRT_E_STIFF : MRT_E_WORK;
    s->counts.evaluations++;
    mrt_status status = s->rhs(t, y, dy, s->data);
    if (status < 0) return status;
    return all_finite(s->n, dy) ? MRT_OK : MRT_E_NAN;
}

mrt_status mrt_inverse_weights(const mrt_integrator *s, const double *y, double *inverse)
{
    const double rtol = s->options.rtol, atol = s->options.atol;
    for (int i = 0; i < padded(s->n); i += GROUP)
        for (int l = 0; l < GROUP; l++) inverse[i + l] = 1/(rtol*fabs(y[i + l]) + atol);
    for (int i = s->n; i < padded(s->n); i++) inverse[i] = 1;
    /* Only without an absolute part can a weight be 0. */
    if (atol <= 0)
        for (int i = 0; i < s->n; i++)
            if (isinf(inverse[i])) return MRT_E_TOLERANCE;
    return MRT_OK;
}

/* ---- the public functions ---- */

static int options_good(const mrt_integrator *s)
{
    const mrt_options *o = &s->options;
    if (!(o->step >= 0 && isfinite(o->step) && o->max_step >= 0) || isnan(o->limit) || o->max_evaluations < 0) return 0;
    if (s->method->fixed) return o->step > 0;
    return o->rtol >= 0 && o->atol >= 0 && isfinite(o->rtol) && isfinite(o->atol) && o->rtol + o->atol > 0;
}

mrt_status mrt_integrator_start(mrt_integrator *s, double t, const double *y, double to)
{
    const double limit = s->options.limit;
    if (s->n < 1 || !options_good(s) || !isfinite(t) || !isfinite(to)) return MRT_E_ARGUMENT;
    if (!(t < to || t > to)) return MRT_E_ARGUMENT;
    if (!isinf(limit) && (to > t ? limit < t : limit > t)) return MRT_E_ARGUMENT;
    if (!all_finite(s->n, y)) return MRT_E_NAN;
    if (y != s->y) memcpy(s->y, y, (size_t)s->n*sizeof *y);
    s->t = s->t_old = t;
    s->to = to;
    s->counts.last_step = 0;
    s->counts.order = 0;
    mrt_status status = mrt_evaluate(s, t, s->y, s->dy);
    return status < 0 ? status : s->method->start(s, to);
}

/* The direction is fixed by the first step; `to` behind t then means that it has been passed. */
static double ahead(const mrt_integrator *s)
{
    return s->counts.last_step < 0 ? -1 : s->counts.last_step > 0 ? 1 : direction(s);
}

mrt_status mrt_integrator_restart(mrt_integrator *s)
{
    if (ahead(s)*(s->to - s->t) <= 0) return MRT_STOPPED;
    s->counts.restarts++;
    return mrt_integrator_start(s, s->t, s->y, s->to);
}

mrt_status mrt_integrator_step(mrt_integrator *s)
{
    const double from = s->t, sign = ahead(s);
    if (sign*(s->to - from) <= 0) return MRT_STOPPED;
    if (!isinf(s->options.limit) && sign*(s->options.limit - from) <= 0) return MRT_STOPPED;
    mrt_status status = s->method->step(s);
    if (status < 0) {
        s->t_old = s->t = from;
        return status;
    }
    s->t_old = from;
    s->counts.steps++;
    s->counts.last_step = s->t - from;
    return status;
}

void mrt_integrator_interpolate(const mrt_integrator *s, double t, double *y, double *dy)
{
    if (s->t_old < s->t || s->t_old > s->t) {
        s->method->interpolate(s, t, y, dy);
        return;
    }
    /* No step yet, or the last one failed: all there is to go by is the tangent. */
    for (int i = 0; i < s->n; i++) {
        y[i] = s->y[i] + (t - s->t)*s->dy[i];
        if (dy) dy[i] = s->dy[i];
    }
}
