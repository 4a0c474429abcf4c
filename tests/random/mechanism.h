/*
 * mechanism.h -- random mechanisms as scripts.
 *
 * One to eight bodies in trees and loops of all joint types, in any placement, with masses, springs, forces, drives, constraints, parameters and inputs. The
 * initial coordinates satisfy every loop, drive (at t = 0), distance and constraint to rounding; conditions are independent at that pose, except that
 * planar loops have the redundant ones they have everywhere. No drive or constraint takes the last freedom.
 */
#ifndef TESTS_RANDOM_MECHANISM_H
#define TESTS_RANDOM_MECHANISM_H

/* The script of this number, always the same. Owned by the caller (free). */
char *random_mechanism(unsigned long seed);

#endif
