/*
 * cut_joints.cpp -- the relative motion of the two frames of a cut joint, and its coordinates.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

namespace {

std::map<int, vec3> difference(mechanism &x, std::map<int, vec3> a, const std::map<int, vec3> &b, const std::string &name)
{
    for (auto &k : b) {
        auto it = a.find(k.first);
        a[k.first] = it == a.end() ? -k.second : it->second - k.second;
    }
    for (auto &k : a) k.second = def(x.r, k.second, name);
    return a;
}

void pair_axes(mechanism &x, joint_pair &y)
{
    const joint &j = *y.j;
    bool has_axis = false;
    for (int i = 0; i < j.type->motions; i++) has_axis |= j.type->motion[i].axis == AXIS_FIRST && j.type->motion[i].kind != MOTION_SPHERICAL;
    y.axis = has_axis ? joint_axis(x, j, AXIS_FIRST) : unit3(2);
    for (int k = 0; k < 3; k++)
        if ((one(y.axis[k]) || one(-y.axis[k])) && zero(y.axis[(k + 1)%3]) && zero(y.axis[(k + 2)%3])) {
            int s = one(y.axis[k]) ? 1 : -1;
            y.across[0] = unit3((k + 1)%3);
            y.across[1] = scale(s, unit3((k + 2)%3));
            return;
        }
    rotation R = rotation_to(x.r, y.axis, std::string("across_") + j.name);
    y.across[0] = column(R.A, 0);
    y.across[1] = column(R.A, 1);
}

void pair_full(mechanism &x, joint_pair &y, const std::string &n)
{
    recorder &r = x.r;
    for (int i = 0; i < 2; i++) point_full(x, y.c, y.link[i], y.p[i], n + (i ? "_child" : "_parent"));
    const relative_state &P = relative_full(x, y.c, y.link[0]), &C = relative_full(x, y.c, y.link[1]);
    section(r, "cut joints");
    vec3 wxd = def(r, cross(P.w, y.d), "wxd_" + n);
    vec3 carried = def(r, y.p[0].a_full + cross(P.wd_full, y.d) + cross(P.w, wxd), "acf_" + n);
    y.al_full = def(r, C.wd_full - P.wd_full - cross(P.w, y.w_rel), "alf_" + n, "relative angular acceleration");
    y.a_full = def(r, y.p[1].a_full - carried - scale(2, cross(P.w, y.v_rel)), "arf_" + n, "relative acceleration");
}

}

joint_pair pair_of(mechanism &x, int joint_, bool with_full)
{
    recorder &r = x.r;
    joint_pair y;
    const joint &j = x.m->joints[joint_];
    std::string n = j.name;
    y.j = &j;
    int body_[2] = {j.parent, j.child};
    for (int i = 0; i < 2; i++) y.link[i] = x.bodies[body_[i]].link;
    y.c = common_ancestor(x, y.link[0], y.link[1]);
    section(r, "cut joints");
    pair_axes(x, y);
    for (int i = 0; i < 2; i++) {
        std::string side = n + (i ? "_child" : "_parent");
        y.at[i] = mul(r, x.bodies[body_[i]].at, joint_pose(x, j, i), "cut_" + side);
        section(r, "cut joints");
        y.A[i] = def(r, mul(relative(x, y.c, y.link[i]).A, y.at[i].R.A), "A_" + side, "orientation of the joint frame");
        y.p[i] = point_position(x, y.c, y.link[i], y.at[i].o, side);
        point_velocity(x, y.c, y.link[i], y.p[i], side);
        point_bias(x, y.c, y.link[i], y.p[i], side);
        y.w[i] = relative_velocity(x, y.c, y.link[i]).w;
    }
    const relative_state &P = relative_bias(x, y.c, y.link[0]), &C = relative_bias(x, y.c, y.link[1]);
    section(r, "cut joints");
    y.d = def(r, y.p[1].r - y.p[0].r, "gap_" + n, "from the parent's joint point to the child's");
    y.gap = difference(x, point_columns(x, y.c, y.link[1], y.p[1].arm, n + "_child"), point_columns(x, y.c, y.link[0], y.p[0].arm, n + "_parent"), "dgap_" + n);
    y.gap_bias = def(r, y.p[1].a - y.p[0].a, "gapb_" + n);
    y.spin = difference(x, spin_columns(x, y.c, y.link[1]), spin_columns(x, y.c, y.link[0]), "spin_" + n);
    y.slide = difference(x, point_columns(x, y.c, y.link[1], y.p[1].arm, n + "_child"),
                         point_columns(x, y.c, y.link[0], def(r, y.p[0].arm + y.d, "reach_" + n), n + "_on_parent"), "slide_" + n);
    vec3 wxd = def(r, cross(P.w, y.d), "wxd_" + n);
    y.w_rel = def(r, C.w - P.w, "wrel_" + n, "relative angular velocity");
    y.v_rel = def(r, y.p[1].v - y.p[0].v - wxd, "vrel_" + n, "relative velocity");
    vec3 carried = def(r, y.p[0].a + cross(P.wd, y.d) + cross(P.w, wxd), "ac_" + n);
    y.al_bias = def(r, C.wd - P.wd - cross(P.w, y.w_rel), "alb_" + n, "relative angular acceleration without ud");
    y.a_bias = def(r, y.p[1].a - carried - scale(2, cross(P.w, y.v_rel)), "arb_" + n, "relative acceleration without ud");
    if (with_full) pair_full(x, y, n);
    return y;
}

namespace {

quat relative_euler_parameters(mechanism &x, const joint_pair &y, const std::string &n)
{
    recorder &r = x.r;
    quat e[2];
    for (int i = 0; i < 2; i++) {
        quat l = relative_euler(x, y.c, y.link[i]).e;
        e[i] = def(r, mul(l, y.at[i].R.e), "ef_" + n + (i ? "_child" : "_parent"));
    }
    section(r, "cut joints");
    return def(r, mul(conjugate(e[0]), e[1]), "e_" + n, "Euler parameters of the child's frame in the parent's");
}

/* Angle about a. For a universal joint b is the other axis and c the product of the first and the second axis: with half angles its Euler
 * parameters are c1 c2, and s1 c2, c1 s2, s1 s2 along the first axis, the second and their product. */
ex angle_about(mechanism &x, const quat &e, const vec3 &a, const vec3 *b, const vec3 *product_, const std::string &n)
{
    recorder &r = x.r;
    vec3 v = {{e.e[1], e.e[2], e.e[3]}};
    ex E0 = e.e[0], Ea = atom(r, dot(v, a), "ea_" + n), Eb = 0, Ec = 0;
    if (b) {
        Eb = atom(r, dot(v, *b), "eb_" + n);
        Ec = atom(r, dot(v, *product_), "ec_" + n);
    }
    ex s = atom(r, 2*E0*Ea + 2*Eb*Ec, "sin_" + n), c = atom(r, E0*E0 + Eb*Eb - Ea*Ea - Ec*Ec, "cos_" + n);
    return call(r, PF_ATAN2, s, c, "angle_" + n, "angle of the joint");
}

/* Advance along the axis of the joint, the parent's side. */
ex advance_of(mechanism &x, const joint_pair &y, const std::string &n)
{
    vec3 e = def(x.r, mul(y.A[0], y.axis), "n_" + n);
    return atom(x.r, dot(e, y.d), "adv_" + n);
}

/* A speed that is the component of the relative motion along n, which is fixed in one of the two frames. */
signal component(mechanism &x, const joint_pair &y, const vec3 &n, bool turning, const std::string &name)
{
    recorder &r = x.r;
    signal s;
    s.rate = atom(r, dot(n, turning ? y.w_rel : y.v_rel), "u_" + name);
    s.bias = atom(r, dot(n, turning ? y.al_bias : y.a_bias), "b_" + name);
    s.full = atom(r, dot(n, turning ? y.al_full : y.a_full), "a_" + name);
    for (auto &c : turning ? y.spin : y.slide) {
        ex e = atom(r, dot(n, c.second), "row_" + name);
        if (!zero(e)) s.row[c.first] = e;
    }
    s.value = s.rate;
    return s;
}

cut_action action_along(mechanism &x, const joint_pair &y, const vec3 &n, bool turning)
{
    recorder &r = x.r;
    const relative_state &base = relative(x, 0, y.c);
    std::string name = y.j->name;
    return {!turning, def(r, mul(base.A, n), "dir_" + name), def(r, base.r + mul(base.A, y.p[1].r), "at_" + name), y.j->parent, y.j->child};
}

void spherical_coordinates(mechanism &x, const joint_pair &y, const motion &mo, const quat &e, const std::string &name)
{
    recorder &r = x.r;
    const joint &j = *y.j;
    vec3 w, wb, wf;
    for (int i = 0; i < 3; i++) {
        vec3 n = column(y.A[1], i);
        signal s = component(x, y, n, true, name + "_w" + axis_name(i));
        x.cut_u[x.g->cu_index[j.u + mo.u + i]] = s;
        x.cut_actions[x.g->cu_index[j.u + mo.u + i]] = action_along(x, y, n, true);
        w[i] = s.rate; wb[i] = s.bias; wf[i] = s.full;
    }
    auto rates = [&](const quat &a, const vec3 &b, const std::string &nm) {
        quat p = mul(a, quat{{0, b[0], b[1], b[2]}});
        for (ex &c : p.e) c = (c/2).expand();
        return def(r, p, nm);
    };
    quat ed = rates(e, w, "ed_" + name);
    quat b1 = rates(ed, w, "edd_" + name), b2 = rates(e, wb, "eb_" + name), f2 = rates(e, wf, "ef2_" + name);
    for (int k = 0; k < 4; k++) {
        signal s;
        s.value = e.e[k];
        s.rate = ed.e[k];
        s.bias = atom(r, b1.e[k] + b2.e[k], "ebias_" + name);
        s.full = atom(r, b1.e[k] + f2.e[k], "eacc_" + name);
        for (auto &c : y.spin) {
            vec3 local = def(r, mul_t(y.A[1], c.second), "spinl_" + name);
            ex row = rates(e, local, "erow_" + name).e[k];
            if (!zero(row)) s.row[c.first] = row;
        }
        x.cut_q[x.g->cq_index[j.q + mo.q + k]] = s;
    }
}

void axial_coordinate(mechanism &x, const joint_pair &y, const motion &mo, const quat &e, const std::string &name)
{
    recorder &r = x.r;
    const joint &j = *y.j;
    bool turning = mo.kind != MOTION_TRANSLATION;
    vec3 local = joint_axis(x, j, mo.axis);
    bool on_child = mo.axis == AXIS_SECOND;
    vec3 n = def(r, mul(y.A[on_child ? 1 : 0], local), "axis_" + name, "axis of the joint");
    signal s = component(x, y, n, turning, name);
    x.cut_u[x.g->cu_index[j.u + mo.u]] = s;
    x.cut_actions[x.g->cu_index[j.u + mo.u]] = action_along(x, y, n, turning);
    if (mo.kind == MOTION_SCREW) {
        /* the angle between the frames plus the whole turns that the advance tells */
        screw_angle a = screw_angle_of(x, y);
        s.value = atom(r, a.turns - a.rest, "q_" + name, "angle of the joint");
    } else if (turning) {
        bool universal = j.type->motions == 2 && j.type->motion[0].kind == MOTION_ROTATION && j.type->motion[1].kind == MOTION_ROTATION;
        if (universal) {
            vec3 axes[2] = {joint_axis(x, j, AXIS_FIRST), joint_axis(x, j, AXIS_SECOND)};
            vec3 third = def(r, cross(axes[0], axes[1]), "axis3_" + name);
            s.value = angle_about(x, e, local, &axes[on_child ? 0 : 1], &third, name);
        } else
            s.value = angle_about(x, e, local, nullptr, nullptr, name);
    } else
        s.value = atom(r, dot(n, y.d), "q_" + name);
    x.cut_q[x.g->cq_index[j.q + mo.q]] = s;
}

}

screw_angle screw_angle_of(mechanism &x, const joint_pair &y)
{
    recorder &r = x.r;
    const joint &j = *y.j;
    std::string n = std::string(j.name) + "_h";
    screw_angle a;
    a.pitch = named_value(x, j.pitch, std::string("pitch_") + j.name, "advance per radian");
    if (zero(a.pitch)) throw derive_error(std::string("joint ") + j.name + ": a screw without pitch is a revolute joint");
    quat e = relative_euler_parameters(x, y, j.name);
    section(r, "cut joints");
    ex angle = angle_about(x, e, y.axis, nullptr, nullptr, j.name);
    a.turns = atom(r, quotient(r, advance_of(x, y, n), a.pitch), "turn_" + n);
    ex diff = atom(r, a.turns - angle, "dif_" + n);
    a.rest = call(r, PF_ATAN2, call(r, PF_SIN, diff, "sd_" + n), call(r, PF_COS, diff, "cd_" + n), "res_" + n);
    return a;
}

void derive_cut_coordinates(mechanism &x)
{
    if (x.cut_ready) return;
    x.cut_ready = true;
    x.cut_q.resize(x.g->ncq);
    x.cut_u.resize(x.g->ncu);
    x.cut_actions.resize(x.g->ncu);
    for (int i = 0; i < x.g->nloop; i++) {
        int index = x.g->loops[i].cut;
        joint_pair y = pair_of(x, index, true);
        const joint &j = *y.j;
        if (!j.type->motions) continue;
        quat e = relative_euler_parameters(x, y, j.name);
        section(x.r, "cut joints");
        for (int k = 0; k < j.type->motions; k++) {
            const motion &mo = j.type->motion[k];
            std::string name = j.name;
            if (j.type->motions > 1) name += "_" + std::to_string(k + 1);
            if (mo.kind == MOTION_SPHERICAL) spherical_coordinates(x, y, mo, e, name);
            else axial_coordinate(x, y, mo, e, name);
        }
    }
}
