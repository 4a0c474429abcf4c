/*
 * linalg.h -- dense linear algebra of the runtime. All matrices are column-major; element (i,j) of A is A[i + j*lda].
 *
 * No function allocates: workspace comes from the caller, its size from the function or formula named beside it.
 * On failure outputs hold nothing of use; nothing outside the named outputs is written.
 * Small systems run in code of our own, because a call of LAPACK for 3 unknowns costs more than the mechanism.
 */
#ifndef MRT_LINALG_H
#define MRT_LINALG_H

#include "mrt.h"

/* ---- symmetric positive definite: A = L L^T ----
 * Reads the lower triangle of A and overwrites it with L, whose diagonal is stored as RECIPROCALS 1/L_ii (solves
 * multiply instead of divide). The strict upper triangle is neither read nor written.
 * MRT_E_SINGULAR: a pivot is not positive beyond rounding (relative to its own diagonal element); MRT_E_NAN. */
mrt_status mrt_chol_factor(int n, double *A, int lda);
/* b := A^-1 b */
void mrt_chol_solve(int n, const double *L, int lda, double *b);
/* b := L^-1 b and b := L^-T b, the two halves of it */
void mrt_chol_forward(int n, const double *L, int lda, double *b);
void mrt_chol_backward(int n, const double *L, int lda, double *b);

/* ---- the constrained equations of motion ----
 *
 *     M ud = g + J^T lam,    J ud = gamma
 *
 * by root-free Cholesky of M and of J M^-1 J^T. M is n x n, column-major, lower triangle read. The m rows of J are
 * rows[0..m) of the matrix J[nrow*n]; gamma is the full vector of nrow, of which the same rows are read. lam[m] is
 * in the order of rows. work: mrt_kkt_work(n, m) doubles. ud may be g; nothing else may overlap.
 * *strain (NULL: not wanted): the sum over the rows of 1 over what the rows before leave of their J M^-1 J^T.
 * MRT_E_SINGULAR: M is not positive definite, or the chosen rows are not independent; MRT_E_NAN. */
size_t     mrt_kkt_work(int n, int m);
mrt_status mrt_kkt_solve(int n, int m, const double *M, const double *J, int nrow, const int *rows,
                         const double *g, const double *gamma, double *ud, double *lam, double *work, double *strain);

/* The same in two parts, for several right-hand sides: factors into work, then each solution. */
mrt_status mrt_kkt_factor(int n, int m, const double *M, const double *J, int nrow, const int *rows, double *work);
void       mrt_kkt_resolve(int n, int m, const int *rows, const double *g, const double *gamma, double *ud, double *lam, double *work);

/* ---- general square: P A = L U, partial pivoting ----
 * pivot[n]: row exchanged with row i in step i. MRT_E_SINGULAR: a pivot is zero; MRT_E_NAN. */
mrt_status mrt_lu_factor(int n, double *A, int lda, int *pivot);
void       mrt_lu_solve(int n, const double *LU, int lda, const int *pivot, double *b);
void       mrt_lu_solve_transposed(int n, const double *LU, int lda, const int *pivot, double *b);       /* b := A^-T b */

/* ---- symmetric indefinite: Bunch-Kaufman L D L^T, lower triangle ----
 * pivot[n] and A go to the other two as they are. work: n doubles. MRT_E_SINGULAR: a block of D is exactly singular. */
mrt_status mrt_ldl_factor(int n, double *A, int lda, int *pivot, double *work);
void       mrt_ldl_solve(int n, const double *A, int lda, const int *pivot, double *b);
/* Largest absolute column sum of the symmetric A (lower triangle); wanted before factoring, for the next. */
double     mrt_sym_norm(int n, const double *A, int lda);
/* Estimate of the reciprocal condition in the 1-norm. work: 2n doubles, iwork: n. */
double     mrt_ldl_rcond(int n, const double *A, int lda, const int *pivot, double norm, double *work, int *iwork);

/* ---- rank ---- */

/* QR with column pivoting, A P = Q R, of A[m x n]. Writes into *rank the number of |R_ii| > cutoff |R_00| and into
 * order[n] the columns in the order taken. A becomes R (upper triangle) and reflectors; tau[min(m,n)].
 * work: 3n + 1 doubles. MRT_E_NAN. */
mrt_status mrt_qr_factor(int m, int n, double *A, int lda, double cutoff, int *order, double *tau, int *rank, double *work);

/* Minimum norm least squares: of all x that minimise |A x - b|, the shortest. A[m x n] is destroyed;
 * b[max(m,n)] holds b[m] on entry and x[n] on return. Rank is counted while the condition of the leading triangle of
 * QR with column pivoting stays below 1/cutoff. iwork: n; work: mrt_lstsq_work(m, n) doubles. MRT_E_NAN. */
size_t     mrt_lstsq_work(int m, int n);
mrt_status mrt_lstsq(int m, int n, double *A, int lda, double *b, double cutoff, int *rank, int *iwork, double *work);

/* Gaussian elimination with complete pivoting of A[m x n], in place. Stops when the largest remaining element is not
 * above cutoff times the largest element of A. rows[m], cols[n]: original numbers in the order taken, the rest after
 * them; the first *rank rows are independent, the first *rank columns dependent coordinates. A holds the multipliers
 * and U in the new order. Equal candidates: the first by row, then column, so that the result is repeatable. MRT_E_NAN. */
mrt_status mrt_eliminate(int m, int n, double *A, int lda, double cutoff, int *rows, int *cols, int *rank);

/* Orthonormal basis Z[n x (n - rank)] of the null space of A[m x n]. A is not changed. Rank by mrt_qr_factor of A^T.
 * ldz >= n, room for n columns in Z. work: mrt_null_space_work(m, n) doubles, iwork: m. MRT_E_NAN. */
size_t     mrt_null_space_work(int m, int n);
mrt_status mrt_null_space(int m, int n, const double *A, int lda, double cutoff, double *Z, int ldz, int *rank,
                          int *iwork, double *work);

/* ---- vectors ---- */
double mrt_norm2(int n, const double *x);              /* Euclidean, safe against overflow */
int    mrt_all_finite(int n, const double *x);

#endif
