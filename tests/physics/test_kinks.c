/*
 * test_kinks.c -- drives with kinks in a kinematic run: positions are right at every output point wherever the kinks are, speeds and accelerations on
 * either side of them; exactly at a kink they are those of step(0) = 1/2.
 */
#include <math.h>
#include "simulate.h"

static const char *slider_crank =
    "body crank -mass 1 -inertia {1 1 1}\nbody rod -mass 1 -inertia {1 1 1}\nbody slider -mass 1 -inertia {1 1 1}\n"
    "joint turn revolute ground crank -q0 0.5\njoint pin revolute crank rod -at {1 0 0} -q0 -0.7\n"
    "joint slide prismatic ground slider -axis {1 0 0} -q0 3\njoint wrist revolute rod slider -at {3 0 0}\ndrive turn {%s}\n";

/* The drive and its derivatives at t, and at a kink the values between its sides. */
typedef void drive_law(double t, double f[3]);

static double value(const table *a, int row, const char *name) { return a->values[row*a->columns + table_column(a, name)]; }

static void check_drive(const char *text, drive_law *law, int steps)
{
    char script[1000];
    snprintf(script, sizeof script, slider_crank, text);
    table *a = simulate(text, script, MRT_KINEMATICS, 1, steps);
    if (!CHECK(a && a->rows == steps + 1)) { table_free(a); return; }
    for (int r = 0; r < a->rows; r++) {
        double f[3];
        law(value(a, r, "t"), f);
        /* x = cos + root(9 - sin^2) of the crank angle, by hand */
        double s = sin(f[0]), c = cos(f[0]), root = sqrt(9 - s*s), dx = -s - s*c/root;
        int ok = check_close(value(a, r, "q.turn"), f[0], 1e-12, 1e-12) & check_close(value(a, r, "q.slide"), c + root, 1e-11, 1e-11)
               & check_close(value(a, r, "u.turn"), f[1], 1e-11, 1e-11) & check_close(value(a, r, "u.slide"), dx*f[1], 1e-10, 1e-10)
               & check_close(value(a, r, "a.turn"), f[2], 1e-11, 1e-11);
        if (!ok) fprintf(stderr, "%s in %d steps, row %d\n", text, steps, r);
    }
    table_free(a);
}

static double sign_of(double x) { return (x > 0) - (x < 0); }
static double step_of(double x) { return 0.5 + 0.5*sign_of(x); }

static void fold(double t, double f[3])    { f[0] = 0.4 + 40*fabs(t - 0.5), f[1] = 40*sign_of(t - 0.5), f[2] = 0; }
static void bounces(double t, double f[3]) { double s = sin(20*t); f[0] = 3*fabs(s), f[1] = 60*cos(20*t)*sign_of(s), f[2] = -1200*fabs(s); }
static void stops(double t, double f[3])   { f[0] = fmin(2*t, 1), f[1] = 2*step_of(0.5 - t), f[2] = 0; }

/* The speed has the kink, the acceleration jumps: 2 step(x)^2 is between its sides at x = 0. */
static void starts(double t, double f[3])
{
    double x = t - 0.5, m = fmax(0, x), d = step_of(x);
    f[0] = 0.4 + m*m, f[1] = 2*m*d, f[2] = 2*d*d;
}

int main(void)
{
    for (int steps = 1; steps <= 10; steps++) {
        check_drive("0.4+40*abs(t-0.5)", fold, steps);
        check_drive("min(2*t,1)", stops, steps);
        check_drive("0.4+max(0,t-0.5)^2", starts, steps);
    }
    check_drive("3*abs(sin(20*t))", bounces, 20);
    return check_done();
}
