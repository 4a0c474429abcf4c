/*
 * test_mechanisms.c -- the generic engines against the derived program, on every mechanism of the library: all kernels of the joint-coordinate engine at
 * random states and parameters, then runs of both with all their columns.
 */
#include <glob.h>

#include "tests/check.h"
#include "engines.h"

/* Rows 0 and 2 of a run with an engine, against those of the derived program. */
static void compare_run(const engines *x, const mrt_mechanism *other, const table *a, int mode, double to, double bound, const char *file)
{
    char text[MRT_TEXT];
    undetermined open;
    difference start = { 0 }, end = { 0 };
    CHECK(engines_undetermined(&x->cartesian, mode, &open));
    table *b = engines_run(other, mode, to, 2, text);
    if (CHECK(b != NULL)) {
        engines_compare_rows(a, b, 0, engines_condition(&x->derived, mode), &open, &start);
        engines_compare_rows(a, b, 2, 1, &open, &end);
        if (!CHECK(start.most <= bound)) fprintf(stderr, "%s: %s engine: %.3g in %s\n", file, other->engine, start.most, start.where);
        if (!CHECK(end.most <= 1e-6)) fprintf(stderr, "%s: %s engine: %.3g in %s\n", file, other->engine, end.most, end.where);
    } else fprintf(stderr, "%s: %s engine: %s\n", file, other->engine, text);
    table_free(b);
}

static void compare_runs(const engines *x, int mode, const char *file)
{
    char text[MRT_TEXT];
    double to = x->derived.nu > 30 ? 0.02 : 0.1;
    table *a = engines_run(&x->derived, mode, to, 2, text);
    if (!CHECK(a != NULL)) { fprintf(stderr, "%s: derived: %s\n", file, text); return; }
    compare_run(x, &x->joint, a, mode, to, 1e-9, file);
    compare_run(x, &x->cartesian, a, mode, to, 1e-8, file);
    table_free(a);
}

static void compare(const char *file, unsigned long seed)
{
    engines x;
    difference d = { 0 };
    if (!CHECK(engines_load(&x, file))) return;
    engines_compare_kernels(&x.derived, &x.joint, 6, seed, &d);
    if (!CHECK(d.most <= 1e-11)) fprintf(stderr, "%s: %.3g in %s\n", file, d.most, d.where);
    for (int i = 0; i < 2; i++) if (x.derived.analysis[i].kind) compare_runs(&x, x.derived.analysis[i].kind, file);
    engines_free(&x);
}

int main(void)
{
    glob_t files;
    CHECK(glob("mechanisms/*.tcl", 0, NULL, &files) == 0 && files.gl_pathc >= 10);
    for (size_t i = 0; i < files.gl_pathc; i++) compare(files.gl_pathv[i], 7 + i);
    globfree(&files);
    return check_done();
}
