/*
 * script.h -- the mechanism script: from a file to a model.
 *
 * The script is Tcl and runs in a safe interpreter in a child process under limits. What the child sends back are the words of the model
 * commands it came to, with file and line; they are checked and put into the model here, without Tcl.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "../model/model_build.h"

/* A zero means the default. */
typedef struct script_limits {
    double cpu_seconds;         /* default 5 */
    double wall_seconds;        /* default 30 */
    size_t memory_bytes;        /* default 512 MB; not applied under the address sanitizer */
    size_t text_bytes;          /* default 1 MB, all files of a script together */
    size_t record_bytes;        /* default 16 MB: what the child may send back */
} script_limits;

/* Runs the script and finishes the model. Mistakes of the user are messages of the model (model_errors() tells how many; then the model is
 * not to be used for more than its messages). NULL only when out of memory. Prints nothing. limits NULL: the defaults. */
model *script_load(const char *file, const script_limits *limits);

/* Puts one command into the model, as a script would: words[0] is the command's name. For tests and other front ends. */
void script_command(model *m, where at, int n, const char *const *words);

/* The table of commands, for `mechc help` and the docs. */
int         script_command_count(void);
const char *script_command_name(int i);
const char *script_command_about(int i);
bool        script_help(FILE *to, const char *topic);       /* false if there is no such command */
void        script_help_list(FILE *to);                     /* one line per command */
void        script_write_reference(FILE *to);               /* docs/reference.md */

#endif
