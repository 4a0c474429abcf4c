/*
 * rewrite.h -- a new program out of an old one, statement by statement: what all passes are made of.
 */
#ifndef PASSES_REWRITE_H
#define PASSES_REWRITE_H

#include "../program/program.h"

typedef struct rewrite {
    const program *from;
    program       *to;
    const char    *heading;             /* section of what is defined next; NULL: its own */
    pref          *map;                 /* [count + 1] what each old statement has become; id 0 with number NaN: not yet */
    /* scratch of rewrite_terms */
    term   *terms;   int nterm, term_room;
    factor *factors; int nfactor, factor_room;
} rewrite;

void     rewrite_init(rewrite *r, const program *from);
/* Sets the kernels and loops, frees everything but the new program and returns it. Every statement that a kernel uses must be mapped. */
program *rewrite_done(rewrite *r);

/* Gathering a sum: the old term with all factors replaced is added to what is there already. */
void rewrite_clear(rewrite *r);
void rewrite_add(rewrite *r, double coef, const factor *new_factors, int n);
void rewrite_term(rewrite *r, const term *old);
void rewrite_factor(rewrite *r, int new_id);                    /* one more factor in the last term */
pref rewrite_sum(rewrite *r, const char *name, const char *comment);

/* The statement copied with its uses replaced; map[id] is set and returned. Defined already: nothing is done. */
pref rewrite_stmt(rewrite *r, int id);

/* The name as a wish for the new program: "" for t1, t2 ..., which are numbered anew. */
const char *rewrite_wish(const stmt *s);

/* Uses of each statement by other statements and by kernels, [count + 1]; freed by the caller. */
int *pass_uses(const program *p);
/* Bit per kernel that needs the statement, [count + 1]; freed by the caller. */
unsigned *pass_kernels(const program *p);

/* Zeroed memory, or the end of the tool; pass_grow is realloc. */
void *pass_alloc(size_t count, size_t size);
void *pass_grow(void *old, size_t bytes);

#endif
