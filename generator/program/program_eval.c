/*
 * program_eval.c -- evaluates a program as it stands: the reference that emitted code is compared with, and what
 * `mechc check` assembles a mechanism with.
 *
 * Each kernel has its list of statements, parameter-only ones apart; they are computed once per parameter set.
 */
#include "program_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct order { int *id; int n; } order;

struct evaluator {
    const program *p;
    double *value;                      /* [count + 1] */
    order   constant;                   /* parameter-only statements of all kernels */
    order   kernel[KERNEL_COUNT];
};

/* Appends the marked statements that are (or are not) parameter-only. */
static int list(const program *p, const unsigned char *mark, bool parameter_only, int *out)
{
    int n = 0;
    for (int id = 1; id <= p->count; id++)
        if (mark[id] && program_parameter_only(program_stmt(p, id)) == parameter_only)
            out[n++] = id;
    return n;
}

evaluator *evaluator_new(const program *p)
{
    size_t n = (size_t)p->count + 1, total = n;
    unsigned char *mark = malloc(n);
    if (!mark)
        return NULL;
    for (int k = 0; k < KERNEL_COUNT; k++) {
        program_needed(p, k, mark);
        for (size_t i = 1; i < n; i++)
            total += mark[i];
    }
    evaluator *e = malloc(sizeof *e + n * sizeof(double) + total * sizeof(int));
    if (!e) {
        free(mark);
        return NULL;
    }
    e->p = p;
    e->value = (double *)(e + 1);
    memset(e->value, 0, n * sizeof(double));
    int *next = (int *)(e->value + n);
    memset(mark, 1, n);
    e->constant.id = next;
    e->constant.n = list(p, mark, true, next);
    next += e->constant.n;
    for (int k = 0; k < KERNEL_COUNT; k++) {
        program_needed(p, k, mark);
        e->kernel[k].id = next;
        e->kernel[k].n = list(p, mark, false, next);
        next += e->kernel[k].n;
    }
    free(mark);
    return e;
}

void evaluator_free(evaluator *e) { free(e); }

static double func_value(program_func f, double a, double b)
{
    switch (f) {
    case PF_SIN:   return sin(a);
    case PF_COS:   return cos(a);
    case PF_TAN:   return tan(a);
    case PF_ASIN:  return asin(a);
    case PF_ACOS:  return acos(a);
    case PF_ATAN:  return atan(a);
    case PF_ATAN2: return atan2(a, b);
    case PF_SINH:  return sinh(a);
    case PF_COSH:  return cosh(a);
    case PF_TANH:  return tanh(a);
    case PF_EXP:   return exp(a);
    case PF_LOG:   return log(a);
    case PF_SQRT:  return sqrt(a);
    case PF_ABS:   return fabs(a);
    case PF_SIGN:  return (a > 0) - (a < 0);
    case PF_STEP:  return 0.5*(1 + (a > 0) - (a < 0));
    case PF_MIN:   return a < b ? a : b;
    case PF_MAX:   return a > b ? a : b;
    case PF_POW:   return pow(a, b);
    case PF_COUNT: break;
    }
    program_die("there is no function %d", (int)f);
}

static double sum_value(const evaluator *e, const stmt *s)
{
    double sum = 0;
    for (int i = 0; i < s->nterm; i++) {
        const term *t = &s->terms[i];
        double above = t->coef, below = 1;
        for (int j = 0; j < t->nfactor; j++) {
            double x = e->value[t->factors[j].id];
            int power = t->factors[j].power;
            for (; power > 0; power--)
                above *= x;
            for (; power < 0; power++)
                below *= x;
        }
        sum += above/below;
    }
    return sum;
}

static void compute(evaluator *e, const int *ids, int n, const leaf_values *in)
{
    for (int i = 0; i < n; i++) {
        const stmt *s = program_stmt(e->p, ids[i]);
        double *v = &e->value[ids[i]];
        switch (s->kind) {
        case STMT_LEAF:
            if (!in->array[s->leaf])
                program_die("%s needs the array %s", s->name, program_leaf_names[s->leaf]);
            *v = in->array[s->leaf][s->index];
            break;
        case STMT_SUM:
            *v = sum_value(e, s);
            break;
        case STMT_FUNC:
            *v = func_value(s->func, e->value[s->arg[0]], s->arg[1] ? e->value[s->arg[1]] : 0);
            break;
        }
    }
}

void evaluator_parameters(evaluator *e, const double *p)
{
    leaf_values in = { { [LEAF_P] = p } };
    compute(e, e->constant.id, e->constant.n, &in);
}

static double ref_value(const evaluator *e, pref r)
{
    return r.id ? r.sign*e->value[r.id] : r.number;
}

void evaluator_run(evaluator *e, kernel_id k, const leaf_values *in, double *const *out)
{
    compute(e, e->kernel[k].id, e->kernel[k].n, in);
    for (int a = 0; a < KERNEL_ARRAYS; a++) {
        const kernel_array *array = &e->p->kernel[k][a];
        if (array->size < 0 || !out[a])
            continue;
        for (int i = 0; i < array->size; i++)
            out[a][i] = ref_value(e, array->value[i]);
    }
    kernel_id t = program_table_of(e->p, k);
    if (t == KERNEL_COUNT || !out[0])
        return;
    double *table = program_grow(NULL, (size_t)e->p->kernel[t][0].size * sizeof *table);
    evaluator_run(e, t, in, (double *[KERNEL_ARRAYS]){ table });
    loop_tables_fill(e->p->loops, k, table, out[0]);
    free(table);
}

double evaluator_ref(evaluator *e, pref r, const leaf_values *in)
{
    if (!r.id)
        return r.number;
    unsigned char *mark = program_grow(NULL, (size_t)e->p->count + 1);
    int *ids = program_grow(NULL, ((size_t)e->p->count + 1) * sizeof *ids);
    program_needed_refs(e->p, &r, 1, mark);
    int n = 0;
    /* parameter-only statements keep their values unless these leaves bring parameters of their own */
    if (in->array[LEAF_P])
        n = list(e->p, mark, true, ids);
    compute(e, ids, n, in);
    n = list(e->p, mark, false, ids);
    compute(e, ids, n, in);
    free(ids);
    free(mark);
    return ref_value(e, r);
}
