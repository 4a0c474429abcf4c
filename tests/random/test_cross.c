/*
 * test_cross.c -- all engines against each other on random mechanisms: some compiled, more of them evaluated statement by statement.
 *
 *   test_cross                  what `make check` runs
 *   test_cross FIRST COUNT      other seeds, all compiled: `make random`
 */
#include <stdlib.h>

#include "tests/check.h"
#include "cross.h"

static void validate(unsigned long first, unsigned long count, bool compiled)
{
    unsigned long good = cross_validate(first, count, compiled);
    check_passed += (int)good, check_failed += (int)(count - good);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        validate(strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), true);
        return check_done();
    }
    const char *sanitize = getenv("SANITIZE");
    if (sanitize && sanitize[0]) {                      /* ten times as slow */
        validate(1, 25, true);
        validate(101, 50, false);
        return check_done();
    }
    validate(1, 100, true);
    validate(101, 400, false);
    return check_done();
}
