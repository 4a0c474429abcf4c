/*
 * fourbar_dynamics.c -- equations of motion.
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
 *              4 velocity terms of accelerations  5 cut joints  6 accelerations  7 constraints
 *              8 velocity terms  9 forces on the links  10 forces carried to the base
 *              11 composite bodies  12 mass matrix  13 velocity transformation  14 forces on the bodies
 *              15 articulated bodies  16 factors of the mass matrix  17 motion of the links
 *              18 kinetic energy  19 potential energy  20 reactions
 * operations   mass            5 mul, 7 add, 2 sin/cos (12 flops)
 *              equations       46 mul, 30 add, 14 neg, 6 sin/cos (76 flops)
 *              forward         28 mul, 16 add, 1 div, 5 sin/cos (45 flops)
 *              accelerations   95 mul, 63 add, 3 div, 15 neg, 6 sin/cos (161 flops)
 *              inverse         24 mul, 14 add, 5 sin/cos (38 flops)
 *              reactions       59 mul, 43 add, 7 neg, 6 sin/cos (102 flops)
 *              energy          27 mul, 10 add, 1 neg, 5 sin/cos (37 flops)
 */
#include "fourbar.h"
#include "fourbar_work.h"

#include <math.h>

/* Mass matrix M(q), column-major, symmetric. */
void fourbar_mass(double *w, const double *q, double *M)
{
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_b = q[FOURBAR_Q_b];

    /* 1. trigonometry and transforms */
    const double s_bc = sin(q_b);
    const double c_bc = cos(q_b);

    /* 11. composite bodies */
    const double hr_bc_x  = k->h_bc_x*c_bc;
    const double Jr_bc_K  = k->J_bc_xx*s_bc;
    const double t2       = s_bc*Jr_bc_K;
    const double Jr_bc_xx = k->J_bc_xx - t2;
    const double hs_bc_x  = k->p_crank_p_coupler + hr_bc_x;
    const double t3       = k->p_crank*hr_bc_x;
    const double Jc_ab_xx = k->p_crank*hs_bc_x + k->J_ab_xx + Jr_bc_xx + t3;  /* composite body about its joint */

    /* 12. mass matrix */
    M[0] = t2 + Jc_ab_xx;                                   /* a, a */
    M[1] = M[3] = k->J_bc_xx + t3;                          /* b, a */

    /* results that are given or constant */
    M[2] = M[5] = M[6] = M[7] = 0;
    M[4] = k->J_bc_xx;                                      /* b, b */
    M[8] = k->J_dc_xx;                                      /* d, d */
}

/* M(q) ud = g(t, q, u) + J^T lam, J ud = gamma; Phi, Phid = J u + Phit. Matrices column-major, M symmetric. */
void fourbar_equations(double *w, int mode, double t, const double *q, const double *u, const double *in, double *M,
                       double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    (void)t; (void)in; (void)mode;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double u_d = u[FOURBAR_U_d];

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

    /* 3. velocities */
    const double w_bc_z       = u_a + u_b;                  /* angular velocity */
    const double v_bc_x       = -u_a*d_bc_y;                /* velocity of the origin */
    const double v_bc_y       = u_a*d_bc_x;                 /* velocity of the origin */
    const double v_c_parent_x = v_bc_x - arm_c_parent_y*w_bc_z;  /* velocity */
    const double v_c_parent_y = arm_c_parent_x*w_bc_z + v_bc_y;  /* velocity */
    const double v_c_child_x  = -u_d*arm_c_child_y;         /* velocity */
    const double v_c_child_y  = u_d*arm_c_child_x;          /* velocity */

    /* 4. velocity terms of accelerations */
    const double ab_bc_x      = -u_a*v_bc_y;                /* acceleration of the origin without ud */
    const double ab_bc_y      = u_a*v_bc_x;                 /* acceleration of the origin without ud */
    const double ww_bc_zz     = w_bc_z*w_bc_z;
    const double ab_c_parent_x = ab_bc_x - arm_c_parent_x*ww_bc_zz;  /* acceleration without ud */
    const double ab_c_parent_y = ab_bc_y - arm_c_parent_y*ww_bc_zz;  /* acceleration without ud */
    const double ab_c_child_x = -u_d*v_c_child_y;           /* acceleration without ud */
    const double ab_c_child_y = u_d*v_c_child_x;            /* acceleration without ud */

    /* 5. cut joints */
    Phi[0] = r_c_child_x - r_c_parent_x;                    /* c, displacement along x */
    Phi[1] = arm_c_child_y - r_c_parent_y;                  /* c, displacement along y */
    gamma[0] = ab_c_parent_x - ab_c_child_x;                /* c, displacement along x */
    gamma[1] = ab_c_parent_y - ab_c_child_y;                /* c, displacement along y */

    /* 7. constraints */
    Phid[0] = v_c_child_x - v_c_parent_x;                   /* c, displacement along x */
    Phid[1] = v_c_child_y - v_c_parent_y;                   /* c, displacement along y */

    /* 8. velocity terms */
    const double a_ab_x   = 9.81*s_ab;                      /* acceleration of the origin less gravity */
    const double a_ab_y   = 9.81*c_ab;                      /* acceleration of the origin less gravity */
    const double t1       = u_a*u_a;
    const double ap_bc_x  = a_ab_x - k->p_crank*t1;
    const double a_bc_x_2 = s_bc*a_ab_y + c_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_bc_y_2 = c_bc*a_ab_y - s_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_dc_y   = 9.81*c_dc;                      /* acceleration of the origin less gravity */

    /* 9. forces on the links */
    const double N_ab_z = k->h_ab_x*a_ab_y;                 /* inertia moment less external moment */
    const double F_bc_x = k->p_coupler*a_bc_x_2 - k->h_bc_x*ww_bc_zz;  /* inertia force less external force */
    const double F_bc_y = k->p_coupler*a_bc_y_2;            /* inertia force less external force */
    const double N_bc_z = k->h_bc_x*a_bc_y_2;               /* inertia moment less external moment */
    g[FOURBAR_U_b] = -N_bc_z;
    g[FOURBAR_U_d] = -k->h_dc_x*a_dc_y;                     /* inertia moment less external moment */

    /* 10. forces carried to the base */
    const double fp_bc_y = s_bc*F_bc_x + c_bc*F_bc_y;
    g[FOURBAR_U_a] = -k->p_crank*fp_bc_y - N_ab_z - N_bc_z;  /* moment through the joint */

    /* 11. composite bodies */
    const double hr_bc_x  = k->h_bc_x*c_bc;
    const double Jr_bc_K  = k->J_bc_xx*s_bc;
    const double t2       = s_bc*Jr_bc_K;
    const double Jr_bc_xx = k->J_bc_xx - t2;
    const double hs_bc_x  = k->p_crank_p_coupler + hr_bc_x;
    const double t3       = k->p_crank*hr_bc_x;
    const double Jc_ab_xx = k->p_crank*hs_bc_x + k->J_ab_xx + Jr_bc_xx + t3;  /* composite body about its joint */

    /* 12. mass matrix */
    M[0] = t2 + Jc_ab_xx;                                   /* a, a */
    M[1] = M[3] = k->J_bc_xx + t3;                          /* b, a */

    /* results that are given or constant */
    M[2] = M[5] = M[6] = M[7] = 0;
    M[4] = k->J_bc_xx;                                      /* b, b */
    M[8] = k->J_dc_xx;                                      /* d, d */
}

/* ud with M(q) ud = g(t, q, u) + tau; constraint rows are not regarded. */
void fourbar_forward(double *w, int mode, double t, const double *q, const double *u, const double *in,
                     const double *tau, double *ud)
{
    (void)t; (void)in; (void)mode;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double tau_in_ab = tau[FOURBAR_U_a];              /* generalised force from the caller */
    const double tau_in_bc = tau[FOURBAR_U_b];              /* generalised force from the caller */
    const double tau_in_dc = tau[FOURBAR_U_d];              /* generalised force from the caller */

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);
    const double s_bc = sin(q_b);
    const double c_bc = cos(q_b);
    const double c_dc = cos(q_d);

    /* 3. velocities */
    const double w_bc_z = u_a + u_b;                        /* angular velocity */

    /* 4. velocity terms of accelerations */
    const double ww_bc_zz = w_bc_z*w_bc_z;

    /* 8. velocity terms */
    const double a_ab_x   = 9.81*s_ab;                      /* acceleration of the origin less gravity */
    const double a_ab_y   = 9.81*c_ab;                      /* acceleration of the origin less gravity */
    const double t1       = u_a*u_a;
    const double ap_bc_x  = a_ab_x - k->p_crank*t1;
    const double a_bc_x_2 = s_bc*a_ab_y + c_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_bc_y_2 = c_bc*a_ab_y - s_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_dc_y   = 9.81*c_dc;                      /* acceleration of the origin less gravity */

    /* 9. forces on the links */
    const double N_ab_z = k->h_ab_x*a_ab_y;                 /* inertia moment less external moment */
    const double F_bc_x = k->p_coupler*a_bc_x_2 - k->h_bc_x*ww_bc_zz;  /* inertia force less external force */
    const double F_bc_y = k->p_coupler*a_bc_y_2;            /* inertia force less external force */
    const double N_bc_z = k->h_bc_x*a_bc_y_2;               /* inertia moment less external moment */
    const double N_dc_z = k->h_dc_x*a_dc_y;                 /* inertia moment less external moment */

    /* 14. forces on the bodies */
    const double rest_bc = tau_in_bc - N_bc_z;
    const double rest_dc = tau_in_dc - N_dc_z;

    /* 15. articulated bodies */
    ud[FOURBAR_U_d] = k->invD_dc*rest_dc;
    const double fa_bc_y   = k->Gf_bc_y*rest_bc + F_bc_y;
    const double Cr_bc_yy  = k->Ca_bc_yy + k->Cr_bc_d*s_bc*s_bc;
    const double I_ab_zz   = k->J_ab_xx + k->p_crank2*Cr_bc_yy;  /* articulated body: moment for angular acceleration */
    const double fp_bc_y_2 = s_bc*F_bc_x + c_bc*fa_bc_y;
    const double n_ab_z_2  = k->p_crank*fp_bc_y_2 + tau_in_bc + N_ab_z;
    const double invD_ab   = 1/I_ab_zz;                     /* inverse of the inertia felt by the joint */
    const double e_ab      = tau_in_ab - n_ab_z_2;          /* force left for the joint */
    const double y_ab      = invD_ab*e_ab;
    ud[FOURBAR_U_a] = y_ab;
    const double x_bc      = k->invD_bc*rest_bc - k->p_crank_Gf_bc_y*c_bc*y_ab;
    ud[FOURBAR_U_b] = x_bc - y_ab;
}

/* M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows of dynamics; strain: how near to singular (mrt.h). */
void fourbar_accelerations(double *w, int mode, double t, const double *q, const double *u, const double *in,
                           const double *stable, double *ud, double *lam, double *strain)
{
    (void)t; (void)in; (void)mode;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double u_d = u[FOURBAR_U_d];
    const double two_alpha = stable[0];                     /* damping of violations, 2 alpha */
    const double beta_squared = stable[1];                  /* stiffness of violations, beta^2 */

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
    const double arm_c_parent_y = -k->p_coupler*A_bc_xy;
    const double r_c_parent_x = d_bc_x + arm_c_parent_x;    /* position */
    const double r_c_parent_y = d_bc_y + arm_c_parent_y;    /* position */
    const double arm_c_child_x = k->p_rocker*c_dc;
    const double arm_c_child_y = k->p_rocker*s_dc;
    const double r_c_child_x  = k->p_base + arm_c_child_x;  /* position */

    /* 3. velocities */
    const double w_bc_z       = u_a + u_b;                  /* angular velocity */
    const double v_bc_x       = -u_a*d_bc_y;                /* velocity of the origin */
    const double v_bc_y       = u_a*d_bc_x;                 /* velocity of the origin */
    const double v_c_parent_x = v_bc_x - arm_c_parent_y*w_bc_z;  /* velocity */
    const double v_c_parent_y = arm_c_parent_x*w_bc_z + v_bc_y;  /* velocity */
    const double v_c_child_x  = -u_d*arm_c_child_y;         /* velocity */
    const double v_c_child_y  = u_d*arm_c_child_x;          /* velocity */

    /* 4. velocity terms of accelerations */
    const double ab_bc_x      = -u_a*v_bc_y;                /* acceleration of the origin without ud */
    const double ab_bc_y      = u_a*v_bc_x;                 /* acceleration of the origin without ud */
    const double ww_bc_zz     = w_bc_z*w_bc_z;
    const double ab_c_parent_x = ab_bc_x - arm_c_parent_x*ww_bc_zz;  /* acceleration without ud */
    const double ab_c_parent_y = ab_bc_y - arm_c_parent_y*ww_bc_zz;  /* acceleration without ud */
    const double ab_c_child_x = -u_d*v_c_child_y;           /* acceleration without ud */
    const double ab_c_child_y = u_d*v_c_child_x;            /* acceleration without ud */

    /* 5. cut joints */
    const double gap_c_x  = r_c_child_x - r_c_parent_x;     /* from the parent's joint point to the child's */
    const double gap_c_y  = arm_c_child_y - r_c_parent_y;   /* from the parent's joint point to the child's */
    const double gapb_c_x = ab_c_child_x - ab_c_parent_x;
    const double gapb_c_y = ab_c_child_y - ab_c_parent_y;

    /* 6. accelerations */
    const double L_dc_row1 = -k->invD_dc*arm_c_child_y;
    const double L_dc_row2 = k->invD_dc*arm_c_child_x;
    const double L_bc_row1 = k->invD_bc*arm_c_parent_y;
    const double L_bc_row2 = -k->invD_bc*arm_c_parent_x;
    const double K_row1_row1_2 = arm_c_child_y*L_dc_row1 - arm_c_parent_y*L_bc_row1;
    const double K_row1_row2_2 = arm_c_parent_x*L_bc_row1 - arm_c_child_x*L_dc_row1;
    const double K_row2_row2_2 = arm_c_parent_x*L_bc_row2 - arm_c_child_x*L_dc_row2;

    /* 7. constraints */
    const double Phid_c_dx = v_c_child_x - v_c_parent_x;
    const double Phid_c_dy = v_c_child_y - v_c_parent_y;
    const double c_row1    = -two_alpha*Phid_c_dx - beta_squared*gap_c_x - gapb_c_x;  /* c */
    const double c_row2    = -two_alpha*Phid_c_dy - beta_squared*gap_c_y - gapb_c_y;  /* c */

    /* 8. velocity terms */
    const double a_ab_x   = 9.81*s_ab;                      /* acceleration of the origin less gravity */
    const double a_ab_y   = 9.81*c_ab;                      /* acceleration of the origin less gravity */
    const double t1       = u_a*u_a;
    const double ap_bc_x  = a_ab_x - k->p_crank*t1;
    const double a_bc_x_2 = s_bc*a_ab_y + c_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_bc_y_2 = c_bc*a_ab_y - s_bc*ap_bc_x;     /* acceleration of the origin less gravity */
    const double a_dc_y   = 9.81*c_dc;                      /* acceleration of the origin less gravity */

    /* 9. forces on the links */
    const double N_ab_z   = k->h_ab_x*a_ab_y;               /* inertia moment less external moment */
    const double F_bc_x   = k->p_coupler*a_bc_x_2 - k->h_bc_x*ww_bc_zz;  /* inertia force less external force */
    const double F_bc_y   = k->p_coupler*a_bc_y_2;          /* inertia force less external force */
    const double N_bc_z   = k->h_bc_x*a_bc_y_2;             /* inertia moment less external moment */
    const double N_dc_z   = k->h_dc_x*a_dc_y;               /* inertia moment less external moment */
    const double b_row1   = L_dc_row1*N_dc_z + c_row1;
    const double b_row2   = L_dc_row2*N_dc_z + c_row2;
    const double b_row1_2 = L_bc_row1*N_bc_z + b_row1;
    const double b_row2_2 = L_bc_row2*N_bc_z + b_row2;

    /* 10. forces carried to the base */
    const double fp_bc_y = s_bc*F_bc_x + c_bc*F_bc_y;
    const double n_ab_z  = k->p_crank*fp_bc_y + N_ab_z + N_bc_z;  /* moment through the joint */

    /* 11. composite bodies */
    const double hr_bc_x  = k->h_bc_x*c_bc;
    const double Jr_bc_K  = k->J_bc_xx*s_bc;
    const double t2       = s_bc*Jr_bc_K;
    const double Jr_bc_xx = k->J_bc_xx - t2;
    const double hs_bc_x  = k->p_crank_p_coupler + hr_bc_x;
    const double t3       = k->p_crank*hr_bc_x;
    const double Jc_ab_xx = k->p_crank*hs_bc_x + k->J_ab_xx + Jr_bc_xx + t3;  /* composite body about its joint */

    /* 12. mass matrix */
    const double nu_ab_z    = t2 + Jc_ab_xx;                /* moment for unit acceleration */
    const double nu_bc_bc_z = k->J_bc_xx + t3;

    /* 16. factors of the mass matrix */
    const double L_bc_ab      = k->invD_bc*nu_bc_bc_z;
    const double H_ab_ab      = nu_ab_z - nu_bc_bc_z*L_bc_ab;
    const double inv_ab       = 1/H_ab_ab;
    const double K_ab_row1    = r_c_parent_y - arm_c_parent_y*L_bc_ab;
    const double K_ab_row2    = arm_c_parent_x*L_bc_ab - r_c_parent_x;
    const double b_ab         = N_bc_z*L_bc_ab - n_ab_z;
    const double L_ab_row1    = inv_ab*K_ab_row1;
    const double L_ab_row2    = inv_ab*K_ab_row2;
    const double K_row1_row1_3 = K_row1_row1_2 - K_ab_row1*L_ab_row1;
    const double K_row1_row2_3 = K_row1_row2_2 - K_ab_row2*L_ab_row1;
    const double b_row1_3     = b_row1_2 - b_ab*L_ab_row1;
    const double K_row2_row2_3 = K_row2_row2_2 - K_ab_row2*L_ab_row2;
    const double b_row2_3     = b_row2_2 - b_ab*L_ab_row2;
    const double piv_row1     = 1/K_row1_row1_3;
    const double L_row1_row2  = K_row1_row2_3*piv_row1;
    const double K_row2_row2_4 = K_row2_row2_3 - K_row1_row2_3*L_row1_row2;
    const double b_row2_4     = b_row2_3 - b_row1_3*L_row1_row2;
    const double piv_row2     = 1/K_row2_row2_4;
    const double minus_lam_row2 = b_row2_4*piv_row2;
    lam[1] = -minus_lam_row2;
    const double minus_lam_row1 = b_row1_3*piv_row1 - L_row1_row2*minus_lam_row2;
    lam[0] = -minus_lam_row1;
    const double ud_ab_2      = inv_ab*b_ab - L_ab_row1*minus_lam_row1 - L_ab_row2*minus_lam_row2;
    ud[FOURBAR_U_a] = ud_ab_2;
    ud[FOURBAR_U_b] = -k->invD_bc*N_bc_z - L_bc_row1*minus_lam_row1 - L_bc_row2*minus_lam_row2 - L_bc_ab*ud_ab_2;
    ud[FOURBAR_U_d] = -k->invD_dc*N_dc_z - L_dc_row1*minus_lam_row1 - L_dc_row2*minus_lam_row2;
    strain[0] = k->strain_masses_const + nu_ab_z*inv_ab;
    strain[1] = K_row1_row1_3*piv_row1 + K_row2_row2_3*piv_row2;
    strain[2] = -piv_row1 - piv_row2;
}

/* tau = M(q) ud - g(t, q, u). */
void fourbar_inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                     const double *in, double *tau)
{
    (void)t; (void)in; (void)mode;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double ud_a = ud[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double ud_b = ud[FOURBAR_U_b];
    const double ud_d = ud[FOURBAR_U_d];

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);
    const double s_bc = sin(q_b);
    const double c_bc = cos(q_b);
    const double c_dc = cos(q_d);

    /* 3. velocities */
    const double w_bc_z = u_a + u_b;                        /* angular velocity */

    /* 4. velocity terms of accelerations */
    const double ww_bc_zz = w_bc_z*w_bc_z;

    /* 6. accelerations */
    const double wd_bc_z = ud_a + ud_b;                     /* angular acceleration */

    /* 8. velocity terms */
    const double a_ab_x  = 9.81*s_ab;                       /* acceleration of the origin less gravity */
    const double a_ab_y  = 9.81*c_ab;                       /* acceleration of the origin less gravity */
    const double t1      = u_a*u_a;
    const double ap_bc_x = a_ab_x - k->p_crank*t1;
    const double a_dc_y  = 9.81*c_dc;                       /* acceleration of the origin less gravity */

    /* 9. forces on the links */
    const double N_ab_z_2 = ud_a*k->J_ab_xx + k->h_ab_x*a_ab_y;  /* inertia moment less external moment */
    tau[FOURBAR_U_d] = ud_d*k->J_dc_xx + k->h_dc_x*a_dc_y;  /* inertia moment less external moment */

    /* 17. motion of the links */
    const double ap_bc_y   = ud_a*k->p_crank + a_ab_y;
    const double a_bc_x_3  = s_bc*ap_bc_y + c_bc*ap_bc_x;   /* acceleration of the origin less gravity */
    const double a_bc_y_3  = c_bc*ap_bc_y - s_bc*ap_bc_x;   /* acceleration of the origin less gravity */
    const double F_bc_x_2  = k->p_coupler*a_bc_x_3 - k->h_bc_x*ww_bc_zz;  /* inertia force less external force */
    const double F_bc_y_2  = k->p_coupler*a_bc_y_3 + k->h_bc_x*wd_bc_z;  /* inertia force less external force */
    const double N_bc_z_2  = k->h_bc_x*a_bc_y_3 + k->J_bc_xx*wd_bc_z;  /* inertia moment less external moment */
    tau[FOURBAR_U_b] = N_bc_z_2;
    const double fp_bc_y_3 = s_bc*F_bc_x_2 + c_bc*F_bc_y_2;
    tau[FOURBAR_U_a] = k->p_crank*fp_bc_y_3 + N_ab_z_2 + N_bc_z_2;  /* moment through the joint */
}

/* Per joint R[6]: force and moment of parent on child at the child's joint point, ground axes; lam: multipliers. */
void fourbar_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                       const double *in, const double *lam, double *R)
{
    (void)t; (void)in; (void)mode;
    const fourbar_constants *k = (const fourbar_constants *)w;
    for (int i = 0; i < 24; i++)
        R[i] = 0;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double ud_a = ud[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double ud_b = ud[FOURBAR_U_b];
    const double u_d = u[FOURBAR_U_d];
    const double ud_d = ud[FOURBAR_U_d];
    const double lam_0 = lam[0];                            /* multiplier of the row */
    const double lam_1 = lam[1];                            /* multiplier of the row */

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
    const double arm_c_parent_y = -k->p_coupler*A_bc_xy;
    const double r_c_parent_x = d_bc_x + arm_c_parent_x;    /* position */
    const double r_c_parent_y = d_bc_y + arm_c_parent_y;    /* position */
    const double arm_c_child_x = k->p_rocker*c_dc;
    const double arm_c_child_y = k->p_rocker*s_dc;
    const double r_c_child_x  = k->p_base + arm_c_child_x;  /* position */

    /* 3. velocities */
    const double w_bc_z = u_a + u_b;                        /* angular velocity */
    const double v_bc_x = -u_a*d_bc_y;                      /* velocity of the origin */
    const double v_bc_y = u_a*d_bc_x;                       /* velocity of the origin */

    /* 4. velocity terms of accelerations */
    const double ww_bc_zz = w_bc_z*w_bc_z;

    /* 6. accelerations */
    const double wd_bc_z = ud_a + ud_b;                     /* angular acceleration */
    const double a_bc_x  = -u_a*v_bc_y - ud_a*d_bc_y;       /* acceleration of the origin */
    const double a_bc_y  = u_a*v_bc_x + ud_a*d_bc_x;        /* acceleration of the origin */

    /* 8. velocity terms */
    const double t1 = u_a*u_a;

    /* 13. velocity transformation */
    const double arm_com_ab_x = k->com_ab_x*c_ab;
    const double arm_com_ab_y = k->com_ab_x*s_ab;
    const double arm_com_bc_x = k->com_bc_x*A_bc_xx;
    const double arm_com_bc_y = -k->com_bc_x*A_bc_xy;
    const double r_com_bc_x   = d_bc_x + arm_com_bc_x;      /* position */
    const double r_com_bc_y   = d_bc_y + arm_com_bc_y;      /* position */
    const double arm_com_dc_x = k->com_dc_x*c_dc;
    const double arm_com_dc_y = k->com_dc_x*s_dc;
    const double r_com_dc_x   = k->p_base + arm_com_dc_x;   /* position */

    /* 19. potential energy */
    const double t4         = u_d*u_d;
    const double a_com_dc_x = -ud_d*arm_com_dc_y - arm_com_dc_x*t4;  /* acceleration */
    const double a_com_dc_y = ud_d*arm_com_dc_x - arm_com_dc_y*t4;  /* acceleration */

    /* 20. reactions */
    const double agr_dc_y   = a_com_dc_y + 9.81;
    const double ma_dc_x    = k->p_rocker*a_com_dc_x;       /* mass times acceleration less gravity */
    const double ma_dc_y    = k->p_rocker*agr_dc_y;         /* mass times acceleration less gravity */
    /* rate of angular momentum about ground's origin */
    const double dH_dc_z    = ud_d*k->I_dc - arm_com_dc_y*ma_dc_x + r_com_dc_x*ma_dc_y;
    R[12] = ma_dc_x - lam_0;                                /* d.fx */
    const double Fj_dc_y    = ma_dc_y - lam_1;              /* force through the joint */
    R[13] = Fj_dc_y;                                        /* d.fy */
    /* moment through the joint about ground's origin */
    const double Nj_dc_z    = lam_0*arm_c_child_y - lam_1*r_c_child_x + dH_dc_z;
    R[17] = Nj_dc_z - k->p_base*Fj_dc_y;                    /* d.mz */
    const double a_com_bc_x = a_bc_x - ww_bc_zz*arm_com_bc_x - wd_bc_z*arm_com_bc_y;  /* acceleration */
    const double a_com_bc_y = wd_bc_z*arm_com_bc_x - ww_bc_zz*arm_com_bc_y + a_bc_y;  /* acceleration */
    const double agr_bc_y   = a_com_bc_y + 9.81;
    const double ma_bc_x    = k->p_coupler*a_com_bc_x;      /* mass times acceleration less gravity */
    const double ma_bc_y    = k->p_coupler*agr_bc_y;        /* mass times acceleration less gravity */
    /* rate of angular momentum about ground's origin */
    const double dH_bc_z    = k->I_bc*wd_bc_z + r_com_bc_x*ma_bc_y - r_com_bc_y*ma_bc_x;
    const double Fj_bc_x    = lam_0 + ma_bc_x;              /* force through the joint */
    R[6] = Fj_bc_x;                                         /* b.fx */
    const double Fj_bc_y    = lam_1 + ma_bc_y;              /* force through the joint */
    R[7] = Fj_bc_y;                                         /* b.fy */
    /* moment through the joint about ground's origin */
    const double Nj_bc_z    = lam_1*r_c_parent_x - lam_0*r_c_parent_y + dH_bc_z;
    R[11] = d_bc_y*Fj_bc_x - d_bc_x*Fj_bc_y + Nj_bc_z;      /* b.mz */
    const double a_com_ab_x = -ud_a*arm_com_ab_y - t1*arm_com_ab_x;  /* acceleration */
    const double a_com_ab_y = ud_a*arm_com_ab_x - t1*arm_com_ab_y;  /* acceleration */
    const double agr_ab_y   = a_com_ab_y + 9.81;
    const double ma_ab_x    = k->p_crank*a_com_ab_x;        /* mass times acceleration less gravity */
    const double ma_ab_y    = k->p_crank*agr_ab_y;          /* mass times acceleration less gravity */
    /* rate of angular momentum about ground's origin */
    const double dH_ab_z    = ud_a*k->I_ab + arm_com_ab_x*ma_ab_y - arm_com_ab_y*ma_ab_x;
    R[0] = Fj_bc_x + ma_ab_x;                               /* a.fx */
    R[1] = Fj_bc_y + ma_ab_y;                               /* a.fy */
    R[5] = Nj_bc_z + dH_ab_z;                               /* a.mz */

    /* results that are given or constant */
    R[18] = lam[0];                                         /* c.fx */
    R[19] = lam[1];                                         /* c.fy */
}

/* e[0] kinetic energy, e[1] potential energy of gravity and springs. */
void fourbar_energy(double *w, double t, const double *q, const double *u, const double *in, double *e)
{
    (void)t; (void)in;
    const fourbar_constants *k = (const fourbar_constants *)w;
    const double q_a = q[FOURBAR_Q_a];
    const double q_b = q[FOURBAR_Q_b];
    const double q_d = q[FOURBAR_Q_d];
    const double u_a = u[FOURBAR_U_a];
    const double u_b = u[FOURBAR_U_b];
    const double u_d = u[FOURBAR_U_d];

    /* 1. trigonometry and transforms */
    const double s_ab = sin(q_a);
    const double c_ab = cos(q_a);
    const double s_bc = sin(q_b);
    const double c_bc = cos(q_b);
    const double s_dc = sin(q_d);

    /* 2. positions */
    const double A_bc_xy = -s_ab*c_bc - c_ab*s_bc;          /* orientation */
    const double d_bc_y  = k->p_crank*s_ab;                 /* from the parent's origin */

    /* 3. velocities */
    const double w_bc_z = u_a + u_b;                        /* angular velocity */

    /* 18. kinetic energy */
    const double H_ab_z  = u_a*k->J_ab_xx;                  /* angular momentum about the origin */
    const double T_ab    = 0.5*u_a*H_ab_z;                  /* kinetic energy of the link */
    const double vp_bc_y = u_a*k->p_crank;
    const double vl_bc_x = s_bc*vp_bc_y;                    /* velocity of the origin in the link's axes */
    const double vl_bc_y = c_bc*vp_bc_y;                    /* velocity of the origin in the link's axes */
    const double H_bc_z  = k->J_bc_xx*w_bc_z;               /* angular momentum about the origin */
    const double P_bc_y  = k->p_coupler*vl_bc_y + k->two_h_bc_x*w_bc_z;
    /* kinetic energy of the link */
    const double T_bc    = k->com_bc_x*vl_bc_x*vl_bc_x + 0.5*w_bc_z*H_bc_z + 0.5*vl_bc_y*P_bc_y;
    const double H_dc_z  = u_d*k->J_dc_xx;                  /* angular momentum about the origin */
    const double T_dc    = 0.5*u_d*H_dc_z;                  /* kinetic energy of the link */
    e[0] = T_ab + T_bc + T_dc;                              /* kinetic energy */

    /* 19. potential energy */
    const double mr_ab_y   = k->h_ab_x*s_ab;                /* mass times position of its centre */
    const double V_ab      = 9.81*mr_ab_y;                  /* potential energy of the link */
    const double mr_bc_y   = k->p_coupler*d_bc_y - k->h_bc_x*A_bc_xy;  /* mass times position of its centre */
    const double V_bc      = 9.81*mr_bc_y;                  /* potential energy of the link */
    const double V_dc      = k->c_h_dc_x*s_dc;              /* potential energy of the link */
    e[1] = V_ab + V_bc + V_dc;                              /* potential energy of gravity */
}
