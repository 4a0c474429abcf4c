/*
 * test_topology.c -- spanning trees, cuts and loops of graphs given directly as model data.
 */
#include "../check.h"
#include "generator/topology/topology.h"

#include <stdlib.h>
#include <time.h>

enum { ROOM = 20000 };

/* A model with nothing but bodies and joints. The arrays belong to the test. */
static model *graph_new(void)
{
    static const where here = { "graph.tcl", 1 };
    model *m = model_new("graph.tcl");
    m->name   = "graph";
    m->bodies = calloc(ROOM, sizeof *m->bodies);
    m->joints = calloc(ROOM, sizeof *m->joints);
    m->q = calloc(7*ROOM, sizeof *m->q);
    m->u = calloc(7*ROOM, sizeof *m->u);
    m->bodies[0].name = "ground";
    m->bodies[0].at = here;
    m->nbody = 1, m->njoint = m->nq = m->nu = 0;
    return m;
}

static void graph_free(model *m)
{
    free(m->bodies), free(m->joints), free(m->q), free(m->u);
    m->bodies = NULL, m->joints = NULL, m->q = NULL, m->u = NULL;
    model_free(m);
}

static int add_body(model *m, const char *name)
{
    m->bodies[m->nbody].name = name;
    m->bodies[m->nbody].at = (where){ "graph.tcl", 10 + m->nbody };
    return m->nbody++;
}

static joint *add_joint(model *m, const char *name, const char *type, int parent, int child)
{
    joint *j = &m->joints[m->njoint];
    j->name = name, j->type = joint_type_find(type), j->parent = parent, j->child = child;
    j->q = m->nq, j->u = m->nu, j->at_line = (where){ "graph.tcl", 100 + m->njoint };
    for (int i = 0; i < j->type->nq; i++) m->q[m->nq++] = (coordinate){ name, m->njoint, i, false };
    for (int i = 0; i < j->type->nu; i++) m->u[m->nu++] = (coordinate){ name, m->njoint, i, false };
    m->njoint++;
    return j;
}

/* ground - ab - bc - dc - ground through joints of the given types. */
static model *four_bar(const char *a, const char *b, const char *c, const char *d)
{
    model *m = graph_new();
    int ab = add_body(m, "ab"), bc = add_body(m, "bc"), dc = add_body(m, "dc");
    add_joint(m, "a", a, 0, ab);
    add_joint(m, "b", b, ab, bc);
    add_joint(m, "d", d, 0, dc);
    add_joint(m, "c", c, bc, dc);
    return m;
}

/* The name of the only cut joint; "" if there is not exactly one. */
static const char *only_cut(const topology *g, const model *m)
{
    return g && g->nloop == 1 ? m->joints[g->loops[0].cut].name : "";
}

static void check_four_bar(model *m, const char *want)
{
    topology *g = topology_new(m);
    check_text(only_cut(g, m), want);
    topology_free(g);
    graph_free(m);
}

static void test_choice(void)
{
    check_four_bar(four_bar("revolute", "revolute", "revolute", "revolute"), "c");
    check_four_bar(four_bar("revolute", "spherical", "revolute", "revolute"), "b");
    check_four_bar(four_bar("revolute", "spherical", "spherical", "revolute"), "c");
    check_four_bar(four_bar("revolute", "spherical", "planar", "revolute"), "b");       /* equal freedom, more coordinates */
    check_four_bar(four_bar("revolute", "free", "spherical", "revolute"), "b");
    check_four_bar(four_bar("fixed", "revolute", "fixed", "fixed"), "b");
    check_four_bar(four_bar("fixed", "fixed", "fixed", "fixed"), "c");

    /* named coordinates stay in the tree as long as something else can be cut */
    model *m = four_bar("revolute", "spherical", "spherical", "revolute");
    m->u[m->joints[3].u + 1].named = true;
    check_four_bar(m, "b");
    m = four_bar("revolute", "revolute", "revolute", "revolute");
    m->q[3].named = true;
    check_four_bar(m, "d");
    for (int all = 0; all < 2; all++) {
        m = four_bar("revolute", "revolute", "revolute", "revolute");
        for (int i = all; i < 4; i++) m->q[i].named = true;
        check_four_bar(m, all ? "a" : "c");
    }
    m = four_bar("fixed", "revolute", "revolute", "revolute");
    for (int i = 0; i < m->nq; i++) m->q[i].named = true;
    check_four_bar(m, "c");

    /* so do held ones, before named and fixed ones */
    m = four_bar("revolute", "revolute", "revolute", "revolute");
    m->joints[3].hold = true;
    check_four_bar(m, "d");
    m = four_bar("revolute", "revolute", "revolute", "revolute");
    for (int i = 0; i < 3; i++) m->q[i].named = true;
    m->joints[3].hold = true;
    check_four_bar(m, "d");
    m = four_bar("revolute", "fixed", "revolute", "revolute");
    m->joints[0].hold = m->joints[2].hold = m->joints[3].hold = true;
    check_four_bar(m, "b");

    /* -cut overrides all of that */
    m = four_bar("revolute", "spherical", "spherical", "revolute");
    m->joints[0].cut = CUT_YES;
    check_four_bar(m, "a");
    m = four_bar("revolute", "spherical", "spherical", "revolute");
    m->joints[3].cut = CUT_NO;
    check_four_bar(m, "b");
    m = four_bar("revolute", "spherical", "spherical", "revolute");
    m->joints[3].cut = CUT_YES;
    m->q[m->joints[3].q].named = true;
    check_four_bar(m, "c");
}

static void test_dump(void)
{
    model *m = four_bar("revolute", "spherical", "revolute", "cylindrical");
    m->joints[2].parent = 3, m->joints[2].child = 0;
    topology *g = topology_new(m);
    char *text = topology_dump(g, m);
    check_text(text,
        "topology graph\n"
        "bodies 3, joints 4, coordinates 4, speeds 4\n"
        "tree 3\n"
        "  ground -> ab: joint a revolute q[0..0] u[0..0]\n"
        "  ground -> dc: joint d cylindrical reversed q[1..2] u[1..2]\n"
        "  dc -> bc: joint c revolute reversed q[3..3] u[3..3]\n"
        "loops 1 in 1 clusters\n"
        "  cut b spherical, cluster 0: ground (a) ab [b] bc (c) dc (d) ground\n");
    free(text);
    CHECK(g->ncq == 4 && g->ncu == 3 && g->q_index[1] == -1 && g->cq_index[1] == 0 && g->cq_index[0] == -1);
    topology_free(g);
    graph_free(m);
}

/* Two four-bars that share a crank make one cluster; one that stands apart makes another. */
static void test_clusters(void)
{
    model *m = graph_new();
    int b[8];
    for (int i = 0; i < 8; i++) b[i] = add_body(m, "b");
    for (int k = 0; k < 2; k++) {
        int *c = b + 4*k;
        add_joint(m, "g0", "revolute", 0, c[0]);
        add_joint(m, "g1", "revolute", c[0], c[1]);
        add_joint(m, "g2", "revolute", c[1], c[2]);
        add_joint(m, "g3", "revolute", 0, c[2]);
        add_joint(m, "g4", "revolute", c[2], c[3]);
        add_joint(m, "g5", "revolute", k ? c[2] : c[0], c[3]);
    }
    topology *g = topology_new(m);
    CHECK(g && g->nloop == 4 && g->nclusters == 3);
    if (g && g->nloop == 4) {
        CHECK(g->loops[0].cluster == 0 && g->loops[1].cluster == 0 && g->loops[2].cluster == 1 && g->loops[3].cluster == 2);
        CHECK(g->loops[3].length == 2 && g->loops[3].ancestor == b[6]);
        CHECK(g->loops[1].ancestor == b[0] && g->loops[1].length == 4);
    }
    topology_free(g);
    graph_free(m);
}

static void check_refused(model *m, int messages, int line, const char *piece)
{
    topology *g = topology_new(m);
    CHECK(!g);
    CHECK(model_messages(m) == messages);
    if (model_messages(m) > 0) {
        const message *e = model_message(m, 0);
        CHECK(!e->warning && e->at.line == line);
        if (!CHECK(strstr(e->text, piece))) fprintf(stderr, "  message: %s\n", e->text);
    }
    topology_free(g);
    graph_free(m);
}

static void test_refusals(void)
{
    model *m = graph_new();
    add_body(m, "lonely");
    check_refused(m, 1, 11, "body \"lonely\" is not connected to ground");

    m = four_bar("revolute", "revolute", "revolute", "revolute");
    int x = add_body(m, "x"), y = add_body(m, "y");
    add_joint(m, "xy", "revolute", x, y);
    add_body(m, "z");
    check_refused(m, 2, 14, "body \"x\" and the 1 body jointed to it");

    m = four_bar("revolute", "revolute", "revolute", "revolute");
    for (int i = 0; i < 4; i++) m->joints[i].cut = CUT_NO;
    check_refused(m, 1, 103, "joint \"c\": -cut no");

    m = four_bar("revolute", "revolute", "revolute", "revolute");
    for (int i = 0; i < 4; i++) m->joints[i].hold = true;
    check_refused(m, 1, 103, "joint \"c\": -hold yes cannot be honoured");

    m = four_bar("revolute", "revolute", "revolute", "revolute");
    for (int i = 0; i < 3; i++) m->joints[i].cut = CUT_NO;
    m->joints[3].hold = true;
    check_refused(m, 1, 103, "joint \"c\": -hold yes cannot be honoured");

    m = four_bar("revolute", "revolute", "revolute", "revolute");
    m->joints[0].cut = m->joints[2].cut = CUT_YES;
    check_refused(m, 1, 100, "joint \"a\": -cut yes separates body \"ab\"");
}

/* Every loop leads from its ancestor round to it again, base bodies come before outer ones, and each coordinate has one place. */
static void check_invariants(const topology *g, const model *m)
{
    bool order = g->ntree == m->nbody - 1, rings = g->nloop == m->njoint - g->ntree;
    for (int i = 0; i < g->ntree; i++) {
        const tree_joint *t = &g->tree[i];
        const joint *j = &m->joints[t->joint];
        order = order && g->tree_of_body[t->inboard] < i && g->tree_of_body[t->outboard] == i
             && (t->reversed ? j->child == t->inboard && j->parent == t->outboard : j->parent == t->inboard && j->child == t->outboard);
    }
    for (int i = 0; i < g->nloop; i++) {
        const loop *l = &g->loops[i];
        rings = rings && l->bodies[0] == l->ancestor && g->loop_of_joint[l->cut] == i;
        for (int k = 0; k < l->length; k++) {
            const joint *j = &m->joints[l->joints[k]];
            int from = l->bodies[k], to = l->bodies[(k + 1) % l->length];
            rings = rings && ((j->parent == from && j->child == to) || (j->parent == to && j->child == from));
            if (l->joints[k] == l->cut) rings = rings && j->parent == from;
        }
    }
    CHECK(order);
    CHECK(rings);
    CHECK(g->nq + g->ncq == m->nq && g->nu + g->ncu == m->nu);
}

static unsigned random_next(unsigned *state) { return *state = *state*1664525u + 1013904223u, *state >> 8; }

/* The least number of coordinates over all spanning trees, by trying every subset of joints. */
static int least_by_search(const model *m)
{
    int best = 1 << 20;
    for (unsigned set = 0; set < 1u << m->njoint; set++) {
        int part[16], taken = 0, weight = 0;
        for (int b = 0; b < m->nbody; b++) part[b] = b;
        for (int i = 0; i < m->njoint; i++) {
            if (!(set >> i & 1)) continue;
            int a = part[m->joints[i].parent], c = part[m->joints[i].child];
            if (a == c) { taken = -100; break; }
            for (int b = 0; b < m->nbody; b++) if (part[b] == c) part[b] = a;
            taken++, weight += m->joints[i].type->nq;
        }
        if (taken == m->nbody - 1 && weight < best) best = weight;
    }
    return best;
}

static void test_random(void)
{
    static const char *const types[] = { "revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "screw", "free", "fixed" };
    unsigned seed = 7;
    for (int trial = 0; trial < 60; trial++) {
        model *m = graph_new();
        int bodies = 2 + (int)(random_next(&seed) % 5);
        for (int i = 0; i < bodies; i++) add_body(m, "b");
        for (int i = 0; i < bodies; i++) {
            int other = (int)(random_next(&seed) % (unsigned)(i + 1));
            const char *type = types[random_next(&seed) % 9];
            if (random_next(&seed) & 1) add_joint(m, "j", type, other, i + 1); else add_joint(m, "j", type, i + 1, other);
        }
        for (int i = 0; i < 4; i++) {
            int a = (int)(random_next(&seed) % (unsigned)(bodies + 1)), b = (int)(random_next(&seed) % (unsigned)(bodies + 1));
            if (a != b) add_joint(m, "k", types[random_next(&seed) % 9], a, b);
        }
        topology *g = topology_new(m);
        if (CHECK(g != NULL)) {
            CHECK(g->nq == least_by_search(m));
            check_invariants(g, m);
        }
        topology_free(g);
        graph_free(m);
    }
}

/* 8000 bodies, as a ladder whose 3999 loops are closed by spherical joints, and as one chain. A few milliseconds are enough; the
 * bound leaves room for sanitizers and a busy machine, and is still far below what work quadratic in the bodies would take. */
static void test_large(void)
{
    model *ladder = graph_new(), *chain = graph_new();
    for (int i = 0; i < 8000; i++) add_body(ladder, "b"), add_body(chain, "b");
    for (int i = 0; i < 4000; i++) {
        if (i) add_joint(ladder, "left", "spherical", 2*i - 1, 2*i + 1);
        add_joint(ladder, "right", "revolute", i ? 2*i : 0, 2*i + 2);
        add_joint(ladder, "rung", "revolute", 2*i + 1, 2*i + 2);
    }
    for (int i = 0; i < 8000; i++) add_joint(chain, "j", "revolute", i, i + 1);

    clock_t start = clock();
    topology *g = topology_new(ladder), *h = topology_new(chain);
    double seconds = (double)(clock() - start)/CLOCKS_PER_SEC;
    CHECK(seconds < 0.1);
    if (CHECK(g && h)) {
        CHECK(g->nloop == 3999 && g->nclusters == 1 && g->nq == 8000 && g->loops[3998].length == 4);
        CHECK(h->ntree == 8000 && h->nloop == 0);
        check_invariants(g, ladder);
        check_invariants(h, chain);
    }
    topology_free(g), topology_free(h);
    graph_free(ladder), graph_free(chain);
}

int main(void)
{
    test_choice();
    test_dump();
    test_clusters();
    test_refusals();
    test_random();
    test_large();
    return check_done();
}
