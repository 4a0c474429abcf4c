/*
 * loops.c -- see loops.h. The joints that are not cut form a tree: the way through it from one body of the cut joint to the
 * other, found breadth first from body to body, is the rest of the loop.
 */
#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of the body of that name; nbody is ground. */
static int body_of(const mrt_mechanism *m, const char *name)
{
    int b = 0;
    while (b < m->nbody && strcmp(m->bodies[b].name, name) != 0) b++;
    return b;
}

/* ends[2*njoint]: the bodies of each joint; by[nbody + 1]: the joint a body was reached by, or -1; queue[nbody + 1]. */
typedef struct search { int *ends, *by, *queue; } search;

static void spread_from(const mrt_mechanism *m, search *x, int first)
{
    int head = 0, tail = 0;
    for (int b = 0; b <= m->nbody; b++) x->by[b] = -1;
    x->queue[tail++] = first, x->by[first] = m->njoint;
    while (head < tail) {
        int at = x->queue[head++];
        for (int j = 0; j < m->njoint; j++) {
            int *e = x->ends + 2*j, next = e[0] == at ? e[1] : e[0];
            if (m->joints[j].cut || (e[0] != at && e[1] != at) || x->by[next] >= 0) continue;
            x->by[next] = j;
            x->queue[tail++] = next;
        }
    }
}

/* Writes order[0 .. n) and returns n: the cut joint, then the joints on the way from its child back to its parent. */
static int follow(const mrt_mechanism *m, const search *x, int joint, int *order)
{
    int n = 0, at = x->ends[2*joint + 1];
    order[n++] = joint;
    while (x->by[at] >= 0 && x->by[at] < m->njoint) {
        int j = x->by[at], *e = x->ends + 2*j;
        order[n++] = j;
        at = e[0] == at ? e[1] : e[0];
    }
    return n;
}

/* Where to begin: at the second of two neighbours that both stand on ground, else with the cut joint. */
static int beginning(const mrt_mechanism *m, const search *x, const int *order, int n)
{
    for (int k = 0; k < n; k++) {
        const int *a = x->ends + 2*order[k], *b = x->ends + 2*order[(k + n - 1)%n];
        if ((a[0] == m->nbody || a[1] == m->nbody) && (b[0] == m->nbody || b[1] == m->nbody)) return k;
    }
    return 0;
}

void mrt_loop_text(const mrt_mechanism *m, int joint, char *text, size_t size)
{
    text[0] = 0;
    int *block = malloc((size_t)(3*m->njoint + 2*m->nbody + 4)*sizeof(int));
    if (!block || !m->joints[joint].cut) {
        free(block);
        return;
    }
    search x = { block, block + 2*m->njoint, block + 2*m->njoint + m->nbody + 1 };
    int *order = x.queue + m->nbody + 1;
    for (int j = 0; j < m->njoint; j++)
        x.ends[2*j] = body_of(m, m->joints[j].parent), x.ends[2*j + 1] = body_of(m, m->joints[j].child);
    spread_from(m, &x, x.ends[2*joint]);
    int n = follow(m, &x, joint, order), first = beginning(m, &x, order, n);
    size_t used = (size_t)snprintf(text, size, "loop");
    for (int k = 0; k < n && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, " %s", m->joints[order[(first + k)%n]].name);
    if (used >= size && size > 4) memcpy(text + size - 4, "...", 4);
    free(block);
}
