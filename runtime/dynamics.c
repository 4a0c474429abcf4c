/*
 * dynamics.c -- see dynamics.h. One accepted step of the integrator at a time: look for a switch inside it, deliver the
 * output points it covers, watch the rows that are not solved.
 */
#include "dynamics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assembly.h"
#include "switches.h"

/* Switches of the state that follow each other within SOON of the whole time, CHATTER times in a row, are chattering. */
enum { CHATTER = 1000 };
#define SOON 1e-5
#define NEARLY_SINGULAR 0.05         /* of the largest independence of the rows: a passage below is reported */

typedef struct run {
    mrt_system *s;
    const mrt_task *task;
    mrt_report *report;
    mrt_integrator *integrator;
    mrt_switches *switches;
    mrt_point  *x;
    double     *y;                   /* [size] scratch: an interpolated state */
    int         next;                /* number of the next output point */
    int         full_rank;           /* largest number of independent rows seen */
    double      watched;             /* residual of the watched rows at the last choice */
    double      retried;             /* time of the last new choice after a singular matrix */
    double      independence;        /* of the rows at the last step, see mrt_system_independence */
    double      most_independent;    /* largest so far */
    int         approaching;         /* it was falling */
    long        passages;            /* close to singular positions */
    double      first_passage;
    int         chatter;             /* switches of the state in quick succession */
    double      last_switch;
} run;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9*(double)now.tv_nsec;
}

/* ---- output points ---- */

static mrt_status deliver(run *r, double t, const double *y)
{
    mrt_system *s = r->s;
    r->x->t = t;
    r->task->method->state(s, y, r->x->q, r->x->u);
    mrt_status st = r->task->method->accelerations(s, r->x);
    if (st < 0)
        return mrt_system_fail(s, st, "no accelerations at t = %.9g: %s", t, mrt_status_text(st));
    st = r->task->row(r->task->data, r->x);
    if (st < 0) return st;
    r->report->rows++, r->report->reached = t, r->next++;
    return MRT_OK;
}

/* All output points up to t, which lies in the last step. */
static mrt_status deliver_until(run *r, double t)
{
    const mrt_integrator *in = r->integrator;
    double slack = 1e-12*(r->task->to - r->task->from);
    for (; r->next <= r->task->steps; ) {
        double tk = mrt_task_time(r->task, r->next);
        if (tk > t + (in->method->fixed ? slack : 0)) break;
        const double *y = in->y;
        if (fabs(tk - in->t) > slack || (!in->method->fixed && tk != in->t)) {
            mrt_integrator_interpolate(in, tk, r->y, NULL);
            y = r->y;
        }
        mrt_status st = deliver(r, tk, y);
        if (st < 0) return st;
    }
    return MRT_OK;
}

/* ---- switches ---- */

static mrt_status start_at(run *r, double t, const double *y)
{
    r->integrator->options.limit = mrt_switches_limit(r->switches, t);
    mrt_status st = mrt_switches_set(r->switches, t, y);
    return st < 0 ? st : mrt_integrator_start(r->integrator, t, y, r->task->to);
}

static void note_switch(run *r, double t, int event)
{
    mrt_report *p = r->report;
    if (p->nevents < MRT_EVENTS_KEPT) p->events[p->nevents] = (mrt_switch){ t, event };
    p->nevents++;
}

static mrt_status check_chatter(run *r, double t, int event)
{
    r->chatter = t - r->last_switch <= SOON*(r->task->to - r->task->from) ? r->chatter + 1 : 0;
    r->last_switch = t;
    if (r->chatter < CHATTER) return MRT_OK;
    return mrt_system_fail(r->s, MRT_E_STEP, "%s changes sign again and again near t = %.9g (chattering); write the switch smoothly, "
                           "for example tanh(x/small) for sign(x)", r->s->mech->events[event], t);
}

/* Handles a switch inside or at the end of the last step. */
static mrt_status pass_switch(run *r)
{
    mrt_integrator *in = r->integrator;
    double t;
    int event = -1;
    mrt_status st = mrt_switches_find(r->switches, in, &t, &event);
    if (st < 0) return st;
    if (st == MRT_EVENT) {
        st = deliver_until(r, t);
        if (st < 0 || r->next > r->task->steps) return st;
        memcpy(r->y, mrt_switches_state(r->switches), (size_t)in->n*sizeof(double));
        note_switch(r, t, event);
        st = check_chatter(r, t, event);
        return st < 0 ? st : start_at(r, t, r->y);
    }
    st = deliver_until(r, in->t);
    if (st < 0 || r->next > r->task->steps || in->t < in->options.limit) return st;

    /* A switch of time alone: step over the gap between the last number before and the first behind it. An output
     * point that falls exactly into the gap belongs to the state here. */
    t = mrt_switches_behind(r->switches, in->t, &event);
    if (r->next <= r->task->steps && mrt_task_time(r->task, r->next) < t) {
        st = deliver(r, mrt_task_time(r->task, r->next), in->y);
        if (st < 0 || r->next > r->task->steps) return st;
    }
    memcpy(r->y, in->y, (size_t)in->n*sizeof(double));
    note_switch(r, t, event);
    return start_at(r, t, r->y);
}

/* ---- the rows that are not solved ---- */

/* Chooses the rows again at the present state; *changed says whether others came out. */
static mrt_status choose_again(run *r, int *changed)
{
    mrt_system *s = r->s;
    int before = s->m;
    memcpy(s->irow + s->mech->nrow, s->rows, (size_t)s->m*sizeof(int));
    r->task->method->state(s, r->integrator->y, r->x->q, r->x->u);
    mrt_status st = mrt_system_choose(s, r->integrator->t, r->x->q);
    if (st < 0) return st;
    *changed = before != s->m || memcmp(s->irow + s->mech->nrow, s->rows, (size_t)s->m*sizeof(int)) != 0;
    if (!*changed) return MRT_OK;
    s->work.reselections++;
    if (s->m > r->full_rank) r->full_rank = s->m;
    return mrt_integrator_restart(r->integrator);
}

/* Counts where the rows come close to losing rank and recover: there the motion may leave its branch unnoticed. */
static void watch_rank(run *r)
{
    mrt_system *s = r->s;
    double independence = mrt_system_independence(s);
    if (independence > r->independence && r->independence < NEARLY_SINGULAR*r->most_independent && r->approaching && r->passages++ == 0)
        r->first_passage = r->integrator->t_old;
    r->approaching = independence < r->independence;
    r->independence = independence;
    r->most_independent = fmax(r->most_independent, independence);
}

static mrt_status watch_rows(run *r)
{
    mrt_system *s = r->s;
    int changed;
    if (s->m > 1) watch_rank(r);
    if (s->nother == 0) return MRT_OK;
    r->task->method->state(s, r->integrator->y, r->x->q, r->x->u);
    mrt_system_constraints(s, r->integrator->t, r->x->q);
    double solved = 0, watched = 0;
    for (int k = 0; k < s->m; k++) solved = fmax(solved, fabs(s->Phi[s->rows[k]]));
    for (int k = 0; k < s->nother; k++) watched = fmax(watched, fabs(s->Phi[s->others[k]]));
    /* After a singular position the lost row comes back as soon as it can; elsewhere a drift calls for it. */
    int drifts = watched > 1e-6*s->scale && watched > 100*solved && watched > 2*r->watched;
    if (s->m >= r->full_rank && !drifts) return MRT_OK;
    r->watched = watched;
    return choose_again(r, &changed);
}

/* ---- trouble ---- */

static mrt_status explain(run *r, mrt_status st)
{
    mrt_system *s = r->s;
    double t = r->integrator->t;
    static const char *const cures[] = {
        "the position there is singular (links in line, a dead point) or a mass vanishes: start elsewhere, change dimensions, or leave "
        "out the condition that is lost",
        "look for a division by zero, a root or logarithm of a negative number in loads, springs or constraints",
        "raise --rtol and --atol",
        "the motion runs into a singular position, a lock-up, or a law that is not smooth",
    };
    int cure = st == MRT_E_SINGULAR ? 0 : st == MRT_E_NAN ? 1 : st == MRT_E_TOLERANCE || st == MRT_E_WORK ? 2 : 3;
    return mrt_system_fail(s, st, "could not go on from t = %.9g: %s; %s", t, mrt_status_text(st), cures[cure]);
}

/* A step failed. Returns MRT_OK if something was changed so that it is worth trying again. */
static mrt_status recover(run *r, mrt_status st)
{
    int changed = 0;
    double t = r->integrator->t;
    if (st == MRT_E_SINGULAR && r->s->nactive && t > r->retried) {
        r->retried = t;
        mrt_status again = choose_again(r, &changed);
        if (again < 0) return again;
        if (changed) {
            mrt_system_warn(r->s, "passes a singular position at t = %.6g: reactions are not defined there and the branch taken behind it "
                            "may be the wrong one", t);
            return MRT_OK;
        }
    }
    return explain(r, st);
}

/* ---- the whole of it ---- */

static mrt_status integrate(run *r)
{
    mrt_integrator *in = r->integrator;
    mrt_status st = deliver(r, r->task->from, in->y);
    while (st >= 0 && r->next <= r->task->steps) {
        st = mrt_integrator_step(in);
        if (st < 0) {
            st = recover(r, st);
            continue;
        }
        if (r->task->stop && r->task->stop(r->task->data)) {
            st = mrt_system_fail(r->s, MRT_E_WORK, "interrupted at t = %.9g", in->t);
            break;
        }
        st = pass_switch(r);
        if (st >= 0 && r->next <= r->task->steps) st = watch_rows(r);
        if (st < 0 && !r->s->message[0]) st = explain(r, st);
    }
    return st;
}

/* The step of a fixed-step method: divides the output interval, not above the one asked for. */
static double fixed_step(mrt_system *s, const mrt_task *task)
{
    double interval = (task->to - task->from)/task->steps;
    if (task->step <= 0 || task->step >= interval) return interval;
    double step = interval/ceil(interval/task->step*(1 - 1e-12));
    if (step < task->step*(1 - 1e-9))
        mrt_system_warn(s, "the step of %s is %.9g instead of %.9g, so that it divides the output interval %.9g", task->integrator->name, step, task->step, interval);
    return step;
}

static mrt_status start(run *r)
{
    mrt_system *s = r->s;
    const mrt_task *task = r->task;
    double begin = seconds();
    mrt_status st = mrt_assemble(s, task->from, task->assemble, r->x->q, r->x->u);
    r->report->assembly_seconds = seconds() - begin;
    if (st < 0) return st;
    for (int j = 0; j < s->mech->nu; j++)
        if (s->unit[j] != 0)
            return mrt_system_fail(s, MRT_E_SINGULAR, "nothing with mass moves with %s: the mass matrix is singular; give the bodies it "
                                   "moves a mass or an inertia", s->mech->u[j].name);
    r->full_rank = s->m;
    double step = task->integrator->fixed ? fixed_step(s, task) : 0;
    st = task->method->check(s, task->integrator, step);
    if (st < 0) return st;

    int n = task->method->size(s);
    mrt_options options = { .rtol = task->rtol, .atol = task->atol, .step = step, .limit = INFINITY };
    r->integrator = mrt_integrator_new(task->integrator, n, task->method->rhs, s, &options);
    r->switches = mrt_switches_new(s, task->method, task, r->x->q, r->x->u);
    r->y = malloc((size_t)(n + 1)*sizeof(double));
    if (!r->integrator || !r->switches || !r->y) return mrt_system_fail(s, MRT_E_MEMORY, "out of memory");
    task->method->pack(s, r->x->q, r->x->u, r->y);
    st = start_at(r, task->from, r->y);
    return st < 0 ? explain(r, st) : MRT_OK;
}

mrt_status mrt_dynamics_run(mrt_system *s, const mrt_task *task, mrt_report *report)
{
    memset(report, 0, sizeof *report);
    report->reached = report->stopped = task->from;
    s->message[0] = 0;
    run r = { .s = s, .task = task, .report = report, .retried = -INFINITY, .independence = INFINITY, .last_switch = -INFINITY };
    mrt_status st = MRT_E_MEMORY;
    if ((r.x = mrt_point_new(s->mech))) st = start(&r);
    if (st >= 0) st = integrate(&r);
    if (r.passages)
        mrt_system_warn(s, "passes close to singular positions %ld time%s, first at t = %.4g: reactions grow there, and the branch taken behind "
                        "may be the wrong one", r.passages, r.passages == 1 ? "" : "s", r.first_passage);
    /* Stabilisation is stiff by design; its effect is in the counts and needs no warning. */
    if (r.integrator && r.integrator->counts.stiff && s->nactive == 0)
        mrt_system_warn(s, "the equations look stiff to %s: steps are limited by stability, not accuracy; softer springs and dampers make the "
                        "run faster", task->integrator->name);
    if (r.integrator) report->counts = r.integrator->counts, report->stopped = r.integrator->t;
    mrt_integrator_free(r.integrator);
    mrt_switches_free(r.switches);
    mrt_point_free(r.x);
    free(r.y);
    return st < 0 ? st : MRT_OK;
}
