/*
 * bench_clock.c -- see bench_clock.h. The median is told because an interrupt or a cold cache only ever adds time; the quartiles show how much.
 */
#include "bench_clock.h"
#include "files.h"
#include "progress.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { FEWEST_ROUNDS = 5, MOST_ROUNDS = 201 };
#define SAMPLE_SECONDS 1e-3
#define QUANTITY_SECONDS 1.0

double bench_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

double bench_cpu_all(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return bench_cpu() + (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6*(double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* ---- one processor ---- */

static cpu_set_t allowed;
static bool pinned;

/* The last one: interrupts tend to go to the first. */
int bench_pin(void)
{
    cpu_set_t one;
    int last = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return -1;
    for (int i = 0; i < CPU_SETSIZE; i++) if (CPU_ISSET(i, &allowed)) last = i;
    if (last < 0) return -1;
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    pinned = sched_setaffinity(0, sizeof one, &one) == 0;
    return pinned ? last : -1;
}

void bench_unpin(void)
{
    if (pinned) sched_setaffinity(0, sizeof allowed, &allowed);
    pinned = false;
}

/* ---- rounds ---- */

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Between the two nearest numbers of the sorted x[n]. */
static double quantile(const double *x, int n, double part)
{
    double at = part*(n - 1);
    int below = (int)floor(at);
    return below + 1 < n ? x[below] + (at - below)*(x[below + 1] - x[below]) : x[n - 1];
}

static bench_time summarise(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare_numbers);
    return (bench_time){ n, quantile(x, n, 0.5), quantile(x, n, 0.25), quantile(x, n, 0.75), x[0], x[n - 1] };
}

void bench_rounds(const bench_case *b, const char *what, const bool use[BENCH_ENGINES], bench_sample *sample, void *data, bench_time time[BENCH_ENGINES])
{
    int times[BENCH_ENGINES] = { 0 };
    double round = 0;
    for (int e = 0; e < BENCH_ENGINES; e++) {
        if (!use[e]) continue;
        double begin = bench_cpu();
        sample(data, e, 1);
        double cost = bench_cpu() - begin;
        times[e] = cost < SAMPLE_SECONDS ? (int)ceil(SAMPLE_SECONDS/fmax(cost, 1e-7)) : 1;
        round += times[e]*cost;
    }
    int rounds = b->repeat;
    if (rounds == 0) rounds = (int)fmax(FEWEST_ROUNDS, fmin(MOST_ROUNDS, QUANTITY_SECONDS/fmax(round, 1e-9)));

    double *x = xalloc((size_t)rounds*BENCH_ENGINES*sizeof *x);
    for (int r = 0; r < rounds; r++) {
        if (r%8 == 0) progress_show(b->quiet, "%s: %s, round %d of %d", b->record->mechanism, what, r + 1, rounds);
        for (int e = 0; e < BENCH_ENGINES; e++) if (use[e]) x[e*rounds + r] = sample(data, e, times[e]);
    }
    progress_clear();
    for (int e = 0; e < BENCH_ENGINES; e++) if (use[e]) time[e] = summarise(x + e*rounds, rounds);
    free(x);
}
