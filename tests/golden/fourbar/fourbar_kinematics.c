/*
 * fourbar_kinematics.c -- positions, velocities and accelerations.
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
 * sections     1 trigonometry and transforms  2 positions  3 velocities
 *              4 velocity terms of accelerations  5 cut joints  6 accelerations  7 Euler parameters
 * operations   rates           none (0 flops)
 *              bodies_state    15 mul, 6 add, 2 neg, 8 sin/cos (21 flops)
 *              cut_joints      15 mul, 9 add, 6 sin/cos, 1 other functions (24 flops)
 *              transformation  6 mul, 3 neg, 2 sin/cos (6 flops)
 */
#include "fourbar.h"
#include "fourbar_work.h"

#include <math.h>

/* qd = N(q) u. */
void fourbar_rates(double *w, const double *q, const double *u, double *qd)
{
    (void)w; (void)q;
    qd[FOURBAR_Q_a] = u[FOURBAR_U_a];
    qd[FOURBAR_Q_b] = u[FOURBAR_U_b];
    qd[FOURBAR_Q_d] = u[FOURBAR_U_d];
}

/* Per body, ground axes: x[7] position and Euler parameters, v[6] velocity and angular velocity, a[6] accelerations. */
void fourbar_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x,
                          double *v, double *a)
{
    (void)t;
    const fourbar_constants *k = (const fourbar_constants *)w;
    for (int i = 0; i < 21; i++)
        x[i] = 0;
    for (int i = 0; i < 18; i++)
        v[i] = 0;
    for (int i = 0; i < 18; i++)
        a[i] = 0;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double ud_a = ud[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double ud_b = ud[FOURBAR_U_b];

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);

    /* 2. positions */
    const double d_bc_x = k->p_crank*c_ab;                  /* from the parent's origin */
    x[7] = d_bc_x;                                          /* bc.x */
    const double d_bc_y = k->p_crank*s_ab;                  /* from the parent's origin */
    x[8] = d_bc_y;                                          /* bc.y */

    /* 3. velocities */
    v[11] = u_a + u_b;                                      /* bc.wz */
    const double v_bc_x = -u_a*d_bc_y;                      /* velocity of the origin */
    v[6] = v_bc_x;                                          /* bc.vx */
    const double v_bc_y = u_a*d_bc_x;                       /* velocity of the origin */
    v[7] = v_bc_y;                                          /* bc.vy */

    /* 6. accelerations */
    a[11] = ud_a + ud_b;                                    /* bc.alz */
    a[6] = -u_a*v_bc_y - ud_a*d_bc_y;                       /* bc.ax */
    a[7] = u_a*v_bc_x + ud_a*d_bc_x;                        /* bc.ay */

    /* 7. Euler parameters */
    const double half_ab = 0.5*q_a;
    const double sh_ab   = sin(half_ab);
    x[6] = sh_ab;                                           /* ab.e3 */
    const double ch_ab   = cos(half_ab);
    x[3] = ch_ab;                                           /* ab.e0 */
    const double half_bc = 0.5*q_b;
    const double sh_bc   = sin(half_bc);
    const double ch_bc   = cos(half_bc);
    x[10] = ch_ab*ch_bc - sh_ab*sh_bc;                      /* bc.e0 */
    x[13] = sh_ab*ch_bc + ch_ab*sh_bc;                      /* bc.e3 */
    const double half_dc = 0.5*q_d;
    x[20] = sin(half_dc);                                   /* dc.e3 */
    x[17] = cos(half_dc);                                   /* dc.e0 */

    /* results that are given or constant */
    x[14] = k->p_base;                                      /* dc.x */
    v[5] = u[FOURBAR_U_a];                                  /* ab.wz */
    v[17] = u[FOURBAR_U_d];                                 /* dc.wz */
    a[5] = ud[FOURBAR_U_a];                                 /* ab.alz */
    a[17] = ud[FOURBAR_U_d];                                /* dc.alz */
}

/* Coordinates cq, speeds cu and accelerations ca of the joints at which loops were cut. */
void fourbar_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq,
                        double *cu, double *ca)
{
    (void)w; (void)t;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double ud_a = ud[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double ud_b = ud[FOURBAR_U_b];
    const double u_d = u[FOURBAR_U_d];
    const double ud_d = ud[FOURBAR_U_d];

    /* 3. velocities */
    const double w_bc_z = u_a + u_b;                        /* angular velocity */

    /* 5. cut joints */
    cu[0] = u_d - w_bc_z;                                   /* c */

    /* 6. accelerations */
    const double wd_bc_z = ud_a + ud_b;                     /* angular acceleration */
    ca[0] = ud_d - wd_bc_z;                                 /* c */

    /* 7. Euler parameters */
    const double half_ab = 0.5*q_a;
    const double sh_ab   = sin(half_ab);
    const double ch_ab   = cos(half_ab);
    const double half_bc = 0.5*q_b;
    const double sh_bc   = sin(half_bc);
    const double ch_bc   = cos(half_bc);
    const double e_bc_0  = ch_ab*ch_bc - sh_ab*sh_bc;       /* Euler parameters */
    const double e_bc_3  = sh_ab*ch_bc + ch_ab*sh_bc;       /* Euler parameters */
    const double half_dc = 0.5*q_d;
    const double sh_dc   = sin(half_dc);
    const double ch_dc   = cos(half_dc);
    const double e_c_0   = e_bc_0*ch_dc + e_bc_3*sh_dc;     /* Euler parameters of the child's frame in the parent's */
    const double e_c_3   = e_bc_0*sh_dc - e_bc_3*ch_dc;     /* Euler parameters of the child's frame in the parent's */
    const double sin_c   = 2*e_c_0*e_c_3;
    const double cos_c   = e_c_0*e_c_0 - e_c_3*e_c_3;
    cq[0] = atan2(sin_c, cos_c);                            /* c */
}

/* Velocities of the bodies = B(q) u, accelerations = B ud + Bdu; rows per body: v, then w; B column-major. */
void fourbar_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu)
{
    (void)t;
    const fourbar_constants *k = (const fourbar_constants *)w;
    for (int i = 0; i < 54; i++)
        B[i] = 0;
    for (int i = 0; i < 18; i++)
        Bdu[i] = 0;
    const double q_a = q[FOURBAR_Q_a];
    const double u_a = u[FOURBAR_U_a];

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);

    /* 2. positions */
    const double d_bc_x = k->p_crank*c_ab;                  /* from the parent's origin */
    B[7] = d_bc_x;                                          /* bc.vy by a */
    const double d_bc_y = k->p_crank*s_ab;                  /* from the parent's origin */
    B[6] = -d_bc_y;                                         /* bc.vx by a */

    /* 3. velocities */
    const double v_bc_x = -u_a*d_bc_y;                      /* velocity of the origin */
    const double v_bc_y = u_a*d_bc_x;                       /* velocity of the origin */

    /* 4. velocity terms of accelerations */
    Bdu[6] = -u_a*v_bc_y;                                   /* bc.ax */
    Bdu[7] = u_a*v_bc_x;                                    /* bc.ay */

    /* results that are given or constant */
    B[5] = 1;                                               /* ab.wz by a */
    B[11] = 1;                                              /* bc.wz by a */
    B[29] = 1;                                              /* bc.wz by b */
    B[53] = 1;                                              /* dc.wz by d */
}
