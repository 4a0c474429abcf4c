/*
 * pose.h -- positions of bodies joined by joints, in plain numbers: what random mechanisms are laid out with. It knows the joints from the
 * description of the language alone, and nothing of the generator.
 */
#ifndef TESTS_RANDOM_POSE_H
#define TESTS_RANDOM_POSE_H

#include <stdbool.h>

typedef struct pose { double R[9], o[3]; } pose;         /* R row-major, its columns the turned axes */

pose pose_identity(void);
pose pose_times(pose a, pose b);
pose pose_inverse(pose a);
void pose_point(const pose *a, const double at[3], double r[3]);
void turn_about(const double axis[3], double angle, double R[9]);         /* axis of length 1 */
void turn_rpy(const double rpy[3], double R[9]);                          /* Rz(y) Ry(p) Rx(r) */
/* False near pitch = +-pi/2, where roll and yaw are not told apart. */
bool rpy_of_turn(const double R[9], double rpy[3]);
void turn_axes(const double x[3], const double z[3], double R[9]);        /* x and z axes, of length 1 */

typedef enum kind_id { REVOLUTE, PRISMATIC, CYLINDRICAL, UNIVERSAL, SPHERICAL, PLANAR, SCREW, FREE, FIXED, KINDS } kind_id;

typedef struct joint_kind {
    const char *name;
    int nq, nu;
    const char *q[7], *u[6];            /* names behind the joint's; "" is the joint's own */
    int euler;                          /* first Euler parameter, or -1 */
    const char *angles;                 /* per coordinate: a angle, s displacement, e Euler parameter */
} joint_kind;

extern const joint_kind joint_kinds[KINDS];

typedef struct joint_shape { kind_id kind; double axis[3], axis2[3], pitch; } joint_shape;        /* axes of length 1 */

/* From the joint frame in the parent to that in the child. */
pose joint_motion(const joint_shape *s, const double *q);
/* Unit motions of the child against the parent, one per speed: angular velocity, then velocity of the point of the child in ground's origin; ground axes. `from` is the
 * joint frame in the parent. */
void joint_twists(const joint_shape *s, const pose *from, const double *q, double (*twist)[6]);
/* Moves the coordinates by h along speed u. */
void joint_move(const joint_shape *s, double *q, int u, double h);

/* Rank of A (rows x columns, row-major, overwritten) by complete pivoting, each row scaled to length 1. -1 where the rank is not clear: a pivot
 * between `large` and 1e-9 times the largest. */
int rank_of(double *A, int rows, int columns, double large);

#endif
