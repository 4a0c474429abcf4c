/*
 * kinematics.hpp -- positions, velocities and accelerations of links seen from another link, and what expressions may use of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_KINEMATICS_HPP
#define DERIVE_KINEMATICS_HPP

#include "mechanism.hpp"

/* The motion of link i seen from link c (an ancestor of i), in c's axes. Each part is derived when first asked for. */
struct relative_state {
    int  c, i;
    mat3 A;  vec3 r;                    /* orientation, origin */
    vec3 s;                             /* direction of the link's own motion */
    vec3 d;                             /* from the parent's origin to this one */
    bool has_velocity = false, has_bias = false, has_full = false, has_euler = false;
    vec3 w, v;                          /* angular velocity, velocity of the origin */
    vec3 wd, a;                         /* accelerations without those of the speeds */
    vec3 wd_full, a_full;               /* accelerations */
    quat e;
};

/* R, d, c, sn, rate of every link. */
void link_transforms(mechanism &x);

const relative_state &relative(mechanism &x, int c, int i);                     /* positions */
const relative_state &relative_velocity(mechanism &x, int c, int i);
const relative_state &relative_bias(mechanism &x, int c, int i);
const relative_state &relative_full(mechanism &x, int c, int i);
const relative_state &relative_euler(mechanism &x, int c, int i);

/* A point fixed in link i, given in the link's frame. */
struct moving_point { vec3 arm; vec3 r, v, a, a_full; };        /* arm: from the link's origin, in c's axes */
moving_point point_position(mechanism &x, int c, int i, const vec3 &p, const std::string &name);
void point_velocity(mechanism &x, int c, int i, moving_point &p, const std::string &name);
void point_bias(mechanism &x, int c, int i, moving_point &p, const std::string &name);
void point_full(mechanism &x, int c, int i, moving_point &p, const std::string &name);

/* Contributions of each speed between c and i: to the velocity of a point, given from the origin of link i in c's axes, and to the angular
 * velocity. */
std::map<int, vec3> point_columns(mechanism &x, int c, int i, const vec3 &from_origin, const std::string &name);
std::map<int, vec3> spin_columns(mechanism &x, int c, int i);

/* The point of a body, in its link's frame. */
vec3 in_link(mechanism &x, int b, const vec3 &p, const std::string &name);

/* What expressions use. Indices are the model's. */
signal coordinate_signal(mechanism &x, int q);
signal speed_signal(mechanism &x, int u);
/* Warns, once, when the value of a coordinate whose angle is known within half a turn only is used in a formula. */
void note_angle_use(mechanism &x, int q);
signal point_signal(mechanism &x, int point, int axis);
const motion &motion_of_q(const joint &j, int index);           /* the motion a coordinate of the joint belongs to */

/* cut_joints.cpp: fills x.cut_q and x.cut_u. */
void derive_cut_coordinates(mechanism &x);

/* Nearest common ancestor of two links. */
int common_ancestor(const mechanism &x, int a, int b);

#endif
