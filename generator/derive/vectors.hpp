/*
 * vectors.hpp -- vectors, rotation matrices and Euler parameters whose entries are names or numbers.
 *
 * Functions without a recorder give plain sums of products; those that multiply sums name them first. Zeros and ones are exact
 * numbers, so structure (planar motion, parallel axes) shows by itself.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_VECTORS_HPP
#define DERIVE_VECTORS_HPP

#include <array>
#include "recorder.hpp"

struct vec3 {
    ex c[3];
    ex &operator[](int i) { return c[i]; }
    const ex &operator[](int i) const { return c[i]; }
};

struct mat3 {                           /* a[row][column] */
    ex a[3][3];
    ex *operator[](int i) { return a[i]; }
    const ex *operator[](int i) const { return a[i]; }
};

/* A symmetric matrix: xx yy zz xy xz yz. */
struct sym3 {
    ex c[6];
    const ex &at(int i, int j) const { return i == j ? c[i] : c[i + j + 2]; }
    ex &at(int i, int j) { return i == j ? c[i] : c[i + j + 2]; }
};

struct quat { ex e[4]; };               /* Euler parameters, scalar first */

/* A rotation in both forms. */
struct rotation { mat3 A; quat e; };

inline vec3 zero3() { return {{0, 0, 0}}; }
inline vec3 unit3(int k) { vec3 v = zero3(); v[k] = 1; return v; }
inline vec3 operator+(const vec3 &a, const vec3 &b) { return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}}; }
inline vec3 operator-(const vec3 &a, const vec3 &b) { return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}}; }
inline vec3 operator-(const vec3 &a) { return {{-a[0], -a[1], -a[2]}}; }
inline bool zero(const vec3 &v) { return zero(v[0]) && zero(v[1]) && zero(v[2]); }

mat3 identity3();
bool is_identity(const mat3 &A);
mat3 transpose(const mat3 &A);

/* Entries are named as NAME_x, NAME_y, NAME_z. */
vec3 def(recorder &r, const vec3 &v, const std::string &name, const char *comment = "");
mat3 def(recorder &r, const mat3 &A, const std::string &name, const char *comment = "");
quat def(recorder &r, const quat &e, const std::string &name, const char *comment = "");

/* The operands' entries must be names or numbers; results are sums of products. */
ex   dot(const vec3 &a, const vec3 &b);
vec3 cross(const vec3 &a, const vec3 &b);
vec3 scale(const ex &s, const vec3 &v);
vec3 mul(const mat3 &A, const vec3 &v);
vec3 mul_t(const mat3 &A, const vec3 &v);               /* A^T v */
mat3 mul(const mat3 &A, const mat3 &B);
mat3 mul_nt(const mat3 &A, const mat3 &B);              /* A B^T */
vec3 mul(const sym3 &S, const vec3 &v);
quat mul(const quat &a, const quat &b);
quat conjugate(const quat &e);
vec3 column(const mat3 &A, int k);

/* Constant rotations. */
rotation identity_rotation();
rotation rotation_rpy(recorder &r, const vec3 &rpy, const std::string &name);           /* Rz(y) Ry(p) Rx(r) */
rotation rotation_axes(recorder &r, const vec3 &x, const vec3 &z, const std::string &name);
/* A rotation whose third column is the unit vector a; well defined for every a. */
rotation rotation_to(recorder &r, const vec3 &a, const std::string &name);
rotation mul(recorder &r, const rotation &a, const rotation &b, const std::string &name);
rotation inverse(const rotation &a);
vec3 normalised(recorder &r, const vec3 &a, const std::string &name);
/* Rotation matrix of Euler parameters. */
mat3 matrix_of(recorder &r, const quat &e, const std::string &name);

inline const char *axis_name(int k) { return k == 0 ? "x" : k == 1 ? "y" : "z"; }

#endif
