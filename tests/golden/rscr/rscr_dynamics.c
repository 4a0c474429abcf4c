/*
 * rscr_dynamics.c -- equations of motion.
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
 * sections     1 trigonometry and transforms  2 applied forces  3 positions  4 velocities
 *              5 velocity terms of accelerations  6 cut joints  7 accelerations  8 constraints
 *              9 velocity terms  10 forces on the links  11 forces carried to the base
 *              12 composite bodies  13 mass matrix  14 velocity transformation  15 forces on the bodies
 *              16 articulated bodies  17 factors of the mass matrix  18 motion of the links  19 bodies
 *              20 kinetic energy  21 reactions
 * operations   mass            4 mul, 6 add, 1 sin/cos (10 flops)
 *              equations       75 mul, 48 add, 20 neg, 6 sin/cos (123 flops)
 *              forward         30 mul, 15 add, 1 div, 3 neg, 2 sin/cos (46 flops)
 *              accelerations   143 mul, 94 add, 4 div, 24 neg, 6 sin/cos (241 flops)
 *              inverse         33 mul, 21 add, 5 neg, 2 sin/cos (54 flops)
 *              reactions       148 mul, 96 add, 12 neg, 6 sin/cos (244 flops)
 *              energy          24 mul, 9 add, 2 neg, 2 sin/cos (33 flops)
 */
#include "rscr.h"
#include "rscr_work.h"

#include <math.h>

/* Mass matrix M(q), column-major, symmetric. */
void rscr_mass(double *w, const double *q, double *M)
{
    const rscr_constants *k = (const rscr_constants *)w;
    for (int i = 0; i < 16; i++)
        M[i] = 0;
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];

    /* 1. trigonometry and transforms */
    const double s_coupler = sin(q_c_angle);

    /* 12. composite bodies */
    const double Jr_coupler_K = -0.001*s_coupler;
    const double Jr_coupler_zz = s_coupler*Jr_coupler_K + 0.0015;
    const double hs_c_1_x     = q_c_slide + 0.1;
    const double Jc_link3_xx  = 0.1*q_c_slide + q_c_slide*hs_c_1_x + 0.02725;  /* composite body about its joint */
    const double Jc_link3_zz  = Jr_coupler_zz + 0.001;      /* composite body about its joint */

    /* 13. mass matrix */
    M[5] = Jc_link3_xx + Jc_link3_zz;                       /* psi, psi */

    /* results that are given or constant */
    M[0] = k->nu_crank_z;                                   /* crank, crank */
    M[10] = 0.002;                                          /* c.angle, c.angle */
    M[15] = 1;                                              /* c.slide, c.slide */
}

/* M(q) ud = g(t, q, u) + J^T lam, J ud = gamma; Phi, Phid = J u + Phit. Matrices column-major, M symmetric. */
void rscr_equations(double *w, int mode, double t, const double *q, const double *u, const double *in, double *M,
                    double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    (void)in;
    const rscr_constants *k = (const rscr_constants *)w;
    for (int i = 0; i < 16; i++)
        M[i] = 0;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_crank = u[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];
    const double in_dynamics = (mode == MRT_DYNAMICS);      /* 1 in this analysis, else 0 */

    /* 1. trigonometry and transforms */
    const double s_crank   = sin(q_crank);
    const double c_crank   = cos(q_crank);
    const double s_link3   = sin(q_psi);
    J[14] = -s_link3;                                       /* ball, displacement along z; by c.slide */
    const double c_link3   = cos(q_psi);
    J[12] = c_link3;                                        /* ball, displacement along x; by c.slide */
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. applied forces */
    g[RSCR_U_crank] = k->p_torque*in_dynamics;

    /* 3. positions */
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

    /* 4. velocities */
    const double v_ball_parent_x = -u_crank*arm_ball_parent_y;  /* velocity */
    const double v_ball_parent_y = u_crank*arm_ball_parent_x;  /* velocity */
    const double slide_c_1_x = u_c_slide*c_link3;
    const double slide_c_1_z = -u_c_slide*s_link3;
    const double wxd_c_1_x   = u_psi*d_c_1_z;
    const double v_c_1_x     = slide_c_1_x + wxd_c_1_x;     /* velocity of the origin */
    const double wxd_c_1_z   = u_psi*d_c_1_x;
    const double v_c_1_z     = slide_c_1_z - wxd_c_1_z;     /* velocity of the origin */
    const double spin_coupler_x = u_c_angle*c_link3;
    const double spin_coupler_z = -u_c_angle*s_link3;
    const double t1          = u_psi*arm_ball_child_z;
    const double t2          = arm_ball_child_y*spin_coupler_z;
    const double v_ball_child_x = v_c_1_x + t1 - t2;        /* velocity */
    const double v_ball_child_y = arm_ball_child_x*spin_coupler_z - arm_ball_child_z*spin_coupler_x;  /* velocity */
    const double t3          = u_psi*arm_ball_child_x;
    const double t4          = arm_ball_child_y*spin_coupler_x;
    Phid[2] = v_c_1_z - t3 + t4;                            /* ball, displacement along z */

    /* 5. velocity terms of accelerations */
    const double ab_ball_parent_x = -u_crank*v_ball_parent_y;  /* acceleration without ud */
    const double ab_ball_parent_y = u_crank*v_ball_parent_x;  /* acceleration without ud */
    const double slide2_c_1_x = 2*slide_c_1_x;
    const double slide2_c_1_z = 2*slide_c_1_z;
    const double ab_c_1_x     = u_psi*slide2_c_1_z - u_psi*wxd_c_1_z;  /* acceleration of the origin without ud */
    const double ab_c_1_z     = -u_psi*wxd_c_1_x - u_psi*slide2_c_1_x;  /* acceleration of the origin without ud */
    const double wdb_coupler_x = u_psi*spin_coupler_z;      /* angular acceleration without ud */
    const double wdb_coupler_z = -u_psi*spin_coupler_x;     /* angular acceleration without ud */
    const double wxr_ball_child_x = t1 - t2;
    const double wxr_ball_child_z = t4 - t3;
    /* acceleration without ud */
    const double ab_ball_child_x = u_psi*wxr_ball_child_z - arm_ball_child_y*wdb_coupler_z
                                   - spin_coupler_z*v_ball_child_y + ab_c_1_x;
    /* acceleration without ud */
    const double ab_ball_child_y = arm_ball_child_x*wdb_coupler_z - arm_ball_child_z*wdb_coupler_x
                                   - spin_coupler_x*wxr_ball_child_z + spin_coupler_z*wxr_ball_child_x;
    /* ball, displacement along z */
    gamma[2] = u_psi*wxr_ball_child_x - arm_ball_child_y*wdb_coupler_x - spin_coupler_x*v_ball_child_y - ab_c_1_z;

    /* 6. cut joints */
    Phi[0] = r_ball_child_x - arm_ball_parent_x;            /* ball, displacement along x */
    Phi[1] = r_ball_child_y - arm_ball_parent_y;            /* ball, displacement along y */
    J[8] = s_link3*arm_ball_child_y;                        /* ball, displacement along x; by c.angle */
    J[9] = -s_link3*arm_ball_child_x - c_link3*arm_ball_child_z;  /* ball, displacement along y; by c.angle */
    J[10] = c_link3*arm_ball_child_y;                       /* ball, displacement along z; by c.angle */
    J[6] = -d_c_1_x - arm_ball_child_x;                     /* ball, displacement along z; by psi */
    J[4] = d_c_1_z + arm_ball_child_z;                      /* ball, displacement along x; by psi */
    gamma[0] = ab_ball_parent_x - ab_ball_child_x;          /* ball, displacement along x */
    gamma[1] = ab_ball_parent_y - ab_ball_child_y;          /* ball, displacement along y */

    /* 8. constraints */
    Phid[0] = v_ball_child_x - v_ball_parent_x;             /* ball, displacement along x */
    Phid[1] = v_ball_child_y - v_ball_parent_y;             /* ball, displacement along y */
    const double drive_crank  = t*k->p_speed;               /* driven value */
    Phi[3] = q_crank - drive_crank;                         /* crank, drive */
    Phid[3] = u_crank - k->p_speed;                         /* crank, drive */

    /* 9. velocity terms */
    const double ww_link3_yy  = u_psi*u_psi;
    const double ap_c_1_x     = -q_c_slide*ww_link3_yy;
    const double slide2_c_1_x_2 = 2*u_c_slide;
    const double a_c_1_z_2    = -u_psi*slide2_c_1_x_2;      /* acceleration of the origin less gravity */
    const double wp_coupler_y = u_psi*c_coupler;
    const double wp_coupler_z = -u_psi*s_coupler;
    const double ww_coupler_yx = u_c_angle*wp_coupler_y;
    const double ww_coupler_zx = u_c_angle*wp_coupler_z;
    const double ww_coupler_yz = wp_coupler_y*wp_coupler_z;
    const double a_coupler_y  = s_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */
    const double a_coupler_z  = c_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */

    /* 10. forces on the links */
    g[RSCR_U_c_slide] = 0.1*ww_link3_yy - ap_c_1_x;         /* inertia force less external force */
    g[RSCR_U_c_angle] = 0.001*ww_coupler_yz;                /* inertia moment less external moment */
    const double N_coupler_y = 0.003*ww_coupler_zx - 0.1*a_coupler_z;  /* inertia moment less external moment */
    const double N_coupler_z = 0.1*a_coupler_y - 0.001*ww_coupler_yx;  /* inertia moment less external moment */

    /* 11. forces carried to the base */
    const double fp_coupler_z = s_coupler*a_coupler_y + c_coupler*a_coupler_z;
    const double n_c_1_y      = c_coupler*N_coupler_y - s_coupler*N_coupler_z;  /* moment through the joint */
    g[RSCR_U_psi] = q_c_slide*fp_coupler_z - n_c_1_y;       /* moment through the joint */

    /* 12. composite bodies */
    const double Jr_coupler_K = -0.001*s_coupler;
    const double Jr_coupler_zz = s_coupler*Jr_coupler_K + 0.0015;
    const double hs_c_1_x     = q_c_slide + 0.1;
    const double Jc_link3_xx  = 0.1*q_c_slide + q_c_slide*hs_c_1_x + 0.02725;  /* composite body about its joint */
    const double Jc_link3_zz  = Jr_coupler_zz + 0.001;      /* composite body about its joint */

    /* 13. mass matrix */
    M[5] = Jc_link3_xx + Jc_link3_zz;                       /* psi, psi */

    /* results that are given or constant */
    M[0] = k->nu_crank_z;                                   /* crank, crank */
    M[10] = 0.002;                                          /* c.angle, c.angle */
    M[15] = 1;                                              /* c.slide, c.slide */
    J[2] = J[5] = J[7] = J[11] = J[13] = J[15] = 0;
    J[3] = 1;                                               /* crank, drive; by crank */
    gamma[3] = 0;
}

/* ud with M(q) ud = g(t, q, u) + tau; constraint rows are not regarded. */
void rscr_forward(double *w, int mode, double t, const double *q, const double *u, const double *in, const double *tau,
                  double *ud)
{
    (void)t; (void)in;
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_psi = u[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];
    const double in_dynamics = (mode == MRT_DYNAMICS);      /* 1 in this analysis, else 0 */
    const double tau_in_crank = tau[RSCR_U_crank];          /* generalised force from the caller */
    const double tau_in_link3 = tau[RSCR_U_psi];            /* generalised force from the caller */
    const double tau_in_coupler = tau[RSCR_U_c_angle];      /* generalised force from the caller */
    const double tau_in_c_1 = tau[RSCR_U_c_slide];          /* generalised force from the caller */

    /* 1. trigonometry and transforms */
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. applied forces */
    const double load_crank = k->p_torque*in_dynamics;

    /* 9. velocity terms */
    const double ww_link3_yy  = u_psi*u_psi;
    const double ap_c_1_x     = -q_c_slide*ww_link3_yy;
    const double slide2_c_1_x_2 = 2*u_c_slide;
    const double a_c_1_z_2    = -u_psi*slide2_c_1_x_2;      /* acceleration of the origin less gravity */
    const double wp_coupler_y = u_psi*c_coupler;
    const double wp_coupler_z = -u_psi*s_coupler;
    const double ww_coupler_yx = u_c_angle*wp_coupler_y;
    const double ww_coupler_zx = u_c_angle*wp_coupler_z;
    const double ww_coupler_yz = wp_coupler_y*wp_coupler_z;
    const double a_coupler_y  = s_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */
    const double a_coupler_z  = c_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */

    /* 10. forces on the links */
    const double F_coupler_x = ap_c_1_x - 0.1*ww_link3_yy;  /* inertia force less external force */
    const double N_coupler_x = -0.001*ww_coupler_yz;        /* inertia moment less external moment */
    const double N_coupler_y = 0.003*ww_coupler_zx - 0.1*a_coupler_z;  /* inertia moment less external moment */
    const double N_coupler_z = 0.1*a_coupler_y - 0.001*ww_coupler_yx;  /* inertia moment less external moment */

    /* 11. forces carried to the base */
    const double fp_coupler_z = s_coupler*a_coupler_y + c_coupler*a_coupler_z;
    const double n_c_1_y      = c_coupler*N_coupler_y - s_coupler*N_coupler_z;  /* moment through the joint */
    const double n_link3_y    = n_c_1_y - q_c_slide*fp_coupler_z;  /* moment through the joint */

    /* 12. composite bodies */
    const double Jr_coupler_K = -0.001*s_coupler;
    const double hs_c_1_x     = q_c_slide + 0.1;

    /* 15. forces on the bodies */
    const double rest_crank   = tau_in_crank + load_crank;
    const double rest_link3   = tau_in_link3 - n_link3_y;
    const double rest_coupler = tau_in_coupler - N_coupler_x;
    ud[RSCR_U_c_slide] = tau_in_c_1 - F_coupler_x;

    /* 16. articulated bodies */
    ud[RSCR_U_c_angle] = 500*rest_coupler;
    const double Ir_coupler_yy = s_coupler*Jr_coupler_K + 0.022;
    /* articulated body: moment for angular acceleration */
    const double I_link3_yy = 0.1*q_c_slide + q_c_slide*hs_c_1_x + Ir_coupler_yy + 0.00775;
    const double invD_link3 = 1/I_link3_yy;                 /* inverse of the inertia felt by the joint */
    ud[RSCR_U_psi] = rest_link3*invD_link3;
    ud[RSCR_U_crank] = k->invD_crank*rest_crank;
}

/* M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows of dynamics; strain: how near to singular (mrt.h). */
void rscr_accelerations(double *w, int mode, double t, const double *q, const double *u, const double *in,
                        const double *stable, double *ud, double *lam, double *strain)
{
    (void)t; (void)in;
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_crank = q[RSCR_Q_crank];
    const double q_psi = q[RSCR_Q_psi];
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_crank = u[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];
    const double in_dynamics = (mode == MRT_DYNAMICS);      /* 1 in this analysis, else 0 */
    const double two_alpha = stable[0];                     /* damping of violations, 2 alpha */
    const double beta_squared = stable[1];                  /* stiffness of violations, beta^2 */

    /* 1. trigonometry and transforms */
    const double s_crank   = sin(q_crank);
    const double c_crank   = cos(q_crank);
    const double s_link3   = sin(q_psi);
    const double c_link3   = cos(q_psi);
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. applied forces */
    const double load_crank = k->p_torque*in_dynamics;

    /* 3. positions */
    const double arm_ball_parent_x = k->o_cut_ball_parent_x*c_crank;
    const double arm_ball_parent_y = k->o_cut_ball_parent_x*s_crank;
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
    const double r_ball_child_z = r_c_1_z + arm_ball_child_z;  /* position */

    /* 4. velocities */
    const double v_ball_parent_x = -u_crank*arm_ball_parent_y;  /* velocity */
    const double v_ball_parent_y = u_crank*arm_ball_parent_x;  /* velocity */
    const double slide_c_1_x = u_c_slide*c_link3;
    const double slide_c_1_z = -u_c_slide*s_link3;
    const double wxd_c_1_x   = u_psi*d_c_1_z;
    const double v_c_1_x     = slide_c_1_x + wxd_c_1_x;     /* velocity of the origin */
    const double wxd_c_1_z   = u_psi*d_c_1_x;
    const double v_c_1_z     = slide_c_1_z - wxd_c_1_z;     /* velocity of the origin */
    const double spin_coupler_x = u_c_angle*c_link3;
    const double spin_coupler_z = -u_c_angle*s_link3;
    const double t1          = u_psi*arm_ball_child_z;
    const double t2          = arm_ball_child_y*spin_coupler_z;
    const double v_ball_child_x = v_c_1_x + t1 - t2;        /* velocity */
    const double v_ball_child_y = arm_ball_child_x*spin_coupler_z - arm_ball_child_z*spin_coupler_x;  /* velocity */
    const double t3          = u_psi*arm_ball_child_x;
    const double t4          = arm_ball_child_y*spin_coupler_x;
    const double v_ball_child_z = v_c_1_z - t3 + t4;        /* velocity */

    /* 5. velocity terms of accelerations */
    const double ab_ball_parent_x = -u_crank*v_ball_parent_y;  /* acceleration without ud */
    const double ab_ball_parent_y = u_crank*v_ball_parent_x;  /* acceleration without ud */
    const double slide2_c_1_x = 2*slide_c_1_x;
    const double slide2_c_1_z = 2*slide_c_1_z;
    const double ab_c_1_x     = u_psi*slide2_c_1_z - u_psi*wxd_c_1_z;  /* acceleration of the origin without ud */
    const double ab_c_1_z     = -u_psi*wxd_c_1_x - u_psi*slide2_c_1_x;  /* acceleration of the origin without ud */
    const double wdb_coupler_x = u_psi*spin_coupler_z;      /* angular acceleration without ud */
    const double wdb_coupler_z = -u_psi*spin_coupler_x;     /* angular acceleration without ud */
    const double wxr_ball_child_x = t1 - t2;
    const double wxr_ball_child_z = t4 - t3;
    /* acceleration without ud */
    const double ab_ball_child_x = u_psi*wxr_ball_child_z - arm_ball_child_y*wdb_coupler_z
                                   - spin_coupler_z*v_ball_child_y + ab_c_1_x;
    /* acceleration without ud */
    const double ab_ball_child_y = arm_ball_child_x*wdb_coupler_z - arm_ball_child_z*wdb_coupler_x
                                   - spin_coupler_x*wxr_ball_child_z + spin_coupler_z*wxr_ball_child_x;
    /* acceleration without ud */
    const double ab_ball_child_z = arm_ball_child_y*wdb_coupler_x - u_psi*wxr_ball_child_x
                                   + spin_coupler_x*v_ball_child_y + ab_c_1_z;

    /* 6. cut joints */
    const double gap_ball_x  = r_ball_child_x - arm_ball_parent_x;  /* from the parent's joint point to the child's */
    const double gap_ball_y  = r_ball_child_y - arm_ball_parent_y;  /* from the parent's joint point to the child's */
    const double col_ball_child_coupler_x = s_link3*arm_ball_child_y;
    const double col_ball_child_coupler_y = -s_link3*arm_ball_child_x - c_link3*arm_ball_child_z;
    const double col_ball_child_coupler_z = c_link3*arm_ball_child_y;
    const double arm_ball_child_link3_x = d_c_1_x + arm_ball_child_x;
    const double arm_ball_child_link3_z = d_c_1_z + arm_ball_child_z;
    const double gapb_ball_x = ab_ball_child_x - ab_ball_parent_x;
    const double gapb_ball_y = ab_ball_child_y - ab_ball_parent_y;

    /* 7. accelerations */
    const double c_row3       = -two_alpha*v_ball_child_z - beta_squared*r_ball_child_z - ab_ball_child_z;  /* ball */
    const double L_coupler_row1 = 500*col_ball_child_coupler_x;
    const double L_coupler_row2 = 500*col_ball_child_coupler_y;
    const double L_coupler_row3 = 500*col_ball_child_coupler_z;
    const double K_row1_row1_2 = -c_link3*c_link3 - col_ball_child_coupler_x*L_coupler_row1;
    const double K_row1_row3_2 = s_link3*c_link3 - col_ball_child_coupler_z*L_coupler_row1;
    const double K_row3_row3_2 = -s_link3*s_link3 - col_ball_child_coupler_z*L_coupler_row3;
    const double L_crank_row1 = k->invD_crank*arm_ball_parent_y;
    const double L_crank_row2 = -k->invD_crank*arm_ball_parent_x;
    const double K_row1_row2_2 = arm_ball_parent_x*L_crank_row1 - col_ball_child_coupler_y*L_coupler_row1;
    const double K_row2_row2_2 = arm_ball_parent_x*L_crank_row2 - col_ball_child_coupler_y*L_coupler_row2;

    /* 8. constraints */
    const double Phid_ball_dx = v_ball_child_x - v_ball_parent_x;
    const double Phid_ball_dy = v_ball_child_y - v_ball_parent_y;
    const double c_row1       = -two_alpha*Phid_ball_dx - beta_squared*gap_ball_x - gapb_ball_x;  /* ball */
    const double c_row2       = -two_alpha*Phid_ball_dy - beta_squared*gap_ball_y - gapb_ball_y;  /* ball */

    /* 9. velocity terms */
    const double ww_link3_yy  = u_psi*u_psi;
    const double ap_c_1_x     = -q_c_slide*ww_link3_yy;
    const double slide2_c_1_x_2 = 2*u_c_slide;
    const double a_c_1_z_2    = -u_psi*slide2_c_1_x_2;      /* acceleration of the origin less gravity */
    const double wp_coupler_y = u_psi*c_coupler;
    const double wp_coupler_z = -u_psi*s_coupler;
    const double ww_coupler_yx = u_c_angle*wp_coupler_y;
    const double ww_coupler_zx = u_c_angle*wp_coupler_z;
    const double ww_coupler_yz = wp_coupler_y*wp_coupler_z;
    const double a_coupler_y  = s_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */
    const double a_coupler_z  = c_coupler*a_c_1_z_2;        /* acceleration of the origin less gravity */

    /* 10. forces on the links */
    const double F_coupler_x = ap_c_1_x - 0.1*ww_link3_yy;  /* inertia force less external force */
    const double N_coupler_x = -0.001*ww_coupler_yz;        /* inertia moment less external moment */
    const double N_coupler_y = 0.003*ww_coupler_zx - 0.1*a_coupler_z;  /* inertia moment less external moment */
    const double N_coupler_z = 0.1*a_coupler_y - 0.001*ww_coupler_yx;  /* inertia moment less external moment */
    const double b_row1      = L_coupler_row1*N_coupler_x + c_row1;
    const double b_row2      = L_coupler_row2*N_coupler_x + c_row2;
    const double b_row3      = c_row3 + L_coupler_row3*N_coupler_x;
    const double b_row1_2    = c_link3*F_coupler_x + b_row1;
    const double b_row3_2    = b_row3 - s_link3*F_coupler_x;
    const double b_row2_2    = b_row2 - load_crank*L_crank_row2;

    /* 11. forces carried to the base */
    const double fp_coupler_z = s_coupler*a_coupler_y + c_coupler*a_coupler_z;
    const double n_c_1_y      = c_coupler*N_coupler_y - s_coupler*N_coupler_z;  /* moment through the joint */
    const double n_link3_y    = n_c_1_y - q_c_slide*fp_coupler_z;  /* moment through the joint */

    /* 12. composite bodies */
    const double Jr_coupler_K = -0.001*s_coupler;
    const double Jr_coupler_zz = s_coupler*Jr_coupler_K + 0.0015;
    const double hs_c_1_x     = q_c_slide + 0.1;
    const double Jc_link3_xx  = 0.1*q_c_slide + q_c_slide*hs_c_1_x + 0.02725;  /* composite body about its joint */
    const double Jc_link3_zz  = Jr_coupler_zz + 0.001;      /* composite body about its joint */

    /* 13. mass matrix */
    const double nu_link3_y = Jc_link3_xx + Jc_link3_zz;    /* moment for unit acceleration */

    /* 17. factors of the mass matrix */
    const double inv_link3    = 1/nu_link3_y;
    const double L_link3_row1 = arm_ball_child_link3_z*inv_link3;
    const double L_link3_row3 = -arm_ball_child_link3_x*inv_link3;
    const double K_row1_row1_3 = K_row1_row1_2 - arm_ball_child_link3_z*L_link3_row1;
    const double K_row1_row3_3 = arm_ball_child_link3_x*L_link3_row1 + K_row1_row3_2;
    const double b_row1_3     = b_row1_2 + n_link3_y*L_link3_row1;
    const double K_row3_row3_3 = arm_ball_child_link3_x*L_link3_row3 + K_row3_row3_2;
    const double b_row3_3     = b_row3_2 + n_link3_y*L_link3_row3;
    const double K_row1_row1_4 = K_row1_row1_3 - arm_ball_parent_y*L_crank_row1;
    const double b_row1_4     = b_row1_3 - load_crank*L_crank_row1;
    const double piv_row1     = 1/K_row1_row1_4;
    const double L_row1_row2  = K_row1_row2_2*piv_row1;
    const double L_row1_row3  = K_row1_row3_3*piv_row1;
    const double K_row2_row2_3 = K_row2_row2_2 - K_row1_row2_2*L_row1_row2;
    const double K_row2_row3_2 = -col_ball_child_coupler_z*L_coupler_row2 - K_row1_row3_3*L_row1_row2;
    const double b_row2_3     = b_row2_2 - b_row1_4*L_row1_row2;
    const double K_row3_row3_4 = K_row3_row3_3 - K_row1_row3_3*L_row1_row3;
    const double b_row3_4     = b_row3_3 - b_row1_4*L_row1_row3;
    const double piv_row2     = 1/K_row2_row2_3;
    const double L_row2_row3  = K_row2_row3_2*piv_row2;
    const double K_row3_row3_5 = K_row3_row3_4 - K_row2_row3_2*L_row2_row3;
    const double b_row3_5     = b_row3_4 - b_row2_3*L_row2_row3;
    const double piv_row3     = 1/K_row3_row3_5;
    const double minus_lam_row3 = b_row3_5*piv_row3;
    lam[2] = -minus_lam_row3;
    const double minus_lam_row2 = b_row2_3*piv_row2 - L_row2_row3*minus_lam_row3;
    lam[1] = -minus_lam_row2;
    const double minus_lam_row1 = b_row1_4*piv_row1 - L_row1_row2*minus_lam_row2 - L_row1_row3*minus_lam_row3;
    lam[0] = -minus_lam_row1;
    ud[RSCR_U_crank] = k->invD_crank*load_crank - L_crank_row1*minus_lam_row1 - L_crank_row2*minus_lam_row2;
    ud[RSCR_U_psi] = -n_link3_y*inv_link3 - L_link3_row1*minus_lam_row1 - L_link3_row3*minus_lam_row3;
    ud[RSCR_U_c_slide] = s_link3*minus_lam_row3 - c_link3*minus_lam_row1 - F_coupler_x;
    ud[RSCR_U_c_angle] = -L_coupler_row1*minus_lam_row1 - L_coupler_row2*minus_lam_row2 - L_coupler_row3*minus_lam_row3
                         - 500*N_coupler_x;
    strain[0] = k->strain_masses_const + nu_link3_y*inv_link3;
    strain[1] = K_row2_row2_2*piv_row2 + K_row3_row3_3*piv_row3 + K_row1_row1_4*piv_row1;
    strain[2] = -piv_row1 - piv_row2 - piv_row3;

    /* results that are given or constant */
    lam[3] = 0;
}

/* tau = M(q) ud - g(t, q, u). */
void rscr_inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                  double *tau)
{
    (void)t; (void)in;
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double ud_crank = ud[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double ud_psi = ud[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double ud_c_angle = ud[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];
    const double ud_c_slide = ud[RSCR_U_c_slide];
    const double in_dynamics = (mode == MRT_DYNAMICS);      /* 1 in this analysis, else 0 */

    /* 1. trigonometry and transforms */
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 2. applied forces */
    const double load_crank = k->p_torque*in_dynamics;

    /* 9. velocity terms */
    const double ww_link3_yy  = u_psi*u_psi;
    const double ap_c_1_x     = -q_c_slide*ww_link3_yy;
    const double slide2_c_1_x_2 = 2*u_c_slide;
    const double wp_coupler_y = u_psi*c_coupler;
    const double wp_coupler_z = -u_psi*s_coupler;
    const double ww_coupler_yx = u_c_angle*wp_coupler_y;
    const double ww_coupler_zx = u_c_angle*wp_coupler_z;
    const double ww_coupler_yz = wp_coupler_y*wp_coupler_z;

    /* 10. forces on the links */
    const double N_crank_z = ud_crank*k->nu_crank_z;        /* inertia moment less external moment */
    const double N_link3_y = 0.00775*ud_psi;                /* inertia moment less external moment */

    /* 11. forces carried to the base */
    tau[RSCR_U_crank] = N_crank_z - load_crank;

    /* 18. motion of the links */
    const double a_c_1_x_2    = ud_c_slide + ap_c_1_x;      /* acceleration of the origin less gravity */
    const double a_c_1_z_3    = -q_c_slide*ud_psi - u_psi*slide2_c_1_x_2;  /* acceleration of the origin less gravity */
    const double U_coupler_yx = -ud_psi*s_coupler;
    const double U_coupler_zx = -ud_psi*c_coupler;
    const double wd_coupler_z_2 = U_coupler_yx - ww_coupler_yx;
    const double wd_coupler_y = ww_coupler_zx - U_coupler_zx;
    const double U_coupler_xy_2 = ww_coupler_yx - wd_coupler_z_2;
    const double U_coupler_xz_2 = ww_coupler_zx + wd_coupler_y;
    const double U_coupler_yz = ww_coupler_yz - ud_c_angle;
    const double U_coupler_zy = ud_c_angle + ww_coupler_yz;
    const double a_coupler_y_2 = s_coupler*a_c_1_z_3;       /* acceleration of the origin less gravity */
    const double a_coupler_z_2 = c_coupler*a_c_1_z_3;       /* acceleration of the origin less gravity */
    tau[RSCR_U_c_slide] = a_c_1_x_2 - 0.1*ww_link3_yy;      /* inertia force less external force */
    const double F_coupler_y  = 0.1*U_coupler_yx + a_coupler_y_2;  /* inertia force less external force */
    const double F_coupler_z  = 0.1*U_coupler_zx + a_coupler_z_2;  /* inertia force less external force */
    tau[RSCR_U_c_angle] = 0.0005*U_coupler_zy - 0.0015*U_coupler_yz;  /* inertia moment less external moment */
    /* inertia moment less external moment */
    const double N_coupler_y_2 = 0.0015*U_coupler_xz_2 - 0.0205*U_coupler_zx - 0.1*a_coupler_z_2;
    /* inertia moment less external moment */
    const double N_coupler_z_2 = 0.0205*U_coupler_yx - 0.0005*U_coupler_xy_2 + 0.1*a_coupler_y_2;
    const double fp_coupler_z_2 = s_coupler*F_coupler_y + c_coupler*F_coupler_z;
    const double n_c_1_y_2    = c_coupler*N_coupler_y_2 - s_coupler*N_coupler_z_2;  /* moment through the joint */
    tau[RSCR_U_psi] = N_link3_y - q_c_slide*fp_coupler_z_2 + n_c_1_y_2;  /* moment through the joint */
}

/* Per joint R[6]: force and moment of parent on child at the child's joint point, ground axes; lam: multipliers. */
void rscr_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                    const double *in, const double *lam, double *R)
{
    (void)t; (void)in; (void)mode;
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
    const double lam_0 = lam[0];                            /* multiplier of the row */
    const double lam_1 = lam[1];                            /* multiplier of the row */
    const double lam_2 = lam[2];                            /* multiplier of the row */

    /* 1. trigonometry and transforms */
    const double s_crank   = sin(q_crank);
    const double c_crank   = cos(q_crank);
    const double s_link3   = sin(q_psi);
    const double c_link3   = cos(q_psi);
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 3. positions */
    const double arm_ball_parent_x = k->o_cut_ball_parent_x*c_crank;
    const double arm_ball_parent_y = k->o_cut_ball_parent_x*s_crank;
    const double d_c_1_x      = q_c_slide*c_link3;          /* from the parent's origin */
    const double d_c_1_z      = -q_c_slide*s_link3;         /* from the parent's origin */
    const double r_c_1_x      = d_c_1_x + 0.4;              /* origin */
    const double r_c_1_z      = d_c_1_z + 0.1;              /* origin */
    const double A_coupler_xy = s_link3*s_coupler;          /* orientation */
    const double A_coupler_xz = s_link3*c_coupler;          /* orientation */
    const double A_coupler_zy = c_link3*s_coupler;          /* orientation */
    const double A_coupler_zz = c_link3*c_coupler;          /* orientation */
    const double arm_ball_child_x = k->p_offset*A_coupler_xy;
    const double arm_ball_child_y = k->p_offset*c_coupler;
    const double arm_ball_child_z = k->p_offset*A_coupler_zy;
    const double r_ball_child_x = r_c_1_x + arm_ball_child_x;  /* position */
    const double r_ball_child_y = arm_ball_child_y + 0.02;  /* position */
    const double r_ball_child_z = r_c_1_z + arm_ball_child_z;  /* position */

    /* 4. velocities */
    const double slide_c_1_x = u_c_slide*c_link3;
    const double slide_c_1_z = -u_c_slide*s_link3;
    const double wxd_c_1_x   = u_psi*d_c_1_z;
    const double wxd_c_1_z   = u_psi*d_c_1_x;
    const double spin_coupler_x = u_c_angle*c_link3;
    const double spin_coupler_z = -u_c_angle*s_link3;

    /* 5. velocity terms of accelerations */
    const double slide2_c_1_x = 2*slide_c_1_x;
    const double slide2_c_1_z = 2*slide_c_1_z;

    /* 7. accelerations */
    /* acceleration of the origin */
    const double a_c_1_x      = u_psi*slide2_c_1_z - u_psi*wxd_c_1_z + ud_psi*d_c_1_z + ud_c_slide*c_link3;
    /* acceleration of the origin */
    const double a_c_1_z      = -u_psi*wxd_c_1_x - u_psi*slide2_c_1_x - ud_psi*d_c_1_x - ud_c_slide*s_link3;
    const double wd_coupler_x = u_psi*spin_coupler_z + ud_c_angle*c_link3;  /* angular acceleration */
    const double wd_coupler_z = -u_psi*spin_coupler_x - ud_c_angle*s_link3;  /* angular acceleration */

    /* 13. mass matrix */
    const double nu_coupler_link3_z = -0.002*s_link3;

    /* 14. velocity transformation */
    const double arm_com_crank_x = -k->at_crank_child_x*c_crank;
    const double arm_com_crank_y = -k->at_crank_child_x*s_crank;
    const double arm_com_coupler_x = 0.1*c_link3;
    const double arm_com_coupler_z = -0.1*s_link3;
    const double r_com_coupler_x = r_c_1_x + arm_com_coupler_x;  /* position */
    const double r_com_coupler_z = r_c_1_z + arm_com_coupler_z;  /* position */
    const double Ih_coupler_2 = 0.012*c_coupler;
    const double Ih_coupler_3 = 0.012*A_coupler_zy;
    const double Ih_coupler_5 = -0.011*s_coupler;
    const double Ih_coupler_6 = 0.011*A_coupler_zz;
    /* inertia in ground axes */
    const double Ig_coupler_xx = 0.002*c_link3*c_link3 + 0.012*A_coupler_xy*A_coupler_xy
                                 + 0.011*A_coupler_xz*A_coupler_xz;
    const double Ig_coupler_xy = A_coupler_xy*Ih_coupler_2 + A_coupler_xz*Ih_coupler_5;  /* inertia in ground axes */
    /* inertia in ground axes */
    const double Ig_coupler_xz = c_link3*nu_coupler_link3_z + A_coupler_xy*Ih_coupler_3 + A_coupler_xz*Ih_coupler_6;
    const double Ig_coupler_yy = c_coupler*Ih_coupler_2 - s_coupler*Ih_coupler_5;  /* inertia in ground axes */
    const double Ig_coupler_yz = c_coupler*Ih_coupler_3 - s_coupler*Ih_coupler_6;  /* inertia in ground axes */
    /* inertia in ground axes */
    const double Ig_coupler_zz = A_coupler_zy*Ih_coupler_3 - s_link3*nu_coupler_link3_z + A_coupler_zz*Ih_coupler_6;
    const double arm_com_link3_x = -0.05*c_link3;
    const double arm_com_link3_z = 0.05*s_link3;
    const double r_com_link3_x = arm_com_link3_x + 0.4;     /* position */
    const double r_com_link3_z = arm_com_link3_z + 0.1;     /* position */
    const double wxr_com_crank_x = -u_crank*arm_com_crank_y;
    const double wxr_com_crank_y = u_crank*arm_com_crank_x;
    const double wxr_com_coupler_x = u_psi*arm_com_coupler_z;
    const double wxr_com_coupler_y = spin_coupler_z*arm_com_coupler_x - spin_coupler_x*arm_com_coupler_z;
    const double wxr_com_coupler_z = u_psi*arm_com_coupler_x;
    const double wxr_com_link3_x = u_psi*arm_com_link3_z;
    const double wxr_com_link3_z = -u_psi*arm_com_link3_x;

    /* 15. forces on the bodies */
    const double Iw_coupler_x = u_psi*Ig_coupler_xy + spin_coupler_x*Ig_coupler_xx + spin_coupler_z*Ig_coupler_xz;
    const double Iw_coupler_y = u_psi*Ig_coupler_yy + spin_coupler_x*Ig_coupler_xy + spin_coupler_z*Ig_coupler_yz;
    const double Iw_coupler_z = u_psi*Ig_coupler_yz + spin_coupler_x*Ig_coupler_xz + spin_coupler_z*Ig_coupler_zz;

    /* 19. bodies */
    const double a_crank_origin_x = -u_crank*wxr_com_crank_y - ud_crank*arm_com_crank_y;  /* acceleration */
    const double a_crank_origin_y = u_crank*wxr_com_crank_x + ud_crank*arm_com_crank_x;  /* acceleration */
    /* acceleration */
    const double a_coupler_origin_x = ud_psi*arm_com_coupler_z - u_psi*wxr_com_coupler_z
                                      - spin_coupler_z*wxr_com_coupler_y + a_c_1_x;
    /* acceleration */
    const double a_coupler_origin_y = spin_coupler_x*wxr_com_coupler_z + spin_coupler_z*wxr_com_coupler_x
                                      - wd_coupler_x*arm_com_coupler_z + wd_coupler_z*arm_com_coupler_x;
    /* acceleration */
    const double a_coupler_origin_z = spin_coupler_x*wxr_com_coupler_y - u_psi*wxr_com_coupler_x
                                      - ud_psi*arm_com_coupler_x + a_c_1_z;
    const double a_link3_origin_x = u_psi*wxr_com_link3_z + ud_psi*arm_com_link3_z;  /* acceleration */
    const double a_link3_origin_z = -u_psi*wxr_com_link3_x - ud_psi*arm_com_link3_x;  /* acceleration */

    /* 21. reactions */
    /* rate of angular momentum about ground's origin */
    const double dH_coupler_x = u_psi*Iw_coupler_z + ud_psi*Ig_coupler_xy - spin_coupler_z*Iw_coupler_y
                                + wd_coupler_x*Ig_coupler_xx + wd_coupler_z*Ig_coupler_xz
                                - r_com_coupler_z*a_coupler_origin_y + 0.02*a_coupler_origin_z;
    /* rate of angular momentum about ground's origin */
    const double dH_coupler_y = ud_psi*Ig_coupler_yy - spin_coupler_x*Iw_coupler_z + spin_coupler_z*Iw_coupler_x
                                + wd_coupler_x*Ig_coupler_xy + wd_coupler_z*Ig_coupler_yz
                                - r_com_coupler_x*a_coupler_origin_z + r_com_coupler_z*a_coupler_origin_x;
    /* rate of angular momentum about ground's origin */
    const double dH_coupler_z = ud_psi*Ig_coupler_yz - u_psi*Iw_coupler_x + spin_coupler_x*Iw_coupler_y
                                + wd_coupler_x*Ig_coupler_xz + wd_coupler_z*Ig_coupler_zz
                                + r_com_coupler_x*a_coupler_origin_y - 0.02*a_coupler_origin_x;
    const double Fj_coupler_x = a_coupler_origin_x - lam_0;  /* force through the joint */
    R[18] = Fj_coupler_x;                                   /* c.fx */
    const double Fj_coupler_y = a_coupler_origin_y - lam_1;  /* force through the joint */
    R[13] = R[19] = Fj_coupler_y;                           /* psi.fy */
    const double Fj_coupler_z = a_coupler_origin_z - lam_2;  /* force through the joint */
    R[20] = Fj_coupler_z;                                   /* c.fz */
    /* moment through the joint about ground's origin */
    const double Nj_coupler_x = lam_1*r_ball_child_z - lam_2*r_ball_child_y + dH_coupler_x;
    /* moment through the joint about ground's origin */
    const double Nj_coupler_y = lam_2*r_ball_child_x - lam_0*r_ball_child_z + dH_coupler_y;
    /* moment through the joint about ground's origin */
    const double Nj_coupler_z = lam_0*r_ball_child_y - lam_1*r_ball_child_x + dH_coupler_z;
    R[21] = r_c_1_z*Fj_coupler_y - 0.02*Fj_coupler_z + Nj_coupler_x;  /* c.mx */
    R[22] = r_c_1_x*Fj_coupler_z - r_c_1_z*Fj_coupler_x + Nj_coupler_y;  /* c.my */
    R[23] = 0.02*Fj_coupler_x - r_c_1_x*Fj_coupler_y + Nj_coupler_z;  /* c.mz */
    const double ma_link3_x   = 1.5*a_link3_origin_x;       /* mass times acceleration less gravity */
    const double ma_link3_z   = 1.5*a_link3_origin_z;       /* mass times acceleration less gravity */
    const double dH_link3_x   = 0.02*ma_link3_z;            /* rate of angular momentum about ground's origin */
    /* rate of angular momentum about ground's origin */
    const double dH_link3_y   = 0.004*ud_psi - r_com_link3_x*ma_link3_z + r_com_link3_z*ma_link3_x;
    const double dH_link3_z   = -0.02*ma_link3_x;           /* rate of angular momentum about ground's origin */
    const double Fj_link3_x   = Fj_coupler_x + ma_link3_x;  /* force through the joint */
    R[12] = Fj_link3_x;                                     /* psi.fx */
    const double Fj_link3_z   = Fj_coupler_z + ma_link3_z;  /* force through the joint */
    R[14] = Fj_link3_z;                                     /* psi.fz */
    const double Nj_link3_x   = Nj_coupler_x + dH_link3_x;  /* moment through the joint about ground's origin */
    const double Nj_link3_y   = Nj_coupler_y + dH_link3_y;  /* moment through the joint about ground's origin */
    const double Nj_link3_z   = Nj_coupler_z + dH_link3_z;  /* moment through the joint about ground's origin */
    R[15] = 0.1*Fj_coupler_y + Nj_link3_x;                  /* psi.mx */
    R[16] = 0.4*Fj_link3_z - 0.1*Fj_link3_x + Nj_link3_y;   /* psi.my */
    R[17] = Nj_link3_z - 0.4*Fj_coupler_y;                  /* psi.mz */
    const double ma_crank_x   = 0.5*a_crank_origin_x;       /* mass times acceleration less gravity */
    const double ma_crank_y   = 0.5*a_crank_origin_y;       /* mass times acceleration less gravity */
    /* rate of angular momentum about ground's origin */
    const double dH_crank_z   = ud_crank*k->I_crank + arm_com_crank_x*ma_crank_y - arm_com_crank_y*ma_crank_x;
    R[0] = lam_0 + ma_crank_x;                              /* crank.fx */
    R[1] = lam_1 + ma_crank_y;                              /* crank.fy */
    R[3] = lam_2*arm_ball_parent_y;                         /* crank.mx */
    R[4] = -lam_2*arm_ball_parent_x;                        /* crank.my */
    R[5] = lam_1*arm_ball_parent_x - lam_0*arm_ball_parent_y + dH_crank_z;  /* crank.mz */

    /* results that are given or constant */
    R[9] = R[10] = R[11] = 0;
    R[2] = lam[2];                                          /* crank.fz */
    R[6] = lam[0];                                          /* ball.fx */
    R[7] = lam[1];                                          /* ball.fy */
    R[8] = lam[2];                                          /* ball.fz */
}

/* e[0] kinetic energy, e[1] potential energy of gravity and springs. */
void rscr_energy(double *w, double t, const double *q, const double *u, const double *in, double *e)
{
    (void)t; (void)in;
    const rscr_constants *k = (const rscr_constants *)w;
    const double q_c_angle = q[RSCR_Q_c_angle];
    const double q_c_slide = q[RSCR_Q_c_slide];
    const double u_crank = u[RSCR_U_crank];
    const double u_psi = u[RSCR_U_psi];
    const double u_c_angle = u[RSCR_U_c_angle];
    const double u_c_slide = u[RSCR_U_c_slide];

    /* 1. trigonometry and transforms */
    const double s_coupler = sin(q_c_angle);
    const double c_coupler = cos(q_c_angle);

    /* 9. velocity terms */
    const double wp_coupler_y = u_psi*c_coupler;
    const double wp_coupler_z = -u_psi*s_coupler;

    /* 20. kinetic energy */
    const double H_crank_z    = u_crank*k->H_crank_z_const;  /* angular momentum about the origin */
    const double T_crank      = 0.5*u_crank*H_crank_z;      /* kinetic energy of the link */
    const double T_link3      = 0.003875*u_psi*u_psi;       /* kinetic energy of the link */
    const double vp_c_1_z     = -q_c_slide*u_psi;
    const double vl_coupler_y = s_coupler*vp_c_1_z;         /* velocity of the origin in the link's axes */
    const double vl_coupler_z = c_coupler*vp_c_1_z;         /* velocity of the origin in the link's axes */
    const double P_coupler_y  = 0.2*wp_coupler_z + vl_coupler_y;
    const double P_coupler_z  = vl_coupler_z - 0.2*wp_coupler_y;
    /* kinetic energy of the link */
    const double T_coupler    = 0.001*u_c_angle*u_c_angle + 0.5*u_c_slide*u_c_slide + 0.011*wp_coupler_y*wp_coupler_y
                                + 0.0105*wp_coupler_z*wp_coupler_z + 0.5*vl_coupler_y*P_coupler_y
                                + 0.5*vl_coupler_z*P_coupler_z;
    e[0] = T_crank + T_link3 + T_coupler;                   /* kinetic energy */

    /* results that are given or constant */
    e[1] = 0;
}
