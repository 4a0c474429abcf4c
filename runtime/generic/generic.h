/*
 * generic.h -- what both generic engines stand on: the numbers of a model at the present parameters, the state of its bodies, and the
 * functions of pairs of bodies that joints, drives and springs are made of.
 *
 * Everything is in ground axes. A body is known by its frame: origin r, rotation R, angular velocity w, velocity v of the origin. Its
 * accelerations al, a are whatever the engine put there: those without ud (then second derivatives are the bias of a row), or the whole.
 */
#ifndef GENERIC_H
#define GENERIC_H

#include <stdbool.h>
#include "../mrt.h"
#include "../../generator/model/model.h"
#include "../../generator/topology/topology.h"
#include "tape.h"
#include "vec.h"

typedef struct g_body {
    double R[9], r[3], w[3], v[3], al[3], a[3];
    double e[4];                        /* Euler parameters of R; filled where the engine says so */
} g_body;

typedef struct g_frame { double R[9], o[3], e[4]; } g_frame;        /* a constant pose in a body */

typedef struct g_joint {
    g_frame side[2];                    /* joint frame in the parent, in the child */
    double  axis[3], axis2[3];          /* unit vectors in the joint frame */
    double  across[2][3];               /* with axis a right-handed system: across[0] x across[1] = axis */
    double  pitch;
} g_joint;

typedef struct g_mass { double m, com[3], I[6]; } g_mass;            /* I about com in body axes: xx yy zz xy xz yz */

typedef struct g_spring { double at[2][3], k, length, c; } g_spring;
typedef struct g_torsion { double k, angle, c; } g_torsion;

/* A scalar function of the positions of two bodies: its value, its rate, its second derivative, and its gradient:
 * rate = sum over the two sides of f.v + n.w (+ what depends on time alone). */
typedef struct g_row {
    int    body[2];
    double f[2][3], n[2][3];            /* n about the body's origin */
    double value, rate, second;
} g_row;

/* ---- the model, compiled once (description.c) ---- */

typedef struct generic {
    model          *m;
    const topology *g;
    signal_list     signals;
    int             nmoving;                                         /* signals behind the first nmoving are used by outputs only */
    /* tapes in the order of the model's arrays; evaluated at each evaluation unless said otherwise */
    tape **drive, **load, **constraint, **length, **output;          /* length: of distances */
    tape **force, **torque;                                          /* three each */
    tape **spring, **torsion;                                        /* three each: k, length or angle, c; they may use all that a load may */
    bool  *spring_varies, *torsion_varies;                           /* not parameters alone: evaluate all three anew; else g_spring, g_torsion have them */
    tape **setting; int nsetting;                                    /* parameters only: what settings.c reads */
    tape **number; int nnumber;                                      /* parameters only: everything in g_numbers, in the order numbers.c reads it */
    int    registers;                                                /* 3 times the size of the largest tape */
    bool  *q_used, *u_used;                                          /* by model.q, model.u: a drive, load, torsion or expression needs it */
    int    nkink; struct { const tape *x; int index, analyses; } *kink;     /* events */
} generic;

generic *generic_new(model *m, const topology *g);                   /* NULL when out of memory */
void     generic_free(generic *x);                                   /* NULL is allowed */

/* ---- numbers and scratch of one instance; lives in the workspace of the mrt_mechanism ---- */

typedef struct g_work {
    const generic *x;
    double     gravity[3];
    double    *p;                       /* [np] */
    g_joint   *joint;                   /* [njoint] */
    g_mass    *mass;                    /* [nbody] */
    g_spring  *spring;
    g_torsion *torsion;
    double   (*point)[3], (*force_at)[3], (*distance_at)[2][3];
    double    *start_q, *start_u;       /* [m->nq], [m->nu]; NaN where the script says nothing */
    double    *guess;                   /* [7*(nbody - 1)] */

    g_body    *body;                    /* [nbody], ground first */
    double    *q, *qd, *qdd, *u, *ud;   /* [m->nq], [m->nq], [m->nq], [m->nu], [m->nu]: all joints'; cut ones only where needed */
    g_row     *speed;                   /* [m->nu] speed rows of cut joints, where needed */
    double    *s, *s1, *s2, *slope;     /* [signals.n] */
    double    *registers;
    double   (*wrench)[6];              /* [nbody] applied force, then moment about the body's origin */
    double    *load;                    /* [m->nu] applied along each speed */
} g_work;

size_t g_work_size(const generic *x);                                /* bytes, a multiple of sizeof(double) */
/* Lays the arrays out behind *w in `memory` and computes all numbers at p[np]. */
void   g_work_init(g_work *w, const generic *x, void *memory, const double *p);

/* ---- what a run takes from parameters before it begins (settings.c) ---- */

/* Compiles x->setting; false when out of memory. */
bool g_settings_compile(generic *x);
/* As mrt_mechanism.settings and .masses. */
void g_settings(g_work *w, double *p0, double *in0, double *stable, double *times);
void g_masses(const g_work *w, double *inertia);

/* ---- pairs of bodies (pairs.c) ---- */

/* The conditions of a joint, type->rows of them, in the order of joints.def; al, a of the bodies enter `second`. */
void g_conditions(const g_work *w, int joint, g_row *rows);
/* "displacement along x" ... of condition k, at the present numbers. */
const char *g_condition_text(const g_work *w, int joint, int k);
/* The joint's coordinates out of the bodies' positions (e needed) into q[nq], and its speeds: rate is the speed, second its derivative.
 * q or speeds may be NULL. */
void g_joint_coordinates(const g_work *w, int joint, double *q, g_row *speeds);
/* Distance of a point of one body to a point of another. */
void g_distance(const g_work *w, const int body[2], const double at[2][3], g_row *row);
/* One ground axis of a point of a body (side 0 only; side 1 is ground with zeros). */
void g_point(const g_work *w, int body, const double at[3], int axis, g_row *row);

/* ---- signals and loads (signals.c, loads.c) ---- */

/* Signals, from w->q, qd, u and the bodies, into w->s. outputs: those that only outputs use, too, accelerations of points among them (al, a must be the
 * whole ones). */
void g_signals(g_work *w, bool outputs);
/* What constraints use, coordinates and positions of points: into w->s, and their first and second derivatives into w->s1, s2, from w->qd, qdd, v, w, al, a. */
void g_signal_jets(g_work *w);
/* All applied forces but gravity, into w->wrench and w->load (added up per body and per speed); after g_signals. */
void g_loads(g_work *w, int mode, double t, const double *in);
/* Energy: kinetic and potential, after positions, velocities and g_signals. */
void g_energy(g_work *w, double t, const double *in, double e[2]);
/* Outputs and event functions, after g_signals. */
void g_outputs(g_work *w, double t, const double *in, double *y);
void g_events(g_work *w, double t, const double *in, double *z);

/* ---- rows (rows.c) ---- */

typedef struct g_scalar { double value, rate, in_time, second; } g_scalar;      /* in_time: partial derivative in time */

/* Where a row's gradient goes: multiples of pair rows, and of speeds of joints (index into model.u). */
typedef struct g_sink {
    void *data;
    void (*pair)(void *data, double scale, const g_row *r);
    void (*speed)(void *data, double scale, int u);
} g_sink;

/* The i-th drive: coordinate less its value (angles of joints listed as cut: the difference within half a turn); the i-th constraint; the i-th
 * distance: length less L. After g_signal_jets; sink may be NULL. */
void g_drive_row(g_work *w, int i, bool wrap, double t, g_scalar *y, const g_sink *sink);
void g_constraint_row(g_work *w, int i, double t, g_scalar *y, const g_sink *sink);
void g_distance_row(g_work *w, int i, double t, g_scalar *y, const g_sink *sink);

/* ---- the engines ----
 *
 * x has the tables that depend on the model alone (names, parameters, bodies, joints, coordinates of the tree); the engine adds rows, events, functions and
 * `data`, and whatever else differs. What it makes lives until engine_free. 0, or -1 when out of memory. */
int  joint_engine(mrt_mechanism *x, model *m, const topology *g);
int  cartesian_engine(mrt_mechanism *x, model *m, const topology *g);
void joint_engine_free(mrt_mechanism *x);
void cartesian_engine_free(mrt_mechanism *x);

#endif
