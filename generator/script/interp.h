/*
 * interp.h -- the safe Tcl interpreter that a script runs in. To be called in a process of its own, under limits. Private to
 * generator/script.
 */
#ifndef SCRIPT_INTERP_H
#define SCRIPT_INTERP_H

#include "record.h"

typedef struct interp_job {
    const char    *file;            /* as the user wrote it; messages use it */
    size_t         text_bytes;      /* limit of all files together */
    double         seconds;         /* after which loops are stopped with a message that knows its line */
    record_writer *out;
    record_place  *place;           /* kept up to date */
} interp_job;

/* Runs the script and sends its model commands to out, and its error if there is one. Does not return. */
_Noreturn void interp_run(const interp_job *job);

/* Reads a script text: a regular file, at most limit bytes, UTF-8 without control characters. Returns NULL, or a text (free) that says
 * what is wrong, after which *line is the line concerned or 0. On success *size is its size. */
char *text_check(const char *file, size_t limit, size_t *size, int *line);

#endif
