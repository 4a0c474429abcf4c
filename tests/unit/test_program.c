/* Building, reading, counting and evaluating programs. */
#include "generator/program/program.h"
#include "tests/check.h"

#include <stdlib.h>
#include <time.h>

static pref product(program *p, double coef, int a, int b, const char *name)
{
    factor f[2] = { { a, 1 }, { b, 1 } };
    term t = { coef, b ? 2 : 1, f };
    return program_sum(p, &t, 1, name, "");
}

static pref sum2(program *p, double ca, int a, double cb, int b, const char *name)
{
    factor f[2] = { { a, 1 }, { b, 1 } };
    term t[2] = { { ca, 1, &f[0] }, { cb, 1, &f[1] } };
    return program_sum(p, t, 2, name, "");
}

static void test_sharing(void)
{
    program *p = program_new();
    int a = program_leaf(p, LEAF_Q, 0, "a", ""), b = program_leaf(p, LEAF_Q, 1, "b", "");
    CHECK(program_leaf(p, LEAF_Q, 0, "other", "") == a);
    CHECK(!strcmp(program_stmt(p, a)->name, "a_2"));           /* a is an argument of bodies_state */

    pref d = sum2(p, 1, a, -1, b, "d"), e = sum2(p, 1, b, -1, a, "e");
    CHECK(d.id == e.id && d.sign == 1 && e.sign == -1);
    CHECK(sum2(p, 2, a, -2, b, "").id != d.id);
    CHECK(product(p, 1, a, 0, "x").id == a && product(p, -1, a, 0, "x").sign == -1);
    CHECK(product(p, 1, a, b, "ab").id == product(p, -1, b, a, "").id);

    pref zero = sum2(p, 1, a, -1, a, "zero");
    CHECK(zero.id == 0 && zero.number == 0);
    factor inverse[2] = { { a, 1 }, { a, -1 } };
    pref three = program_sum(p, &(term){ 3, 2, inverse }, 1, "", "");
    CHECK(three.id == 0 && three.number == 3);
    CHECK(program_func_of(p, PF_SIN, a, 0, "s", "").id == program_func_of(p, PF_SIN, a, 0, "s2", "").id);
    CHECK(program_func_of(p, PF_SIN, a, 0, "s", "").id != program_func_of(p, PF_COS, a, 0, "c", "").id);
    program_free(p);
}

/* Arguments of functions may be negatives and numbers. */
static void test_arguments(void)
{
    program *p = program_new();
    int a = program_leaf(p, LEAF_Q, 0, "angle", ""), m = program_negative(p, a), n = program_number(p, 2), o = program_number(p, -2);
    CHECK(m != a && n != o && program_negative(p, a) == m && program_number(p, 2) == n && program_number(p, -2) == o);
    CHECK(product(p, -1, a, 0, "").id == a && product(p, 3, m, 0, "").id != a);
    pref r[2] = { program_func_of(p, PF_MAX, m, n, "r", ""), program_func_of(p, PF_MIN, m, o, "r", "") };
    evaluator *e = evaluator_new(p);
    double x = -3;
    leaf_values in = { { [LEAF_Q] = &x } };
    evaluator_parameters(e, NULL);
    check_close(evaluator_ref(e, r[0], &in), 3, 0, 0);
    check_close(evaluator_ref(e, r[1], &in), -2, 0, 0);
    program_kernel_array(p, KERNEL_output, 0, 2);
    program_kernel_set(p, KERNEL_output, 0, 0, r[0]);
    program_kernel_set(p, KERNEL_output, 0, 1, r[1]);
    /* written and read, they are defined where first used */
    char *dump = program_dump(p), error[100];
    program *again = program_read(dump, error, sizeof error);
    char *second = again ? program_dump(again) : NULL;
    check_text(second, "leaf angle = q[0]\nt4 = -3*angle\nt1 = -angle\nt2 = 2\nr = max(t1, t2)\nt3 = -2\nr_2 = min(t1, t3)\n"
                       "kernel output\n    y[2]\n    y[0] = r\n    y[1] = r_2\n");
    free(dump);
    free(second);
    program_free(again);
    evaluator_free(e);
    program_free(p);
}

static void test_names(void)
{
    static const char *const wishes[] = { "while", "class", "y0", "double", "q", "crank.angle", "3link", "__x", "x", "X", "", "M_PI",
                                          "linux", "mrt_status", "\xc3\xa4rm", "a--b", "_" };
    program *p = program_new();
    int n = (int)(sizeof wishes / sizeof *wishes);
    CHECK(program_names_sorted());
    for (int i = 0; i < 2*n; i++) {
        int id = program_leaf(p, LEAF_Q, i, wishes[i % n], "");
        const char *name = program_stmt(p, id)->name;
        CHECK(!program_name_reserved(name) && !strstr(name, "__") && program_find(p, name) == id);
        CHECK((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
        CHECK(strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name));
    }
    /* many clashes: still one name each */
    for (int i = 100; i < 600; i++) {
        int id = program_leaf(p, LEAF_Q, i, "same", "");
        CHECK(program_find(p, program_stmt(p, id)->name) == id);
    }
    CHECK(program_find(p, "same_500") && !program_find(p, "same_501"));
    program_free(p);
}

static const char *const pendulum =
    "leaf m = p[0]                           # mass\n"
    "leaf l = p[1]\n"
    "leaf phi = q[0]\n"
    "leaf om = u[0]\n"
    "section trigonometry\n"
    "s = sin(phi)\n"
    "c = cos(phi)\n"
    "section dynamics\n"
    "I = m*l^2\n"
    "n1 = -9.81*m*l*s\n"
    "ud_1 = n1*I^-1 - 0.25*om + 1\n"
    "vx = l*om*c\n"
    "vx2 = -l*c*om\n"
    "kernel forward\n"
    "    ud[1]\n"
    "    ud[0] = ud_1\n"
    "kernel bodies_state\n"
    "    x[2]\n"
    "    x[1] = 2\n"
    "    v[2]\n"
    "    v[0] = vx\n"
    "    v[1] = vx2\n";

static void test_text(void)
{
    char error[200] = "";
    program *p = program_read(pendulum, error, sizeof error);
    if (!CHECK(p != NULL)) {
        fprintf(stderr, "%s\n", error);
        return;
    }
    char *dump = program_dump(p);
    /* I is a reserved name; vx2 is the negative of vx */
    CHECK(strstr(dump, "I_2 = m*l^2\n") && strstr(dump, "v[1] = -vx\n") && !strstr(dump, "vx2"));
    CHECK(strstr(dump, "leaf m = p[0]                           # mass\n") != NULL);
    program *again = program_read(dump, error, sizeof error);
    char *second = again ? program_dump(again) : NULL;
    check_text(second, dump);
    free(second);
    free(dump);
    program_free(again);

    op_count c = program_count_kernel(p, KERNEL_forward);
    /* n1 = (-9.81 m l) s: 1 mul; ud = n1 (1/I) - 0.25 om + 1: 2 mul, 2 add */
    CHECK(c.mul == 3 && c.add == 2 && c.div == 0 && c.trig == 1 && c.neg == 0 && op_flops(c) == 5);
    program_free(p);

    CHECK(!program_read("leaf m = p[0]\nx = m*unknown\n", error, sizeof error));
    check_text(error, "line 2: unknown name \"unknown\"");
    CHECK(!program_read("kernel nothing\n", error, sizeof error));
    CHECK(!program_read("leaf m = p[0]\nx = m m\n", error, sizeof error));
}

static void test_evaluator(void)
{
    char error[200];
    program *p = program_read(pendulum, error, sizeof error);
    evaluator *e = evaluator_new(p);
    double par[2] = { 2, 0.5 }, q = 0.3, u = 1.1, ud, x[2], v[2];
    leaf_values in = { { [LEAF_Q] = &q, [LEAF_U] = &u } };
    evaluator_parameters(e, par);
    evaluator_run(e, KERNEL_forward, &in, (double *[6]){ &ud });
    check_close(ud, -9.81/0.5*sin(0.3) - 0.25*1.1 + 1, 1e-14, 0);
    evaluator_run(e, KERNEL_bodies_state, &in, (double *[6]){ x, v });
    check_close(v[0], 0.5*1.1*cos(0.3), 1e-14, 0);
    CHECK(x[0] == 0 && x[1] == 2 && v[1] == -v[0]);
    par[1] = 1;
    evaluator_parameters(e, par);
    evaluator_run(e, KERNEL_forward, &in, (double *[6]){ &ud });
    check_close(ud, -9.81*sin(0.3) - 0.25*1.1 + 1, 1e-14, 0);
    pref r = { program_find(p, "vx"), -1, 0 };
    check_close(evaluator_ref(e, r, &in), -1.1*cos(0.3), 1e-14, 0);
    evaluator_free(e);
    program_free(p);
}

static void test_kernel_table(void)
{
    static const struct { const char *outputs; } def[] = {
#define KERNEL(id, inputs, outputs, about) { outputs },
#include "generator/program/kernels.def"
#undef KERNEL
    };
    for (int k = 0; k < KERNEL_COUNT; k++) {
        char joined[100] = "";
        for (int a = 0; program_kernel_array_name((kernel_id)k, a); a++) {
            strcat(joined, a ? " " : "");
            strcat(joined, program_kernel_array_name((kernel_id)k, a));
        }
        check_text(joined, def[k].outputs);
    }
}

static void test_numbers(void)
{
    char out[32];
    check_text(program_number_text(0.1, out), "0.1");
    check_text(program_number_text(3, out), "3");
    check_text(program_number_text(-2.5, out), "-2.5");
    check_text(program_number_text(1e-9, out), "1e-9");
    check_text(program_number_text(0.1 + 0.2, out), "0.30000000000000004");
    check_text(program_number_text(-0.0, out), "0");
    check_text(program_number_text(1e20, out), "1e20");
    check_text(program_number_text(6.25e-3, out), "0.00625");
}

/* 60 000 statements must take a small fraction of the 0.3 s that a whole generation may. */
static void test_speed(void)
{
    clock_t start = clock();
    program *p = program_new();
    int id = program_leaf(p, LEAF_Q, 0, "angle", ""), one = program_leaf(p, LEAF_U, 0, "rate", "");
    for (int i = 0; i < 60000; i++)
        id = sum2(p, 2, id, 3, one, i % 2 ? "" : "v_link").id;
    double seconds = (double)(clock() - start)/CLOCKS_PER_SEC;
    CHECK(program_count(p) == 60002);
    CHECK(seconds < 1);
    program_free(p);
}

int main(void)
{
    test_sharing();
    test_arguments();
    test_names();
    test_text();
    test_evaluator();
    test_kernel_table();
    test_numbers();
    test_speed();
    return check_done();
}
