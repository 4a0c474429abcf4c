/*
 * rscr_kinematics.c -- positions, velocities and accelerations.
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
 * sections     1 trigonometry and transforms  2 positions  3 velocities
 *              4 velocity terms of accelerations  5 cut joints  6 accelerations
 *              7 velocity transformation  8 bodies  9 Euler parameters
 * operations   rates           none (0 flops)
 *              bodies_state    61 mul, 32 add, 12 neg, 10 sin/cos (93 flops)
 *              cut_joints      43 mul, 20 add, 3 neg, 10 sin/cos (63 flops)
 *              transformation  44 mul, 13 add, 17 neg, 4 sin/cos (57 flops)
 */
#include "rscr.h"
#include "rscr_work.h"

#include <math.h>

/* qd = N(q) u. */
void rscr_rates(double *w, const double *q, const double *u, double *qd)
{
    (void)w; (void)q;
    qd[RSCR_Q_crank] = u[RSCR_U_crank];
    qd[RSCR_Q_psi] = u[RSCR_U_psi];
    qd[RSCR_Q_c_angle] = u[RSCR_U_c_angle];
    qd[RSCR_Q_c_slide] = u[RSCR_U_c_slide];
}

/* Per body, ground axes: x[7] position and Euler parameters, v[6] velocity and angular velocity, a[6] accelerations. */
void rscr_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v,
                       double *a)
{
    (void)t;
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_crank = u[RSCR_U_crank];
    const double ud_crank = ud[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double ud_psi = ud[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double ud_c_angle = ud[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];
    const double ud_c_slide = ud[RSCR_U_c_slide];

    /* 1. trigonometry and transforms */
    const double s_crank = sin(q_crank);
    const double c_crank = cos(q_crank);
    const double s_link3 = sin(q_psi);
    const double c_link3 = cos(q_psi);

    /* 2. positions */
    const double d_c_1_x = q_c_slide*c_link3;               /* from the parent's origin */
    const double d_c_1_z = -q_c_slide*s_link3;              /* from the parent's origin */
    const double r_c_1_x = d_c_1_x + 0.4;                   /* origin */
    const double r_c_1_z = d_c_1_z + 0.1;                   /* origin */

    /* 3. velocities */
    const double slide_c_1_x = u_c_slide*c_link3;
    const double slide_c_1_z = -u_c_slide*s_link3;
    const double wxd_c_1_x   = u_psi*d_c_1_z;
    const double v_c_1_x     = slide_c_1_x + wxd_c_1_x;     /* velocity of the origin */
    const double wxd_c_1_z   = u_psi*d_c_1_x;
    const double v_c_1_z     = slide_c_1_z - wxd_c_1_z;     /* velocity of the origin */
    const double spin_coupler_x = u_c_angle*c_link3;
    v[9] = spin_coupler_x;                                  /* coupler.wx */
    const double spin_coupler_z = -u_c_angle*s_link3;
    v[11] = spin_coupler_z;                                 /* coupler.wz */

    /* 4. velocity terms of accelerations */
    const double slide2_c_1_x = 2*slide_c_1_x;
    const double slide2_c_1_z = 2*slide_c_1_z;

    /* 6. accelerations */
    /* acceleration of the origin */
    const double a_c_1_x      = u_psi*slide2_c_1_z - u_psi*wxd_c_1_z + ud_psi*d_c_1_z + ud_c_slide*c_link3;
    /* acceleration of the origin */
    const double a_c_1_z      = -u_psi*wxd_c_1_x - u_psi*slide2_c_1_x - ud_psi*d_c_1_x - ud_c_slide*s_link3;
    const double wd_coupler_x = u_psi*spin_coupler_z + ud_c_angle*c_link3;  /* angular acceleration */
    a[9] = wd_coupler_x;                                    /* coupler.alx */
    const double wd_coupler_z = -u_psi*spin_coupler_x - ud_c_angle*s_link3;  /* angular acceleration */
    a[11] = wd_coupler_z;                                   /* coupler.alz */

    /* 7. velocity transformation */
    const double arm_com_crank_x = -k->at_crank_child_x*c_crank;
    x[0] = arm_com_crank_x;                                 /* crank.x */
    const double arm_com_crank_y = -k->at_crank_child_x*s_crank;
    x[1] = arm_com_crank_y;                                 /* crank.y */
    const double arm_com_coupler_x = 0.1*c_link3;
    const double arm_com_coupler_z = -0.1*s_link3;
    x[7] = r_c_1_x + arm_com_coupler_x;                     /* coupler.x */
    x[9] = r_c_1_z + arm_com_coupler_z;                     /* coupler.z */
    const double arm_com_link3_x = -0.05*c_link3;
    const double arm_com_link3_z = 0.05*s_link3;
    x[14] = arm_com_link3_x + 0.4;                          /* link3.x */
    x[16] = arm_com_link3_z + 0.1;                          /* link3.z */
    const double wxr_com_crank_x = -u_crank*arm_com_crank_y;
    v[0] = wxr_com_crank_x;                                 /* crank.vx */
    const double wxr_com_crank_y = u_crank*arm_com_crank_x;
    v[1] = wxr_com_crank_y;                                 /* crank.vy */
    const double wxr_com_coupler_x = u_psi*arm_com_coupler_z;
    const double wxr_com_coupler_y = spin_coupler_z*arm_com_coupler_x - spin_coupler_x*arm_com_coupler_z;
    v[7] = wxr_com_coupler_y;                               /* coupler.vy */
    const double wxr_com_coupler_z = u_psi*arm_com_coupler_x;
    const double wxr_com_link3_x = u_psi*arm_com_link3_z;
    v[12] = wxr_com_link3_x;                                /* link3.vx */
    const double wxr_com_link3_z = -u_psi*arm_com_link3_x;
    v[14] = wxr_com_link3_z;                                /* link3.vz */

    /* 8. bodies */
    a[0] = -u_crank*wxr_com_crank_y - ud_crank*arm_com_crank_y;  /* crank.ax */
    a[1] = u_crank*wxr_com_crank_x + ud_crank*arm_com_crank_x;  /* crank.ay */
    v[6] = v_c_1_x + wxr_com_coupler_x;                     /* coupler.vx */
    v[8] = v_c_1_z - wxr_com_coupler_z;                     /* coupler.vz */
    /* coupler.ax */
    a[6] = ud_psi*arm_com_coupler_z - u_psi*wxr_com_coupler_z - spin_coupler_z*wxr_com_coupler_y + a_c_1_x;
    /* coupler.ay */
    a[7] = spin_coupler_x*wxr_com_coupler_z + spin_coupler_z*wxr_com_coupler_x - wd_coupler_x*arm_com_coupler_z
           + wd_coupler_z*arm_com_coupler_x;
    /* coupler.az */
    a[8] = spin_coupler_x*wxr_com_coupler_y - u_psi*wxr_com_coupler_x - ud_psi*arm_com_coupler_x + a_c_1_z;
    a[12] = u_psi*wxr_com_link3_z + ud_psi*arm_com_link3_z;  /* link3.ax */
    a[14] = -u_psi*wxr_com_link3_x - ud_psi*arm_com_link3_x;  /* link3.az */

    /* 9. Euler parameters */
    const double half_crank   = 0.5*q_crank;
    x[6] = sin(half_crank);                                 /* crank.e3 */
    x[3] = cos(half_crank);                                 /* crank.e0 */
    const double half_link3   = 0.5*q_psi;
    const double sh_link3     = sin(half_link3);
    x[19] = sh_link3;                                       /* link3.e2 */
    const double ch_link3     = cos(half_link3);
    x[17] = ch_link3;                                       /* link3.e0 */
    const double half_coupler = 0.5*q_c_angle;
    const double sh_coupler   = sin(half_coupler);
    const double ch_coupler   = cos(half_coupler);
    x[10] = ch_link3*ch_coupler;                            /* coupler.e0 */
    x[11] = ch_link3*sh_coupler;                            /* coupler.e1 */
    x[12] = sh_link3*ch_coupler;                            /* coupler.e2 */
    x[13] = -sh_link3*sh_coupler;                           /* coupler.e3 */

    /* results that are given or constant */
    x[2] = x[4] = x[5] = x[18] = x[20] = 0;
    x[8] = 0.02;                                            /* coupler.y */
    x[15] = 0.02;                                           /* link3.y */
    v[2] = v[3] = v[4] = v[13] = v[15] = v[17] = 0;
    v[5] = u[RSCR_U_crank];                                 /* crank.wz */
    v[10] = u[RSCR_U_psi];                                  /* coupler.wy */
    v[16] = u[RSCR_U_psi];                                  /* link3.wy */
    a[2] = a[3] = a[4] = a[13] = a[15] = a[17] = 0;
    a[5] = ud[RSCR_U_crank];                                /* crank.alz */
    a[10] = ud[RSCR_U_psi];                                 /* coupler.aly */
    a[16] = ud[RSCR_U_psi];                                 /* link3.aly */
}

/* Coordinates cq, speeds cu and accelerations ca of the joints at which loops were cut. */
void rscr_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu,
                     double *ca)
{
    (void)w; (void)t;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double u_crank = u[RSCR_U_crank];
    const double ud_crank = ud[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double ud_psi = ud[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double ud_c_angle = ud[RSCR_U_c_angle];

    /* 1. trigonometry and transforms */
    const double s_link3   = sin(q_psi);
    const double c_link3   = cos(q_psi);
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. positions */
    const double A_coupler_xy = s_link3*s_coupler;          /* orientation */
    const double A_coupler_xz = s_link3*c_coupler;          /* orientation */
    const double A_coupler_zy = c_link3*s_coupler;          /* orientation */
    const double A_coupler_zz = c_link3*c_coupler;          /* orientation */

    /* 3. velocities */
    const double spin_coupler_x = u_c_angle*c_link3;
    const double spin_coupler_z = -u_c_angle*s_link3;

    /* 5. cut joints */
    const double wrel_ball_z = spin_coupler_z - u_crank;    /* relative angular velocity */
    const double alf_ball_y  = ud_psi - u_crank*spin_coupler_x;  /* relative angular acceleration */
    cu[0] = c_link3*spin_coupler_x - s_link3*wrel_ball_z;   /* ball.wx */
    cu[1] = u_psi*c_coupler + A_coupler_xy*spin_coupler_x + A_coupler_zy*wrel_ball_z;  /* ball.wy */
    cu[2] = A_coupler_xz*spin_coupler_x - u_psi*s_coupler + A_coupler_zz*wrel_ball_z;  /* ball.wz */

    /* 6. accelerations */
    const double wd_coupler_x = u_psi*spin_coupler_z + ud_c_angle*c_link3;  /* angular acceleration */
    const double wd_coupler_z = -u_psi*spin_coupler_x - ud_c_angle*s_link3;  /* angular acceleration */
    const double alf_ball_x   = u_crank*u_psi + wd_coupler_x;  /* relative angular acceleration */
    const double alf_ball_z   = wd_coupler_z - ud_crank;    /* relative angular acceleration */
    ca[0] = c_link3*alf_ball_x - s_link3*alf_ball_z;        /* ball.wx */
    ca[1] = c_coupler*alf_ball_y + A_coupler_xy*alf_ball_x + A_coupler_zy*alf_ball_z;  /* ball.wy */
    ca[2] = A_coupler_xz*alf_ball_x - s_coupler*alf_ball_y + A_coupler_zz*alf_ball_z;  /* ball.wz */

    /* 9. Euler parameters */
    const double half_crank   = 0.5*q_crank;
    const double sh_crank     = sin(half_crank);
    const double ch_crank     = cos(half_crank);
    const double half_link3   = 0.5*q_psi;
    const double sh_link3     = sin(half_link3);
    const double ch_link3     = cos(half_link3);
    const double half_coupler = 0.5*q_c_angle;
    const double sh_coupler   = sin(half_coupler);
    const double ch_coupler   = cos(half_coupler);
    const double e_coupler_0  = ch_link3*ch_coupler;        /* Euler parameters */
    const double e_coupler_1  = ch_link3*sh_coupler;        /* Euler parameters */
    const double e_coupler_2  = sh_link3*ch_coupler;        /* Euler parameters */
    const double e_coupler_3  = -sh_link3*sh_coupler;       /* Euler parameters */
    cq[0] = sh_crank*e_coupler_3 + ch_crank*e_coupler_0;    /* ball.e0 */
    cq[1] = sh_crank*e_coupler_2 + ch_crank*e_coupler_1;    /* ball.e1 */
    cq[2] = ch_crank*e_coupler_2 - sh_crank*e_coupler_1;    /* ball.e2 */
    cq[3] = ch_crank*e_coupler_3 - sh_crank*e_coupler_0;    /* ball.e3 */
}

/* Velocities of the bodies = B(q) u, accelerations = B ud + Bdu; rows per body: v, then w; B column-major. */
void rscr_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu)
{
    (void)t;
    const rscr_constants *k = (const rscr_constants *)w;
    for (int i = 0; i < 72; i++)
        B[i] = 0;
    for (int i = 0; i < 18; i++)
        Bdu[i] = 0;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_crank = u[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];

    /* 1. trigonometry and transforms */
    const double s_crank = sin(q_crank);
    const double c_crank = cos(q_crank);
    const double s_link3 = sin(q_psi);
    B[47] = B[62] = -s_link3;                               /* coupler.wz by c.angle */
    const double c_link3 = cos(q_psi);
    B[45] = B[60] = c_link3;                                /* coupler.wx by c.angle */

    /* 2. positions */
    const double d_c_1_x = q_c_slide*c_link3;               /* from the parent's origin */
    const double d_c_1_z = -q_c_slide*s_link3;              /* from the parent's origin */

    /* 3. velocities */
    const double slide_c_1_x = u_c_slide*c_link3;
    const double slide_c_1_z = -u_c_slide*s_link3;
    const double wxd_c_1_x   = u_psi*d_c_1_z;
    const double wxd_c_1_z   = u_psi*d_c_1_x;
    const double spin_coupler_x = u_c_angle*c_link3;
    const double spin_coupler_z = -u_c_angle*s_link3;

    /* 4. velocity terms of accelerations */
    const double slide2_c_1_x = 2*slide_c_1_x;
    const double slide2_c_1_z = 2*slide_c_1_z;
    const double ab_c_1_x     = u_psi*slide2_c_1_z - u_psi*wxd_c_1_z;  /* acceleration of the origin without ud */
    const double ab_c_1_z     = -u_psi*wxd_c_1_x - u_psi*slide2_c_1_x;  /* acceleration of the origin without ud */
    const double wdb_coupler_x = u_psi*spin_coupler_z;      /* angular acceleration without ud */
    Bdu[9] = wdb_coupler_x;                                 /* coupler.alx */
    const double wdb_coupler_z = -u_psi*spin_coupler_x;     /* angular acceleration without ud */
    Bdu[11] = wdb_coupler_z;                                /* coupler.alz */

    /* 7. velocity transformation */
    const double arm_com_crank_x = -k->at_crank_child_x*c_crank;
    B[1] = arm_com_crank_x;                                 /* crank.vy by crank */
    const double arm_com_crank_y = -k->at_crank_child_x*s_crank;
    B[0] = -arm_com_crank_y;                                /* crank.vx by crank */
    const double arm_com_coupler_x = 0.1*c_link3;
    const double arm_com_coupler_z = -0.1*s_link3;
    B[43] = -s_link3*arm_com_coupler_x - c_link3*arm_com_coupler_z;  /* coupler.vy by c.angle */
    B[26] = -d_c_1_x - arm_com_coupler_x;                   /* coupler.vz by psi */
    B[24] = d_c_1_z + arm_com_coupler_z;                    /* coupler.vx by psi */
    const double arm_com_link3_x = -0.05*c_link3;
    B[32] = -arm_com_link3_x;                               /* link3.vz by psi */
    const double arm_com_link3_z = 0.05*s_link3;
    B[30] = arm_com_link3_z;                                /* link3.vx by psi */
    const double wxr_com_crank_x = -u_crank*arm_com_crank_y;
    const double wxr_com_crank_y = u_crank*arm_com_crank_x;
    Bdu[0] = -u_crank*wxr_com_crank_y;                      /* crank.ax */
    Bdu[1] = u_crank*wxr_com_crank_x;                       /* crank.ay */
    const double wxr_com_coupler_x = u_psi*arm_com_coupler_z;
    const double wxr_com_coupler_y = spin_coupler_z*arm_com_coupler_x - spin_coupler_x*arm_com_coupler_z;
    const double wxr_com_coupler_z = u_psi*arm_com_coupler_x;
    Bdu[6] = ab_c_1_x - u_psi*wxr_com_coupler_z - spin_coupler_z*wxr_com_coupler_y;  /* coupler.ax */
    /* coupler.ay */
    Bdu[7] = spin_coupler_x*wxr_com_coupler_z + spin_coupler_z*wxr_com_coupler_x - wdb_coupler_x*arm_com_coupler_z
             + wdb_coupler_z*arm_com_coupler_x;
    Bdu[8] = spin_coupler_x*wxr_com_coupler_y - u_psi*wxr_com_coupler_x + ab_c_1_z;  /* coupler.az */
    const double wxr_com_link3_x = u_psi*arm_com_link3_z;
    const double wxr_com_link3_z = -u_psi*arm_com_link3_x;
    Bdu[12] = u_psi*wxr_com_link3_z;                        /* link3.ax */
    Bdu[14] = -u_psi*wxr_com_link3_x;                       /* link3.az */

    /* results that are given or constant */
    B[5] = 1;                                               /* crank.wz by crank */
    B[28] = 1;                                              /* coupler.wy by psi */
    B[34] = 1;                                              /* link3.wy by psi */
}
