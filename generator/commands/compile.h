/*
 * compile.h -- runs the C compiler over generated sources.
 *
 * The compiler is $CC if set, else clang, gcc or cc, whichever is found first; its flags are $CFLAGS if set, else -O2 -march=native
 * -ffp-contract=fast -fno-math-errno (with -std=c99 gcc would not use fused multiply-add otherwise; without errno clang computes sine and cosine
 * together).
 */
#ifndef COMMANDS_COMPILE_H
#define COMMANDS_COMPILE_H

#include "places.h"
#include "sha256.h"

typedef struct compiler {
    int    nword; char **word;          /* program and flags, ended by NULL */
    char  *path;                        /* of the program */
} compiler;

/* False, with a message, if there is no compiler. Freed with compiler_done. */
bool compiler_find(compiler *c);
void compiler_done(compiler *c);
/* Adds all that the result of a compilation depends on, besides the sources. */
void compiler_hash(const compiler *c, const places *p, sha256 *s);

/* Compiles source[count], file names within folder, into objects there and links them, with the runtime, to the program folder/name. With
 * libraries also into libNAME.a and libNAME.so, which hold all sources but the last (the program's main file). Removes the objects. False, with the
 * compiler's messages on standard error, on failure. quiet: no progress on a terminal. */
bool compile_solver(const compiler *c, const places *p, const char *folder, const char *name, const char *const *source, int count,
                    bool libraries, bool quiet);

/* The shared library libNAME.so of all of source[count] alone, with the same flags. */
bool compile_library(const compiler *c, const places *p, const char *folder, const char *name, const char *const *source, int count, bool quiet);

#endif
