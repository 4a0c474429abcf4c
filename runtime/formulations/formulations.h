/*
 * formulations.h -- what a formulation looks like: how the equations of motion of a constrained mechanism become
 * y' = f(t, y). One file each; `formulations.def` lists them.
 */
#ifndef MRT_FORMULATIONS_H
#define MRT_FORMULATIONS_H

#include "../integrators/integrators.h"
#include "../system.h"

typedef struct mrt_formulation {
    const char *name;                /* "baumgarte" */
    const char *about;               /* one line for help */
    /* Refuses what cannot work, with a message in s: a fixed step that is too large. step = 0: variable. */
    mrt_status (*check)(mrt_system *s, const mrt_method *method, double step);
    /* Number of equations, and y[size] out of positions and speeds. */
    int        (*size)(const mrt_system *s);
    void       (*pack)(const mrt_system *s, const double *q, const double *u, double *y);
    /* Positions (Euler parameters normalised) and speeds out of y. */
    void       (*state)(const mrt_system *s, const double *y, double *q, double *u);
    /* The right-hand side; data is the mrt_system. */
    mrt_rhs    *rhs;
    /* x->ud and x->lam at x->t, x->q, x->u. */
    mrt_status (*accelerations)(mrt_system *s, mrt_point *x);
} mrt_formulation;

/* NULL if there is none of that name. */
const mrt_formulation *mrt_formulation_find(const char *name);
/* All of them, ended by NULL; the first is the default. */
extern const mrt_formulation *const mrt_formulations[];

#define FORMULATION(name) extern const mrt_formulation mrt_##name;
#include "formulations.def"
#undef FORMULATION

#endif
