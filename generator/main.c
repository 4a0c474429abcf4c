/*
 * main.c -- mechc, the mechanism compiler. Takes the command line apart and hands over to the command.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "commands/commands.h"

int main(int argc, char **argv)
{
    options o;
    int status = options_parse(&o, argc, argv);
    if (status < 0) status = o.command->run(&o);
    options_done(&o);
    return status;
}
