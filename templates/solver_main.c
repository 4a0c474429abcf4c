/*
 * @name@_main.c -- a program of its own for @model@: run it with --help.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include "@name@.h"

int main(int argc, char **argv)
{
    return mrt_main(argc, argv, &@name@);
}
