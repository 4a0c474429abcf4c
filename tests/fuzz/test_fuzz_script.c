/*
 * test_fuzz_script.c -- two seconds of the fuzz target in every `make check`; a longer run is `fuzz_script SECONDS SEED`.
 */
#define main fuzz_main
#include "tests/fuzz/fuzz_script.c"
#undef main
#include "tests/check.h"

int main(void)
{
    char *arguments[] = { "fuzz_script", "2", "1", NULL };
    CHECK(fuzz_main(3, arguments) == 0);
    return check_done();
}
