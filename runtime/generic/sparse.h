/*
 * sparse.h -- sparse square systems of one pattern and many values: analysed once, factored again and again with the same pivots as long as
 * they stay good. The only door to KLU.
 */
#ifndef GENERIC_SPARSE_H
#define GENERIC_SPARSE_H

#include "../mrt.h"

typedef struct sparse sparse;

/* The pattern of an n x n matrix in compressed columns: entries column[j] to column[j + 1] - 1 stand in column j, row[k] is their row; copied. Values
 * start as zeros. NULL when out of memory. */
sparse *sparse_new(int n, const int *column, const int *row);
void    sparse_free(sparse *s);                             /* NULL is allowed */

/* The values, in the order of the pattern; to be written before sparse_factor. */
double *sparse_values(sparse *s);

/* Factors the matrix. The first time the cheapest of several orderings is kept; later ones use its pivots unless one of them has become small
 * against what it was. floor: a matrix whose smallest pivot is below floor times the largest is called singular.
 * MRT_E_SINGULAR, MRT_E_NAN, MRT_E_MEMORY; then the factors are of no use. */
mrt_status sparse_factor(sparse *s, double floor);

/* b := A^-1 b and b := A^-T b with the last factors. */
void sparse_solve(sparse *s, double *b);
void sparse_solve_transposed(sparse *s, double *b);

/* Sign of the determinant of the last matrix factored. */
int  sparse_side(const sparse *s);

/* For tests and reports: how often pivots were chosen anew, and how many numbers the factors hold. */
long sparse_fresh(const sparse *s);
int  sparse_fill(const sparse *s);

#endif
