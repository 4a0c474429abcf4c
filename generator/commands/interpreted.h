/*
 * interpreted.h -- a mechanism whose functions evaluate the derived program statement by statement: what `mechc check` assembles, without a
 * compiler.
 */
#ifndef COMMANDS_INTERPRETED_H
#define COMMANDS_INTERPRETED_H

#include "../program/program.h"
#include "../../runtime/mrt.h"

/* Gives x, which facts_fill has filled, functions that evaluate p. The functions of a mechanism get no context besides their workspace, so
 * there is one interpreted mechanism at a time; interpreted_done ends it. False when out of memory. */
bool interpreted_start(mrt_mechanism *x, const program *p);
void interpreted_done(void);

#endif
