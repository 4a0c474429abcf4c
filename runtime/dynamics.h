/*
 * dynamics.h -- the motion that follows from the forces: assembles, integrates, delivers the output points.
 */
#ifndef MRT_DYNAMICS_H
#define MRT_DYNAMICS_H

#include "task.h"

/* Runs the whole task. Output points come from the integrator's interpolation and never shorten its steps; accelerations
 * and multipliers are evaluated there. At a switch (an event function through zero) the integrator stops and starts
 * again behind it; switches that depend on time only are known ahead and never stepped over.
 * MRT_OK only when the last point was delivered. After a failure s->message says when and why, *report is filled. */
mrt_status mrt_dynamics_run(mrt_system *s, const mrt_task *task, mrt_report *report);

#endif
