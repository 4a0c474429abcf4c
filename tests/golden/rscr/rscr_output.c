/*
 * rscr_output.c -- outputs of the script and switching functions.
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
 * operations   output          none (0 flops)
 *              event           none (0 flops)
 */
#include "rscr.h"
#include "rscr_work.h"

/* Outputs y of the script at the state q, u and the accelerations ud. */
void rscr_output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                 double *y)
{
    (void)w; (void)t; (void)q; (void)u; (void)ud; (void)in; (void)mode; (void)y;
}

/* Switching functions z: where one changes sign, abs, sign, step, min or max in the equations of motion changes over. */
void rscr_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z)
{
    (void)w; (void)t; (void)q; (void)u; (void)in; (void)mode; (void)z;
}
