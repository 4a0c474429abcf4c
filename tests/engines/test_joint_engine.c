/*
 * test_joint_engine.c -- the numeric joint-coordinate engine against the derived program, on every mechanism of the library: all kernels at random states
 * and parameters.
 */
#include <glob.h>

#include "tests/check.h"
#include "engines.h"

int main(void)
{
    glob_t files;
    CHECK(glob("mechanisms/*.tcl", 0, NULL, &files) == 0 && files.gl_pathc >= 10);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        engines x;
        if (!CHECK(engines_load(&x, files.gl_pathv[i]))) continue;
        difference d = { 0 };
        engines_compare_kernels(&x.derived, &x.joint, 6, 7 + i, &d);
        if (!CHECK(d.most <= 1e-11)) fprintf(stderr, "%s: %.3g in %s\n", files.gl_pathv[i], d.most, d.where);
        engines_free(&x);
    }
    globfree(&files);
    return check_done();
}
