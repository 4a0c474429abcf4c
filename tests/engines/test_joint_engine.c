/*
 * test_joint_engine.c -- the numeric joint-coordinate engine against the derived program, on every mechanism of the library: all kernels at random states
 * and parameters, then runs with all their columns.
 */
#include <glob.h>

#include "tests/check.h"
#include "engines.h"

static void compare_runs(const engines *x, int mode, const char *file)
{
    char text[MRT_TEXT];
    static const undetermined nothing;
    difference start = { 0 }, end = { 0 };
    double to = x->derived.nu > 30 ? 0.02 : 0.1;
    table *a = engines_run(&x->derived, mode, to, 2, text), *b;
    if (!CHECK(a != NULL)) { fprintf(stderr, "%s: derived: %s\n", file, text); return; }
    b = engines_run(&x->joint, mode, to, 2, text);
    if (CHECK(b != NULL)) {
        engines_compare_rows(a, b, 0, engines_condition(&x->derived, mode), &nothing, &start);
        engines_compare_rows(a, b, 2, 1, &nothing, &end);
        if (!CHECK(start.most <= 1e-9)) fprintf(stderr, "%s: %.3g in %s\n", file, start.most, start.where);
        if (!CHECK(end.most <= 1e-6)) fprintf(stderr, "%s: %.3g in %s\n", file, end.most, end.where);
    } else fprintf(stderr, "%s: joint: %s\n", file, text);
    table_free(a), table_free(b);
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
