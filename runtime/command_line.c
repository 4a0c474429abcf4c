/*
 * command_line.c -- see command_line.h. Whatever cannot take effect is refused.
 */
#include "command_line.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "inertia.h"
#include "names.h"
#include "parameters.h"

typedef struct option { const char *name, *value, *about; } option;
static const option options[] = {
#define OPTION(name, value, about) { name, value, about },
#include "options.def"
#undef OPTION
};
enum { NOPTIONS = sizeof options/sizeof *options };

/* What the options say before it is weighed against the script. */
typedef struct given { const char *analysis, *from, *to, *steps, *method, *integrator, *rtol, *atol, *step; } given;

static int refuse(char *message, const char *format, ...) MRT_PRINTF(2, 3);
static int refuse(char *message, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    vsnprintf(message, MRT_TEXT, format, a);
    va_end(a);
    return 2;
}

/* ---- values ---- */

static int read_number(const char *name, const char *word, double *x, char *message)
{
    char *end;
    errno = 0;
    *x = strtod(word, &end);
    if (end == word || *end || !isfinite(*x)) return refuse(message, "%s: \"%s\" is not a finite number", name, word);
    return 0;
}

static int read_set(mrt_command *c, const char *word, const mrt_mechanism *m, char *message)
{
    const char *eq = strchr(word, '=');
    char name[128], hint[MRT_NAMES_TEXT], list[MRT_NAMES_TEXT + 40];
    double value;
    if (!eq || eq == word || (size_t)(eq - word) >= sizeof name)
        return refuse(message, "--set: \"%s\" is not of the form NAME=VALUE", word);
    snprintf(name, sizeof name, "%.*s", (int)(eq - word), word);
    int rc = read_number(name, eq + 1, &value, message);
    if (rc) return rc;
    mrt_names names = mrt_names_for(name);
    for (int i = 0; i < m->np; i++) {
        if (!strcmp(m->parameters[i].name, name)) { c->p[i] = value, c->given[i] = 1; return 0; }
        mrt_names_offer(&names, m->parameters[i].name);
    }
    for (int i = 0; i < m->nin; i++) {
        if (!strcmp(m->inputs[i].name, name)) { c->in[i] = value, c->given[m->np + i] = 1; return 0; }
        mrt_names_offer(&names, m->inputs[i].name);
    }
    if (m->np + m->nin == 0) return refuse(message, "--set %s: %s has no parameters or inputs", word, m->name);
    return refuse(message, "--set %s: %s has no parameter or input \"%s\"%s; there are %s", word, m->name, name, mrt_names_hint(&names, hint),
                  mrt_names_list(&names, list));
}

/* ---- options ---- */

/* Patterns of several --columns add up. */
static int add_columns(mrt_command *c, const char *value, char *message)
{
    char *both = NULL;
    if (asprintf(&both, "%s%s%s", c->columns ? c->columns : "", c->columns ? "," : "", value) < 0) {
        refuse(message, "out of memory");
        return 4;
    }
    free(c->columns);
    c->columns = both;
    return 0;
}

/* Stores one option; value is NULL for those without. */
static int store(mrt_command *c, given *g, const char *name, const char *value, const mrt_mechanism *m, char *message)
{
    struct { const char *name, **at; } words[] = {
        { "--analysis", &g->analysis }, { "--from", &g->from }, { "--to", &g->to }, { "--steps", &g->steps }, { "--method", &g->method },
        { "--integrator", &g->integrator }, { "--rtol", &g->rtol }, { "--atol", &g->atol }, { "--step", &g->step },
        { "-o", &c->dir } };
    struct { const char *name; int *at; } flags[] = { { "--reactions", &c->reactions }, { "--quiet", &c->quiet }, { "--json", &c->json },
        { "--check", &c->check }, { "--version", &c->version }, { "--help", &c->help } };
    if (!strcmp(name, "--set")) return read_set(c, value, m, message);
    if (!strcmp(name, "--columns")) return add_columns(c, value, message);
    for (size_t i = 0; i < sizeof words/sizeof *words; i++)
        if (!strcmp(name, words[i].name)) *words[i].at = value;
    for (size_t i = 0; i < sizeof flags/sizeof *flags; i++)
        if (!strcmp(name, flags[i].name)) *flags[i].at = 1;
    return 0;
}

static int read_words(mrt_command *c, given *g, int argc, char **argv, const mrt_mechanism *m, char *message)
{
    for (int i = 1; i < argc; i++) {
        const char *word = !strcmp(argv[i], "-h") ? "--help" : argv[i], *value = NULL;
        const option *o = NULL;
        char text[MRT_NAMES_TEXT];
        mrt_names names = mrt_names_for(word);
        for (int k = 0; k < NOPTIONS; k++) {
            if (!strcmp(options[k].name, word)) o = &options[k];
            mrt_names_offer(&names, options[k].name);
        }
        if (!o) return refuse(message, "unknown option \"%s\"%s; --help lists them", word, mrt_names_hint(&names, text));
        if (o->value[0]) {
            if (i + 1 >= argc) return refuse(message, "%s needs a value: %s", o->name, o->value);
            value = argv[++i];
        }
        int rc = store(c, g, o->name, value, m, message);
        if (rc) return rc;
    }
    return 0;
}

/* ---- weighing options against the script ---- */

static const mrt_analysis *find_analysis(const mrt_mechanism *m, int kind)
{
    for (int i = 0; i < 2; i++)
        if (m->analysis[i].kind && (!kind || m->analysis[i].kind == kind)) return &m->analysis[i];
    return NULL;
}

static int read_times(mrt_task *t, const given *g, const mrt_analysis *a, char *message)
{
    int rc = 0;
    if (a) t->from = a->from, t->to = a->to, t->steps = a->steps;
    if (g->from && (rc = read_number("--from", g->from, &t->from, message))) return rc;
    if (g->to && (rc = read_number("--to", g->to, &t->to, message))) return rc;
    if (g->steps) {
        double n;
        if ((rc = read_number("--steps", g->steps, &n, message))) return rc;
        if (n < 1 || n > 1e9 || n != floor(n)) return refuse(message, "--steps: \"%s\" is not a whole number from 1 to 1e9", g->steps);
        t->steps = (int)n;
    }
    if (!(t->to > t->from)) return refuse(message, "the analysis ends (%.9g) before it begins (%.9g): give --from and --to so that from < to", t->to, t->from);
    return 0;
}

/* Refuses a name that is not among those offered; where it comes from the script, says so. */
static int refuse_name(char *message, const char *what, const mrt_names *names, int by_option)
{
    char hint[MRT_NAMES_TEXT], list[MRT_NAMES_TEXT + 40];
    return refuse(message, "%s%s: unknown %s \"%s\"%s; there are %s", by_option ? "--" : "the script's -", what, what, names->word,
                  mrt_names_hint(names, hint), mrt_names_list(names, list));
}

static int find_method(mrt_task *t, const given *g, const mrt_analysis *a, char *message)
{
    mrt_names names = mrt_names_for(g->method ? g->method : a && a->method[0] ? a->method : mrt_formulations[0]->name);
    for (int i = 0; mrt_formulations[i]; i++) mrt_names_offer(&names, mrt_formulations[i]->name);
    t->method = mrt_formulation_find(names.word);
    if (!t->method) return refuse_name(message, "method", &names, g->method != NULL);

    names = mrt_names_for(g->integrator ? g->integrator : a && a->integrator[0] ? a->integrator : mrt_methods[0]->name);
    for (int i = 0; mrt_methods[i]; i++) mrt_names_offer(&names, mrt_methods[i]->name);
    t->integrator = mrt_method_find(names.word);
    return t->integrator ? 0 : refuse_name(message, "integrator", &names, g->integrator != NULL);
}

static int read_tolerances(mrt_task *t, const given *g, const mrt_analysis *a, char *message)
{
    int rc;
    double rtol = a ? a->rtol : 0, atol = a ? a->atol : 0;
    if (t->integrator->fixed && (g->rtol || g->atol))
        return refuse(message, "--rtol and --atol have no effect on %s, whose step is fixed: give --step", t->integrator->name);
    if (!t->integrator->fixed && g->step)
        return refuse(message, "--step has no effect on %s, which chooses its steps: give --rtol and --atol", t->integrator->name);
    if (g->rtol && (rc = read_number("--rtol", g->rtol, &rtol, message))) return rc;
    if (g->atol && (rc = read_number("--atol", g->atol, &atol, message))) return rc;
    if (g->rtol && !(rtol > 0 && rtol < 1)) return refuse(message, "--rtol: %s is not between 0 and 1", g->rtol);
    if (g->atol && !(atol > 0)) return refuse(message, "--atol: %s is not positive", g->atol);
    t->rtol = rtol > 0 ? rtol : 1e-8;
    t->atol = atol > 0 ? atol : rtol > 0 ? rtol : 1e-10;
    if (g->step) {
        if ((rc = read_number("--step", g->step, &t->step, message))) return rc;
        if (!(t->step > 0)) return refuse(message, "--step: %s is not positive", g->step);
        double interval = (t->to - t->from)/t->steps;
        if (t->step > interval*(1 + 1e-9))
            return refuse(message, "--step: %s is longer than the output interval, %.9g: give a step of at most that, or fewer --steps", g->step, interval);
    }
    return 0;
}

static int make_task(mrt_command *c, const given *g, const mrt_mechanism *m, char *message)
{
    int kind = 0, rc;
    if (g->analysis) {
        kind = !strcmp(g->analysis, "kinematics") ? MRT_KINEMATICS : !strcmp(g->analysis, "dynamics") ? MRT_DYNAMICS : 0;
        if (!kind) return refuse(message, "--analysis: \"%s\" is neither kinematics nor dynamics", g->analysis);
    }
    const mrt_analysis *a = find_analysis(m, kind);
    if (!a && (!kind || !g->to || !g->steps)) {
        refuse(message, "the script of %s has no analysis%s%s: add \"analysis %s -from t0 -to t1 -steps n\", or give --analysis, --to and --steps",
               m->name, kind ? " of " : "", kind ? g->analysis : "", kind ? g->analysis : "dynamics");
        return 3;
    }
    c->kind = a ? a->kind : kind;
    c->task.assemble = a ? a->assemble : 1;
    if ((rc = read_times(&c->task, g, a, message))) return rc;
    if (c->kind == MRT_DYNAMICS) {
        if ((rc = find_method(&c->task, g, a, message))) return rc;
        return read_tolerances(&c->task, g, a, message);
    }
    const char *useless = g->method ? "--method" : g->integrator ? "--integrator" : g->rtol ? "--rtol" : g->atol ? "--atol" : g->step ? "--step" : NULL;
    return useless ? refuse(message, "%s has no effect on a kinematic analysis; leave it out or give --analysis dynamics", useless) : 0;
}

/* Whatever is computed from parameters follows those that were given. */
static int follow(mrt_command *c, mrt_mechanism *m, char *message)
{
    double *in = malloc((size_t)(m->nin + 1)*sizeof(double));
    int failed = !in || mrt_parameters_settle(m, c->p, c->given) < 0 || mrt_parameters_apply(m, c->p, in) < 0;
    for (int i = 0; i < m->nin && !failed; i++)
        if (!c->given[m->np + i]) c->in[i] = in[i];
    free(in);
    if (failed) refuse(message, "out of memory");
    return failed ? 4 : 0;
}

int mrt_command_read(mrt_command *c, int argc, char **argv, mrt_mechanism *m, char *message)
{
    given g = { 0 };
    memset(c, 0, sizeof *c);
    c->dir = ".";
    c->p = calloc((size_t)(m->np + m->nin + 1), sizeof(double) + 1);
    if (!c->p) {
        refuse(message, "out of memory");
        return 4;
    }
    c->in = c->p + m->np, c->given = (unsigned char *)(c->in + m->nin + 1);
    int rc = read_words(c, &g, argc, argv, m, message);
    if (rc || c->help || c->version) return rc;
    rc = follow(c, m, message);
    if (!rc) rc = mrt_inertia_check(m, c->p, c->given, message);
    return rc || c->check ? rc : make_task(c, &g, m, message);
}

void mrt_command_done(mrt_command *c) { free(c->p), free(c->columns); }

/* ---- help ---- */

static void help_values(const char *title, int n, const mrt_parameter *p, FILE *out)
{
    if (!n) return;
    fprintf(out, "\n%s\n", title);
    for (int i = 0; i < n; i++)
        fprintf(out, "  %-16s %-12.9g %-8s %s\n", p[i].name, p[i].value, p[i].unit, p[i].about);
}

void mrt_command_help_methods(FILE *out)
{
    fputs("\nmethods (--method)\n", out);
    for (int i = 0; mrt_formulations[i]; i++) fprintf(out, "  %-12s %s%s\n", mrt_formulations[i]->name, mrt_formulations[i]->about, i ? "" : " (default)");
    fputs("\nintegrators (--integrator)\n", out);
    for (int i = 0; mrt_methods[i]; i++) fprintf(out, "  %-12s %s%s\n", mrt_methods[i]->name, mrt_methods[i]->about, i ? "" : " (default)");
}

void mrt_command_help(const mrt_mechanism *m, FILE *out)
{
    fprintf(out, "%s: %s\n%s\n\nusage: the program's name, then any of\n", m->name, m->about[0] ? m->about : "a solver for one mechanism", m->provenance);
    for (int i = 0; i < NOPTIONS; i++) {
        char left[48];
        snprintf(left, sizeof left, "%s %s", options[i].name, options[i].value);
        fprintf(out, "  %-22s %s\n", left, options[i].about);
    }
    mrt_command_help_methods(out);
    help_values("parameters", m->np, m->parameters, out);
    help_values("inputs", m->nin, m->inputs, out);
    fputs("\nexit status: 0 done, 2 wrong command line, 3 wrong script, 4 the run could not go on (results up to there are kept) or files could not be written\n", out);
}
