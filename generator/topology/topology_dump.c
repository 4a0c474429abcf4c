/*
 * topology_dump.c -- the text form of the topology (--dump topology): tree from base to tip, loops, places of the coordinates.
 */
#include "topology.h"

#include <stdio.h>
#include <stdlib.h>

static void dump_tree(FILE *f, const topology *g, const model *m)
{
    fprintf(f, "tree %d\n", g->ntree);
    for (int i = 0; i < g->ntree; i++) {
        const tree_joint *t = &g->tree[i];
        const joint *j = &m->joints[t->joint];
        fprintf(f, "  %s -> %s: joint %s %s%s", m->bodies[t->inboard].name, m->bodies[t->outboard].name, j->name, j->type->name,
                t->reversed ? " reversed" : "");
        if (j->type->nq) fprintf(f, " q[%d..%d] u[%d..%d]", g->q_index[j->q], g->q_index[j->q] + j->type->nq - 1,
                                 g->u_index[j->u], g->u_index[j->u] + j->type->nu - 1);
        fputc('\n', f);
    }
}

static void dump_loops(FILE *f, const topology *g, const model *m)
{
    fprintf(f, "loops %d in %d clusters\n", g->nloop, g->nclusters);
    for (int i = 0; i < g->nloop; i++) {
        const loop *l = &g->loops[i];
        fprintf(f, "  cut %s %s, cluster %d:", m->joints[l->cut].name, m->joints[l->cut].type->name, l->cluster);
        for (int k = 0; k < l->length; k++)
            fprintf(f, " %s %s%s%s", m->bodies[l->bodies[k]].name, l->joints[k] == l->cut ? "[" : "(", m->joints[l->joints[k]].name,
                    l->joints[k] == l->cut ? "]" : ")");
        fprintf(f, " %s\n", m->bodies[l->ancestor].name);
    }
}

char *topology_dump(const topology *g, const model *m)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    fprintf(f, "topology %s\nbodies %d, joints %d, coordinates %d, speeds %d\n", m->name ? m->name : "", m->nbody - 1, m->njoint, g->nq, g->nu);
    dump_tree(f, g, m);
    dump_loops(f, g, m);
    if (fclose(f)) { free(text); return NULL; }
    return text;
}
