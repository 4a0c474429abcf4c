/*
 * command_line.h -- the options of a solver program; `mechc run` passes the same ones on.
 */
#ifndef MRT_COMMAND_LINE_H
#define MRT_COMMAND_LINE_H

#include <stdio.h>

#include "task.h"

typedef struct mrt_command {
    int     kind;                    /* MRT_KINEMATICS or MRT_DYNAMICS */
    int     help, version, check, quiet, json, reactions;
    char   *columns;                 /* patterns separated by commas; NULL: all; owned */
    const char *dir;                 /* of the results, "." unless given */
    double *p, *in;                  /* [np], [nin] with what --set changed, and what follows from it; owned */
    unsigned char *given;            /* [np + nin] 1: given by --set */
    mrt_task task;                   /* filled from the script's analysis and the options; row and data left open */
} mrt_command;

/* Reads argv; numbers of m that --set changes are changed in m. Returns 0, or the exit status 2 (command line), 3 (the script
 * gives no analysis, or --set makes a body impossible) or 4 (out of memory) with a sentence in message[MRT_TEXT]. With help, version or check set the task is not looked at. */
int  mrt_command_read(mrt_command *c, int argc, char **argv, mrt_mechanism *m, char *message);
void mrt_command_done(mrt_command *c);
/* The help text, and its part on methods and integrators. */
void mrt_command_help_methods(FILE *out);
void mrt_command_help(const mrt_mechanism *m, FILE *out);

#endif
