/*
 * constraints.hpp -- rows of Phi with their derivatives, and the pair of joint frames a cut joint holds together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_CONSTRAINTS_HPP
#define DERIVE_CONSTRAINTS_HPP

#include "dynamics.hpp"

/* The two frames of a cut joint, seen from the nearest common ancestor c of its bodies, in c's axes. */
struct joint_pair {
    const joint *j;
    int  c, link[2];                    /* [0] the parent's side, [1] the child's */
    pose at[2];                         /* frames in their links */
    mat3 A[2];                          /* orientations */
    moving_point p[2];
    vec3 d;                             /* from the parent's point to the child's */
    vec3 w[2], w_rel, v_rel;            /* v_rel: child's point seen from the parent */
    vec3 al_bias, a_bias;               /* relative accelerations without ud, seen from the parent */
    vec3 al_full, a_full;               /* with ud */
    std::map<int, vec3> spin, slide;    /* columns of w_rel and v_rel */
    std::map<int, vec3> gap;            /* columns of the rate of d in c's axes */
    vec3 gap_bias;                      /* its acceleration without ud */
    /* axis, and two directions across it, in the joint frame */
    vec3 axis, across[2];
};

joint_pair pair_of(mechanism &x, int joint_, bool with_full);

/* The angle of a cut screw by its advance, turns = advance/pitch, which is not bound to one turn, and by how much the angle between the frames,
 * known up to whole turns, differs from it: the rest within +-pi. */
struct screw_angle { ex pitch, turns, rest; };
screw_angle screw_angle_of(mechanism &x, const joint_pair &y);

/* A force or torque that a unit multiplier puts on a body, ground axes. through: the cut joint that carries it, or -1. */
struct row_action { int b; bool is_force; vec3 dir, point; int through; };

struct row_data {
    derive_row info;
    ex Phi, Phit, Phid, gamma;
    std::map<int, ex> J;
    std::vector<row_action> actions;
};

/* All rows, in the order cut joints, drives, constraints, distances; those that vanish identically left out. */
std::vector<row_data> derive_rows(mechanism &x);

/* augmented.cpp: accelerations with all rows of dynamics. False where there are none, or too many to unroll. */
bool derive_accelerations(mechanism &x, const std::vector<ex> &M, const std::vector<ex> &g, const std::vector<row_data> &rows);

/* outputs.cpp: everything that only results need. */
void derive_bodies(mechanism &x);
void derive_cut_outputs(mechanism &x);
void derive_outputs(mechanism &x);
void derive_start(mechanism &x);
/* settings.cpp */
void derive_settings(mechanism &x);
void derive_masses(mechanism &x);
/* reactions.cpp; inertia_wrenches derives what reactions need of each body ahead, so that it lies close to the body's motion. */
void inertia_wrenches(mechanism &x);
void derive_reactions(mechanism &x, const std::vector<row_data> &rows);

#endif
