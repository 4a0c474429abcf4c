/*
 * task.h -- what an analysis is asked to do and what it reports. Kinematics and dynamics share both.
 */
#ifndef MRT_TASK_H
#define MRT_TASK_H

#include "formulations/formulations.h"
#include "integrators/integrators.h"
#include "system.h"

enum { MRT_EVENTS_KEPT = 256 };

typedef struct mrt_task {
    double from, to;
    int    steps;                            /* intervals: steps + 1 rows */
    const mrt_formulation *method;           /* dynamics only */
    const mrt_method      *integrator;       /* dynamics; a kinematic run uses its own for leftover freedoms */
    double rtol, atol;
    double step;                             /* fixed-step integrators; 0: one per output interval */
    int    assemble;                         /* 0: take the start as it is (dynamics) */
    /* Called for every output point in order; a negative status ends the run with it. */
    mrt_status (*row)(void *data, const mrt_point *x);
    /* Asked at every accepted step unless NULL; other than 0 ends the run. */
    int  (*stop)(void *data);
    void  *data;
} mrt_task;

typedef struct mrt_switch { double t; int event; } mrt_switch;

typedef struct mrt_report {
    int        rows;                         /* output points delivered */
    double     reached;                      /* time of the last one */
    double     stopped;                      /* time at which the run could not go on */
    mrt_counts counts;                       /* of the integrator; restarts included */
    long       nevents;                      /* switches passed; the first MRT_EVENTS_KEPT are listed */
    mrt_switch events[MRT_EVENTS_KEPT];
    double     assembly_seconds;
} mrt_report;

/* Time of output point k. */
static inline double mrt_task_time(const mrt_task *task, int k)
{
    return k == task->steps ? task->to : task->from + (task->to - task->from)*k/task->steps;
}

#endif
