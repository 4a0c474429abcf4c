/*
 * mrt.h -- what a solver is made of: status codes and the object every mechanism exports.
 *
 * A mechanism is M(q) ud = g(q,u,t) + J^T lam,  J ud = gamma,  qd = N(q) u.  Generated solvers, and the
 * interpreter behind `mechc check`, fill the same object, so that analyses see no difference.
 * C99, and valid C++: generated code includes this header and nothing else of the runtime.
 */
#ifndef MRT_H
#define MRT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mrt_status {
#define STATUS(code, value, text) code = value,
#include "status.def"
#undef STATUS
    MRT_STATUS_END = 99
} mrt_status;

/* The text of a status code; never NULL. */
const char *mrt_status_text(mrt_status s);

/* ---- what there is to know about a mechanism, apart from its functions ---- */

typedef enum mrt_quantity { MRT_ANGLE, MRT_LENGTH, MRT_EULER } mrt_quantity;

typedef struct mrt_parameter {
    const char *name, *unit, *about;     /* unit and about may be "" */
    double      value;                   /* the default */
} mrt_parameter;

typedef struct mrt_coordinate {
    const char  *name;                   /* "crank", "c.slide", "s.e0"; for speeds "crank", "s.wx" */
    mrt_quantity quantity;
    int          joint;                  /* index into joints */
    double       start;                  /* q0 or qd0 (0, or 1 for e0, where the script says nothing) */
    int          hold;                   /* 1: keep the start value while assembling */
} mrt_coordinate;

/* Analyses a row or load takes part in. */
enum { MRT_KINEMATICS = 1, MRT_DYNAMICS = 2 };

typedef enum mrt_row_kind { MRT_ROW_CUT, MRT_ROW_DRIVE, MRT_ROW_CONSTRAINT, MRT_ROW_DISTANCE } mrt_row_kind;

typedef struct mrt_row {
    mrt_row_kind kind;
    const char  *name;                   /* the joint, coordinate or constraint it belongs to */
    const char  *what;                   /* "displacement along x", "rotation about y", "" */
    int          owner;                  /* joint index; coordinate index in the order of `mrt_mechanism.all_q`; else number of the constraint */
    int          analyses;               /* MRT_KINEMATICS | MRT_DYNAMICS */
} mrt_row;

typedef struct mrt_body {
    const char *name;
    double      mass;                    /* default value; 0: massless */
    int         has_guess;               /* 1: pose guess given: position and Euler parameters in ground */
    double      guess[7];
} mrt_body;

typedef struct mrt_joint {
    const char *name, *type, *parent, *child;
    int         cut;                     /* 1: closes a loop by constraint rows */
    int         all_q, nq;               /* its coordinates in all_q[all_q .. all_q+nq) */
    int         all_u, nu;               /* its speeds in all_u */
} mrt_joint;

/* Where a result column of a joint's coordinate or speed comes from: a tree coordinate (index into q or u),
 * or a cut one (index into the outputs of `joints`). */
typedef struct mrt_column {
    const char  *name;
    mrt_quantity quantity;
    int          cut;                    /* 0: index counts in q or u; 1: in cq, or cu and ca */
    int          index;
} mrt_column;

typedef struct mrt_output { const char *name, *unit; } mrt_output;

typedef struct mrt_analysis {
    int    kind;                         /* MRT_KINEMATICS or MRT_DYNAMICS; 0: not given */
    double from, to;
    int    steps;
    const char *method, *integrator;     /* "" where the script says nothing */
    double rtol, atol;                   /* 0 where the script says nothing */
    int    assemble;                     /* 0: take the initial state as it is */
} mrt_analysis;

struct mrt_system;

/* ---- the mechanism ----
 *
 * Every function takes the caller's workspace w, `work` doubles, first filled by `init` from the np
 * parameters; it must not be shared between threads, the mechanism itself may be. Matrices are column-major.
 * `in` are the nin inputs. mode is MRT_KINEMATICS or MRT_DYNAMICS: loads and drives written for the other
 * analysis are left out of g and reactions (rows are always all written; pick them by `mrt_row.analyses`).
 * A function that does not exist for a mechanism is NULL where said; all others are there. */
typedef struct mrt_mechanism {
    const char *name, *about, *provenance;      /* provenance: generator version and sha of the model dump */
    int nq, nu, np, nin;                        /* coordinates and speeds of the tree, parameters, inputs */
    int nrow, nbody, njoint, nout, nevent;      /* rows of Phi, bodies, joints, outputs, event functions */
    int ncq, ncu;                               /* coordinates and speeds of cut joints */
    int nall_q, nall_u;                         /* of all joints */
    int neuler;                                 /* groups of Euler parameters in q */
    size_t work;                                /* doubles of workspace */
    double alpha, beta;                         /* stabilisation; 199.94 and 282.8 unless the script says otherwise */

    const mrt_parameter  *parameters;           /* [np] */
    const mrt_parameter  *inputs;               /* [nin], value is the default */
    const mrt_coordinate *q;                    /* [nq] */
    const mrt_coordinate *u;                    /* [nu] */
    const mrt_column     *all_q;                /* [nall_q], in the order the joints were declared */
    const mrt_column     *all_u;                /* [nall_u] */
    const int            *euler;                /* [neuler], index of each e0 in q; e1 e2 e3 follow */
    const mrt_row        *rows;                 /* [nrow] */
    const mrt_body       *bodies;               /* [nbody], ground not among them */
    const mrt_joint      *joints;               /* [njoint], in the order of declaration */
    const mrt_output     *outputs;              /* [nout] */
    const char *const    *events;               /* [nevent] text of each event function */
    mrt_analysis          analysis[2];          /* in the order written */

    /* parameter-only work; p[np] */
    void (*init)(double *w, const double *p);
    /* start values and pose guesses depend on parameters: q0[nq], u0[nu], cq0[ncq] (guesses of cut coordinates, NaN
     * where the script gives none), guess[7*nbody] */
    void (*start)(double *w, double *q0, double *u0, double *cq0, double *guess);
    /* so do defaults p0[np] (of parameters that use others) and in0[nin], alpha and beta in stable[2], and from, to, rtol, atol
     * of both analyses, times[8]. NULL: none of them does */
    void (*settings)(double *w, double *p0, double *in0, double *stable, double *times);
    /* masses and inertias depend on parameters too; per body: mass, then Ixx Iyy Izz Ixy Ixz Iyz about the mass centre in body
     * axes, then the size of what was subtracted to shift them there (0: given there): inertia[8*nbody]. NULL: none does,
     * mrt_body.mass holds */
    void (*masses)(double *w, double *inertia);
    /* qd = N(q) u */
    void (*rates)(double *w, const double *q, const double *u, double *qd);
    /* Phi[nrow], J[nrow*nu] with Phidot = J u + Phit, Phit[nrow] */
    void (*constraints)(double *w, double t, const double *q, double *Phi, double *J, double *Phit);
    /* everything of the equations of motion at once: M[nu*nu] both triangles, g[nu], Phi, Phid = J u + Phit, J, gamma with J ud = gamma */
    void (*equations)(double *w, int mode, double t, const double *q, const double *u, const double *in,
                      double *M, double *g, double *Phi, double *Phid, double *J, double *gamma);
    /* M[nu*nu] */
    void (*mass)(double *w, const double *q, double *M);
    /* ud of the tree under the model's forces and tau[nu]; rows of Phi are not regarded */
    void (*forward)(double *w, int mode, double t, const double *q, const double *u, const double *in, const double *tau, double *ud);
    /* M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows that take part in dynamics: ud[nu], lam[nrow]. strain[3]:
     * sums of diagonal elements over their pivots, of M and of J M^-1 J^T; each term is 1 or more, and without bound where
     * the equations are singular; and the sum of 1 over the pivots of J M^-1 J^T, which grows where rows vanish too. NULL: without such rows, or too many */
    void (*accelerations)(double *w, int mode, double t, const double *q, const double *u, const double *in, const double *stable,
                          double *ud, double *lam, double *strain);
    /* tau[nu] = M ud - g */
    void (*inverse)(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *tau);
    /* per body: x[7] position of the origin, Euler parameters; v[6] velocity, angular velocity; a[6] accelerations; ground axes */
    void (*bodies_state)(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a);
    /* coordinates, speeds and accelerations of the cut joints; angles in (-2 pi, 2 pi], to be unwrapped by the caller */
    void (*cut_joints)(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca);
    /* e[0] kinetic, e[1] potential: gravity (zero at ground's origin) and springs */
    void (*energy)(double *w, double t, const double *q, const double *u, const double *in, double *e);
    /* y[nout] */
    void (*output)(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *y);
    /* per joint: force and moment of parent on child at the child's joint point, ground axes: R[6*njoint]; lam[nrow] */
    void (*reactions)(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in,
                      const double *lam, double *R);
    /* z[nevent]: the arguments of step, sign, abs, min, max: the right-hand side has a kink where one is zero */
    void (*event)(double *w, int mode, double t, const double *q, const double *u, const double *in, double *z);
    /* velocity transformation: Ydot = B u, Yddot = B ud + Bdu; rows per body v then w, ground axes, origin of the body frame:
     * B[6*nbody*nu], Bdu[6*nbody] */
    void (*transformation)(double *w, double t, const double *q, const double *u, double *B, double *Bdu);

    /* ---- engines that interpret a model; all NULL in generated solvers ---- */

    const char *engine;                         /* "joint", "cartesian"; NULL: generated */
    /* What the functions interpret. Whoever makes a workspace clears it and stores this pointer in its first bytes before the first `init`
     * (mrt_workspace_init); init may be called again for other parameters. */
    const void *data;
    /* Frees what the functions keep behind w besides the workspace itself. */
    void (*done)(double *w);
    /* The engine's own solver, for matrices that are not worth writing densely: M x = f + J^T lam, J x = c over rows[m], with M and J of the last
     * `equations` or `constraints` on this w; f[nu], x[nu], c[nrow] indexed by row, lam[m] in the order of rows. m = nu: x follows from J alone.
     * Where it is there, M and J of equations and J of constraints may be NULL: not written. MRT_E_SINGULAR, MRT_E_NAN, MRT_E_MEMORY. */
    mrt_status (*augmented)(double *w, int m, const int *rows, const double *f, const double *c, double *x, double *lam);
    /* Sign of the determinant of J after `augmented` with m = nu; there where augmented is. */
    int (*side)(double *w);
    /* The initial state found another way: what mrt_assemble does up to the choice of rows, messages and warnings in s included. */
    mrt_status (*assemble)(struct mrt_system *s, double t, int wanted, double *q, double *u);
} mrt_mechanism;

/* Makes w[work] ready: cleared where the engine wants it, `data` in place, parameters p[np] taken. */
void mrt_workspace_init(const mrt_mechanism *m, double *w, const double *p);
/* Frees what lies behind w, not w itself. */
void mrt_workspace_done(const mrt_mechanism *m, double *w);

/* The whole of a solver program: command line, analysis, result files (in libmrt). Returns the exit status. */
int mrt_main(int argc, char **argv, const mrt_mechanism *m);

#ifdef __cplusplus
}
#endif
#endif
