/*
 * test_counts.c -- what the derived equations cost. The bars are those of the product for chain-n: a flop is one + - * / or sqrt; sines,
 * cosines and changes of sign are not counted. Values at the check state are those other programs agree on (examples, "Benchmark chains").
 */
#include <stdlib.h>
#include "../check.h"
#include "../../generator/derive/derive.h"
#include "../../generator/script/script.h"

typedef struct bar { const char *file; int n; long forward, inverse; double first, last; } bar;

static const bar bars[] = {
    { "mechanisms/chain-2.tcl",   2,   200,  110, 0.00500123723203, 13.7224288358 },
    { "mechanisms/chain-7.tcl",   7,  1740,  810, 0.519375489531, -4.89635788283 },
    { "mechanisms/chain-16.tcl", 16,  5000, 2200, 0.920386792245, 0.830787499697 },
    { "mechanisms/chain-64.tcl", 64, 21000, 9100, 0.93944104579, -0.99503896362 },
};

static void check_bar(const bar *b)
{
    model *m = script_load(b->file, NULL);
    if (!CHECK(m && !model_errors(m))) { model_print_messages(m, stderr); model_free(m); return; }
    topology *g = topology_new(m);
    derive_report report;
    program *p = derive_program(m, g, &report);
    if (!CHECK(p != NULL)) { fprintf(stderr, "%s: %s\n", b->file, report.error); return; }
    CHECK(g->nu == b->n);
    long forward = op_flops(program_count_kernel(p, KERNEL_forward)), inverse = op_flops(program_count_kernel(p, KERNEL_inverse));
    if (!CHECK(forward <= b->forward)) fprintf(stderr, "%s: forward dynamics takes %ld flops, allowed %ld\n", b->file, forward, b->forward);
    if (!CHECK(inverse <= b->inverse)) fprintf(stderr, "%s: inverse dynamics takes %ld flops, allowed %ld\n", b->file, inverse, b->inverse);

    double q[64], u[64], tau[64], ud[64], t = 0, mode[2] = { 0, 1 };
    for (int i = 0; i < b->n; i++) { q[i] = 0.3*sin(i + 1); u[i] = 0.5*cos(2*(i + 1)); tau[i] = 0.2*sin(3*(i + 1)); }
    double in[64] = { 0 };
    leaf_values v = { { NULL } };
    v.array[LEAF_Q] = q; v.array[LEAF_U] = u; v.array[LEAF_TAU] = tau; v.array[LEAF_T] = &t; v.array[LEAF_MODE] = mode; v.array[LEAF_IN] = in;
    evaluator *e = evaluator_new(p);
    evaluator_parameters(e, in);
    evaluator_run(e, KERNEL_forward, &v, (double *[]){ ud });
    /* the references are printed with 12 digits */
    check_close(ud[0], b->first, 2e-11, 1e-13);
    check_close(ud[b->n - 1], b->last, 2e-11, 1e-12);
    evaluator_free(e);
    program_free(p);
    topology_free(g);
    model_free(m);
}

int main(void)
{
    for (size_t i = 0; i < sizeof bars/sizeof *bars; i++) check_bar(&bars[i]);
    return check_done();
}
