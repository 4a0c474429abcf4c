/*
 * tree_rows.c -- rows of Phi over the tree's speeds: cut joints, drives, constraints, distances, in this order.
 *
 * The gradient of a row on a body is a wrench; carried down the branch, its power with each joint's unit motion is the entry of J. Below the
 * body where two branches meet, the wrenches of a pair cancel: the walk ends there.
 */
#include "tree.h"

#include <string.h>

int t_common_ancestor(const tree_engine *x, int a, int b)
{
    while (a != b) {
        if (x->depth[a] >= x->depth[b]) a = x->body[x->place[a]].parent;
        else b = x->body[x->place[b]].parent;
    }
    return a;
}

typedef struct target { t_work *w; double *J; int row; } target;

static inline void add_branch(const target *to, int b, int stop, double scale, const double f[3], const double n[3])
{
    t_work *w = to->w;
    const tree_engine *x = t_engine(w);
    double moment[3], push[3];
    v_scale(push, scale, f);
    v_scale(moment, scale, n);
    while (b != stop) {
        int i = x->place[b];
        for (int d = x->body[i].dof; d < x->body[i].dof + x->body[i].dofs; d++)
            to->J[to->row + (size_t)x->u[d]*x->nrow] += v_dot(w->S[d], moment) + v_dot(w->S[d] + 3, push);
        v_add_cross(moment, w->arm[i], push);
        b = x->body[i].parent;
    }
}

static void add_pair(void *data, double scale, const g_row *r)
{
    const target *to = data;
    int stop = t_common_ancestor(t_engine(to->w), r->body[0], r->body[1]);
    for (int s = 0; s < 2; s++) add_branch(to, r->body[s], stop, scale, r->f[s], r->n[s]);
}

static void add_speed(void *data, double scale, int u)
{
    const target *to = data;
    const tree_engine *x = t_engine(to->w);
    int k = x->x->g->u_index[u];
    if (k >= 0) to->J[to->row + (size_t)k*x->nrow] += scale;
    else add_pair(data, scale, &to->w->g.speed[u]);
}

static inline void put(int row, const g_scalar *y, double *Phi, double *Phid, double *Phit, double *gamma)
{
    if (Phi) Phi[row] = y->value;
    if (Phid) Phid[row] = y->rate;
    if (Phit) Phit[row] = y->in_time;
    if (gamma) gamma[row] = -y->second;
}

static int cut_rows(t_work *w, int row, double *Phi, double *Phid, double *Phit, double *J, double *gamma)
{
    const tree_engine *x = t_engine(w);
    const topology *g = x->x->g;
    for (int i = 0; i < g->nloop; i++) {
        const loop *l = &g->loops[i];
        int count = x->x->m->joints[l->cut].type->rows;
        g_conditions(&w->g, l->cut, w->rows);
        for (int k = 0; k < count; k++, row++) {
            const g_row *r = &w->rows[k];
            target to = { w, J, row };
            put(row, &(g_scalar){ r->value, r->rate, 0, r->second }, Phi, Phid, Phit, gamma);
            for (int s = 0; s < 2; s++) add_branch(&to, r->body[s], l->ancestor, 1, r->f[s], r->n[s]);
        }
    }
    return row;
}

void t_rows(t_work *w, double t, double *Phi, double *Phid, double *Phit, double *J, double *gamma)
{
    const tree_engine *x = t_engine(w);
    const model *m = x->x->m;
    if (x->nrow == 0) return;
    memset(J, 0, (size_t)x->nrow*(size_t)x->ndof*sizeof *J);
    int row = cut_rows(w, 0, Phi, Phid, Phit, J, gamma);
    if (row == x->nrow) return;
    target to = { w, J, row };
    g_sink sink = { &to, add_pair, add_speed };
    g_scalar y;
    if (m->nconstraint) g_signal_jets(&w->g);
    for (int i = 0; i < m->ndrive; i++, to.row++) {
        g_drive_row(&w->g, i, x->x->g->q_index[m->drives[i].q] < 0, t, &y, &sink);
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
