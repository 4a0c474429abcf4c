/* test_linalg.c -- factorisations against the definition of what they solve; rank on matrices of known rank. */
#include "runtime/linalg.h"
#include "tests/check.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST = 130 };

/* Repeatable numbers in (-1, 1). */
static uint64_t seed = 12345;
static double number(void)
{
    seed = seed*6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)seed/9.3e18;
}

static void fill(int count, double *x) { for (int i = 0; i < count; i++) x[i] = number(); }

/* A = B B^T + n I for random B: positive definite, condition of order n. */
static void fill_spd(int n, double *A, int lda)
{
    double *B = malloc((size_t)n*n*sizeof *B);
    fill(n*n, B);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double sum = i == j ? n : 0;
            for (int k = 0; k < n; k++) sum += B[i + k*n]*B[j + k*n];
            A[i + j*lda] = sum;
        }
    free(B);
}

/* A[m x n] of rank r: product of random m x r and r x n. */
static void fill_rank(int m, int n, int r, double *A, int lda)
{
    double *B = malloc((size_t)(m + n)*(r + 1)*sizeof *B), *C = B + (size_t)m*r;
    fill(m*r, B);
    fill(r*n, C);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            A[i + j*lda] = 0;
            for (int k = 0; k < r; k++) A[i + j*lda] += B[i + k*m]*C[k + j*r];
        }
    free(B);
}

/* max |A x - b| */
static double residual(int m, int n, const double *A, int lda, const double *x, const double *b)
{
    double worst = 0;
    for (int i = 0; i < m; i++) {
        double sum = -b[i];
        for (int j = 0; j < n; j++) sum += A[i + j*lda]*x[j];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static double A[MOST*MOST], F[MOST*MOST], b[MOST], x[MOST], work[MOST*MOST*4];
static int pivot[MOST], iwork[MOST];

static void test_square_solvers(void)
{
    const int sizes[] = {1, 2, 3, 4, 7, 12, 24, 47, 48, 49, 65, 120};
    for (size_t s = 0; s < sizeof sizes/sizeof *sizes; s++) {
        const int n = sizes[s], lda = n + 3;
        fill_spd(n, A, lda);
        fill(n, b);

        memcpy(F, A, sizeof A);
        memcpy(x, b, sizeof b);
        for (int j = 1; j < n; j++) for (int i = 0; i < j; i++) F[i + j*lda] = NAN;     /* must not be read */
        CHECK(mrt_chol_factor(n, F, lda) == MRT_OK);
        mrt_chol_solve(n, F, lda, x);
        check_close(residual(n, n, A, lda, x, b), 0, 0, 1e-13*n);                       /* rounding */

        memcpy(F, A, sizeof A);
        for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) F[i + j*lda] = A[i + j*lda] = number();
        memcpy(x, b, sizeof b);
        CHECK(mrt_lu_factor(n, F, lda, pivot) == MRT_OK);
        mrt_lu_solve(n, F, lda, pivot, x);
        check_close(residual(n, n, A, lda, x, b), 0, 0, 1e-11*n);
        memcpy(x, b, sizeof b);
        mrt_lu_solve_transposed(n, F, lda, pivot, x);
        double most = 0;
        for (int j = 0; j < n; j++) {
            double sum = -b[j];
            for (int i = 0; i < n; i++) sum += A[i + j*lda]*x[i];
            most = fmax(most, fabs(sum));
        }
        check_close(most, 0, 0, 1e-11*n);

        for (int j = 0; j < n; j++) for (int i = 0; i < j; i++) A[i + j*lda] = A[j + i*lda];
        memcpy(F, A, sizeof A);
        memcpy(x, b, sizeof b);
        double norm = mrt_sym_norm(n, A, lda);
        CHECK(mrt_ldl_factor(n, F, lda, pivot, work) == MRT_OK);
        mrt_ldl_solve(n, F, lda, pivot, x);
        check_close(residual(n, n, A, lda, x, b), 0, 0, 1e-11*n);
        double rcond = mrt_ldl_rcond(n, F, lda, pivot, norm, work, iwork);
        CHECK(rcond > 1e-9 && rcond <= 1 + 1e-12);
    }
}

/* (1 + tiny) matrices lose rank by rounding only: a Cholesky pivot of 1e-17 must not pass for a number. */
static void test_square_failures(void)
{
    const int sizes[] = {2, 5, 60};
    for (int s = 0; s < 3; s++) {
        const int n = sizes[s];
        for (int i = 0; i < n*n; i++) A[i] = 1;                      /* rank one */
        CHECK(mrt_chol_factor(n, A, n) == MRT_E_SINGULAR);
        fill_spd(n, A, n);
        A[n*n - 1] = -1;
        CHECK(mrt_chol_factor(n, A, n) == MRT_E_SINGULAR);
        fill_spd(n, A, n);
        A[n*n - 1] = NAN;
        memcpy(F, A, sizeof A);
        CHECK(mrt_chol_factor(n, F, n) == MRT_E_NAN);
        memcpy(F, A, sizeof A);
        CHECK(mrt_lu_factor(n, F, n, pivot) == MRT_E_NAN);
        memcpy(F, A, sizeof A);
        CHECK(mrt_ldl_factor(n, F, n, pivot, work) == MRT_E_NAN);
        memset(A, 0, sizeof A);
        CHECK(mrt_lu_factor(n, A, n, pivot) == MRT_E_SINGULAR);
        CHECK(mrt_ldl_factor(n, A, n, pivot, work) == MRT_E_SINGULAR);
    }
    /* Badly scaled is not singular: coordinates in other units must solve alike. */
    double D[9] = {1e-12, 0, 0,  0, 1, 0,  0, 0, 1e12};
    CHECK(mrt_chol_factor(3, D, 3) == MRT_OK);
}

/* Scattered rows out of a taller J; equations of motion must hold, ud may overwrite g. */
static void test_kkt(void)
{
    static double M[64*64], J[70*64], g[64], gamma[70], ud[64], lam[64], w[20000];
    int rows[64];
    for (int n = 1; n <= 64; n = n < 14 ? n + 1 : n*2 - 6)
        for (int m = 0; m <= n && m <= 30; m += n < 10 ? 1 : 5) {
            const int nrow = m + 4;
            CHECK(mrt_kkt_work(n, m) <= sizeof w/sizeof *w);
            fill_spd(n, M, n);
            fill(nrow*n, J);
            fill(n, g);
            fill(nrow, gamma);
            for (int i = 0; i < m; i++) rows[i] = nrow - 1 - i;
            memcpy(ud, g, sizeof g);
            for (int j = 1; j < n; j++) for (int i = 0; i < j; i++) M[i + j*n] = NAN;     /* must not be read */
            if (!CHECK(mrt_kkt_solve(n, m, M, J, nrow, rows, ud, gamma, ud, lam, w, NULL) == MRT_OK)) continue;
            double worst = 0, worst_row = 0, size = 1;
            for (int i = 0; i < m; i++) size = fmax(size, fabs(lam[i]));
            for (int i = 0; i < n; i++) {
                double sum = -g[i];
                for (int j = 0; j < n; j++) sum += M[i >= j ? i + j*n : j + i*n]*ud[j];
                for (int k = 0; k < m; k++) sum -= J[rows[k] + i*nrow]*lam[k];
                worst = fmax(worst, fabs(sum));
            }
            for (int k = 0; k < m; k++) {
                double sum = -gamma[rows[k]];
                for (int j = 0; j < n; j++) sum += J[rows[k] + j*nrow]*ud[j];
                worst_row = fmax(worst_row, fabs(sum));
            }
            double again = 0, ud2[64], lam2[64];                                  /* in two parts */
            CHECK(mrt_kkt_factor(n, m, M, J, nrow, rows, w) == MRT_OK);
            mrt_kkt_resolve(n, m, rows, g, gamma, ud2, lam2, w);
            for (int i = 0; i < n; i++) again = fmax(again, fabs(ud2[i] - ud[i]));
            for (int i = 0; i < m; i++) again = fmax(again, fabs(lam2[i] - lam[i]));
            check_close(again, 0, 0, 1e-9*n*size);
            check_close(worst, 0, 0, 1e-12*n*size);                              /* rounding, times the size of lam */
            check_close(worst_row, 0, 0, 1e-12*n*size);
            if (m < 1) continue;

            /* The same row twice is singular, at every size; so is a mass matrix with a zero. */
            double keep = J[rows[0]];
            rows[m - 1] = rows[0];
            if (m > 1) CHECK(mrt_kkt_solve(n, m, M, J, nrow, rows, g, gamma, ud, lam, w, NULL) == MRT_E_SINGULAR);
            rows[m - 1] = nrow - m;
            J[rows[0]] = NAN;
            CHECK(mrt_kkt_solve(n, m, M, J, nrow, rows, g, gamma, ud, lam, w, NULL) == MRT_E_NAN);
            J[rows[0]] = keep;
            for (int i = 0; i < n; i++) M[n - 1 + i*n] = 0;
            CHECK(mrt_kkt_solve(n, m, M, J, nrow, rows, g, gamma, ud, lam, w, NULL) == MRT_E_SINGULAR);
        }
}

static void test_rank(void)
{
    const struct { int m, n, r; } cases[] = {{5, 8, 3}, {8, 5, 3}, {1, 1, 1}, {6, 6, 6}, {4, 7, 4}, {9, 4, 4}, {5, 3, 0}, {40, 60, 25}, {0, 4, 0}};
    for (size_t c = 0; c < sizeof cases/sizeof *cases; c++) {
        const int m = cases[c].m, n = cases[c].n, r = cases[c].r, lda = m + 2;
        int rank, rows[64], cols[64];
        static double tau[64], Z[64*64];
        fill_rank(m, n, r, A, lda);

        memcpy(F, A, sizeof A);
        CHECK(mrt_qr_factor(m, n, F, lda, 1e-10, pivot, tau, &rank, work) == MRT_OK);
        CHECK(rank == r);

        memcpy(F, A, sizeof A);
        CHECK(mrt_eliminate(m, n, F, lda, 1e-10, rows, cols, &rank) == MRT_OK);
        CHECK(rank == r);
        /* L U gives back A in the new order of rows and columns. */
        double worst = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < r && k <= i && k <= j; k++) sum += (k == i ? 1 : F[i + k*lda])*F[k + j*lda];
                worst = fmax(worst, fabs(sum - A[rows[i] + cols[j]*lda]));
            }
        check_close(worst, 0, 0, 1e-12*(m + n));

        CHECK(mrt_null_space_work(m, n) <= sizeof work/sizeof *work);
        CHECK(mrt_null_space(m, n, A, lda, 1e-10, Z, 64, &rank, iwork, work) == MRT_OK);
        CHECK(rank == r);
        memset(b, 0, sizeof b);
        for (int j = 0; j < n - r; j++) {
            check_close(residual(m, n, A, lda, Z + 64*j, b), 0, 0, 1e-12*(m + n));
            for (int k = 0; k <= j; k++) {
                double dot = 0;
                for (int i = 0; i < n; i++) dot += Z[i + 64*j]*Z[i + 64*k];
                check_close(dot, j == k, 0, 1e-13*(m + n));
            }
        }

        /* Least squares: residual orthogonal to the columns of A, solution orthogonal to the null space. */
        static double rhs[128], sol[128];
        fill(m, rhs);
        memcpy(sol, rhs, sizeof rhs);
        memcpy(F, A, sizeof A);
        CHECK(mrt_lstsq(m, n, F, lda, sol, 1e-10, &rank, iwork, work) == MRT_OK);
        CHECK(rank == r);
        for (int j = 0; j < n; j++) {
            double dot = 0;
            for (int i = 0; i < m; i++) {
                double e = -rhs[i];
                for (int k = 0; k < n; k++) e += A[i + k*lda]*sol[k];
                dot += A[i + j*lda]*e;
            }
            check_close(dot, 0, 0, 1e-11*(m + n));
        }
        for (int j = 0; j < n - r; j++) {
            double dot = 0;
            for (int i = 0; i < n; i++) dot += Z[i + 64*j]*sol[i];
            check_close(dot, 0, 0, 1e-11*(m + n));
        }
    }
}

static void test_rank_details(void)
{
    int rows[3], cols[3], rank;
    double same[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    CHECK(mrt_eliminate(3, 3, same, 3, 1e-10, rows, cols, &rank) == MRT_OK);
    CHECK(rank == 1 && rows[0] == 0 && cols[0] == 0);                    /* equal candidates: the first */

    double graded[4] = {1, 0, 0, 1e-11};
    CHECK(mrt_eliminate(2, 2, graded, 2, 1e-10, rows, cols, &rank) == MRT_OK && rank == 1);
    double graded_again[4] = {1, 0, 0, 1e-9};
    CHECK(mrt_eliminate(2, 2, graded_again, 2, 1e-10, rows, cols, &rank) == MRT_OK && rank == 2);

    double bad[4] = {1, INFINITY, 0, 1}, tau[2];
    CHECK(mrt_eliminate(2, 2, bad, 2, 1e-10, rows, cols, &rank) == MRT_E_NAN);
    CHECK(mrt_qr_factor(2, 2, bad, 2, 1e-10, pivot, tau, &rank, work) == MRT_E_NAN);
    CHECK(mrt_null_space(2, 2, bad, 2, 1e-10, F, 2, &rank, iwork, work) == MRT_E_NAN);
    CHECK(mrt_lstsq(2, 2, bad, 2, b, 1e-10, &rank, iwork, work) == MRT_E_NAN);
}

static void test_vectors(void)
{
    double v[3] = {3e200, 0, 4e200}, tiny[2] = {3e-200, 4e-200}, bad[2] = {1, INFINITY}, nan_[2] = {NAN, 1};
    check_close(mrt_norm2(3, v), 5e200, 1e-15, 0);
    check_close(mrt_norm2(2, tiny), 5e-200, 1e-15, 0);
    check_close(mrt_norm2(0, v), 0, 0, 0);
    CHECK(isinf(mrt_norm2(2, bad)) && isnan(mrt_norm2(2, nan_)));
    CHECK(mrt_all_finite(3, v) && !mrt_all_finite(2, bad) && !mrt_all_finite(2, nan_));
}

static void test_status_texts(void)
{
    check_text(mrt_status_text(MRT_OK), "done");
    check_text(mrt_status_text(MRT_E_STIFF), "the problem looks stiff");
    check_text(mrt_status_text((mrt_status)-77), "unknown status");
}

int main(void)
{
    test_square_solvers();
    test_square_failures();
    test_kkt();
    test_rank();
    test_rank_details();
    test_vectors();
    test_status_texts();
    return check_done();
}
