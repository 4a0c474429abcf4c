/*
 * fourbar_output.c -- outputs of the script and switching functions.
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
 * operations   output          none (0 flops)
 *              event           none (0 flops)
 */
#include "fourbar.h"
#include "fourbar_work.h"

/* Outputs y of the script at the state q, u and the accelerations ud. */
void fourbar_output(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                    const double *in, double *y)
{
    (void)w; (void)t; (void)q; (void)u; (void)ud; (void)in; (void)mode; (void)y;
}

/* Switching functions z: where one changes sign, abs, sign, step, min or max in the equations of motion changes over. */
void fourbar_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z)
{
    (void)w; (void)t; (void)q; (void)u; (void)in; (void)mode; (void)z;
}
