/*
 * vectors.cpp -- see vectors.hpp.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "vectors.hpp"

mat3 identity3()
{
    mat3 A;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A[i][j] = i == j ? 1 : 0;
    return A;
}

bool is_identity(const mat3 &A)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!(i == j ? one(A[i][j]) : zero(A[i][j]))) return false;
    return true;
}

mat3 transpose(const mat3 &A)
{
    mat3 B;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) B[i][j] = A[j][i];
    return B;
}

vec3 def(recorder &r, const vec3 &v, const std::string &name, const char *comment)
{
    vec3 d;
    for (int i = 0; i < 3; i++) d[i] = atom(r, v[i], name + "_" + axis_name(i), comment);
    return d;
}

mat3 def(recorder &r, const mat3 &A, const std::string &name, const char *comment)
{
    mat3 B;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) B[i][j] = atom(r, A[i][j], name + "_" + axis_name(i) + axis_name(j), comment);
    return B;
}

quat def(recorder &r, const quat &e, const std::string &name, const char *comment)
{
    quat d;
    for (int i = 0; i < 4; i++) d.e[i] = atom(r, e.e[i], name + "_" + std::to_string(i), comment);
    return d;
}

ex dot(const vec3 &a, const vec3 &b) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }

vec3 cross(const vec3 &a, const vec3 &b)
{
    return {{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}};
}

vec3 scale(const ex &s, const vec3 &v) { return {{s*v[0], s*v[1], s*v[2]}}; }

vec3 mul(const mat3 &A, const vec3 &v)
{
    vec3 w;
    for (int i = 0; i < 3; i++) w[i] = A[i][0]*v[0] + A[i][1]*v[1] + A[i][2]*v[2];
    return w;
}

vec3 mul_t(const mat3 &A, const vec3 &v)
{
    vec3 w;
    for (int i = 0; i < 3; i++) w[i] = A[0][i]*v[0] + A[1][i]*v[1] + A[2][i]*v[2];
    return w;
}

mat3 mul(const mat3 &A, const mat3 &B)
{
    mat3 C;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[i][j] = A[i][0]*B[0][j] + A[i][1]*B[1][j] + A[i][2]*B[2][j];
    return C;
}

mat3 mul_nt(const mat3 &A, const mat3 &B) { return mul(A, transpose(B)); }

vec3 mul(const sym3 &S, const vec3 &v)
{
    vec3 w;
    for (int i = 0; i < 3; i++) w[i] = S.at(i, 0)*v[0] + S.at(i, 1)*v[1] + S.at(i, 2)*v[2];
    return w;
}

quat mul(const quat &a, const quat &b)
{
    const ex *p = a.e, *q = b.e;
    return {{p[0]*q[0] - p[1]*q[1] - p[2]*q[2] - p[3]*q[3], p[0]*q[1] + p[1]*q[0] + p[2]*q[3] - p[3]*q[2],
             p[0]*q[2] - p[1]*q[3] + p[2]*q[0] + p[3]*q[1], p[0]*q[3] + p[1]*q[2] - p[2]*q[1] + p[3]*q[0]}};
}

quat conjugate(const quat &e) { return {{e.e[0], -e.e[1], -e.e[2], -e.e[3]}}; }

vec3 column(const mat3 &A, int k) { return {{A[0][k], A[1][k], A[2][k]}}; }

rotation identity_rotation() { return {identity3(), {{1, 0, 0, 0}}}; }

rotation mul(recorder &r, const rotation &a, const rotation &b, const std::string &name)
{
    if (is_identity(a.A)) return b;
    if (is_identity(b.A)) return a;
    return {def(r, mul(a.A, b.A), "A_" + name), def(r, mul(a.e, b.e), "e_" + name)};
}

rotation inverse(const rotation &a) { return {transpose(a.A), conjugate(a.e)}; }

namespace {

/* Rotation by angle about a coordinate axis; the angle may be a closed expression such as Pi/2. */
rotation rotation_about(recorder &r, int k, const ex &angle, const std::string &name)
{
    if (zero(angle)) return identity_rotation();
    ex c = call(r, PF_COS, angle, "c_" + name), s = call(r, PF_SIN, angle, "s_" + name);
    ex half = GiNaC::is_a<GiNaC::symbol>(angle) || GiNaC::is_a<GiNaC::add>(angle) ? atom(r, angle/2, "half_" + name) : angle/2;
    ex ch = call(r, PF_COS, half, "ch_" + name), sh = call(r, PF_SIN, half, "sh_" + name);
    int i = (k + 1)%3, j = (k + 2)%3;
    rotation R = identity_rotation();
    R.A[i][i] = c; R.A[j][j] = c; R.A[i][j] = -s; R.A[j][i] = s;
    R.e.e[0] = ch; R.e.e[k + 1] = sh;
    return R;
}

}

rotation rotation_rpy(recorder &r, const vec3 &rpy, const std::string &name)
{
    rotation z = rotation_about(r, 2, rpy[2], "yaw_" + name), y = rotation_about(r, 1, rpy[1], "pitch_" + name),
             x = rotation_about(r, 0, rpy[0], "roll_" + name);
    return mul(r, mul(r, z, y, name), x, name);
}

vec3 normalised(recorder &r, const vec3 &a, const std::string &name)
{
    ex n = atom(r, dot(a, a), "len2_" + name);
    if (one(n)) return a;
    if (zero(n)) throw derive_error("a direction has no length");
    ex l = call(r, PF_SQRT, n, "len_" + name);
    vec3 u;
    for (int i = 0; i < 3; i++) u[i] = zero(a[i]) ? ex(0) : atom(r, quotient(r, a[i], l), name + "_" + axis_name(i));
    if (is_number(n))
        for (int i = 0; i < 3; i++) u[i] = number(u[i]);
    return u;
}

namespace {

/* Euler parameters of a rotation matrix. The largest one is found at the values of the moment: for a matrix of numbers that
 * is all there is; one with parameters keeps the form chosen at their defaults. */
quat quaternion_of(recorder &r, const mat3 &A, const std::string &name)
{
    ex four[4] = {1 + A[0][0] + A[1][1] + A[2][2], 1 + A[0][0] - A[1][1] - A[2][2],
                  1 - A[0][0] + A[1][1] - A[2][2], 1 - A[0][0] - A[1][1] + A[2][2]};
    double value[4];
    for (int i = 0; i < 4; i++) value[i] = default_value(r, four[i]);
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (value[i] > value[k] + 1e-9) k = i;
    ex ek = atom(r, call(r, PF_SQRT, four[k], "e_" + name)/2, "e_" + name + "_" + std::to_string(k));
    ex d[3] = {A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]};
    auto over = [&](const ex &x, int i) { return atom(r, quotient(r, x/4, ek, name), "e_" + name + "_" + std::to_string(i)); };
    quat e;
    e.e[k] = ek;
    if (k == 0) {
        for (int i = 0; i < 3; i++) e.e[i + 1] = over(d[i], i + 1);
        return e;
    }
    e.e[0] = over(d[k - 1], 0);
    for (int i = 0; i < 3; i++)
        if (i != k - 1) e.e[i + 1] = over(A[i][k - 1] + A[k - 1][i], i + 1);
    return e;
}

}

rotation rotation_axes(recorder &r, const vec3 &x, const vec3 &z, const std::string &name)
{
    vec3 ez = normalised(r, z, "z_" + name);
    vec3 ey = normalised(r, def(r, cross(ez, x), "zx_" + name), "y_" + name);
    vec3 ex_ = def(r, cross(ey, ez), "x_" + name);
    mat3 A;
    for (int i = 0; i < 3; i++) { A[i][0] = ex_[i]; A[i][1] = ey[i]; A[i][2] = ez[i]; }
    return {A, quaternion_of(r, A, name)};
}

rotation rotation_to(recorder &r, const vec3 &a, const std::string &name)
{
    /* Duff et al. (2017): an orthonormal frame around a, without a singular direction. */
    ex s = is_number(a[2]) ? ex(number_value(a[2]) < 0 ? -1 : 1) : atom(r, 2*call(r, PF_STEP, atom(r, a[2] + GiNaC::numeric(1, 7), "tilt_" + name), "side_" + name) - 1, "side_" + name);
    ex b = atom(r, -quotient(r, 1, atom(r, s + a[2], "sum_" + name)), "b_" + name);
    ex c = atom(r, a[0]*a[1]*b, "c_" + name);
    mat3 A;
    A[0][0] = atom(r, 1 + s*a[0]*a[0]*b, "A_" + name); A[1][0] = atom(r, s*c, "A_" + name); A[2][0] = atom(r, -s*a[0], "A_" + name);
    A[0][1] = c;                                       A[1][1] = atom(r, s + a[1]*a[1]*b, "A_" + name); A[2][1] = -a[1];
    for (int i = 0; i < 3; i++) A[i][2] = a[i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (is_number(A[i][j])) A[i][j] = number(A[i][j]);
    return {A, quaternion_of(r, A, name)};
}

mat3 matrix_of(recorder &r, const quat &e, const std::string &name)
{
    const ex *p = e.e;
    mat3 A;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1)%3, k = (i + 2)%3;
        A[i][i] = atom(r, 2*p[0]*p[0] + 2*p[i + 1]*p[i + 1] - 1, "A_" + name + "_" + axis_name(i) + axis_name(i));
        A[i][j] = atom(r, 2*p[i + 1]*p[j + 1] - 2*p[0]*p[k + 1], "A_" + name + "_" + axis_name(i) + axis_name(j));
        A[j][i] = atom(r, 2*p[i + 1]*p[j + 1] + 2*p[0]*p[k + 1], "A_" + name + "_" + axis_name(j) + axis_name(i));
    }
    return A;
}
