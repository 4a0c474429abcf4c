/*
 * mobility.h -- what only numbers can tell about a mechanism: whether its loops close, how many freedoms it has, which conditions
 * are implied by the others.
 */
#ifndef COMMANDS_MOBILITY_H
#define COMMANDS_MOBILITY_H

#include <stdbool.h>
#include "../../runtime/system.h"

typedef struct mobility {
    mrt_system   *system;               /* at the assembled position */
    mrt_status    status;               /* of the assembly; system->message explains a failure */
    double        t, *q, *u;            /* where it was looked at */
    int           rank;                 /* of the rows of joints, constraints and distances */
    int           drives;               /* independent rows of drives in the analysis that was assembled */
    int           freedoms;             /* nu - rank: without drives */
    double        violation;            /* norm of Phi there */
    bool         *implied;              /* [nrow]: the row follows from the others; after a failed assembly: there and at the start values */
    bool         *against;              /* [nrow]: after a failed assembly, a row of `implied` that does not hold: it contradicts the others */
    bool         *dead;                 /* [nrow]: a drive that has nothing, or nearly nothing, to move here but has beside here: a dead centre */
    bool          at_rest;              /* with the independent rows alone nothing moves: neither speeds nor accelerations */
    double       *open;                 /* [nrow]: for an implied drive, by how much its acceleration differs from the one the others leave it */
    int           worst;                /* the row that stays open widest after a failed assembly, or -1 */
    int           massless;             /* a speed with no inertia behind it, or -1 */
} mobility;

/* Assembles x at the start of its analysis of that kind (0: the first; in dynamics if it has none) and looks there. p NULL: the defaults. False when
 * out of memory. Freed with mobility_done. */
bool mobility_find(mobility *y, const mrt_mechanism *x, int kind, const double *p);
void mobility_done(mobility *y);

#endif
