/*
 * Emission: programs written by hand go through the passes, are emitted, compiled by every compiler there is, and agree with the evaluator.
 */
#include "tests/emitted.h"
#include "generator/passes/passes.h"
#include "tests/check.h"

#include <stdlib.h>

/* Double pendulum, point masses on massless rods, absolute angles: every textbook has it. */
static const char *const dpend =
    "leaf m1 = p[0]\nleaf m2 = p[1]\nleaf l1 = p[2]\nleaf l2 = p[3]\n"
    "leaf th1 = q[0] # angle of the upper link\nleaf th2 = q[1]\nleaf w1 = u[0]\nleaf w2 = u[1]\nleaf a1 = ud[0]\nleaf a2 = ud[1]\n"
    "leaf tau1 = tau[0]\nleaf tau2 = tau[1]\n"
    "section trigonometry\n"
    "d = th1 - th2\nc_1 = cos(th1)\ns_1 = sin(th1)\ns_2 = sin(th2)\nc_2 = cos(th2)\nc_d = cos(d)\ns_d = sin(d)\n"
    "section inertia\n"
    "I1 = m1*l1^2 + m2*l1^2   # both masses about the base pin\n"
    "I2 = m2*l2^2             # lower mass about its own pin\n"
    "I12 = m2*l1*l2*c_d       # coupling upper-lower\n"
    "section velocity terms\n"
    "h = m2*l1*l2*s_d         # Coriolis coefficient\n"
    "g1 = -h*w2^2 - 9.81*m1*l1*s_1 - 9.81*m2*l1*s_1\n"
    "g2 = h*w1^2 - 9.81*m2*l2*s_2\n"
    "section accelerations\n"
    "det = I1*I2 - I12^2      # of the mass matrix\n"
    "r1 = g1 + tau1\nr2 = g2 + tau2\n"
    "ud1 = I2*r1*det^-1 - I12*r2*det^-1\nud2 = I1*r2*det^-1 - I12*r1*det^-1\n"
    "section inverse dynamics\n"
    "f1 = I1*a1 + I12*a2 - g1\nf2 = I12*a1 + I2*a2 - g2\n"
    "section energy\n"
    "T = 0.5*I1*w1^2 + I12*w1*w2 + 0.5*I2*w2^2\n"
    "V = -9.81*m1*l1*c_1 - 9.81*m2*l1*c_1 - 9.81*m2*l2*c_2\n"
    "x1 = l1*s_1\ny1 = -l1*c_1\n"
    "kernel start\nq0[2]\nq0[0] = 0.3\nq0[1] = 1\nu0[2]\ncq0[0]\nguess[14]\n"
    "kernel rates\nqd[2]\nqd[0] = w1\nqd[1] = w2\n"
    "kernel constraints\nPhi[0]\nJ[0]\nPhit[0]\n"
    "kernel equations\nM[4]\nM[0] = I1\nM[1] = I12\nM[2] = I12\nM[3] = I2\ng[2]\ng[0] = g1\ng[1] = g2\nPhi[0]\nPhid[0]\nJ[0]\ngamma[0]\n"
    "kernel mass\nM[4]\nM[0] = I1\nM[1] = I12\nM[2] = I12\nM[3] = I2\n"
    "kernel forward\nud[2]\nud[0] = ud1\nud[1] = ud2\n"
    "kernel inverse\ntau[2]\ntau[0] = f1\ntau[1] = f2\n"
    "kernel energy\ne[2]\ne[0] = T\ne[1] = V\n"
    "kernel bodies_state\nx[14]\nx[0] = x1\nx[1] = y1\nx[3] = 1\nx[10] = 1\nv[12]\na[12]\n";

static const mrt_parameter dpend_p[] = { { "m1", "kg", "upper mass", 1 }, { "m2", "kg", "lower mass", 2 },
                                         { "l1", "m", "upper length", 1.5 }, { "l2", "m", "lower length", 0.7 } };
static const mrt_coordinate dpend_q[] = { { "th1", MRT_ANGLE, 0, 0.3, 0 }, { "th2", MRT_ANGLE, 1, 1, 0 } };
static const mrt_coordinate dpend_u[] = { { "th1", MRT_ANGLE, 0, 0, 0 }, { "th2", MRT_ANGLE, 1, 0, 0 } };
static const mrt_column dpend_all[] = { { "th1", MRT_ANGLE, 0, 0 }, { "th2", MRT_ANGLE, 0, 1 } };
static const mrt_body dpend_bodies[] = { { "upper", 1, 0, { 0 } }, { "lower", 2, 0, { 0 } } };
static const mrt_joint dpend_joints[] = { { "th1", "revolute", "ground", "upper", 0, 0, 1, 0, 1 },
                                          { "th2", "revolute", "upper", "lower", 0, 1, 1, 1, 1 } };

static const mrt_mechanism dpend_facts = {
    .name = "dpend", .about = "double pendulum", .provenance = "test", .nq = 2, .nu = 2, .np = 4, .nbody = 2, .njoint = 2,
    .nall_q = 2, .nall_u = 2, .alpha = 199.94, .beta = 282.8, .parameters = dpend_p, .q = dpend_q, .u = dpend_u,
    .all_q = dpend_all, .all_u = dpend_all, .bodies = dpend_bodies, .joints = dpend_joints,
    .analysis = { { MRT_DYNAMICS, 0, 10, 100, "", "", 0, 0, 1 } },
};

/* Nothing physical: every function and leaf array, names that C does not like, a loop, an input. The mechanism's own name is a keyword. */
static const char *const oddities =
    "leaf while = p[0]\nleaf x = p[1]\nleaf X = q[0]\nleaf q = q[1]\nleaf double_Q_x = q[2]\nleaf v = u[0]\nleaf vv = u[1]\nleaf yn = u[2]\n"
    "leaf a = ud[2]\nleaf t = t[0]\nleaf force = in[0]\nleaf push = tau[1]\nleaf l = lam[0]\nleaf kin = mode[0]\nleaf dyn = mode[1]\n"
    "section functions\n"
    "f0 = sin(X)\nf1 = cos(X)\nf2 = tan(X)\nsq = X^2 + q^2\nhalf = 0.125*sin_x\n";

static char *oddities_text(void)
{
    static const char *const one[] = { "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "exp", "abs", "sign", "step" };
    static char text[8000];
    strcpy(text, oddities);
    *strstr(text, "half = ") = '\0';
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        sprintf(text + strlen(text), "g%zu = %s(double_Q_x)\n", i, one[i]);
    strcat(text,
        "pos = 1 + sq\nr = sqrt(pos)\nlg = log(pos)\nsmall = 0.25*f0\nas = asin(small)\nac = acos(small)\nat = atan2(X, pos)\n"
        "zero = 0\nminus = -X\nhalf = 2.5\nmi = min(X, q)\nma = max(minus, zero)\nstepm = step(minus)\npw = pow(pos, half)\npp = sqrt(while)\n"
        "section forces\n"
        "Phi_1 = X^4 - x*q + 0.3333333333333333*t^2\nlong_name_of_a_force_that_does_not_end_and_does_not_end = v*vv*yn - force*X + kin*X - 2*dyn*q\n"
        "s1 = g0 + g1 + g2 + g3 + g4 + g5 + g6 + g7 + g8 + g9 + g10 + f0 + f1 + f2 + as + ac + at + mi + ma + stepm + pw + pp + lg # a comment */ that /* bites\n"
        "s2 = -s1 - x^2*v*while^-1 - 3*x*v - v*r^-2 + 7\n"
        "s3 = 2*x*X + while*X + 5*X + while + x^3 + 2\n"
        "s4 = l*X + l*t*long_name_of_a_force_that_does_not_end_and_does_not_end\n"
        "kernel start\nq0[3]\nq0[0] = x\nq0[2] = -1.5\nu0[3]\ncq0[1]\ncq0[0] = pp\nguess[7]\nguess[3] = 1\n"
        "kernel rates\nqd[3]\nqd[0] = v\nqd[1] = -vv\nqd[2] = yn\n"
        "kernel constraints\nPhi[1]\nPhi[0] = Phi_1\nJ[3]\nJ[0] = -s3\nPhit[1]\nPhit[0] = 0.6666666666666666*t\n"
        "kernel equations\nM[9]\nM[0] = pos\nM[4] = 1\nM[8] = while\ng[3]\ng[0] = s2\ng[1] = long_name_of_a_force_that_does_not_end_and_does_not_end\n"
        "Phi[1]\nPhi[0] = Phi_1\nPhid[1]\nJ[3]\nJ[0] = -s3\ngamma[1]\ngamma[0] = kin\n"
        "kernel mass\nM[9]\nM[0] = pos\nM[4] = 1\nM[8] = while\n"
        "kernel forward\nud[3]\nud[0] = push\nud[1] = -push\n"
        "kernel inverse\ntau[3]\ntau[0] = a\ntau[1] = a\ntau[2] = -a\n"
        "kernel bodies_state\nx[7]\nx[3] = 1\nv[6]\nv[0] = s1\nv[1] = -s1\na[6]\n"
        "kernel cut_joints\ncq[1]\ncq[0] = at\ncu[1]\nca[1]\n"
        "kernel energy\ne[2]\n"
        "kernel output\ny[2]\ny[0] = s4_free\ny[1] = -s1\n"
        "kernel reactions\nR[6]\nR[2] = s4\nR[5] = -l\n"
        "kernel event\nz[1]\nz[0] = minus\n"
        "kernel transformation\nB[18]\nB[17] = f1\nBdu[6]\n");
    /* outputs may not use lam */
    memcpy(strstr(text, "s4_free"), "t      ", 7);
    return text;
}

static const mrt_parameter odd_p[] = { { "while", "", "", 2 }, { "x", "N/m", "ends */ badly", 0.3 } };
static const mrt_parameter odd_in[] = { { "force", "N", "", 0 } };
static const mrt_coordinate odd_q[] = { { "x", MRT_ANGLE, 0, 0, 0 }, { "X", MRT_LENGTH, 0, 0, 1 }, { "x.", MRT_LENGTH, 0, 0, 0 } };
static const mrt_column odd_all[] = { { "x", MRT_ANGLE, 0, 0 }, { "X", MRT_LENGTH, 0, 1 }, { "x.", MRT_LENGTH, 0, 2 }, { "c\"ut\\", MRT_ANGLE, 1, 0 } };
static const mrt_row odd_rows[] = { { MRT_ROW_CUT, "j2", "displacement along x", 1, 3 } };
static const mrt_body odd_bodies[] = { { "int", 0.1, 1, { 0, 0, 0, 1, 0, 0, 0 } } };
static const mrt_joint odd_joints[] = { { "a", "planar", "ground", "int", 0, 0, 3, 0, 3 }, { "2 b?\?/", "revolute", "int", "ground", 1, 3, 1, 3, 1 } };
static const mrt_output odd_out[] = { { "time", "s" }, { "time", "" } };
static const char *const odd_events[] = { "-X" };

static const mrt_mechanism odd_facts = {
    .name = "double", .about = "names and \"quotes\"", .provenance = "test", .nq = 3, .nu = 3, .np = 2, .nin = 1, .nrow = 1, .nbody = 1,
    .njoint = 2, .nout = 2, .nevent = 1, .ncq = 1, .ncu = 1, .nall_q = 4, .nall_u = 4, .alpha = 1, .beta = 2.5, .parameters = odd_p,
    .inputs = odd_in, .q = odd_q, .u = odd_q, .all_q = odd_all, .all_u = odd_all, .rows = odd_rows, .bodies = odd_bodies,
    .joints = odd_joints, .outputs = odd_out, .events = odd_events, .analysis = { { 0, 0, 0, 0, "", "", 0, 0, 0 } },
};

/* Reads, runs the passes, emits with chunks of the given size, compiles and compares with the program before the passes. */
static void check_emission(const char *text, const mrt_mechanism *m, int chunk, bool warnings, bool example)
{
    char error[300] = "";
    const char *worst = "";
    emit_choice choice = { "mass matrix", "written by hand" };
    emit_facts f = { .mechanism = m, .script = "test.tcl", .version = "0", .sha256 = "0123456789abcdef0123", .nchoice = 1, .choices = &choice,
                     .templates = "templates" };
    program *derived = program_read(text, error, sizeof error), *p = program_read(text, error, sizeof error);
    if (!CHECK(p && derived)) {
        fprintf(stderr, "%s\n", error);
        return;
    }
    p = passes_run(p);
    program_plan *plan = pass_chunks(p, chunk);
    emit_files *files = emit_solver(p, plan, &f, error, sizeof error), *again = emit_solver(p, plan, &f, error, sizeof error);
    emitted x = { 0 };
    if (CHECK(files && again)) {
        for (int i = 0; i < files->n; i++)
            CHECK(!strcmp(files->file[i].text, again->file[i].text));
        CHECK(emitted_write(&x, files));
        if (warnings)
            CHECK(emitted_warnings(&x));
        if (example)
            CHECK(emitted_example(&x));
        if (CHECK(emitted_load(&x, "cc", "-O1"))) {
            double difference = emitted_compare(&x, derived, 20, &worst);
            /* rounding: the passes change the order of operations */
            if (!CHECK(difference <= 1e-13))
                fprintf(stderr, "%s, chunks of %d: %s differs by %g\n", m->name, chunk, worst, difference);
            CHECK(x.mechanism->work == (size_t)(plan->nkept + plan->nshared));
        }
        if (check_failed)
            fprintf(stderr, "kept: %s\n", x.folder);
        else
            emitted_done(&x);
    } else {
        fprintf(stderr, "%s\n", error);
    }
    emit_free(files);
    emit_free(again);
    pass_chunks_free(plan);
    program_free(p);
    program_free(derived);
}

/* M and B of three speeds and two bodies filled by loops; the numbers are anything. */
static void test_loops(void)
{
    static const mrt_coordinate q[] = { { "a", MRT_ANGLE, 0, 0, 0 }, { "b", MRT_ANGLE, 0, 0, 0 }, { "c", MRT_ANGLE, 0, 0, 0 } };
    static const mrt_body bodies[] = { { "one", 1, 0, { 0 } }, { "two", 1, 0, { 0 } } };
    static const int up[] = { -1, 0, 0 }, last[] = { 1, 2 };
    mrt_mechanism m = { .name = "loops", .about = "", .provenance = "", .nq = 3, .nu = 3, .nbody = 2, .q = q, .u = q, .bodies = bodies };
    emit_facts f = { .mechanism = &m, .script = "", .version = "0", .sha256 = "", .templates = "templates" };
    char error[300] = "";
    const char *worst;
    program *p = program_new();
    int s[3];
    for (int i = 0; i < 3; i++)
        s[i] = program_func_of(p, PF_SIN, program_leaf(p, LEAF_Q, i, q[i].name, ""), 0, "", "").id;
    int speed = program_leaf(p, LEAF_U, 0, "speed", "");
    program_kernel_array(p, KERNEL_mass_table, 0, 36);
    program_kernel_array(p, KERNEL_transformation_table, 0, 24);
    for (int i = 0; i < 36; i++) {
        factor x = { s[i % 3], 1 };
        pref r = program_sum(p, &(term){ i + 2, 1, &x }, 1, "", "");
        program_kernel_set(p, KERNEL_mass_table, 0, i, r);
        if (i < 24)
            program_kernel_set(p, KERNEL_transformation_table, 0, i, r);
    }
    program_kernel_array(p, KERNEL_mass, 0, 9);
    program_kernel_array(p, KERNEL_equations, 0, 9);
    program_kernel_array(p, KERNEL_equations, 1, 3);
    program_kernel_set(p, KERNEL_equations, 1, 2, (pref){ speed, -1, 0 });
    program_kernel_array(p, KERNEL_transformation, 0, 36);
    program_kernel_array(p, KERNEL_transformation, 1, 12);
    program_kernel_array(p, KERNEL_start, 0, 3);
    program_kernel_set(p, KERNEL_start, 0, 1, (pref){ 0, 1, NAN });
    program_loops_set(p, &(loop_tables){ 3, up, 2, last });
    p = passes_run(p);
    program_plan *plan = pass_chunks(p, 10);
    emit_files *files = emit_solver(p, plan, &f, error, sizeof error);
    emitted x = { 0 };
    if (CHECK(files && emitted_write(&x, files))) {
        CHECK(emitted_warnings(&x));
        if (CHECK(emitted_load(&x, "cc", "-O1")))
            check_close(emitted_compare(&x, p, 5, &worst), 0, 0, 1e-14);
    }
    emitted_done(&x);
    emit_free(files);
    pass_chunks_free(plan);
    program_free(p);
}

static void test_missing_template(void)
{
    char error[300] = "";
    emit_facts f = { .mechanism = &dpend_facts, .script = "", .version = "0", .sha256 = "", .templates = "nowhere" };
    program *p = program_new();
    program_plan *plan = pass_chunks(p, 100);
    CHECK(!emit_solver(p, plan, &f, error, sizeof error));
    CHECK(strstr(error, "nowhere/solver.h") != NULL);
    pass_chunks_free(plan);
    program_free(p);
}

static void test_names(void)
{
    char out[64];
    check_text(emit_c_name("fourbar", out), "fourbar");
    check_text(emit_c_name("double", out), "double_model");
    check_text(emit_c_name("link", out), "link_model");
    check_text(emit_c_name("math", out), "math_model");
    check_text(emit_c_name("Makefile", out), "Makefile_model");
    check_text(emit_c_name("7-joint arm", out), "n7_joint_arm");
    check_text(emit_c_name("mrt_main", out), "m_mrt_main_model");
}

int main(void)
{
    test_names();
    test_missing_template();
    test_loops();
    check_emission(dpend, &dpend_facts, 300, true, true);
    check_emission(dpend, &dpend_facts, 4, true, false);
    check_emission(oddities_text(), &odd_facts, 300, true, false);
    check_emission(oddities_text(), &odd_facts, 5, true, false);
    return check_done();
}
