/*
 * facts.h -- everything there is to know about a mechanism apart from its functions, collected once from model, topology and derivation:
 * names, start values, rows, columns, analyses. The interpreter of `mechc check` and the emitted descriptor both come from here.
 */
#ifndef COMMANDS_FACTS_H
#define COMMANDS_FACTS_H

#include "../derive/derive.h"
#include "../../runtime/mrt.h"

/* Fills x except for its functions and its workspace. Arrays and texts live in the model's arena. Numbers are those of the model's present
 * parameter values. */
void facts_fill(mrt_mechanism *x, model *m, const topology *g, const derive_report *r);

/* SHA-256 of the model's text form: the same for the same mechanism, wherever it is generated. */
void facts_sha256(const model *m, char hex[65]);

#endif
