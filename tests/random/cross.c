/*
 * cross.c -- see cross.h.
 */
#include "cross.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mechanism.h"
#include "tests/engines/batch.h"

enum { BATCH = 25 };

/* What is compared, with the largest difference over all seeds. */
typedef struct tally { double joint, cartesian, kernels, joint_end, cartesian_end; int compared, refused, undetermined; } tally;

static void show_script(unsigned long seed)
{
    char *text = random_mechanism(seed);
    fprintf(stderr, "---- seed %lu: save this as a script and run it with each --engine ----\n%s----\n", seed, text ? text : "");
    free(text);
}

static bool load_seed(engines *x, unsigned long seed)
{
    char path[64] = "/tmp/mechc-random-XXXXXX";
    char *text = random_mechanism(seed);
    int fd = text ? mkstemp(path) : -1;
    bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0 && engines_load(x, path);
    if (fd >= 0) unlink(path);
    free(text);
    return good;
}

/* Prints what failed and returns the condition. */
static bool expect(bool good, unsigned long seed, const char *what, const char *more)
{
    if (!good) fprintf(stderr, "seed %lu: %s: %s\n", seed, what, more);
    return good;
}

static bool within(double most, double bound, const char *what, unsigned long seed, const char *place)
{
    if (most <= bound) return true;
    fprintf(stderr, "seed %lu: %s: %.3g, allowed %.3g, in %s\n", seed, what, most, bound, place);
    return false;
}

/* A run with an engine against that of the derived solver: the first row to the bound, the last to the accuracy of the integrator. */
static bool compare_run(const table *a, const mrt_mechanism *other, int mode, double to, double condition, const undetermined *open, double bound,
                        unsigned long seed, double *first, double *last)
{
    char text[MRT_TEXT];
    difference start = { 0 }, end = { 0 };
    table *b = engines_run(other, mode, to, 1, text);
    if (!expect(b != NULL, seed, other->engine, text)) return false;
    engines_compare_rows(a, b, 0, condition, open, &start);
    engines_compare_rows(a, b, 1, condition, open, &end);
    table_free(b);
    *first = fmax(*first, start.most), *last = fmax(*last, end.most);
    bool good = within(start.most, bound, other->engine, seed, start.where);
    return within(end.most, 1e-5, other->engine, seed, end.where) && good;
}

/* How long the runs last: short, so that chaotic mechanisms have no time to part. */
#define SPAN 0.02

static bool compare_mode(const engines *x, int mode, unsigned long seed, tally *y)
{
    char text[MRT_TEXT];
    undetermined open;
    table *a = engines_run(&x->derived, mode, SPAN, 1, text);
    if (!a) {
        /* What the runtime refuses for its own reasons (a spring of no length, a locked drive) is refused by every engine. */
        y->refused++;
        table *b = engines_run(&x->joint, mode, SPAN, 1, text), *c = engines_run(&x->cartesian, mode, SPAN, 1, text);
        bool alike = expect(!b && !c, seed, "refused", "by the derived solver alone");
        table_free(b), table_free(c);
        return alike;
    }
    double condition = engines_condition(&x->derived, mode);
    bool good = expect(engines_undetermined(&x->cartesian, mode, &open), seed, "cartesian", "not assembled");
    y->compared++, y->undetermined += open.n > 0;
    good = compare_run(a, &x->joint, mode, SPAN, condition, &open, 1e-9, seed, &y->joint, &y->joint_end) && good;
    good = compare_run(a, &x->cartesian, mode, SPAN, condition, &open, 1e-8, seed, &y->cartesian, &y->cartesian_end) && good;
    table_free(a);
    return good;
}

static bool compare(const engines *x, unsigned long seed, tally *y)
{
    difference d = { 0 };
    engines_compare_kernels(&x->derived, &x->joint, 2, seed, &d);
    y->kernels = fmax(y->kernels, d.most);
    bool good = within(d.most, 1e-9, "kernels", seed, d.where);
    bool driven = false;
    for (int i = 0; i < x->m->ndrive; i++) driven |= (x->m->drives[i].analyses & FOR_KINEMATICS) != 0;
    good = compare_mode(x, MRT_DYNAMICS, seed, y) && good;
    if (driven) good = compare_mode(x, MRT_KINEMATICS, seed, y) && good;
    if (!good) show_script(seed);
    return good;
}

/* Returns how many seeds are in order. */
static int compare_batch(unsigned long first, int n, bool compiled, tally *y)
{
    engines x[BATCH], *all[BATCH];
    int loaded = 0, good = 0;
    for (int i = 0; i < n; i++)
        if (load_seed(&x[i], first + (unsigned long)i)) all[loaded++] = &x[i];
        else show_script(first + (unsigned long)i);
    batch b = { 0 };
    if (!compiled || batch_compile(&b, all, loaded))
        for (int i = 0; i < loaded; i++) good += compare(all[i], first + (unsigned long)(all[i] - x), y);
    for (int i = 0; i < n; i++) engines_free(&x[i]);
    batch_done(&b);
    return good;
}

unsigned long cross_validate(unsigned long first, unsigned long count, bool compiled)
{
    tally y = { 0 };
    unsigned long good = 0;
    for (unsigned long done = 0; done < count; done += BATCH)
        good += (unsigned long)compare_batch(first + done, count - done < BATCH ? (int)(count - done) : BATCH, compiled, &y);
    printf("seeds %lu to %lu, %s: %d runs compared, %d of them with undetermined reactions, %d refused by all engines\n", first, first + count - 1,
           compiled ? "compiled" : "derived", y.compared, y.undetermined, y.refused);
    printf("largest differences: kernels %.1e, joint %.1e, Cartesian %.1e; at the end of runs %.1e, %.1e\n", y.kernels, y.joint, y.cartesian, y.joint_end,
           y.cartesian_end);
    if (y.refused > y.compared/4) fprintf(stderr, "too many of the mechanisms are refused\n"), good = 0;
    return good;
}
