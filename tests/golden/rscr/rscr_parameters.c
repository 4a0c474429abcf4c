/*
 * rscr_parameters.c -- work that depends on parameters alone, and the start.
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
 * sections     1 placement  2 masses  3 cut joints  4 mass matrix  5 articulated bodies  6 parameters
 *              7 kinetic energy
 * operations   start           none (0 flops)
 *              settings        none (0 flops)
 *              masses          none (0 flops)
 */
#include "rscr.h"
#include "rscr_work.h"

#include <math.h>

/* Everything that depends on the parameters p alone, into the workspace w. */
void rscr_init(double *w, const double *p)
{
    rscr_constants *k = (rscr_constants *)w;
    const double p_crank = p[RSCR_P_crank];                 /* crank length */

    /* 1. placement */
    const double at_crank_child_x = k->at_crank_child_x = -0.5*p_crank;  /* joint point */

    /* 2. masses */
    const double I_crank    = k->I_crank = (1.0/24)*p_crank*p_crank;
    const double J_crank_xx = I_crank - 5e-5;               /* integral of r r^T dm about the body's origin */
    /* integral of r r^T dm about the link's origin */
    const double J_link_crank_xx = 0.5*at_crank_child_x*at_crank_child_x + J_crank_xx;

    /* 3. cut joints */
    k->o_cut_ball_parent_x = -2*at_crank_child_x;

    /* 4. mass matrix */
    const double nu_crank_z = k->nu_crank_z = J_link_crank_xx + 5e-5;  /* moment for unit acceleration */

    /* 5. articulated bodies */
    const double invD_crank = k->invD_crank = 1/nu_crank_z;  /* inverse of the inertia felt by the joint */

    /* 6. parameters */
    k->strain_masses_const = nu_crank_z*invD_crank + 2;

    /* 7. kinetic energy */
    const double trJ_crank = J_link_crank_xx + 0.0001;
    k->H_crank_z_const = trJ_crank - 5e-5;
    k->p_offset = p[RSCR_P_offset];
    k->p_torque = p[RSCR_P_torque];
    k->p_speed = p[RSCR_P_speed];
}

/* Start values q0, u0, guesses cq0 of cut coordinates (NAN: none) and guess[7] per body, at the parameters of init. */
void rscr_start(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    (void)w;
    for (int i = 0; i < 21; i++)
        guess[i] = 0;
    q0[RSCR_Q_crank] = 0;
    q0[RSCR_Q_psi] = 0.2;
    q0[RSCR_Q_c_angle] = -1.7;
    q0[RSCR_Q_c_slide] = -0.27;
    u0[RSCR_U_crank] = u0[RSCR_U_psi] = u0[RSCR_U_c_angle] = u0[RSCR_U_c_slide] = 0;
    cq0[0] = NAN;
    cq0[1] = NAN;
    cq0[2] = NAN;
    cq0[3] = NAN;
    guess[3] = 1;
    guess[10] = 1;
    guess[17] = 1;
}

/* What is computed from parameters before a run: defaults p0 and in0, stable = alpha, beta, times[4] per analysis: from, to, rtol, atol. */
void rscr_settings(double *w, double *p0, double *in0, double *stable, double *times)
{
    (void)w; (void)in0;
    p0[0] = 0.1;
    p0[1] = 0.16;
    p0[2] = 0.02;
    p0[3] = 6.283185307179586;
    stable[0] = 199.94;
    stable[1] = 282.8;
    times[0] = times[2] = times[3] = times[4] = times[6] = times[7] = 0;
    times[1] = 2;
    times[5] = 2;
}

/* Per body inertia[8]: mass; Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the mass centre; size of what was subtracted to shift them there. */
void rscr_masses(double *w, double *inertia)
{
    const rscr_constants *k = (const rscr_constants *)w;
    for (int i = 0; i < 24; i++)
        inertia[i] = 0;
    inertia[0] = 0.5;
    inertia[1] = 0.0001;
    inertia[2] = k->I_crank;
    inertia[3] = k->I_crank;
    inertia[8] = 1;
    inertia[9] = 0.002;
    inertia[10] = 0.012;
    inertia[11] = 0.011;
    inertia[16] = 1.5;
    inertia[17] = 0.003;
    inertia[18] = 0.004;
    inertia[19] = 0.005;
}
