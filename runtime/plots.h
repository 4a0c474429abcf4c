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
 * a plot, one unit a plot. Without gnuplot, or with fewer than two rows, only a note is left. */
void mrt_plots_draw(mrt_plots *p, const mrt_results *r, const char *dir);

#endif
