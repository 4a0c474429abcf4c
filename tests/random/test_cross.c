/*
 * test_cross.c -- all engines against each other on random mechanisms: some compiled, more of them evaluated statement by statement.
 */
#include "tests/check.h"
#include "cross.h"

int main(void)
{
    cross_validate(1, 100, true);
    cross_validate(101, 400, false);
    return check_done();
}
