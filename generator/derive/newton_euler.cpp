/*
 * newton_euler.cpp -- recursive Newton-Euler equations in link frames.
 *
 * Accelerations of points are a + U r with U = wd~ + w~ w~; the link's inertia enters as m, h = m c and J = integral of r r^T dm, in
 * which the equations are linear.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

namespace {

std::string entry(const std::string &n, int i, int j) { return n + "_" + axis_name(i) + axis_name(j); }

/* U from w and wd. */
mat3 acceleration_matrix(recorder &r, const vec3 &w, const vec3 &wd, const std::string &n)
{
    mat3 U;
    ex sq[3];
    for (int i = 0; i < 3; i++) sq[i] = atom(r, w[i]*w[i], entry("ww_" + n, i, i));
    for (int k = 0; k < 3; k++) {
        int i = (k + 1)%3, j = (k + 2)%3;
        ex p = atom(r, w[i]*w[j], entry("ww_" + n, i, j));
        U[i][j] = atom(r, p - wd[k], entry("U_" + n, i, j));
        U[j][i] = atom(r, p + wd[k], entry("U_" + n, j, i));
        U[k][k] = atom(r, -sq[i] - sq[j], entry("U_" + n, k, k));
    }
    return U;
}

/* Rotation about a coordinate axis: the axis belongs to both bodies, so column k of U is the parent's, turned. */
void rotate_about(mechanism &x, const link &l, const local_state &p, const ex &accel, local_state &s)
{
    recorder &r = x.r;
    const std::string &n = l.name;
    int k = l.k, i = (k + 1)%3, j = (k + 2)%3;
    ex Uik = atom(r, l.c*p.U[i][k] + l.sn*p.U[j][k], entry("U_" + n, i, k));
    ex Ujk = atom(r, l.c*p.U[j][k] - l.sn*p.U[i][k], entry("U_" + n, j, k));
    ex pik = atom(r, s.w[i]*s.w[k], entry("ww_" + n, i, k)), pjk = atom(r, s.w[j]*s.w[k], entry("ww_" + n, j, k));
    ex pij = atom(r, s.w[i]*s.w[j], entry("ww_" + n, i, j));
    ex sq[3];
    for (int m = 0; m < 3; m++) sq[m] = atom(r, s.w[m]*s.w[m], entry("ww_" + n, m, m));
    s.wd[j] = atom(r, Uik - pik, "wd_" + n + "_" + axis_name(j));
    s.wd[i] = atom(r, pjk - Ujk, "wd_" + n + "_" + axis_name(i));
    s.wd[k] = atom(r, p.wd[k] + accel, "wd_" + n + "_" + axis_name(k));
    s.U[i][k] = Uik; s.U[j][k] = Ujk; s.U[k][k] = p.U[k][k];
    s.U[k][i] = atom(r, pik - s.wd[j], entry("U_" + n, k, i));
    s.U[k][j] = atom(r, pjk + s.wd[i], entry("U_" + n, k, j));
    s.U[i][j] = atom(r, pij - s.wd[k], entry("U_" + n, i, j));
    s.U[j][i] = atom(r, pij + s.wd[k], entry("U_" + n, j, i));
    s.U[i][i] = atom(r, -sq[j] - sq[k], entry("U_" + n, i, i));
    s.U[j][j] = atom(r, -sq[i] - sq[k], entry("U_" + n, j, j));
}

/* Angular motion of a link from its parent's. */
void angular_motion(mechanism &x, int n, bool with_ud, const local_state &p, local_state &s)
{
    recorder &r = x.r;
    const link &l = x.links[n];
    auto accel = [&](const link &m) { return with_ud && m.u >= 0 ? m.sigma*x.ud[m.u] : ex(0); };
    vec3 wr = def(r, to_link(l, p.w), "wp_" + l.name);
    switch (l.kind) {
    case link_kind::rotation: case link_kind::screw: {
        s.w = wr;
        s.w[l.k] = atom(r, wr[l.k] + l.rate, "w_" + l.name + "_" + axis_name(l.k), "angular velocity");
        if (!l.fixed_turn) { rotate_about(x, l, p, accel(l), s); return; }
        vec3 spin = scale(l.rate, unit3(l.k));
        s.wd = def(r, to_link(l, p.wd) + cross(wr, spin) + scale(accel(l), unit3(l.k)), "wd_" + l.name, "angular acceleration");
        break;
    }
    case link_kind::spin: {
        if (l.first_spin != n) { s = p; return; }
        vec3 z = zero3(), zd = zero3();
        for (int i = n; i < n + 3; i++) {
            z = z + scale(x.links[i].rate, x.links[i].s);
            zd = zd + scale(accel(x.links[i]), x.links[i].s);
        }
        z = def(r, z, "wrel_" + l.name, "angular velocity relative to the parent");
        s.w = def(r, p.w + z, "w_" + l.name, "angular velocity");
        s.wd = def(r, p.wd + zd + cross(p.w, z), "wd_" + l.name, "angular acceleration");
        break;
    }
    case link_kind::turn:
        s.w = wr;
        s.wd = def(r, to_link(l, p.wd), "wd_" + l.name, "angular acceleration");
        break;
    default:
        s = p;
        return;
    }
    s.U = acceleration_matrix(r, s.w, s.wd, l.name);
}

}

namespace {

/* Motion of link n from its parent's. */
local_state link_motion(mechanism &x, int n, bool with_ud, const local_state &p)
{
    recorder &r = x.r;
    const link &l = x.links[n];
    section(r, with_ud ? "motion of the links" : "velocity terms");
    local_state s;
    angular_motion(x, n, with_ud, p, s);
    vec3 a = def(r, p.a + mul(p.U, l.d), "ap_" + l.name);
    a = to_link(l, a);
    if (l.kind == link_kind::translation || l.kind == link_kind::screw) {
        ex pitch = l.kind == link_kind::screw ? l.pitch : ex(1);
        vec3 slide = def(r, scale(pitch*l.rate, l.s), "slide_" + l.name, "sliding velocity");
        vec3 wp = l.kind == link_kind::screw ? def(r, to_link(l, p.w), "wp_" + l.name) : p.w;
        a = a + cross(wp, def(r, scale(2, slide), "slide2_" + l.name));
        if (with_ud) a = a + scale(pitch*l.sigma*x.ud[l.u], l.s);
    }
    s.a = def(r, a, "a_" + l.name, "acceleration of the origin less gravity");
    return s;
}

void link_wrench(mechanism &x, int n, const local_state &s, vec3 &f, vec3 &m)
{
    recorder &r = x.r;
    const link &l = x.links[n];
    const link_inertia &w = l.inertia;
    section(r, "forces on the links");
    f = def(r, scale(w.m, s.a) + mul(s.U, w.h) - x.f_ext[n], "F_" + l.name, "inertia force less external force");
    vec3 N = cross(w.h, s.a) - x.n_ext[n];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1)%3, k = (i + 2)%3;
        ex diff = zero(w.J.at(j, k)) ? ex(0) : atom(r, s.U[k][k] - s.U[j][j], "dU_" + l.name);
        N[i] += w.J.at(j, j)*s.U[k][j] - w.J.at(k, k)*s.U[j][k] + w.J.at(j, k)*diff + w.J.at(i, j)*s.U[k][i] - w.J.at(i, k)*s.U[j][i];
    }
    m = def(r, N, "N_" + l.name, "inertia moment less external moment");
}

}

std::vector<local_state> local_motion(mechanism &x, bool with_ud, wrenches *w)
{
    std::vector<local_state> all(x.links.size());
    all[0].w = all[0].wd = zero3();
    all[0].a = -x.gravity;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) all[0].U[i][j] = 0;
    if (w) {
        w->f.assign(x.links.size(), zero3());
        w->n.assign(x.links.size(), zero3());
    }
    for (int n = 1; n < (int)x.links.size(); n++) {
        all[n] = link_motion(x, n, with_ud, all[x.links[n].parent]);
        if (w && x.interleave) link_wrench(x, n, all[n], w->f[n], w->n[n]);
    }
    for (int n = 1; n < (int)x.links.size() && w && !x.interleave; n++) link_wrench(x, n, all[n], w->f[n], w->n[n]);
    return all;
}

ex project(const link &l, const vec3 &f, const vec3 &n)
{
    switch (l.kind) {
    case link_kind::rotation:    return l.sigma*n[l.k];
    case link_kind::translation: return l.sigma*dot(l.s, f);
    case link_kind::screw:       return l.sigma*(n[l.k] + l.pitch*f[l.k]);
    case link_kind::spin:        return l.sigma*dot(l.s, n);
    default: throw std::logic_error("this link has no speed");
    }
}

std::vector<ex> gather_forces(mechanism &x, const wrenches &w0, const std::string &name)
{
    recorder &r = x.r;
    wrenches w = w0;
    std::vector<ex> tau(x.g->nu, ex(0));
    section(r, "forces carried to the base");
    for (size_t n = x.links.size() - 1; n > 0; n--) {
        const link &l = x.links[n];
        vec3 f = def(r, w.f[n], "f_" + l.name, "force through the joint"), m = def(r, w.n[n], "n_" + l.name, "moment through the joint");
        if (l.u >= 0) tau[l.u] = atom(r, project(l, f, m).expand() - x.load[l.u], name + "_" + l.name);
        if (l.parent == 0) continue;
        vec3 fp = def(r, to_parent(l, f), "fp_" + l.name);
        w.f[l.parent] = w.f[l.parent] + fp;
        w.n[l.parent] = w.n[l.parent] + to_parent(l, m) + cross(l.d, fp);
    }
    return tau;
}
