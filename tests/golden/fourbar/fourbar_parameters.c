/*
 * fourbar_parameters.c -- work that depends on parameters alone, and the start.
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
 * sections     1 masses  2 parameters  3 articulated bodies
 * operations   start           none (0 flops)
 *              settings        none (0 flops)
 *              masses          none (0 flops)
 */
#include "fourbar.h"
#include "fourbar_work.h"

#include <math.h>

/* Everything that depends on the parameters p alone, into the workspace w. */
void fourbar_init(double *w, const double *p)
{
    fourbar_constants *k = (fourbar_constants *)w;
    const double p_crank = p[FOURBAR_P_crank];
    const double p_coupler = p[FOURBAR_P_coupler];
    const double p_rocker = p[FOURBAR_P_rocker];

    /* 1. masses */
    const double com_ab_x = k->com_ab_x = 0.5*p_crank;      /* mass centre */
    const double h_ab_x   = k->h_ab_x = p_crank*com_ab_x;   /* mass times mass centre */
    const double I_ab     = k->I_ab = (1.0/12)*p_crank*p_crank*p_crank;
    k->J_ab_xx = com_ab_x*h_ab_x + I_ab;                    /* integral of r r^T dm about the body's origin */
    const double com_bc_x = k->com_bc_x = 0.5*p_coupler;    /* mass centre */
    const double h_bc_x   = k->h_bc_x = p_coupler*com_bc_x;  /* mass times mass centre */
    const double I_bc     = k->I_bc = (1.0/12)*p_coupler*p_coupler*p_coupler;
    const double J_bc_xx  = k->J_bc_xx = com_bc_x*h_bc_x + I_bc;  /* integral of r r^T dm about the body's origin */
    const double com_dc_x = k->com_dc_x = 0.5*p_rocker;     /* mass centre */
    const double h_dc_x   = k->h_dc_x = p_rocker*com_dc_x;  /* mass times mass centre */
    const double I_dc     = k->I_dc = (1.0/12)*p_rocker*p_rocker*p_rocker;
    const double J_dc_xx  = k->J_dc_xx = com_dc_x*h_dc_x + I_dc;  /* integral of r r^T dm about the body's origin */

    /* 2. parameters */
    k->p_crank_p_coupler = p_crank*p_coupler;
    k->p_crank2 = p_crank*p_crank;
    k->two_h_bc_x = 2*h_bc_x;
    k->c_h_dc_x = 9.81*h_dc_x;

    /* 3. articulated bodies */
    const double invD_dc  = k->invD_dc = 1/J_dc_xx;         /* inverse of the inertia felt by the joint */
    const double invD_bc  = k->invD_bc = 1/J_bc_xx;         /* inverse of the inertia felt by the joint */
    const double Gf_bc_y  = k->Gf_bc_y = h_bc_x*invD_bc;
    const double Ca_bc_yy = k->Ca_bc_yy = p_coupler - h_bc_x*Gf_bc_y;
    k->Cr_bc_d = p_coupler - Ca_bc_yy;
    k->p_crank_Gf_bc_y = p_crank*Gf_bc_y;
    k->strain_masses_const = J_bc_xx*invD_bc + J_dc_xx*invD_dc;
    k->p_crank = p[FOURBAR_P_crank];
    k->p_coupler = p[FOURBAR_P_coupler];
    k->p_rocker = p[FOURBAR_P_rocker];
    k->p_base = p[FOURBAR_P_base];
}

/* Start values q0, u0, guesses cq0 of cut coordinates (NAN: none) and guess[7] per body, at the parameters of init. */
void fourbar_start(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    (void)w;
    for (int i = 0; i < 21; i++)
        guess[i] = 0;
    q0[FOURBAR_Q_a] = 1.0471975511965976;
    q0[FOURBAR_Q_b] = -0.6;
    q0[FOURBAR_Q_d] = 1.7;
    u0[FOURBAR_U_a] = u0[FOURBAR_U_b] = u0[FOURBAR_U_d] = 0;
    cq0[0] = NAN;
    guess[3] = 1;
    guess[10] = 1;
    guess[17] = 1;
}

/* What is computed from parameters before a run: defaults p0 and in0, stable = alpha, beta, times[4] per analysis: from, to, rtol, atol. */
void fourbar_settings(double *w, double *p0, double *in0, double *stable, double *times)
{
    (void)w; (void)in0;
    p0[0] = 1;
    p0[1] = 3.5;
    p0[2] = 2.5;
    p0[3] = 4;
    stable[0] = 199.94;
    stable[1] = 282.8;
    times[0] = times[2] = times[3] = times[4] = times[5] = times[6] = times[7] = 0;
    times[1] = 10;
}

/* Per body inertia[8]: mass; Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the mass centre; size of what was subtracted to shift them there. */
void fourbar_masses(double *w, double *inertia)
{
    const fourbar_constants *k = (const fourbar_constants *)w;
    for (int i = 0; i < 24; i++)
        inertia[i] = 0;
    inertia[0] = k->p_crank;
    inertia[2] = k->I_ab;
    inertia[3] = k->I_ab;
    inertia[8] = k->p_coupler;
    inertia[10] = k->I_bc;
    inertia[11] = k->I_bc;
    inertia[16] = k->p_rocker;
    inertia[18] = k->I_dc;
    inertia[19] = k->I_dc;
}
