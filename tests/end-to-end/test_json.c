/*
 * test_json.c -- what mechc prints with --json is JSON and says the right things.
 */
#include "../check.h"
#include "../json.h"

#include <stdlib.h>

/* The JSON a command prints, or NULL. */
static json_value *output_of(const char *arguments)
{
    static char text[1 << 20], command[400];
    const char *mechc = getenv("MECHC");
    snprintf(command, sizeof command, "%s %s 2> /dev/null", mechc ? mechc : "build/bin/mechc", arguments);
    FILE *f = popen(command, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    int status = f ? pclose(f) : -1;
    if (!CHECK(status == 0)) fprintf(stderr, "  %s\n", command);
    return json_parse(text);
}

static const char *text_of(const json_value *v) { return v && v->kind == JSON_TEXT ? v->text : ""; }

static void test_check(void)
{
    json_value *v = output_of("check mechanisms/fourbar.tcl --json");
    check_text(text_of(json_member(v, "mechanism")), "fourbar");
    const json_value *loop = json_item(json_member(v, "loops"), 0);
    check_text(text_of(json_member(loop, "cut")), "c");
    check_close(json_double(json_member(loop, "conditions")), 5, 0, 0);
    CHECK(json_member(loop, "implied") && json_member(loop, "implied")->count == 3);
    check_text(text_of(json_item(json_member(loop, "implied"), 0)), "displacement along z");
    check_close(json_double(json_member(v, "freedoms")), 1, 0, 0);
    check_close(json_double(json_member(v, "rank")), 2, 0, 0);
    CHECK(json_member(v, "joints") && json_member(v, "joints")->count == 4);
    CHECK(json_member(v, "rows") && json_member(v, "rows")->count == 2);
    json_free(v);

    v = output_of("check mechanisms/stewart.tcl --json");
    CHECK(json_member(v, "loops") && json_member(v, "loops")->count == 5);
    check_close(json_double(json_member(v, "freedoms")), 6, 0, 0);
    check_close(json_double(json_member(v, "driven")), 6, 0, 0);
    json_free(v);
}

/* Flops of one kernel as `mechc generate --json` reports them. */
static double flops(const json_value *v, const char *kernel)
{
    const json_value *kernels = json_member(v, "kernels");
    for (int i = 0; kernels && i < kernels->count; i++)
        if (!strcmp(text_of(json_member(json_item(kernels, i), "name")), kernel)) return json_double(json_member(json_item(kernels, i), "flops"));
    return NAN;
}

/* The bounds are those the project promises for chain-n with constant numbers. */
static void test_counts(void)
{
    json_value *v = output_of("generate mechanisms/chain-7.tcl --json -o ${TMPDIR:-/tmp}/mechc-json-chain7");
    CHECK(flops(v, "forward") <= 1740 && flops(v, "forward") > 100);
    CHECK(flops(v, "inverse") <= 810 && flops(v, "inverse") > 100);
    fprintf(stderr, "chain-7: forward %g, inverse %g flops\n", flops(v, "forward"), flops(v, "inverse"));
    json_free(v);
    v = output_of("generate mechanisms/chain-64.tcl --json -o ${TMPDIR:-/tmp}/mechc-json-chain64");
    CHECK(flops(v, "forward") <= 21000 && flops(v, "forward") > 1000);
    CHECK(flops(v, "inverse") <= 9100 && flops(v, "inverse") > 1000);
    fprintf(stderr, "chain-64: forward %g, inverse %g flops\n", flops(v, "forward"), flops(v, "inverse"));
    json_free(v);
    CHECK(system("rm -rf ${TMPDIR:-/tmp}/mechc-json-chain7 ${TMPDIR:-/tmp}/mechc-json-chain64") == 0);
}

/* run prints run.json, and nothing else, on standard output. */
static void test_run(void)
{
    json_value *v = output_of("run mechanisms/fourbar.tcl --to 1 --steps 10 --set crank=0.9 --json -o ${TMPDIR:-/tmp}/mechc-json-run");
    check_text(text_of(json_member(v, "mechanism")), "fourbar");
    check_text(text_of(json_member(v, "analysis")), "dynamics");
    check_close(json_double(json_member(json_member(v, "parameters"), "crank")), 0.9, 0, 0);
    check_close(json_double(json_member(json_member(v, "counts"), "rows")), 11, 0, 0);
    json_free(v);
    CHECK(system("rm -rf ${TMPDIR:-/tmp}/mechc-json-run") == 0);
}

int main(void)
{
    test_check();
    test_run();
    test_counts();
    return check_done();
}
