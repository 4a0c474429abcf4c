/*
 * cross.h -- random mechanisms through all engines: positions, velocities, accelerations, multipliers, reactions, energy and outputs.
 */
#ifndef TESTS_RANDOM_CROSS_H
#define TESTS_RANDOM_CROSS_H

#include <stdbool.h>

/* Checks the mechanisms of `count` seeds from `first` on and prints the largest differences; a seed that fails prints its script. Returns how many are in order. compiled: the derived
 * equations as compiled solvers, many to a compilation; otherwise statement by statement. */
unsigned long cross_validate(unsigned long first, unsigned long count, bool compiled);

#endif
