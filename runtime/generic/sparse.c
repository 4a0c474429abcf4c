/*
 * sparse.c -- see sparse.h. KLU: T. A. Davis and E. Palamadai Natarajan, Algorithm 907, ACM Transactions on Mathematical Software 37 (2010).
 *
 * Refactoring with given pivots is several times faster than choosing them, and as accurate as long as no pivot has shrunk much: its growth is
 * bounded by what the pivots have lost since they were chosen. The caller scales rows, KLU does not.
 */
#include "sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/klu.h>

#define SHRUNK     1e-2              /* of its size when chosen: a pivot below that is given up */
#define PREFERENCE 0.1               /* a pivot on the diagonal is taken if it has this part of the largest in its column */

struct sparse {
    int     n, entries;
    int    *column, *row;
    double *value;
    double *chosen;                  /* [n] |pivots| when they were chosen */
    int     parity;                  /* of the permutations, 1 or -1 */
    long    fresh;
    klu_common    common;
    klu_symbolic *symbolic;
    klu_numeric  *numeric;
};

sparse *sparse_new(int n, const int *column, const int *row)
{
    size_t size = (size_t)n, entries = (size_t)column[n];
    sparse *s = calloc(1, sizeof *s + (entries + size)*sizeof(double) + (entries + size + 1)*sizeof(int));
    if (!s) return NULL;
    s->n = n, s->entries = column[n];
    s->value = (double *)(s + 1);
    s->chosen = s->value + entries;
    s->column = (int *)(s->chosen + size);
    s->row = s->column + size + 1;
    memcpy(s->column, column, (size + 1)*sizeof(int));
    memcpy(s->row, row, entries*sizeof(int));
    return s;
}

void sparse_free(sparse *s)
{
    if (!s) return;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    free(s);
}

double *sparse_values(sparse *s) { return s->value; }

/* ---- analysis ---- */

static mrt_status failure(const sparse *s)
{
    for (int k = 0; k < s->entries; k++)
        if (!isfinite(s->value[k])) return MRT_E_NAN;
    return s->common.status == KLU_OUT_OF_MEMORY ? MRT_E_MEMORY : MRT_E_SINGULAR;
}

static void set_ordering(klu_common *c, int k)
{
    klu_defaults(c);
    c->scale = -1, c->tol = PREFERENCE;
    c->btf = k < 2, c->ordering = k % 2;         /* 0: AMD, 1: COLAMD */
}

/* Work of the factors under an ordering; INFINITY if they do not exist. */
static double cost_of(sparse *s, int k)
{
    klu_common c;
    set_ordering(&c, k);
    double cost = INFINITY;
    klu_symbolic *symbolic = klu_analyze(s->n, s->column, s->row, &c);
    klu_numeric *numeric = symbolic ? klu_factor(s->column, s->row, s->value, symbolic, &c) : NULL;
    if (numeric && klu_flops(symbolic, numeric, &c)) cost = c.flops + 4.0*(numeric->lnz + numeric->unz);
    s->common.status = c.status;
    klu_free_numeric(&numeric, &c);
    klu_free_symbolic(&symbolic, &c);
    return cost;
}

static mrt_status analyse(sparse *s)
{
    int best = -1;
    double least = INFINITY;
    for (int k = 0; k < 4; k++) {
        double cost = cost_of(s, k);
        if (cost < least) least = cost, best = k;
    }
    if (best < 0) return failure(s);
    set_ordering(&s->common, best);
    s->symbolic = klu_analyze(s->n, s->column, s->row, &s->common);
    return s->symbolic ? MRT_OK : failure(s);
}

/* ---- factors ---- */

static const double *pivots(const sparse *s) { return s->numeric->Udiag; }

static int parity_of(int n, const int *p, char *seen)
{
    int parity = 1;
    memset(seen, 0, (size_t)n);
    for (int i = 0; i < n; i++)
        for (int k = p[i]; !seen[i] && k != i; k = p[k]) seen[k] = 1, parity = -parity;
    return parity;
}

/* Smallest over largest pivot. */
static double spread(const sparse *s)
{
    double low = INFINITY, high = 0;
    for (int i = 0; i < s->n; i++) {
        double d = fabs(pivots(s)[i]);
        low = d < low ? d : low, high = d > high ? d : high;
        if (isnan(d)) return NAN;
    }
    return high > 0 ? low/high : 0;
}

/* The same after refactoring; 0 when a pivot has shrunk too much. */
static double kept_spread(const sparse *s)
{
    const double *u = pivots(s), *u0 = s->chosen;
    double low = INFINITY, high = 0;
    int good = 1;
    for (int i = 0; i < s->n; i++) {
        double d = fabs(u[i]);
        good &= d >= SHRUNK*u0[i];               /* a NaN is not good */
        low = d < low ? d : low, high = d > high ? d : high;
    }
    return good && high > 0 && high < INFINITY ? low/high : 0;
}

static mrt_status factor_anew(sparse *s, double floor)
{
    char *seen = (char *)s->chosen;              /* n doubles are room for n marks */
    klu_free_numeric(&s->numeric, &s->common);
    s->numeric = klu_factor(s->column, s->row, s->value, s->symbolic, &s->common);
    if (!s->numeric) return failure(s);
    s->fresh++;
    s->parity = parity_of(s->n, s->numeric->Pnum, seen)*parity_of(s->n, s->symbolic->Q, seen);
    for (int i = 0; i < s->n; i++) s->chosen[i] = fabs(pivots(s)[i]);
    double now = spread(s);
    if (now > floor) return MRT_OK;
    mrt_status status = failure(s);
    klu_free_numeric(&s->numeric, &s->common);   /* bad pivots are nothing to start from */
    return status;
}

mrt_status sparse_factor(sparse *s, double floor)
{
    if (s->n == 0) return MRT_OK;
    if (!s->symbolic) {
        mrt_status status = analyse(s);
        if (status < 0) return status;
    }
    if (s->numeric && klu_refactor(s->column, s->row, s->value, s->symbolic, s->numeric, &s->common) && kept_spread(s) > floor) return MRT_OK;
    return factor_anew(s, floor);
}

void sparse_solve(sparse *s, double *b)
{
    if (s->n) klu_solve(s->symbolic, s->numeric, s->n, 1, b, &s->common);
}

void sparse_solve_transposed(sparse *s, double *b)
{
    if (s->n) klu_tsolve(s->symbolic, s->numeric, s->n, 1, b, &s->common);
}

int sparse_side(const sparse *s)
{
    int side = s->n ? s->parity : 1;
    for (int i = 0; i < s->n; i++) side = pivots(s)[i] < 0 ? -side : side;
    return side;
}

long sparse_fresh(const sparse *s) { return s->fresh; }
int  sparse_fill(const sparse *s) { return s->numeric ? s->numeric->lnz + s->numeric->unz : 0; }
