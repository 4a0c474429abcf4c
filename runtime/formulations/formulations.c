/*
 * formulations.c -- the list of formulations.
 */
#include "formulations.h"

#include <string.h>

const mrt_formulation *const mrt_formulations[] = {
#define FORMULATION(name) &mrt_##name,
#include "formulations.def"
#undef FORMULATION
    NULL
};

const mrt_formulation *mrt_formulation_find(const char *name)
{
    for (int i = 0; mrt_formulations[i]; i++)
        if (!strcmp(mrt_formulations[i]->name, name)) return mrt_formulations[i];
    return NULL;
}
