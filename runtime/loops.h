/*
 * loops.h -- the loop that a cut joint closes, by the names of its joints.
 */
#ifndef MRT_LOOPS_H
#define MRT_LOOPS_H

#include "mrt.h"

/* "loop a b c d" into text[size]: the joints of the loop in their order, beginning at ground where it passes there. "" if the
 * joint is not cut or the memory does not suffice. */
void mrt_loop_text(const mrt_mechanism *m, int joint, char *text, size_t size);

#endif
