/*
 * test_assembly.c -- closing loops from rough guesses, held coordinates, redundant rows, messages.
 */
#include "runtime/assembly.h"
#include "runtime/guesses.h"
#include "tests/check.h"
#include "tests/hand/models.h"

/* Reference: SPEC.md, four-bar for timing. */
static void four_bar(void)
{
    mrt_mechanism *m = hand_mechanism(&hand_four_bar);
    mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    double q[3], u[3];
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    check_close(q[0], acos(0.5), 0, 1e-15);                   /* held */
    check_close(q[1], -0.571281857037, 0, 1e-12);             /* digits printed */
    check_close(q[2], 1.72700787229, 0, 1e-11);
    check_close(fabs(u[0]) + fabs(u[1]) + fabs(u[2]), 0, 0, 0);
    CHECK(s->m == 2 && s->nother == 3 && s->nfree == 1);      /* planar loop: 3 of 5 conditions implied */
    for (int k = 0; k < s->nother; k++)
        CHECK(!strcmp(m->rows[s->others[k]].what, "displacement along z") || strstr(m->rows[s->others[k]].what, "rotation"));
    mrt_system_free(s);
    hand_free(m);
}

/* With nothing held the change from the guess is W-orthogonal to the motion that the loop allows. */
static void smallest_change(void)
{
    hand_model model = hand_four_bar;
    model.body[0].hold = 0, model.body[0].q0[0] = 1.2, model.body[1].u0[0] = 0.5;
    mrt_mechanism *m = hand_mechanism(&model);
    mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    double q[3], u[3], M0[9], guess[3] = { 1.2, -0.6, 1.7 }, z[3], c[3];
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    m->mass(s->w, guess, M0);
    mrt_system_constraints(s, 0, q);
    double *J = s->J;                                         /* rows 0 and 1 are the independent ones */
    double a[3] = { J[0], J[5], J[10] }, b[3] = { J[1], J[6], J[11] };
    hand_cross(a, b, z);
    double dot = 0, dot_u = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        c[i] = 0;
        for (int j = 0; j < 3; j++) c[i] += M0[i + 3*j]*z[j];
        dot += c[i]*(q[i] - guess[i]), size += fabs(c[i]*(q[i] - guess[i]));
    }
    CHECK(size > 1e-3);
    check_close(dot/size, 0, 0, 1e-9);
    /* speeds: J u = 0, and the change from (0, 0.5, 0) is orthogonal in the same sense at q */
    m->mass(s->w, q, M0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) dot_u += z[i]*M0[i + 3*j]*(u[j] - (j == 1 ? 0.5 : 0));
    check_close(dot_u, 0, 0, 1e-12);
    check_close(hand_dot(a, u), 0, 0, 1e-13);
    check_close(hand_dot(b, u), 0, 0, 1e-13);
    CHECK(fabs(u[0]) > 1e-3);
    mrt_system_free(s);
    hand_free(m);
}

static void cannot_close(void)
{
    hand_model model = hand_four_bar;
    model.cut[0].ra[0] = 0.3;                                 /* coupler too short */
    mrt_mechanism *m = hand_mechanism(&model);
    mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    double q[3], u[3];
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_E_CONVERGENCE);
    CHECK(strstr(s->message, "loop crank coupler c rocker, joint c, displacement along ") && strstr(s->message, "check dimensions"));
    CHECK(strstr(s->message, "-q0 of joints") && !strstr(s->message, "held"));          /* without the crank's hold it would not close either */
    mrt_system_free(s);
    hand_free(m);

    /* The rocker held where it cannot be: named, with the value it would need. */
    model = hand_four_bar;
    model.body[2].hold = 1;
    m = hand_mechanism(&model);
    s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_E_CONVERGENCE);
    CHECK(strstr(s->message, "held: ") && strstr(s->message, "rocker (held at 1.7, would have to be "));
    /* The same start taken as it is: a warning with the violation. */
    CHECK(mrt_assemble(s, 0, 0, q, u) == MRT_OK);
    check_close(q[2], 1.7, 0, 0);
    CHECK(s->nwarnings == 1 && strstr(s->warnings[0], "violation 0.102"));
    mrt_system_free(s);
    hand_free(m);
}

/* The crank-rocker closes at every angle of its crank: so it must from every guess on a grid over all three, held crank or not. */
static void everywhere(void)
{
    for (int k = 0; k < 16*16*16 + 8*8*8; k++) {
        int held = k < 16*16*16, per = held ? 16 : 8, i = held ? k : k - 16*16*16;
        hand_model model = hand_four_bar;
        model.body[0].hold = held;
        for (int b = 0; b < 3; b++, i /= per) model.body[b].q0[0] = 2*acos(-1.0)*(i%per)/per;
        mrt_mechanism *m = hand_mechanism(&model);
        mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
        double q[3], u[3], open, rate;
        if (mrt_assemble(s, 0, 1, q, u) != MRT_OK) CHECK(!"closed");
        mrt_system_violation(s, 0, q, u, &open, &rate);
        if (!(open < 1e-12)) CHECK(!"tight");
        if (held && q[0] != model.body[0].q0[0]) CHECK(!"held");
        mrt_system_free(s);
        hand_free(m);
    }
}

/* Guesses far off, over 2 rad away: damping, homotopy, other starts. */
static void far_guesses(void)
{
    int closed = 0;
    for (int k = 0; k < 16; k++) {
        hand_model model = hand_four_bar;
        model.body[1].q0[0] = -3 + 0.4*k, model.body[2].q0[0] = -2.9 + 0.37*((k*7)%16);
        mrt_mechanism *m = hand_mechanism(&model);
        mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
        double q[3], u[3], open, rate;
        mrt_status st = mrt_assemble(s, 0, 1, q, u);
        mrt_system_violation(s, 0, q, u, &open, &rate);
        if (st == MRT_OK) { closed++; check_close(open, 0, 0, 1e-12); }
        mrt_system_free(s);
        hand_free(m);
    }
    CHECK(closed == 16);
}

/* Spherical joints; the drive wins over q0 even if held. phi(0) of SPEC.md's RSSR. */
static void spatial(void)
{
    hand_model model = hand_rssr;
    model.body[0].q0[0] = 0.2;
    mrt_mechanism *m = hand_mechanism(&model);
    mrt_system *s = mrt_system_new(m, MRT_KINEMATICS, NULL, NULL);
    double q[6], u[5];
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    check_close(q[0], 0, 0, 1e-14);
    check_close(q[5], 1.7537520384186858, 0, 1e-13);
    check_close(u[0], 2*acos(-1.0), 1e-14, 0);
    check_close(u[4], -2.644312314, 0, 1e-9);
    double zero[5] = { 0 }, x[21], v[18], a[18], R[9];
    m->bodies_state(s->w, 0, q, u, zero, x, v, a);
    hand_rotation(x + 10, R);
    check_close(v[9]*R[0] + v[10]*R[3] + v[11]*R[6], 0, 0, 1e-12);   /* least energy: the coupler does not spin */
    check_close(q[1]*q[1] + q[2]*q[2] + q[3]*q[3] + q[4]*q[4], 1, 0, 1e-15);
    CHECK(q[1] >= 0 && s->m == 4 && s->nfree == 1);
    CHECK(!strcmp(m->u[mrt_system_freedom(s, 0, q, 0)].name, "coupler.wx"));
    mrt_system_free(s);
    hand_free(m);
}

/* Pose guesses: the coupler's pose given instead of its Euler parameters. */
static double pose[7];
static void start_with_pose(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    hand_start(w, q0, u0, cq0, guess);
    memset(guess, 0, 21*sizeof(double));
    memcpy(guess + 7, pose, sizeof pose);
}

static void poses(void)
{
    hand_model model = hand_rssr;
    double q[6], u[5], want[6], zero[5] = { 0 }, x[21], v[18], a[18];
    mrt_mechanism *m = hand_mechanism(&model);
    mrt_system *s = mrt_system_new(m, MRT_KINEMATICS, NULL, NULL);
    CHECK(mrt_assemble(s, 0, 1, want, u) == MRT_OK);
    m->bodies_state(s->w, 0, want, zero, zero, x, v, a);
    mrt_system_free(s);
    hand_free(m);

    for (int i = 0; i < 7; i++) pose[i] = x[7 + i] + 0.01*((i*5)%3 - 1);
    model.body[1].q0[0] = 0.1, model.body[1].q0[1] = 0.9, model.body[1].q0[2] = 0.3, model.body[1].q0[3] = -0.3;
    m = hand_mechanism(&model);
    m->start = start_with_pose;
    ((mrt_body *)m->bodies)[1].has_guess = 1;
    s = mrt_system_new(m, MRT_KINEMATICS, NULL, NULL);
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    for (int i = 0; i < 6; i++) check_close(q[i], want[i], 0, i > 0 && i < 5 ? 0.05 : 1e-12);
    mrt_system_free(s);
    hand_free(m);
}

/* The guess of a cut joint picks the branch when the tree's guesses lead to the other one. */
static double cut_guess;
static void start_with_cut(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    hand_start(w, q0, u0, cq0, guess);
    cq0[0] = cut_guess;
}

static void cut_guesses(void)
{
    mrt_mechanism *m = hand_mechanism(&hand_four_bar);
    mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    double q[3], u[3];
    m->start = start_with_cut;
    cut_guess = NAN;
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    double open = q[2] - q[0] - q[1];                         /* angle from coupler to rocker */
    cut_guess = open + 0.3;
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    check_close(q[2], 1.72700787229, 0, 1e-11);
    cut_guess = -open;                                        /* the crossed configuration */
    CHECK(mrt_assemble(s, 0, 1, q, u) == MRT_OK);
    check_close(remainder(q[2] - q[0] - q[1] + open, 2*acos(-1.0)), 0, 0, 1e-10);
    mrt_system_free(s);
    hand_free(m);
}

int main(void)
{
    four_bar();
    smallest_change();
    cannot_close();
    far_guesses();
    everywhere();
    spatial();
    poses();
    cut_guesses();
    return check_done();
}
