/*
 * vec.h -- vectors of three, rotation matrices (row-major; columns are the turned axes) and Euler parameters, inline.
 */
#ifndef GENERIC_VEC_H
#define GENERIC_VEC_H

static inline void v_zero(double a[3]) { a[0] = a[1] = a[2] = 0; }
static inline void v_copy(double a[3], const double b[3]) { a[0] = b[0], a[1] = b[1], a[2] = b[2]; }
static inline void v_add(double a[3], const double b[3]) { a[0] += b[0], a[1] += b[1], a[2] += b[2]; }
static inline void v_sub(double a[3], const double b[3]) { a[0] -= b[0], a[1] -= b[1], a[2] -= b[2]; }
/* a += s b */
static inline void v_axpy(double a[3], double s, const double b[3]) { a[0] += s*b[0], a[1] += s*b[1], a[2] += s*b[2]; }
static inline void v_scale(double a[3], double s, const double b[3]) { a[0] = s*b[0], a[1] = s*b[1], a[2] = s*b[2]; }
static inline double v_dot(const double a[3], const double b[3]) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }

/* c = a x b, c += a x b; c must be neither a nor b. */
static inline void v_cross(double c[3], const double a[3], const double b[3])
{
    c[0] = a[1]*b[2] - a[2]*b[1];
    c[1] = a[2]*b[0] - a[0]*b[2];
    c[2] = a[0]*b[1] - a[1]*b[0];
}
static inline void v_add_cross(double c[3], const double a[3], const double b[3])
{
    c[0] += a[1]*b[2] - a[2]*b[1];
    c[1] += a[2]*b[0] - a[0]*b[2];
    c[2] += a[0]*b[1] - a[1]*b[0];
}

/* c = R a, c = R^T a, C = A B, C = A^T B; results must not be arguments. */
static inline void m_vec(double c[3], const double R[9], const double a[3])
{
    for (int i = 0; i < 3; i++) c[i] = R[3*i]*a[0] + R[3*i + 1]*a[1] + R[3*i + 2]*a[2];
}
static inline void m_tvec(double c[3], const double R[9], const double a[3])
{
    for (int i = 0; i < 3; i++) c[i] = R[i]*a[0] + R[3 + i]*a[1] + R[6 + i]*a[2];
}
static inline void m_mul(double C[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3*i + j] = A[3*i]*B[j] + A[3*i + 1]*B[3 + j] + A[3*i + 2]*B[6 + j];
}
static inline void m_column(double c[3], const double R[9], int j) { c[0] = R[j], c[1] = R[3 + j], c[2] = R[6 + j]; }

/* Euler parameters: c = a b, c = conj(a) b; R of e. */
static inline void e_mul(double c[4], const double a[4], const double b[4])
{
    c[0] = a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3];
    c[1] = a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2];
    c[2] = a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1];
    c[3] = a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0];
}
static inline void e_conj_mul(double c[4], const double a[4], const double b[4])
{
    const double d[4] = { a[0], -a[1], -a[2], -a[3] };
    e_mul(c, d, b);
}
static inline void e_matrix(double R[9], const double e[4])
{
    double x = e[1], y = e[2], z = e[3], w = e[0];
    R[0] = 1 - 2*(y*y + z*z), R[1] = 2*(x*y - w*z),     R[2] = 2*(x*z + w*y);
    R[3] = 2*(x*y + w*z),     R[4] = 1 - 2*(x*x + z*z), R[5] = 2*(y*z - w*x);
    R[6] = 2*(x*z - w*y),     R[7] = 2*(y*z + w*x),     R[8] = 1 - 2*(x*x + y*y);
}
/* ed = e (0, w)/2: rates from the angular velocity in the turned axes. */
static inline void e_rates(double ed[4], const double e[4], const double w[3])
{
    ed[0] = 0.5*(-e[1]*w[0] - e[2]*w[1] - e[3]*w[2]);
    ed[1] = 0.5*(e[0]*w[0] + e[2]*w[2] - e[3]*w[1]);
    ed[2] = 0.5*(e[0]*w[1] + e[3]*w[0] - e[1]*w[2]);
    ed[3] = 0.5*(e[0]*w[2] + e[1]*w[1] - e[2]*w[0]);
}

#endif
