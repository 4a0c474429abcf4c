/*
 * dynamics.hpp -- the equations of motion of the tree, derived in several ways over one program.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_DYNAMICS_HPP
#define DERIVE_DYNAMICS_HPP

#include "kinematics.hpp"

/* Motion of a link in its own frame: w angular velocity, wd angular acceleration, a acceleration of the origin minus
 * gravity; a point r of the link accelerates by a + U r. */
struct local_state { vec3 w, wd, a; mat3 U; };

/* newton_euler.cpp: motion of all links and, unless w is NULL, inertia forces minus external ones per link, in its frame at its origin. */
struct wrenches { std::vector<vec3> f, n; };
std::vector<local_state> local_motion(mechanism &x, bool with_ud, wrenches *w = nullptr);
/* Generalised forces that hold these wrenches: tau = M ud - g for full motion, -g for ud = 0. */
std::vector<ex> gather_forces(mechanism &x, const wrenches &w, const std::string &name);

/* Generalised force a wrench at the link's origin exerts on the link's own speed. */
ex project(const link &l, const vec3 &f, const vec3 &n);
/* v in the parent's axes, or back. */
inline vec3 to_parent(const link &l, const vec3 &v) { return mul(l.R, v); }
inline vec3 to_link(const link &l, const vec3 &v) { return mul_t(l.R, v); }

/* composite.cpp: M[u*nu + v], and M x = b by the factors of a tree-structured matrix. */
std::vector<ex> composite_mass(mechanism &x);
/* The same for mechanisms too large to unroll: tables for the loops that fill M and B. */
void mass_loops(mechanism &x);
std::vector<ex> tree_solve(mechanism &x, const std::vector<ex> &M, const std::vector<ex> &b);

/* articulated.cpp: accelerations from bias wrenches and generalised forces. */
std::vector<ex> articulated_accelerations(mechanism &x, const wrenches &bias, const std::vector<ex> &tau);

/* transformation.cpp: B per body, and M = B^T M B, g = B^T (f - M Bdot u - h) of Lee and Yoon (1993), eq. 10. */
struct body_columns { std::map<int, vec3> v, w; };
body_columns transformation_columns(mechanism &x, int b);      /* of the body frame's origin, ground axes */
std::vector<ex> transformed_mass(mechanism &x);
std::vector<ex> transformed_forces(mechanism &x);

/* Rotation of a symmetric matrix and of a general one to the parent's axes. */
sym3 rotated(recorder &r, const link &l, const sym3 &S, const std::string &name);
mat3 rotated(recorder &r, const link &l, const mat3 &B, const std::string &name);

/* A body's mass, mass centre and inertia about it, in body axes. */
struct body_mass { ex m; vec3 com; sym3 I; };
body_mass mass_of(mechanism &x, int b);
sym3 inertia_in_ground(mechanism &x, int b);                    /* about the mass centre, ground axes */

/* forces.cpp: springs, forces, torques, loads, torsions, gathered into x.f_ext, x.n_ext, x.load, x.body_force, x.body_moment. */
void derive_forces(mechanism &x);
ex spring_energy(mechanism &x);
/* Adds a force (ground axes) on a point of a body (position in ground) to body_force and body_moment only. */
void add_body_force(mechanism &x, std::vector<vec3> &on_body, std::vector<vec3> &moment, int b, const vec3 &F, const vec3 &r, const std::string &name);

/* energy.cpp */
ex kinetic_energy(mechanism &x);
ex gravity_energy(mechanism &x);

#endif
