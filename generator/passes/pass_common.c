/*
 * pass_common.c -- names products of two factors that a kernel computes more than once.
 *
 * A named product costs one multiplication and saves one at every place where it stands, so it pays from the second place on within one kernel, and costs
 * nothing in kernels that have only one of them. A coefficient counts as a factor. Each term gives up at most one pair in a round, the one that stands in
 * most places; rounds go on until no pair pays.
 */
#include "passes.h"
#include "rewrite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 4, MOST_ATOMS = 12, WORTH = 1000 };

/* A factor, or (id 0) the size of a coefficient. */
typedef struct atom { int id, times; double number; } atom;

typedef struct pair {
    double   number;            /* a is 0: this number times b */
    int      a, b;              /* old ids, a <= b */
    int      count;
    unsigned once, twice;       /* kernels in which it stands once at least, twice at least */
    unsigned chosen, pays;      /* the same for the places that chose it */
    int      owner;             /* a statement that is just this product, 0: none */
} pair;

typedef struct table {
    const program *p;
    unsigned *kernels;
    pair *pairs; int n, room;
    int  *chosen;               /* per term, in order of statements: index of the pair it gives up, -1: none */
    int  *slot; size_t size;    /* open addressing; entries are index + 1 */
} table;

static size_t hash_pair(double number, int a, int b)
{
    uint64_t bits, h;
    memcpy(&bits, &number, sizeof bits);
    h = (bits ^ ((uint64_t)(unsigned)a << 32 | (unsigned)b)) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 31)) * 0xbf58476d1ce4e5b9u;
    return (size_t)(h ^ (h >> 29));
}

static pair *find_pair(table *t, double number, int a, int b, bool add)
{
    if (add && (size_t)(t->n + 1)*2 > t->size) {
        free(t->slot);
        t->size = t->size ? t->size*2 : 4096;
        t->slot = pass_alloc(t->size, sizeof *t->slot);
        for (int k = 0; k < t->n; k++) {
            size_t i = hash_pair(t->pairs[k].number, t->pairs[k].a, t->pairs[k].b) & (t->size - 1);
            while (t->slot[i])
                i = (i + 1) & (t->size - 1);
            t->slot[i] = k + 1;
        }
    }
    if (!t->size)
        return NULL;
    size_t i = hash_pair(number, a, b) & (t->size - 1);
    for (; t->slot[i]; i = (i + 1) & (t->size - 1)) {
        pair *x = &t->pairs[t->slot[i] - 1];
        if (x->a == a && x->b == b && x->number == number)
            return x;
    }
    if (!add)
        return NULL;
    if (t->n == t->room) {
        t->room = t->room*2 + 1024;
        t->pairs = pass_grow(t->pairs, (size_t)t->room * sizeof *t->pairs);
    }
    t->slot[i] = t->n + 1;
    t->pairs[t->n] = (pair){ .number = number, .a = a, .b = b };
    return &t->pairs[t->n++];
}

/* Factors with positive power, the coefficient first unless it is 1 or -1. */
static int term_atoms(const term *t, atom *out)
{
    int n = 0;
    if (fabs(t->coef) != 1 && t->nfactor)
        out[n++] = (atom){ 0, 1, fabs(t->coef) };
    for (int j = 0; j < t->nfactor && n < MOST_ATOMS; j++)
        if (t->factors[j].power > 0)
            out[n++] = (atom){ t->factors[j].id, t->factors[j].power, 0 };
    return n;
}

/* How often the pair stands in the term: a^m b^n holds it min(m, n) times. */
static int times(const atom *x, const atom *y)
{
    return x == y ? x->times/2 : x->times < y->times ? x->times : y->times;
}

static bool in_question(const stmt *s)
{
    return s->kind == STMT_SUM && !program_parameter_only(s) && !program_plain(s);
}

static void count_term(table *t, const stmt *s, int id, const term *of)
{
    atom atoms[MOST_ATOMS];
    int n = term_atoms(of, atoms);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            int many = times(&atoms[i], &atoms[j]);
            if (!many || !atoms[j].id)
                continue;
            pair *x = find_pair(t, atoms[i].number, atoms[i].id, atoms[j].id, true);
            x->count += many;
            x->twice |= many > 1 ? t->kernels[id] : x->once & t->kernels[id];
            x->once |= t->kernels[id];
            /* s is the product itself, up to sign */
            int total = 0;
            for (int k = 0; k < n; k++)
                total += atoms[k].times;
            if (s->nterm == 1 && total == 2 && !x->owner && of->nfactor == n - !atoms[0].id)
                x->owner = id;
        }
}

/* The pair a term gives up; NULL: none stands in two places of one kernel. */
static pair *best_pair(table *t, const term *of)
{
    atom atoms[MOST_ATOMS];
    int n = term_atoms(of, atoms);
    pair *best = NULL;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            if (!times(&atoms[i], &atoms[j]) || !atoms[j].id)
                continue;
            pair *x = find_pair(t, atoms[i].number, atoms[i].id, atoms[j].id, false);
            if (x->twice && (!best || x->count > best->count || (x->count == best->count && x < best)))
                best = x;
        }
    return best;
}

static int choose(table *t)
{
    int paying = 0, *next = t->chosen;
    for (int id = 1; id <= program_count(t->p); id++) {
        const stmt *s = program_stmt(t->p, id);
        for (int i = 0; in_question(s) && i < s->nterm; i++) {
            pair *x = best_pair(t, &s->terms[i]);
            *next++ = x ? (int)(x - t->pairs) : -1;
            if (!x)
                continue;
            atom atoms[MOST_ATOMS];
            int n = term_atoms(&s->terms[i], atoms), many = 0;
            for (int a = 0; a < n; a++)
                for (int b = a; b < n; b++)
                    if (atoms[a].id == x->a && atoms[b].id == x->b && atoms[a].number == x->number)
                        many = times(&atoms[a], &atoms[b]);
            bool before = x->pays != 0;
            x->pays |= many > 1 ? t->kernels[id] : x->chosen & t->kernels[id];
            x->chosen |= t->kernels[id];
            paying += !before && x->pays;
        }
    }
    return paying;
}

/* The new statement of a pair. */
static pref define_pair(rewrite *r, const pair *x)
{
    const stmt *owner = x->owner ? program_stmt(r->from, x->owner) : NULL;
    factor f[2] = { { x->a, 1 }, { x->b, 1 } };
    rewrite_stmt(r, x->b);
    if (x->a)
        rewrite_stmt(r, x->a);
    rewrite_clear(r);
    rewrite_term(r, x->a ? &(term){ 1, 2, f } : &(term){ x->number, 1, f + 1 });
    return rewrite_sum(r, owner ? rewrite_wish(owner) : "", owner ? owner->comment : "");
}

/* The term with all occurrences of the pair replaced by its name. */
static void add_replaced(rewrite *r, const term *t, const pair *x, pref name)
{
    factor *f = pass_alloc((size_t)t->nfactor, sizeof *f);
    int n = 0, many = 1;
    for (int j = 0; j < t->nfactor; j++)
        if (x->a && (t->factors[j].id == x->a || t->factors[j].id == x->b))
            many = n++ && many < t->factors[j].power ? many : t->factors[j].power;
    if (x->a == x->b)
        many /= 2;
    double coef = x->a ? t->coef : t->coef/x->number;
    for (int i = 0; i < many; i++)
        coef *= name.sign;
    n = 0;
    for (int j = 0; j < t->nfactor; j++) {
        int taken = (t->factors[j].id == x->a) + (t->factors[j].id == x->b);
        f[n] = (factor){ t->factors[j].id, t->factors[j].power - taken*many };
        n += f[n].power != 0;
    }
    rewrite_term(r, &(term){ coef, n, f });
    for (int i = 0; i < many; i++)
        rewrite_factor(r, name.id);
    free(f);
}

static program *extract(table *t)
{
    rewrite r;
    rewrite_init(&r, t->p);
    pref *names = pass_alloc((size_t)t->n, sizeof *names);      /* new statements of the pairs, id 0: not yet defined */
    const int *chosen = t->chosen;
    for (int id = 1; id <= program_count(t->p); id++) {
        const stmt *s = program_stmt(t->p, id);
        if (in_question(s)) {
            program_section(r.to, s->section);
            for (int i = 0; i < s->nterm; i++)
                if (chosen[i] >= 0 && t->pairs[chosen[i]].pays && !names[chosen[i]].id)
                    names[chosen[i]] = define_pair(&r, &t->pairs[chosen[i]]);
            program_section(r.to, s->section);
            rewrite_clear(&r);
            for (int i = 0; i < s->nterm; i++)
                if (chosen[i] >= 0 && names[chosen[i]].id)
                    add_replaced(&r, &s->terms[i], &t->pairs[chosen[i]], names[chosen[i]]);
                else
                    rewrite_term(&r, &s->terms[i]);
            r.map[id] = rewrite_sum(&r, rewrite_wish(s), s->comment);
            chosen += s->nterm;
        }
        rewrite_stmt(&r, id);
    }
    free(names);
    return rewrite_done(&r);
}

/* One round; NULL when no pair pays, or, in a large program, too few of them do to be worth building it again. */
static program *round_of(const program *p)
{
    table t = { .p = p, .kernels = pass_kernels(p) };
    size_t terms = 0;
    for (int id = 1; id <= program_count(p); id++) {
        const stmt *s = program_stmt(p, id);
        for (int i = 0; in_question(s) && i < s->nterm; i++, terms++)
            count_term(&t, s, id, &s->terms[i]);
    }
    t.chosen = pass_alloc(terms, sizeof *t.chosen);
    int paying = choose(&t);
    program *next = paying && paying >= program_count(p)/WORTH ? extract(&t) : NULL;
    free(t.kernels);
    free(t.pairs);
    free(t.slot);
    free(t.chosen);
    return next;
}

program *pass_common(const program *p)
{
    program *done = NULL;
    for (int i = 0; i < MOST_ROUNDS; i++) {
        program *next = round_of(done ? done : p);
        if (!next)
            break;
        program_free(done);
        done = next;
    }
    return done;
}
