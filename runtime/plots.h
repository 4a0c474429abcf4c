/*
 * plots.h -- SVG plots of results.csv through gnuplot, into DIR/plots/.
 */
#ifndef MRT_PLOTS_H
#define MRT_PLOTS_H

#include "results.h"

enum { MRT_PLOTS = 64 };

typedef struct mrt_plots {
    int  n;
    char file[MRT_PLOTS][64];        /* "plots/speeds.svg" */
    char note[160];                  /* why there are none or not all; else "" */
} mrt_plots;

/* Draws coordinates, speeds, driving forces, multipliers, outputs, energy and violation of DIR/results.csv, at most six curves
 * a plot, one unit a plot, some thousand points a curve. Without gnuplot, with fewer than two rows, or when stop, asked
 * with data before and while rows are thinned, returns other than 0, only a note is left. */
void mrt_plots_draw(mrt_plots *p, const mrt_results *r, const char *dir, int (*stop)(void *data), void *data);

#endif
