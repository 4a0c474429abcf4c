/*
 * pass_dead.c -- removes the statements that no kernel needs. Leaves that nothing uses go too.
 */
#include "passes.h"
#include "rewrite.h"

#include <stdlib.h>

program *pass_dead(const program *p)
{
    size_t n = (size_t)program_count(p) + 1;
    unsigned char *mark = pass_alloc(n, 1), *any = pass_alloc(n, 1);
    for (int k = 0; k < KERNEL_COUNT; k++) {
        program_needed(p, (kernel_id)k, mark);
        for (size_t i = 0; i < n; i++)
            any[i] |= mark[i];
    }
    rewrite r;
    rewrite_init(&r, p);
    for (int id = 1; id < (int)n; id++)
        if (any[id])
            rewrite_stmt(&r, id);
    free(mark);
    free(any);
    return rewrite_done(&r);
}
