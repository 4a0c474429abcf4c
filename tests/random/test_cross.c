/*
 * test_cross.c -- all engines against each other on random mechanisms: some compiled, more of them evaluated statement by statement.
 */
#include "tests/check.h"
#include "cross.h"

static void validate(unsigned long first, unsigned long count, bool compiled)
{
    unsigned long good = cross_validate(first, count, compiled);
    check_passed += (int)good, check_failed += (int)(count - good);
}

int main(void)
{
    validate(1, 100, true);
    validate(101, 400, false);
    return check_done();
}
