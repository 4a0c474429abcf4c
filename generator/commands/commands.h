/*
 * commands.h -- the subcommands of mechc and the command line.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#define MECHC_VERSION "0.1.0"

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_SCRIPT = 3, EXIT_RUN = 4 };

typedef struct options options;

typedef struct command {
    const char *name;
    char        letter;
    const char *operands, *about, *text;
    int       (*run)(const options *o);         /* returns the exit status */
} command;

extern const command mechc_commands[];
extern const int     mechc_command_count;
const command *mechc_command_find(const char *name);  /* NULL if there is none */

/* A command line, taken apart. */
struct options {
    const command *command;
    const char    *file;                /* the script, the first where there are several; for help: the topic or NULL */
    int            nfile; const char **files;       /* all scripts, where the command takes several */
    const char    *out, *dump, *engine; /* NULL: not given */
    bool           json, quiet;
    int            repeat;              /* 0: not given */
    int            nset;  const char **set;         /* NAME=VALUE */
    int            npass; const char **pass;        /* for the solver program, in the order written */
};

/* Fills o from the words behind the program's name. Returns -1 to go on, or the exit status when all is said already (--version,
 * --help, a mistake). Freed with options_done. */
int  options_parse(options *o, int argc, char **argv);
void options_done(options *o);
/* Prints the options a command takes. */
void options_list(FILE *to, const command *c);

/* The one of names[count] that word probably meant, or NULL. */
const char *nearest_name(const char *word, const char *const *names, int count);

#define COMMAND(name, letter, operands, about, text) int mechc_##name(const options *o);
#include "commands.def"
#undef COMMAND

#endif
