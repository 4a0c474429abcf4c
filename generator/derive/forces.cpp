/*
 * forces.cpp -- applied forces: what the script puts on bodies and coordinates.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

namespace {

/* The load counts only in the analyses it is written for. */
ex in_analyses(mechanism &x, const ex &value, int analyses, const std::string &name)
{
    if (analyses == FOR_BOTH) return value;
    int index = analyses == FOR_KINEMATICS ? 0 : 1;
    ex on = leaf(x.r, LEAF_MODE, index, index ? "in_dynamics" : "in_kinematics", "1 in this analysis, else 0");
    return atom(x.r, product(x.r, value, on, name), name);
}

/* A force on a body: F in ground axes at a point p of its link. */
void apply_force(mechanism &x, int b, const vec3 &F, const vec3 &p, const vec3 &r, const std::string &name)
{
    if (!b) return;
    int i = x.bodies[b].link;
    if (i) {
        vec3 f = def(x.r, mul_t(relative(x, 0, i).A, F), "Fl_" + name, "force in the link's axes");
        x.f_ext[i] = x.f_ext[i] + f;
        x.n_ext[i] = x.n_ext[i] + cross(p, f);
    }
    add_body_force(x, x.body_force, x.body_moment, b, F, r, name);
}

void apply_torque(mechanism &x, int b, const vec3 &T, const std::string &name)
{
    if (!b) return;
    int i = x.bodies[b].link;
    if (i) x.n_ext[i] = x.n_ext[i] + def(x.r, mul_t(relative(x, 0, i).A, T), "Tl_" + name, "torque in the link's axes");
    x.body_moment[b] = x.body_moment[b] + T;
}

/* Generalised force on a speed of any joint. */
void apply_load(mechanism &x, int u, const ex &value, const std::string &name)
{
    int k = x.g->u_index[u];
    if (k >= 0) { x.load[k] += value; return; }
    signal s = speed_signal(x, u);
    for (auto &c : s.row) x.load[c.first] += value*c.second;
    const cut_action &a = x.cut_actions[x.g->cu_index[u]];
    vec3 f = def(x.r, scale(value, a.dir), "load_" + name);
    vec3 &total = (a.is_force ? x.joint_force : x.joint_moment)[x.m->u[u].joint];
    total = total + f;
}

struct spring_state { int link[2]; vec3 at[2]; moving_point p[2]; vec3 d; ex length; };

spring_state spring_geometry(mechanism &x, const spring &s)
{
    recorder &r = x.r;
    std::string n = s.name;
    spring_state g;
    for (int i = 0; i < 2; i++) {
        std::string end = n + (i ? "_2" : "_1");
        g.link[i] = x.bodies[s.body[i]].link;
        g.at[i] = in_link(x, s.body[i], named_vector(x, s.r[i], "at_" + end), "in_" + end);
        g.p[i] = point_position(x, 0, g.link[i], g.at[i], end);
    }
    g.d = def(r, g.p[1].r - g.p[0].r, "d_" + n, "from the first end to the second");
    g.length = call(r, PF_SQRT, atom(r, dot(g.d, g.d), "len2_" + n), "len_" + n, "length of the spring");
    return g;
}

void derive_spring(mechanism &x, const spring &s)
{
    recorder &r = x.r;
    std::string n = s.name;
    spring_state g = spring_geometry(x, s);
    ex k = named_value(x, s.k, "k_" + n, "stiffness"), L = named_value(x, s.length, "L0_" + n, "free length");
    ex stretch = atom(r, g.length - L, "stretch_" + n);
    ex inv = atom(r, int_power(r, g.length, -1), "invlen_" + n);
    ex pull = k*stretch;
    if (s.c) {
        for (int i = 0; i < 2; i++) point_velocity(x, 0, g.link[i], g.p[i], n + (i ? "_2" : "_1"));
        vec3 v = def(r, g.p[1].v - g.p[0].v, "dv_" + n);
        ex rate = atom(r, dot(g.d, v), "dvd_" + n);
        pull += product(r, named_value(x, s.c, "c_" + n, "damping"), rate*inv);
    }
    ex per_length = atom(r, atom(r, pull, "pull_" + n, "tension")*inv, "q_" + n, "tension over length");
    vec3 F = def(r, scale(per_length, g.d), "F_" + n, "force on the first end");
    for (int i = 0; i < 2; i++) apply_force(x, s.body[i], i ? -F : F, g.at[i], g.p[i].r, n + (i ? "_2" : "_1"));
}

void derive_force(mechanism &x, const force &f)
{
    recorder &r = x.r;
    std::string n = f.name;
    int i = x.bodies[f.body].link;
    vec3 at = in_link(x, f.body, named_vector(x, f.at_point, "at_" + n), "in_" + n);
    vec3 F = named_vector(x, f.f, "F_" + n, "applied force");
    if (f.in_body) F = def(r, mul(relative(x, 0, i).A, def(r, mul(x.bodies[f.body].at.R.A, F), "Fb_" + n)), "Fg_" + n);
    apply_force(x, f.body, F, at, point_position(x, 0, i, at, n).r, n);
}

void derive_torque(mechanism &x, const torque &t)
{
    recorder &r = x.r;
    std::string n = t.name;
    vec3 T = named_vector(x, t.m, "T_" + n, "applied torque");
    if (t.in_body) T = def(r, mul(relative(x, 0, x.bodies[t.body].link).A, def(r, mul(x.bodies[t.body].at.R.A, T), "Tb_" + n)), "Tg_" + n);
    apply_torque(x, t.body, T, n);
}

ex torsion_twist(mechanism &x, const torsion &t)
{
    note_angle_use(x, t.q);
    return atom(x.r, coordinate_signal(x, t.q).value - value_of(x, t.angle, std::string("a0_") + t.name), std::string("twist_") + t.name);
}

void derive_torsion(mechanism &x, const torsion &t)
{
    std::string n = t.name;
    ex moment = -product(x.r, named_value(x, t.k, "k_" + n, "stiffness"), torsion_twist(x, t));
    if (t.c) moment -= product(x.r, named_value(x, t.c, "c_" + n, "damping"), speed_signal(x, t.u).rate);
    apply_load(x, t.u, atom(x.r, moment, "tau_" + n, "torque of the torsion spring"), n);
}

std::string plain(std::string s)
{
    for (char &c : s) if (c == '.') c = '_';
    return s;
}

}

void add_body_force(mechanism &x, std::vector<vec3> &on_body, std::vector<vec3> &moment, int b, const vec3 &F, const vec3 &r, const std::string &name)
{
    vec3 f = def(x.r, F, "F_" + name);
    on_body[b] = on_body[b] + f;
    moment[b] = moment[b] + cross(r, f);
}

void derive_forces(mechanism &x)
{
    const model &m = *x.m;
    recorder &r = x.r;
    x.f_ext.assign(x.links.size(), zero3());
    x.n_ext.assign(x.links.size(), zero3());
    x.load.assign(x.g->nu, ex(0));
    x.body_force.assign(m.nbody, zero3());
    x.body_moment.assign(m.nbody, zero3());
    x.joint_force.assign(m.njoint, zero3());
    x.joint_moment.assign(m.njoint, zero3());
    section(r, "applied forces");
    for (int i = 0; i < m.nspring; i++) derive_spring(x, m.springs[i]);
    for (int i = 0; i < m.nforce; i++) derive_force(x, m.forces[i]);
    for (int i = 0; i < m.ntorque; i++) derive_torque(x, m.torques[i]);
    for (int i = 0; i < m.ntorsion; i++) derive_torsion(x, m.torsions[i]);
    for (int i = 0; i < m.nload; i++) {
        std::string n = "load_" + plain(m.u[m.loads[i].u].name);
        ex v = in_analyses(x, named_value(x, m.loads[i].value, n, "applied to the coordinate"), m.loads[i].analyses, n);
        apply_load(x, m.loads[i].u, v, n);
    }
    section(r, "applied forces");
    for (size_t i = 1; i < x.links.size(); i++) {
        x.f_ext[i] = def(r, x.f_ext[i], "Fe_" + x.links[i].name, "external force");
        x.n_ext[i] = def(r, x.n_ext[i], "Te_" + x.links[i].name, "external moment");
    }
    for (int u = 0; u < x.g->nu; u++) x.load[u] = atom(r, x.load[u], "tau_" + x.links[x.link_of_u[u]].name, "applied along the coordinate");
}

ex spring_energy(mechanism &x)
{
    const model &m = *x.m;
    recorder &r = x.r;
    ex sum = 0;
    section(r, "energy of springs");
    for (int i = 0; i < m.nspring; i++) {
        const spring &s = m.springs[i];
        ex stretch = atom(r, spring_geometry(x, s).length - value_of(x, s.length, std::string("L0_") + s.name), std::string("stretch_") + s.name);
        sum += product(r, named_value(x, s.k, std::string("k_") + s.name), stretch*stretch)/2;
    }
    for (int i = 0; i < m.ntorsion; i++) {
        const torsion &t = m.torsions[i];
        ex twist = torsion_twist(x, t);
        sum += product(r, named_value(x, t.k, std::string("k_") + t.name), twist*twist)/2;
    }
    return atom(r, sum, "V_springs", "potential energy of the springs");
}
