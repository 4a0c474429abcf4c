/*
 * cartesian.h -- the Cartesian engine's own tables. Every body has six speeds and every joint its conditions as rows.
 *
 * Body b (ground is 0, the others count from 1) has in q the position of its mass centre and its Euler parameters, in u the velocity of the mass
 * centre in ground axes and the angular velocity in body axes, so that M is block-diagonal and constant. Behind the bodies q has a counter for
 * each angle of a tree joint that expressions use: it moves with the joint's speed and tells which of the turns the angle is in.
 */
#ifndef GENERIC_CARTESIAN_H
#define GENERIC_CARTESIAN_H

#include "generic.h"
#include "sparse.h"

/* Read-only while running. */
typedef struct c_engine {
    generic      *x;
    mrt_mechanism joint;                /* the same model in joint coordinates: assembles */
    int           nb, nq, nu, nrow;     /* bodies without ground */
    int           nwhole;               /* nrow and, behind them, a row for each speed of the tree: weights of massless ones */
    int          *block;                /* [nwhole + 1] first of the row's blocks: six entries of J, one body */
    int          *body_of;              /* [blocks] */
    bool         *fixed;                /* [nwhole] row of a joint or distance: entries that vanish, vanish always */
    int          *joint_row;            /* [njoint] */
    int           first_drive;          /* row */
    int           nturn, *turn;         /* counters: index into model.q */
    int           nused, *used;         /* joints whose coordinates are used in every evaluation */
    int           nact, *act;           /* speeds that loads and torsions act along, each once */
    bool          loads;                /* there are forces besides gravity */
    size_t        bytes;                /* of c_work with all its arrays */
} c_engine;

typedef struct c_matrix c_matrix;       /* cartesian_solve.c */

typedef struct c_work {
    const void *data;                   /* the c_engine; first, see mrt_mechanism.data */
    c_matrix   *matrix;                 /* NULL until something is solved */
    g_work      g;
    double    (*c)[3];                  /* [nbody] from the origin to the mass centre, ground axes */
    double    (*o)[3];                  /* [nbody] angular velocity in body axes */
    double    (*inverse)[6];            /* [nbody] of the inertia: xx yy zz xy xz yz */
    double     *J;                      /* [6*blocks] */
    bool       *there;                  /* [6*blocks] entries that do not vanish always */
    g_row      *rows;                   /* of one joint */
    double     *at_q, at_t;             /* where J is that of */
    long        version;                /* of J: grows when at_q or at_t change */
    double     *known_q;                /* [m->nq] coordinates as assembled, NaN before */
    int         nunit, *unit;           /* speeds (index into model.u) of unit weight in kinematics: nothing with mass moves with them */
    double     *joint_work;             /* workspace of c_engine.joint */
    double     *pose;                   /* scratch for its states: poses, velocities, accelerations, coordinates */
} c_work;

static inline c_work *c_of(double *w) { return (c_work *)(void *)w; }
static inline const c_engine *c_engine_of(const c_work *w) { return w->data; }

/* cartesian_motion.c. u, ud may be NULL: zero; accelerations are then those without ud. */
void c_motion(c_work *w, const double *q, const double *u, const double *ud);
/* g.q, qd, qdd, u, ud and g.speed of one joint; of all that are used in every evaluation. After c_motion. */
void c_joint_coordinates(c_work *w, int joint, const double *q);
void c_coordinates(c_work *w, const double *q);
/* q[nq], u[nu] out of poses x[7*nb] and velocities v[6*nb] of the bodies; counters are left alone. */
void c_state(const c_work *w, const double *x, const double *v, double *q, double *u);
/* Forces on the bodies without gravity, after c_coordinates: g.wrench. */
void c_applied(c_work *w, int mode, double t, const double *in);
/* g[nu] of the equations of motion, after c_applied. */
void c_forces(const c_work *w, double *g);

/* cartesian_rows.c. All rows into w->J; Phi, Phid, Phit, gamma unless NULL. After c_coordinates. */
void c_rows(c_work *w, double t, const double *q, double *Phi, double *Phid, double *Phit, double *gamma);
void c_dense(const c_work *w, double *J);                   /* J[nrow*nu] */
void c_find_zeros(c_work *w);                               /* w->there */
/* Which bodies each row touches; 0, or -1 when out of memory. */
int  c_blocks(c_engine *x);

/* cartesian_solve.c */
mrt_status c_augmented(double *w, int m, const int *rows, const double *f, const double *c, double *x, double *lam);
int  c_side(double *w);
void c_matrix_free(c_matrix *a);                            /* NULL is allowed */

/* cartesian_results.c: functions of mrt_mechanism */
void c_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a);
void c_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca);
void c_energy(double *w, double t, const double *q, const double *u, const double *in, double *e);
void c_output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *y);
void c_event(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z);
void c_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, const double *lam, double *R);
void c_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu);

#endif
