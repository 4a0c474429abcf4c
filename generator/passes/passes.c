/*
 * passes.c -- runs the passes of passes.def.
 */
#include "passes.h"

const pass passes[] = {
#define PASS(name, about) { #name, pass_##name },
#include "passes.def"
#undef PASS
};
const int pass_count = sizeof passes / sizeof *passes;

program *passes_run(program *p)
{
    for (int i = 0; i < pass_count; i++) {
        program *next = passes[i].run(p);
        if (next) {
            program_free(p);
            p = next;
        }
    }
    return p;
}
