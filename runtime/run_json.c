/*
 * run_json.c -- see run_json.h.
 */
#include "run_json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- JSON ---- */

static void text(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') fprintf(f, "\\%c", c);
        else if (c < 0x20) fprintf(f, "\\u%04x", c);
        else fputc(c, f);
    }
    fputc('"', f);
}

static void number(FILE *f, double x)
{
    if (isfinite(x)) fprintf(f, "%.17g", x);
    else fputs("null", f);                         /* JSON has no other word for it */
}

static void key(FILE *f, const char *indent, const char *name) { fputs(indent, f), text(f, name), fputs(": ", f); }

static void key_text(FILE *f, const char *name, const char *value) { key(f, "  ", name), text(f, value), fputs(",\n", f); }
static void key_number(FILE *f, const char *name, double value) { key(f, "  ", name), number(f, value), fputs(",\n", f); }

/* ---- parts ---- */

static void write_values(FILE *f, const char *name, int n, const mrt_parameter *what, const double *value)
{
    key(f, "  ", name), fputc('{', f);
    for (int i = 0; i < n; i++) {
        key(f, i ? ",\n    " : "\n    ", what[i].name);
        number(f, value[i]);
    }
    fputs(n ? "\n  },\n" : "},\n", f);
}

static void write_analysis(const mrt_record *r, FILE *f)
{
    int dynamics = r->s->mode == MRT_DYNAMICS;
    key_text(f, "analysis", dynamics ? "dynamics" : "kinematics");
    key_number(f, "from", r->task->from);
    key_number(f, "to", r->task->to);
    key_number(f, "steps", r->task->steps);
    if (!dynamics) return;
    key_text(f, "method", r->task->method->name);
    key(f, "  ", "tree"), fputs(r->s->nactive ? "false,\n" : "true,\n", f);
    key_text(f, "integrator", r->task->integrator->name);
    if (r->task->integrator->fixed)
        key_number(f, "step", r->report->counts.steps ? r->report->counts.last_step : r->task->step);
    else
        key_number(f, "rtol", r->task->rtol), key_number(f, "atol", r->task->atol);
    key(f, "  ", "assemble"), fputs(r->task->assemble ? "true,\n" : "false,\n", f);
    if (r->s->nactive && !strcmp(r->task->method->name, "baumgarte"))
        key_number(f, "alpha", r->s->mech->alpha), key_number(f, "beta", r->s->mech->beta);
}

static void write_mobility(const mrt_record *r, FILE *f)
{
    const mrt_system *s = r->s;
    char row[MRT_TEXT];
    key_number(f, "degrees_of_freedom", s->mech->nu - s->m);
    key_number(f, "rows", s->nactive);
    key(f, "  ", "redundant_rows"), fputc('[', f);
    for (int k = 0; k < s->nother; k++) {
        mrt_system_row_text(s, s->others[k], row);
        fputs(k ? ", " : "", f), text(f, row);
    }
    fputs("],\n", f);
}

static void write_counts(const mrt_record *r, FILE *f)
{
    const mrt_counts *c = &r->report->counts;
    fprintf(f, "  \"counts\": {\n    \"evaluations\": %ld,\n    \"steps\": %ld,\n    \"rejected_steps\": %ld,\n    \"restarts\": %ld,\n"
            "    \"newton_iterations\": %ld,\n    \"reselections\": %ld,\n    \"events\": %ld,\n    \"rows\": %d,\n    \"stiff\": %s\n  },\n",
            r->s->work.evaluations, c->steps, c->rejected, c->restarts, r->s->work.newton, r->s->work.reselections, r->report->nevents,
            r->report->rows, c->stiff ? "true" : "false");
}

static void write_events(const mrt_record *r, FILE *f)
{
    long n = r->report->nevents < MRT_EVENTS_KEPT ? r->report->nevents : MRT_EVENTS_KEPT;
    key(f, "  ", "events"), fputc('[', f);
    for (long i = 0; i < n; i++) {
        const mrt_switch *e = &r->report->events[i];
        fputs(i ? ",\n    { \"t\": " : "\n    { \"t\": ", f), number(f, e->t), fputs(", \"switch\": ", f);
        text(f, e->event >= 0 ? r->s->mech->events[e->event] : ""), fputs(" }", f);
    }
    fputs(n ? "\n  ],\n" : "],\n", f);
}

static void write_warnings(const mrt_record *r, FILE *f)
{
    key(f, "  ", "warnings"), fputc('[', f);
    for (int i = 0; i < r->s->nwarnings; i++) fputs(i ? ",\n    " : "\n    ", f), text(f, r->s->warnings[i]);
    fputs(r->s->nwarnings ? "\n  ],\n" : "],\n", f);
}

static void write_files(const mrt_record *r, FILE *f)
{
    int n = 0;
    key(f, "  ", "columns"), fputc('[', f);
    for (int i = 0; r->results && i < r->results->ncolumns; i++)
        if (r->results->columns[i].wanted) fputs(n++ ? ", " : "", f), text(f, r->results->columns[i].name);
    fputs("],\n", f);
    key(f, "  ", "plots"), fputc('[', f);
    for (int i = 0; r->plots && i < r->plots->n; i++) fputs(i ? ", " : "", f), text(f, r->plots->file[i]);
    fputs("],\n", f);
    if (r->plots && r->plots->note[0]) key_text(f, "plots_note", r->plots->note);
}

void mrt_record_write(const mrt_record *r, FILE *f)
{
    const mrt_mechanism *m = r->s->mech;
    fputs("{\n", f);
    key_text(f, "mechanism", m->name);
    key_text(f, "about", m->about);
    key_text(f, "provenance", m->provenance);
    key_text(f, "engine", m->engine ? m->engine : "generated");
    key_text(f, "status", r->status < 0 ? "stopped" : "done");
    key_text(f, "reason", r->reason);
    if (r->status < 0) key_number(f, "stopped_at", r->report->stopped);
    key_number(f, "reached", r->report->reached);
    write_analysis(r, f);
    write_values(f, "parameters", m->np, m->parameters, r->s->p);
    write_values(f, "inputs", m->nin, m->inputs, r->s->in);
    write_mobility(r, f);
    write_counts(r, f);
    int measured = r->results && r->results->rows > 0;
    key_number(f, "largest_violation", measured ? r->results->violation : NAN);
    key_number(f, "largest_violation_rate", measured ? r->results->rate : NAN);
    write_events(r, f);
    write_warnings(r, f);
    write_files(r, f);
    fprintf(f, "  \"times\": { \"assembly\": %.6g, \"total\": %.6g }\n}\n", r->report->assembly_seconds, r->seconds);
}

/* ---- the file ---- */

mrt_status mrt_record_save(const mrt_record *r, const char *dir, char *message)
{
    char *place = NULL, *aside = NULL;
    mrt_status st = MRT_OK;
    snprintf(message, MRT_TEXT, "%s/run.json: cannot be written: out of memory", dir);
    if (asprintf(&place, "%s/run.json", dir) < 0) return MRT_E_MEMORY;
    if (asprintf(&aside, "%s/.run.json.%ld", dir, (long)getpid()) < 0) {
        free(place);
        return MRT_E_MEMORY;
    }
    errno = 0;
    FILE *f = fopen(aside, "w");
    int bad = !f;
    if (f) {
        mrt_record_write(r, f);
        bad = ferror(f);
        bad |= fclose(f) != 0;
    }
    if (bad || rename(aside, place) != 0) {
        snprintf(message, MRT_TEXT, "%s: cannot be written: %s", place, strerror(errno ? errno : EIO));
        unlink(aside);
        st = MRT_E_FILE;
    }
    free(place), free(aside);
    return st;
}
