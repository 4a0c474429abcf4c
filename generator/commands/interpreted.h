/*
 * interpreted.h -- a mechanism whose functions evaluate the derived program statement by statement: what `mechc check` assembles, without a
 * compiler.
 */
#ifndef COMMANDS_INTERPRETED_H
#define COMMANDS_INTERPRETED_H

#include "../program/program.h"
#include "../../runtime/mrt.h"

/* Gives x, which facts_fill has filled, functions that evaluate p, which it borrows. All workspaces of x share one evaluator: the parameters last given to
 * one of them hold for all. False when out of memory; interpreted_done is due in any case. */
bool interpreted_start(mrt_mechanism *x, const program *p);
void interpreted_done(mrt_mechanism *x);

#endif
