/*
 * fourbar_work.h -- the workspace of the solver, as its functions see it.
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
#ifndef FOURBAR_WORK_H
#define FOURBAR_WORK_H

/* The first doubles: what depends on the parameters alone. Written by fourbar_init. */
typedef struct fourbar_constants {
    double p_crank;
    double p_coupler;
    double p_rocker;
    double p_base;
    double com_ab_x;                                        /* mass centre */
    double h_ab_x;                                          /* mass times mass centre */
    double I_ab;
    double J_ab_xx;                                         /* integral of r r^T dm about the body's origin */
    double com_bc_x;                                        /* mass centre */
    double h_bc_x;                                          /* mass times mass centre */
    double I_bc;
    double J_bc_xx;                                         /* integral of r r^T dm about the body's origin */
    double com_dc_x;                                        /* mass centre */
    double h_dc_x;                                          /* mass times mass centre */
    double I_dc;
    double J_dc_xx;                                         /* integral of r r^T dm about the body's origin */
    double p_crank_p_coupler;
    double p_crank2;
    double two_h_bc_x;
    double c_h_dc_x;
    double invD_dc;                                         /* inverse of the inertia felt by the joint */
    double invD_bc;                                         /* inverse of the inertia felt by the joint */
    double Gf_bc_y;
    double Ca_bc_yy;
    double Cr_bc_d;
    double p_crank_Gf_bc_y;
    double strain_masses_const;
} fourbar_constants;

#endif
