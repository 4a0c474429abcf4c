/*
 * settings.c -- what a run takes from the parameters alone before it begins: defaults that use other parameters, stabilisation, times of the
 * analyses, masses and inertias. ORDER settings: generator/derive/settings.cpp.
 */
#include "generic.h"

#include <stdlib.h>

enum { TIMES = 8 };                  /* from, to, rtol, atol of two analyses */

static const expr *expression_of(const model *m, int i)
{
    if (i < m->nparameter) return m->parameters[i].value;
    if ((i -= m->nparameter) < m->ninput) return m->inputs[i].value;
    if ((i -= m->ninput) < 2) return i ? m->beta : m->alpha;
    i -= 2;
    if (i/4 >= m->nanalysis) return NULL;
    const analysis *a = &m->analyses[i/4];
    const expr *const e[4] = { a->from, a->to, a->rtol, a->atol };
    return e[i % 4];
}

bool g_settings_compile(generic *x)
{
    int n = x->m->nparameter + x->m->ninput + 2 + TIMES;
    x->setting = calloc((size_t)n, sizeof *x->setting);
    if (!x->setting) return false;
    x->nsetting = n;
    for (int i = 0; i < n; i++) {
        x->setting[i] = tape_new(x->m, expression_of(x->m, i), &x->signals);
        if (!x->setting[i]) return false;
        if (3*tape_size(x->setting[i]) > x->registers) x->registers = 3*tape_size(x->setting[i]);
    }
    return true;
}

void g_settings(g_work *w, double *p0, double *in0, double *stable, double *times)
{
    const model *m = w->x->m;
    tape *const *x = w->x->setting;
    tape_leaves l = { .p = w->p };
    for (int i = 0; i < m->nparameter; i++) p0[i] = tape_value(*x++, &l, w->registers);
    for (int i = 0; i < m->ninput; i++) in0[i] = tape_value(*x++, &l, w->registers);
    stable[0] = m->alpha ? tape_value(x[0], &l, w->registers) : 199.94;
    stable[1] = m->beta ? tape_value(x[1], &l, w->registers) : 282.8;
    for (int i = 0; i < TIMES; i++) times[i] = tape_value(x[2 + i], &l, w->registers);
}

void g_masses(const g_work *w, double *inertia)
{
    for (int b = 1; b < w->x->m->nbody; b++, inertia += 8) {
        const g_mass *y = &w->mass[b];
        inertia[0] = y->m;
        for (int k = 0; k < 6; k++) inertia[1 + k] = y->I[k];
        inertia[7] = w->x->m->bodies[b].inertia_at_origin ? y->m*v_dot(y->com, y->com) : 0;
    }
}
