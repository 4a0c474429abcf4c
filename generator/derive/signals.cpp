/*
 * signals.cpp -- coordinates, speeds and points as expressions see them: value, rates, and rows over the tree's speeds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "kinematics.hpp"

namespace {

/* Rate of an Euler parameter: half of row k of e o (0, w). */
ex euler_rate(const ex *e, const ex *w, int k)
{
    switch (k) {
    case 0: return (-e[1]*w[0] - e[2]*w[1] - e[3]*w[2])/2;
    case 1: return (e[0]*w[0] + e[2]*w[2] - e[3]*w[1])/2;
    case 2: return (e[0]*w[1] + e[3]*w[0] - e[1]*w[2])/2;
    default: return (e[0]*w[2] + e[1]*w[1] - e[2]*w[0])/2;
    }
}

signal euler_signal(mechanism &x, const joint &j, const motion &mo, int k)
{
    recorder &r = x.r;
    int q = x.g->q_index[j.q + mo.q], u = x.g->u_index[j.u + mo.u];
    const ex *e = &x.q[q], *w = &x.u[u];
    std::string n = std::string(j.name) + "_e";
    ex rates[4];
    for (int i = 0; i < 4; i++) rates[i] = atom(r, euler_rate(e, w, i).expand(), "d" + n + std::to_string(i));
    signal s;
    s.value = e[k];
    s.rate = rates[k];
    s.bias = atom(r, euler_rate(rates, w, k).expand(), "dd" + n + std::to_string(k));
    s.full = atom(r, s.bias + euler_rate(e, &x.ud[u], k).expand(), "a" + n + std::to_string(k));
    for (int i = 0; i < 3; i++) {
        ex one_speed[3] = {0, 0, 0};
        one_speed[i] = 1;
        ex c = atom(r, euler_rate(e, one_speed, k).expand(), "N_" + n);
        if (!zero(c)) s.row[u + i] = c;
    }
    return s;
}

}

const motion &motion_of_q(const joint &j, int index)
{
    for (int i = j.type->motions - 1; i >= 0; i--) {
        const motion &mo = j.type->motion[i];
        int n = mo.kind == MOTION_SPHERICAL ? 4 : 1;
        if (index >= mo.q && index < mo.q + n) return mo;
    }
    throw std::logic_error("a coordinate without a motion");
}

signal speed_signal(mechanism &x, int u)
{
    int k = x.g->u_index[u];
    if (k < 0) {
        derive_cut_coordinates(x);
        return x.cut_u[x.g->cu_index[u]];
    }
    signal s;
    s.value = s.rate = x.u[k];
    s.bias = 0;
    s.full = x.ud[k];
    s.row[k] = 1;
    return s;
}

signal coordinate_signal(mechanism &x, int q)
{
    const coordinate &c = x.m->q[q];
    const joint &j = x.m->joints[c.joint];
    if (x.g->q_index[q] < 0) {
        derive_cut_coordinates(x);
        return x.cut_q[x.g->cq_index[q]];
    }
    const motion &mo = motion_of_q(j, c.index);
    if (mo.kind == MOTION_SPHERICAL) return euler_signal(x, j, mo, c.index - mo.q);
    signal s = speed_signal(x, j.u + mo.u);
    s.value = x.q[x.g->q_index[q]];
    return s;
}

void note_angle_use(mechanism &x, int q)
{
    const coordinate &c = x.m->q[q];
    const joint &j = x.m->joints[c.joint];
    if (x.g->q_index[q] >= 0 || !x.angles_used.insert(q).second) return;
    if (motion_of_q(j, c.index).kind != MOTION_ROTATION) return;
    model_warn(x.m, j.at_line, "joint \"%s\" closes a loop by its conditions (it is cut), so q(%s) is known within half a turn only: a force or constraint that uses it "
               "jumps at +-pi; write -cut no at the joint and -cut yes at another of the loop if it turns further", j.name, c.name);
}

signal point_signal(mechanism &x, int point_, int axis)
{
    const point &p = x.m->points[point_];
    std::string n = p.name;
    int i = x.bodies[p.body].link;
    vec3 at = in_link(x, p.body, named_vector(x, p.r, "at_" + n), "in_" + n);
    moving_point mp = point_position(x, 0, i, at, n);
    point_velocity(x, 0, i, mp, n);
    point_bias(x, 0, i, mp, n);
    point_full(x, 0, i, mp, n);
    signal s;
    s.value = mp.r[axis];
    s.rate = mp.v[axis];
    s.bias = mp.a[axis];
    s.full = mp.a_full[axis];
    for (auto &column : point_columns(x, 0, i, mp.arm, n))
        if (!zero(column.second[axis])) s.row[column.first] = column.second[axis];
    return s;
}
