/*
 * main.c -- see main.h. Stages: command line, system, folder, run, files, summary.
 */
#include "main.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "command_line.h"
#include "dynamics.h"
#include "kinematics.h"
#include "plots.h"
#include "results.h"
#include "run_json.h"
#include "self_check.h"

#define MOST_BYTES 2e9               /* of results.csv: more is taken for a mistake in --steps */

typedef struct session {
    mrt_mechanism *mech;             /* at the parameters of this run */
    mrt_command  command;
    mrt_system  *s;
    mrt_results *results;
    mrt_report   report;
    mrt_plots    plots;
    double       begin, shown;       /* seconds; when the bar was last drawn */
    int          bar;                /* 1: standard error is a terminal */
    int          written, recorded;  /* 1: results.csv, run.json is in its place */
} session;

static volatile sig_atomic_t interrupted;
/* The first signal ends the run in good order, a second one at once. */
static void on_interrupt(int signal_number)
{
    interrupted = 1;
    signal(signal_number, SIG_DFL);
}

static int wants_stop(void *data)
{
    (void)data;
    return interrupted;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9*(double)now.tv_nsec;
}

/* ---- output points: progress, interruption, file ---- */

static void draw_bar(session *x, double t)
{
    const mrt_task *task = &x->command.task;
    double part = (t - task->from)/(task->to - task->from), now = seconds();
    if (!x->bar || (now - x->shown < 0.1 && part < 1)) return;
    x->shown = now;
    fprintf(stderr, "\r%s [", x->mech->name);
    for (int i = 0; i < 30; i++) fputc(i < 30*part ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%  t = %.4g s ", 100*part, t);
}

static void clear_bar(const session *x)
{
    if (x->bar && x->shown > 0) fprintf(stderr, "\r%*s\r", 60 + (int)strlen(x->mech->name), "");
}

static mrt_status take_row(void *data, const mrt_point *point)
{
    session *x = data;
    if (interrupted) return mrt_system_fail(x->s, MRT_E_WORK, "interrupted at t = %.9g", point->t);
    mrt_status st = mrt_results_row(x->results, point);
    if (st < 0) return mrt_system_fail(x->s, st, "%s", x->results->message);
    draw_bar(x, point->t);
    return MRT_OK;
}

/* ---- stages ---- */

static int complain(const session *x, int status, const char *sentence)
{
    fprintf(stderr, "%s: %s\n", x->mech->name, sentence);
    return status;
}

/* Makes dir and the folders above it. */
static int make_folder(const char *dir)
{
    char *path = strdup(dir);
    if (!path) return -1;
    int rc = 0;
    for (char *at = path + 1; rc == 0; at++) {
        char c = *at;
        if (c != '/' && c) continue;
        *at = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) rc = -1;
        *at = c;
        if (!c) break;
    }
    struct stat info;
    if (rc == 0 && (stat(dir, &info) != 0 || !S_ISDIR(info.st_mode))) errno = ENOTDIR, rc = -1;
    free(path);
    return rc;
}

static int open_results(session *x)
{
    char sentence[MRT_TEXT];
    x->results = mrt_results_new(x->s, x->command.columns, x->command.reactions);
    if (!x->results) return complain(x, 4, "out of memory");
    mrt_status fits = mrt_results_check(x->results, x->command.columns);
    if (fits < 0) return fits == MRT_E_MEMORY ? complain(x, 4, "out of memory") : complain(x, 2, x->results->message);
    double rows = x->command.task.steps + 1.0, bytes = mrt_results_bytes(x->results, rows);
    if (bytes > MOST_BYTES) {
        snprintf(sentence, sizeof sentence, "results.csv would take about %.0f GB (%.0f rows of %d columns), more than %.0f GB: give fewer --steps, "
                 "or choose columns with --columns", 1e-9*bytes, rows, 1 + mrt_results_wanted(x->results), 1e-9*MOST_BYTES);
        return complain(x, 2, sentence);
    }
    if (make_folder(x->command.dir) != 0) {
        snprintf(sentence, sizeof sentence, "%s: the folder cannot be made: %s; give another with -o", x->command.dir, strerror(errno));
        return complain(x, 4, sentence);
    }
    if (mrt_results_open(x->results, x->command.dir) < 0) return complain(x, 4, x->results->message);
    return 0;
}

/* "1 row", "2 rows", and what follows. */
static void print_count(long n, const char *what, const char *behind) { printf("%ld %s%s%s", n, what, n == 1 ? "" : "s", behind); }

static void print_summary(const session *x, const mrt_record *r)
{
    const mrt_task *task = r->task;
    if (x->command.json) {
        mrt_record_write(r, stdout);
        return;
    }
    printf("%s: %s from %.6g to %.6g s, ", x->mech->name, x->s->mode == MRT_DYNAMICS ? "dynamics" : "kinematics", task->from,
           x->report.reached);
    print_count(x->report.rows, "row", "");
    if (x->s->mode == MRT_DYNAMICS)
        printf(", %s%s%s", x->s->nactive ? task->method->name : "", x->s->nactive ? ", " : "", task->integrator->name);
    /* without a row the independent ones may not have been chosen, and nothing was measured */
    if (x->results->rows > 0) {
        fputs("\n  ", stdout);
        print_count(x->mech->nu - x->s->m, "freedom", ", ");
        print_count(x->s->nactive, "row", " of constraints, ");
        printf("%d of them redundant", x->s->nother);
    }
    fputs("\n  ", stdout);
    print_count(x->s->work.evaluations, "evaluation", ", ");
    print_count(x->report.counts.steps, "step", ", ");
    print_count(x->s->work.newton, "Newton iteration", ", ");
    print_count(x->report.nevents, "event", ", ");
    printf("%.3g s\n", r->seconds);
    if (x->results->rows > 0) printf("  largest violation %.2g, of rates %.2g\n", x->results->violation, x->results->rate);
    if (!x->written && !x->recorded) {
        printf("  %s: nothing could be written\n", x->command.dir);
        return;
    }
    printf("  %s: %s%s%s", x->command.dir, x->written ? "results.csv" : "", x->written && x->recorded ? ", " : "", x->recorded ? "run.json" : "");
    if (x->written) fputs(", ", stdout), print_count(x->plots.n, "plot", "");
    printf("%s%s\n", x->plots.note[0] ? "; " : "", x->plots.note);
}

/* The exit status that goes with the end of an analysis. */
static int exit_status(const session *x, mrt_status st)
{
    if (st >= 0) return 0;
    if (st == MRT_E_ARGUMENT) return 2;
    if (st == MRT_E_SINGULAR && x->s->mode == MRT_DYNAMICS && x->report.rows == 0)
        for (int j = 0; j < x->mech->nu; j++)
            if (x->s->unit[j] != 0) return 3;
    return 4;
}

/* Puts results.csv in place and draws it. Without a row there is nothing worth replacing earlier results. */
static mrt_status close_results(session *x)
{
    if (x->results->rows == 0) {
        mrt_results_discard(x->results);
        snprintf(x->plots.note, sizeof x->plots.note, "no row was computed: results.csv and plots are not written, earlier ones are left as they were");
        return MRT_OK;
    }
    mrt_status st = mrt_results_close(x->results);
    if (st < 0) {
        snprintf(x->plots.note, sizeof x->plots.note, "results.csv could not be written, an earlier one is left as it was; no plots");
        return st;
    }
    x->written = 1;
    mrt_plots_draw(&x->plots, x->results, x->command.dir, wants_stop, NULL);
    return MRT_OK;
}

static int run_analysis(session *x)
{
    mrt_task *task = &x->command.task;
    task->row = take_row, task->stop = wants_stop, task->data = x;
    mrt_status st = x->s->mode == MRT_DYNAMICS ? mrt_dynamics_run(x->s, task, &x->report) : mrt_kinematics_run(x->s, task, &x->report);
    clear_bar(x);
    char reason[MRT_TEXT] = "", message[MRT_TEXT] = "";
    if (st < 0) snprintf(reason, sizeof reason, "%s", x->s->message[0] ? x->s->message : mrt_status_text(st));
    int status = exit_status(x, st);
    if (status == 2 || status == 3) return complain(x, status, reason);    /* nothing was run: no files */

    mrt_status closed = close_results(x);
    if (closed < 0 && st >= 0) {
        st = closed, status = 4;
        snprintf(reason, sizeof reason, "%s", x->results->message);
    }
    mrt_record record = { .s = x->s, .task = task, .report = &x->report, .results = x->results, .plots = &x->plots, .status = st,
                          .reason = reason, .seconds = seconds() - x->begin };
    x->recorded = mrt_record_save(&record, x->command.dir, message) == MRT_OK;
    if (!x->recorded) status = complain(x, 4, message);

    for (int i = 0; i < x->s->nwarnings && !x->command.quiet; i++)
        fprintf(stderr, "%s: warning: %s\n", x->mech->name, x->s->warnings[i]);
    if (st < 0) complain(x, status, reason);
    if (!x->command.quiet || x->command.json) print_summary(x, &record);
    if (fflush(stdout) != 0 && status == 0) status = complain(x, 4, "standard output cannot be written");
    return status;
}

static int check_solver(session *x)
{
    const mrt_analysis *a = &x->mech->analysis[0];
    int failed = mrt_self_check(x->s, a->kind ? a->from : 0, x->command.quiet ? NULL : stdout);
    if (failed < 0) return complain(x, 4, "out of memory");
    return failed ? 4 : 0;
}

static int run_session(session *x, int argc, char **argv)
{
    char message[MRT_TEXT];
    int status = mrt_command_read(&x->command, argc, argv, x->mech, message);
    if (status) return complain(x, status, message);
    if (x->command.help) {
        mrt_command_help(x->mech, stdout);
        return 0;
    }
    if (x->command.version) {
        printf("%s %s\n", x->mech->name, x->mech->provenance);
        return 0;
    }
    int mode = x->command.check ? (x->mech->analysis[0].kind ? x->mech->analysis[0].kind : MRT_DYNAMICS) : x->command.kind;
    x->s = mrt_system_new(x->mech, mode, x->command.p, x->command.in);
    if (!x->s) return complain(x, 4, "out of memory");
    if (x->command.check) return check_solver(x);
    status = open_results(x);
    return status ? status : run_analysis(x);
}

int mrt_main(int argc, char **argv, const mrt_mechanism *mechanism)
{
    mrt_mechanism here = *mechanism;
    session x = { .mech = &here, .begin = seconds() };
    interrupted = 0;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    if (signal(SIGHUP, on_interrupt) == SIG_IGN) signal(SIGHUP, SIG_IGN);    /* under nohup */
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--quiet")) x.bar = -1;
    x.bar = x.bar == 0 && isatty(2);
    int status = run_session(&x, argc, argv);
    mrt_results_free(x.results);
    mrt_system_free(x.s);
    mrt_command_done(&x.command);
    return status;
}
