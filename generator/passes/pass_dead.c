/*
 * pass_dead.c -- removes the statements that no kernel needs. Leaves that nothing uses go too.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdlib.h>

program *pass_dead(const program *p)
{
    unsigned *kernels = pass_kernels(p);
    int count = program_count(p), dead = 0;
    for (int id = 1; id <= count; id++)
        dead += !kernels[id];
    if (!dead) {
        free(kernels);
        return NULL;
    }
    rewrite r;
    rewrite_init(&r, p);
    for (int id = 1; id <= count; id++)
        if (kernels[id])
            rewrite_stmt(&r, id);
    free(kernels);
    return rewrite_done(&r);
}
