/*
 * progress.c -- the progress line, on standard error if that is a terminal.
 */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static bool shown;

void progress_show(bool quiet, const char *format, ...)
{
    if (quiet || !isatty(STDERR_FILENO)) return;
    va_list args;
    va_start(args, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fflush(stderr);
    shown = true;
}

void progress_clear(void)
{
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
}
