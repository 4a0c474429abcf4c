/*
 * test_energy.c -- conservative mechanisms keep their energy: every joint type as tree joint (walked either way) and as the cut joint of a
 * loop, in random placement, ten seconds under gravity at rtol 1e-10. Runs the derived program through the interpreter, so that no compiler
 * stands between the equations and the verdict.
 */
#include <stdlib.h>
#include <unistd.h>
#include "../check.h"
#include "../../generator/commands/facts.h"
#include "../../generator/commands/interpreted.h"
#include "../../generator/script/script.h"
#include "../../runtime/dynamics.h"

static unsigned long long seed = 77;

static double uniform(double a, double b)
{
    seed = seed*6364136223846793005ull + 1442695040888963407ull;
    return a + (b - a)*(double)(seed >> 11)/9007199254740992.0;
}

typedef struct watch { mrt_system *s; double first, worst, kinetic, violation; int rows; } watch;

static mrt_status look(void *data, const mrt_point *x)
{
    watch *w = data;
    double e[2], position, rate;
    w->s->mech->energy(w->s->w, x->t, x->q, x->u, w->s->in, e);
    if (!w->rows++) w->first = e[0] + e[1];
    w->worst = fmax(w->worst, fabs(e[0] + e[1] - w->first));
    w->kinetic = fmax(w->kinetic, e[0]);
    mrt_system_violation(w->s, x->t, x->q, x->u, &position, &rate);
    w->violation = fmax(w->violation, position);
    return MRT_OK;
}

static void simulate(const char *file, const char *label)
{
    model *m = script_load(file, NULL);
    if (model_errors(m)) { model_print_messages(m, stderr); CHECK(!"the script is right"); model_free(m); return; }
    topology *g = topology_new(m);
    derive_report report;
    program *p = derive_program(m, g, &report);
    if (!CHECK(p != NULL)) { fprintf(stderr, "%s: %s\n", label, report.error); return; }
    mrt_mechanism mech = { 0 };
    facts_fill(&mech, m, g, &report);
    CHECK(interpreted_start(&mech, p));
    mrt_system *s = mrt_system_new(&mech, MRT_DYNAMICS, NULL, NULL);
    watch w = { .s = s };
    mrt_task task = { .from = 0, .to = 10, .steps = 100, .method = mrt_formulation_find("baumgarte"), .integrator = mrt_method_find("de"),
                      .rtol = 1e-10, .atol = 1e-10, .assemble = 1, .row = look, .data = &w };
    mrt_report done = { 0 };
    mrt_status status = mrt_dynamics_run(s, &task, &done);
    if (!CHECK(status == MRT_OK)) fprintf(stderr, "%s: %s: %s\n", label, mrt_status_text(status), s->message);
    /* the bar of the product: drift below 1e-7 of the largest kinetic energy */
    if (!check_close(w.worst, 0, 0, 1e-7*w.kinetic)) fprintf(stderr, "%s: kinetic energy up to %g, drift %g, %ld evaluations\n", label, w.kinetic, w.worst, done.counts.evaluations);
    CHECK(w.kinetic > 1e-3);
    CHECK(w.violation < 1e-7);
    mrt_system_free(s);
    interpreted_done(&mech);
    program_free(p);
    topology_free(g);
    model_free(m);
}

static void put_body(FILE *f, const char *name)
{
    fprintf(f, "body %s -mass %.3f -inertia {%.3f %.3f %.3f} -com {%.3f %.3f %.3f}\n", name, uniform(1, 2), uniform(0.1, 0.12), uniform(0.1, 0.12),
            uniform(0.1, 0.12), uniform(-0.4, 0.4), uniform(-0.4, 0.4), uniform(-0.4, 0.4));
}

/* With all coordinates at zero every body frame is ground's, so every loop closes there. */
static void put_joint(FILE *f, const char *name, const char *type, const char *parent, const char *child, const char *more)
{
    double v[6];
    for (int i = 0; i < 6; i++) v[i] = uniform(-0.8, 0.8);
    fprintf(f, "joint %s %s %s %s -at {%.4f %.4f %.4f} -rpy {%.4f %.4f %.4f} -child-at {%.4f %.4f %.4f} -child-rpy {%.4f %.4f %.4f}", name, type, parent, child,
            v[0], v[1], v[2], v[3], v[4], v[5], v[0], v[1], v[2], v[3], v[4], v[5]);
    if (!strcmp(type, "screw")) fprintf(f, " -pitch %.3f", uniform(0.1, 0.4));
    if (!strcmp(type, "universal")) fprintf(f, " -axis {1 2 0} -axis2 {2 -1 0}");
    else if (strcmp(type, "spherical") && strcmp(type, "free") && strcmp(type, "fixed") && strcmp(type, "planar"))
        fprintf(f, " -axis {%.3f %.3f %.3f}", uniform(0.2, 1), uniform(-1, 1), uniform(-1, 1));
    fprintf(f, " %s\n", more);
}

static FILE *new_script(char *file)
{
    strcpy(file, "/tmp/mechc-energy-XXXXXX");
    FILE *f = fdopen(mkstemp(file), "w");
    fprintf(f, "mechanism m\ngravity {0.5 -1 0.8}\n");
    return f;
}

static void tree(const char *type, int reversed)
{
    char file[64], label[80];
    snprintf(label, sizeof label, "%s in a tree%s", type, reversed ? ", walked backwards" : "");
    FILE *f = new_script(file);
    put_body(f, "one"); put_body(f, "two");
    put_joint(f, "first", "revolute", "ground", "one", "-qd0 0.4");
    put_joint(f, "second", type, reversed ? "two" : "one", reversed ? "one" : "two", "");
    fprintf(f, "spring s ground {0.3 1 0.2} two {0.2 0.1 0} -k 20 -length 0.5\n");
    fclose(f);
    simulate(file, label);
    unlink(file);
}

static void close_loop(const char *type)
{
    char file[64], label[80];
    snprintf(label, sizeof label, "%s cut", type);
    FILE *f = new_script(file);
    put_body(f, "one"); put_body(f, "two"); put_body(f, "three");
    put_joint(f, "first", "spherical", "ground", "one", "-cut no");
    put_joint(f, "second", "cylindrical", "one", "two", "-cut no");
    put_joint(f, "third", "universal", "two", "three", "-cut no");
    put_joint(f, "closing", type, "ground", "three", "-cut yes");
    fprintf(f, "spring s1 ground {0.3 1 0.2} two {0.2 0.1 0} -k 20 -length 0.5\nspring s2 ground {0 0 0.5} three {0.1 0.2 0} -k 15 -length 0.4\n");
    fclose(f);
    simulate(file, label);
    unlink(file);
}

int main(void)
{
    for (int i = 0; i < joint_type_count; i++) {
        tree(joint_types[i].name, 0);
        tree(joint_types[i].name, 1);
        if (strcmp(joint_types[i].name, "free")) close_loop(joint_types[i].name);
    }
    return check_done();
}
