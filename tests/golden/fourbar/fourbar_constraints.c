/*
 * fourbar_constraints.c -- constraints of the closed loops and drives.
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
 *
 * derivation   forces g: Newton-Euler, 27 flops (velocity transformation B^T (f - M Bdot u - h) 57)
 *              mass matrix M: composite body, 14 flops (velocity transformation B^T M B 44)
 *              forward dynamics: articulated body, 47 flops (mass matrix and its factors 55)
 *              inverse dynamics: Newton-Euler, 38 flops
 * sections     1 trigonometry and transforms  2 positions  3 cut joints
 * operations   constraints     10 mul, 7 add, 5 neg, 6 sin/cos (17 flops)
 */
#include "fourbar.h"
#include "fourbar_work.h"

#include <math.h>

/* Phi(t, q), J with dPhi/dt = J u + Phit (column-major, one row per constraint), Phit. */
void fourbar_constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    (void)t;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);
    const double s_bc = sin(q_b);
    const double c_bc = cos(q_b);
    const double s_dc = sin(q_d);
    const double c_dc = cos(q_d);

    /* 2. positions */
    const double A_bc_xx      = c_ab*c_bc - s_ab*s_bc;      /* orientation */
    const double A_bc_xy      = -s_ab*c_bc - c_ab*s_bc;     /* orientation */
    const double d_bc_x       = k->p_crank*c_ab;            /* from the parent's origin */
    const double d_bc_y       = k->p_crank*s_ab;            /* from the parent's origin */
    const double arm_c_parent_x = k->p_coupler*A_bc_xx;
    J[3] = -arm_c_parent_x;                                 /* c, displacement along y; by b */
    const double arm_c_parent_y = -k->p_coupler*A_bc_xy;
    J[2] = arm_c_parent_y;                                  /* c, displacement along x; by b */
    const double r_c_parent_x = d_bc_x + arm_c_parent_x;    /* position */
    J[1] = -r_c_parent_x;                                   /* c, displacement along y; by a */
    const double r_c_parent_y = d_bc_y + arm_c_parent_y;    /* position */
    J[0] = r_c_parent_y;                                    /* c, displacement along x; by a */
    const double arm_c_child_x = k->p_rocker*c_dc;
    J[5] = arm_c_child_x;                                   /* c, displacement along y; by d */
    const double arm_c_child_y = k->p_rocker*s_dc;
    J[4] = -arm_c_child_y;                                  /* c, displacement along x; by d */
    const double r_c_child_x  = k->p_base + arm_c_child_x;  /* position */

    /* 3. cut joints */
    Phi[0] = r_c_child_x - r_c_parent_x;                    /* c, displacement along x */
    Phi[1] = arm_c_child_y - r_c_parent_y;                  /* c, displacement along y */

    /* results that are given or constant */
    Phit[0] = Phit[1] = 0;
}
