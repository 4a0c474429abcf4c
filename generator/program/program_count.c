/*
 * program_count.c -- what a kernel needs, and how many operations that is.
 *
 * Counted is the text the emission prints: a sum of n terms has n - 1 additions; a term multiplies its coefficient
 * (unless it is 1 or -1), its positive powers one by one, and divides once by the product of its negative ones.
 * Whatever depends on parameters alone is done by `init`: a group of such factors or terms counts as one number.
 */
#include "program_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool program_parameter_only(const stmt *s)
{
    return !(s->deps & ~(1u << LEAF_P));
}

bool program_plain(const stmt *s)
{
    return s->kind == STMT_SUM && s->nterm == 1
        && (s->terms->nfactor == 0 || (s->terms->nfactor == 1 && s->terms->coef == -1 && s->terms->factors->power == 1));
}

static void use_through(const program *p, int id, void (*use)(void *, int), void *data)
{
    const stmt *s = program_stmt(p, id);
    if (!program_plain(s))
        use(data, id);
    else if (s->terms->nfactor)
        use_through(p, s->terms->factors->id, use, data);
}

void program_each_use(const program *p, int id, void (*use)(void *data, int id), void *data)
{
    const stmt *s = program_stmt(p, id);
    if (s->kind == STMT_FUNC) {
        use_through(p, s->arg[0], use, data);
        if (s->arg[1])
            use_through(p, s->arg[1], use, data);
    } else if (s->kind == STMT_SUM) {
        for (int i = 0; i < s->nterm; i++)
            for (int j = 0; j < s->terms[i].nfactor; j++)
                use_through(p, s->terms[i].factors[j].id, use, data);
    }
}

/* From the last statement to the first: what is marked marks what it uses. */
static void spread(const program *p, unsigned char *mark)
{
    for (int id = p->count; id >= 1; id--) {
        if (!mark[id])
            continue;
        const stmt *s = program_stmt(p, id);
        if (s->kind == STMT_FUNC) {
            mark[s->arg[0]] = 1;
            if (s->arg[1])
                mark[s->arg[1]] = 1;
        } else if (s->kind == STMT_SUM) {
            for (int i = 0; i < s->nterm; i++)
                for (int j = 0; j < s->terms[i].nfactor; j++)
                    mark[s->terms[i].factors[j].id] = 1;
        }
    }
}

void program_needed_refs(const program *p, const pref *refs, int n, unsigned char *mark)
{
    memset(mark, 0, (size_t)p->count + 1);
    for (int i = 0; i < n; i++)
        if (refs[i].id)
            mark[refs[i].id] = 1;
    spread(p, mark);
}

void program_needed(const program *p, kernel_id k, unsigned char *mark)
{
    memset(mark, 0, (size_t)p->count + 1);
    for (int a = 0; a < KERNEL_ARRAYS; a++)
        for (int i = 0; i < p->kernel[k][a].size; i++)
            if (p->kernel[k][a].value[i].id)
                mark[p->kernel[k][a].value[i].id] = 1;
    spread(p, mark);
}

static void count_term(const program *p, const term *t, op_count *c)
{
    int above = 0, below = 0, constant = fabs(t->coef) != 1;
    for (int j = 0; j < t->nfactor; j++) {
        if (program_parameter_only(program_stmt(p, t->factors[j].id)))
            constant = 1;
        else if (t->factors[j].power > 0)
            above += t->factors[j].power;
        else
            below -= t->factors[j].power;
    }
    above += constant;
    c->mul += (above > 1 ? above - 1 : 0) + (below > 1 ? below - 1 : 0);
    c->div += below > 0;
}

static bool term_parameter_only(const program *p, const term *t)
{
    for (int j = 0; j < t->nfactor; j++)
        if (!program_parameter_only(program_stmt(p, t->factors[j].id)))
            return false;
    return true;
}

static void count_sum(const program *p, const stmt *s, op_count *c)
{
    int added = 0, constant = 0;
    bool negative = true;
    for (int i = 0; i < s->nterm; i++) {
        const term *t = &s->terms[i];
        if (term_parameter_only(p, t)) {
            constant = 1;
            negative = negative && t->nfactor == 0 && t->coef < 0;
            continue;
        }
        negative = negative && t->coef == -1;
        count_term(p, t, c);
        added++;
    }
    c->add += added + constant - 1;
    c->neg += negative;
}

static op_count count_marked(const program *p, const unsigned char *mark)
{
    op_count c = { 0 };
    for (int id = 1; id <= p->count; id++) {
        const stmt *s = program_stmt(p, id);
        if (!mark[id] || program_parameter_only(s))
            continue;
        if (s->kind == STMT_SUM)
            count_sum(p, s, &c);
        else if (s->kind == STMT_FUNC && (s->func == PF_SIN || s->func == PF_COS))
            c.trig++;
        else if (s->kind == STMT_FUNC && s->func == PF_SQRT)
            c.sqrt++;
        else if (s->kind == STMT_FUNC)
            c.call++;
    }
    return c;
}

static unsigned char *new_marks(const program *p)
{
    return program_grow(NULL, (size_t)p->count + 1);
}

op_count program_count_refs(const program *p, const pref *refs, int n)
{
    unsigned char *mark = new_marks(p);
    program_needed_refs(p, refs, n, mark);
    op_count c = count_marked(p, mark);
    free(mark);
    return c;
}

op_count program_count_kernel(const program *p, kernel_id k)
{
    unsigned char *mark = new_marks(p);
    program_needed(p, k, mark);
    op_count c = count_marked(p, mark);
    for (int a = 0; a < KERNEL_ARRAYS; a++)
        for (int i = 0; i < p->kernel[k][a].size; i++)
            c.neg += p->kernel[k][a].value[i].sign < 0;
    free(mark);
    kernel_id t = program_table_of(p, k);
    if (t == KERNEL_COUNT)
        return c;
    op_count table = program_count_kernel(p, t), loop = loop_tables_count(p->loops, k);
    return (op_count){ c.add + table.add + loop.add, c.mul + table.mul + loop.mul, c.div + table.div, c.sqrt + table.sqrt, c.neg + table.neg,
                       c.trig + table.trig, c.call + table.call };
}

long op_flops(op_count c) { return c.add + c.mul + c.div + c.sqrt; }
