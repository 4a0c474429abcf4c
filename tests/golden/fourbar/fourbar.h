/*
 * fourbar.h -- a solver for one mechanism.
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
 */
#ifndef FOURBAR_H
#define FOURBAR_H

#include "mrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* sizes */
enum {
    FOURBAR_NQ = 3,                     /* coordinates q */
    FOURBAR_NU = 3,                     /* speeds u */
    FOURBAR_NP = 4,                     /* parameters p */
    FOURBAR_NIN = 0,                    /* inputs in */
    FOURBAR_NROW = 2,                   /* constraint rows */
    FOURBAR_NBODY = 3,                  /* bodies */
    FOURBAR_NJOINT = 4,                 /* joints */
    FOURBAR_NOUT = 0,                   /* outputs y */
    FOURBAR_NEVENT = 0,                 /* switching functions z */
    FOURBAR_NCQ = 1,                    /* coordinates cq of cut joints */
    FOURBAR_NCU = 1,                    /* speeds cu of cut joints */
    FOURBAR_WORK = 27                   /* doubles of workspace w */
};

/*
 * Parameters p: default, unit, meaning
 *
 *     crank                1              m
 *     coupler              3.5            m
 *     rocker               2.5            m
 *     base                 4              m
 */
/* indices into p */
enum {
    FOURBAR_P_crank,
    FOURBAR_P_coupler,
    FOURBAR_P_rocker,
    FOURBAR_P_base
};

/* indices into q, the coordinates of the tree */
enum {
    FOURBAR_Q_a,
    FOURBAR_Q_b,
    FOURBAR_Q_d
};

/* indices into u, ud, tau and g */
enum {
    FOURBAR_U_a,
    FOURBAR_U_b,
    FOURBAR_U_d
};

/* bodies: 7 numbers each in x and guess, 6 in v, a and the rows of B */
enum {
    FOURBAR_BODY_ab,
    FOURBAR_BODY_bc,
    FOURBAR_BODY_dc
};

/* joints: 6 numbers each in R */
enum {
    FOURBAR_JOINT_a,
    FOURBAR_JOINT_b,
    FOURBAR_JOINT_d,
    FOURBAR_JOINT_c
};

/*
 * Functions. w is the caller's workspace, FOURBAR_WORK doubles, filled by fourbar_init before anything else; two threads
 * need two of them. mode is MRT_KINEMATICS or MRT_DYNAMICS. Matrices are column-major.
 */

/* Everything that depends on the parameters p alone, into the workspace w. */
void fourbar_init(double *w, const double *p);

/* Start values q0, u0, guesses cq0 of cut coordinates (NAN: none) and guess[7] per body, at the parameters of init. */
void fourbar_start(double *w, double *q0, double *u0, double *cq0, double *guess);

/* What is computed from parameters before a run: defaults p0 and in0, stable = alpha, beta, times[4] per analysis: from, to, rtol, atol. */
void fourbar_settings(double *w, double *p0, double *in0, double *stable, double *times);

/* Per body inertia[8]: mass; Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the mass centre; size of what was subtracted to shift them there. */
void fourbar_masses(double *w, double *inertia);

/* qd = N(q) u. */
void fourbar_rates(double *w, const double *q, const double *u, double *qd);

/* Phi(t, q), J with dPhi/dt = J u + Phit (column-major, one row per constraint), Phit. */
void fourbar_constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit);

/* M(q) ud = g(t, q, u) + J^T lam, J ud = gamma; Phi, Phid = J u + Phit. Matrices column-major, M symmetric. */
void fourbar_equations(double *w, int mode, double t, const double *q, const double *u, const double *in, double *M,
                       double *g, double *Phi, double *Phid, double *J, double *gamma);

/* Mass matrix M(q), column-major, symmetric. */
void fourbar_mass(double *w, const double *q, double *M);

/* ud with M(q) ud = g(t, q, u) + tau; constraint rows are not regarded. */
void fourbar_forward(double *w, int mode, double t, const double *q, const double *u, const double *in,
                     const double *tau, double *ud);

/* M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows of dynamics; strain: how near to singular (mrt.h). */
void fourbar_accelerations(double *w, int mode, double t, const double *q, const double *u, const double *in,
                           const double *stable, double *ud, double *lam, double *strain);

/* tau = M(q) ud - g(t, q, u). */
void fourbar_inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                     const double *in, double *tau);

/* Per body, ground axes: x[7] position and Euler parameters, v[6] velocity and angular velocity, a[6] accelerations. */
void fourbar_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x,
                          double *v, double *a);

/* Coordinates cq, speeds cu and accelerations ca of the joints at which loops were cut. */
void fourbar_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq,
                        double *cu, double *ca);

/* e[0] kinetic energy, e[1] potential energy of gravity and springs. */
void fourbar_energy(double *w, double t, const double *q, const double *u, const double *in, double *e);

/* Outputs y of the script at the state q, u and the accelerations ud. */
void fourbar_output(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                    const double *in, double *y);

/* Per joint R[6]: force and moment of parent on child at the child's joint point, ground axes; lam: multipliers. */
void fourbar_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                       const double *in, const double *lam, double *R);

/* Switching functions z: where one changes sign, abs, sign, step, min or max in the equations of motion changes over. */
void fourbar_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z);

/* Velocities of the bodies = B(q) u, accelerations = B ud + Bdu; rows per body: v, then w; B column-major. */
void fourbar_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu);

/* All of the above, as the runtime sees it. */
extern const mrt_mechanism fourbar;

#ifdef __cplusplus
}
#endif
#endif
