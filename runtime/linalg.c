/*
 * linalg.c -- dense linear algebra; the only file that knows LAPACKE.
 *
 * Factorisations of small systems are our own loops over contiguous columns. Larger ones, and everything that
 * reveals rank by orthogonal transformations, go to LAPACK through the `_work` names, which do not allocate.
 */
#include "linalg.h"
#include "linalg_loops.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(lapack_int) == sizeof(int), "linalg.c is written for LAPACK with 32-bit integers");

/* Up to this size our own loops are faster than a call of LAPACK. */
enum { OWN_CODE = 48 };

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

double mrt_norm2(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i]*x[i];
    /* Only when the plain sum has over- or underflowed is scaling worth its price. */
    if (sum > DBL_MIN/DBL_EPSILON && sum < DBL_MAX) return sqrt(sum);
    double big = 0;
    for (int i = 0; i < n; i++) {
        if (isnan(x[i])) return x[i];
        big = fmax(big, fabs(x[i]));
    }
    if (big <= 0 || isinf(big)) return big;
    sum = 0;
    for (int i = 0; i < n; i++) sum += (x[i]/big)*(x[i]/big);
    return big*sqrt(sum);
}

int mrt_all_finite(int n, const double *x)
{
    /* 0*x is NaN for NaN and infinities, and the sum of zeros costs no branch per element. */
    double sum = 0;
    for (int i = 0; i < n; i++) sum += 0*x[i];
    return !isnan(sum);
}

static int matrix_finite(int m, int n, const double *A, int lda)
{
    for (int j = 0; j < n; j++)
        if (!mrt_all_finite(m, A + (size_t)j*lda)) return 0;
    return 1;
}

/* ---- Cholesky ---- */

static mrt_status chol_large(int n, double *A, int lda)
{
    /* dpotrf finds pivots that are not positive; those that are mere rounding show against the diagonal, which it
     * overwrites: sum of squares of a row of L is the diagonal element again. */
    int info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, A, lda);
    if (info > 0) return bad_pivot(A[(info - 1)*((size_t)lda + 1)]);
    for (int j = 0; j < n; j++) {
        double diagonal = 0, d = A[j*((size_t)lda + 1)];
        for (int k = 0; k <= j; k++) diagonal += A[j + (size_t)k*lda]*A[j + (size_t)k*lda];
        if (!(d*d > PIVOT_FLOOR*diagonal)) return bad_pivot(d);
    }
    for (int j = 0; j < n; j++) A[j*((size_t)lda + 1)] = 1/A[j*((size_t)lda + 1)];
    return MRT_OK;
}

mrt_status mrt_chol_factor(int n, double *A, int lda)
{
    if (n > OWN_CODE) return chol_large(n, A, lda);
    for (int j = 0; j < n; j++) {
        double *column = A + j + (size_t)j*lda, diagonal = column[0];
        subtract_columns(n - j, column, j, A + j, lda, A + j, lda);
        double d = column[0];
        if (!(d > PIVOT_FLOOR*diagonal)) return bad_pivot(d);
        double r = 1/sqrt(d);
        column[0] = r;
        for (int i = 1; i < n - j; i++) column[i] *= r;
    }
    return MRT_OK;
}

void mrt_chol_forward(int n, const double *L, int lda, double *b)
{
    for (int j = 0; j < n; j++) {
        const double *column = L + (size_t)j*lda, x = b[j]*column[j];
        b[j] = x;
        for (int i = j + 1; i < n; i++) b[i] -= x*column[i];
    }
}

void mrt_chol_backward(int n, const double *L, int lda, double *b)
{
    for (int j = n - 1; j >= 0; j--) {
        const double *column = L + (size_t)j*lda;
        double x = b[j];
        for (int i = j + 1; i < n; i++) x -= column[i]*b[i];
        b[j] = x*column[j];
    }
}

void mrt_chol_solve(int n, const double *L, int lda, double *b)
{
    mrt_chol_forward(n, L, lda, b);
    mrt_chol_backward(n, L, lda, b);
}

/* ---- LU ---- */

/* The sizes of common loops with n known to the compiler, which unrolls them; exchanges alone go through memory. */
INLINE mrt_status lu_factor(const int n, double *A, int lda, int *pivot)
{
    UNROLL for (int k = 0; k < n; k++) {
        double *column = A + (size_t)k*lda, most = fabs(column[k]);
        int p = k;
        UNROLL for (int i = k + 1; i < n; i++)
            if (fabs(column[i]) > most) most = fabs(column[i]), p = i;
        pivot[k] = p;
        if (!(most > 0)) return bad_pivot(column[p]);
        if (p != k)
            UNROLL for (int j = 0; j < n; j++) {
                double x = A[k + (size_t)j*lda];
                A[k + (size_t)j*lda] = A[p + (size_t)j*lda];
                A[p + (size_t)j*lda] = x;
            }
        double r = 1/column[k];
        UNROLL for (int i = k + 1; i < n; i++) column[i] *= r;
        UNROLL for (int j = k + 1; j < n; j++) {
            double *to = A + (size_t)j*lda, x = to[k];
            UNROLL for (int i = k + 1; i < n; i++) to[i] -= x*column[i];
        }
    }
    return MRT_OK;
}

mrt_status mrt_lu_factor(int n, double *A, int lda, int *pivot)
{
    if (!matrix_finite(n, n, A, lda)) return MRT_E_NAN;
    if (n > OWN_CODE) {
        int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, A, lda, pivot);
        for (int i = 0; i < n; i++) pivot[i]--;
        return info ? MRT_E_SINGULAR : MRT_OK;
    }
    switch (n) {
    case 2:  return lu_factor(2, A, lda, pivot);
    case 3:  return lu_factor(3, A, lda, pivot);
    case 4:  return lu_factor(4, A, lda, pivot);
    case 5:  return lu_factor(5, A, lda, pivot);
    case 6:  return lu_factor(6, A, lda, pivot);
    default: return lu_factor(n, A, lda, pivot);
    }
}

/* All divisions at once, the rest in registers. */
INLINE void lu_solve(const int n, const double *LU, int lda, const int *pivot, double *b)
{
    double x[6], r[6];
    UNROLL for (int j = 0; j < n; j++) r[j] = 1/LU[j + j*lda];
    UNROLL for (int k = 0; k < n; k++) {
        double y = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = x[k] = y;
    }
    UNROLL for (int j = 0; j < n; j++)
        UNROLL for (int i = j + 1; i < n; i++) x[i] -= x[j]*LU[i + j*lda];
    UNROLL for (int j = n - 1; j >= 0; j--) {
        x[j] *= r[j];
        UNROLL for (int i = 0; i < j; i++) x[i] -= x[j]*LU[i + j*lda];
    }
    UNROLL for (int j = 0; j < n; j++) b[j] = x[j];
}

static void lu_solve_any(int n, const double *LU, int lda, const int *pivot, double *b)
{
    for (int k = 0; k < n; k++) {
        double x = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = x;
    }
    for (int j = 0; j < n; j++) {
        const double *column = LU + (size_t)j*lda, x = b[j];
        for (int i = j + 1; i < n; i++) b[i] -= x*column[i];
    }
    for (int j = n - 1; j >= 0; j--) {
        const double *column = LU + (size_t)j*lda, x = b[j]/column[j];
        b[j] = x;
        for (int i = 0; i < j; i++) b[i] -= x*column[i];
    }
}

void mrt_lu_solve(int n, const double *LU, int lda, const int *pivot, double *b)
{
    switch (n) {
    case 2:  lu_solve(2, LU, lda, pivot, b); break;
    case 3:  lu_solve(3, LU, lda, pivot, b); break;
    case 4:  lu_solve(4, LU, lda, pivot, b); break;
    case 5:  lu_solve(5, LU, lda, pivot, b); break;
    case 6:  lu_solve(6, LU, lda, pivot, b); break;
    default: lu_solve_any(n, LU, lda, pivot, b); break;
    }
}

/* U^T first, then L^T, then the exchanges backwards. */
INLINE void lu_transposed(const int n, const double *LU, int lda, const int *pivot, double *b)
{
    double x[6], r[6];
    UNROLL for (int j = 0; j < n; j++) x[j] = b[j], r[j] = 1/LU[j + j*lda];
    UNROLL for (int i = 0; i < n; i++) {
        UNROLL for (int k = 0; k < i; k++) x[i] -= LU[k + i*lda]*x[k];
        x[i] *= r[i];
    }
    UNROLL for (int i = n - 1; i >= 0; i--)
        UNROLL for (int k = i + 1; k < n; k++) x[i] -= LU[k + i*lda]*x[k];
    UNROLL for (int i = 0; i < n; i++) b[i] = x[i];
    UNROLL for (int i = n - 1; i >= 0; i--) {
        double c = b[i];
        b[i] = b[pivot[i]], b[pivot[i]] = c;
    }
}

static void lu_transposed_any(int n, const double *LU, int lda, const int *pivot, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) b[i] -= LU[k + (size_t)i*lda]*b[k];
        b[i] /= LU[i + (size_t)i*lda];
    }
    for (int i = n - 1; i >= 0; i--)
        for (int k = i + 1; k < n; k++) b[i] -= LU[k + (size_t)i*lda]*b[k];
    for (int i = n - 1; i >= 0; i--) {
        double c = b[i];
        b[i] = b[pivot[i]], b[pivot[i]] = c;
    }
}

void mrt_lu_solve_transposed(int n, const double *LU, int lda, const int *pivot, double *b)
{
    switch (n) {
    case 2:  lu_transposed(2, LU, lda, pivot, b); break;
    case 3:  lu_transposed(3, LU, lda, pivot, b); break;
    case 4:  lu_transposed(4, LU, lda, pivot, b); break;
    case 5:  lu_transposed(5, LU, lda, pivot, b); break;
    case 6:  lu_transposed(6, LU, lda, pivot, b); break;
    default: lu_transposed_any(n, LU, lda, pivot, b); break;
    }
}

/* ---- symmetric indefinite ---- */

mrt_status mrt_ldl_factor(int n, double *A, int lda, int *pivot, double *work)
{
    for (int j = 0; j < n; j++)
        if (!mrt_all_finite(n - j, A + j + (size_t)j*lda)) return MRT_E_NAN;
    return LAPACKE_dsytrf_work(LAPACK_COL_MAJOR, 'L', n, A, lda, pivot, work, n) ? MRT_E_SINGULAR : MRT_OK;
}

void mrt_ldl_solve(int n, const double *A, int lda, const int *pivot, double *b)
{
    LAPACKE_dsytrs_work(LAPACK_COL_MAJOR, 'L', n, 1, A, lda, pivot, b, max(n, 1));
}

double mrt_sym_norm(int n, const double *A, int lda)
{
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(i >= j ? A[i + (size_t)j*lda] : A[j + (size_t)i*lda]);
        if (!(sum <= norm)) norm = sum;
    }
    return norm;
}

double mrt_ldl_rcond(int n, const double *A, int lda, const int *pivot, double norm, double *work, int *iwork)
{
    double rcond = 0;
    LAPACKE_dsycon_work(LAPACK_COL_MAJOR, 'L', n, A, lda, pivot, norm, &rcond, work, iwork);
    return rcond;
}

/* ---- rank ---- */

mrt_status mrt_qr_factor(int m, int n, double *A, int lda, double cutoff, int *order, double *tau, int *rank, double *work)
{
    *rank = 0;
    if (!matrix_finite(m, n, A, lda)) return MRT_E_NAN;
    for (int j = 0; j < n; j++) order[j] = 0;               /* 0: free to be exchanged */
    if (m == 0 || n == 0) {
        for (int j = 0; j < n; j++) order[j] = j;
        return MRT_OK;
    }
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, A, lda, order, tau, work, 3*n + 1);
    for (int j = 0; j < n; j++) order[j]--;
    while (*rank < min(m, n) && fabs(A[*rank*((size_t)lda + 1)]) > cutoff*fabs(A[0])) ++*rank;
    return MRT_OK;
}

static int lstsq_lwork(int m, int n) { int k = min(m, n); return max(k + 3*n + 1, 2*k + 1); }

size_t mrt_lstsq_work(int m, int n) { return (size_t)lstsq_lwork(m, n); }

mrt_status mrt_lstsq(int m, int n, double *A, int lda, double *b, double cutoff, int *rank, int *iwork, double *work)
{
    *rank = 0;
    if (!matrix_finite(m, n, A, lda) || !mrt_all_finite(m, b)) return MRT_E_NAN;
    if (m == 0 || n == 0) {
        memset(b, 0, (size_t)n*sizeof *b);
        return MRT_OK;
    }
    for (int j = 0; j < n; j++) iwork[j] = 0;
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, n, 1, A, lda, b, max(m, n), iwork, cutoff, rank, work, lstsq_lwork(m, n));
    return MRT_OK;
}

/* Exchanges rows, columns of A and the bookkeeping; a == b is nothing. */
static void exchange_rows(int n, double *A, int lda, int *rows, int a, int b)
{
    if (a == b) return;
    for (int j = 0; j < n; j++) {
        double x = A[a + (size_t)j*lda];
        A[a + (size_t)j*lda] = A[b + (size_t)j*lda];
        A[b + (size_t)j*lda] = x;
    }
    int r = rows[a]; rows[a] = rows[b]; rows[b] = r;
}

static void exchange_columns(int m, double *A, int lda, int *cols, int a, int b)
{
    if (a == b) return;
    for (int i = 0; i < m; i++) {
        double x = A[i + (size_t)a*lda];
        A[i + (size_t)a*lda] = A[i + (size_t)b*lda];
        A[i + (size_t)b*lda] = x;
    }
    int c = cols[a]; cols[a] = cols[b]; cols[b] = c;
}

mrt_status mrt_eliminate(int m, int n, double *A, int lda, double cutoff, int *rows, int *cols, int *rank)
{
    *rank = 0;
    if (!matrix_finite(m, n, A, lda)) return MRT_E_NAN;
    for (int i = 0; i < m; i++) rows[i] = i;
    for (int j = 0; j < n; j++) cols[j] = j;

    double floor_ = 0;
    for (int k = 0; k < min(m, n); k++) {
        /* Largest element left; among equals the one that came first in the caller's order. */
        double big = 0;
        int pi = k, pj = k;
        for (int j = k; j < n; j++)
            for (int i = k; i < m; i++) {
                double x = fabs(A[i + (size_t)j*lda]);
                if (x > big || (x >= big && (rows[i] < rows[pi] || (rows[i] == rows[pi] && cols[j] < cols[pj])))) {
                    big = x; pi = i; pj = j;
                }
            }
        if (k == 0) floor_ = cutoff*big;
        if (!(big > floor_)) return MRT_OK;
        exchange_rows(n, A, lda, rows, k, pi);
        exchange_columns(m, A, lda, cols, k, pj);

        double *column = A + (size_t)k*lda, r = 1/column[k];
        for (int i = k + 1; i < m; i++) column[i] *= r;
        for (int j = k + 1; j < n; j++) {
            double *to = A + (size_t)j*lda, x = to[k];
            for (int i = k + 1; i < m; i++) to[i] -= x*column[i];
        }
        *rank = k + 1;
    }
    return MRT_OK;
}

size_t mrt_null_space_work(int m, int n)
{
    return (size_t)n*m + min(m, n) + max(3*m + 1, n);
}

mrt_status mrt_null_space(int m, int n, const double *A, int lda, double cutoff, double *Z, int ldz, int *rank,
                          int *iwork, double *work)
{
    /* A^T P = Q R: the columns of Q beyond the rank are orthogonal to all rows of A. */
    double *At = work, *tau = At + (size_t)n*m, *rest = tau + min(m, n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) At[j + (size_t)i*n] = A[i + (size_t)j*lda];
    mrt_status s = mrt_qr_factor(n, m, At, max(n, 1), cutoff, iwork, tau, rank, rest);
    if (s < 0 || n == 0) return s;

    /* Only the first `rank` reflectors count: those after act on what is taken for zero. The columns of Q wanted
     * are Q applied to unit vectors. */
    const int r = *rank, nz = n - r;
    for (int j = 0; j < nz; j++)
        for (int i = 0; i < n; i++) Z[i + (size_t)j*ldz] = (i == r + j);
    if (r > 0 && nz > 0)
        LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'N', n, nz, r, At, n, tau, Z, ldz, rest, max(nz, 1));
    return MRT_OK;
}
