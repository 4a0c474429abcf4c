/* linalg_loops.h -- the inner loops and rules that linalg.c and kkt.c share; not for others. */
#ifndef MRT_LINALG_LOOPS_H
#define MRT_LINALG_LOOPS_H

#include "mrt.h"

#include <float.h>
#include <math.h>

/* A pivot this small against its own diagonal element is rounding, not a number. */
#define PIVOT_FLOOR (16*DBL_EPSILON)

static inline mrt_status bad_pivot(double d) { return isnan(d) ? MRT_E_NAN : MRT_E_SINGULAR; }

/* y[0..n) -= sum over k < nk of c[k] (column k of A); four columns at a time, to load and store y once for four. */
static inline void subtract_columns(int n, double *restrict y, int nk, const double *restrict A, int lda,
                                    const double *restrict c, int stride_c)
{
    int k = 0;
    for (; k + 4 <= nk; k += 4) {
        const double *a = A + (size_t)k*lda, *b = a + lda, *d = b + lda, *e = d + lda;
        const double ca = c[(size_t)k*stride_c], cb = c[(size_t)(k + 1)*stride_c];
        const double cd = c[(size_t)(k + 2)*stride_c], ce = c[(size_t)(k + 3)*stride_c];
        for (int i = 0; i < n; i++) y[i] -= (ca*a[i] + cb*b[i]) + (cd*d[i] + ce*e[i]);
    }
    for (; k < nk; k++) {
        const double *a = A + (size_t)k*lda, ca = c[(size_t)k*stride_c];
        for (int i = 0; i < n; i++) y[i] -= ca*a[i];
    }
}

/* For code with sizes known to the compiler. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL
#endif
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#endif
