/*
 * inertia.h -- masses and inertias that no body can have, found before a run when parameters were changed.
 *
 * The script's own numbers were checked when the solver was generated, by the same rule (generator/model/check_numbers.c).
 */
#ifndef MRT_INERTIA_H
#define MRT_INERTIA_H

#include "mrt.h"

/* Looks at every body at the parameters p[np] unless none of them was given[np]. 0: possible; 3: not, with a sentence in
 * message[MRT_TEXT] that names the body and the parameters that made it so; 4: out of memory. Exit statuses. */
int mrt_inertia_check(const mrt_mechanism *m, const double *p, const unsigned char *given, char *message);

/* 1 if a body has mass at the parameters w was initialised with; -1 when out of memory. */
int mrt_inertia_any_mass(const mrt_mechanism *m, double *w);

#endif
