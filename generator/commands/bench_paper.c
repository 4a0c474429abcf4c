/*
 * bench_paper.c -- the comparison of Lee and Yoon (1993), sections 2 and 3: seconds for two turns of the crank, and for two seconds under a constant
 * torque, by their generated code, by KAP3 (joint coordinates, numeric) and by DADS (Cartesian coordinates, sparse matrices). They print no dimensions;
 * mechanisms of the same type stand for theirs.
 */
#include "bench.h"

#include <math.h>
#include <string.h>

static const struct { const char *mechanism; bench_quantity quantity; double seconds[BENCH_ENGINES]; } measured[] = {
    { "rscr", BENCH_KINEMATICS, { 4.8, 8.6, 26.2 } },
    { "rsst", BENCH_KINEMATICS, { 1.2, NAN, 13.3 } },
    { "rscr", BENCH_DYNAMICS,   { 5.6, NAN, 19.4 } },
    { "rsst", BENCH_DYNAMICS,   { 2.4, NAN, 14.4 } },
    { "rssr", BENCH_DYNAMICS,   { 4.9, NAN, 16.5 } },
};

double bench_paper(const char *mechanism, bench_quantity k, int e)
{
    for (size_t i = 0; i < sizeof measured/sizeof *measured; i++)
        if (measured[i].quantity == k && !strcmp(measured[i].mechanism, mechanism)) return measured[i].seconds[e]/measured[i].seconds[0];
    return NAN;
}
