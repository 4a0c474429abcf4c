/*
 * parameters.c -- see parameters.h.
 */
#include "parameters.h"

#include <stdlib.h>

/* Workspace, and behind it what `settings` writes. */
typedef struct settings { double *w, *p, *in, stable[2], times[8]; } settings;

static int settings_new(settings *x, const mrt_mechanism *m, const double *p)
{
    x->w = malloc((m->work + (size_t)(m->np + m->nin) + 1)*sizeof(double));
    if (!x->w) return -1;
    x->p = x->w + m->work, x->in = x->p + m->np;
    mrt_workspace_init(m, x->w, p);
    return 0;
}

static void settings_done(settings *x, const mrt_mechanism *m)
{
    mrt_workspace_done(m, x->w);
    free(x->w);
}

static void settings_read(settings *x, const mrt_mechanism *m, const double *p)
{
    m->init(x->w, p);
    m->settings(x->w, x->p, x->in, x->stable, x->times);
}

int mrt_parameters_settle(const mrt_mechanism *m, double *p, const unsigned char *given)
{
    settings x;
    for (int i = 0; i < m->np; i++)
        if (!given[i]) p[i] = m->parameters[i].value;
    if (!m->settings) return 0;
    if (settings_new(&x, m, p) < 0) return -1;
    /* A default uses earlier parameters only: each round makes at least one more of them final. */
    for (int round = 0, changed = 1; round <= m->np && changed; round++) {
        changed = 0;
        settings_read(&x, m, p);
        for (int i = 0; i < m->np; i++)
            if (!given[i] && x.p[i] != p[i]) p[i] = x.p[i], changed = 1;
    }
    settings_done(&x, m);
    return 0;
}

int mrt_parameters_apply(mrt_mechanism *m, const double *p, double *in)
{
    settings x;
    for (int i = 0; i < m->nin; i++) in[i] = m->inputs[i].value;
    if (!m->settings) return 0;
    if (settings_new(&x, m, p) < 0) return -1;
    settings_read(&x, m, p);
    for (int i = 0; i < m->nin; i++) in[i] = x.in[i];
    m->alpha = x.stable[0], m->beta = x.stable[1];
    for (int i = 0; i < 2; i++) {
        mrt_analysis *a = &m->analysis[i];
        a->from = x.times[4*i], a->to = x.times[4*i + 1], a->rtol = x.times[4*i + 2], a->atol = x.times[4*i + 3];
    }
    settings_done(&x, m);
    return 0;
}
