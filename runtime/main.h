/*
 * main.h -- the driver program of a generated solver: `return mrt_main(argc, argv, &fourbar);`.
 */
#ifndef MRT_MAIN_H
#define MRT_MAIN_H

#include "mrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the command line, runs the analysis, writes results.csv, run.json and plots. Returns the exit status: 0 only when
 * the whole analysis was done, 2 wrong command line, 3 wrong script, 4 the run could not go on. The one place of the
 * runtime that prints. */
int mrt_main(int argc, char **argv, const mrt_mechanism *mechanism);

#ifdef __cplusplus
}
#endif
#endif
