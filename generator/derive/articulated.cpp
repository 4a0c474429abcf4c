/*
 * articulated.cpp -- articulated-body recursion on the deviation from the motion with ud = 0 (Featherstone 2008, chapter 7; the bias
 * wrenches of that motion come from the Newton-Euler recursion, so that nothing here depends on velocities).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

namespace {

/* n = I al + B a, f = B^T al + C a: moment and force at the origin for angular acceleration al and acceleration a. */
struct articulated { sym3 I, C; mat3 B; };

struct joint_solution { vec3 Ga, Gl; ex value; };       /* motion = value - Ga . al - Gl . a */

articulated rigid(recorder &r, const link &l)
{
    const link_inertia &w = l.inertia;
    articulated b;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1)%3, k = (i + 2)%3;
        b.I.at(i, i) = atom(r, w.J.at(j, j) + w.J.at(k, k), "I_" + l.name + "_" + axis_name(i) + axis_name(i));
        b.I.at(i, j) = -w.J.at(i, j);
        b.C.at(i, i) = w.m;
        b.C.at(i, j) = 0;
        b.B[i][i] = 0;
        b.B[i][j] = -w.h[k];
        b.B[j][i] = w.h[k];
    }
    return b;
}

vec3 row(const mat3 &B, int k) { return {{B[k][0], B[k][1], B[k][2]}}; }
vec3 column(const sym3 &S, int k) { return {{S.at(0, k), S.at(1, k), S.at(2, k)}}; }

/* k if s is exactly the unit vector along k, else -1. */
int unit_axis(const vec3 &s)
{
    for (int k = 0; k < 3; k++)
        if (one(s[k]) && zero(s[(k + 1)%3]) && zero(s[(k + 2)%3])) return k;
    return -1;
}

/* The wrench for unit motion of the joint, and its own component. */
void joint_column(recorder &r, const link &l, const articulated &b, vec3 &Ua, vec3 &Ul, ex &D)
{
    const std::string &n = l.name;
    switch (l.kind) {
    case link_kind::rotation: Ua = column(b.I, l.k); Ul = row(b.B, l.k); D = Ua[l.k]; return;
    case link_kind::spin: case link_kind::translation: {
        bool spin = l.kind == link_kind::spin;
        int k = unit_axis(l.s);
        if (k >= 0) {
            Ua = spin ? column(b.I, k) : ::column(b.B, k);
            Ul = spin ? row(b.B, k) : column(b.C, k);
            D = spin ? Ua[k] : Ul[k];
            return;
        }
        Ua = def(r, spin ? mul(b.I, l.s) : mul(b.B, l.s), "Un_" + n);
        Ul = def(r, spin ? mul_t(b.B, l.s) : mul(b.C, l.s), "Uf_" + n);
        D = atom(r, dot(l.s, spin ? Ua : Ul), "D_" + n, "inertia felt by the joint");
        return;
    }
    case link_kind::screw: {
        vec3 pe = scale(l.pitch, unit3(l.k));
        Ua = def(r, column(b.I, l.k) + mul(b.B, pe), "Un_" + n);
        Ul = def(r, row(b.B, l.k) + mul(b.C, pe), "Uf_" + n);
        D = atom(r, Ua[l.k] + l.pitch*Ul[l.k], "D_" + n, "inertia felt by the joint");
        return;
    }
    default: throw std::logic_error("this link has no speed");
    }
}

/* What remains of the inertia and of the bias wrench when the joint gives way. Exact zeros are put in where they are known. */
void release(recorder &r, const link &l, articulated &b, vec3 &f, vec3 &n, const ex &tau, joint_solution &out)
{
    vec3 Ua, Ul;
    ex D;
    joint_column(r, l, b, Ua, Ul, D);
    const std::string &nm = l.name;
    ex inv = atom(r, int_power(r, D, -1), "invD_" + nm, "inverse of the inertia felt by the joint");
    ex rest = atom(r, l.sigma*tau - (l.sigma*project(l, f, n)).expand(), "e_" + nm, "force left for the joint");
    int ka = l.kind == link_kind::rotation ? l.k : l.kind == link_kind::spin ? unit_axis(l.s) : -1;     /* rotation released about ka */
    int kl = l.kind == link_kind::translation ? unit_axis(l.s) : -1;                                    /* translation released along kl */
    for (int i = 0; i < 3; i++) {
        out.Ga[i] = i == ka ? ex(1) : atom(r, Ua[i]*inv, "Gn_" + nm + "_" + axis_name(i));
        out.Gl[i] = i == kl ? ex(1) : atom(r, Ul[i]*inv, "Gf_" + nm + "_" + axis_name(i));
    }
    out.value = atom(r, rest*inv, "y_" + nm);
    articulated c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            std::string at = nm + "_" + axis_name(i) + axis_name(j);
            c.B[i][j] = i == ka || j == kl ? ex(0) : atom(r, b.B[i][j] - Ua[i]*out.Gl[j], "Ba_" + at);
            if (j < i) continue;
            c.I.at(i, j) = i == ka || j == ka ? ex(0) : atom(r, b.I.at(i, j) - Ua[i]*out.Ga[j], "Ia_" + at);
            c.C.at(i, j) = i == kl || j == kl ? ex(0) : atom(r, b.C.at(i, j) - Ul[i]*out.Gl[j], "Ca_" + at);
        }
    b = c;
    for (int i = 0; i < 3; i++) {
        n[i] = i == ka ? atom(r, l.sigma*tau, "ta_" + nm) : atom(r, n[i] + out.Ga[i]*rest, "na_" + nm + "_" + axis_name(i));
        f[i] = i == kl ? atom(r, l.sigma*tau, "ta_" + nm) : atom(r, f[i] + out.Gl[i]*rest, "fa_" + nm + "_" + axis_name(i));
    }
}

/* Turns to the parent's axes, shifts to its origin, adds. */
void carry(recorder &r, const link &l, const articulated &b, articulated &p, const std::string &parent)
{
    const std::string &n = l.name;
    sym3 I = rotated(r, l, b.I, "Ir_" + n), C = rotated(r, l, b.C, "Cr_" + n);
    mat3 B = rotated(r, l, b.B, "Br_" + n);
    mat3 O;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1)%3, k = (i + 2)%3;
        O[i][i] = 0; O[i][j] = -l.d[k]; O[j][i] = l.d[k];
    }
    mat3 Bs;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            ex e = B[i][j];
            for (int k = 0; k < 3; k++) e += O[i][k]*C.at(k, j);
            Bs[i][j] = atom(r, e, "Bs_" + n + "_" + axis_name(i) + axis_name(j));
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            std::string at = parent + "_" + axis_name(i) + axis_name(j);
            p.B[i][j] = atom(r, p.B[i][j] + Bs[i][j], "B_" + at, "articulated body: moment for acceleration");
            if (j < i) continue;
            ex e = p.I.at(i, j) + I.at(i, j);
            for (int k = 0; k < 3; k++) e += O[i][k]*B[j][k] - Bs[i][k]*O[k][j];
            p.I.at(i, j) = atom(r, e, "I_" + at, "articulated body: moment for angular acceleration");
            p.C.at(i, j) = atom(r, p.C.at(i, j) + C.at(i, j), "C_" + at, "articulated body: force for acceleration");
        }
}

/* ud of each link, base to tip, from the deviations al and a of its parent. */
ex deviation(mechanism &x, const link &l, const joint_solution &g, vec3 &al, vec3 &a)
{
    recorder &r = x.r;
    const std::string &n = l.name;
    int ka = -1, kl = -1;
    if (l.kind == link_kind::rotation) ka = l.k;
    if (l.kind == link_kind::spin) ka = unit_axis(l.s);
    if (l.kind == link_kind::translation) kl = unit_axis(l.s);
    ex sum = g.value;
    for (int i = 0; i < 3; i++) {
        if (i != ka) sum -= g.Ga[i]*al[i];
        if (i != kl) sum -= g.Gl[i]*a[i];
    }
    ex m = atom(r, sum, "x_" + n);
    if (ka >= 0 || kl >= 0) {
        ex &own = ka >= 0 ? al[ka] : a[kl];
        ex ud = atom(r, l.sigma*(m - own).expand(), "ud_" + n);
        own = m;
        return ud;
    }
    if (l.kind == link_kind::spin || l.kind == link_kind::screw) al = def(r, al + scale(m, l.s), "al_" + n);
    if (l.kind == link_kind::translation) a = def(r, a + scale(m, l.s), "dev_" + n);
    if (l.kind == link_kind::screw) a = def(r, a + scale(l.pitch*m, l.s), "dev_" + n);
    return atom(r, l.sigma*m, "ud_" + n);
}

}

std::vector<ex> articulated_accelerations(mechanism &x, const wrenches &bias, const std::vector<ex> &tau)
{
    recorder &r = x.r;
    size_t count = x.links.size();
    std::vector<articulated> whole(count);
    std::vector<joint_solution> g(count);
    std::vector<vec3> f = bias.f, n = bias.n;
    section(r, "articulated bodies");
    for (size_t i = 1; i < count; i++) whole[i] = rigid(r, x.links[i]);
    for (size_t i = count - 1; i > 0; i--) {
        const link &l = x.links[i];
        if (l.u >= 0) release(r, l, whole[i], f[i], n[i], tau[l.u], g[i]);
        if (!l.parent) continue;
        carry(r, l, whole[i], whole[l.parent], x.links[l.parent].name);
        vec3 fp = def(r, to_parent(l, f[i]), "fp_" + l.name);
        f[l.parent] = def(r, f[l.parent] + fp, "f_" + x.links[l.parent].name);
        n[l.parent] = def(r, n[l.parent] + to_parent(l, n[i]) + cross(l.d, fp), "n_" + x.links[l.parent].name);
    }
    section(r, "accelerations");
    std::vector<vec3> al(count), a(count);
    al[0] = a[0] = zero3();
    std::vector<ex> ud(x.g->nu, ex(0));
    for (size_t i = 1; i < count; i++) {
        const link &l = x.links[i];
        const vec3 &ap = al[l.parent];
        al[i] = def(r, to_link(l, ap), "al_" + l.name);
        a[i] = def(r, to_link(l, def(r, a[l.parent] + cross(ap, l.d), "dp_" + l.name)), "dev_" + l.name);
        if (l.u >= 0) ud[l.u] = deviation(x, l, g[i], al[i], a[i]);
    }
    return ud;
}
