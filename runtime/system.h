/*
 * system.h -- a mechanism made ready for an analysis: its parameters, its workspace, the rows of Phi that take part,
 * and the independent ones among them, chosen by complete pivoting.
 *
 * Everything is in one block. Nothing here prints: a failure leaves a sentence in `message`, things worth knowing
 * are collected in `warnings`.
 */
#ifndef MRT_SYSTEM_H
#define MRT_SYSTEM_H

#include "mrt.h"

enum { MRT_TEXT = 512, MRT_WARNINGS = 16 };

/* A row counts as dependent when its largest remaining element is below this times the largest of J. */
#define MRT_RANK_CUTOFF 1e-10

/* A J without an element above this is rounding: no row says anything. */
#define MRT_NO_ROW 1e-12

/* Diagonal elements over pivots, summed: beyond this nothing but rounding is left of a pivot. */
#define MRT_STRAIN 1e14

typedef struct mrt_work {
    long evaluations;                /* of the equations of motion */
    long newton;                     /* Newton iterations, assembly included */
    long reselections;               /* times the independent rows were chosen again */
} mrt_work;

typedef struct mrt_system {
    const mrt_mechanism *mech;
    int     mode;                    /* MRT_KINEMATICS or MRT_DYNAMICS */
    double *p, *in, *w;              /* [np], [nin], [work] */

    int     nactive, *active;        /* rows of this analysis, ascending */
    int     m, *rows;                /* the independent ones: the hot path solves these */
    int     nother, *others;         /* active but implied by the chosen ones: watched only */
    int     nfree, *free;            /* speeds left independent by the chosen rows: nu - m */
    double  strain;                  /* how near to dependent the chosen rows were in the last evaluation: the sum over them of 1 over what the others
                                      * leave of their J M^-1 J^T; without bound when dependent */
    double  scale;                   /* largest element of J when the rows were chosen; 1 if there is none */

    double *unit;                    /* [nu] weight added to the diagonal of M where it is singular, else 0 */

    /* results of the last evaluation, full rows; M and J only where the mechanism has no solver of its own (mrt_mechanism.augmented) */
    double *M, *g, *Phi, *Phid, *Phit, *J, *gamma;
    /* scratch: q and u of one evaluation, multipliers of the chosen rows, room for mrt_kkt_solve and the pivoting */
    double *qn, *middle, *un, *lam, *kkt, *A;
    double *zero;                    /* [nu] zeros */
    int    *irow, *icol;

    mrt_work work;
    char     message[MRT_TEXT];
    int      nwarnings;
    char     warnings[MRT_WARNINGS][MRT_TEXT];
} mrt_system;

/* One instant of a motion. Arrays belong to whoever made the point. */
typedef struct mrt_point {
    double  t;
    double *q, *u, *ud;              /* [nq], [nu], [nu] */
    double *lam;                     /* [nrow], 0 for rows that are not chosen */
} mrt_point;

/* p[np] and in[nin] may be NULL: the defaults. NULL when out of memory. */
mrt_system *mrt_system_new(const mrt_mechanism *mech, int mode, const double *p, const double *in);
void        mrt_system_free(mrt_system *s);                    /* NULL is allowed */

mrt_point *mrt_point_new(const mrt_mechanism *mech);           /* zeros; NULL when out of memory */
void       mrt_point_free(mrt_point *x);                       /* NULL is allowed */

/* Scales each group of Euler parameters in q to length 1. */
void mrt_system_normalise(const mrt_system *s, double *q);
/* q := q + h N(q) du, normalised: a step in the tangent space. */
void mrt_system_move(mrt_system *s, double *q, const double *du, double h);

/* Phi, J and Phit of all rows, into the fields of s. */
void mrt_system_constraints(mrt_system *s, double t, const double *q);
/* M, g, Phi, Phid, J, gamma, into the fields of s; counted. */
void mrt_system_equations(mrt_system *s, double t, const double *q, const double *u);
/* M of q plus `unit` on its diagonal, into s->M. */
void mrt_system_weights(mrt_system *s, const double *q);

/* Sets `unit`: 1 for the speeds whose pivot in M(q) vanishes, found by symmetric complete pivoting. Returns how many. */
int mrt_system_find_massless(mrt_system *s, const double *q);

/* Chooses the independent rows at (t, q): joints and constraints first, drives after them, so that a drive is called
 * dependent rather than the loop that already fixes its coordinate. Sets m, rows, others, free. MRT_E_NAN. */
mrt_status mrt_system_choose(mrt_system *s, double t, const double *q);

/* How far the chosen rows were from being dependent in the last evaluation of accelerations, in the metric of the mass matrix. 0:
 * dependent; what is small depends on the mechanism, so compare with other positions. */
double mrt_system_independence(mrt_system *s);

/* Norms of Phi and Phidot over the active rows. */
void mrt_system_violation(mrt_system *s, double t, const double *q, const double *u, double *position, double *rate);

/* The speed that takes the largest part in freedom k (0 <= k < nfree) at (t, q), scaled by the mass matrix' diagonal:
 * an index into mech->u that names what is free to move. */
int mrt_system_freedom(mrt_system *s, double t, const double *q, int k);

/* The row with the largest |Phi| among the active ones after mrt_system_constraints; -1 if there is none. */
int  mrt_system_worst_row(const mrt_system *s);
/* "joint c, displacement along x" into text[MRT_TEXT]. */
void mrt_system_row_text(const mrt_system *s, int row, char *text);

#if defined(__GNUC__)
#define MRT_PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define MRT_PRINTF(a, b)
#endif
/* Leaves a message and returns status. */
mrt_status mrt_system_fail(mrt_system *s, mrt_status status, const char *format, ...) MRT_PRINTF(3, 4);
/* Adds a warning; beyond MRT_WARNINGS the last one is replaced by a sentence that there were more. */
void mrt_system_warn(mrt_system *s, const char *format, ...) MRT_PRINTF(2, 3);

#endif
