/*
 * runs.c -- whole runs of an engine, and their results side by side.
 */
#include "engines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/assembly.h"
#include "runtime/dynamics.h"
#include "runtime/kinematics.h"
#include "runtime/results.h"
#include "runtime/formulations/augmented.h"

static mrt_status run(mrt_system *s, const char *dir, int mode, double to, int steps)
{
    mrt_results *r = mrt_results_new(s, NULL, 1);
    mrt_task task = { .from = 0, .to = to, .steps = steps, .method = mrt_formulation_find("baumgarte"), .integrator = mrt_method_find("de"),
                      .rtol = 1e-11, .atol = 1e-11, .assemble = 1, .row = mrt_results_row, .data = r };
    mrt_report report = { 0 };
    mrt_status st = mrt_results_open(r, dir);
    if (st >= 0) st = mode == MRT_DYNAMICS ? mrt_dynamics_run(s, &task, &report) : mrt_kinematics_run(s, &task, &report);
    if (st >= 0) st = mrt_results_close(r);
    if (st < 0 && r->message[0]) snprintf(s->message, sizeof s->message, "%s", r->message);
    mrt_results_free(r);
    return st;
}

table *engines_run(const mrt_mechanism *m, int mode, double to, int steps, char *text)
{
    const char *tmp = getenv("TMPDIR");
    char dir[64], csv[96];
    snprintf(dir, sizeof dir, "%.40s/mechc-test-XXXXXX", tmp ? tmp : "/tmp");
    text[0] = 0;
    mrt_system *s = mkdtemp(dir) ? mrt_system_new(m, mode, NULL, NULL) : NULL;
    if (!s) { snprintf(text, MRT_TEXT, "no folder or no memory"); return NULL; }
    snprintf(csv, sizeof csv, "%s/results.csv", dir);
    mrt_status st = run(s, dir, mode, to, steps);
    table *t = st >= 0 ? table_read(csv) : NULL;
    if (!t) snprintf(text, MRT_TEXT, "%.80s: %.400s", mrt_status_text(st), s->message);
    mrt_system_free(s);
    unlink(csv), rmdir(dir);
    return t;
}

/* ---- what redundant rows leave open ---- */

static void note(undetermined *y, const char *format, const char *name)
{
    char text[96];
    snprintf(text, sizeof text, format, name);
    for (int i = 0; i < y->n; i++) if (!strcmp(y->name[i], text)) return;
    if (y->n < 64) snprintf(y->name[y->n++], sizeof y->name[0], "%s", text);
}

/* Combinations of the active rows that vanish, found by elimination with complete pivoting on [J | 1]: k of them, into N[k][n]. */
static int vanishing(const mrt_system *s, double *N)
{
    int n = s->nactive, nu = s->mech->nu, width = nu + n, rank = 0;
    double *A = calloc((size_t)n*(size_t)width + 1, sizeof *A), largest = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < nu; j++) A[i*width + j] = s->J[s->active[i] + (size_t)j*s->mech->nrow], largest = fmax(largest, fabs(A[i*width + j]));
        A[i*width + nu + i] = 1;
    }
    while (rank < n) {
        int pi = rank, pj = 0;
        for (int i = rank; i < n; i++)
            for (int j = 0; j < nu; j++) if (fabs(A[i*width + j]) > fabs(A[pi*width + pj])) pi = i, pj = j;
        if (fabs(A[pi*width + pj]) <= 1e-9*largest) break;
        for (int j = 0; j < width; j++) { double c = A[pi*width + j]; A[pi*width + j] = A[rank*width + j], A[rank*width + j] = c; }
        for (int i = rank + 1; i < n; i++) {
            double f = A[i*width + pj]/A[rank*width + pj];
            for (int j = 0; j < width; j++) A[i*width + j] -= f*A[rank*width + j];
        }
        rank++;
    }
    for (int i = rank; i < n; i++) memcpy(N + (size_t)(i - rank)*n, A + i*width + nu, (size_t)n*sizeof *N);
    free(A);
    return n - rank;
}

static void note_reactions(mrt_system *s, const mrt_point *x, const double *combination, undetermined *y)
{
    const mrt_mechanism *m = s->mech;
    double *lam = calloc((size_t)m->nrow + 1, sizeof *lam), *R0 = calloc((size_t)(6*m->njoint) + 1, sizeof *R0), *R1 = calloc((size_t)(6*m->njoint) + 1, sizeof *R1);
    m->reactions(s->w, s->mode, x->t, x->q, x->u, x->ud, s->in, lam, R0);
    for (int i = 0; i < s->nactive; i++) {
        lam[s->active[i]] = combination[i];
        if (fabs(combination[i]) < 1e-8) continue;
        const mrt_row *row = &m->rows[s->active[i]];
        if (row->kind == MRT_ROW_DRIVE) note(y, "f.%s", row->name);
        if (row->kind == MRT_ROW_CONSTRAINT || row->kind == MRT_ROW_DISTANCE) note(y, "lambda.%s", row->name);
    }
    m->reactions(s->w, s->mode, x->t, x->q, x->u, x->ud, s->in, lam, R1);
    for (int j = 0; j < m->njoint; j++)
        for (int k = 0; k < 6; k++) if (fabs(R1[6*j + k] - R0[6*j + k]) > 1e-8) note(y, "%s.", m->joints[j].name);
    free(lam), free(R0), free(R1);
}

bool engines_undetermined(const mrt_mechanism *m, int mode, undetermined *y)
{
    y->n = 0, y->all = false;
    mrt_system *s = mrt_system_new(m, mode, NULL, NULL);
    mrt_point *x = mrt_point_new(m);
    bool good = s && x && mrt_assemble(s, 0, 1, x->q, x->u) >= 0;
    y->all = good && mode == MRT_KINEMATICS && s->nfree > 0;
    if (good && s->nactive) {
        double *N = calloc((size_t)s->nactive*(size_t)s->nactive, sizeof *N);
        m->constraints(s->w, 0, x->q, s->Phi, s->J, s->Phit);
        int k = vanishing(s, N);
        for (int i = 0; i < k; i++) note_reactions(s, x, N + (size_t)i*s->nactive, y);
        free(N);
    }
    mrt_point_free(x);
    mrt_system_free(s);
    return good;
}

double engines_condition(const mrt_mechanism *m, int mode)
{
    mrt_system *s = mrt_system_new(m, mode, NULL, NULL);
    mrt_point *x = mrt_point_new(m), *y = mrt_point_new(m);
    const double step = 1e-7;
    double most = 1, size = 1;
    if (s && x && y && mrt_assemble(s, 0, 1, x->q, x->u) >= 0 && mrt_augmented_accelerations(s, 0, x->q, x->u, 0, 0, x->ud, x->lam) >= 0) {
        for (int i = 0; i < m->nu; i++) size = fmax(size, fabs(x->ud[i]));
        for (int k = 0; k < m->nu; k++) {
            double *du = calloc((size_t)m->nu + 1, sizeof *du);
            du[k] = step;
            memcpy(y->q, x->q, (size_t)m->nq*sizeof *y->q);
            mrt_system_move(s, y->q, du, 1);
            if (mrt_augmented_accelerations(s, 0, y->q, x->u, 0, 0, y->ud, y->lam) >= 0)
                for (int i = 0; i < m->nu; i++) most = fmax(most, 1e-3*fabs(y->ud[i] - x->ud[i])/step/size);
            free(du);
        }
    }
    mrt_point_free(x), mrt_point_free(y);
    mrt_system_free(s);
    return most;
}

/* ---- comparing ---- */

static bool ends(const char *name, const char *const *ending)
{
    const char *dot = strrchr(name, '.');
    for (; dot && *ending; ending++) if (!strcmp(dot, *ending)) return true;
    return false;
}

/* 'a' accelerations, 'r' forces and moments, 'v' violations, 'o' anything else. */
static char kind_of(const char *name)
{
    static const char *const accelerations[] = { ".ax", ".ay", ".az", ".alx", ".aly", ".alz", NULL }, *const forces[] = { ".fx", ".fy", ".fz", ".mx", ".my", ".mz", NULL };
    if (!strncmp(name, "violation", 9)) return 'v';
    if (!strncmp(name, "a.", 2) || ends(name, accelerations)) return 'a';
    if (!strncmp(name, "f.", 2) || !strncmp(name, "lambda.", 7) || ends(name, forces)) return 'r';
    return 'o';
}

static bool is_undetermined(const undetermined *y, const char *name)
{
    for (int i = 0; i < y->n; i++) {
        size_t n = strlen(y->name[i]);
        if (y->name[i][n - 1] == '.' ? !strncmp(name, y->name[i], n) && kind_of(name) == 'r' : !strcmp(name, y->name[i])) return true;
    }
    return false;
}

/* -1 where column c belongs to a group of four Euler parameters, .e0 to .e3, that both results have with opposite signs: the same orientation. */
static int euler_sign(const table *a, const table *b, int r, int c)
{
    const char *name = a->names[c], *dot = strrchr(name, '.');
    if (!dot || dot[1] != 'e' || dot[2] < '0' || dot[2] > '3' || dot[3]) return 1;
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        char other[96];
        snprintf(other, sizeof other, "%.*s.e%d", (int)(dot - name), name, k);
        int i = table_column(a, other), j = table_column(b, other);
        if (i < 0 || j < 0) return 1;
        sum += a->values[r*a->columns + i]*b->values[r*b->columns + j];
    }
    return sum < 0 ? -1 : 1;
}

void engines_compare_rows(const table *a, const table *b, int r, double condition, const undetermined *y, difference *d)
{
    double size[128] = { 0 };
    for (int c = 0; c < a->columns; c++) {
        double v = fabs(a->values[r*a->columns + c]);
        char k = kind_of(a->names[c]);
        if (v > size[(int)k]) size[(int)k] = v;
    }
    for (int c = 0; c < a->columns; c++) {
        const char *name = a->names[c];
        char k = kind_of(name);
        int e = table_column(b, name);
        if (k == 'v' || (k == 'r' && (y->all || is_undetermined(y, name)))) continue;
        double x = a->values[r*a->columns + c], other = e >= 0 ? euler_sign(a, b, r, c)*b->values[r*b->columns + e] : NAN;
        /* outputs may be accelerations too */
        double scale = k == 'o' ? fmax(1, fabs(x)) : fmax(1, size[(int)k]), off = fabs(x - other)/scale/condition;
        if (off <= d->most) continue;
        d->most = isnan(off) ? INFINITY : off;
        snprintf(d->where, sizeof d->where, "%.60s, row %d: %.17g against %.17g%s", name, r, x, other, e < 0 ? " (no such column)" : "");
    }
}
