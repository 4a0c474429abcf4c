/*
 * batch.h -- the solvers of many models in one compilation: a shared library with one object per model.
 */
#ifndef TESTS_BATCH_H
#define TESTS_BATCH_H

#include "engines.h"

typedef struct batch { char folder[64]; void *library; } batch;

/* Emits, compiles and loads n models, whose mechanisms have different names; x[i]->derived becomes the compiled solver. False with messages on
 * standard error. */
bool batch_compile(batch *b, engines **x, int n);
void batch_done(batch *b);

#endif
