/*
 * bench_clock.h -- CPU time on one processor, in rounds that give every engine its turn.
 */
#ifndef COMMANDS_BENCH_CLOCK_H
#define COMMANDS_BENCH_CLOCK_H

#include "bench.h"

/* CPU seconds of this process so far. */
double bench_cpu(void);
/* CPU seconds of this process and of all children that have ended. */
double bench_cpu_all(void);

/* Binds the process to one of the processors it may use and returns its number, or -1 if that is not possible; the second one lets it go. */
int  bench_pin(void);
void bench_unpin(void);

/* Does the work of one engine `times` over and returns its CPU seconds per unit. */
typedef double bench_sample(void *data, int e, int times);

/* Takes samples of the engines in use[] in turn, round after round, so that whatever slows the machine down slows all of them. A sample lasts at least a
 * millisecond. repeat 0: as many rounds as fit into about a second, at least 5; said on the progress line. */
void bench_rounds(const bench_case *b, const char *what, const bool use[BENCH_ENGINES], bench_sample *sample, void *data, bench_time time[BENCH_ENGINES]);

#endif
