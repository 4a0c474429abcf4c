/*
 * rscr_constraints.c -- constraints of the closed loops and drives.
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
 *
 * derivation   forces g: Newton-Euler, 31 flops (velocity transformation B^T (f - M Bdot u - h) 154)
 *              mass matrix M: composite body, 10 flops (velocity transformation B^T M B 86)
 *              forward dynamics: articulated body, 48 flops (mass matrix and its factors 49)
 *              inverse dynamics: Newton-Euler, 56 flops
 * sections     1 trigonometry and transforms  2 positions  3 cut joints  4 constraints
 * operations   constraints     14 mul, 11 add, 6 neg, 6 sin/cos (25 flops)
 */
#include "rscr.h"
#include "rscr_work.h"

#include <math.h>

/* Phi(t, q), J with dPhi/dt = J u + Phit (column-major, one row per constraint), Phit. */
void rscr_constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];

    /* 1. trigonometry and transforms */
    const double s_crank   = sin(q_crank);
    const double c_crank   = cos(q_crank);
    const double s_link3   = sin(q_psi);
    J[14] = -s_link3;                                       /* ball, displacement along z; by c.slide */
    const double c_link3   = cos(q_psi);
    J[12] = c_link3;                                        /* ball, displacement along x; by c.slide */
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. positions */
    const double arm_ball_parent_x = k->o_cut_ball_parent_x*c_crank;
    J[1] = -arm_ball_parent_x;                              /* ball, displacement along y; by crank */
    const double arm_ball_parent_y = k->o_cut_ball_parent_x*s_crank;
    J[0] = arm_ball_parent_y;                               /* ball, displacement along x; by crank */
    const double d_c_1_x      = q_c_slide*c_link3;          /* from the parent's origin */
    const double d_c_1_z      = -q_c_slide*s_link3;         /* from the parent's origin */
    const double r_c_1_x      = d_c_1_x + 0.4;              /* origin */
    const double r_c_1_z      = d_c_1_z + 0.1;              /* origin */
    const double A_coupler_xy = s_link3*s_coupler;          /* orientation */
    const double A_coupler_zy = c_link3*s_coupler;          /* orientation */
    const double arm_ball_child_x = k->p_offset*A_coupler_xy;
    const double arm_ball_child_y = k->p_offset*c_coupler;
    const double arm_ball_child_z = k->p_offset*A_coupler_zy;
    const double r_ball_child_x = r_c_1_x + arm_ball_child_x;  /* position */
    const double r_ball_child_y = arm_ball_child_y + 0.02;  /* position */
    Phi[2] = r_c_1_z + arm_ball_child_z;                    /* ball, displacement along z */

    /* 3. cut joints */
    Phi[0] = r_ball_child_x - arm_ball_parent_x;            /* ball, displacement along x */
    Phi[1] = r_ball_child_y - arm_ball_parent_y;            /* ball, displacement along y */
    J[8] = s_link3*arm_ball_child_y;                        /* ball, displacement along x; by c.angle */
    J[9] = -s_link3*arm_ball_child_x - c_link3*arm_ball_child_z;  /* ball, displacement along y; by c.angle */
    J[10] = c_link3*arm_ball_child_y;                       /* ball, displacement along z; by c.angle */
    J[6] = -d_c_1_x - arm_ball_child_x;                     /* ball, displacement along z; by psi */
    J[4] = d_c_1_z + arm_ball_child_z;                      /* ball, displacement along x; by psi */

    /* 4. constraints */
    const double drive_crank = t*k->p_speed;                /* driven value */
    Phi[3] = q_crank - drive_crank;                         /* crank, drive */

    /* results that are given or constant */
    J[2] = J[5] = J[7] = J[11] = J[13] = J[15] = 0;
    J[3] = 1;                                               /* crank, drive; by crank */
    Phit[0] = Phit[1] = Phit[2] = 0;
    Phit[3] = -k->p_speed;                                  /* crank, drive */
}
