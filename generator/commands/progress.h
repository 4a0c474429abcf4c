/*
 * progress.h -- one line on a terminal that says what takes time; nothing in a pipe or a file.
 */
#ifndef COMMANDS_PROGRESS_H
#define COMMANDS_PROGRESS_H

#include <stdbool.h>

/* Replaces the line. quiet: does nothing. */
void progress_show(bool quiet, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes the line away; does nothing if there is none. */
void progress_clear(void);

#endif
