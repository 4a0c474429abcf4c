/*
 * bench_runs.c -- whole analyses by every engine: the kinematic solutions of the script's range, and its dynamics at the script's tolerances.
 *
 * Kinematics has one right answer, so the engines are compared with each other. In dynamics each makes the error its tolerances allow: all
 * are compared with a run of the generated solver at much smaller ones, and an engine whose error is of another order is not compared in time.
 * The clock runs from the first output point to the last; assembly is told apart.
 */
#include "bench.h"
#include "bench_clock.h"
#include "bench_motion.h"
#include "progress.h"
#include "../../runtime/dynamics.h"
#include "../../runtime/kinematics.h"

#include <math.h>

#define AGREEMENT 1e-8
/* Dynamics: errors count as equal within this factor, and below this bound in any case. */
#define SAME_ERROR 100
#define SMALL_ERROR 1e-8

/* ---- comparing ---- */

/* The motion with smaller tolerances or steps. */
static mrt_status reference(bench_motion *m, mrt_system *s, const mrt_task *task)
{
    mrt_report report;
    mrt_task fine = *task;
    if (task->integrator->fixed) fine.step = (task->step > 0 ? task->step : (task->to - task->from)/task->steps)/4;
    fine.rtol *= 1e-3, fine.atol *= 1e-3;
    return bench_motion_run(m, s, &fine, &report);
}

static void judge_figure(bench_figure *f, bench_quantity k, const bench_figure *generated)
{
    double bound = k == BENCH_DYNAMICS ? SAME_ERROR*fmax(generated->difference, SMALL_ERROR) : AGREEMENT;
    f->agrees = f->difference <= bound;
    if (f->agrees) return;
    if (k == BENCH_DYNAMICS)
        snprintf(f->reason, MRT_TEXT, "error of the motion %.1e, of the generated solver %.1e: not the same accuracy, no ratio", f->difference,
                 generated->difference);
    else
        snprintf(f->reason, MRT_TEXT, "differs from the generated solver by %.1e, more than %.0e: no ratio", f->difference, bound);
}

/* Runs once and keeps motion and counts. */
static bool run_once(bench_figure *f, bench_motion *m, mrt_system *s, const mrt_task *task)
{
    mrt_report report;
    mrt_status st = bench_motion_run(m, s, task, &report);
    f->work = s->work, f->steps = report.counts.steps;
    f->measured = st >= 0;
    if (st < 0) snprintf(f->reason, MRT_TEXT, "%s", s->message[0] ? s->message : mrt_status_text(st));
    return f->measured;
}

/* All engines once; fills everything of the figures but the times. */
static bool compare(bench_case *b, bench_quantity k)
{
    int which = k == BENCH_DYNAMICS;
    bench_figure *f = b->record->figure[k];
    mrt_system **s = b->system[which];
    const mrt_task *task = &b->record->task[which];
    bench_motion truth, own;
    bool good = true;
    bench_motion_init(&truth, s[0]->mech, BENCH_STATES);
    for (int e = 0; e < BENCH_ENGINES && good; e++) {
        if (!b->ready[e]) continue;
        progress_show(b->quiet, "%s: %s by the engine %s", b->record->mechanism, which ? "dynamics" : "kinematics", mechc_engines[e].name);
        bench_motion_init(&own, s[e]->mech, BENCH_STATES);
        if (run_once(&f[e], &own, s[e], task)) {
            if (e == 0 && k == BENCH_DYNAMICS && reference(&truth, s[0], task) < 0)
                good = false, snprintf(f[0].reason, MRT_TEXT, "at smaller tolerances: %.400s", s[0]->message);
            if (k == BENCH_DYNAMICS) f[e].difference = bench_motion_positions(&truth, &own);
            else if (e == 0) f[e].difference = 0;
            else f[e].difference = fmax(bench_motion_positions(&truth, &own),
                                        fmax(bench_motion_velocities(&truth, &own), bench_motion_accelerations(&truth, &own)));
            judge_figure(&f[e], k, &f[0]);
        } else good = e > 0;
        if (e == 0 && k == BENCH_KINEMATICS && good) { bench_motion swap = truth; truth = own, own = swap; }
        bench_motion_done(&own);
    }
    bench_motion_done(&truth);
    progress_clear();
    return good;
}

/* ---- taking times ---- */

typedef struct timed_run { bench_case *b; bench_quantity k; double first; bool begun; } timed_run;

static mrt_status note_first(void *data, const mrt_point *x)
{
    timed_run *r = data;
    (void)x;
    if (!r->begun) r->first = bench_cpu(), r->begun = true;
    return MRT_OK;
}

/* CPU seconds per output point, or per simulated second. */
static double sample_run(void *data, int e, int times)
{
    timed_run *r = data;
    int which = r->k == BENCH_DYNAMICS;
    mrt_system *s = r->b->system[which][e];
    mrt_task task = r->b->record->task[which];
    bench_figure *f = &r->b->record->figure[r->k][e];
    mrt_report report;
    double sum = 0;
    task.row = note_first, task.stop = NULL, task.data = r;
    for (int i = 0; i < times; i++) {
        double begin = bench_cpu();
        r->begun = false, s->nwarnings = 0;
        if (which) mrt_dynamics_run(s, &task, &report);
        else mrt_kinematics_run(s, &task, &report);
        sum += bench_cpu() - r->first;
        f->assembly = fmin(f->assembly, r->first - begin);
    }
    return sum/times/(which ? task.to - task.from : task.steps);
}

bool bench_runs(bench_case *b, bench_quantity k)
{
    bench_figure *f = b->record->figure[k];
    timed_run r = { .b = b, .k = k };
    bool use[BENCH_ENGINES];
    bench_time time[BENCH_ENGINES];
    if (!compare(b, k)) {
        fprintf(stderr, "mechc bench: %s: %s: %s\n", b->s.m->file, k == BENCH_DYNAMICS ? "dynamics" : "kinematics", f[0].reason);
        return false;
    }
    for (int e = 0; e < BENCH_ENGINES; e++) use[e] = f[e].measured, f[e].assembly = INFINITY;
    bench_rounds(b, k == BENCH_DYNAMICS ? "dynamics" : "kinematics", use, sample_run, &r, time);
    for (int e = 0; e < BENCH_ENGINES; e++) if (use[e]) f[e].time = time[e];
    return true;
}
