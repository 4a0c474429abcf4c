/*
 * test_bench.c -- mechc bench: its JSON has every key whatever was measured, no ratio without agreement, files appear whole, mistakes are named. Times
 * themselves are not judged.
 */
#include "../check.h"
#include "../json.h"
#include "generator/commands/bench.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/mechc-test-bench-XXXXXX";
static char text[1 << 20];

/* Runs mechc bench with these words; what it prints, standard error too, is left in text. Returns the exit status. */
static int bench(const char *words)
{
    static char line[600];
    const char *mechc = getenv("MECHC");
    snprintf(line, sizeof line, "%s bench %s 2>&1", mechc ? mechc : "build/bin/mechc", words);
    FILE *f = popen(line, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    int status = f ? pclose(f) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool says(const char *piece)
{
    bool there = strstr(text, piece) != NULL;
    if (!there) fprintf(stderr, "  no \"%s\" in: %.300s\n", piece, text);
    return there;
}

static const json_value *need(const json_value *v, const char *key)
{
    const json_value *member = json_member(v, key);
    if (!CHECK(member != NULL)) fprintf(stderr, "  no member \"%s\"\n", key);
    return member;
}

/* ---- what a measurement prints ---- */

static void check_figure(const json_value *v)
{
    static const char *const keys[] = { "measured", "agrees", "reason", "difference", "median", "lower_quartile", "upper_quartile", "least", "most",
                                        "rounds", "assembly_seconds", "evaluations", "newton_iterations", "steps" };
    for (size_t i = 0; i < sizeof keys/sizeof *keys; i++) need(v, keys[i]);
    CHECK(json_member(v, "measured") && json_member(v, "measured")->kind == JSON_TRUE);
    CHECK(json_member(v, "agrees") && json_member(v, "agrees")->kind == JSON_TRUE);
    CHECK(json_double(json_member(v, "least")) > 0);
    CHECK(json_double(json_member(v, "least")) <= json_double(json_member(v, "median")));
    CHECK(json_double(json_member(v, "median")) <= json_double(json_member(v, "most")));
    check_close(json_double(json_member(v, "rounds")), 2, 0, 0);
}

static void check_quantity(const json_value *v)
{
    static const char *const keys[] = { "unit", "from", "to", "steps", "states", "method", "integrator", "rtol", "atol", "engines", "ratios", "paper" };
    for (size_t i = 0; i < sizeof keys/sizeof *keys; i++) need(v, keys[i]);
    for (int e = 0; e < BENCH_ENGINES; e++) {
        check_figure(need(json_member(v, "engines"), mechc_engines[e].name));
        if (e) CHECK(json_double(need(json_member(v, "ratios"), mechc_engines[e].name)) > 0);
        if (e) need(json_member(v, "paper"), mechc_engines[e].name);
    }
}

/* Three engines, three quantities; bench.json holds what is printed, and the chart is a whole picture. */
static void test_measurement(void)
{
    char words[300], path[300];
    snprintf(words, sizeof words, "mechanisms/rscr.tcl --repeat 2 --json -o %s/out", folder);
    if (!CHECK(bench(words) == 0)) fprintf(stderr, "  %.300s\n", text);
    json_value *v = json_parse(text);
    snprintf(path, sizeof path, "%s/out/bench.json", folder);
    FILE *f = fopen(path, "r");
    static char file[sizeof text];
    size_t n = f ? fread(file, 1, sizeof file - 1, f) : 0;
    if (f) fclose(f);
    CHECK(n > 0 && !strcmp(file, text));

    static const char *const machine[] = { "cpu", "processor", "compiler", "compiler_version", "flags", "engines_compiler" };
    for (size_t i = 0; i < sizeof machine/sizeof *machine; i++) need(need(v, "machine"), machine[i]);
    const json_value *m = json_item(need(v, "mechanisms"), 0);
    static const char *const keys[] = { "mechanism", "about", "file", "generation_seconds", "compilation_seconds", "code_bytes", "operations" };
    for (size_t i = 0; i < sizeof keys/sizeof *keys; i++) need(m, keys[i]);
    CHECK(json_double(json_member(m, "generation_seconds")) > 0 && json_double(json_member(m, "compilation_seconds")) > 0);
    CHECK(json_double(json_member(m, "code_bytes")) > 1000);
    CHECK(need(m, "operations")->count > 5);
    check_quantity(need(m, "kinematics"));
    check_quantity(need(m, "accelerations"));
    check_quantity(need(m, "dynamics"));
    check_close(json_double(json_member(json_member(json_member(m, "kinematics"), "paper"), "joint")), 8.6/4.8, 1e-12, 0);
    json_free(v);

    if (system("command -v gnuplot > /dev/null 2>&1") != 0) return;
    snprintf(path, sizeof path, "grep -q '<svg' %s/out/bench.svg && tail -n 2 %s/out/bench.svg | grep -q '</svg>'", folder, folder);
    CHECK(system(path) == 0);
    snprintf(path, sizeof path, "test \"$(ls -A %s/out)\" = \"bench.json\nbench.svg\"", folder);
    CHECK(system(path) == 0);
}

/* The table; a wrong script among right ones is told and does not keep the others from being measured. */
static void test_table(void)
{
    CHECK(bench("mechanisms/chain-2.tcl no/such.tcl mechanisms/double-pendulum.tcl --repeat 1") == 3);
    CHECK(says("no/such.tcl") && says("chain2: ") && says("double_pendulum: ") && says("simulated second") && says("summary"));
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) CHECK(end - line <= 100);
    CHECK(access("bench.json", F_OK) != 0);
}

/* ---- mistakes ---- */

static void test_mistakes(void)
{
    CHECK(bench("") == 2 && says("which script?"));
    CHECK(bench("mechanisms/rscr.tcl --repeet 3") == 2 && says("did you mean \"--repeat\"?"));
    CHECK(bench("mechanisms/rscr.tcl --dump model") == 2 && says("unknown option"));
    CHECK(bench("mechanisms/rscr.tcl --repeat 0") == 2 && says("--repeat 0: expected a whole number"));
    CHECK(bench("mechanisms/rscr.tcl --repeat 3x") == 2 && says("--repeat 3x: expected a whole number"));
    char words[300], path[200];
    snprintf(path, sizeof path, "%s/idle.tcl", folder);
    FILE *f = fopen(path, "w");
    if (CHECK(f != NULL)) fputs("mechanism idle\nbody b -mass 1 -inertia {1 1 1}\njoint j revolute ground b\n", f), fclose(f);
    snprintf(words, sizeof words, "%s --quiet", path);
    CHECK(bench(words) == 3 && says("idle.tcl:1: ") && says("has no analysis"));
}

/* ---- figures that do not count ---- */

static void test_ratios(void)
{
    bench_record r = { .mechanism = "rsst", .about = "", .file = "", .wanted = { true } };
    bench_figure *f = r.figure[BENCH_KINEMATICS];
    f[0] = (bench_figure){ .measured = true, .agrees = true, .time = { 3, 2, 2, 2, 2, 2 } };
    f[1] = (bench_figure){ .measured = true, .agrees = true, .time = { 3, 6, 6, 6, 6, 6 } };
    f[2] = (bench_figure){ .reason = "no \"such\" thing" };
    check_close(bench_ratio(&r, BENCH_KINEMATICS, 1), 3, 0, 0);
    CHECK(isnan(bench_ratio(&r, BENCH_KINEMATICS, 2)) && isnan(bench_ratio(&r, BENCH_DYNAMICS, 1)));
    f[1].agrees = false;
    CHECK(isnan(bench_ratio(&r, BENCH_KINEMATICS, 1)));

    bench_machine machine = { "cpu", "cc", "1", "-O2", "gcc", -1 };
    size_t size = 0;
    char *json = bench_json(&r, 1, &machine, &size);
    json_value *v = json_parse(json);
    const json_value *q = json_member(json_item(json_member(v, "mechanisms"), 0), "kinematics");
    const json_value *missing = json_member(json_member(q, "engines"), "cartesian");
    CHECK(need(missing, "median")->kind == JSON_NULL && need(missing, "measured")->kind == JSON_FALSE);
    check_text(need(missing, "reason")->text, "no \"such\" thing");
    CHECK(need(need(q, "ratios"), "joint")->kind == JSON_NULL);
    CHECK(json_member(json_item(json_member(v, "mechanisms"), 0), "dynamics")->kind == JSON_NULL);
    CHECK(json_member(json_member(v, "machine"), "processor")->kind == JSON_NULL);
    json_free(v);
    free(json);

    /* Lee and Yoon (1993) */
    check_close(bench_paper("rscr", BENCH_KINEMATICS, 2), 26.2/4.8, 1e-12, 0);
    check_close(bench_paper("rssr", BENCH_DYNAMICS, 2), 16.5/4.9, 1e-12, 0);
    CHECK(isnan(bench_paper("rsst", BENCH_KINEMATICS, 1)) && isnan(bench_paper("rsst", BENCH_ACCELERATIONS, 2)));
    CHECK(isnan(bench_paper("fourbar", BENCH_DYNAMICS, 2)));
}

int main(void)
{
    char line[100];
    if (!CHECK(mkdtemp(folder) != NULL)) return check_done();
    test_measurement();
    test_table();
    test_mistakes();
    test_ratios();
    snprintf(line, sizeof line, "rm -rf %s", folder);
    CHECK(system(line) == 0);
    return check_done();
}
