/*
 * cmd_help.c -- mechc help: the commands of mechc and those of the mechanism script, out of their tables.
 */
#include "commands.h"
#include "../../runtime/command_line.h"
#include "../script/script.h"

#include <stdlib.h>
#include <string.h>

static void list_commands(void)
{
    printf("mechc %s, the mechanism compiler\n\nusage: mechc COMMAND FILE ?OPTIONS?\n\n", MECHC_VERSION);
    for (int i = 0; i < mechc_command_count; i++) printf("  %-10s %s\n", mechc_commands[i].name, mechc_commands[i].about);
    printf("  %-10s %s\n", "--version", "the version of mechc");
    printf("  %-10s %s\n\n", "--runtime", "the folder with share/mechc/runtime/mrt.h and lib/libmrt.a, for makefiles");
    printf("mechc help COMMAND tells more; mechc help script lists the commands of the mechanism script.\n"
           "Exit status: 0 done; 2 wrong command line; 3 wrong script; 4 the run could not go on.\n");
}

static void explain(const command *c)
{
    printf("usage: mechc %s %s ?OPTIONS?\n\n%s", c->name, c->operands, c->text);
    options_list(stdout, c);
    if (c->letter == 'r') mrt_command_help_methods(stdout);
}

/* Names of both tables, so that a mistyped topic finds its neighbour. */
static int complain(const char *topic)
{
    int count = 0, script = script_command_count();
    const char **names = calloc((size_t)(script + mechc_command_count), sizeof *names);
    for (int i = 0; names && i < mechc_command_count; i++) names[count++] = mechc_commands[i].name;
    for (int i = 0; names && i < script; i++) names[count++] = script_command_name(i);
    const char *near = nearest_name(topic, names, count);
    fprintf(stderr, "mechc help: there is no topic \"%s\"", topic);
    if (near) fprintf(stderr, "; did you mean \"%s\"?", near);
    fputc('\n', stderr);
    free(names);
    return EXIT_USAGE;
}

int mechc_help(const options *o)
{
    const command *c = o->file ? mechc_command_find(o->file) : NULL;
    if (!o->file) list_commands();
    else if (c) explain(c);
    else if (!strcmp(o->file, "script")) script_help_list(stdout);
    else if (!script_help(stdout, o->file)) return complain(o->file);
    return EXIT_DONE;
}
