/*
 * stages.c -- script, model, topology, derivation, passes: each reads what the one before left.
 */
#include "stages.h"
#include "interpreted.h"
#include "progress.h"
#include "../passes/passes.h"
#include "../script/script.h"
#include "../../runtime/names.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 50, MOST_ELEMENTS = 25000000 };

int stages_show_messages(stages *s, bool quiet)
{
    int errors = 0, shown = 0, left = 0;
    for (; s->printed < model_messages(s->m); s->printed++) {
        const message *e = model_message(s->m, s->printed);
        errors += !e->warning;
        if (e->warning && quiet) continue;
        if (shown++ >= MOST_MESSAGES) { left++; continue; }
        if (e->at.file && e->at.line <= 0) fprintf(stderr, "%s: %s%s\n", e->at.file, e->warning ? "warning: " : "", e->text);
        else if (e->at.file) fprintf(stderr, "%s:%d: %s%s\n", e->at.file, e->at.line, e->warning ? "warning: " : "", e->text);
        else fprintf(stderr, "mechc: %s%s\n", e->warning ? "warning: " : "", e->text);
    }
    if (left) fprintf(stderr, "... and %d more\n", left);
    return errors;
}

/* The value a parameter or input has now; NULL if there is none of that name. */
static double *value_of(const model *m, const char *name, bool *is_input)
{
    for (int i = 0; i < m->nparameter; i++) if (!strcmp(m->parameters[i].name, name)) return *is_input = false, &m->parameters[i].number;
    for (int i = 0; i < m->ninput; i++) if (!strcmp(m->inputs[i].name, name)) return *is_input = true, &m->inputs[i].number;
    return NULL;
}

/* Names that --set could mean, and why this is none of them. */
static int complain_name(const stages *s, const options *o, const char *word, const char *name)
{
    const model *m = s->m;
    char hint[MRT_NAMES_TEXT], list[MRT_NAMES_TEXT + 40];
    mrt_names names = mrt_names_for(name);
    for (int i = 0; i < m->nparameter; i++) mrt_names_offer(&names, m->parameters[i].name);
    for (int i = 0; i < m->ninput; i++) mrt_names_offer(&names, m->inputs[i].name);
    fprintf(stderr, "mechc %s: --set %s: ", o->command->name, word);
    for (int i = 0; i < m->nconstant; i++)
        if (!strcmp(m->constants[i].name, name)) {
            fprintf(stderr, "\"%s\" is a constant; make it a parameter in %s to set it\n", name, m->file);
            return EXIT_USAGE;
        }
    if (m->nparameter + m->ninput == 0) fprintf(stderr, "%s has no parameters or inputs\n", m->name);
    else fprintf(stderr, "%s has no parameter or input \"%s\"%s; there are %s\n", m->name, name, mrt_names_hint(&names, hint), mrt_names_list(&names, list));
    return EXIT_USAGE;
}

/* One --set NAME=VALUE; *before gets the value it had. Inputs are numbers that nothing else depends on. */
static int set_one(stages *s, const options *o, const char *word, double *before)
{
    const char *equals = strchr(word, '=');
    char *name = strndup(word, (size_t)(equals - word)), *end;
    double value = strtod(equals + 1, &end);
    bool number = end != equals + 1 && !*end && isfinite(value), is_input = false;
    double *place = number ? value_of(s->m, name, &is_input) : NULL;
    int status = -1;
    if (!number) {
        fprintf(stderr, "mechc %s: --set %s: \"%s\" is not a number\n", o->command->name, word, equals + 1);
        status = EXIT_USAGE;
    } else if (!place) status = complain_name(s, o, word, name);
    else {
        *before = *place;
        if (is_input) *place = value;
        else if (model_set(s->m, name, value)) status = EXIT_SCRIPT;
    }
    free(name);
    return status;
}

/* Gives parameters and inputs the values of --set, which runs the checks of the model again. The solver of mechc run gets them on its own command
 * line: there the values are put back, so that the generated code, and with it the cache, does not depend on them. */
static int set_parameters(stages *s, const options *o)
{
    double *before = calloc((size_t)o->nset + 1, sizeof *before);
    int status = before ? -1 : EXIT_RUN, done = 0;
    for (; status < 0 && done < o->nset; done++) status = set_one(s, o, o->set[done], &before[done]);
    if (stages_show_messages(s, o->quiet) && status < 0) status = EXIT_SCRIPT;
    while (status < 0 && o->command->letter == 'r' && done-- > 0) {
        char back[400];
        const char *equals = strchr(o->set[done], '=');
        double ignored;
        snprintf(back, sizeof back, "%.*s=%.17g", (int)(equals - o->set[done]), o->set[done], before[done]);
        status = set_one(s, o, back, &ignored);
    }
    free(before);
    return status;
}

/* Prints the text of a stage if it is the one --dump asks for. */
static int dump(const options *o, const char *stage, char *text)
{
    if (!o->dump || strcmp(o->dump, stage)) { free(text); return -1; }
    if (text) fputs(text, stdout);
    bool good = text && fflush(stdout) == 0;
    free(text);
    if (!good) fprintf(stderr, "mechc: the %s could not be written: %s\n", stage, strerror(errno));
    return good ? EXIT_DONE : EXIT_RUN;
}

static bool wants(const options *o, const char *stage) { return o->dump && !strcmp(o->dump, stage); }

static int load_model(stages *s, const options *o)
{
    s->m = script_load(o->file, NULL);
    if (!s->m) { fprintf(stderr, "mechc: out of memory\n"); return EXIT_RUN; }
    if (stages_show_messages(s, o->quiet)) return EXIT_SCRIPT;
    int status = set_parameters(s, o);
    if (status >= 0) return status;
    return wants(o, "model") ? dump(o, "model", model_dump(s->m)) : -1;
}

/* The largest matrices are written out densely: B with 6 rows a body, Phi_q with a row a condition. What would take memory without end is refused. */
static void check_size(stages *s)
{
    long rows = 6L*(s->m->nbody - 1), conditions = s->m->ndrive + s->m->nconstraint + s->m->ndistance;
    for (int i = 0; i < s->g->nloop; i++) conditions += s->m->joints[s->g->loops[i].cut].type->rows;
    bool closed = conditions > rows;
    if ((closed ? conditions : rows)*s->g->nu > MOST_ELEMENTS)
        model_error(s->m, s->m->at, "mechanism \"%s\" is too large: its %s of %ld rows and %d columns has more than %d elements; divide it, join bodies "
                    "that do not move against each other into one, or leave out joints", s->m->name,
                    closed ? "constraint Jacobian" : "velocity transformation", closed ? conditions : rows, s->g->nu, MOST_ELEMENTS);
}

static int find_topology(stages *s, const options *o)
{
    s->g = topology_new(s->m);
    if (s->g) check_size(s);
    if (stages_show_messages(s, o->quiet) || !s->g) return EXIT_SCRIPT;
    return wants(o, "topology") ? dump(o, "topology", topology_dump(s->g, s->m)) : -1;
}

/* Derives, then runs the passes: what --dump program shows is what is emitted. */
static int derive(stages *s, const options *o)
{
    progress_show(o->quiet, "deriving the equations of %s", s->m->name);
    s->p = derive_program(s->m, s->g, &s->report);
    progress_clear();
    if (!s->p) model_error(s->m, s->report.error_at, "%s", s->report.error);
    if (stages_show_messages(s, o->quiet) || !s->p) return EXIT_SCRIPT;
    s->p = passes_run(s->p);
    facts_fill(&s->facts, s->m, s->g, &s->report);
    return wants(o, "program") ? dump(o, "program", program_dump(s->p)) : -1;
}

int stages_run(stages *s, const options *o)
{
    memset(s, 0, sizeof *s);
    int status = load_model(s, o);
    if (status < 0) status = find_topology(s, o);
    if (status < 0) status = derive(s, o);
    return status;
}

int stages_load(stages *s, const options *o)
{
    if (wants(o, "program")) return stages_run(s, o);
    memset(s, 0, sizeof *s);
    int status = load_model(s, o);
    if (status < 0) status = find_topology(s, o);
    if (status < 0) facts_fill(&s->facts, s->m, s->g, NULL);
    return status;
}

bool stages_functions(const stages *s, mrt_mechanism *x)
{
    *x = s->facts;
    return s->p ? interpreted_start(x, s->p) : x->init != NULL;
}

void stages_functions_done(const stages *s, mrt_mechanism *x)
{
    if (s->p) interpreted_done(x);
}

void stages_done(stages *s)
{
    program_free(s->p);
    topology_free(s->g);
    model_free(s->m);
}
