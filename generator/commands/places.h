/*
 * places.h -- where mechc finds its own files and where it keeps compiled solvers.
 */
#ifndef COMMANDS_PLACES_H
#define COMMANDS_PLACES_H

#include <stdbool.h>

typedef struct places {
    char *prefix;           /* folder above the one of the program */
    char *templates;        /* folder */
    char *runtime;          /* folder with mrt.h */
    char *library;          /* libmrt.a */
    char *cache;            /* folder of compiled solvers; need not exist yet */
} places;

/* Looks beside the running program: ../share/mechc and ../lib, in the build folder as well as where mechc is installed. False with a message if
 * something is missing. Freed with places_done. */
bool places_find(places *p);
void places_done(places *p);

#endif
