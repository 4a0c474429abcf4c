/*
 * Passes, text in, text out; and what all of them must keep: the results, the operation counts, the order of bytes.
 */
#include "generator/passes/passes.h"
#include "tests/check.h"

#include <stdlib.h>

static const pass *find(const char *name)
{
    for (int i = 0; i < pass_count; i++)
        if (!strcmp(passes[i].name, name))
            return &passes[i];
    return NULL;
}

static program *read_text(const char *text)
{
    char error[200] = "";
    program *p = program_read(text, error, sizeof error);
    if (!CHECK(p != NULL))
        fprintf(stderr, "%s\n", error);
    return p;
}

/* want NULL: the pass finds nothing to do. */
static void check_pass(const char *name, const char *in, const char *want)
{
    program *p = read_text(in);
    const pass *x = find(name);
    if (!p || !CHECK(x != NULL))
        return;
    program *q = x->run(p);
    if (!want) {
        CHECK(q == NULL);
    } else if (CHECK(q != NULL)) {
        char *dump = program_dump(q);
        check_text(dump, want);
        free(dump);
    }
    program_free(q);
    program_free(p);
}

#define LEAVES "leaf x1 = q[0]\nleaf x2 = q[1]\nleaf x3 = q[2]\n"
#define PARAMETERS "leaf m = p[0]\nleaf l = p[1]\n"

static void test_dead(void)
{
    check_pass("dead", LEAVES "s = x1*x2\nd = x1 - x3\nkernel output\n    y[2]\n    y[1] = -s\n",
               "leaf x1 = q[0]\nleaf x2 = q[1]\ns = x1*x2\nkernel output\n    y[2]\n    y[1] = -s\n");
    check_pass("dead", "leaf x1 = q[0]\nkernel output\n    y[1]\n    y[0] = x1\n", NULL);
}

static void test_constants(void)
{
    /* a multiple goes where a coefficient stands already, and stays for others */
    check_pass("constants", LEAVES "a2 = 2*x1\nb = 3*a2 + x2\nc = 0.5*a2 - x3\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n",
               LEAVES "b = 6*x1 + x2\nc = x1 - x3\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n");
    check_pass("constants", LEAVES "a2 = 2*x1\nb = 3*a2 + x2\nc = a2 - x3\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n", NULL);
    /* exactly rounded functions of numbers */
    check_pass("constants", LEAVES "n = 2.25\nr = sqrt(n)\nb = r*x1\nkernel output\n    y[1]\n    y[0] = b\n",
               LEAVES "b = 1.5*x1\nkernel output\n    y[1]\n    y[0] = b\n");
}

static void test_products(void)
{
    check_pass("products", LEAVES "t1 = 2*x1*x2\nb = 3*t1*x3 + x2\nkernel output\n    y[1]\n    y[0] = b\n",
               LEAVES "b = 6*x1*x2*x3 + x2\nkernel output\n    y[1]\n    y[0] = b\n");
    /* a divisor that is itself a quotient */
    check_pass("products", LEAVES "t1 = x1*x2^-1\nb = x3*t1^-1 + x2\nkernel output\n    y[1]\n    y[0] = b\n",
               LEAVES "b = x1^-1*x2*x3 + x2\nkernel output\n    y[1]\n    y[0] = b\n");
    /* used twice, squared, or explained: it keeps its name */
    check_pass("products", LEAVES "v = x1*x2\nb = v*x3 + v\nkernel output\n    y[1]\n    y[0] = b\n", NULL);
    check_pass("products", LEAVES "v = x1*x2\nb = v^2 + x3\nkernel output\n    y[1]\n    y[0] = b\n", NULL);
    check_pass("products", LEAVES "v = x1*x2  # speed\nb = v*x3 + x1\nkernel output\n    y[1]\n    y[0] = b\n", NULL);
}

static void test_reciprocals(void)
{
    check_pass("reciprocals", LEAVES "d = x1 + x2\nb = x3*d^-1\nc = -x1*d^-2 + 1\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n",
               LEAVES "d = x1 + x2\ninv_d = d^-1\nb = x3*inv_d\nc = -x1*inv_d^2 + 1\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n");
    /* in two kernels once each, or by a parameter: left alone */
    check_pass("reciprocals", LEAVES "b = x3*x1^-1\nc = x2*x1^-1\nkernel output\n    y[1]\n    y[0] = b\nkernel event\n    z[1]\n    z[0] = c\n", NULL);
    check_pass("reciprocals", PARAMETERS LEAVES "b = x1*m^-1\nc = x2*m^-1\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n", NULL);
}

static void test_hoist(void)
{
    check_pass("hoist", PARAMETERS LEAVES "b = -9.81*m*l*x1 + l^2*x2 + m*x3\nkernel output\n    y[1]\n    y[0] = b\n",
               PARAMETERS LEAVES "section parameters\nc_m_l = 9.81*m*l\nl2 = l^2\nsection \nb = m*x3 - x1*c_m_l + x2*l2\n"
               "kernel output\n    y[1]\n    y[0] = b\n");
    /* terms that differ in parameters alone become one, parameter-only terms too */
    check_pass("hoist", PARAMETERS LEAVES "b = m*x1 + l*x1 + m*l + 3\nkernel output\n    y[1]\n    y[0] = b\n",
               PARAMETERS LEAVES "section parameters\nb_const = m*l + 3\nb_const_2 = m + l\nsection \nb = x1*b_const_2 + b_const\n"
               "kernel output\n    y[1]\n    y[0] = b\n");
    check_pass("hoist", LEAVES "b = 2*x1*x2\nkernel output\n    y[1]\n    y[0] = b\n", NULL);
}

static void test_common(void)
{
    check_pass("common", LEAVES "b = x1*x2*x3 + x3\nc = 2*x1*x2 - x3\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n",
               LEAVES "t1 = x1*x2\nb = x3 + x3*t1\nc = -x3 + 2*t1\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = c\n");
    /* a statement that is the product already gives its name; the coefficient counts as a factor */
    check_pass("common", LEAVES "b = 0.5*x1 + x3\nh = 0.5*x1\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = h\n",
               LEAVES "h = 0.5*x1\nb = x3 + h\nkernel output\n    y[2]\n    y[0] = b\n    y[1] = h\n");
    /* high powers by squares */
    check_pass("common", LEAVES "b = x1^4 + x2\nkernel output\n    y[1]\n    y[0] = b\n",
               LEAVES "t1 = x1^2\nb = x2 + t1^2\nkernel output\n    y[1]\n    y[0] = b\n");
    /* in two kernels once each: nothing is gained */
    check_pass("common", LEAVES "b = x1*x2 + x3\nc = x1*x2 - x3\nkernel output\n    y[1]\n    y[0] = b\nkernel event\n    z[1]\n    z[0] = c\n", NULL);
}

static void test_sections(void)
{
    check_pass("sections",
               LEAVES "section one\nc_1 = cos(x1)\nd = x1*x2\nsection two\ne_2 = d*x3\nsection one\nf = e_2 + x1\ns_1 = sin(x1)\nh = s_1*c_1\n"
               "kernel output\n    y[3]\n    y[0] = f\n    y[1] = h\n    y[2] = d\n",
               LEAVES "section one\ns_1 = sin(x1)\nc_1 = cos(x1)\nd = x1*x2\nh = s_1*c_1\nsection two\ne_2 = x3*d\nf = x1 + e_2\n"
               "kernel output\n    y[3]\n    y[0] = f\n    y[1] = h\n    y[2] = d\n");
}

/* ---- all passes on random programs: same values, never more operations, same bytes twice ---- */

static unsigned long seed = 7;
static int draw(int n)
{
    seed = (seed*6364136223846793005u + 1442695040888963407u) & 0xffffffffffffffffu;
    return (int)((seed >> 33) % (unsigned long)n);
}

static program *random_program(void)
{
    static const double coefs[] = { 1, 1, 1, -1, -1, 0.5, 2, -3, 0.1 };
    program *p = program_new();
    int ids[200], n = 0;
    char name[16];
    for (int i = 0; i < 3; i++) {
        sprintf(name, "p%d", i);
        ids[n++] = program_leaf(p, LEAF_P, i, name, "");
        sprintf(name, "q%d", i);
        ids[n++] = program_leaf(p, LEAF_Q, i, name, "");
        ids[n] = program_func_of(p, i % 2 ? PF_SIN : PF_COS, ids[n - 1], 0, "", "").id;
        n++;
    }
    while (n < 100) {
        term t[4];
        factor f[4][3];
        int nt = 1 + draw(4);
        for (int i = 0; i < nt; i++) {
            int nf = 1 + draw(3);
            for (int j = 0; j < nf; j++)
                f[i][j] = (factor){ ids[draw(n < 25 ? n : 25) + (n < 25 ? 0 : n - 25)], draw(8) ? 1 : 2 };
            t[i] = (term){ coefs[draw(9)], nf, f[i] };
        }
        sprintf(name, draw(2) ? "v%d" : "", n);
        pref r = program_sum(p, t, nt, name, draw(4) ? "" : "a comment");
        /* kept near 1, and away from 0 where it is divided by */
        if (r.id)
            r = program_func_of(p, draw(2) ? PF_TANH : PF_COS, r.id, 0, "", "");
        if (r.id && !draw(4)) {
            factor g = { program_func_of(p, PF_EXP, r.id, 0, "", "").id, -1 };
            r = program_sum(p, &(term){ 1, 1, &g }, 1, "", "");
        }
        if (r.id)
            ids[n++] = r.id;
    }
    for (int k = 0; k < 2; k++) {
        kernel_id kernel = k ? KERNEL_energy : KERNEL_output;
        program_kernel_array(p, kernel, 0, 20);
        for (int i = 0; i < 20; i++)
            program_kernel_set(p, kernel, 0, i, (pref){ ids[20 + draw(80)], draw(3) ? 1 : -1, 0 });
    }
    return p;
}

static void run(const program *p, kernel_id k, double *y)
{
    const double par[3] = { 0.7, 1.3, -0.4 }, q[3] = { 0.3, -1.1, 2 };
    leaf_values in = { { [LEAF_Q] = q } };
    evaluator *e = evaluator_new(p);
    evaluator_parameters(e, par);
    evaluator_run(e, k, &in, (double *[6]){ y });
    evaluator_free(e);
}

static void test_random(void)
{
    for (int round = 0; round < 50; round++) {
        program *p = random_program();
        double want[20], got[20];
        run(p, KERNEL_output, want);
        for (int i = 0; i < pass_count; i++) {
            program *next = passes[i].run(p), *again = passes[i].run(p);
            CHECK(!next == !again);
            if (!next)
                continue;
            char *a = program_dump(next), *b = program_dump(again);
            CHECK(!strcmp(a, b));
            free(a);
            free(b);
            for (int k = 0; k < 2; k++) {
                kernel_id kernel = k ? KERNEL_energy : KERNEL_output;
                op_count before = program_count_kernel(p, kernel), after = program_count_kernel(next, kernel);
                /* a division shared costs one multiplication more */
                long allowed = op_flops(before) + (before.div - after.div);
                if (!CHECK(op_flops(after) <= allowed))
                    fprintf(stderr, "round %d: pass %s: %ld flops, before %ld\n", round, passes[i].name, op_flops(after), op_flops(before));
            }
            run(next, KERNEL_output, got);
            for (int j = 0; j < 20; j++)
                check_close(got[j], want[j], 1e-11, 1e-11);    /* up to 100 statements deep, each rounded differently */
            program_free(p);
            program_free(again);
            p = next;
        }
        program_free(p);
    }
}

static void test_chunks(void)
{
    program *p = read_text(PARAMETERS LEAVES "k1 = m*l\na1 = x1 + x2\na2 = a1*x3\na3 = a2 + k1\na4 = a3*a2\na5 = a4 + a1\nb1 = x1*x2\n"
                           "kernel output\n    y[2]\n    y[0] = a5\n    y[1] = m\nkernel event\n    z[1]\n    z[0] = b1\n");
    program_plan *plan = pass_chunks(p, 2);
    /* a1 a2 | a3 (reads a2) | a4 (reads a2, a3) | a5 (reads a1, a4): statements and values read, at most two unless one statement needs more */
    const plan_function *f = &plan->function[KERNEL_output];
    CHECK(f->n == 5 && f->nchunk == 4 && f->end[0] == 2 && f->end[1] == 3 && f->end[2] == 4 && f->end[3] == 5);
    CHECK(plan->function[KERNEL_event].n == 1 && plan->function[KERNEL_event].nchunk == 1);
    CHECK(plan->function[PLAN_INIT].n == 1);
    /* m is an output, k1 is used: both are left by init */
    CHECK(plan->nkept == 2 && plan->in_work[program_find(p, "m")] && plan->in_work[program_find(p, "k1")]);
    CHECK(plan->in_work[program_find(p, "a1")] && !plan->in_work[program_find(p, "a5")] && !plan->in_work[program_find(p, "b1")]);
    pass_chunks_free(plan);
    plan = pass_chunks(p, 100);
    CHECK(plan->nshared == 0 && plan->function[KERNEL_output].nchunk == 1);
    pass_chunks_free(plan);
    program_free(p);
}

int main(void)
{
    test_dead();
    test_constants();
    test_products();
    test_reciprocals();
    test_hoist();
    test_common();
    test_sections();
    test_chunks();
    test_random();
    return check_done();
}
