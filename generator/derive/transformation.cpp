/*
 * transformation.cpp -- the velocity transformation matrix B and the equations of motion through it (Lee and Yoon 1993, eqs. 5 and 10;
 * Jerkovsky; Kim and Vanderploeg 1986): Ydot = B u, M = B^T M B, g = B^T (f - M Bdot u - h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

body_mass mass_of(mechanism &x, int b)
{
    recorder &r = x.r;
    const body &body_ = x.m->bodies[b];
    std::string n = body_.name;
    body_mass w;
    w.m = named_value(x, body_.mass, "m_" + n, "mass");
    w.com = named_vector(x, body_.com, "com_" + n, "mass centre");
    for (int i = 0; i < 6; i++) w.I.c[i] = named_value(x, body_.inertia[i], "I_" + n);
    if (!body_.inertia_at_origin) return w;
    vec3 h = def(r, scale(w.m, w.com), "h_" + n, "mass times mass centre");
    ex hc = dot(h, w.com);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            w.I.at(i, j) = atom(r, w.I.at(i, j) - (i == j ? hc : ex(0)) + h[i]*w.com[j], "Ic_" + n);
    return w;
}

sym3 inertia_in_ground(mechanism &x, int b)
{
    recorder &r = x.r;
    body_mass w = mass_of(x, b);
    int i0 = x.bodies[b].link;
    std::string n = x.m->bodies[b].name;
    sym3 I;
    mat3 A = def(r, mul(relative(x, 0, i0).A, x.bodies[b].at.R.A), "A_body_" + n, "orientation of the body");
    mat3 half;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            ex e = 0;
            for (int k = 0; k < 3; k++) e += w.I.at(i, k)*A[j][k];
            half[i][j] = atom(r, e, "Ih_" + n);
        }
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            I.at(i, j) = atom(r, A[i][0]*half[0][j] + A[i][1]*half[1][j] + A[i][2]*half[2][j],
                                "Ig_" + n + "_" + axis_name(i) + axis_name(j), "inertia in ground axes");
    return I;
}

namespace {

struct body_motion { body_mass w; moving_point c; sym3 I; std::map<int, vec3> v, spin; int link; };

/* Mass centre, inertia in ground axes and columns of one body. */
body_motion motion_of(mechanism &x, int b)
{
    recorder &r = x.r;
    body_motion y;
    y.w = mass_of(x, b);
    y.link = x.bodies[b].link;
    std::string n = x.m->bodies[b].name;
    section(r, "velocity transformation");
    y.c = point_position(x, 0, y.link, in_link(x, b, y.w.com, "c_" + n), "com_" + n);
    y.v = point_columns(x, 0, y.link, y.c.arm, "com_" + n);
    y.spin = spin_columns(x, 0, y.link);
    y.I = inertia_in_ground(x, b);
    return y;
}

}

body_columns transformation_columns(mechanism &x, int b)
{
    int i = x.bodies[b].link;
    std::string n = x.m->bodies[b].name;
    section(x.r, "velocity transformation");
    moving_point p = point_position(x, 0, i, x.bodies[b].at.o, n + "_origin");
    return {point_columns(x, 0, i, p.arm, n), spin_columns(x, 0, i)};
}

std::vector<ex> transformed_mass(mechanism &x)
{
    recorder &r = x.r;
    int nu = x.g->nu;
    std::vector<ex> M(nu*nu, ex(0));
    for (int b = 1; b < x.m->nbody; b++) {
        body_motion y = motion_of(x, b);
        for (auto &k : y.v) {
            vec3 p = def(r, scale(y.w.m, k.second), "p_" + x.links[y.link].name);
            vec3 L = y.spin.count(k.first) ? def(r, mul(y.I, y.spin[k.first]), "L_" + x.links[y.link].name) : zero3();
            for (auto &j : y.v) {
                if (j.first < k.first) continue;
                ex &m = M[j.first*nu + k.first];
                m += dot(p, j.second);
                if (y.spin.count(j.first)) m += dot(L, y.spin[j.first]);
            }
        }
    }
    for (int i = 0; i < nu; i++)
        for (int j = i; j < nu; j++)
            M[j*nu + i] = M[i*nu + j] = atom(r, M[j*nu + i], "M_" + x.links[x.link_of_u[i]].name + "_" + x.links[x.link_of_u[j]].name);
    return M;
}

std::vector<ex> transformed_forces(mechanism &x)
{
    recorder &r = x.r;
    std::vector<ex> g = x.load;
    for (int b = 1; b < x.m->nbody; b++) {
        std::string n = x.m->bodies[b].name;
        body_motion y = motion_of(x, b);
        point_bias(x, 0, y.link, y.c, "com_" + n);
        const relative_state &s = relative_bias(x, 0, y.link);
        section(r, "forces on the bodies");
        vec3 applied = def(r, x.body_force[b], "Fb_" + n, "applied force");
        vec3 fall = def(r, x.gravity - y.c.a, "fall_" + n);
        vec3 F = def(r, applied + scale(y.w.m, fall), "Fg_" + n, "force less inertia force");
        vec3 Iw = def(r, mul(y.I, s.w), "Iw_" + n);
        vec3 T = def(r, x.body_moment[b] - cross(y.c.r, applied) - mul(y.I, s.wd) - cross(s.w, Iw), "Tg_" + n, "moment less inertia moment");
        for (auto &k : y.v) g[k.first] += dot(F, k.second);
        for (auto &k : y.spin) g[k.first] += dot(T, k.second);
    }
    for (int u = 0; u < x.g->nu; u++) g[u] = atom(r, g[u], "g_" + x.links[x.link_of_u[u]].name);
    return g;
}
