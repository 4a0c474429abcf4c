/*
 * names.c -- see names.h.
 */
#include "names.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

/* Levenshtein distance with swapped neighbours counted once (Damerau, 1964), row by row. */
static int distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    int rows[3][LONGEST + 1];
    if (na > LONGEST || nb > LONGEST) return LONGEST;
    for (size_t i = 0; i <= na; i++) {
        int *now = rows[i%3], *last = rows[(i + 2)%3], *before = rows[(i + 1)%3];
        for (size_t j = 0; j <= nb; j++) {
            if (!i || !j) { now[j] = (int)(i + j); continue; }
            int best = last[j-1] + (a[i-1] != b[j-1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j-1] + 1 < best) best = now[j-1] + 1;
            if (i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] && before[j-2] + 1 < best) best = before[j-2] + 1;
            now[j] = best;
        }
    }
    return rows[na%3][nb];
}

/* A third of the letters may be wrong, and one more. */
mrt_names mrt_names_for(const char *word) { return (mrt_names){ .word = word, .least = 2 + (int)strlen(word)/3 }; }

void mrt_names_offer(mrt_names *n, const char *candidate)
{
    int d = distance(n->word, candidate);
    if (d < n->least) n->least = d, n->nearest = candidate;
    size_t more = strlen(candidate) + (n->used ? 2 : 0);
    if (n->left || n->used + more >= sizeof n->list) { n->left++; return; }
    n->used += (size_t)snprintf(n->list + n->used, sizeof n->list - n->used, "%s%s", n->used ? ", " : "", candidate);
}

const char *mrt_names_hint(const mrt_names *n, char text[MRT_NAMES_TEXT])
{
    text[0] = 0;
    if (n->nearest) snprintf(text, MRT_NAMES_TEXT, " (did you mean \"%.100s\"?)", n->nearest);
    return text;
}

const char *mrt_names_list(const mrt_names *n, char text[MRT_NAMES_TEXT + 40])
{
    if (n->left) snprintf(text, MRT_NAMES_TEXT + 40, "%s and %d more", n->list, n->left);
    else snprintf(text, MRT_NAMES_TEXT + 40, "%s", n->list);
    return text;
}
