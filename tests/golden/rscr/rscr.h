/*
 * rscr.h -- a solver for one mechanism.
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
 */
#ifndef RSCR_H
#define RSCR_H

#include "mrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* sizes */
enum {
    RSCR_NQ = 4,                        /* coordinates q */
    RSCR_NU = 4,                        /* speeds u */
    RSCR_NP = 4,                        /* parameters p */
    RSCR_NIN = 0,                       /* inputs in */
    RSCR_NROW = 4,                      /* constraint rows */
    RSCR_NBODY = 3,                     /* bodies */
    RSCR_NJOINT = 4,                    /* joints */
    RSCR_NOUT = 0,                      /* outputs y */
    RSCR_NEVENT = 0,                    /* switching functions z */
    RSCR_NCQ = 4,                       /* coordinates cq of cut joints */
    RSCR_NCU = 3,                       /* speeds cu of cut joints */
    RSCR_WORK = 10                      /* doubles of workspace w */
};

/*
 * Parameters p: default, unit, meaning
 *
 *     crank                0.1            m          crank length
 *     offset               0.16           m          distance of the ball joint from the cylinder axis
 *     torque               0.02           N*m        torque on the crank in dynamics
 *     speed                6.283185307179586 rad/s      crank speed in kinematics
 */
/* indices into p */
enum {
    RSCR_P_crank,
    RSCR_P_offset,
    RSCR_P_torque,
    RSCR_P_speed
};

/* indices into q, the coordinates of the tree */
enum {
    RSCR_Q_crank,
    RSCR_Q_psi,
    RSCR_Q_c_angle,
    RSCR_Q_c_slide
};

/* indices into u, ud, tau and g */
enum {
    RSCR_U_crank,
    RSCR_U_psi,
    RSCR_U_c_angle,
    RSCR_U_c_slide
};

/* bodies: 7 numbers each in x and guess, 6 in v, a and the rows of B */
enum {
    RSCR_BODY_crank,
    RSCR_BODY_coupler,
    RSCR_BODY_link3
};

/* joints: 6 numbers each in R */
enum {
    RSCR_JOINT_crank,
    RSCR_JOINT_ball,
    RSCR_JOINT_psi,
    RSCR_JOINT_c
};

/*
 * Functions. w is the caller's workspace, RSCR_WORK doubles, filled by rscr_init before anything else; two threads
 * need two of them. mode is MRT_KINEMATICS or MRT_DYNAMICS. Matrices are column-major.
 */

/* Everything that depends on the parameters p alone, into the workspace w. */
void rscr_init(double *w, const double *p);

/* Start values q0, u0, guesses cq0 of cut coordinates (NAN: none) and guess[7] per body, at the parameters of init. */
void rscr_start(double *w, double *q0, double *u0, double *cq0, double *guess);

/* What is computed from parameters before a run: defaults p0 and in0, stable = alpha, beta, times[4] per analysis: from, to, rtol, atol. */
void rscr_settings(double *w, double *p0, double *in0, double *stable, double *times);

/* Per body inertia[8]: mass; Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the mass centre; size of what was subtracted to shift them there. */
void rscr_masses(double *w, double *inertia);

/* qd = N(q) u. */
void rscr_rates(double *w, const double *q, const double *u, double *qd);

/* Phi(t, q), J with dPhi/dt = J u + Phit (column-major, one row per constraint), Phit. */
void rscr_constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit);

/* M(q) ud = g(t, q, u) + J^T lam, J ud = gamma; Phi, Phid = J u + Phit. Matrices column-major, M symmetric. */
void rscr_equations(double *w, int mode, double t, const double *q, const double *u, const double *in, double *M,
                    double *g, double *Phi, double *Phid, double *J, double *gamma);

/* Mass matrix M(q), column-major, symmetric. */
void rscr_mass(double *w, const double *q, double *M);

/* ud with M(q) ud = g(t, q, u) + tau; constraint rows are not regarded. */
void rscr_forward(double *w, int mode, double t, const double *q, const double *u, const double *in, const double *tau,
                  double *ud);

/* M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows of dynamics; strain: how near to singular (mrt.h). */
void rscr_accelerations(double *w, int mode, double t, const double *q, const double *u, const double *in,
                        const double *stable, double *ud, double *lam, double *strain);

/* tau = M(q) ud - g(t, q, u). */
void rscr_inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                  double *tau);

/* Per body, ground axes: x[7] position and Euler parameters, v[6] velocity and angular velocity, a[6] accelerations. */
void rscr_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v,
                       double *a);

/* Coordinates cq, speeds cu and accelerations ca of the joints at which loops were cut. */
void rscr_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu,
                     double *ca);

/* e[0] kinetic energy, e[1] potential energy of gravity and springs. */
void rscr_energy(double *w, double t, const double *q, const double *u, const double *in, double *e);

/* Outputs y of the script at the state q, u and the accelerations ud. */
void rscr_output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                 double *y);

/* Per joint R[6]: force and moment of parent on child at the child's joint point, ground axes; lam: multipliers. */
void rscr_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud,
                    const double *in, const double *lam, double *R);

/* Switching functions z: where one changes sign, abs, sign, step, min or max in the equations of motion changes over. */
void rscr_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z);

/* Velocities of the bodies = B(q) u, accelerations = B ud + Bdu; rows per body: v, then w; B column-major. */
void rscr_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu);

/* All of the above, as the runtime sees it. */
extern const mrt_mechanism rscr;

#ifdef __cplusplus
}
#endif
#endif
