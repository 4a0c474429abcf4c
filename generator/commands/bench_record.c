/*
 * bench_record.c -- what is kept of a measurement, and the ratios.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

void bench_record_done(bench_record *r) { free(r->file), free(r->mechanism), free(r->about); }

double bench_ratio(const bench_record *r, bench_quantity k, int e)
{
    const bench_figure *own = &r->figure[k][e], *generated = &r->figure[k][0];
    bool comparable = own->measured && own->agrees && generated->measured && generated->time.median > 0;
    return comparable ? own->time.median/generated->time.median : NAN;
}
