/*
 * pass_sections.c -- the order in which statements are printed.
 *
 * Leaves come first, then what depends on parameters alone (init computes it), then the rest; both under their sections, in the order in which the
 * derivation first opened them, each once. A statement that was recorded under an early heading but uses results of a later one moves down to that one. Inside a section the order of the derivation stays (it follows the recursion, which is the fastest
 * order known), except that the cosine of an angle follows its sine at once, so that compilers compute the two together.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* Sections of one part of the program, that of the parameters or the rest. rank: of each statement, from 1; 0: not of this part. */
typedef struct ranks { const char **heading; int n; int *rank; int now; } ranks;

static int rank_of(ranks *r, const char *heading)
{
    for (int i = r->n - 1; i >= 0; i--)
        if (r->heading[i] == heading || !strcmp(r->heading[i], heading))
            return i + 1;
    r->heading = pass_grow(r->heading, (size_t)(r->n + 1) * sizeof *r->heading);
    r->heading[r->n++] = heading;
    return r->n;
}

static void raise_rank(void *data, int id)
{
    ranks *r = data;
    if (r->rank[id] > r->now)
        r->now = r->rank[id];
}

/* The other one of sine and cosine, if the program has it; 0 if not. Functions are shared, so there is at most one. */
static int *partners(const program *p)
{
    int count = program_count(p);
    int *sine = pass_alloc((size_t)count + 1, sizeof(int)), *cosine = pass_alloc((size_t)count + 1, sizeof(int));
    int *partner = pass_alloc((size_t)count + 1, sizeof(int));
    for (int id = 1; id <= count; id++) {
        const stmt *s = program_stmt(p, id);
        if (s->kind == STMT_FUNC && s->func == PF_SIN)
            sine[s->arg[0]] = id;
        if (s->kind == STMT_FUNC && s->func == PF_COS)
            cosine[s->arg[0]] = id;
    }
    for (int id = 1; id <= count; id++)
        if (sine[id] && cosine[id]) {
            partner[sine[id]] = cosine[id];
            partner[cosine[id]] = sine[id];
        }
    free(sine);
    free(cosine);
    return partner;
}

static ranks rank_part(const program *p, bool parameters)
{
    int count = program_count(p);
    ranks k = { .rank = pass_alloc((size_t)count + 1, sizeof(int)) };
    for (int id = 1; id <= count; id++) {
        const stmt *s = program_stmt(p, id);
        if (s->kind == STMT_LEAF || program_parameter_only(s) != parameters)
            continue;
        k.now = rank_of(&k, s->section);
        program_each_use(p, id, raise_rank, &k);
        k.rank[id] = k.now;
    }
    return k;
}

static void free_ranks(ranks *k)
{
    free(k->heading);
    free(k->rank);
}

program *pass_sections(const program *p)
{
    int count = program_count(p);
    ranks fixed = rank_part(p, true), k = rank_part(p, false);
    /* a stable distribution: leaves, parameters, the rest; positions by rank, then by number */
    int *start = pass_alloc((size_t)(fixed.n + k.n) + 2, sizeof(int)), *order = pass_alloc((size_t)count + 1, sizeof(int));
    int *rank = pass_alloc((size_t)count + 1, sizeof(int));
    for (int id = 1; id <= count; id++) {
        rank[id] = k.rank[id] ? fixed.n + k.rank[id] : fixed.rank[id];
        start[rank[id] + 1]++;
    }
    for (int i = 1; i <= fixed.n + k.n; i++)
        start[i] += start[i - 1];
    for (int id = 1; id <= count; id++)
        order[start[rank[id]]++] = id;

    int *partner = partners(p);
    unsigned *kernels = pass_kernels(p);
    rewrite r;
    rewrite_init(&r, p);
    for (int i = 0; i < count; i++) {
        int id = order[i];
        /* plain statements are placed by what uses them; earlier passes may have left some that nothing needs */
        if (program_plain(program_stmt(p, id)) || !kernels[id])
            continue;
        r.heading = k.rank[id] ? k.heading[k.rank[id] - 1] : fixed.rank[id] ? fixed.heading[fixed.rank[id] - 1] : NULL;
        bool pair = partner[id] && kernels[partner[id]];
        if (pair && program_stmt(p, id)->func == PF_COS)
            rewrite_stmt(&r, partner[id]);
        rewrite_stmt(&r, id);
        if (pair)
            rewrite_stmt(&r, partner[id]);
    }
    free_ranks(&fixed);
    free_ranks(&k);
    free(rank);
    free(start);
    free(order);
    free(partner);
    free(kernels);
    return rewrite_done(&r);
}
