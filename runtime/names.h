/*
 * names.h -- help with a name that is not known: the nearest of those that are, and a list of them.
 */
#ifndef MRT_NAMES_H
#define MRT_NAMES_H

#include <stddef.h>

enum { MRT_NAMES_TEXT = 200 };

/* Set word, then offer every name that would do; candidates must outlive it. */
typedef struct mrt_names {
    const char *word, *nearest;      /* nearest: NULL while nothing is near */
    int    least, left;              /* letters to change; names that had no room in the list */
    size_t used;
    char   list[MRT_NAMES_TEXT];     /* "a, b, c" */
} mrt_names;

mrt_names   mrt_names_for(const char *word);
void        mrt_names_offer(mrt_names *n, const char *candidate);
/* ' (did you mean "X"?)' or ''. */
const char *mrt_names_hint(const mrt_names *n, char text[MRT_NAMES_TEXT]);
/* 'a, b, c' or 'a, b and 7 more'; '' if nothing was offered. */
const char *mrt_names_list(const mrt_names *n, char text[MRT_NAMES_TEXT + 40]);

#endif
