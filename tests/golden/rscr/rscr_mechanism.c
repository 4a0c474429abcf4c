/*
 * rscr_mechanism.c -- what the runtime knows of the mechanism.
 *
 * GENERATED, do not edit: change the model and generate again.
 *
 * model        rscr (rscr.tcl)  model dump sha256 e33253efda5416aa
 * generator    mechc 0.1.0
 * units        as in the model; angles in rad
 * licence      MIT-0: use, copy, change and pass on freely; no warranty. SPDX-License-Identifier: MIT-0
 * about        Spatial RSCR linkage with a cylindrical joint
 *
 *   no  joint  type         parent  child    coordinates, speeds
 *    1  crank  revolute     ground  crank    q[0]  u[0]
 *    2  ball   spherical    crank   coupler  cq[0] cq[1] cq[2] cq[3]  cu[0] cu[1] cu[2]  (cut)
 *    3  psi    revolute     ground  link3    q[1]  u[1]
 *    4  c      cylindrical  link3   coupler  q[2] q[3]  u[2] u[3]
 */
#include "rscr.h"

/* parameters: name, unit, meaning, default */
static const mrt_parameter table_parameters[] = {
    { "crank", "m", "crank length", 0.1 },
    { "offset", "m", "distance of the ball joint from the cylinder axis", 0.16 },
    { "torque", "N*m", "torque on the crank in dynamics", 0.02 },
    { "speed", "rad/s", "crank speed in kinematics", 6.283185307179586 },
};

/* coordinates of the tree: name, quantity, joint, start, held */
static const mrt_coordinate table_q[] = {
    { "crank", MRT_ANGLE, 0, 0, 1 },
    { "psi", MRT_ANGLE, 2, 0.2, 0 },
    { "c.angle", MRT_ANGLE, 3, -1.7, 0 },
    { "c.slide", MRT_LENGTH, 3, -0.27, 0 },
};

/* speeds of the tree */
static const mrt_coordinate table_u[] = {
    { "crank", MRT_ANGLE, 0, 0, 1 },
    { "psi", MRT_ANGLE, 2, 0, 0 },
    { "c.angle", MRT_ANGLE, 3, 0, 0 },
    { "c.slide", MRT_LENGTH, 3, 0, 0 },
};

/* coordinates of all joints: name, quantity, of a cut joint, index */
static const mrt_column table_all_q[] = {
    { "crank", MRT_ANGLE, 0, 0 },
    { "ball.e0", MRT_EULER, 1, 0 },
    { "ball.e1", MRT_EULER, 1, 1 },
    { "ball.e2", MRT_EULER, 1, 2 },
    { "ball.e3", MRT_EULER, 1, 3 },
    { "psi", MRT_ANGLE, 0, 1 },
    { "c.angle", MRT_ANGLE, 0, 2 },
    { "c.slide", MRT_LENGTH, 0, 3 },
};

/* speeds of all joints */
static const mrt_column table_all_u[] = {
    { "crank", MRT_ANGLE, 0, 0 },
    { "ball.wx", MRT_ANGLE, 1, 0 },
    { "ball.wy", MRT_ANGLE, 1, 1 },
    { "ball.wz", MRT_ANGLE, 1, 2 },
    { "psi", MRT_ANGLE, 0, 1 },
    { "c.angle", MRT_ANGLE, 0, 2 },
    { "c.slide", MRT_LENGTH, 0, 3 },
};

/* rows of Phi: kind, name, what, owner, analyses */
static const mrt_row table_rows[] = {
    { MRT_ROW_CUT, "ball", "displacement along x", 1, MRT_KINEMATICS | MRT_DYNAMICS },
    { MRT_ROW_CUT, "ball", "displacement along y", 1, MRT_KINEMATICS | MRT_DYNAMICS },
    { MRT_ROW_CUT, "ball", "displacement along z", 1, MRT_KINEMATICS | MRT_DYNAMICS },
    { MRT_ROW_DRIVE, "crank", "drive", 0, MRT_KINEMATICS },
};

/* bodies: name, mass, pose guess given, guess */
static const mrt_body table_bodies[] = {
    { "crank", 0.5, 0, { 0, 0, 0, 0, 0, 0, 0 } },
    { "coupler", 1, 0, { 0, 0, 0, 0, 0, 0, 0 } },
    { "link3", 1.5, 0, { 0, 0, 0, 0, 0, 0, 0 } },
};

/* joints: name, type, parent, child, cut, first and number of coordinates, of speeds */
static const mrt_joint table_joints[] = {
    { "crank", "revolute", "ground", "crank", 0, 0, 1, 0, 1 },
    { "ball", "spherical", "crank", "coupler", 1, 1, 4, 1, 3 },
    { "psi", "revolute", "ground", "link3", 0, 5, 1, 4, 1 },
    { "c", "cylindrical", "link3", "coupler", 0, 6, 2, 5, 2 },
};

const mrt_mechanism rscr = {
    "rscr",
    "Spatial RSCR linkage with a cylindrical joint",
    "mechc 0.1.0, model sha256 e33253efda5416aa",
    4, 4, 4, 0,                         /* nq, nu, np, nin */
    4, 3, 4, 0, 0,                      /* nrow, nbody, njoint, nout, nevent */
    4, 3, 8, 7, 0,                      /* ncq, ncu, nall_q, nall_u, neuler */
    10,                                 /* work: doubles of workspace */
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
      { MRT_KINEMATICS, 0, 2, 400, "", "", 0, 0, 1 },
      { MRT_DYNAMICS, 0, 2, 400, "", "", 0, 0, 1 }
    },
    rscr_init,
    rscr_start,
    rscr_settings,
    rscr_masses,
    rscr_rates,
    rscr_constraints,
    rscr_equations,
    rscr_mass,
    rscr_forward,
    rscr_accelerations,
    rscr_inverse,
    rscr_bodies_state,
    rscr_cut_joints,
    rscr_energy,
    rscr_output,
    rscr_reactions,
    rscr_event,
    rscr_transformation,
    NULL, NULL, NULL, NULL, NULL, NULL  /* engine, data, done, augmented, side, assemble: of engines that interpret a model */
};
