/*
 * run_json.h -- run.json: what was run, what it cost, how it ended.
 */
#ifndef MRT_RUN_JSON_H
#define MRT_RUN_JSON_H

#include <stdio.h>

#include "plots.h"
#include "results.h"
#include "task.h"

typedef struct mrt_record {
    const mrt_system  *s;
    const mrt_task    *task;
    const mrt_report  *report;
    const mrt_results *results;      /* may be NULL: nothing was opened */
    const mrt_plots   *plots;        /* may be NULL: none were tried */
    mrt_status         status;
    const char        *reason;       /* why it stopped; "" when done */
    double             seconds;      /* the whole run */
} mrt_record;

/* Writes the record as one JSON object. */
void mrt_record_write(const mrt_record *r, FILE *file);
/* The same into DIR/run.json, aside and renamed. MRT_E_FILE with a sentence in message[MRT_TEXT]. */
mrt_status mrt_record_save(const mrt_record *r, const char *dir, char *message);

#endif
