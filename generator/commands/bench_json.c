/*
 * bench_json.c -- all that mechc bench found, as JSON. Keys are always the same; what does not exist is null.
 */
#include "bench.h"
#include "json.h"

#include <math.h>
#include <stdlib.h>

static const char *const quantity_keys[BENCH_QUANTITIES] = { "kinematics", "accelerations", "dynamics" };
static const char *const quantity_units[BENCH_QUANTITIES] = { "seconds per output point", "seconds per evaluation", "seconds per simulated second" };

static void null_member(json *j, const char *key) { json_number(j, key, NAN); }

/* A number, or null where there was nothing to measure. */
static void number_if(json *j, const char *key, bool there, double value) { json_number(j, key, there ? value : NAN); }
static void count_if(json *j, const char *key, bool there, long value)
{
    if (there) json_integer(j, key, value);
    else null_member(j, key);
}

static void add_machine(json *j, const bench_machine *m)
{
    json_open(j, "machine", '{');
    json_text(j, "cpu", m->cpu);
    count_if(j, "processor", m->processor >= 0, m->processor);
    json_text(j, "compiler", m->compiler);
    json_text(j, "compiler_version", m->version);
    json_text(j, "flags", m->flags);
    json_text(j, "engines_compiler", m->engines);
    json_close(j, '}');
}

static void add_operations(json *j, const bench_record *r)
{
    json_open(j, "operations", '[');
    for (int k = 0; k < KERNEL_COUNT; k++) {
        if (!r->has[k]) continue;
        const op_count *c = &r->operations[k];
        json_open(j, NULL, '{');
        json_text(j, "function", program_kernel_name((kernel_id)k));
        json_integer(j, "flops", op_flops(*c));
        json_integer(j, "add", c->add);
        json_integer(j, "mul", c->mul);
        json_integer(j, "div", c->div);
        json_integer(j, "sqrt", c->sqrt);
        json_integer(j, "neg", c->neg);
        json_integer(j, "sincos", c->trig);
        json_integer(j, "other", c->call);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void add_figure(json *j, const char *name, const bench_figure *f)
{
    bool there = f->measured;
    json_open(j, name, '{');
    json_bool(j, "measured", there);
    json_bool(j, "agrees", there && f->agrees);
    json_text(j, "reason", f->reason);
    number_if(j, "difference", there, f->difference);
    number_if(j, "median", there, f->time.median);
    number_if(j, "lower_quartile", there, f->time.low);
    number_if(j, "upper_quartile", there, f->time.high);
    number_if(j, "least", there, f->time.least);
    number_if(j, "most", there, f->time.most);
    count_if(j, "rounds", there, f->time.rounds);
    number_if(j, "assembly_seconds", there, f->assembly);
    count_if(j, "evaluations", there, f->work.evaluations);
    count_if(j, "newton_iterations", there, f->work.newton);
    count_if(j, "steps", there, f->steps);
    json_close(j, '}');
}

/* What a run does, as mechc run would. */
static void add_task(json *j, const bench_record *r, bench_quantity k)
{
    const mrt_task *t = &r->task[k != BENCH_KINEMATICS];
    bool integrated = k != BENCH_KINEMATICS;
    json_number(j, "from", t->from);
    json_number(j, "to", t->to);
    json_integer(j, "steps", t->steps);
    count_if(j, "states", k == BENCH_ACCELERATIONS, r->states);
    if (integrated) json_text(j, "method", t->method->name); else null_member(j, "method");
    if (integrated) json_text(j, "integrator", t->integrator->name); else null_member(j, "integrator");
    number_if(j, "rtol", integrated && !t->integrator->fixed, t->rtol);
    number_if(j, "atol", integrated && !t->integrator->fixed, t->atol);
}

static void add_ratios(json *j, const char *name, const double x[BENCH_ENGINES])
{
    json_open(j, name, '{');
    for (int e = 1; e < BENCH_ENGINES; e++) json_number(j, mechc_engines[e].name, x[e]);
    json_close(j, '}');
}

static void add_quantity(json *j, const bench_record *r, bench_quantity k)
{
    double own[BENCH_ENGINES], paper[BENCH_ENGINES];
    if (!r->wanted[k]) { null_member(j, quantity_keys[k]); return; }
    for (int e = 0; e < BENCH_ENGINES; e++) own[e] = bench_ratio(r, k, e), paper[e] = bench_paper(r->mechanism, k, e);
    json_open(j, quantity_keys[k], '{');
    json_text(j, "unit", quantity_units[k]);
    add_task(j, r, k);
    json_open(j, "engines", '{');
    for (int e = 0; e < BENCH_ENGINES; e++) add_figure(j, mechc_engines[e].name, &r->figure[k][e]);
    json_close(j, '}');
    add_ratios(j, "ratios", own);
    add_ratios(j, "paper", paper);
    json_close(j, '}');
}

static void add_record(json *j, const bench_record *r)
{
    json_open(j, NULL, '{');
    json_text(j, "mechanism", r->mechanism);
    json_text(j, "about", r->about);
    json_text(j, "file", r->file);
    json_number(j, "generation_seconds", r->generation);
    json_number(j, "compilation_seconds", r->compilation);
    json_integer(j, "code_bytes", r->code);
    add_operations(j, r);
    for (int k = 0; k < BENCH_QUANTITIES; k++) add_quantity(j, r, (bench_quantity)k);
    json_close(j, '}');
}

char *bench_json(const bench_record *r, int count, const bench_machine *m, size_t *size)
{
    char *text = NULL;
    json j = { open_memstream(&text, size), 0, true };
    if (!j.to) return NULL;
    json_open(&j, NULL, '{');
    json_text(&j, "mechc", MECHC_VERSION);
    json_text(&j, "clock", "CPU time of the process");
    add_machine(&j, m);
    json_open(&j, "mechanisms", '[');
    for (int i = 0; i < count; i++) add_record(&j, &r[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    if (fclose(j.to)) free(text), text = NULL;
    return text;
}
