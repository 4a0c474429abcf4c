/*
 * test_sparse.c -- sparse systems: solutions of random matrices, values that change while the pattern stays, pivots that become bad, singular ones.
 */
#include <stdlib.h>

#include "../check.h"
#include "../../runtime/generic/sparse.h"

static double next(unsigned long *seed)
{
    *seed = *seed*6364136223846793005u + 1442695040888963407u;
    return 2*(double)(*seed >> 11)/9007199254740992.0 - 1;
}

/* A random pattern with a full transversal off the diagonal; returns the entries. */
static int pattern(int n, unsigned long *seed, int *column, int *row)
{
    int k = 0;
    for (int j = 0; j < n; j++) {
        column[j] = k;
        for (int i = 0; i < n; i++)
            if (i == (j + 1)%n || next(seed) > 0.5) row[k++] = i;
    }
    return column[n] = k;
}

static void multiply(int n, const int *column, const int *row, const double *value, const double *x, double *y, int transposed)
{
    for (int i = 0; i < n; i++) y[i] = 0;
    for (int j = 0; j < n; j++)
        for (int k = column[j]; k < column[j + 1]; k++) {
            if (transposed) y[j] += value[k]*x[row[k]];
            else            y[row[k]] += value[k]*x[j];
        }
}

/* Determinant's sign by dense elimination. */
static int dense_side(int n, const int *column, const int *row, const double *value)
{
    double *A = calloc((size_t)(n*n), sizeof *A);
    int side = 1;
    for (int j = 0; j < n; j++) for (int k = column[j]; k < column[j + 1]; k++) A[row[k]*n + j] = value[k];
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p; i < n; i++) if (fabs(A[i*n + p]) > fabs(A[best*n + p])) best = i;
        for (int j = 0; j < n && best != p; j++) { double t = A[p*n + j]; A[p*n + j] = A[best*n + j], A[best*n + j] = t; }
        if (best != p) side = -side;
        if (A[p*n + p] < 0) side = -side;
        for (int i = p + 1; i < n; i++)
            for (int j = n - 1; j >= p; j--) A[i*n + j] -= A[i*n + p]/A[p*n + p]*A[p*n + j];
    }
    free(A);
    return side;
}

static void check_random(int n, unsigned long *seed)
{
    int *column = malloc((size_t)(n + 1)*sizeof *column), *row = malloc((size_t)(n*n)*sizeof *row);
    double *x = malloc((size_t)n*sizeof *x), *b = malloc((size_t)n*sizeof *b);
    int entries = pattern(n, seed, column, row);
    sparse *s = sparse_new(n, column, row);
    CHECK(s != NULL);
    for (int round = 0; round < 4; round++) {
        double *value = sparse_values(s);
        for (int k = 0; k < entries; k++) value[k] = next(seed);
        for (int j = 0; j < n; j++)
            for (int k = column[j]; k < column[j + 1]; k++) if (row[k] == (j + 1)%n) value[k] += value[k] < 0 ? -n : n;     /* well conditioned */
        if (!CHECK(sparse_factor(s, 1e-12) == MRT_OK)) continue;
        CHECK(sparse_side(s) == dense_side(n, column, row, value));
        for (int transposed = 0; transposed < 2; transposed++) {
            for (int i = 0; i < n; i++) x[i] = next(seed);
            multiply(n, column, row, value, x, b, transposed);
            if (transposed) sparse_solve_transposed(s, b);
            else            sparse_solve(s, b);
            for (int i = 0; i < n; i++) check_close(b[i], x[i], 1e-12, 1e-12);
        }
    }
    sparse_free(s);
    free(column), free(row), free(x), free(b);
}

/* [a b; c d] */
static sparse *two(double a, double b, double c, double d)
{
    static const int column[] = { 0, 2, 4 }, row[] = { 0, 1, 0, 1 };
    sparse *s = sparse_new(2, column, row);
    double *v = sparse_values(s);
    v[0] = a, v[1] = c, v[2] = b, v[3] = d;
    return s;
}

int main(void)
{
    unsigned long seed = 11;
    for (int n = 1; n < 40; n += 3) check_random(n, &seed);

    /* The pivot that was good shrinks to nothing: others are chosen, and the solution keeps its digits. */
    sparse *s = two(1, 1e-3, 1e-3, 1);
    double *v = sparse_values(s), b[2];
    CHECK(sparse_factor(s, 1e-12) == MRT_OK && sparse_fresh(s) == 1);
    v[0] = 0.9;
    CHECK(sparse_factor(s, 1e-12) == MRT_OK && sparse_fresh(s) == 1);
    v[0] = 1e-17, v[1] = v[2] = 1, v[3] = 1;
    CHECK(sparse_factor(s, 1e-12) == MRT_OK && sparse_fresh(s) == 2);
    b[0] = 1, b[1] = 3;                                 /* x = (2, 1) */
    sparse_solve(s, b);
    check_close(b[0], 2, 1e-14, 0);
    check_close(b[1], 1, 1e-14, 0);

    /* Singular ones are called so, and what follows them is solved again. */
    v[0] = v[1] = v[2] = v[3] = 1;
    CHECK(sparse_factor(s, 1e-12) == MRT_E_SINGULAR);
    v[3] = 1 + 1e-14;
    CHECK(sparse_factor(s, 1e-12) == MRT_E_SINGULAR);
    v[3] = NAN;
    CHECK(sparse_factor(s, 1e-12) == MRT_E_NAN);
    v[3] = 2;
    CHECK(sparse_factor(s, 1e-12) == MRT_OK && sparse_side(s) == 1);
    b[0] = 1, b[1] = 1;
    sparse_solve(s, b);
    check_close(b[0], 1, 1e-14, 0);
    check_close(b[1], 0, 0, 1e-14);
    sparse_free(s);

    s = two(0, 1, 1, 0);
    CHECK(sparse_factor(s, 1e-12) == MRT_OK && sparse_side(s) == -1);
    sparse_free(s);
    s = two(0, 0, 1, 1);
    CHECK(sparse_factor(s, 1e-12) == MRT_E_SINGULAR);
    sparse_free(s);
    return check_done();
}
