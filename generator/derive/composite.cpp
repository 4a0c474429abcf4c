/*
 * composite.cpp -- composite-body mass matrix, and the solution with it by the factors M = L^T D L, which keep the
 * zeros of a tree (Featherstone 2008, chapters 6 and 8).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

namespace {

bool plane_rotation(const link &l)
{
    return (l.kind == link_kind::rotation || l.kind == link_kind::screw) && !l.fixed_turn;
}

}

sym3 rotated(recorder &r, const link &l, const sym3 &S, const std::string &name)
{
    if (is_identity(l.R)) return S;
    sym3 T;
    auto named = [&](int i, int j, const ex &e) { T.at(i, j) = atom(r, e, name + "_" + axis_name(i) + axis_name(j)); };
    if (plane_rotation(l)) {
        /* a symmetric 2 x 2 block turns in 10 operations */
        int k = l.k, i = (k + 1)%3, j = (k + 2)%3;
        ex diff = atom(r, S.at(i, i) - S.at(j, j), name + "_d");
        ex K = atom(r, l.sn*diff + 2*l.c*S.at(i, j), name + "_K");
        named(i, i, S.at(i, i) - l.sn*K);
        named(j, j, S.at(j, j) + l.sn*K);
        named(i, j, l.c*K - S.at(i, j));
        named(i, k, l.c*S.at(i, k) - l.sn*S.at(j, k));
        named(j, k, l.c*S.at(j, k) + l.sn*S.at(i, k));
        T.at(k, k) = S.at(k, k);
        return T;
    }
    mat3 half;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            ex e = 0;
            for (int k = 0; k < 3; k++) e += S.at(i, k)*l.R[j][k];
            half[i][j] = atom(r, e, name + "_h");
        }
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) named(i, j, l.R[i][0]*half[0][j] + l.R[i][1]*half[1][j] + l.R[i][2]*half[2][j]);
    return T;
}

mat3 rotated(recorder &r, const link &l, const mat3 &B, const std::string &name)
{
    if (is_identity(l.R)) return B;
    if (!plane_rotation(l)) return def(r, mul_nt(def(r, mul(l.R, B), name + "_h"), l.R), name);
    int k = l.k, i = (k + 1)%3, j = (k + 2)%3;
    mat3 T;
    auto named = [&](int a, int b, const ex &e) { T[a][b] = atom(r, e, name + "_" + axis_name(a) + axis_name(b)); };
    ex diff = atom(r, B[i][i] - B[j][j], name + "_d"), sum = atom(r, B[i][j] + B[j][i], name + "_s");
    ex K = atom(r, l.sn*diff + l.c*sum, name + "_K");
    named(i, i, B[i][i] - l.sn*K);
    named(j, j, B[j][j] + l.sn*K);
    named(i, j, l.c*K - B[j][i]);
    named(j, i, l.c*K - B[i][j]);
    named(i, k, l.c*B[i][k] - l.sn*B[j][k]);
    named(j, k, l.c*B[j][k] + l.sn*B[i][k]);
    named(k, i, l.c*B[k][i] - l.sn*B[k][j]);
    named(k, j, l.c*B[k][j] + l.sn*B[k][i]);
    T[k][k] = B[k][k];
    return T;
}

namespace {

/* Inertia of a link and all that hangs on it, added to its parent's. */
void add_to_parent(recorder &r, const link &l, const link_inertia &w, link_inertia &p, const std::string &parent)
{
    vec3 h = def(r, to_parent(l, w.h), "hr_" + l.name);
    sym3 J = rotated(r, l, w.J, "Jr_" + l.name);
    vec3 md = def(r, scale(w.m, l.d), "md_" + l.name);
    vec3 hm = def(r, h + md, "hs_" + l.name);           /* J + d h^T + h d^T + m d d^T = J + d hm^T + h d^T */
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            p.J.at(i, j) = atom(r, p.J.at(i, j) + J.at(i, j) + l.d[i]*hm[j] + h[i]*l.d[j],
                                "Jc_" + parent + "_" + axis_name(i) + axis_name(j), "composite body about its joint");
    p.h = def(r, p.h + hm, "hc_" + parent, "composite body: mass times mass centre");
    p.m = atom(r, p.m + w.m, "mc_" + parent, "composite body: mass");
}

/* Force and moment at the link's origin that accelerate its composite body with unit motion. */
void unit_wrench(recorder &r, const link &l, const link_inertia &w, vec3 &f, vec3 &n)
{
    auto spin = [&](const vec3 &s) {
        f = cross(s, w.h);
        ex trace = 0;
        for (int i = 0; i < 3; i++) trace += w.J.c[i];
        vec3 axis_part = zero3();
        for (int i = 0; i < 3; i++)
            if (!zero(s[i])) {
                for (int j = 0; j < 3; j++) axis_part[j] += (j == i ? (trace - w.J.c[i])*s[i] : -w.J.at(i, j)*s[i]).expand();
            }
        n = axis_part;
    };
    switch (l.kind) {
    case link_kind::rotation: spin(unit3(l.k)); break;
    case link_kind::spin:     spin(l.s); break;
    case link_kind::translation:
        f = scale(w.m, l.s);
        n = cross(w.h, l.s);
        break;
    case link_kind::screw: {
        vec3 e = unit3(l.k);
        spin(e);
        f = f + scale(l.pitch*w.m, e);
        n = n + cross(w.h, def(r, scale(l.pitch, e), "pitch_" + l.name));
        break;
    }
    default: throw std::logic_error("this link has no speed");
    }
    f = def(r, scale(l.sigma, f), "fu_" + l.name, "force for unit acceleration");
    n = def(r, scale(l.sigma, n), "nu_" + l.name, "moment for unit acceleration");
}

}

namespace {

std::vector<link_inertia> composite_bodies(mechanism &x)
{
    section(x.r, "composite bodies");
    std::vector<link_inertia> whole(x.links.size());
    for (size_t n = 0; n < x.links.size(); n++) whole[n] = x.links[n].inertia;
    for (size_t n = x.links.size() - 1; n > 0; n--)
        if (x.links[n].parent) add_to_parent(x.r, x.links[n], whole[n], whole[x.links[n].parent], x.links[x.links[n].parent].name);
    return whole;
}

/* a, b of a speed in ground axes: a point at r moves with b + a x r. */
void screw_of(mechanism &x, int n, vec3 &a, vec3 &b)
{
    const link &l = x.links[n];
    const relative_state &s = relative(x, 0, n);
    vec3 dir = scale(l.sigma, s.s);
    a = l.kind == link_kind::translation ? zero3() : dir;
    b = zero3();
    if (l.kind == link_kind::translation) b = dir;
    else b = cross(s.r, a) + (l.kind == link_kind::screw ? scale(l.pitch, dir) : zero3());
    b = def(x.r, b, "b_" + l.name, "velocity of the point at ground's origin for unit speed");
}

}

void mass_loops(mechanism &x)
{
    recorder &r = x.r;
    int nu = x.g->nu, nb = x.m->nbody - 1;
    std::vector<int> up(nu, -1), last(nb, -1);
    auto next_speed = [&](int n) { while (n > 0 && x.links[n].u < 0) n = x.links[n].parent; return n > 0 ? x.links[n].u : -1; };
    std::vector<link_inertia> whole = composite_bodies(x);
    program_kernel_array(r.p, KERNEL_mass_table, 0, 12*nu);
    program_kernel_array(r.p, KERNEL_transformation_table, 0, 6*nu + 3*nb);
    for (size_t n = 1; n < x.links.size(); n++) {
        const link &l = x.links[n];
        if (l.u < 0) continue;
        const relative_state &s = relative(x, 0, (int)n);
        section(r, "screws and unit wrenches");
        vec3 a, b, f, m;
        screw_of(x, (int)n, a, b);
        unit_wrench(r, l, whole[n], f, m);
        vec3 fg = def(r, mul(s.A, f), "fg_" + l.name, "unit force in ground axes");
        vec3 mg = def(r, mul(s.A, m) + cross(s.r, fg), "ng_" + l.name, "unit moment about ground's origin");
        for (int k = 0; k < 3; k++) {
            set(r, KERNEL_mass_table, 0, 12*l.u + k, a[k]);
            set(r, KERNEL_mass_table, 0, 12*l.u + 3 + k, b[k]);
            set(r, KERNEL_mass_table, 0, 12*l.u + 6 + k, fg[k]);
            set(r, KERNEL_mass_table, 0, 12*l.u + 9 + k, mg[k]);
            set(r, KERNEL_transformation_table, 0, 6*l.u + k, a[k]);
            set(r, KERNEL_transformation_table, 0, 6*l.u + 3 + k, b[k]);
        }
        up[l.u] = next_speed(l.parent);
    }
    for (int i = 0; i < nb; i++) {
        const placed_body &p = x.bodies[i + 1];
        moving_point o = point_position(x, 0, p.link, p.at.o, std::string(x.m->bodies[i + 1].name) + "_origin");
        for (int k = 0; k < 3; k++) set(r, KERNEL_transformation_table, 0, 6*nu + 3*i + k, o.r[k]);
        last[i] = next_speed(p.link);
    }
    loop_tables tables = {nu, up.data(), nb, last.data()};
    program_loops_set(r.p, &tables);
}

std::vector<ex> composite_mass(mechanism &x)
{
    recorder &r = x.r;
    int nu = x.g->nu;
    std::vector<ex> M(nu*nu, ex(0));
    std::vector<link_inertia> whole = composite_bodies(x);
    section(r, "mass matrix");
    for (size_t n = 1; n < x.links.size(); n++) {
        const link &l = x.links[n];
        if (l.u < 0) continue;
        vec3 f, m;
        unit_wrench(r, l, whole[n], f, m);
        for (int i = (int)n; i > 0; i = x.links[i].parent) {
            const link &a = x.links[i];
            if (a.u >= 0)
                M[l.u*nu + a.u] = M[a.u*nu + l.u] = atom(r, project(a, f, m).expand(), "M_" + l.name + "_" + a.name);
            vec3 fp = def(r, to_parent(a, f), "fu_" + l.name + "_" + a.name);
            m = def(r, to_parent(a, m) + cross(a.d, fp), "nu_" + l.name + "_" + a.name);
            f = fp;
        }
    }
    return M;
}

std::vector<ex> tree_solve(mechanism &x, const std::vector<ex> &M, const std::vector<ex> &b)
{
    recorder &r = x.r;
    int nu = x.g->nu;
    section(r, "factors of the mass matrix");
    std::vector<int> order;                     /* speeds from base to tip */
    for (const link &l : x.links) if (l.u >= 0) order.push_back(l.u);
    auto ancestors = [&](int u) {
        std::vector<int> list;
        for (int i = x.links[x.link_of_u[u]].parent; i > 0; i = x.links[i].parent) if (x.links[i].u >= 0) list.push_back(x.links[i].u);
        return list;
    };
    auto name = [&](const char *q, int i, int j) { return std::string(q) + "_" + x.links[x.link_of_u[i]].name + (j < 0 ? "" : "_" + x.links[x.link_of_u[j]].name); };
    std::vector<ex> H = M, inv(nu), y = b;
    for (size_t o = order.size(); o-- > 0;) {
        int k = order[o];
        std::vector<int> up = ancestors(k);
        inv[k] = atom(r, int_power(r, H[k*nu + k], -1), name("inv", k, -1));
        std::vector<ex> L(up.size());
        for (size_t i = 0; i < up.size(); i++) L[i] = atom(r, H[k*nu + up[i]]*inv[k], name("L", k, up[i]));
        for (size_t i = 0; i < up.size(); i++) {
            for (size_t j = i; j < up.size(); j++) {
                ex &h = H[up[i]*nu + up[j]];
                h = atom(r, h - L[i]*H[k*nu + up[j]], name("H", up[i], up[j]));
            }
            y[up[i]] = atom(r, y[up[i]] - L[i]*y[k], name("y", up[i], -1));
        }
        for (size_t i = 0; i < up.size(); i++) H[k*nu + up[i]] = L[i];
    }
    section(r, "accelerations");
    for (int k : order) {
        ex e = y[k]*inv[k];
        for (int i : ancestors(k)) e -= H[k*nu + i]*y[i];
        y[k] = atom(r, e, name("ud", k, -1));
    }
    return y;
}
