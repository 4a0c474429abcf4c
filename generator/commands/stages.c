/*
 * stages.c -- script, model, topology, derivation, passes: each reads what the one before left.
 */
#include "stages.h"
#include "progress.h"
#include "../passes/passes.h"
#include "../script/script.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 50 };

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

/* Gives parameters the values of --set. */
static int set_parameters(stages *s, const options *o)
{
    for (int i = 0; i < o->nset; i++) {
        const char *equals = strchr(o->set[i], '=');
        char *name = strndup(o->set[i], (size_t)(equals - o->set[i])), *end;
        double value = strtod(equals + 1, &end);
        bool number = end != equals + 1 && !*end && isfinite(value);
        if (!number) fprintf(stderr, "mechc %s: --set %s: \"%s\" is not a number\n", o->command->name, o->set[i], equals + 1);
        int known = number ? model_set(s->m, name, value) : 0;
        free(name);
        if (!number) return EXIT_USAGE;
        if (known != 0) { stages_show_messages(s, o->quiet); return EXIT_USAGE; }
    }
    return stages_show_messages(s, o->quiet) ? EXIT_SCRIPT : -1;
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

static int find_topology(stages *s, const options *o)
{
    s->g = topology_new(s->m);
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

void stages_done(stages *s)
{
    program_free(s->p);
    topology_free(s->g);
    model_free(s->m);
}
