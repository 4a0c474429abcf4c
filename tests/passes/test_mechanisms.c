/*
 * Mechanisms of the library, from script to compiled solver: every kernel agrees with the evaluator on the program as it was derived, so passes and
 * emission change nothing but rounding.
 */
#include "generator/commands/facts.h"
#include "generator/passes/passes.h"
#include "generator/script/script.h"
#include "tests/check.h"
#include "tests/emitted.h"

#include <stdlib.h>

/* The bound: rounding, carried through the factors of a mass matrix that is worse conditioned the longer the chain. */
typedef struct subject { const char *script; double bound; bool warnings; } subject;

static const subject subjects[] = {
    { "mechanisms/fourbar.tcl",      1e-12, true },
    { "mechanisms/free-body.tcl",    1e-12, true },
    { "mechanisms/slider-crank.tcl", 1e-12, true },
    { "mechanisms/rssr.tcl",         1e-12, true },
    { "mechanisms/stewart.tcl",      1e-11, true },
    { "mechanisms/chain-32.tcl",     1e-9,  false },     /* M and B by loops, functions in parts */
};

static void check_subject(const subject *s)
{
    char error[300] = "", sha[65];
    const char *worst = "";
    mrt_mechanism facts = { 0 };
    derive_report report, same;
    emitted x = { 0 };
    model *m = script_load(s->script, NULL);
    if (!CHECK(m && !model_errors(m)))
        return;
    topology *g = topology_new(m);
    program *derived = derive_program(m, g, &report), *p = passes_run(derive_program(m, g, &same));
    facts_fill(&facts, m, g, &report);
    facts_sha256(m, sha);
    emit_facts f = { .mechanism = &facts, .script = s->script, .version = "test", .sha256 = sha, .templates = "templates" };
    program_plan *plan = pass_chunks(p, CHUNK_STATEMENTS);
    emit_files *files = emit_solver(p, plan, &f, error, sizeof error);
    if (CHECK(files && emitted_write(&x, files))) {
        if (s->warnings)
            CHECK(emitted_warnings(&x));
        if (CHECK(emitted_load(&x, "cc", "-O0"))) {
            double difference = emitted_compare(&x, derived, 6, &worst);
            if (!CHECK(difference <= s->bound))
                fprintf(stderr, "%s: %s differs by %g\n", s->script, worst, difference);
        }
    }
    for (int k = 0; k < KERNEL_COUNT; k++) {
        op_count before = program_count_kernel(derived, (kernel_id)k), after = program_count_kernel(p, (kernel_id)k);
        CHECK(op_flops(after) <= op_flops(before) + before.div - after.div);
    }
    emitted_done(&x);
    emit_free(files);
    pass_chunks_free(plan);
    program_free(p);
    program_free(derived);
    topology_free(g);
    model_free(m);
}

int main(void)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        check_subject(&subjects[i]);
    return check_done();
}
