/*
 * test_kinematics.c -- driven motion: closed form of the four-bar, reference values of the RSSR with its idle spin,
 * driving forces by power, lock-up, drives that contradict.
 */
#include "runtime/kinematics.h"
#include "tests/check.h"
#include "tests/hand/models.h"

enum { KEEP = 2000 };
static struct { int n; double t[KEEP], q[KEEP][12], u[KEEP][12], ud[KEEP][12], lam[KEEP][HAND_ROWS]; } seen;

static mrt_status keep(void *data, const mrt_point *x)
{
    const mrt_mechanism *m = data;
    if (seen.n >= KEEP) return MRT_E_FILE;
    seen.t[seen.n] = x->t;
    memcpy(seen.q[seen.n], x->q, (size_t)m->nq*sizeof(double));
    memcpy(seen.u[seen.n], x->u, (size_t)m->nu*sizeof(double));
    memcpy(seen.ud[seen.n], x->ud, (size_t)m->nu*sizeof(double));
    memcpy(seen.lam[seen.n++], x->lam, (size_t)m->nrow*sizeof(double));
    return MRT_OK;
}

typedef struct fixture { mrt_mechanism *m; mrt_system *s; mrt_report report; mrt_status status; } fixture;

static fixture run_model(const hand_model *model, double to, int steps)
{
    fixture f = { .m = hand_mechanism(model) };
    f.s = mrt_system_new(f.m, MRT_KINEMATICS, NULL, NULL);
    mrt_task task = { .from = 0, .to = to, .steps = steps, .row = keep, .data = f.m };
    seen.n = 0;
    f.status = mrt_kinematics_run(f.s, &task, &f.report);
    return f;
}
static void done(fixture *f) { mrt_system_free(f->s); hand_free(f->m); }

/* Rocker angle of the open four-bar as a function of the crank's: circles about the two ends. */
static double rocker(double crank)
{
    double x = cos(crank) - 4, y = sin(crank), d = sqrt(x*x + y*y);
    return atan2(y, x) - acos((d*d + 6.25 - 12.25)/(5*d));
}

static void four_bar(void)
{
    hand_model model = hand_four_bar;
    model.ndrive = 1, model.drive[0] = (hand_drive){ 0, { 1.0471975511965976, 2, 0.3 }, MRT_KINEMATICS };
    /* coarse output: 12 points a turn; the branch must hold all the same */
    fixture f = run_model(&model, 10, 38);
    CHECK(f.status == MRT_OK && seen.n == 39 && f.s->nwarnings == 0);
    for (int k = 0; k < seen.n; k++) {
        double t = seen.t[k], c = 1.0471975511965976 + 2*t + 0.3*sin(t), cd = 2 + 0.3*cos(t), cdd = -0.3*sin(t), h = 1e-3;
        double r0 = rocker(c), d1 = (rocker(c + h) - rocker(c - h))/(2*h)*4/3 - (rocker(c + 2*h) - rocker(c - 2*h))/(12*h);
        double d2 = ((rocker(c + h) + rocker(c - h))*16 - (rocker(c + 2*h) + rocker(c - 2*h)) - 30*r0)/(12*h*h);
        check_close(seen.q[k][0], c, 0, 1e-13);
        check_close(remainder(seen.q[k][2] - r0, 2*acos(-1.0)), 0, 0, 1e-13);
        check_close(seen.u[k][2], d1*cd, 0, 1e-10);            /* difference quotient h^4 */
        check_close(seen.ud[k][2], d2*cd*cd + d1*cdd, 0, 1e-7);
        CHECK(fabs(seen.q[k][2]) < 3.2);                       /* continuous: the rocker never turns over */
    }
    /* Power of the drive = rate of energy, by differences in time of the neighbouring states. */
    for (int k = 0; k < seen.n; k++) {
        double e[2], rate = 0, h = 1e-5, q[3];
        for (int side = -1; side <= 1; side += 2) {
            double u[3];
            for (int i = 0; i < 3; i++) {
                q[i] = seen.q[k][i] + side*h*seen.u[k][i] + 0.5*h*h*seen.ud[k][i];
                u[i] = seen.u[k][i] + side*h*seen.ud[k][i];
            }
            f.m->energy(f.s->w, 0, q, u, f.s->in, e);
            rate += side*(e[0] + e[1])/(2*h);
        }
        check_close(seen.lam[k][5]*seen.u[k][0], rate, 1e-7, 1e-6);
    }
    done(&f);
}

/* SPEC.md / 002_RSSR.json. The coupler's angular acceleration includes the derivative of the least-energy field. */
static void rssr(void)
{
    static const struct { int k; double phi[3], omega[3], alpha[3]; } want[] = {
        { 0, { 1.7537520384186858, -2.6443123141619753, -8.258453826746948 },
          { 0.35930022706053694, 0.03006859851775302, 0.033838330455731286 }, { -5.253651549996585, 6.98401948620239, -7.091431100995222 } },
        { 1, { 1.3759893294564902, -3.1195587031217937, 6.4172456703581755 },
          { -0.5130005147935042, 0.8069026004088953, -0.7659193030233369 }, { -4.921780597552836, 4.95313416887923, -4.825505952930849 } },
        { 2, { 1.1792884458298312, 1.070690773572333, 49.313639600761405 },
          { 0.4935215284434983, 1.0931350678564329, -1.1469472558975327 }, { 15.491465953182283, -1.1098494294598684, -1.6425336966955528 } },
        { 7, { 2.0166545402192275, -1.551702854668401, -8.903671816551721 },
          { 0.5258958407230163, -0.7614259810400975, 0.811166241905359 }, { 2.305699078400864, 4.936184252011731, -4.83659812186339 } },
        { 16, { 1.7537520384186858, -2.644312314161975, -8.258453826746951 },
          { 0.35930022706053766, 0.03006859851775359, 0.033838330455732674 }, { -5.253651549996603, 6.984019486202389, -7.091431100995216 } } };
    fixture f = run_model(&hand_rssr, 2, 16);
    CHECK(f.status == MRT_OK && seen.n == 17);
    CHECK(f.s->nwarnings == 1 && strstr(f.s->warnings[0], "1 freedom is left over by the drives: coupler.wx"));
    for (size_t i = 0; i < sizeof want/sizeof want[0]; i++) {
        int k = want[i].k;
        double x[21], v[18], a[18];
        f.m->bodies_state(f.s->w, seen.t[k], seen.q[k], seen.u[k], seen.ud[k], x, v, a);
        check_close(seen.q[k][5], want[i].phi[0], 1e-12, 0);
        check_close(seen.u[k][4], want[i].phi[1], 1e-11, 0);
        check_close(seen.ud[k][4], want[i].phi[2], 1e-11, 0);
        for (int c = 0; c < 3; c++) {
            check_close(v[9 + c], want[i].omega[c], 1e-10, 1e-11);
            check_close(a[9 + c], want[i].alpha[c], 1e-10, 1e-10);
        }
    }
    /* Driving torque: power = rate of kinetic energy (no gravity); the load of 0.02 N m acts beside the drive. */
    for (int k = 1; k < seen.n; k++) {
        double tau[5], power = 0;
        f.m->inverse(f.s->w, MRT_KINEMATICS, seen.t[k], seen.q[k], seen.u[k], seen.ud[k], NULL, tau);
        for (int j = 0; j < 5; j++) power += tau[j]*seen.u[k][j];
        check_close(seen.lam[k][3]*seen.u[k][0], power, 1e-10, 1e-12);
    }
    done(&f);
}

/* Rocker driven past the position where crank and coupler are in line: no position beyond. */
static void lock_up(void)
{
    hand_model model = hand_four_bar;
    model.body[0].hold = 0;
    model.ndrive = 1, model.drive[0] = (hand_drive){ 2, { 1.72700787229, -0.5, 0 }, MRT_KINEMATICS };
    fixture f = run_model(&model, 0.4, 40);
    CHECK(f.status < 0 && seen.n > 3 && seen.n < 41 && f.report.rows == seen.n);
    /* coupler + crank = 4.5 in line: 4.5^2 = 16 + 6.25 + 20 cos(rocker) */
    double limit = acos((20.25 - 22.25)/20), at = (1.72700787229 - limit)/0.5;
    check_close(f.report.stopped, at, 0, 1e-5);
    CHECK(strstr(f.s->message, "lock-up") != NULL);
    done(&f);
}

static void contradiction(void)
{
    hand_model model = hand_four_bar;
    model.body[0].hold = 0, model.ndrive = 2;
    model.drive[0] = (hand_drive){ 0, { 1.0471975511965976, 1, 0 }, MRT_KINEMATICS };
    model.drive[1] = (hand_drive){ 2, { 1.7270078722868, 0, 0 }, MRT_KINEMATICS };
    fixture f = run_model(&model, 1, 2);
    CHECK(f.status < 0 && seen.n == 0 && f.s->message[0]);
    done(&f);
    /* consistent at the start but one too many */
    model.drive[0].d[1] = 0;
    f = run_model(&model, 1, 2);
    CHECK(f.status == MRT_E_INCONSISTENT && strstr(f.s->message, "drive of rocker"));
    done(&f);
}

int main(void)
{
    four_bar();
    rssr();
    lock_up();
    contradiction();
    return check_done();
}
