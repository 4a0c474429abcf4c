/*
 * inertia.c -- see inertia.h.
 *
 * A body has the integral P of r r^T dm about its mass centre, P = tr(I)/2 - I, and mass is nowhere negative: P is positive
 * semidefinite exactly if the principal moments are not negative and none exceeds the sum of the other two. Cholesky's
 * factorisation decides it.
 */
#include "inertia.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linalg.h"
#include "parameters.h"
#include "system.h"

enum { NUMBERS = 8 };                /* of a body: what the function `masses` writes */
#define TOLERANCE 1e-9               /* elements given with a few digits may miss the equality of a thin rod or plate by rounding only */

/* 1 if [a0 a3 a4; a3 a1 a5; a4 a5 a2] + shift is positive definite. */
static int is_positive(const double a[6], double shift)
{
    double A[9] = { a[0] + shift, a[3], a[4], a[3], a[1] + shift, a[5], a[4], a[5], a[2] + shift };
    return mrt_chol_factor(3, A, 3) == MRT_OK;
}

/* Which of a body's numbers are impossible, and why, as the end of a sentence. */
typedef struct fault { int first, count; char text[MRT_TEXT/2]; } fault;

/* 0: there is none. */
static int find_fault(const double *x, fault *f)
{
    const double *I = x + 1;
    double scale = fabs(x[7]), trace = I[0] + I[1] + I[2], P[6];
    const char *wrong = NULL;
    for (int i = 0; i < NUMBERS; i++)
        if (!isfinite(x[i])) wrong = "the mass or the inertia is not a finite number";
    f->first = 0, f->count = wrong ? NUMBERS : 1;
    if (wrong) return snprintf(f->text, sizeof f->text, "%s", wrong), 1;
    if (x[0] < 0) return snprintf(f->text, sizeof f->text, "the mass is negative (%g)", x[0]), 1;
    f->first = 1, f->count = NUMBERS - 1;
    for (int i = 0; i < 6; i++) scale = fmax(scale, fabs(I[i]));
    if (scale == 0) return 0;
    for (int i = 0; i < 6; i++) P[i] = (i < 3 ? trace/2 : 0) - I[i];
    if (!is_positive(I, TOLERANCE*scale)) wrong = "has a negative principal moment";
    else if (!is_positive(P, TOLERANCE*scale/2)) wrong = "has a principal moment that exceeds the sum of the other two";
    if (wrong) snprintf(f->text, sizeof f->text, "the inertia about the mass centre, {%g %g %g %g %g %g}, %s", I[0], I[1], I[2], I[3], I[4], I[5], wrong);
    return wrong != NULL;
}

/* The given parameters that the numbers at fault of body b depend on, "a=1, b=2"; all of them if none does it alone. */
static int name_causes(const mrt_mechanism *m, const double *p, unsigned char *given, int b, const fault *f, double *w, char *text, size_t size)
{
    double before[NUMBERS], *other = w + m->work, *all = other + m->np, *now = all + NUMBERS*b + f->first;
    size_t bytes = (size_t)f->count*sizeof(double);
    memcpy(before, now, bytes);
    size_t used = 0;
    for (int any = 0; any < 2 && used == 0; any++)
        for (int i = 0; i < m->np && used < size; i++) {
            if (!given[i]) continue;
            memcpy(other, p, (size_t)m->np*sizeof(double));
            given[i] = 0;
            if (mrt_parameters_settle(m, other, given) < 0) return -1;
            given[i] = 1;
            m->init(w, other);
            m->masses(w, all);
            if (any || memcmp(before, now, bytes))
                used += (size_t)snprintf(text + used, size - used, "%s%s=%.6g", used ? ", " : "", m->parameters[i].name, p[i]);
        }
    return 0;
}

/* The first body that is impossible; w has room for the workspace, np parameters and the numbers of the bodies. */
static int check_bodies(const mrt_mechanism *m, const double *p, unsigned char *given, double *w, char *message)
{
    double *all = w + m->work + m->np;
    char causes[MRT_TEXT/4] = "";
    fault f;
    mrt_workspace_init(m, w, p);
    m->masses(w, all);
    for (int b = 0; b < m->nbody; b++) {
        if (!find_fault(all + NUMBERS*b, &f)) continue;
        if (name_causes(m, p, given, b, &f, w, causes, sizeof causes) < 0) return -1;
        snprintf(message, MRT_TEXT, "--set %s: body \"%.80s\": %s", causes, m->bodies[b].name, f.text);
        return 3;
    }
    return 0;
}

int mrt_inertia_check(const mrt_mechanism *m, const double *p, const unsigned char *given, char *message)
{
    size_t np = (size_t)m->np;
    if (!m->masses || !memchr(given, 1, np)) return 0;
    double *w = malloc((m->work + np + NUMBERS*(size_t)m->nbody)*sizeof(double));
    unsigned char *copy = malloc(np);
    int status = -1;
    if (w && copy) {
        memcpy(copy, given, np);
        status = check_bodies(m, p, copy, w, message);
        mrt_workspace_done(m, w);
    }
    free(w), free(copy);
    if (status < 0) snprintf(message, MRT_TEXT, "out of memory");
    return status < 0 ? 4 : status;
}

int mrt_inertia_any_mass(const mrt_mechanism *m, double *w)
{
    double *all = malloc((size_t)(NUMBERS*m->nbody + 1)*sizeof(double));
    if (!all) return -1;
    int found = 0;
    for (int b = 0; b < m->nbody; b++) all[NUMBERS*b] = m->bodies[b].mass;
    if (m->masses) m->masses(w, all);
    for (int b = 0; b < m->nbody; b++) found |= all[NUMBERS*b] > 0;
    free(all);
    return found;
}
