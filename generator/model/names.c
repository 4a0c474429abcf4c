/*
 * names.c -- name tables of a model (hashed, so that thousands of bodies stay cheap) and the search for the nearest known name.
 */
#include <string.h>
#include "model_state.h"

/* FNV-1a */
static unsigned hash(const char *name)
{
    unsigned h = 2166136261u;
    for (; *name; name++) h = (h ^ (unsigned char)*name)*16777619u;
    return h;
}

/* The slot that holds name, or the empty one where it belongs. Slots hold entry numbers from 1; 0 is empty. */
static int *slot_of(const name_table *t, const char *name)
{
    unsigned i = hash(name) & (unsigned)(t->nslot - 1);
    while (t->slots[i] && strcmp(t->entries[t->slots[i] - 1].name, name)) i = (i + 1) & (unsigned)(t->nslot - 1);
    return &t->slots[i];
}

const name_entry *names_find(const model *m, name_kind kind, const char *name)
{
    const name_table *t = &m->state->names[kind];
    if (!t->count) return NULL;
    int *slot = slot_of(t, name);
    return *slot ? &t->entries[*slot - 1] : NULL;
}

bool names_doubtful(const model *m, const char *name) { return names_find(m, NAME_DOUBTFUL, name) != NULL; }

void names_add(model *m, name_kind kind, const char *what, const char *name, int index, where at)
{
    name_table *t = &m->state->names[kind];
    if (2*(t->count + 1) > t->nslot) {
        t->nslot = t->nslot ? 2*t->nslot : 16;
        t->slots = model_alloc(m, (size_t)t->nslot*sizeof *t->slots);
        for (int i = 0; i < t->count; i++) *slot_of(t, t->entries[i].name) = i + 1;
    }
    t->entries = state_grow(m, t->entries, t->count, sizeof *t->entries);
    t->entries[t->count] = (name_entry){ name, what, index, at };
    int *slot = slot_of(t, name);
    if (!*slot) *slot = t->count + 1;
    t->count++;
}

/* ---- nearest name ---- */

enum { LONGEST = 64 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Edit distance with exchanged neighbours counted once (Damerau 1964, restricted form); case counts little, so it is compared
 * without. Larger than limit: any number above it. */
static int edit_distance(const char *a, const char *b, int limit)
{
    int na = (int)strlen(a), nb = (int)strlen(b);
    if (na > LONGEST || nb > LONGEST || na - nb > limit || nb - na > limit) return limit + 1;
    int row[3][LONGEST + 1];
    for (int j = 0; j <= nb; j++) row[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3], best;
        now[0] = best = i;
        for (int j = 1; j <= nb; j++) {
            int cost = lower(a[i-1]) != lower(b[j-1]), d = before[j-1] + cost;
            if (before[j] + 1 < d) d = before[j] + 1;
            if (now[j-1] + 1 < d) d = now[j-1] + 1;
            if (i > 1 && j > 1 && lower(a[i-1]) == lower(b[j-2]) && lower(a[i-2]) == lower(b[j-1]) && earlier[j-2] + 1 < d) d = earlier[j-2] + 1;
            now[j] = d;
            if (d < best) best = d;
        }
        if (best > limit) return limit + 1;
    }
    return row[na % 3][nb];
}

/* How far a name may be off and still be meant: a third of its length. */
static int tolerance(const char *name)
{
    int n = (int)strlen(name);
    return n <= 2 ? 1 : n <= 5 ? 2 : n/3 + 1;
}

typedef struct nearest { const char *name; int distance; } nearest;

static void consider(nearest *best, const char *name, const char *known)
{
    int d = edit_distance(name, known, best->distance - 1);
    if (d < best->distance && d < (int)strlen(known)) *best = (nearest){ known, d };
}

static const char *hint_text(model *m, nearest best)
{
    return best.name ? model_text(m, " (did you mean \"%s\"?)", best.name) : "";
}

/* Looking through thousands of names for each of thousands of mistakes would take minutes; the first hundred get hints. */
static bool hints_left(model *m)
{
    enum { MOST = 100 };
    return m->state->hints++ < MOST;
}

const char *names_hint(model *m, name_kind kind, const char *name)
{
    if (!hints_left(m)) return "";
    const name_table *t = &m->state->names[kind];
    nearest best = { NULL, tolerance(name) + 1 };
    for (int i = 0; i < t->count; i++) consider(&best, name, t->entries[i].name);
    return hint_text(m, best);
}

const char *model_nearest(model *m, const char *name, const char *const *known, int count)
{
    if (!hints_left(m)) return "";
    nearest best = { NULL, tolerance(name) + 1 };
    for (int i = 0; i < count; i++) consider(&best, name, known[i]);
    return hint_text(m, best);
}
