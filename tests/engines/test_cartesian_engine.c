/*
 * test_cartesian_engine.c -- the Cartesian engine on every mechanism of the library: its own consistency, then against the joint-coordinate
 * engine. Kinematics: whole runs. Dynamics: motion, reactions, energy and outputs at the states the other engine passes through.
 */
#include <glob.h>
#include <stdlib.h>

#include "tests/check.h"
#include "engines.h"
#include "runtime/assembly.h"
#include "runtime/dynamics.h"
#include "runtime/formulations/augmented.h"
#include "runtime/generic/cartesian.h"
#include "runtime/kinematics.h"
#include "runtime/self_check.h"

/* ---- what is compared at one instant ---- */

typedef struct row { double *x, *v, *a, *R, *y, *drive, e[2]; } row;

typedef struct picture { int n, room; row *row; mrt_system *s, *other; difference *d; const char *file; } picture;

static row row_of(mrt_system *s, const mrt_point *p)
{
    const mrt_mechanism *m = s->mech;
    size_t nb = (size_t)m->nbody;
    double *at = calloc(19*nb + 6*(size_t)m->njoint + (size_t)(m->nout + m->nrow) + 1, sizeof *at);
    row r = { at, at + 7*nb, at + 13*nb, at + 19*nb, NULL, NULL, { 0, 0 } };
    r.y = r.R + 6*m->njoint, r.drive = r.y + m->nout;
    m->bodies_state(s->w, p->t, p->q, p->u, p->ud, r.x, r.v, r.a);
    m->reactions(s->w, s->mode, p->t, p->q, p->u, p->ud, s->in, p->lam, r.R);
    if (m->nout) m->output(s->w, s->mode, p->t, p->q, p->u, p->ud, s->in, r.y);
    m->energy(s->w, p->t, p->q, p->u, s->in, r.e);
    for (int i = 0, k = 0; i < m->nrow; i++)
        if (m->rows[i].kind != MRT_ROW_CUT) r.drive[k++] = p->lam[i];
    return r;
}

static void compare(difference *d, const char *what, int n, const double *a, const double *b)
{
    double size = 1;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(a[i]));
    for (int i = 0; i < n; i++) {
        double off = fabs(a[i] - b[i])/size;
        if (off <= d->most) continue;
        d->most = isnan(off) ? INFINITY : off;
        snprintf(d->where, sizeof d->where, "%s %d: %.17g against %.17g", what, i, a[i], b[i]);
    }
}

/* Euler parameters up to sign. */
static void same_signs(const mrt_mechanism *m, const double *x, double *y)
{
    for (int b = 0; b < m->nbody; b++) {
        double dot = 0;
        for (int k = 3; k < 7; k++) dot += x[7*b + k]*y[7*b + k];
        for (int k = 3; k < 7 && dot < 0; k++) y[7*b + k] = -y[7*b + k];
    }
}

/* Multipliers of joints are unique only where no row is redundant. */
static void compare_rows(difference *d, const mrt_system *s, row *a, row *b)
{
    const mrt_mechanism *m = s->mech;
    int others = 0;
    for (int i = 0; i < m->nrow; i++) others += m->rows[i].kind != MRT_ROW_CUT;
    same_signs(m, a->x, b->x);
    compare(d, "position", 7*m->nbody, a->x, b->x);
    compare(d, "velocity", 6*m->nbody, a->v, b->v);
    compare(d, "acceleration", 6*m->nbody, a->a, b->a);
    compare(d, "energy", 2, a->e, b->e);
    compare(d, "output", m->nout, a->y, b->y);
    if (s->nother) return;
    compare(d, "multiplier", others, a->drive, b->drive);
    compare(d, "reaction", 6*m->njoint, a->R, b->R);
}

/* ---- joint coordinates in results ---- */

/* Columns of q, u and accelerations by the two ways engines have, angles within a turn. */
static void columns(mrt_system *s, const mrt_point *p, double *to)
{
    const mrt_mechanism *m = s->mech;
    double *cq = calloc((size_t)(m->ncq + 2*m->ncu) + 1, sizeof *cq), *cu = cq + m->ncq, *ca = cu + m->ncu;
    if (m->ncq + m->ncu) m->cut_joints(s->w, p->t, p->q, p->u, p->ud, cq, cu, ca);
    for (int i = 0; i < m->nall_q; i++, to++) {
        *to = (m->all_q[i].cut ? cq : p->q)[m->all_q[i].index];
        if (m->all_q[i].quantity == MRT_ANGLE) *to = sin(*to) + 2*cos(*to);
        if (m->all_q[i].quantity == MRT_EULER) *to = fabs(*to);
    }
    for (int i = 0; i < m->nall_u; i++) *to++ = (m->all_u[i].cut ? cu : p->u)[m->all_u[i].index];
    for (int i = 0; i < m->nall_u; i++) *to++ = (m->all_u[i].cut ? ca : p->ud)[m->all_u[i].index];
    free(cq);
}

static void compare_columns(difference *d, mrt_system *a, const mrt_point *p, mrt_system *b, const mrt_point *q)
{
    size_t n = (size_t)(a->mech->nall_q + 2*a->mech->nall_u);
    double *x = calloc(2*n + 1, sizeof *x);
    columns(a, p, x);
    columns(b, q, x + n);
    compare(d, "joint coordinate", (int)n, x, x + n);
    free(x);
}

/* ---- dynamics ---- */

/* At a state of the other engine: the same accelerations, reactions and all the rest. */
static mrt_status at_state(void *data, const mrt_point *p)
{
    picture *y = data;
    mrt_system *s = y->s;
    const mrt_mechanism *m = s->mech;
    mrt_point *own = mrt_point_new(m);
    row a = row_of(y->other, p), b;
    own->t = p->t;
    c_state(c_of(s->w), a.x, a.v, own->q, own->u);
    const c_engine *x = c_engine_of(c_of(s->w));
    for (int i = 0; i < x->nturn; i++) own->q[7*x->nb + i] = p->q[x->x->g->q_index[x->turn[i]]];
    mrt_status st = mrt_augmented_accelerations(s, own->t, own->q, own->u, 0, 0, own->ud, own->lam);
    if (!CHECK(st == MRT_OK)) fprintf(stderr, "%s: no accelerations at t = %g: %s\n", y->file, p->t, mrt_status_text(st));
    b = row_of(s, own);
    compare_rows(y->d, s, &a, &b);
    compare_columns(y->d, y->other, p, s, own);
    free(a.x), free(b.x);
    mrt_point_free(own);
    return MRT_OK;
}

static void compare_dynamics(engines *x, const char *file)
{
    difference d = { 0 };
    picture y = { .s = mrt_system_new(&x->cartesian, MRT_DYNAMICS, NULL, NULL), .other = mrt_system_new(&x->joint, MRT_DYNAMICS, NULL, NULL), .d = &d, .file = file };
    mrt_point *p = mrt_point_new(&x->cartesian);
    mrt_task task = { .from = 0, .to = 0.3, .steps = 6, .method = mrt_formulation_find("baumgarte"), .integrator = mrt_method_find("de"), .rtol = 1e-10,
                      .atol = 1e-10, .assemble = 1, .row = at_state, .data = &y };
    mrt_report report;
    mrt_status st = mrt_assemble(y.s, 0, 1, p->q, p->u);
    if (CHECK(st == MRT_OK)) st = mrt_dynamics_run(y.other, &task, &report);
    if (!CHECK(st == MRT_OK)) fprintf(stderr, "%s: %s %s\n", file, y.s->message, y.other->message);
    if (!CHECK(d.most <= 1e-8)) fprintf(stderr, "%s, dynamics: %.3g in %s\n", file, d.most, d.where);
    mrt_point_free(p);
    mrt_system_free(y.s), mrt_system_free(y.other);
}

/* ---- kinematics ---- */

static mrt_status keep(void *data, const mrt_point *p)
{
    picture *y = data;
    if (y->n < y->room) y->row[y->n++] = row_of(y->s, p);
    return MRT_OK;
}

static void compare_kinematics(engines *x, const char *file)
{
    enum { STEPS = 20 };
    const mrt_mechanism *m[2] = { &x->joint, &x->cartesian };
    difference d = { 0 };
    row rows[2][STEPS + 1];
    picture y[2];
    for (int i = 0; i < 2; i++) {
        y[i] = (picture){ .room = STEPS + 1, .row = rows[i], .s = mrt_system_new(m[i], MRT_KINEMATICS, NULL, NULL) };
        mrt_task task = { .from = 0, .to = 0.3, .steps = STEPS, .row = keep, .data = &y[i] };
        mrt_report report;
        mrt_status st = mrt_kinematics_run(y[i].s, &task, &report);
        if (!CHECK(st == MRT_OK)) fprintf(stderr, "%s, kinematics: %s\n", file, y[i].s->message);
    }
    if (CHECK(y[0].n == y[1].n))
        for (int k = 0; k < y[0].n; k++) compare_rows(&d, y[1].s, &y[0].row[k], &y[1].row[k]);
    if (!CHECK(d.most <= 1e-8)) fprintf(stderr, "%s, kinematics: %.3g in %s\n", file, d.most, d.where);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < y[i].n; k++) free(y[i].row[k].x);
        mrt_system_free(y[i].s);
    }
}

int main(int argc, char **argv)
{
    glob_t files;
    CHECK(glob(argc > 1 ? argv[1] : "mechanisms/*.tcl", 0, NULL, &files) == 0 && (argc > 1 || files.gl_pathc >= 10));
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *file = files.gl_pathv[i];
        engines x;
        if (!CHECK(engines_load(&x, file))) continue;
        if (!CHECK(x.cartesian.data || cartesian_engine(&x.cartesian, x.m, x.g) == 0)) continue;
        mrt_system *s = mrt_system_new(&x.cartesian, MRT_DYNAMICS, NULL, NULL);
        if (!CHECK(mrt_self_check(s, 0, NULL) == 0)) mrt_self_check(s, 0, stderr);
        mrt_system_free(s);
        compare_dynamics(&x, file);
        if (x.m->ndrive) compare_kinematics(&x, file);
        cartesian_engine_free(&x.cartesian);
        engines_free(&x);
    }
    globfree(&files);
    return check_done();
}
