/*
 * test_random_scripts.c -- the scripts that random_mechanism writes are what it says they are: right, closed at the given coordinates, the same for the same
 * number, and of every kind.
 */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>
#include "generator/script/script.h"
#include "tests/check.h"
#include "tests/engines/engines.h"
#include "mechanism.h"

enum { SEEDS = 300 };

/* A handful, of trees, loops in space and loops in planes. */
static const unsigned long derived[] = { 1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23 };

/* ---- what occurs ---- */

/* A word, or an option with its value; not the end of a longer word. */
static bool occurs(const char *text, const char *word)
{
    for (const char *at = text; (at = strstr(at, word)); at++)
        if (at == text || !isalnum((unsigned char)word[0]) || !isalnum((unsigned char)at[-1])) return true;
    return false;
}

static const char *const wanted[] = {
    "mechanism ", "constant ", "parameter ", "input ", "gravity ", "body ", "point ", "joint ", "drive ", "load ", "force ", "torque ", "spring ", "torsion ", "constraint ",
    "distance ", "output ", "stabilise ", "analysis kinematics", "analysis dynamics",
    " revolute ", " prismatic ", " translational ", " cylindrical ", " universal ", " spherical ", " planar ", " screw ", " free ", " fixed ",
    " -com ", " -inertia ", " -inertia-at origin", " -inertia-at com", " -guess ", " -guess-rpy ", " -at ", " -rpy ", " -frame ", " -child-at ", " -child-rpy ",
    " -child-frame ", " -axis ", " -axis2 ", " -pitch ", " -q0 ", " -qd0 ", " -hold yes", " -cut yes", " -cut no", " -for kinematics", " -for dynamics", " -in body",
    " -in ground", " -k ", " -length ", " -angle ", " -c ", " -unit ", "pi/2", "*p1", "in1", "q(", "qd(", "x(P", "y(P", "z(P", "vx(P", "vy(P", "vz(P", "ax(P", "ay(P", "az(P",
#define FUNCTION(name, arguments) #name "(",
#include "generator/model/functions.def"
#undef FUNCTION
};

enum { WANTED = sizeof wanted/sizeof wanted[0] };
static int found[WANTED];

typedef struct census { int loops[3], cut_types, reversed, massless, bodies; unsigned types; } census;

static void count_model(census *c, const model *m, const topology *g)
{
    c->loops[g->nloop < 2 ? g->nloop : 2]++;
    for (int i = 0; i < g->nloop; i++) c->types |= 1u << (m->joints[g->loops[i].cut].type - joint_types);
    for (int i = 0; i < g->ntree; i++) c->reversed += g->tree[i].reversed;
    for (int i = 1; i < m->nbody; i++) c->massless += expr_number(m, m->bodies[i].mass) == 0;
    if (m->nbody - 1 > c->bodies) c->bodies = m->nbody - 1;
}

/* ---- one script ---- */

static char file[] = "/tmp/random_XXXXXX";

static void write_script(const char *text)
{
    FILE *f = fopen(file, "w");
    if (!CHECK(f != NULL)) return;
    fputs(text, f);
    fclose(f);
}

static void check_script(unsigned long seed, census *c)
{
    int failed = check_failed;
    char *text = random_mechanism(seed), *again = random_mechanism(seed);
    check_text(again, text);
    for (int i = 0; i < WANTED; i++) found[i] += occurs(text, wanted[i]);
    write_script(text);
    model *m = script_load(file, NULL);
    topology *g = NULL;
    if (CHECK(m && !model_errors(m))) {
        g = topology_new(m);
        if (CHECK(g != NULL)) count_model(c, m, g);
    }
    if (check_failed != failed) {
        fprintf(stderr, "seed %lu:\n%s", seed, text);
        if (m) model_print_messages(m, stderr);
    }
    topology_free(g);
    model_free(m);
    free(text);
    free(again);
}

/* The largest |Phi| at t = 0 and the given coordinates; NaN is not small. */
static double open_by(const mrt_mechanism *x)
{
    double *p = calloc((size_t)x->np + 1, sizeof(double)), *w = calloc(x->work + 1, sizeof(double));
    double *q = calloc((size_t)(x->nq + x->nu + x->ncq + 7*x->nbody + 1), sizeof(double)), *u = q + x->nq, *cq = u + x->nu, *guess = cq + x->ncq;
    double *Phi = calloc((size_t)x->nrow*(size_t)(x->nu + 2) + 1, sizeof(double)), *Phit = Phi + x->nrow, *J = Phit + x->nrow, most = 0;
    for (int i = 0; i < x->np; i++) p[i] = x->parameters[i].value;
    mrt_workspace_init(x, w, p);
    x->start(w, q, u, cq, guess);
    x->constraints(w, 0, q, Phi, J, Phit);
    for (int i = 0; i < x->nrow; i++) most = isnan(Phi[i]) || isnan(most) ? NAN : fmax(most, fabs(Phi[i]));
    mrt_workspace_done(x, w);
    free(p), free(w), free(q), free(Phi);
    return most;
}

/* Derived, and interpreted in joint coordinates: both find everything closed. */
static void check_closed(unsigned long seed)
{
    int failed = check_failed;
    engines x;
    char *text = random_mechanism(seed);
    write_script(text);
    if (CHECK(engines_load(&x, file))) {
        /* the number of operations around a loop times the rounding of lengths about 1 */
        check_close(open_by(&x.derived), 0, 0, 1e-13);
        check_close(open_by(&x.joint), 0, 0, 1e-13);
        engines_free(&x);
    }
    if (check_failed != failed) fprintf(stderr, "seed %lu:\n%s", seed, text);
    free(text);
}

static void check_census(const census *c)
{
    for (int i = 0; i < WANTED; i++)
        if (!CHECK(found[i] > 0)) fprintf(stderr, "  \"%s\" does not occur\n", wanted[i]);
    /* a tenth at least of trees, of loops, and some of several loops */
    CHECK(c->loops[0] > SEEDS/10 && c->loops[1] > SEEDS/10 && c->loops[2] > SEEDS/100);
    CHECK(c->reversed > SEEDS && c->massless > SEEDS/20 && c->bodies == 8);
    for (int i = 0; i < joint_type_count; i++)
        if (strcmp(joint_types[i].name, "fixed") && strcmp(joint_types[i].name, "free") && !CHECK(c->types & 1u << i))
            fprintf(stderr, "  no joint that is %s was cut\n", joint_types[i].name);
}

int main(void)
{
    census c = { 0 };
    int fd = mkstemp(file);
    if (fd < 0) { perror(file); return 1; }
    close(fd);
    for (unsigned long seed = 1; seed <= SEEDS; seed++) check_script(seed, &c);
    check_census(&c);
    for (size_t i = 0; i < sizeof derived/sizeof derived[0]; i++) check_closed(derived[i]);
    remove(file);
    return check_done();
}
