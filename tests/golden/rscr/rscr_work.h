/*
 * rscr_work.h -- the workspace of the solver, as its functions see it.
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
#ifndef RSCR_WORK_H
#define RSCR_WORK_H

/* The first doubles: what depends on the parameters alone. Written by rscr_init. */
typedef struct rscr_constants {
    double p_offset;                                        /* distance of the ball joint from the cylinder axis */
    double p_torque;                                        /* torque on the crank in dynamics */
    double p_speed;                                         /* crank speed in kinematics */
    double at_crank_child_x;                                /* joint point */
    double I_crank;
    double o_cut_ball_parent_x;
    double nu_crank_z;                                      /* moment for unit acceleration */
    double invD_crank;                                      /* inverse of the inertia felt by the joint */
    double strain_masses_const;
    double H_crank_z_const;
} rscr_constants;

#endif
