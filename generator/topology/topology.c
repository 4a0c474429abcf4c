/*
 * topology.c -- spanning tree, cut joints and loops of a mechanism.
 *
 * Bodies are the nodes of a graph, joints its edges. The tree with the fewest coordinates is the spanning tree of least
 * weight, where a joint weighs its number of coordinates; taking the joints in order of weight and leaving out those that would
 * close a loop gives it exactly (Kruskal 1956; the spanning trees of a graph are the bases of a matroid). What the script
 * asks for comes before the weight: see `rank`.
 */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);
    if (!block) { fprintf(stderr, "mechc: out of memory in the topology\n"); exit(1); }
    return block;
}

/* ---- sets of nodes that are connected already ---- */

static int set_find(int *set, int i)
{
    while (set[i] != i) i = set[i] = set[set[i]];
    return i;
}

/* False if the two were in one set. The smaller number names the set, so that ground's set is 0. */
static bool set_join(int *set, int a, int b)
{
    a = set_find(set, a), b = set_find(set, b);
    if (a == b) return false;
    if (a < b) set[b] = a; else set[a] = b;
    return true;
}

static int *set_new(int n)
{
    int *set = allocate((size_t)n, sizeof *set);
    for (int i = 0; i < n; i++) set[i] = i;
    return set;
}

/* ---- which joints make the tree ---- */

typedef struct candidate { int rank, weight, joint; } candidate;

static bool is_named(const model *m, const joint *j)
{
    for (int i = 0; i < j->type->nq; i++) if (m->q[j->q + i].named) return true;
    for (int i = 0; i < j->type->nu; i++) if (m->u[j->u + i].named) return true;
    return false;
}

/* Lower ranks are taken into the tree first, whatever they weigh. */
static int rank(const model *m, const joint *j)
{
    if (j->cut == CUT_YES) return 5;
    if (j->cut == CUT_NO)  return 0;
    if (j->hold)           return 1;        /* the coordinates of a cut joint follow from the others and cannot be held */
    if (j->type->nq == 0)  return 2;        /* a fixed joint in the tree costs nothing, cut it costs six rows */
    return is_named(m, j) ? 3 : 4;
}

static int compare_candidates(const void *x, const void *y)
{
    const candidate *a = x, *b = y;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
    return (a->joint > b->joint) - (a->joint < b->joint);      /* ties: the joint declared last is cut */
}

/* Marks the joints of the tree in in_tree[njoint]; set[nbody] is left as the connected parts. Returns the number of errors. */
static int choose_tree(model *m, bool *in_tree, int *set)
{
    candidate *c = allocate((size_t)m->njoint, sizeof *c);
    for (int i = 0; i < m->njoint; i++)
        c[i] = (candidate){ rank(m, &m->joints[i]), m->joints[i].type->nq, i };
    qsort(c, (size_t)m->njoint, sizeof *c, compare_candidates);

    int errors = 0;
    for (int i = 0; i < m->njoint; i++) {
        const joint *j = &m->joints[c[i].joint];
        if (j->cut == CUT_YES) continue;
        in_tree[c[i].joint] = set_join(set, j->parent, j->child);
        if (in_tree[c[i].joint] || (j->cut != CUT_NO && !j->hold)) continue;
        if (j->cut == CUT_NO)
            model_error(m, j->at_line, "joint \"%s\": -cut no stands on every joint of its loop; one joint of each loop has to be cut, "
                        "so leave one of them to -cut auto", j->name);
        else
            model_error(m, j->at_line, "joint \"%s\": -hold yes cannot be honoured, because every joint of its loop has -hold yes or -cut no; one joint "
                        "of each loop has to be cut and follows from the others, so leave -hold yes out where the loop gives the value", j->name);
        errors++;
    }
    free(c);
    return errors;
}

/* ---- bodies that hang in the air ---- */

/* One message per part of the mechanism that has no way to ground: the set array says which bodies hang together. */
static int report_loose(model *m, int *set)
{
    int errors = 0;
    int *size = allocate((size_t)m->nbody, sizeof *size);
    for (int b = 0; b < m->nbody; b++) size[set_find(set, b)]++;

    /* A part that only joints marked -cut yes tie to the rest was torn off by these marks. */
    for (int i = 0; i < m->njoint; i++) {
        const joint *j = &m->joints[i];
        int a = set_find(set, j->parent), b = set_find(set, j->child);
        if (j->cut != CUT_YES || a == b) continue;
        model_error(m, j->at_line, "joint \"%s\": -cut yes separates body \"%s\" from ground; a cut joint must close a loop, "
                    "so leave out -cut yes here", j->name, m->bodies[a < b ? b : a].name);
        errors++;
        size[a < b ? b : a] = 0;                /* said: no second message below */
        set_join(set, a, b);
    }
    for (int b = 1; b < m->nbody; b++) {
        if (set_find(set, b) != b || size[b] == 0) continue;
        if (size[b] == 1)
            model_error(m, m->bodies[b].at, "body \"%s\" is not connected to ground; add a joint between it and the rest "
                        "(a free joint from ground if it flies)", m->bodies[b].name);
        else
            model_error(m, m->bodies[b].at, "body \"%s\" and the %d bod%s jointed to it are not connected to ground; add a joint between "
                        "one of them and the rest (a free joint from ground if they fly)",
                        m->bodies[b].name, size[b] - 1, size[b] == 2 ? "y" : "ies");
        errors++;
    }
    free(size);
    return errors;
}

/* ---- the tree from ground outwards ---- */

/* Joints at each body, in the order of declaration: those of body b stand in joint[first[b] .. first[b+1]). */
typedef struct incidence { int *first, *joint; } incidence;

static incidence incidence_new(const model *m, const bool *in_tree)
{
    incidence at = { allocate((size_t)m->nbody + 2, sizeof(int)), allocate(2*(size_t)m->njoint, sizeof(int)) };
    for (int i = 0; i < m->njoint; i++)
        if (in_tree[i]) at.first[m->joints[i].parent + 2]++, at.first[m->joints[i].child + 2]++;
    for (int b = 0; b < m->nbody; b++) at.first[b + 2] += at.first[b + 1];
    for (int i = 0; i < m->njoint; i++)
        if (in_tree[i])
            at.joint[at.first[m->joints[i].parent + 1]++] = i, at.joint[at.first[m->joints[i].child + 1]++] = i;
    return at;
}

/* Depth first, branches in the order their joints were declared, so that a limb is written from base to tip in one piece. */
static void walk_tree(topology *g, const model *m, const bool *in_tree)
{
    incidence at = incidence_new(m, in_tree);
    int *stack = allocate((size_t)m->nbody, sizeof *stack), depth = 0;      /* bodies on the way from ground to here */
    int *next  = allocate((size_t)m->nbody, sizeof *next);                  /* the joint each of them goes on with */
    for (int b = 0; b < m->nbody; b++) g->tree_of_body[b] = -1, next[b] = at.first[b];

    stack[depth++] = 0;
    while (depth > 0) {
        int b = stack[depth - 1];
        if (next[b] == at.first[b + 1]) { depth--; continue; }
        int j = at.joint[next[b]++];
        bool reversed = m->joints[j].parent != b;
        int  outer = reversed ? m->joints[j].parent : m->joints[j].child;
        if (outer == 0 || g->tree_of_body[outer] >= 0) continue;            /* the joint we came by */
        g->tree_of_body[outer] = g->ntree;
        g->tree[g->ntree++] = (tree_joint){ j, b, outer, reversed };
        stack[depth++] = outer;
    }
    free(next), free(stack), free(at.first), free(at.joint);
}

/* ---- loops ---- */

static int inboard_of(const topology *g, int b) { return g->tree[g->tree_of_body[b]].inboard; }

/* Steps from ground. Tree entries come base to tip, so one pass does it. */
static int *depths(const topology *g, int nbody)
{
    int *depth = allocate((size_t)nbody, sizeof *depth);
    for (int i = 0; i < g->ntree; i++) depth[g->tree[i].outboard] = depth[g->tree[i].inboard] + 1;
    return depth;
}

static void trace_loop(const topology *g, const model *m, const int *depth, loop *l)
{
    int a = m->joints[l->cut].parent, b = m->joints[l->cut].child, up = 0, down = 0;
    while (a != b) {
        if (depth[a] >= depth[b]) a = inboard_of(g, a), up++;
        else                      b = inboard_of(g, b), down++;
    }
    l->ancestor = a;
    l->length = up + 1 + down;
    l->joints = allocate((size_t)l->length, sizeof(int));
    l->bodies = allocate((size_t)l->length, sizeof(int));
    l->bodies[0] = a;
    l->joints[up] = l->cut;

    /* From the cut joint back to the ancestor along the parent's side, then on to it along the child's. */
    a = m->joints[l->cut].parent;
    for (int i = up; i > 0; i--, a = inboard_of(g, a))
        l->bodies[i] = a, l->joints[i - 1] = g->tree[g->tree_of_body[a]].joint;
    b = m->joints[l->cut].child;
    for (int i = up + 1; i < l->length; i++, b = inboard_of(g, b))
        l->bodies[i] = b, l->joints[i] = g->tree[g->tree_of_body[b]].joint;
}

static void find_loops(topology *g, const model *m, const bool *in_tree)
{
    for (int i = 0; i < m->njoint; i++) {
        g->loop_of_joint[i] = in_tree[i] ? -1 : g->nloop;
        if (!in_tree[i]) g->nloop++;
    }
    g->loops = allocate((size_t)g->nloop, sizeof *g->loops);
    int *depth = depths(g, m->nbody), *set = set_new(m->njoint);
    for (int i = 0; i < m->njoint; i++) {
        if (in_tree[i]) continue;
        loop *l = &g->loops[g->loop_of_joint[i]];
        l->cut = i;
        trace_loop(g, m, depth, l);
        for (int k = 0; k < l->length; k++) set_join(set, i, l->joints[k]);
    }

    /* Clusters are numbered in the order of their first loop. */
    int *number = allocate((size_t)m->njoint, sizeof *number);
    for (int i = 0; i < g->nloop; i++) {
        int s = set_find(set, g->loops[i].cut);
        if (!number[s]) number[s] = ++g->nclusters;
        g->loops[i].cluster = number[s] - 1;
    }
    free(number), free(set), free(depth);
}

/* ---- places of the coordinates ---- */

static void number_coordinates(topology *g, const model *m)
{
    for (int i = 0; i < m->nq; i++) {
        bool cut = g->loop_of_joint[m->q[i].joint] >= 0;
        g->q_index[i]  = cut ? -1 : g->nq++;
        g->cq_index[i] = cut ? g->ncq++ : -1;
    }
    for (int i = 0; i < m->nu; i++) {
        bool cut = g->loop_of_joint[m->u[i].joint] >= 0;
        g->u_index[i]  = cut ? -1 : g->nu++;
        g->cu_index[i] = cut ? g->ncu++ : -1;
    }
}

topology *topology_new(model *m)
{
    bool *in_tree = allocate((size_t)m->njoint, sizeof *in_tree);
    int  *set = set_new(m->nbody);
    int   errors = choose_tree(m, in_tree, set);
    errors += report_loose(m, set);
    free(set);
    if (errors) { free(in_tree); return NULL; }

    topology *g = allocate(1, sizeof *g);
    g->tree          = allocate((size_t)m->nbody, sizeof *g->tree);
    g->tree_of_body  = allocate((size_t)m->nbody, sizeof(int));
    g->loop_of_joint = allocate((size_t)m->njoint, sizeof(int));
    g->q_index  = allocate((size_t)m->nq, sizeof(int));
    g->cq_index = allocate((size_t)m->nq, sizeof(int));
    g->u_index  = allocate((size_t)m->nu, sizeof(int));
    g->cu_index = allocate((size_t)m->nu, sizeof(int));
    walk_tree(g, m, in_tree);
    find_loops(g, m, in_tree);
    number_coordinates(g, m);
    free(in_tree);
    return g;
}

void topology_free(topology *g)
{
    if (!g) return;
    for (int i = 0; i < g->nloop; i++) free(g->loops[i].joints), free(g->loops[i].bodies);
    free(g->loops), free(g->tree), free(g->tree_of_body), free(g->loop_of_joint);
    free(g->q_index), free(g->cq_index), free(g->u_index), free(g->cu_index);
    free(g);
}
