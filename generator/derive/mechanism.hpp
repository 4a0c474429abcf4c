/*
 * mechanism.hpp -- the mechanism as the derivation sees it: a tree of links, each with at most one speed.
 *
 * A joint is taken apart into its elementary motions; each becomes a link. A link's working frame W is turned so that rotation axes are
 * coordinate axes where they can be; bodies sit on links at constant poses. A spherical motion is a turn (a link without a speed that carries
 * the rotation matrix) and three links of one angular speed each without a rotation of their own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_MECHANISM_HPP
#define DERIVE_MECHANISM_HPP

#include <set>
#include "vectors.hpp"
#include "derive.h"

enum class link_kind {
    ground,
    rotation,           /* about coordinate axis k */
    translation,        /* along the vector s */
    screw,              /* about and along k, by pitch */
    turn,               /* rotation by Euler parameters, no speed */
    spin                /* angular speed along s; the three of one joint belong together */
};

/* A constant pose in a link's working frame. */
struct pose { rotation R; vec3 o; };

struct link_inertia {
    ex   m = 0;
    vec3 h = zero3();           /* m times mass centre */
    sym3 J;                     /* integral of r r^T dm about the link's origin */
};

struct link {
    link_kind kind = link_kind::ground;
    int  parent = -1;
    int  k = 2;                 /* coordinate axis of rotation and screw */
    vec3 s;                     /* direction of translation and spin, in the link's frame */
    int  sigma = 1;             /* the motion is sigma times the coordinate */
    int  q = -1, u = -1;        /* the tree's coordinate and speed */
    ex   pitch = 0;
    bool fixed_turn = false;    /* R0 is not the identity */
    rotation R0;                /* constant turn before the motion */
    vec3 o;                     /* origin in the parent's frame, without the motion */
    quat e;                     /* turn: Euler parameters of the rotation, already conjugated if the joint is walked backwards */
    int  first_spin = -1;       /* spin: the first of its three links */
    int  joint = -1;
    std::string name;
    link_inertia inertia;
    /* filled once */
    mat3 R;                     /* rotation from this frame to the parent's, at q */
    vec3 d;                     /* origin in the parent's frame, at q */
    ex   c, sn;                 /* rotation, screw: cosine and sine of the motion */
    ex   rate;                  /* rotation, translation, screw, spin: speed of the motion, sigma u */
};

struct placed_body { int link; pose at; };

/* A coordinate, speed or point coordinate that expressions may use, with its derivatives. */
struct signal {
    ex value, rate, bias;               /* d/dt; d2/dt2 without accelerations */
    ex full;                            /* d2/dt2 */
    std::map<int, ex> row;              /* rate = sum of row[k] u_k + what depends on t */
};

struct relative_state;

/* How a cut coordinate is acted on: unit load means a force (or a torque) along dir on the child, opposite on the parent, at the point. Ground axes. */
struct cut_action { bool is_force; vec3 dir, point; int parent, child; };

struct mechanism {
    recorder r;
    model *m = nullptr;
    const topology *g = nullptr;
    derive_report *report = nullptr;
    bool interleave = false;                    /* link by link instead of step by step: what a long function needs lies close together */

    std::vector<link> links;                    /* 0 is ground; parents before children */
    std::vector<placed_body> bodies;            /* by model body */
    std::vector<int> link_of_u;                 /* by tree speed */
    std::vector<ex> q, u, ud;                   /* leaves */
    std::vector<ex> constants, parameters, inputs;
    ex t;
    vec3 gravity;                               /* acceleration of gravity in ground axes */

    std::map<std::pair<int, int>, relative_state *> relative;   /* see kinematics.hpp */
    std::vector<signal> cut_q;                  /* by cut coordinate: value; rate and rows where the coordinate has a speed of its own */
    std::vector<signal> cut_u;                  /* by cut speed: rate, bias, row */
    std::vector<cut_action> cut_actions;        /* by cut speed */
    bool cut_ready = false;
    std::set<int> angles_used;                  /* cut coordinates whose value some formula uses */

    /* external wrenches on links in the link's frame at its origin, and generalised forces on tree speeds */
    std::vector<vec3> f_ext, n_ext;
    std::vector<ex> load;
    /* the same per body in ground axes, for reactions: forces, moments about ground's origin */
    std::vector<vec3> body_force, body_moment;
    /* loads along cut coordinates, per joint: on the child, at its joint point, ground axes */
    std::vector<vec3> joint_force, joint_moment;

    ~mechanism();
};

/* links.cpp: leaves, constants, links, poses and inertias of everything. */
void build_links(mechanism &x);
/* The pose of a joint's frame on one of its bodies: side 0 the parent's, 1 the child's; in body axes. */
pose joint_pose(mechanism &x, const joint &j, int side);
vec3 joint_axis(mechanism &x, const joint &j, motion_axis a);   /* unit vector in the joint frame */
pose mul(recorder &r, const pose &a, const pose &b, const std::string &name);

/* expressions.cpp */
ex   value_of(mechanism &x, const expr *e, const std::string &name);    /* sum of products; NULL is 0 */
/* Slope of the expression in every node equal to `node` (a coordinate or a position of a point), all other nodes held. */
ex   slope_of(mechanism &x, const expr *e, const expr *node, const std::string &name);
ex   named_value(mechanism &x, const expr *e, const std::string &name, const char *comment = "");
vec3 named_vector(mechanism &x, const expr *const *e, const std::string &name, const char *comment = "");

#endif
