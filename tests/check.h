/*
 * check.h -- the few macros a test needs. A test program includes this once, calls CHECK and check_close, and
 * ends with `return check_done();`, which prints "N passed, N failed" and gives the exit status.
 */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <stdio.h>
#include <string.h>

static int check_passed, check_failed;

static inline int check_report(int ok, const char *file, int line, const char *what)
{
    if (ok) { check_passed++; return 1; }
    check_failed++;
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
    return 0;
}

#define CHECK(condition) check_report(!!(condition), __FILE__, __LINE__, #condition)

/* |got - want| <= rel |want| + abs; NaN fails. Prints both sides. */
static inline int check_close_at(double got, double want, double rel, double abs_, const char *file, int line, const char *what)
{
    double error = fabs(got - want), bound = rel*fabs(want) + abs_;
    if (error <= bound) { check_passed++; return 1; }
    check_failed++;
    fprintf(stderr, "%s:%d: failed: %s: got %.17g, want %.17g, error %.3g, allowed %.3g\n", file, line, what, got, want, error, bound);
    return 0;
}
#define check_close(got, want, rel, abs_) check_close_at(got, want, rel, abs_, __FILE__, __LINE__, #got)

static inline int check_text_at(const char *got, const char *want, const char *file, int line)
{
    if (got && !strcmp(got, want)) { check_passed++; return 1; }
    check_failed++;
    fprintf(stderr, "%s:%d: failed: got\n%s\nwant\n%s\n", file, line, got ? got : "(null)", want);
    return 0;
}
#define check_text(got, want) check_text_at(got, want, __FILE__, __LINE__)

static inline int check_done(void)
{
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed ? 1 : 0;
}

#endif
