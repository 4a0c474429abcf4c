/*
 * results.h -- results.csv: one row per output point. Written aside and renamed into place when closed, so that the file
 * is whole whenever it is there.
 */
#ifndef MRT_RESULTS_H
#define MRT_RESULTS_H

#include "system.h"

/* What a column holds; plots group by it. */
typedef enum mrt_group {
    MRT_TIME, MRT_COORDINATES, MRT_SPEEDS, MRT_ACCELERATIONS, MRT_BODIES, MRT_DRIVING, MRT_REACTIONS, MRT_MULTIPLIERS, MRT_OUTPUTS,
    MRT_ENERGY, MRT_VIOLATION
} mrt_group;

typedef struct mrt_result_column {
    char        name[96];
    const char *unit;                /* "rad", "m/s", ""; of Euler parameters "" */
    mrt_group   group;
    int         wanted;              /* 0: left out by the pattern */
} mrt_result_column;

typedef struct mrt_results {
    mrt_system *s;
    int     ncolumns;
    mrt_result_column *columns;      /* all there are, wanted or not; t is the first and always wanted */
    long    rows;
    double  first, last;             /* times of the first and the last row */
    double  violation, rate;         /* largest so far */
    double  energy_low, energy_high;
    char    message[MRT_TEXT];       /* after a failure: what went wrong with which file */
    struct mrt_results_private *x;
} mrt_results;

/* The columns for s. pattern: NULL or glob patterns separated by commas; reactions: 1 with joint forces. NULL when out
 * of memory. */
mrt_results *mrt_results_new(mrt_system *s, const char *pattern, int reactions);
/* Closes without keeping the file if it is still open. NULL is allowed. */
void         mrt_results_free(mrt_results *r);

/* MRT_E_ARGUMENT if one of the patterns (NULL: none) matches no column: r->message names it and what is near. MRT_E_MEMORY. */
mrt_status mrt_results_check(mrt_results *r, const char *patterns);
/* How many columns besides t the pattern lets through. */
int        mrt_results_wanted(const mrt_results *r);
/* About how many bytes that many rows take. */
double     mrt_results_bytes(const mrt_results *r, double rows);
/* Begins DIR/results.csv (aside) with its header. MRT_E_FILE. */
mrt_status mrt_results_open(mrt_results *r, const char *dir);
/* One row; the signature of mrt_task.row, data is the mrt_results. MRT_E_FILE, MRT_E_NAN. */
mrt_status mrt_results_row(void *data, const mrt_point *x);
/* Finishes the file and renames it. MRT_E_FILE: nothing is left behind. */
mrt_status mrt_results_close(mrt_results *r);
/* Gives the begun file up: an earlier DIR/results.csv stays as it is. */
void       mrt_results_discard(mrt_results *r);

#endif
