/*
 * pose.c -- see pose.h.
 */
#include "pose.h"

#include <math.h>
#include <string.h>

/* ---- poses ---- */

pose pose_identity(void) { return (pose){ .R = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } }; }

static void turn(const double R[9], const double a[3], double c[3])
{
    for (int i = 0; i < 3; i++) c[i] = R[3*i]*a[0] + R[3*i + 1]*a[1] + R[3*i + 2]*a[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1)%3]*b[(i + 2)%3] - a[(i + 2)%3]*b[(i + 1)%3];
}

static void product(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 9; i++) C[i] = A[i/3*3]*B[i%3] + A[i/3*3 + 1]*B[3 + i%3] + A[i/3*3 + 2]*B[6 + i%3];
}

void pose_point(const pose *a, const double at[3], double r[3])
{
    turn(a->R, at, r);
    for (int i = 0; i < 3; i++) r[i] += a->o[i];
}

pose pose_times(pose a, pose b)
{
    pose c;
    product(a.R, b.R, c.R);
    pose_point(&a, b.o, c.o);
    return c;
}

pose pose_inverse(pose a)
{
    pose c;
    for (int i = 0; i < 9; i++) c.R[i] = a.R[i%3*3 + i/3];
    turn(c.R, a.o, c.o);
    for (int i = 0; i < 3; i++) c.o[i] = -c.o[i];
    return c;
}

/* R = 1 + sin K + (1 - cos) K K, K the matrix of the product with the axis. */
void turn_about(const double axis[3], double angle, double R[9])
{
    double K[9] = { 0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0 }, KK[9];
    product(K, K, KK);
    for (int i = 0; i < 9; i++) R[i] = (i%4 == 0) + sin(angle)*K[i] + (1 - cos(angle))*KK[i];
}

void turn_rpy(const double rpy[3], double R[9])
{
    double X[9], Y[9], Z[9], ZY[9];
    turn_about((const double[]){ 1, 0, 0 }, rpy[0], X);
    turn_about((const double[]){ 0, 1, 0 }, rpy[1], Y);
    turn_about((const double[]){ 0, 0, 1 }, rpy[2], Z);
    product(Z, Y, ZY);
    product(ZY, X, R);
}

bool rpy_of_turn(const double R[9], double rpy[3])
{
    rpy[0] = atan2(R[7], R[8]);
    rpy[1] = atan2(-R[6], hypot(R[7], R[8]));
    rpy[2] = atan2(R[3], R[0]);
    return hypot(R[7], R[8]) > 0.1;
}

void turn_axes(const double x[3], const double z[3], double R[9])
{
    double y[3];
    cross(z, x, y);
    for (int i = 0; i < 3; i++) R[3*i] = x[i], R[3*i + 1] = y[i], R[3*i + 2] = z[i];
}

/* ---- joints ---- */

const joint_kind joint_kinds[KINDS] = {
    { "revolute",    1, 1, { "" },                                       { "" },                                     -1, "a" },
    { "prismatic",   1, 1, { "" },                                       { "" },                                     -1, "s" },
    { "cylindrical", 2, 2, { "angle", "slide" },                         { "angle", "slide" },                       -1, "as" },
    { "universal",   2, 2, { "1", "2" },                                 { "1", "2" },                               -1, "aa" },
    { "spherical",   4, 3, { "e0", "e1", "e2", "e3" },                   { "wx", "wy", "wz" },                        0, "eeee" },
    { "planar",      3, 3, { "x", "y", "angle" },                        { "x", "y", "angle" },                      -1, "ssa" },
    { "screw",       1, 1, { "" },                                       { "" },                                     -1, "a" },
    { "free",        7, 6, { "x", "y", "z", "e0", "e1", "e2", "e3" },    { "vx", "vy", "vz", "wx", "wy", "wz" },      3, "ssseeee" },
    { "fixed",       0, 0, { 0 },                                        { 0 },                                      -1, "" } };

static void turn_euler(const double e[4], double R[9])
{
    double n = e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R[3*i + j] = 2*e[1 + i]*e[1 + j]/n + (i == j ? 2*e[0]*e[0]/n - 1 : 0);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1)%3, k = (i + 2)%3;
        R[3*j + i] += 2*e[0]*e[1 + k]/n;
        R[3*i + j] -= 2*e[0]*e[1 + k]/n;
    }
}

pose joint_motion(const joint_shape *s, const double *q)
{
    pose a = pose_identity(), b = pose_identity();
    double along = s->kind == PRISMATIC ? q[0] : s->kind == CYLINDRICAL ? q[1] : s->kind == SCREW ? s->pitch*q[0] : 0;
    for (int i = 0; i < 3; i++) a.o[i] = along*s->axis[i];
    switch (s->kind) {
        case REVOLUTE: case CYLINDRICAL: case SCREW: turn_about(s->axis, q[0], a.R); break;
        case UNIVERSAL:
            turn_about(s->axis, q[0], a.R);
            turn_about(s->axis2, q[1], b.R);
            return pose_times(a, b);
        case SPHERICAL: turn_euler(q, a.R); break;
        case PLANAR:
            a.o[0] = q[0], a.o[1] = q[1];
            turn_about((const double[]){ 0, 0, 1 }, q[2], a.R);
            break;
        case FREE:
            memcpy(a.o, q, sizeof a.o);
            turn_euler(q + 3, a.R);
            break;
        default: break;
    }
    return a;
}

/* Turning about a direction through a point. */
static void spin(const double R[9], const double axis[3], const double point[3], double twist[6])
{
    turn(R, axis, twist);
    cross(point, twist, twist + 3);
}

static void slide(const double R[9], const double axis[3], double by, double twist[6])
{
    double v[3];
    turn(R, axis, v);
    for (int i = 0; i < 3; i++) twist[3 + i] += by*v[i];
}

void joint_twists(const joint_shape *s, const pose *from, const double *q, double (*twist)[6])
{
    static const double unit[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    pose to = pose_times(*from, joint_motion(s, q));
    double first[9], both[9];
    memset(twist, 0, (size_t)joint_kinds[s->kind].nu*sizeof *twist);
    switch (s->kind) {
        case REVOLUTE:    spin(from->R, s->axis, from->o, twist[0]); break;
        case PRISMATIC:   slide(from->R, s->axis, 1, twist[0]); break;
        case CYLINDRICAL: spin(from->R, s->axis, from->o, twist[0]), slide(from->R, s->axis, 1, twist[1]); break;
        case SCREW:       spin(from->R, s->axis, from->o, twist[0]), slide(from->R, s->axis, s->pitch, twist[0]); break;
        case UNIVERSAL:
            turn_about(s->axis, q[0], first);
            product(from->R, first, both);
            spin(from->R, s->axis, from->o, twist[0]);
            spin(both, s->axis2, from->o, twist[1]);
            break;
        case SPHERICAL: for (int i = 0; i < 3; i++) spin(to.R, unit[i], to.o, twist[i]); break;
        case PLANAR:    slide(from->R, unit[0], 1, twist[0]), slide(from->R, unit[1], 1, twist[1]), spin(from->R, unit[2], to.o, twist[2]); break;
        case FREE:
            for (int i = 0; i < 3; i++) slide(from->R, unit[i], 1, twist[i]), spin(to.R, unit[i], to.o, twist[3 + i]);
            break;
        default: break;
    }
}

void joint_move(const joint_shape *s, double *q, int u, double h)
{
    int e = joint_kinds[s->kind].euler;
    if (e < 0 || u < e) { q[u] += h; return; }
    /* e (1, h/2 along the axis): the angular velocity is in the child's axes */
    double *p = q + e, d[4] = { p[0], p[1], p[2], p[3] };
    int i = u - e, j = (i + 1)%3, k = (i + 2)%3;
    p[0] -= h/2*d[1 + i];
    p[1 + i] += h/2*d[0];
    p[1 + j] += h/2*d[1 + k];
    p[1 + k] -= h/2*d[1 + j];
}

/* ---- rank ---- */

static void exchange_columns(double *A, int rows, int columns, int a, int b)
{
    for (int i = 0; i < rows; i++) {
        double x = A[i*columns + a];
        A[i*columns + a] = A[i*columns + b], A[i*columns + b] = x;
    }
}

static void scale_rows(double *A, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        double n = 0;
        for (int j = 0; j < columns; j++) n = hypot(n, A[i*columns + j]);
        for (int j = 0; n > 1e-9 && j < columns; j++) A[i*columns + j] /= n;
    }
}

int rank_of(double *A, int rows, int columns, double large)
{
    double first = 0;
    scale_rows(A, rows, columns);
    for (int k = 0; k < rows && k < columns; k++) {
        int r = k, c = k;
        for (int i = k; i < rows; i++)
            for (int j = k; j < columns; j++)
                if (fabs(A[i*columns + j]) > fabs(A[r*columns + c])) r = i, c = j;
        double pivot = fabs(A[r*columns + c]);
        if (k == 0) first = pivot;
        if (pivot <= 1e-9*first || pivot == 0) return k;
        if (pivot < large*first) return -1;
        exchange_columns(A, rows, columns, k, c);
        for (int j = 0; j < columns; j++) {
            double x = A[k*columns + j];
            A[k*columns + j] = A[r*columns + j], A[r*columns + j] = x;
        }
        for (int i = k + 1; i < rows; i++) {
            double f = A[i*columns + k]/A[k*columns + k];
            for (int j = k; j < columns; j++) A[i*columns + j] -= f*A[k*columns + j];
        }
    }
    return rows < columns ? rows : columns;
}
