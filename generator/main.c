/*
 * main.c -- mechc, the mechanism compiler. Takes the command line apart and hands over to the command.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "commands/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What was printed counts only when it has arrived: a full disk behind standard output is a failure. */
static int finish_output(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "mechc: standard output cannot be written: %s\n", errno ? strerror(errno) : "an earlier write failed");
    return status == EXIT_DONE ? EXIT_RUN : status;
}

int main(int argc, char **argv)
{
    options o;
    int status = options_parse(&o, argc, argv);
    if (status < 0) status = o.command->run(&o);
    options_done(&o);
    return finish_output(status);
}
