/*
 * block.h -- one block of memory for all arrays of an object: each takes its part in turn.
 */
#ifndef MRT_BLOCK_H
#define MRT_BLOCK_H

#include <stddef.h>

/* The next n numbers of the block behind *at, which moves on. */
static inline double *mrt_take(double **at, size_t n)
{
    double *part = *at;
    *at += n;
    return part;
}

static inline int *mrt_take_int(int **at, size_t n)
{
    int *part = *at;
    *at += n;
    return part;
}

#endif
