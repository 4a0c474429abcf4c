/*
 * bench_motion.c -- see bench_motion.h.
 */
#include "bench_motion.h"
#include "files.h"
#include "../../runtime/dynamics.h"
#include "../../runtime/generic/cartesian.h"
#include "../../runtime/kinematics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void bench_motion_init(bench_motion *m, const mrt_mechanism *mech, int rows)
{
    size_t nq = (size_t)mech->nq, nu = (size_t)mech->nu, nb = (size_t)mech->nbody, n = (size_t)rows;
    *m = (bench_motion){ 0, mech->nq, mech->nu, mech->nbody, NULL, NULL, NULL, NULL, NULL, NULL };
    m->t = xalloc(n*(1 + nq + nu + 19*nb)*sizeof(double));
    m->q = m->t + n, m->u = m->q + n*nq, m->x = m->u + n*nu, m->v = m->x + 7*n*nb, m->a = m->v + 6*n*nb;
}

void bench_motion_done(bench_motion *m) { free(m->t); }

/* ---- recording ---- */

void bench_motion_add(bench_motion *m, mrt_system *s, double t, const double *q, const double *u, const double *ud)
{
    int k = m->rows++, nb = m->nbody;
    m->t[k] = t;
    memcpy(m->q + k*m->nq, q, (size_t)m->nq*sizeof *q);
    memcpy(m->u + k*m->nu, u, (size_t)m->nu*sizeof *u);
    s->mech->bodies_state(s->w, t, q, u, ud, m->x + 7*k*nb, m->v + 6*k*nb, m->a + 6*k*nb);
}

typedef struct recorder { bench_motion *m; mrt_system *s; int seen, stride; } recorder;

static mrt_status take_row(void *data, const mrt_point *x)
{
    recorder *r = data;
    if (r->seen++%r->stride == 0) bench_motion_add(r->m, r->s, x->t, x->q, x->u, x->ud);
    return MRT_OK;
}

mrt_status bench_motion_run(bench_motion *m, mrt_system *s, const mrt_task *task, mrt_report *report)
{
    recorder r = { m, s, 0, task->steps/BENCH_STATES + 1 };
    mrt_task here = *task;
    here.row = take_row, here.stop = NULL, here.data = &r;
    m->rows = 0;
    s->work = (mrt_work){ 0 }, s->nwarnings = 0;
    return s->mode == MRT_DYNAMICS ? mrt_dynamics_run(s, &here, report) : mrt_kinematics_run(s, &here, report);
}

/* ---- comparing ---- */

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
    return most;
}

static bool matching(const bench_motion *a, const bench_motion *b)
{
    bool same = a->rows == b->rows && a->nbody == b->nbody;
    for (int k = 0; same && k < a->rows; k++) same = fabs(a->t[k] - b->t[k]) <= 1e-9*fmax(fabs(a->t[k]), 1);
    return same;
}

static double difference(const bench_motion *a, const bench_motion *b, const double *x, const double *y)
{
    int n = 6*a->rows*a->nbody;
    double most = 0, scale = largest(x, n);
    if (!matching(a, b)) return INFINITY;
    for (int i = 0; i < n; i++) if (!(fabs(x[i] - y[i]) <= most)) most = fabs(x[i] - y[i]);
    return scale > 0 ? most/scale : most;
}

double bench_motion_velocities(const bench_motion *a, const bench_motion *b)    { return difference(a, b, a->v, b->v); }
double bench_motion_accelerations(const bench_motion *a, const bench_motion *b) { return difference(a, b, a->a, b->a); }

/* Positions relative to `scale`, Euler parameters as they are. */
static double pose_difference(const double *x, const double *y, double scale)
{
    double most = 0, dot = 0;
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(x[i] - y[i])/scale);
    for (int i = 3; i < 7; i++) dot += x[i]*y[i];
    for (int i = 3; i < 7; i++) most = fmax(most, fabs(x[i] - (dot < 0 ? -y[i] : y[i])));
    return isfinite(dot) ? most : INFINITY;
}

static double extent(const bench_motion *m)
{
    double most = 0;
    for (int i = 0; i < m->rows*m->nbody; i++) most = fmax(most, largest(m->x + 7*i, 3));
    return most > 0 ? most : 1;
}

double bench_motion_positions(const bench_motion *a, const bench_motion *b)
{
    double most = 0, scale = extent(a);
    if (!matching(a, b)) return INFINITY;
    for (int i = 0; i < a->rows*a->nbody; i++) most = fmax(most, pose_difference(a->x + 7*i, b->x + 7*i, scale));
    return most;
}

/* ---- the same state in other coordinates ---- */

/* True if these q, u put the bodies where row k has them. */
static bool fits(const bench_motion *m, int k, mrt_system *s, const double *q, const double *u)
{
    int nb = m->nbody;
    bench_motion there;
    bench_motion_init(&there, s->mech, 1);
    bench_motion_add(&there, s, m->t[k], q, u, s->zero);
    double scale = extent(m), far = 0, fast = fmax(largest(m->v + 6*k*nb, 6*nb), 1e-3);
    for (int i = 0; i < nb; i++) far = fmax(far, pose_difference(m->x + 7*(k*nb + i), there.x + 7*i, scale));
    for (int i = 0; i < 6*nb; i++) far = fmax(far, fabs(m->v[6*k*nb + i] - there.v[i])/fast);
    bench_motion_done(&there);
    return far <= 1e-11;
}

bool bench_motion_transfer(const bench_motion *m, const mrt_mechanism *generated, int k, mrt_system *s, double *q, double *u)
{
    const mrt_mechanism *x = s->mech;
    const double *from = m->q + k*m->nq;
    if (x->engine && !strcmp(x->engine, "cartesian")) {
        const c_work *w = c_of(s->w);
        const c_engine *own = c_engine_of(w);
        c_state(w, m->x + 7*k*m->nbody, m->v + 6*k*m->nbody, q, u);
        for (int i = 0; i < own->nturn; i++) q[7*own->nb + i] = from[generated->all_q[own->turn[i]].index];
    } else if (x->nq == m->nq && x->nu == m->nu) {
        memcpy(q, from, (size_t)m->nq*sizeof *q);
        memcpy(u, m->u + k*m->nu, (size_t)m->nu*sizeof *u);
    } else return false;
    return fits(m, k, s, q, u);
}
