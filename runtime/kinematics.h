/*
 * kinematics.h -- motion prescribed by drives: positions by Newton, speeds and accelerations exactly, driving forces.
 */
#ifndef MRT_KINEMATICS_H
#define MRT_KINEMATICS_H

#include "task.h"

/* Runs the whole task. Freedoms that the drives leave over move with the least kinetic energy; they are named in a
 * warning and integrated, everything else is solved at each output point. lam holds the multipliers with
 * M ud = g + J^T lam (in the least-squares sense along leftover freedoms): driving forces and reactions.
 * MRT_OK only when the last point was delivered. After a failure s->message says when and why, *report is filled. */
mrt_status mrt_kinematics_run(mrt_system *s, const mrt_task *task, mrt_report *report);

#endif
