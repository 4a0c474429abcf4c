/*
 * simulate.h -- a script in, results.csv out, for tests that compare columns: derived, interpreted (no compiler between the equations and the
 * verdict), run with reactions.
 */
#ifndef TESTS_PHYSICS_SIMULATE_H
#define TESTS_PHYSICS_SIMULATE_H

#include <stdlib.h>
#include <unistd.h>
#include "../check.h"
#include "../table.h"
#include "../../generator/commands/facts.h"
#include "../../generator/commands/interpreted.h"
#include "../../generator/script/script.h"
#include "../../runtime/dynamics.h"
#include "../../runtime/kinematics.h"
#include "../../runtime/results.h"

static mrt_status simulate_run(mrt_system *s, int mode, double to, int steps, const char *dir)
{
    mrt_results *r = mrt_results_new(s, NULL, 1);
    mrt_task task = { .from = 0, .to = to, .steps = steps, .method = mrt_formulation_find("baumgarte"), .integrator = mrt_method_find("de"),
                      .rtol = 1e-11, .atol = 1e-11, .assemble = 1, .row = mrt_results_row, .data = r };
    mrt_report done = { 0 };
    mrt_status st = mrt_results_open(r, dir);
    if (st >= 0) st = mode == MRT_DYNAMICS ? mrt_dynamics_run(s, &task, &done) : mrt_kinematics_run(s, &task, &done);
    if (st >= 0) st = mrt_results_close(r);
    if (st < 0 && r->message[0]) fprintf(stderr, "%s\n", r->message);
    mrt_results_free(r);
    return st;
}

/* The results of a script given as text, from t = 0 on; NULL, and a failed check, if it cannot be run. */
static table *simulate(const char *label, const char *text, int mode, double to, int steps)
{
    char dir[] = "/tmp/mechc-physics-XXXXXX", file[64], csv[64];
    if (!CHECK(mkdtemp(dir) != NULL)) return NULL;
    snprintf(file, sizeof file, "%s/m.tcl", dir);
    snprintf(csv, sizeof csv, "%s/results.csv", dir);
    FILE *f = fopen(file, "w");
    fprintf(f, "mechanism m\n%s\n", text);
    fclose(f);
    table *out = NULL;
    model *m = script_load(file, NULL);
    topology *g = model_errors(m) ? NULL : topology_new(m);
    if (model_errors(m)) model_print_messages(m, stderr);
    derive_report report = { 0 };
    program *p = g ? derive_program(m, g, &report) : NULL;
    if (report.error[0]) fprintf(stderr, "%s: %s\n", label, report.error);
    mrt_mechanism mech = { 0 };
    if (CHECK(p != NULL)) {
        facts_fill(&mech, m, g, &report);
        CHECK(interpreted_start(&mech, p));
        mrt_system *s = mrt_system_new(&mech, mode, NULL, NULL);
        mrt_status st = simulate_run(s, mode, to, steps, dir);
        if (CHECK(st >= 0)) out = table_read(csv);
        else fprintf(stderr, "%s: %s: %s\n", label, mrt_status_text(st), s->message);
        mrt_system_free(s);
        interpreted_done(&mech);
    }
    if (p) program_free(p);
    if (g) topology_free(g);
    model_free(m);
    unlink(csv), unlink(file), rmdir(dir);
    return out;
}

#endif
