/*
 * test_derivation.c -- the derived program against itself: all derivations of one quantity agree, Jacobians and rates agree with
 * differences, at random states; for the library of mechanisms and for every joint type, as tree joint (walked either way) and as cut joint, in random
 * placement.
 */
#include <stdlib.h>
#include <unistd.h>
#include "../check.h"
#include "../../generator/derive/derive.h"
#include "../../generator/script/script.h"

static unsigned long long seed = 12345;

static double uniform(double a, double b)
{
    seed = seed*6364136223846793005ull + 1442695040888963407ull;
    return a + (b - a)*(double)(seed >> 11)/9007199254740992.0;
}

typedef struct subject {
    const char *label;
    model *m; topology *g; program *p; evaluator *e;
    derive_report report;
    int nq, nu, nrow, nb;
    double *q, *u, *ud, *in, *tau, *lam, t;
    double mode[2];
} subject;

static double *numbers(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static leaf_values leaves(const subject *s, const double *q, const double *u, const double *ud, const double *t)
{
    leaf_values v = { { NULL } };
    v.array[LEAF_T] = t; v.array[LEAF_Q] = q; v.array[LEAF_U] = u; v.array[LEAF_UD] = ud;
    v.array[LEAF_IN] = s->in; v.array[LEAF_TAU] = s->tau; v.array[LEAF_LAM] = s->lam; v.array[LEAF_MODE] = s->mode;
    return v;
}

static void run(subject *s, kernel_id k, const double *q, const double *u, double t, double *const *out)
{
    leaf_values v = leaves(s, q, u, s->ud, &t);
    evaluator_run(s->e, k, &v, out);
}

/* Brings the Euler parameters of every spherical and free joint to unit length. */
static void normalise(const subject *s, double *q)
{
    for (int i = 0; i < s->m->nq; i++) {
        const char *dot = strrchr(s->m->q[i].name, '.');
        if (!dot || strcmp(dot, ".e0") || s->g->q_index[i] < 0) continue;
        double *e = q + s->g->q_index[i], l = sqrt(e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3]);
        for (int k = 0; k < 4; k++) e[k] /= l;
    }
}

/* q + h N(q) u, along a geodesic to second order: midpoint rule. */
static void move(subject *s, const double *q, const double *u, double h, double *out)
{
    double *qd = numbers(s->nq), *mid = numbers(s->nq);
    run(s, KERNEL_rates, q, u, s->t, &qd);
    for (int i = 0; i < s->nq; i++) mid[i] = q[i] + h/2*qd[i];
    normalise(s, mid);
    run(s, KERNEL_rates, mid, u, s->t, &qd);
    for (int i = 0; i < s->nq; i++) out[i] = q[i] + h*qd[i];
    normalise(s, out);
    free(qd); free(mid);
}

static int open_subject(subject *s, const char *file, const char *label)
{
    memset(s, 0, sizeof *s);
    s->label = label;
    s->m = script_load(file, NULL);
    if (!s->m) return 0;
    if (model_errors(s->m)) { model_print_messages(s->m, stderr); return 0; }
    s->g = topology_new(s->m);
    if (!s->g) { model_print_messages(s->m, stderr); return 0; }
    s->p = derive_program(s->m, s->g, &s->report);
    if (!s->p) { fprintf(stderr, "%s: %s\n", label, s->report.error); return 0; }
    s->e = evaluator_new(s->p);
    s->nq = s->g->nq; s->nu = s->g->nu; s->nrow = s->report.nrow; s->nb = s->m->nbody - 1;
    double *p = numbers(s->m->nparameter);
    for (int i = 0; i < s->m->nparameter; i++) p[i] = s->m->parameters[i].number;
    evaluator_parameters(s->e, p);
    free(p);
    s->q = numbers(s->nq); s->u = numbers(s->nu); s->ud = numbers(s->nu); s->tau = numbers(s->nu);
    s->in = numbers(s->m->ninput); s->lam = numbers(s->nrow);
    s->mode[1] = 1;
    return 1;
}

static void close_subject(subject *s)
{
    free(s->q); free(s->u); free(s->ud); free(s->tau); free(s->in); free(s->lam);
    if (s->e) evaluator_free(s->e);
    program_free(s->p);
    if (s->g) topology_free(s->g);
    model_free(s->m);
}

static void random_state(subject *s)
{
    for (int i = 0; i < s->nq; i++) s->q[i] = uniform(-1.2, 1.2);
    normalise(s, s->q);
    for (int i = 0; i < s->nu; i++) { s->u[i] = uniform(-1, 1); s->ud[i] = uniform(-1, 1); s->tau[i] = uniform(-1, 1); }
    for (int i = 0; i < s->m->ninput; i++) s->in[i] = uniform(-1, 1);
    s->t = uniform(0.1, 1);
}

static double largest(const double *v, int n)
{
    double m = 0;
    for (int i = 0; i < n; i++) if (!(fabs(v[i]) <= m)) m = fabs(v[i]);
    return m;
}

static int compare(const subject *s, const char *what, const double *got, const double *want, int n, double tol)
{
    double scale = 1 + largest(want, n);
    int bad = 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= tol*scale)) {
            if (!bad) fprintf(stderr, "%s: %s: entry %d of %d: got %.15g, want %.15g\n", s->label, what, i, n, got[i], want[i]);
            bad++;
        }
    return CHECK(bad == 0);
}

/* All derivations of one quantity agree: rounding only. */
static void check_choices(subject *s)
{
    leaf_values v = leaves(s, s->q, s->u, s->ud, &s->t);
    for (int i = 0; i + 1 < s->report.nchoice; i++) {
        derive_choice *a = &s->report.choices[i], *b = &s->report.choices[i + 1];
        if (strcmp(a->quantity, b->quantity)) continue;
        double *x = numbers(a->count), *y = numbers(a->count);
        for (int k = 0; k < a->count; k++) { x[k] = evaluator_ref(s->e, a->refs[k], &v); y[k] = evaluator_ref(s->e, b->refs[k], &v); }
        compare(s, a->quantity, x, y, a->count, 2e-12);
        free(x); free(y);
    }
}

static void check_dynamics(subject *s)
{
    int n = s->nu, m = s->nrow;
    double *M = numbers(n*n), *g = numbers(n), *Phi = numbers(m), *Phid = numbers(m), *J = numbers(m*n), *gamma = numbers(m);
    double *ud = numbers(n), *tau = numbers(n), *b = numbers(n), *own = s->ud;
    run(s, KERNEL_equations, s->q, s->u, s->t, (double *[]){ M, g, Phi, Phid, J, gamma });
    for (int i = 0; i < n; i++) {
        b[i] = -g[i];
        for (int k = 0; k < n; k++) b[i] += M[k*n + i]*s->ud[k];
    }
    run(s, KERNEL_inverse, s->q, s->u, s->t, &tau);
    compare(s, "inverse dynamics = M ud - g", tau, b, n, 1e-11);
    if (program_kernel_size(s->p, KERNEL_forward, 0) >= 0) {
        run(s, KERNEL_forward, s->q, s->u, s->t, &ud);
        s->ud = ud;
        run(s, KERNEL_inverse, s->q, s->u, s->t, &tau);
        compare(s, "inverse of forward dynamics", tau, s->tau, n, 1e-9);
        s->ud = own;
    }
    double T = 0, e[2];
    for (int i = 0; i < n*n; i++) T += s->u[i/n]*M[i]*s->u[i % n]/2;
    run(s, KERNEL_energy, s->q, s->u, s->t, (double *[]){ e });
    compare(s, "kinetic energy = u M u / 2", &e[0], &T, 1, 1e-11);
    free(M); free(g); free(Phi); free(Phid); free(J); free(gamma); free(ud); free(tau); free(b);
}

/* Rows and their derivatives against central differences along the motion. */
static void check_rows(subject *s)
{
    int n = s->nu, m = s->nrow;
    const double h = 1e-5;
    double *J = numbers(m*n), *Phit = numbers(m), *Phi = numbers(m), *up = numbers(m), *down = numbers(m), *want = numbers(m), *got = numbers(m);
    double *unit = numbers(n), *q = numbers(s->nq), *M = numbers(n*n), *g = numbers(n), *gamma = numbers(m), *Phid = numbers(m);
    run(s, KERNEL_constraints, s->q, NULL, s->t, (double *[]){ Phi, J, Phit });
    for (int k = 0; k < n; k++) {
        memset(unit, 0, (size_t)n*sizeof(double));
        unit[k] = 1;
        move(s, s->q, unit, h, q);
        run(s, KERNEL_constraints, q, NULL, s->t, (double *[]){ up, NULL, NULL });
        move(s, s->q, unit, -h, q);
        run(s, KERNEL_constraints, q, NULL, s->t, (double *[]){ down, NULL, NULL });
        for (int i = 0; i < m; i++) { want[i] = (up[i] - down[i])/(2*h); got[i] = J[k*m + i]; }
        compare(s, "Jacobian against differences", got, want, m, 1e-8);
    }
    run(s, KERNEL_constraints, s->q, NULL, s->t + h, (double *[]){ up, NULL, NULL });
    run(s, KERNEL_constraints, s->q, NULL, s->t - h, (double *[]){ down, NULL, NULL });
    for (int i = 0; i < m; i++) want[i] = (up[i] - down[i])/(2*h);
    compare(s, "Phit against differences", Phit, want, m, 1e-8);
    run(s, KERNEL_equations, s->q, s->u, s->t, (double *[]){ M, g, Phi, Phid, J, gamma });
    for (int i = 0; i < m; i++) {
        want[i] = Phit[i];
        for (int k = 0; k < n; k++) want[i] += J[k*m + i]*s->u[k];
    }
    compare(s, "Phid = J u + Phit", Phid, want, m, 1e-11);
    move(s, s->q, s->u, h, q);
    run(s, KERNEL_equations, q, s->u, s->t + h, (double *[]){ NULL, NULL, NULL, up, NULL, NULL });
    move(s, s->q, s->u, -h, q);
    run(s, KERNEL_equations, q, s->u, s->t - h, (double *[]){ NULL, NULL, NULL, down, NULL, NULL });
    for (int i = 0; i < m; i++) want[i] = -(up[i] - down[i])/(2*h);
    compare(s, "gamma against differences", gamma, want, m, 1e-7);
    free(J); free(Phit); free(Phi); free(up); free(down); free(want); free(got); free(unit); free(q); free(M); free(g); free(gamma); free(Phid);
}

/* Rates of a function of (q, u) along the motion with accelerations s->ud. */
static void difference(subject *s, kernel_id k, int array, int n, double *want)
{
    const double h = 1e-5;
    double *q = numbers(s->nq), *u = numbers(s->nu), *up = numbers(n), *down = numbers(n);
    double *out[6] = { NULL };
    for (int sign = 1; sign >= -1; sign -= 2) {
        /* the mean speed over the step, so that the position is right to second order */
        for (int i = 0; i < s->nu; i++) u[i] = s->u[i] + sign*h/2*s->ud[i];
        move(s, s->q, u, sign*h, q);
        for (int i = 0; i < s->nu; i++) u[i] = s->u[i] + sign*h*s->ud[i];
        out[array] = sign > 0 ? up : down;
        run(s, k, q, u, s->t + sign*h, out);
    }
    for (int i = 0; i < n; i++) want[i] = (up[i] - down[i])/(2*h);
    free(q); free(u); free(up); free(down);
}

static void check_bodies(subject *s)
{
    int nb = s->nb, n = s->nu;
    double *x = numbers(7*nb), *v = numbers(6*nb), *a = numbers(6*nb), *dx = numbers(7*nb), *dv = numbers(6*nb);
    double *B = numbers(6*nb*n), *Bdu = numbers(6*nb), *sum = numbers(6*nb);
    run(s, KERNEL_bodies_state, s->q, s->u, s->t, (double *[]){ x, v, a });
    difference(s, KERNEL_bodies_state, 0, 7*nb, dx);
    for (int b = 0; b < nb; b++) {
        compare(s, "velocity against differences", v + 6*b, dx + 7*b, 3, 1e-8);
        /* w = 2 edot conj(e), in ground axes */
        double *e = x + 7*b + 3, *d = dx + 7*b + 3;
        double w[3] = { 2*(-d[0]*e[1] + d[1]*e[0] - d[2]*e[3] + d[3]*e[2]), 2*(-d[0]*e[2] + d[1]*e[3] + d[2]*e[0] - d[3]*e[1]),
                        2*(-d[0]*e[3] - d[1]*e[2] + d[2]*e[1] + d[3]*e[0]) };
        compare(s, "angular velocity against Euler parameters", v + 6*b + 3, w, 3, 1e-8);
        double unit = e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3], one = 1;
        compare(s, "unit Euler parameters", &unit, &one, 1, 1e-13);
    }
    difference(s, KERNEL_bodies_state, 1, 6*nb, dv);
    compare(s, "accelerations against differences", a, dv, 6*nb, 1e-7);
    run(s, KERNEL_transformation, s->q, s->u, s->t, (double *[]){ B, Bdu });
    for (int i = 0; i < 6*nb; i++) for (int k = 0; k < n; k++) sum[i] += B[k*6*nb + i]*s->u[k];
    compare(s, "B u", sum, v, 6*nb, 1e-11);
    for (int i = 0; i < 6*nb; i++) { sum[i] = Bdu[i]; for (int k = 0; k < n; k++) sum[i] += B[k*6*nb + i]*s->ud[k]; }
    compare(s, "B ud + Bdot u", sum, a, 6*nb, 1e-11);
    free(x); free(v); free(a); free(dx); free(dv); free(B); free(Bdu); free(sum);
}

/* Cut coordinates: Phi need not hold; where the joint is apart, coordinate and speed differ by what the conditions forbid, so only speeds
 * and accelerations are compared. */
static void check_cut(subject *s)
{
    int n = s->g->ncu;
    if (!n) return;
    double *cu = numbers(n), *ca = numbers(n), *want = numbers(n);
    run(s, KERNEL_cut_joints, s->q, s->u, s->t, (double *[]){ NULL, cu, ca });
    difference(s, KERNEL_cut_joints, 1, n, want);
    compare(s, "acceleration of cut coordinates", ca, want, n, 1e-7);
    free(cu); free(ca); free(want);
}

static void check_file(const char *file, const char *label)
{
    subject s;
    if (!CHECK(open_subject(&s, file, label))) { fprintf(stderr, "%s: not derived\n", label); close_subject(&s); return; }
    for (int k = 0; k < 3; k++) {
        random_state(&s);
        check_choices(&s);
        check_dynamics(&s);
        check_rows(&s);
        check_bodies(&s);
        check_cut(&s);
    }
    close_subject(&s);
}

/* ---- every joint type ---- */

static void put_vector(FILE *f, const char *option, double size)
{
    fprintf(f, " %s {%.3f %.3f %.3f}", option, uniform(-size, size), uniform(-size, size), uniform(-size, size));
}

static void put_body(FILE *f, const char *name)
{
    fprintf(f, "body %s -mass %.3f -inertia {%.3f %.3f %.3f %.3f %.3f %.3f}", name, uniform(0.5, 2), uniform(1, 1.2), uniform(1, 1.2), uniform(1, 1.2),
            uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1));
    put_vector(f, "-com", 0.4);
    fprintf(f, "\n");
}

static void put_joint(FILE *f, const char *name, const char *type, const char *parent, const char *child, const char *more)
{
    fprintf(f, "joint %s %s %s %s", name, type, parent, child);
    put_vector(f, "-at", 0.7);
    put_vector(f, "-rpy", 1.5);
    put_vector(f, "-child-at", 0.5);
    put_vector(f, "-child-rpy", 1.5);
    if (!strcmp(type, "screw")) fprintf(f, " -pitch %.3f", uniform(0.1, 0.4));
    if (!strcmp(type, "universal")) fprintf(f, " -axis {1 2 0} -axis2 {2 -1 0.0}");
    else if (strcmp(type, "spherical") && strcmp(type, "free") && strcmp(type, "fixed") && strcmp(type, "planar")) put_vector(f, "-axis", 1);
    fprintf(f, " %s\n", more);
}

static FILE *new_script(char *file)
{
    strcpy(file, "/tmp/mechc-derive-XXXXXX");
    int fd = mkstemp(file);
    FILE *f = fdopen(fd, "w");
    fprintf(f, "mechanism m\ngravity {0.3 -9.81 1.1}\nparameter k 3.5\ninput force 0.2\n");
    return f;
}

/* A chain with the joint in the middle, walked either way, with springs and forces on it. */
static void check_tree_joint(const char *type, int reversed)
{
    char file[64], label[80];
    snprintf(label, sizeof label, "%s in a tree%s", type, reversed ? ", walked backwards" : "");
    FILE *f = new_script(file);
    put_body(f, "one"); put_body(f, "two"); put_body(f, "three");
    put_joint(f, "first", "universal", "ground", "one", "");
    put_joint(f, "middle", type, reversed ? "two" : "one", reversed ? "one" : "two", "-cut no");
    put_joint(f, "last", "cylindrical", "three", "two", "-cut no");
    fprintf(f, "spring s one {0.1 0.2 0.3} three {-0.3 0.1 0} -k k -length 0.2 -c 0.1*k\n"
               "force f two {1 force 2*sin(t)} -at {0.1 0.2 0}\nforce fb three {0.1 0.2 k} -at {0 0.2 0.1} -in body\n"
               "torque tq two {0.1 0 force} -in body\ntorsion ts last.angle -k 2 -angle 0.1 -c 0.3\nload last.slide 0.3*qd(first.1)\n"
               "point P three {0.1 0.2 0.3}\npoint Q one {0.4 0 0.1}\nconstraint c1 x(P)*y(P)-k*q(first.1)^2+sin(q(last.slide)+t)\n"
               "distance rod one {0.1 0 0} three {0.3 0 0.4} 1.5\n");
    fclose(f);
    check_file(file, label);
    unlink(file);
}

static void check_cut_joint(const char *type)
{
    char file[64], label[80];
    snprintf(label, sizeof label, "%s cut", type);
    FILE *f = new_script(file);
    put_body(f, "base"); put_body(f, "one"); put_body(f, "two");
    put_joint(f, "root", "revolute", "ground", "base", "");
    put_joint(f, "first", "free", "base", "one", "-cut no");
    put_joint(f, "second", "universal", "base", "two", "-cut no");
    put_joint(f, "closing", type, "one", "two", "-cut yes");
    /* loads along cut coordinates, which each derivation of g brings to the tree in its own way */
    static const char *const loaded[][3] = { { "revolute", "" }, { "prismatic", "" }, { "cylindrical", ".angle", ".slide" }, { "universal", ".1", ".2" },
                                             { "spherical", ".wx", ".wz" }, { "planar", ".x", ".angle" } };
    for (size_t i = 0; i < sizeof loaded/sizeof *loaded; i++)
        for (int k = 1; k < 3 && !strcmp(type, loaded[i][0]); k++)
            if (loaded[i][k]) fprintf(f, "load closing%s 0.3*k-0.2*qd(closing%s)\n", loaded[i][k], loaded[i][k]);
    fclose(f);
    check_file(file, label);
    unlink(file);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        for (int i = 1; i < argc; i++) check_file(argv[i], argv[i]);
        return check_done();
    }
    static const char *const library[] = { "fourbar", "rscr", "rsst", "rssr", "double-pendulum", "slider-crank", "spatial-fourbar", "chain-7", "chain-32", "arm7",
                                           "free-body", "parallelogram", "stewart" };
    for (size_t i = 0; i < sizeof library/sizeof *library; i++) {
        char file[200];
        snprintf(file, sizeof file, "mechanisms/%s.tcl", library[i]);
        check_file(file, library[i]);
    }
    for (int i = 0; i < joint_type_count; i++) {
        check_tree_joint(joint_types[i].name, 0);
        check_tree_joint(joint_types[i].name, 1);
        if (strcmp(joint_types[i].name, "screw")) check_cut_joint(joint_types[i].name);
    }
    return check_done();
}
