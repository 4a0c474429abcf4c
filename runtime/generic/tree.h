/*
 * tree.h -- the joint-coordinate engine's own tables: bodies base to tip, elementary motions, and the vectors of its recursions.
 *
 * All vectors are in ground axes; spatial quantities refer to the origin of their body. A motion of the tree is a spatial vector
 * S = (w, v) of unit speed; a wrench is (n, f); so power is the plain dot product.
 */
#ifndef GENERIC_TREE_H
#define GENERIC_TREE_H

#include "generic.h"

/* One elementary motion of a tree joint, walked from the inboard to the outboard body. */
typedef struct t_motion {
    motion_kind kind;
    int    sign;                        /* -1: the joint is walked backwards */
    int    q, u;                        /* the tree's coordinate and speed (the first ones of a spherical motion) */
    int    dof;                         /* its first place in t_work.S */
} t_motion;

typedef struct t_body {
    int    body, parent;                /* indices into the model's bodies */
    int    joint, reversed;
    int    first, motions;              /* its motions in tree_engine.motion */
    int    dof, dofs;                   /* its unit motions in t_work.S */
} t_body;

/* Read-only while running. */
typedef struct tree_engine {
    generic  *x;
    int       nbody, ndof, nmotion;
    t_body   *body;                     /* [nbody] base to tip, ground not among them */
    t_motion *motion;
    int      *place;                    /* [m->nbody] index into body; -1 for ground */
    int      *depth;                    /* [m->nbody] */
    int      *u;                        /* [ndof] the tree's speed of each unit motion */
    bool      euler;                    /* Euler parameters of the bodies are needed in every evaluation */
    bool      coordinates;              /* some expression, drive or load uses coordinates */
    bool      loads;                    /* there are forces besides gravity */
    int       ncut; int *cut;           /* cut joints whose coordinates are used in every evaluation */
    int       nrow, most_rows;          /* most_rows: of one joint */
    size_t    bytes;                    /* of t_work with all its arrays */
} tree_engine;

/* Numbers of a tree joint as the walk needs them, in the axes the outboard body has when the joint is at rest. */
typedef struct t_step {
    double R0[9], e0[4];                /* rotation of those axes in the inboard body */
    double in[3], out[3];               /* joint point in the inboard body, in the outboard body */
    double turn[9];                     /* the written joint frame in those axes */
    double axis[4][3];                  /* of each motion */
    int    along[4];                    /* 0 to 2: the axis is a coordinate axis; -1: it is not */
    double pitch;
    bool   same, at_origin;             /* R0 is the identity; out is zero */
} t_step;

typedef struct t_inertia { double m, h[3], J[6]; } t_inertia;          /* mass, mass times centre, integral of r r^T dm: xx yy zz xy xz yz */
typedef struct t_articulated { double A[6], B[9], C[6]; } t_articulated; /* n = A al + B a, f = B^T al + C a */

typedef struct t_work {
    const void *data;                   /* the tree_engine; first, see mrt_mechanism.data */
    g_work      g;
    t_step     *step;                   /* [nbody] */
    t_inertia  *own;                    /* [nbody] in body axes about the origin */
    t_inertia  *now, *composite;        /* [nbody] in ground axes */
    t_articulated *art;                 /* [nbody] */
    double    (*S)[6], (*U)[6];         /* [ndof] unit motions (w, v); articulated inertia times S */
    double     *D, *rest;               /* [ndof] its reciprocal pivot; remaining generalised force */
    double    (*arm)[3];                /* [nbody] from the parent's origin to the body's */
    double    (*p)[6], (*da)[6];        /* [nbody] wrenches (n, f); accelerations (al, a) due to ud */
    double    (*cut_wrench)[6];         /* [njoint] */
    g_row      *rows;                   /* [most_rows] */
    double     *tau;                    /* [nu] */
} t_work;

static inline t_work *t_of(double *w) { return (t_work *)(void *)w; }
static inline const tree_engine *t_engine(const t_work *w) { return w->data; }

/* tree_steps.c: numbers of the walk, after g_work_init. */
void t_steps(t_work *w);

/* tree_kinematics.c */
enum { T_POSITIONS, T_VELOCITIES };     /* velocities include the accelerations without ud */
void t_kinematics(t_work *w, const double *q, const double *u, int level, bool euler);
void t_add_accelerations(t_work *w, const double *ud);       /* body al, a become the whole accelerations */
void t_coordinates(t_work *w, const double *q, const double *u, const double *ud, int level);  /* g.q, qd, qdd, u, ud; those of cut joints where used */

/* tree_dynamics.c */
void t_applied(t_work *w, int mode, double t, const double *in);                /* w->tau and g.wrench; all but gravity */
/* Into p: wrenches (n, f) that the bodies' motion and gravity take, less what is applied. `now` must be up to date. */
void t_missing_wrenches(t_work *w, bool applied);
void t_composite(t_work *w, double *M);                                         /* M[nu*nu], after t_ground_inertia */
void t_bias(t_work *w, double *g);                                              /* g[nu], after t_applied and t_ground_inertia, with the bodies' present accelerations */
void t_ground_inertia(t_work *w);                                               /* `now` from `own` */

/* ud[nu] under w->tau and tau[nu] on top of it, by articulated bodies; after t_applied and t_ground_inertia */
void t_articulated_body(t_work *w, const double *tau, double *ud);

/* tree_rows.c: Phi, Phid, Phit, gamma may be NULL; J is nrow x nu, column-major */
void t_rows(t_work *w, double t, double *Phi, double *Phid, double *Phit, double *J, double *gamma);
int  t_common_ancestor(const tree_engine *x, int a, int b);

/* tree_results.c: functions of mrt_mechanism */
void t_bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a);
void t_cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca);
void t_reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, const double *lam, double *R);
void t_transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu);

#endif
