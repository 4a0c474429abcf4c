/*
 * kkt.c -- the constrained equations of motion, M ud = g + J^T lam and J ud = gamma, in one elimination.
 *
 * The matrix of
 *
 *     [ M  J^T ] [  ud ]   [ g     ]
 *     [ J   0  ] [ -lam] = [ gamma ]
 *
 * is quasi-definite, M being positive: L D L^T exists for its natural order with n positive and m negative pivots
 * (Vanderbei 1995), so no pivoting is needed. The second block of pivots is the root-free Cholesky factor of
 * -J M^-1 J^T. The right-hand side is carried along as one more row, which is the forward substitution. Root-free,
 * because a chain of square roots would take as long as all the rest for small n.
 */
#include "linalg.h"
#include "linalg_loops.h"

#include <stddef.h>

size_t mrt_kkt_work(int n, int m)
{
    size_t columns = (size_t)n + m;
    return (columns + 1)*columns + 2*columns;
}

/* Column j of T after subtraction of the columns from .. j-1, which are done. r: reciprocal pivots; c: scratch. */
static inline void subtract_done(int j, int rows, double *T, const double *r, double *c, int from, int to)
{
    for (int k = from; k < to; k++) c[k] = T[j + (size_t)k*rows]*r[k];
    subtract_columns(rows - j, T + j + (size_t)j*rows, to - from, T + j + (size_t)from*rows, rows, c + from, 1);
}

static mrt_status factor(int n, int m, const double *M, const double *J, int nrow, const int *rows,
                         const double *g, const double *gamma, double *T, double *r, double *c, double *strain)
{
    const int last = n + m, ld = last + 1;
    *strain = 0;
    for (int j = 0; j < n; j++) {
        double *column = T + (size_t)j*ld;
        for (int i = j; i < n; i++) column[i] = M[i + (size_t)j*n];
        for (int i = 0; i < m; i++) column[n + i] = J[rows[i] + (size_t)j*nrow];
        column[last] = g ? g[j] : 0;
        double diagonal = column[j];
        subtract_done(j, ld, T, r, c, 0, j);
        if (!(column[j] > PIVOT_FLOOR*diagonal)) return bad_pivot(column[j]);
        r[j] = 1/column[j];
    }
    for (int j = n; j < last; j++) {
        double *column = T + (size_t)j*ld;
        for (int k = j; k < last; k++) column[k] = 0;
        column[last] = gamma ? gamma[rows[j - n]] : 0;
        subtract_done(j, ld, T, r, c, 0, n);
        /* What the other rows leave of this one is measured against its own J M^-1 J^T. */
        double diagonal = column[j];
        subtract_done(j, ld, T, r, c, n, j);
        if (!(column[j] < PIVOT_FLOOR*diagonal)) return bad_pivot(column[j]);
        r[j] = 1/column[j];
        *strain -= r[j];
    }
    return MRT_OK;
}

static mrt_status solve_any(int n, int m, const double *M, const double *J, int nrow, const int *rows,
                            const double *g, const double *gamma, double *ud, double *lam, double *T, double *strain)
{
    const int last = n + m, ld = last + 1;
    double *r = T + (size_t)ld*last, *x = r + last;
    mrt_status s = factor(n, m, M, J, nrow, rows, g, gamma, T, r, x, strain);
    if (s < 0) return s;
    for (int j = last - 1; j >= 0; j--) {
        const double *column = T + (size_t)j*ld;
        double sum = column[last];
        for (int k = j + 1; k < last; k++) sum -= column[k]*x[k];
        x[j] = sum*r[j];
    }
    for (int j = 0; j < n; j++) ud[j] = x[j];
    for (int i = 0; i < m; i++) lam[i] = -x[n + i];
    return MRT_OK;
}

mrt_status mrt_kkt_factor(int n, int m, const double *M, const double *J, int nrow, const int *rows, double *work)
{
    const int last = n + m, ld = last + 1;
    double *r = work + (size_t)ld*last, unwanted;
    return factor(n, m, M, J, nrow, rows, NULL, NULL, work, r, r + last, &unwanted);
}

/* The right-hand side passes through the columns kept in T as it does beside them in `factor`. */
void mrt_kkt_resolve(int n, int m, const int *rows, const double *g, const double *gamma, double *ud, double *lam, double *work)
{
    const int last = n + m, ld = last + 1;
    double *r = work + (size_t)ld*last, *x = r + last;
    for (int j = 0; j < n; j++) x[j] = g[j];
    for (int i = 0; i < m; i++) x[n + i] = gamma[rows[i]];
    for (int j = 0; j < last; j++) {
        const double *column = work + (size_t)j*ld, y = x[j]*r[j];
        for (int i = j + 1; i < last; i++) x[i] -= y*column[i];
    }
    for (int j = last - 1; j >= 0; j--) {
        const double *column = work + (size_t)j*ld;
        double sum = x[j];
        for (int k = j + 1; k < last; k++) sum -= column[k]*x[k];
        x[j] = sum*r[j];
    }
    for (int j = 0; j < n; j++) ud[j] = x[j];
    for (int i = 0; i < m; i++) lam[i] = -x[n + i];
}

/* ---- fixed sizes ----
 * The same elimination with n and m known to the compiler, which then unrolls it and keeps T in registers. */

enum { LARGEST = 12 };                       /* n + m + 1 of the largest fixed size */

INLINE mrt_status solve_fixed(const int n, const int m, const double *M, const double *J, int nrow, const int *rows,
                              const double *g, const double *gamma, double *ud, double *lam, double *strain)
{
    const int last = n + m;
    double sum_of_rows = 0;
    double T[LARGEST][LARGEST], r[LARGEST], x[LARGEST], size[LARGEST];   /* T[column][row] */

    UNROLL for (int j = 0; j < n; j++) {
        UNROLL for (int i = j; i < n; i++) T[j][i] = M[i + j*n];
        UNROLL for (int i = 0; i < m; i++) T[j][n + i] = J[rows[i] + j*nrow];
        T[j][last] = g[j];
        size[j] = T[j][j];
    }
    UNROLL for (int j = n; j < last; j++) {
        UNROLL for (int k = j; k < last; k++) T[j][k] = 0;
        T[j][last] = gamma[rows[j - n]];
    }
    UNROLL for (int k = 0; k < last; k++) {
        const double d = k < n ? T[k][k] : -T[k][k];
        if (k == n) { UNROLL for (int j = n; j < last; j++) size[j] = -T[j][j]; }
        if (!(d > PIVOT_FLOOR*size[k])) return bad_pivot(d);
        r[k] = 1/T[k][k];
        if (k >= n) sum_of_rows -= r[k];
        UNROLL for (int j = k + 1; j < last; j++) {
            const double c = T[k][j]*r[k];
            UNROLL for (int i = j; i <= last; i++) T[j][i] -= c*T[k][i];
        }
    }
    UNROLL for (int j = last - 1; j >= 0; j--) {
        double sum = T[j][last];
        UNROLL for (int k = last - 1; k > j; k--) sum -= T[j][k]*x[k];
        x[j] = sum*r[j];
    }
    UNROLL for (int j = 0; j < n; j++) ud[j] = x[j];
    UNROLL for (int i = 0; i < m; i++) lam[i] = -x[n + i];
    *strain = sum_of_rows;
    return MRT_OK;
}

/* The sizes worth it: open chains of few joints, planar loops (three links, two rows), common spatial ones. */
#define FIXED_SIZES(X) \
    X(1, 0) X(2, 0) X(3, 0) X(2, 1) X(3, 1) X(3, 2) X(4, 1) X(4, 2) X(4, 3) X(5, 3) X(5, 4) X(6, 5)

mrt_status mrt_kkt_solve(int n, int m, const double *M, const double *J, int nrow, const int *rows,
                         const double *g, const double *gamma, double *ud, double *lam, double *work, double *strain)
{
    double unwanted;
    if (!strain) strain = &unwanted;
    if (n + m < LARGEST) {
        switch (n*LARGEST + m) {
#define FIXED(N, R) case N*LARGEST + R: return solve_fixed(N, R, M, J, nrow, rows, g, gamma, ud, lam, strain);
        FIXED_SIZES(FIXED)
#undef FIXED
        default: break;
        }
    }
    return solve_any(n, m, M, J, nrow, rows, g, gamma, ud, lam, work, strain);
}
