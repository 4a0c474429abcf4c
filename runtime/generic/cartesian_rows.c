/*
 * cartesian_rows.c -- rows of Phi over the bodies' own speeds, six entries of J for each body a row touches.
 *
 * A pair of vectors (f, n about the origin) with rate f.v + n.w becomes (f, R^T (n + f x c)) over the velocity of the mass centre and the
 * angular velocity in body axes.
 */
#include "cartesian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which bodies ---- */

/* Adds a body to the last row's blocks unless it is ground or there already. With body_of NULL only counts, as if every body were new. */
static void touch(c_engine *x, int row, int *at, int b)
{
    if (!b) return;
    if (!x->body_of) { ++*at; return; }
    for (int k = x->block[row]; k < *at; k++) if (x->body_of[k] == b) return;
    x->body_of[(*at)++] = b;
}

static void touch_joint(c_engine *x, int row, int *at, int joint_)
{
    const joint *j = &x->x->m->joints[joint_];
    touch(x, row, at, j->parent);
    touch(x, row, at, j->child);
}

static void touch_signals(c_engine *x, int row, int *at, const tape *t)
{
    const model *m = x->x->m;
    const int *signals;
    int n = tape_signals(t, &signals);
    for (int k = 0; k < n; k++) {
        const signal_ref *s = &x->x->signals.signal[signals[k]];
        if (s->kind == SIGNAL_Q) touch_joint(x, row, at, m->q[s->ref].joint);
        else if (s->kind == SIGNAL_POSITION) touch(x, row, at, m->points[s->ref].body);
    }
}

/* One pass over all rows in their order; returns the blocks. */
static int list_blocks(c_engine *x)
{
    const model *m = x->x->m;
    int row = 0, at = 0;
    for (int j = 0; j < m->njoint; j++) {
        x->joint_row[j] = row;
        for (int k = 0; k < m->joints[j].type->rows; k++, row++) x->block[row] = at, x->fixed[row] = true, touch_joint(x, row, &at, j);
    }
    x->first_drive = row;
    for (int i = 0; i < m->ndrive; i++, row++) x->block[row] = at, touch_joint(x, row, &at, m->q[m->drives[i].q].joint);
    for (int i = 0; i < m->nconstraint; i++, row++) x->block[row] = at, touch_signals(x, row, &at, x->x->constraint[i]);
    for (int i = 0; i < m->ndistance; i++, row++) {
        x->block[row] = at, x->fixed[row] = true;
        for (int s = 0; s < 2; s++) touch(x, row, &at, m->distances[i].body[s]);
    }
    for (int k = 0; k < x->x->g->nu; k++, row++)
        for (int u = 0; u < m->nu; u++)
            if (x->x->g->u_index[u] == k) x->block[row] = at, touch_joint(x, row, &at, m->u[u].joint);
    x->block[row] = at;
    return at;
}

int c_blocks(c_engine *x)
{
    const model *m = x->x->m;
    x->nrow = m->ndrive + m->nconstraint + m->ndistance;
    for (int j = 0; j < m->njoint; j++) x->nrow += m->joints[j].type->rows;
    x->nwhole = x->nrow + x->x->g->nu;
    x->block = calloc((size_t)x->nwhole + 1, sizeof *x->block);
    x->fixed = calloc((size_t)x->nwhole + 1, sizeof *x->fixed);
    x->joint_row = calloc((size_t)m->njoint + 1, sizeof *x->joint_row);
    if (!x->block || !x->fixed || !x->joint_row) return -1;
    int most = list_blocks(x);
    x->body_of = calloc((size_t)most + 1, sizeof *x->body_of);
    if (!x->body_of) return -1;
    list_blocks(x);
    return 0;
}

/* ---- entries ---- */

static inline void add_entries(const c_work *w, double *J, int b, double scale, const double f[3], const double n[3])
{
    double N[3], own[3];
    v_cross(N, f, w->c[b]);
    v_add(N, n);
    m_tvec(own, w->g.body[b].R, N);
    v_axpy(J, scale, f);
    v_axpy(J + 3, scale, own);
}

/* The row of a joint: its blocks are its parent's and its child's, without ground. */
static inline void put_pair(c_work *w, int row, const g_row *r)
{
    double *J = w->J + 6*c_engine_of(w)->block[row];
    for (int s = 0; s < 2; s++) {
        int b = r->body[s];
        if (!b) continue;
        double N[3];
        v_cross(N, r->f[s], w->c[b]);
        v_add(N, r->n[s]);
        v_copy(J, r->f[s]);
        m_tvec(J + 3, w->g.body[b].R, N);
        J += 6;
    }
}

typedef struct target { c_work *w; int row; } target;

static void add_pair(void *data, double scale, const g_row *r)
{
    const target *to = data;
    const c_engine *x = c_engine_of(to->w);
    for (int s = 0; s < 2; s++)
        for (int k = x->block[to->row]; k < x->block[to->row + 1]; k++)
            if (x->body_of[k] == r->body[s]) add_entries(to->w, to->w->J + 6*k, r->body[s], scale, r->f[s], r->n[s]);
}

static void add_speed(void *data, double scale, int u)
{
    const target *to = data;
    add_pair(data, scale, &to->w->g.speed[u]);
}

/* ---- all rows ---- */

static inline void put(int row, const g_scalar *y, double *Phi, double *Phid, double *Phit, double *gamma)
{
    if (Phi) Phi[row] = y->value;
    if (Phid) Phid[row] = y->rate;
    if (Phit) Phit[row] = y->in_time;
    if (gamma) gamma[row] = -y->second;
}

static void joint_rows(c_work *w, double *Phi, double *Phid, double *Phit, double *gamma)
{
    const c_engine *x = c_engine_of(w);
    const model *m = x->x->m;
    for (int j = 0, row = 0; j < m->njoint; j++) {
        g_conditions(&w->g, j, w->rows);
        for (int k = 0; k < m->joints[j].type->rows; k++, row++) {
            const g_row *r = &w->rows[k];
            put_pair(w, row, r);
            put(row, &(g_scalar){ r->value, r->rate, 0, r->second }, Phi, Phid, Phit, gamma);
        }
    }
}

static void other_rows(c_work *w, double t, double *Phi, double *Phid, double *Phit, double *gamma)
{
    const c_engine *x = c_engine_of(w);
    const model *m = x->x->m;
    target to = { w, x->first_drive };
    g_sink sink = { &to, add_pair, add_speed };
    g_scalar y;
    memset(w->J + 6*x->block[to.row], 0, 6*(size_t)(x->block[x->nrow] - x->block[to.row])*sizeof(double));
    if (m->nconstraint) g_signal_jets(&w->g);
    for (int i = 0; i < m->ndrive; i++, to.row++) {
        g_drive_row(&w->g, i, true, t, &y, &sink);
        put(to.row, &y, Phi, Phid, Phit, gamma);
    }
    for (int i = 0; i < m->nconstraint; i++, to.row++) {
        g_constraint_row(&w->g, i, t, &y, &sink);
        put(to.row, &y, Phi, Phid, Phit, gamma);
    }
    for (int i = 0; i < m->ndistance; i++, to.row++) {
        g_distance_row(&w->g, i, t, &y, &sink);
        put(to.row, &y, Phi, Phid, Phit, gamma);
    }
}

/* Speeds of the tree that have unit weight. */
static void unit_rows(c_work *w)
{
    const c_engine *x = c_engine_of(w);
    const model *m = x->x->m;
    for (int i = 0; i < w->nunit; i++) {
        int u = w->unit[i], j = m->u[u].joint;
        g_joint_coordinates(&w->g, j, NULL, w->rows);
        put_pair(w, x->nrow + x->x->g->u_index[u], &w->rows[u - m->joints[j].u]);
    }
}

void c_rows(c_work *w, double t, const double *q, double *Phi, double *Phid, double *Phit, double *gamma)
{
    const c_engine *x = c_engine_of(w);
    size_t bytes = (size_t)x->nq*sizeof *q;
    joint_rows(w, Phi, Phid, Phit, gamma);
    if (x->first_drive < x->nrow) other_rows(w, t, Phi, Phid, Phit, gamma);
    unit_rows(w);
    if (t == w->at_t && !memcmp(w->at_q, q, bytes)) return;
    memcpy(w->at_q, q, bytes);
    w->at_t = t;
    w->version++;
}

void c_dense(const c_work *w, double *J)
{
    const c_engine *x = c_engine_of(w);
    size_t nrow = (size_t)x->nrow;
    memset(J, 0, nrow*(size_t)x->nu*sizeof *J);
    for (int r = 0; r < x->nrow; r++)
        for (int k = x->block[r]; k < x->block[r + 1]; k++)
            for (int i = 0; i < 6; i++) J[(size_t)r + (size_t)(6*(x->body_of[k] - 1) + i)*nrow] = w->J[6*k + i];
}

/* ---- entries that vanish always ---- */

/* Numbers in (-1, 1), the same every time. */
static double next(unsigned *seed)
{
    *seed = *seed*1103515245u + 12345u;
    return (double)(*seed >> 8 & 0xffff)/32768.0 - 1;
}

/* What is zero in three positions without anything in common is zero by the structure of its condition. */
void c_find_zeros(c_work *w)
{
    const c_engine *x = c_engine_of(w);
    unsigned seed = 7;
    double *q = w->at_q;
    for (int r = 0; r < x->nwhole; r++)
        for (int k = 6*x->block[r]; k < 6*x->block[r + 1]; k++) w->there[k] = !x->fixed[r];
    for (int trial = 0; trial < 3; trial++) {
        for (int b = 0; b < x->nb; b++) {
            double *e = q + 7*b + 3, length = 0;
            for (int k = 0; k < 7; k++) q[7*b + k] = next(&seed);
            for (int k = 0; k < 4; k++) length += e[k]*e[k];
            for (int k = 0; k < 4; k++) e[k] /= sqrt(length);
        }
        c_motion(w, q, NULL, NULL);
        c_coordinates(w, q);
        joint_rows(w, NULL, NULL, NULL, NULL);
        if (x->first_drive < x->nrow) other_rows(w, 0, NULL, NULL, NULL, NULL);
        for (int k = 0; k < 6*x->block[x->nrow]; k++)
            if (!(fabs(w->J[k]) < 1e-13)) w->there[k] = true;
    }
    w->at_t = NAN;                       /* J is that of no position yet */
}
