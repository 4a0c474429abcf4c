/*
 * pass_chunks.c -- cuts the functions of a solver into chunks of bounded size.
 *
 * Compilers take more than linear time for long functions (a 10 000 line one cost gcc 9 s at -O2), so a kernel with many statements
 * becomes several functions of a few hundred, the values read from earlier ones counted too. A cut is put where few values are alive; those pass
 * through the workspace.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdlib.h>

typedef struct layout {
    const program *p;
    program_plan  *plan;
    int           *place;               /* [count + 1] position of a statement in the function at hand, -1: not in it */
    int           *last;                /* [count + 1] position of its last use there */
    int            now;                 /* position of the statement that is looked at */
    int            from;                /* first position of its chunk */
    int           *seen;                /* [count + 1] first position of the chunk that read it last; -1: none */
    int            reads;               /* values the chunk reads from earlier ones */
    bool           init;
} layout;

static void note_last(void *data, int id)
{
    layout *l = data;
    if (l->place[id] >= 0)
        l->last[id] = l->now;
}

/* What leaves the chunk in which it is computed, or comes out of init, has a place in the workspace. */
static void note_work(void *data, int id)
{
    layout *l = data;
    bool constant = program_parameter_only(program_stmt(l->p, id));
    if (l->init ? l->place[id] >= 0 && l->place[id] < l->from : constant || (l->place[id] >= 0 && l->place[id] < l->from))
        l->plan->in_work[id] = 1;
}

/* Number of values alive at each cut: alive[i] are those computed before position i and used at i or later. */
static int *count_alive(layout *l, const plan_function *f)
{
    int *alive = pass_alloc((size_t)f->n + 2, sizeof *alive);
    for (int i = 0; i < f->n; i++) {
        int id = f->order[i];
        if (l->last[id] > i) {
            alive[i + 1]++;
            alive[l->last[id] + 1]--;
        }
    }
    for (int i = 1; i <= f->n; i++)
        alive[i] += alive[i - 1];
    return alive;
}

/* Counts what a statement reads from earlier chunks, each value once. */
static void note_read(void *data, int id)
{
    layout *l = data;
    if (l->place[id] < 0 || l->place[id] >= l->from || l->seen[id] == l->from)
        return;
    l->seen[id] = l->from;
    l->reads++;
}

/* Where the chunk that begins at `from` ends: before its statements and the values it reads from earlier ones together pass `most`. */
static int chunk_end(layout *l, const plan_function *f, int from, int most)
{
    l->from = from;
    l->reads = 0;
    int i = from;
    for (; i < f->n && (i == from || i - from + l->reads < most); i++)
        program_each_use(l->p, f->order[i], note_read, l);
    return i;
}

static void cut(layout *l, plan_function *f, int most)
{
    f->end = pass_alloc((size_t)f->n + 1, sizeof *f->end);
    f->nchunk = 0;
    if (f->n <= most + most/4) {
        f->end[f->nchunk++] = f->n;
        return;
    }
    int *alive = count_alive(l, f);
    for (int from = 0; from < f->n;) {
        int end = chunk_end(l, f, from, most), best = end;
        for (int i = end; end < f->n && i > from && i > end - (end - from)/4; i--)
            if (alive[i] < alive[best])
                best = i;
        f->end[f->nchunk++] = from = best;
    }
    free(alive);
}

static void lay_out(layout *l, plan_function *f, const unsigned char *mark, int most)
{
    int count = program_count(l->p);
    f->order = pass_alloc((size_t)count, sizeof *f->order);
    for (int id = 1; id <= count; id++) {
        const stmt *s = program_stmt(l->p, id);
        l->place[id] = l->seen[id] = -1;
        if (!mark[id] || s->kind == STMT_LEAF || program_plain(s) || program_parameter_only(s) != l->init)
            continue;
        l->place[id] = f->n;
        f->order[f->n++] = id;
    }
    for (l->now = 0; l->now < f->n; l->now++) {
        l->last[f->order[l->now]] = l->now;
        program_each_use(l->p, f->order[l->now], note_last, l);
    }
    cut(l, f, most);
    for (int c = 0; c < f->nchunk; c++) {
        l->from = c ? f->end[c - 1] : 0;
        for (l->now = l->from; l->now < f->end[c]; l->now++)
            program_each_use(l->p, f->order[l->now], note_work, l);
    }
}

/* Outputs that are parameters, or made of them alone, are read from the workspace too. */
static void note_outputs(layout *l, kernel_id k)
{
    for (int a = 0; program_kernel_array_name(k, a); a++)
        for (int i = 0; i < program_kernel_size(l->p, k, a); i++) {
            int id = program_kernel_get(l->p, k, a, i).id;
            if (id && program_parameter_only(program_stmt(l->p, id)) && !program_plain(program_stmt(l->p, id)))
                l->plan->in_work[id] = 1;
        }
}

program_plan *pass_chunks(const program *p, int most)
{
    size_t n = (size_t)program_count(p) + 1;
    program_plan *plan = pass_alloc(1, sizeof *plan);
    plan->in_work = pass_alloc(n, 1);
    layout l = { .p = p, .plan = plan, .place = pass_alloc(n, sizeof(int)), .last = pass_alloc(n, sizeof(int)), .seen = pass_alloc(n, sizeof(int)) };
    unsigned char *mark = pass_alloc(n, 1), *any = pass_alloc(n, 1);
    for (int k = 0; k < KERNEL_COUNT; k++) {
        program_needed(p, (kernel_id)k, mark);
        for (size_t i = 0; i < n; i++)
            any[i] |= mark[i];
        lay_out(&l, &plan->function[k], mark, most);
        note_outputs(&l, (kernel_id)k);
    }
    l.init = true;
    lay_out(&l, &plan->function[PLAN_INIT], any, most);

    plan->kept = pass_alloc(n, sizeof(int));
    plan->shared = pass_alloc(n, sizeof(int));
    for (int id = 1; id < (int)n; id++)
        if (plan->in_work[id]) {
            if (program_parameter_only(program_stmt(p, id)))
                plan->kept[plan->nkept++] = id;
            else
                plan->shared[plan->nshared++] = id;
        }
    free(mark);
    free(any);
    free(l.place);
    free(l.last);
    free(l.seen);
    return plan;
}

void pass_chunks_free(program_plan *plan)
{
    if (!plan)
        return;
    for (int i = 0; i < PLAN_COUNT; i++) {
        free(plan->function[i].order);
        free(plan->function[i].end);
    }
    free(plan->kept);
    free(plan->shared);
    free(plan->in_work);
    free(plan);
}
