/*
 * fourbar_mechanism.c -- what the runtime knows of the mechanism.
 *
 * GENERATED, do not edit: change the model and generate again.
 *
 * model        fourbar (fourbar.tcl)  model dump sha256 6fdf99c0faf2353a
 * generator    mechc 0.1.0
 * units        as in the model; angles in rad
 * licence      MIT-0: use, copy, change and pass on freely; no warranty. SPDX-License-Identifier: MIT-0
 * about        Planar crank-rocker
 *
 *   no  joint  type      parent  child  coordinates, speeds
 *    1  a      revolute  ground  ab     q[0]  u[0]
 *    2  b      revolute  ab      bc     q[1]  u[1]
 *    3  d      revolute  ground  dc     q[2]  u[2]
 *    4  c      revolute  bc      dc     cq[0]  cu[0]  (cut)
 */
#include "fourbar.h"

/* parameters: name, unit, meaning, default */
static const mrt_parameter table_parameters[] = {
    { "crank", "m", "", 1 },
    { "coupler", "m", "", 3.5 },
    { "rocker", "m", "", 2.5 },
    { "base", "m", "", 4 },
};

/* coordinates of the tree: name, quantity, joint, start, held */
static const mrt_coordinate table_q[] = {
    { "a", MRT_ANGLE, 0, 1.0471975511965976, 1 },
    { "b", MRT_ANGLE, 1, -0.6, 0 },
    { "d", MRT_ANGLE, 2, 1.7, 0 },
};

/* speeds of the tree */
static const mrt_coordinate table_u[] = {
    { "a", MRT_ANGLE, 0, 0, 1 },
    { "b", MRT_ANGLE, 1, 0, 0 },
    { "d", MRT_ANGLE, 2, 0, 0 },
};

/* coordinates of all joints: name, quantity, of a cut joint, index */
static const mrt_column table_all_q[] = {
    { "a", MRT_ANGLE, 0, 0 },
    { "b", MRT_ANGLE, 0, 1 },
    { "d", MRT_ANGLE, 0, 2 },
    { "c", MRT_ANGLE, 1, 0 },
};

/* speeds of all joints */
static const mrt_column table_all_u[] = {
    { "a", MRT_ANGLE, 0, 0 },
    { "b", MRT_ANGLE, 0, 1 },
    { "d", MRT_ANGLE, 0, 2 },
    { "c", MRT_ANGLE, 1, 0 },
};

/* rows of Phi: kind, name, what, owner, analyses */
static const mrt_row table_rows[] = {
    { MRT_ROW_CUT, "c", "displacement along x", 3, MRT_KINEMATICS | MRT_DYNAMICS },
    { MRT_ROW_CUT, "c", "displacement along y", 3, MRT_KINEMATICS | MRT_DYNAMICS },
};

/* bodies: name, mass, pose guess given, guess */
static const mrt_body table_bodies[] = {
    { "ab", 1, 0, { 0, 0, 0, 0, 0, 0, 0 } },
    { "bc", 3.5, 0, { 0, 0, 0, 0, 0, 0, 0 } },
    { "dc", 2.5, 0, { 0, 0, 0, 0, 0, 0, 0 } },
};

/* joints: name, type, parent, child, cut, first and number of coordinates, of speeds */
static const mrt_joint table_joints[] = {
    { "a", "revolute", "ground", "ab", 0, 0, 1, 0, 1 },
    { "b", "revolute", "ab", "bc", 0, 1, 1, 1, 1 },
    { "d", "revolute", "ground", "dc", 0, 2, 1, 2, 1 },
    { "c", "revolute", "bc", "dc", 1, 3, 1, 3, 1 },
};

const mrt_mechanism fourbar = {
    "fourbar",
    "Planar crank-rocker",
    "mechc 0.1.0, model sha256 6fdf99c0faf2353a",
    3, 3, 4, 0,                         /* nq, nu, np, nin */
    2, 3, 4, 0, 0,                      /* nrow, nbody, njoint, nout, nevent */
    1, 1, 4, 4, 0,                      /* ncq, ncu, nall_q, nall_u, neuler */
    27,                                 /* work: doubles of workspace */
    199.94, 282.8,                      /* alpha, beta: stabilisation */
    table_parameters,                   /* parameters */
    NULL,                               /* inputs */
    table_q,                            /* q */
    table_u,                            /* u */
    table_all_q,                        /* all_q */
    table_all_u,                        /* all_u */
    NULL,                               /* euler */
    table_rows,                         /* rows */
    table_bodies,                       /* bodies */
    table_joints,                       /* joints */
    NULL,                               /* outputs */
    NULL,                               /* events */
    {                                   /* analyses: kind, from, to, steps, method, integrator, rtol, atol, assemble */
      { MRT_DYNAMICS, 0, 10, 1000, "", "", 0, 0, 1 },
      { 0, 0, 0, 0, "", "", 0, 0, 0 }
    },
    fourbar_init,
    fourbar_start,
    fourbar_settings,
    fourbar_masses,
    fourbar_rates,
    fourbar_constraints,
    fourbar_equations,
    fourbar_mass,
    fourbar_forward,
    fourbar_accelerations,
    fourbar_inverse,
    fourbar_bodies_state,
    fourbar_cut_joints,
    fourbar_energy,
    fourbar_output,
    fourbar_reactions,
    fourbar_event,
    fourbar_transformation,
    NULL, NULL, NULL, NULL, NULL, NULL  /* engine, data, done, augmented, side, assemble: of engines that interpret a model */
};
