/*
 * test_reactions.c -- reactions against statics by hand, and against Newton's law for a whole moving loop: what joints to ground, gravity, applied
 * forces and rods put on the bodies is the rate of their momentum; joints carry nothing along their free directions.
 */
#include "simulate.h"

static void expect(const table *t, int row, const char *which, const double want[6])
{
    static const char *const part[6] = { "fx", "fy", "fz", "mx", "my", "mz" };
    for (int k = 0; k < 6; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", which, part[k]);
        if (!check_close(table_get(t, row, name), want[k], 1e-9, 1e-9)) fprintf(stderr, "%s\n", name);
    }
}

static void statics(void)
{
    /* 2 kg at x = 1.5 and 1 kg at x = 1.2 hang on a joint at x = 1; 3 along y at x = 2 and a torque of 5 about z besides */
    table *t = simulate("fixed to ground", "gravity {0 0 -10}\nbody b -mass 2 -com {0.5 0 0.3}\njoint h fixed ground b -at {1 0 0}\nforce push b {0 3 0} -at {1 0 0}\n"
                        "torque turn b {0 0 5}\nbody c -mass 1\njoint g prismatic b c -at {0.2 0 0} -axis {1 0 0}\n", MRT_DYNAMICS, 0.1, 1);
    if (t) {
        expect(t, 1, "h", (double[]){ 0, -3, 30, 0, -12, -8 });
        expect(t, 1, "g", (double[]){ 0, 0, 10, 0, 0, 0 });
        check_close(table_get(t, 1, "energy"), 2*10*0.3, 1e-12, 0);
    }
    table_free(t);

    /* a beam held level by its drive, which a load helps; then with the joint written from beam to ground */
    t = simulate("beam", "gravity {0 -10 0}\nbody b -mass 2 -com {0.5 0 0}\njoint h revolute ground b -at {1 0 0}\ndrive h 0\nload h 3\n", MRT_KINEMATICS, 0.1, 1);
    if (t) {
        check_close(table_get(t, 1, "f.h"), 7, 1e-12, 0);
        expect(t, 1, "h", (double[]){ 0, 20, 0, 0, 0, 10 });
    }
    table_free(t);
    t = simulate("beam, reversed", "gravity {0 -10 0}\nbody b -mass 2 -com {0.5 0 0}\njoint h revolute b ground -child-at {1 0 0}\ndrive h 0\nload h 3\n",
                 MRT_KINEMATICS, 0.1, 1);
    if (t) {
        check_close(table_get(t, 1, "f.h"), -13, 1e-12, 0);
        expect(t, 1, "h", (double[]){ 0, -20, 0, 0, 0, -10 });
    }
    table_free(t);
}

/* Bodies whose frames sit in their mass centres, so that accelerations of the results are those of the mass centres. */
static void newton(const char *label, const char *cuts)
{
    char text[4000];
    snprintf(text, sizeof text,
             "gravity {0.5 -1 0.8}\nforeach b {one two three} m {1.3 1.7 1.1} { body $b -mass $m -inertia {0.11 0.12 0.1 0.01 -0.02 0.015} }\n"
             "%s\n"
             "joint s spherical ground one -at {0.3 -0.6 0.2} -child-at {0.3 -0.6 0.2} -cut $s\n"
             "joint b cylindrical one two -at {-0.5 0.4 0.7} -child-at {-0.5 0.4 0.7} -axis {0.6 -0.3 0.7} -cut no\n"
             "joint d spherical two three -at {0.7 0.3 -0.4} -child-at {0.7 0.3 -0.4} -cut no\n"
             "joint c cylindrical ground three -at {-0.2 0.5 0.6} -child-at {-0.2 0.5 0.6} -axis {0.3 -0.5 0.8} -cut $c\n"
             "force push two {0.3 0.2 -0.4} -at {0.1 0.2 0.3}\nspring sp one {0.3 1 0.2} three {0.2 0.1 0} -k 20 -length 0.5 -c 0.3\n"
             "constraint k q(c.angle)-0.4*q(c.slide)-0.2*t^2\nload c.slide 0.3\npoint P two {0.1 0.2 0.3}\nconstraint px x(P)-0.1-0.05*t^2\n", cuts);
    table *t = simulate(label, text, MRT_DYNAMICS, 0.3, 2);
    for (int r = 0; t && r < t->rows; r++) {
        static const char *const names[3] = { "one", "two", "three" };
        static const double mass[3] = { 1.3, 1.7, 1.1 }, gravity[3] = { 0.5, -1, 0.8 }, push[3] = { 0.3, 0.2, -0.4 }, axis[3] = { 0.3, -0.5, 0.8 };
        double along_f = 0, along_m = 0, length = sqrt(0.3*0.3 + 0.5*0.5 + 0.8*0.8);
        for (int k = 0; k < 3; k++) {
            char name[64];
            double sum = push[k] + (k == 0 ? table_get(t, r, "lambda.px") : 0);
            for (int b = 0; b < 3; b++) {
                snprintf(name, sizeof name, "%s.a%c", names[b], "xyz"[k]);
                sum += mass[b]*(gravity[k] - table_get(t, r, name));
            }
            for (int j = 0; j < 2; j++) {
                snprintf(name, sizeof name, "%s.f%c", j ? "c" : "s", "xyz"[k]);
                sum += table_get(t, r, name);
                if (j) along_f += table_get(t, r, name)*axis[k]/length;
                snprintf(name, sizeof name, "%s.m%c", j ? "d" : "s", "xyz"[k]);
                check_close(table_get(t, r, name), 0, 0, 1e-8);
            }
            snprintf(name, sizeof name, "c.m%c", "xyz"[k]);
            along_m += table_get(t, r, name)*axis[k]/length;
            if (!check_close(sum, 0, 0, 1e-8)) fprintf(stderr, "%s: momentum along %c\n", label, "xyz"[k]);
        }
        /* along the cylindrical joint: the load and what the constraint on its coordinates asks */
        double lambda = table_get(t, r, "lambda.k");
        check_close(along_m, lambda, 1e-8, 1e-8);
        check_close(along_f, 0.3 - 0.4*lambda, 1e-8, 1e-8);
        CHECK(fabs(lambda) > 1e-3);
    }
    table_free(t);
}

/* Two names for one place, or for one number, in a constraint: each pulls with its own slope. 10 N along x on a slider. */
static void twins(void)
{
    static const char *const slider = "gravity {5 0 0}\nbody b -mass 2 -inertia {1 1 1}\njoint s prismatic ground b -axis {1 0 0} -q0 1\npoint P b {0 0 0}\npoint R b {0 0 0}\n"
                                      "body g -mass 1\njoint h fixed ground g\npoint G g {0 0.5 0}\n";
    static const struct { const char *row; double slopes, through, fixed; } cases[] = {
        { "x(P)+2*x(R)-3", 3, 0, 0 }, { "x(P)*x(R)-1", 2, 0, 0 }, { "x(P)/x(R)^3-1", -2, 0, 0 }, { "atan2(x(P),2*x(R))+x(R)-1-atan(0.5)", 1, 0, 0 },
        { "max(x(P),x(R)^2-5)-sin(q(s))+sin(1)-1", 1 - 0.5403023058681398, -0.5403023058681398, 0 },
        { "x(P)+q(s)-2", 2, 1, 0 }, { "x(P)-q(s)+3*(x(R)-1)", 3, -1, 0 }, { "2*x(P)-3*x(G)-2", 2, 0, -3 } };
    for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%sconstraint k %s\n", slider, cases[i].row);
        table *t = simulate(cases[i].row, text, MRT_DYNAMICS, 0.1, 1);
        if (!t) continue;
        double lambda = table_get(t, 1, "lambda.k");
        check_close(lambda, -10/cases[i].slopes, 1e-9, 0);
        expect(t, 1, "s", (double[]){ lambda*cases[i].through, 0, 0, 0, 0, 0 });
        expect(t, 1, "h", (double[]){ -5 - lambda*cases[i].fixed, 0, 0, 0, 0, lambda*cases[i].fixed*0.5 });
        table_free(t);
    }
}

int main(void)
{
    statics();
    twins();
    newton("cut at the cylindrical joint", "set c yes; set s no");
    newton("cut at the spherical joint", "set c no; set s yes");
    return check_done();
}
