/*
 * program_private.h -- what the files of generator/program share: the arena, the tables, the way a sum is stored.
 */
#ifndef PROGRAM_PRIVATE_H
#define PROGRAM_PRIVATE_H

#include "program.h"

enum { BLOCK_STMTS = 1024, KERNEL_ARRAYS = 6 };

typedef struct arena_block { struct arena_block *next; size_t used, size; } arena_block;

/* Open addressing; 0 is an empty slot, the entries are statement ids. The order of slots is never looked at. */
typedef struct id_table { int *slot; size_t size, used; } id_table;

typedef struct kernel_array { int size; pref *value; } kernel_array;     /* size -1: not there */

struct program {
    arena_block *arena;
    stmt       **block; size_t nblock;         /* statements never move once defined */
    int          count;
    uint64_t    *hash; size_t hash_size;       /* of the content of each statement */
    id_table     by_content, by_name;
    const char  *section;
    const char **sections; int nsection;       /* every heading once */
    int          anonymous;                    /* last number given to a common term */
    kernel_array kernel[KERNEL_COUNT][KERNEL_ARRAYS];
    loop_tables *loops;                        /* NULL: none */
    /* scratch of program_sum */
    term        *terms, *merged; size_t nterms;
    factor      *factors;        size_t nfactors;
};

/* A broken invariant: prints and ends the tool. */
_Noreturn void program_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

void *program_alloc(program *p, size_t bytes);                  /* in the arena, not zeroed; dies when out of memory */
const char *program_copy(program *p, const char *text);         /* NULL gives "" */
void *program_grow(void *old, size_t bytes);                    /* realloc that dies */

/* A unique C identifier out of a wish; NULL or "" gives t1, t2 ... It is entered under id. */
const char *program_name_new(program *p, const char *wish, int id);

/* Names of the arrays in texts. ORDER leaf, ORDER functions. */
extern const char *const program_leaf_names[LEAF_COUNT];
extern const char *const program_func_names[PF_COUNT];

#endif
