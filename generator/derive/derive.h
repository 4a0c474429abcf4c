/*
 * derive.h -- the physics: from model and topology to the derived program. The only entry from C.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_H
#define DERIVE_H

#ifdef __cplusplus
extern "C" {
#endif

#include "../model/model.h"
#include "../program/program.h"
#include "../topology/topology.h"

typedef enum derive_row_kind { ROW_CUT, ROW_DRIVE, ROW_CONSTRAINT, ROW_DISTANCE } derive_row_kind;   /* ORDER rows: mrt_row_kind */

/* One row of Phi. Rows that vanish identically are left out; those of cut joints are listed apart. */
typedef struct derive_row {
    derive_row_kind kind;
    const char *name;                   /* joint, coordinate or constraint; in the model's arena */
    const char *what;                   /* "displacement along x" ...; static text */
    int         owner;                  /* joint, coordinate (model.q), constraint or distance: its index in the model */
    int         analyses;               /* FOR_KINEMATICS | FOR_DYNAMICS */
} derive_row;

/* A condition of a cut joint that the geometry of the loop keeps by itself: its row is 0 = 0. */
typedef struct derive_vanished {
    int         joint;
    const char *what;                   /* as of a row */
    int         before;                 /* the row it would stand in front of */
} derive_vanished;

/* One way to compute something, with its cost. */
typedef struct derive_choice {
    const char *quantity;               /* "mass matrix", "forward dynamics", "bias forces" */
    const char *derivation;             /* "composite body", "articulated body", "velocity transformation" ... */
    long        flops;
    int         chosen;
    int         count; pref *refs;      /* the results themselves: M[nu*nu], ud[nu] or g[nu] */
} derive_choice;

typedef struct derive_report {
    int            nrow;    derive_row *rows;
    int            nvanished; derive_vanished *vanished;
    int            nevent;  const char **events;        /* text of each event function */
    int            nchoice; derive_choice *choices;
    int            loops;                               /* 1: M and B are filled by loops over tables */
    char           error[400];                          /* set when derive_program returns NULL */
    where          error_at;
} derive_report;

/* Derives everything. NULL on failure, with report->error. The program is owned by the caller, the report's arrays live in the model's arena. */
program *derive_program(model *m, const topology *g, derive_report *report);

#ifdef __cplusplus
}
#endif
#endif
