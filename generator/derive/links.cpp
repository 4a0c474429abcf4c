/*
 * links.cpp -- joints taken apart into links, bodies placed on them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mechanism.hpp"
#include "kinematics.hpp"

pose mul(recorder &r, const pose &a, const pose &b, const std::string &name)
{
    return {mul(r, a.R, b.R, name), def(r, a.o + mul(a.R.A, b.o), "o_" + name)};
}

namespace {

vec3 raw_vector(mechanism &x, const expr *const *e, const std::string &name)
{
    return {{value_of(x, e[0], name), value_of(x, e[1], name), value_of(x, e[2], name)}};
}

rotation orientation_of(mechanism &x, const orientation &o, const std::string &name)
{
    if (o.axes)
        return rotation_axes(x.r, named_vector(x, o.x, "x_" + name), named_vector(x, o.z, "z_" + name), name);
    return rotation_rpy(x.r, raw_vector(x, o.rpy, "rpy_" + name), name);
}

/* The frame that travels along a joint's motions. */
struct traveller { int link; pose at; };

int add_link(mechanism &x, link l)
{
    for (ex &c : l.inertia.J.c) c = 0;
    if (l.u >= 0) x.link_of_u[l.u] = (int)x.links.size();
    x.links.push_back(std::move(l));
    return (int)x.links.size() - 1;
}

/* k and sign if v is exactly a coordinate axis or its opposite, else -1. */
int coordinate_axis(const vec3 &v, int &sign)
{
    for (int k = 0; k < 3; k++) {
        if (!zero(v[(k + 1)%3]) || !zero(v[(k + 2)%3])) continue;
        if (one(v[k])) { sign = 1; return k; }
        if (one(-v[k])) { sign = -1; return k; }
    }
    return -1;
}

struct motion_data { const joint *j; int index; int sign; int q, u; std::string name; };

void add_axial(mechanism &x, traveller &c, const motion_data &d, motion_kind kind, const vec3 &axis)
{
    recorder &r = x.r;
    link l;
    l.parent = c.link; l.joint = d.index; l.name = d.name; l.q = d.q; l.u = d.u; l.sigma = d.sign;
    l.R0 = identity_rotation();
    l.o = c.at.o;
    vec3 a = def(r, mul(c.at.R.A, axis), "axis_" + d.name, "axis of the joint");
    if (kind == MOTION_TRANSLATION) {
        l.kind = link_kind::translation;
        l.s = a;
        c.link = add_link(x, l);
        c.at.o = zero3();
        return;
    }
    l.kind = kind == MOTION_SCREW ? link_kind::screw : link_kind::rotation;
    if (kind == MOTION_SCREW) l.pitch = named_value(x, d.j->pitch, "pitch_" + d.name, "advance per radian");
    int sign = 1;
    l.k = coordinate_axis(a, sign);
    if (l.k < 0) {
        l.k = 2;
        l.fixed_turn = true;
        l.R0 = rotation_to(r, a, "align_" + d.name);
        c.at.R = mul(r, inverse(l.R0), c.at.R, "frame_" + d.name);
    }
    l.sigma *= sign;
    l.s = unit3(l.k);
    c.link = add_link(x, l);
    c.at.o = zero3();
}

void add_spherical(mechanism &x, traveller &c, const motion_data &d)
{
    bool reversed = d.sign < 0;
    quat e;
    for (int i = 0; i < 4; i++) e.e[i] = x.q[d.q + i];
    link turn, spin;
    turn.kind = link_kind::turn; spin.kind = link_kind::spin;
    turn.joint = spin.joint = d.index;
    turn.R0 = spin.R0 = identity_rotation();
    turn.q = d.q;
    turn.e = reversed ? conjugate(e) : e;
    turn.o = zero3();
    spin.name = d.name; turn.name = d.name + "_turn";
    auto place_turn = [&] {
        turn.parent = c.link;
        turn.fixed_turn = !is_identity(c.at.R.A);
        turn.R0 = c.at.R;
        c.link = add_link(x, turn);
        c.at = {identity_rotation(), zero3()};
    };
    auto place_spins = [&] {
        int first = (int)x.links.size();
        for (int i = 0; i < 3; i++) {
            link l = spin;
            l.parent = c.link; l.u = d.u + i; l.sigma = 1; l.first_spin = first;
            l.s = reversed ? -column(c.at.R.A, i) : unit3(i);
            l.o = i == 0 ? spin.o : zero3();
            l.name = d.name + (i == 2 && !reversed ? "" : std::string("_w") + axis_name(i));
            c.link = add_link(x, l);
        }
    };
    if (!reversed) {
        turn.o = c.at.o; spin.o = zero3();
        place_turn();
        place_spins();
    } else {
        spin.o = c.at.o;
        c.at.o = zero3();
        place_spins();
        turn.name = d.name;
        place_turn();
    }
}

void walk_joint(mechanism &x, const tree_joint &tj)
{
    const joint &j = x.m->joints[tj.joint];
    const joint_type &type = *j.type;
    recorder &r = x.r;
    std::string out = x.m->bodies[tj.outboard].name;
    const placed_body &in = x.bodies[tj.inboard];
    traveller c = {in.link, mul(r, in.at, joint_pose(x, j, tj.reversed ? 1 : 0), std::string("joint_") + j.name)};
    for (int n = 0; n < type.motions; n++) {
        const motion &mo = type.motion[tj.reversed ? type.motions - 1 - n : n];
        bool last = n == type.motions - 1;
        motion_data d = {&j, tj.joint, tj.reversed ? -1 : 1, x.g->q_index[j.q + mo.q], x.g->u_index[j.u + mo.u],
                         last ? out : std::string(j.name) + "_" + std::to_string(n + 1)};
        if (mo.kind == MOTION_SPHERICAL) add_spherical(x, c, d);
        else add_axial(x, c, d, mo.kind, joint_axis(x, j, mo.axis));
    }
    pose far = joint_pose(x, j, tj.reversed ? 0 : 1);
    pose back = {inverse(far.R), zero3()};
    back.o = def(r, -mul(back.R.A, far.o), "back_" + out);
    x.bodies[tj.outboard] = {c.link, mul(r, c.at, back, "body_" + out)};
}

/* Pseudo-inertia of a body about its own origin in body axes: J = tr(I)/2 - I, I shifted from the mass centre. */
link_inertia body_inertia(mechanism &x, const body &b)
{
    recorder &r = x.r;
    std::string n = b.name;
    link_inertia w;
    w.m = named_value(x, b.mass, "m_" + n, "mass");
    vec3 com = named_vector(x, b.com, "com_" + n, "mass centre");
    w.h = def(r, scale(w.m, com), "h_" + n, "mass times mass centre");
    ex I[6];
    for (int i = 0; i < 6; i++) I[i] = named_value(x, b.inertia[i], "I_" + n);
    ex diag[3];
    for (int i = 0; i < 3; i++) diag[i] = (I[0] + I[1] + I[2])/2 - I[i];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            ex e = i == j ? diag[i].expand() : -I[i + j + 2];
            if (!b.inertia_at_origin) e += w.h[i]*com[j];
            w.J.at(i, j) = atom(r, e, "J_" + n + "_" + axis_name(i) + axis_name(j), "integral of r r^T dm about the body's origin");
        }
    return w;
}

/* Adds a body's inertia, given in body axes about its origin, to its link. */
void add_inertia(mechanism &x, link &l, const link_inertia &w, const pose &at)
{
    recorder &r = x.r;
    const std::string &n = l.name;
    vec3 h = def(r, mul(at.R.A, w.h), "hr_" + n);
    mat3 half;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            ex e = 0;
            for (int k = 0; k < 3; k++) e += w.J.at(i, k)*at.R.A[j][k];
            half[i][j] = atom(r, e, "Jr_" + n);
        }
    vec3 mo = def(r, scale(w.m, at.o), "mo_" + n);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            ex e = l.inertia.J.at(i, j) + h[i]*at.o[j] + at.o[i]*h[j] + mo[i]*at.o[j];
            for (int k = 0; k < 3; k++) e += at.R.A[i][k]*half[k][j];
            l.inertia.J.at(i, j) = atom(r, e, "J_link_" + n + "_" + axis_name(i) + axis_name(j), "integral of r r^T dm about the link's origin");
        }
    l.inertia.h = def(r, l.inertia.h + h + mo, "h_link_" + n, "mass times mass centre of the link");
    l.inertia.m = atom(r, l.inertia.m + w.m, "m_link_" + n, "mass of the link");
}

void add_leaves(mechanism &x)
{
    recorder &r = x.r;
    const model &m = *x.m;
    section(r, "coordinates");
    x.q.resize(x.g->nq); x.u.resize(x.g->nu); x.ud.resize(x.g->nu);
    x.link_of_u.assign(x.g->nu, -1);
    auto clean = [](std::string s) { for (char &c : s) if (c == '.') c = '_'; return s; };
    for (int i = 0; i < m.nq; i++)
        if (x.g->q_index[i] >= 0) x.q[x.g->q_index[i]] = leaf(r, LEAF_Q, x.g->q_index[i], "q_" + clean(m.q[i].name));
    for (int i = 0; i < m.nu; i++)
        if (x.g->u_index[i] >= 0) {
            int k = x.g->u_index[i];
            x.u[k] = leaf(r, LEAF_U, k, "u_" + clean(m.u[i].name));
            x.ud[k] = leaf(r, LEAF_UD, k, "ud_" + clean(m.u[i].name));
        }
    x.t = leaf(r, LEAF_T, 0, "t");
    section(r, "parameters");
    for (int i = 0; i < m.nparameter; i++) {
        x.parameters.push_back(leaf(r, LEAF_P, i, std::string("p_") + m.parameters[i].name, m.parameters[i].about ? m.parameters[i].about : ""));
        r.defaults.push_back(m.parameters[i].number);
    }
    for (int i = 0; i < m.nconstant; i++) x.constants.push_back(value_of(x, m.constants[i].value, m.constants[i].name));
    for (int i = 0; i < m.ninput; i++) x.inputs.push_back(leaf(r, LEAF_IN, i, std::string("in_") + m.inputs[i].name));
}

}

pose joint_pose(mechanism &x, const joint &j, int side)
{
    std::string n = std::string(j.name) + (side ? "_child" : "_parent");
    return {orientation_of(x, side ? j.child_frame : j.frame, n), named_vector(x, side ? j.child_at : j.at, "at_" + n, "joint point")};
}

vec3 joint_axis(mechanism &x, const joint &j, motion_axis a)
{
    if (a == AXIS_FIRST) return normalised(x.r, named_vector(x, j.axis, std::string("axis_") + j.name), std::string("axis_") + j.name);
    if (a == AXIS_SECOND) return normalised(x.r, named_vector(x, j.axis2, std::string("axis2_") + j.name), std::string("axis2_") + j.name);
    return unit3(a == AXIS_X ? 0 : a == AXIS_Y ? 1 : 2);
}

void build_links(mechanism &x)
{
    const model &m = *x.m;
    add_leaves(x);
    section(x.r, "placement");
    x.gravity = named_vector(x, m.gravity, "gravity", "acceleration of gravity");
    link ground;
    ground.name = "ground";
    ground.R0 = identity_rotation();
    ground.o = zero3();
    add_link(x, ground);
    x.bodies.resize(m.nbody);
    x.bodies[0] = {0, {identity_rotation(), zero3()}};
    for (int i = 0; i < x.g->ntree; i++) walk_joint(x, x.g->tree[i]);
    section(x.r, "masses");
    for (int b = 1; b < m.nbody; b++)
        add_inertia(x, x.links[x.bodies[b].link], body_inertia(x, m.bodies[b]), x.bodies[b].at);
    link_transforms(x);
}
