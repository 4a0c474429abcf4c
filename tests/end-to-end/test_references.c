/*
 * test_references.c -- whole runs with every engine against reference solutions that were computed independently (tests/data, from Lee
 * and Yoon's mechanisms and from Park, Yoo, Hwang and Bae). Compared as |got - want| <= tol max(1, |want|): kinematics 1e-10, dynamics
 * 1e-8 at rtol = atol = 1e-12, the accuracy the references themselves have with room to spare. No engine is granted more than another.
 */
#include "../check.h"
#include "../json.h"
#include "../table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/mechc-references-XXXXXX";

/* What evaluates the equations of the runs in hand. */
static const char *engine;

/* Largest error of one run, relative to the tolerance, and where it was. */
static struct { double worst; char where[160]; int compared; } error;

static void compare(const char *column, double t, double got, double want, double tol)
{
    double e = fabs(got - want)/(tol*fmax(1, fabs(want)));
    error.compared++;
    if (e <= error.worst) return;
    error.worst = isnan(e) ? INFINITY : e;
    snprintf(error.where, sizeof error.where, "%s at t = %g: got %.17g, want %.17g", column, t, got, want);
}

/* Runs mechc on SCRIPT.tcl; returns its results, or NULL. */
static table *run(const char *script, const char *options)
{
    char command[600], path[200];
    const char *mechc = getenv("MECHC");
    snprintf(command, sizeof command, "%s run %s.tcl --engine %s %s --quiet -o %s/out > %s/log 2>&1", mechc ? mechc : "build/bin/mechc", script, engine, options,
             folder, folder);
    int status = system(command);
    if (!CHECK(status == 0)) {
        fprintf(stderr, "%s\n", command);
        snprintf(command, sizeof command, "cat %s/log >&2", folder);
        if (system(command)) return NULL;
        return NULL;
    }
    snprintf(path, sizeof path, "%s/out/results.csv", folder);
    return table_read(path);
}

static void begin(void) { memset(&error, 0, sizeof error); }

/* At least `least` numbers were compared and all of them are within the tolerance. */
static void end(const char *what, int least)
{
    if (!CHECK(error.compared >= least)) fprintf(stderr, "  %s, %s: only %d numbers compared\n", what, engine, error.compared);
    if (!CHECK(error.worst <= 1)) fprintf(stderr, "  %s, %s: %.3g times the tolerance, %s\n", what, engine, error.worst, error.where);
}

/* value, rate and acceleration of one coordinate */
static void compare_triple(const table *t, int row, const char *coordinate, const json_value *triple, double tol)
{
    static const char *const prefix[] = { "q", "u", "a" };
    for (int i = 0; i < 3; i++) {
        char column[80];
        snprintf(column, sizeof column, "%s.%s", prefix[i], coordinate);
        compare(column, t->values[row*t->columns], table_get(t, row, column), json_double(json_item(triple, i)), tol);
    }
}

static void compare_vector(const table *t, int row, const char *body, const char *const *names, const json_value *want, double tol)
{
    for (int i = 0; i < 3; i++) {
        char column[80];
        snprintf(column, sizeof column, "%s.%s", body, names[i]);
        compare(column, t->values[row*t->columns], table_get(t, row, column), json_double(json_item(want, i)), tol);
    }
}

/* Euler parameters agree up to a common sign. */
static void compare_euler(const table *t, int row, const char *body, const json_value *want, double tol)
{
    double got[4], dot = 0;
    char column[80];
    for (int i = 0; i < 4; i++) {
        snprintf(column, sizeof column, "%s.e%d", body, i);
        got[i] = table_get(t, row, column);
        dot += got[i]*json_double(json_item(want, i));
    }
    for (int i = 0; i < 4; i++) compare(column, t->values[row*t->columns], dot < 0 ? -got[i] : got[i], json_double(json_item(want, i)), tol);
}

static void compare_bodies(const table *t, int row, const json_value *bodies, double tol)
{
    static const struct { const char *key, *names[3]; } vectors[] = {
        { "r", { "x", "y", "z" } }, { "v", { "vx", "vy", "vz" } }, { "a", { "ax", "ay", "az" } },
        { "omega", { "wx", "wy", "wz" } }, { "alpha", { "alx", "aly", "alz" } } };
    for (int b = 0; bodies && b < bodies->count; b++) {
        const json_value *body = json_item(bodies, b), *name = json_member(body, "name");
        for (int k = 0; k < 5; k++) compare_vector(t, row, name->text, vectors[k].names, json_member(body, vectors[k].key), tol);
        if (json_member(body, "euler")) compare_euler(t, row, name->text, json_member(body, "euler"), tol);
    }
}

typedef struct output { const char *key, *coordinate; } output;

static void compare_points(const table *t, const json_value *points, const output *outputs, bool dynamics, double tol)
{
    for (int i = 0; points && i < points->count; i++) {
        const json_value *p = json_item(points, i);
        double time = json_double(json_member(p, "t"));
        int row = table_row(t, time);
        if (!CHECK(row >= 0)) continue;
        compare("q.crank", time, table_get(t, row, "q.crank"), json_double(json_member(p, "theta")), tol);
        if (dynamics) {
            compare("u.crank", time, table_get(t, row, "u.crank"), json_double(json_member(p, "omega")), tol);
            compare("a.crank", time, table_get(t, row, "a.crank"), json_double(json_member(p, "alpha")), tol);
        }
        for (const output *o = outputs; o->key; o++) compare_triple(t, row, o->coordinate, json_member(p, o->key), tol);
        compare_bodies(t, row, json_member(p, "bodies"), tol);
    }
}

/* Kinematics and dynamics of one of the mechanisms of Lee and Yoon (1993); `steps` lead through the reference's times in dynamics. */
static void test_lee_yoon(const char *script, const char *file, const output *outputs, int steps)
{
    json_value *reference = json_read_file(file);
    if (!CHECK(reference != NULL)) return;
    table *t = run(script, "--analysis kinematics --steps 16");
    if (CHECK(t != NULL)) {
        begin();
        compare_points(t, json_member(reference, "kinematics"), outputs, false, 1e-10);
        end(script, 17*40);
        CHECK(t->rows == 17);
    }
    table_free(t);
    char options[100];
    snprintf(options, sizeof options, "--analysis dynamics --steps %d --rtol 1e-12 --atol 1e-12", steps);
    t = run(script, options);
    if (CHECK(t != NULL)) {
        begin();
        compare_points(t, json_member(json_member(reference, "dynamics"), "checkpoints"), outputs, true, 1e-8);
        end(script, (steps + 1)*50);
        CHECK(t->rows == steps + 1);
    }
    table_free(t);
    json_free(reference);
}

static void test_double_pendulum(void)
{
    json_value *reference = json_read_file("tests/data/000_double_pendulum.json");
    table *t = run("mechanisms/double-pendulum", "--steps 100 --rtol 1e-12 --atol 1e-12 --reactions");
    const json_value *points = json_member(reference, "checkpoints");
    begin();
    for (int i = 0; t && points && i < points->count; i++) {
        const json_value *p = json_item(points, i), *reaction = json_member(p, "reaction_ground_on_body1");
        double time = json_double(json_member(p, "t")), tol = 1e-8;
        int row = table_row(t, time);
        compare("q.shoulder", time, table_get(t, row, "q.shoulder"), json_double(json_item(json_member(p, "theta"), 0)), tol);
        compare("theta2", time, table_get(t, row, "theta2"), json_double(json_item(json_member(p, "theta"), 1)), tol);
        compare("u.shoulder", time, table_get(t, row, "u.shoulder"), json_double(json_item(json_member(p, "omega"), 0)), tol);
        compare("a.shoulder", time, table_get(t, row, "a.shoulder"), json_double(json_item(json_member(p, "acc"), 0)), tol);
        compare("shoulder.fx", time, table_get(t, row, "shoulder.fx"), json_double(json_item(reaction, 0)), 10*tol);
        compare("shoulder.fy", time, table_get(t, row, "shoulder.fy"), json_double(json_item(reaction, 1)), 10*tol);
        compare("balance", time, table_get(t, row, "balance") + table_get(t, row, "energy"), -47.3056123486159, 10*tol);
    }
    end("double pendulum", 17*7);
    table_free(t);
    json_free(reference);
}

/* Cases of the four-bar with equal links that stay away from its singular position. */
static void test_parallelogram(void)
{
    static const struct { const char *name, *options; } cases[] = {
        { "I_literal", "" }, { "II_P_cm", "--set base=1.9 --set start=1.1036" }, { "II_P_end", "--set base=1.9 --set start=1.1036 --set px=1" } };
    json_value *reference = json_read_file("tests/data/000_fourbar.json");
    const json_value *all = json_member(reference, "cases");
    for (int c = 0; c < 3; c++) {
        char options[200];
        snprintf(options, sizeof options, "%s --steps 20 --rtol 1e-12 --atol 1e-12", cases[c].options);
        const json_value *points = NULL;
        for (int i = 0; all && i < all->count; i++)
            if (!strcmp(json_member(json_item(all, i), "name")->text, cases[c].name)) points = json_member(json_item(all, i), "checkpoints");
        table *t = run("mechanisms/parallelogram", options);
        begin();
        for (int i = 0; t && points && i < points->count; i++) {
            const json_value *p = json_item(points, i), *theta = json_member(p, "theta"), *omega = json_member(p, "omega");
            double time = json_double(json_member(p, "t"));
            int row = table_row(t, time);
            compare("q.theta1", time, table_get(t, row, "q.theta1"), json_double(json_item(theta, 0)), 1e-8);
            compare("coupler_angle", time, table_get(t, row, "coupler_angle"), json_double(json_item(theta, 1)), 1e-8);
            compare("q.theta3", time, table_get(t, row, "q.theta3"), json_double(json_item(theta, 2)), 1e-8);
            compare("u.theta1", time, table_get(t, row, "u.theta1"), json_double(json_item(omega, 0)), 1e-8);
            compare("u.theta3", time, table_get(t, row, "u.theta3"), json_double(json_item(omega, 2)), 1e-8);
            compare("a.theta1", time, table_get(t, row, "a.theta1"), json_double(json_member(p, "theta1dd")), 1e-8);
        }
        end(cases[c].name, 13*6);
        table_free(t);
    }
    json_free(reference);
}

static void test_spatial_fourbar(void)
{
    json_value *reference = json_read_file("tests/data/000_spatial_fourbar.json");
    table *t = run("mechanisms/spatial-fourbar", "--steps 20 --rtol 1e-12 --atol 1e-12");
    const json_value *points = json_member(reference, "checkpoints");
    static const char *const bodies[] = { "wheel", "coupler", "rocker" }, *const position[] = { "x", "y", "z" };
    begin();
    for (int i = 0; t && points && i < points->count; i++) {
        const json_value *p = json_item(points, i);
        double time = json_double(json_member(p, "t"));
        int row = table_row(t, time);
        compare("q.theta", time, table_get(t, row, "q.theta"), json_double(json_member(p, "theta")), 1e-8);
        compare("u.theta", time, table_get(t, row, "u.theta"), json_double(json_member(p, "omega")), 1e-8);
        compare("a.theta", time, table_get(t, row, "a.theta"), json_double(json_member(p, "alpha")), 1e-8);
        compare("q.phi", time, table_get(t, row, "q.phi"), json_double(json_member(p, "rocker_angle")), 1e-8);
        compare("u.phi", time, table_get(t, row, "u.phi"), json_double(json_member(p, "rocker_rate")), 1e-8);
        for (int b = 0; b < 3; b++) compare_vector(t, row, bodies[b], position, json_item(json_member(p, "r"), b), 1e-8);
    }
    end("spatial four-bar", 13*14);
    table_free(t);
    json_free(reference);
}

/* The four-bar of the model language's example: accelerations at the start and the state after 10 s, known to 12 digits. */
static void test_fourbar(void)
{
    table *t = run("mechanisms/fourbar", "--steps 10 --rtol 1e-12 --atol 1e-12");
    if (!CHECK(t != NULL)) return;
    begin();
    compare("q.d", 0, table_get(t, 0, "q.d"), 1.72700787229, 1e-11);
    compare("q.b", 0, table_get(t, 0, "q.b"), -0.571281857037, 1e-11);
    compare("a.a", 0, table_get(t, 0, "a.a"), -3.16190989192, 1e-11);
    compare("a.b", 0, table_get(t, 0, "a.b"), 3.76014346198, 1e-11);
    compare("a.d", 0, table_get(t, 0, "a.d"), -0.720374006766, 1e-11);
    compare("q.a", 10, table_get(t, table_row(t, 10), "q.a"), -4.357403685872, 1e-8);
    compare("u.a", 10, table_get(t, table_row(t, 10), "u.a"), -1.468599479939, 1e-8);
    end("fourbar", 7);
    table_free(t);
}

/* All references with the engine in hand. */
static void test_engine(void)
{
    static const output rscr[] = { { "psi", "psi" }, { "slide", "c.slide" }, { "crot", "c.angle" }, { NULL, NULL } };
    static const output rsst[] = { { "s", "slide" }, { NULL, NULL } }, rssr[] = { { "phi", "phi" }, { NULL, NULL } };
    static const output composite[] = { { "phi1", "phi1" }, { "phi2", "phi2" }, { "phi3", "phi3" }, { NULL, NULL } };
    test_lee_yoon("mechanisms/rscr", "tests/data/002_RSCR.json", rscr, 10);
    test_lee_yoon("mechanisms/rsst", "tests/data/002_RSST.json", rsst, 10);
    test_lee_yoon("mechanisms/rssr", "tests/data/002_RSSR.json", rssr, 10);
    test_lee_yoon("tests/data/composite-rssr", "tests/data/002_composite_RSSR.json", composite, 5);
    test_double_pendulum();
    test_parallelogram();
    test_spatial_fourbar();
    test_fourbar();
}

int main(void)
{
    static const char *const engines[] = { "generated", "joint", "cartesian" };
    if (!mkdtemp(folder)) { perror(folder); return 1; }
    for (int e = 0; e < 3; e++) {
        engine = engines[e];
        test_engine();
    }
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command)) perror(command);
    return check_done();
}
