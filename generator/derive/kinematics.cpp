/*
 * kinematics.cpp -- recursions from base to tip (Lee and Yoon 1993, eqs. 1 to 5), in the axes of the link one looks from.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "kinematics.hpp"

mechanism::~mechanism()
{
    for (auto &s : relative) delete s.second;
}

namespace {

void rotation_transform(mechanism &x, link &l)
{
    recorder &r = x.r;
    ex q = x.q[l.q];
    std::string n = l.name;
    l.c = call(r, PF_COS, q, "c_" + n);
    l.sn = l.sigma*call(r, PF_SIN, q, "s_" + n);
    int i = (l.k + 1)%3, j = (l.k + 2)%3;
    mat3 Z = identity3();
    Z[i][i] = l.c; Z[j][j] = l.c; Z[i][j] = -l.sn; Z[j][i] = l.sn;
    l.R = l.fixed_turn ? def(r, mul(l.R0.A, Z), "R_" + n, "rotation to the parent's frame") : Z;
    l.d = l.o;
    if (l.kind == link_kind::screw) {
        vec3 along = column(l.R0.A, l.k);
        ex advance = atom(r, l.sigma*l.pitch*q, "advance_" + n);
        l.d = def(r, l.o + scale(advance, along), "d_" + n, "origin in the parent's frame");
    }
}

}

void link_transforms(mechanism &x)
{
    recorder &r = x.r;
    for (size_t n = 1; n < x.links.size(); n++) {
        link &l = x.links[n];
        section(r, "trigonometry and transforms");
        l.R = identity3();
        l.d = l.o;
        l.rate = l.u >= 0 ? l.sigma*x.u[l.u] : ex(0);
        switch (l.kind) {
        case link_kind::rotation: case link_kind::screw: rotation_transform(x, l); break;
        case link_kind::translation:
            l.d = def(r, l.o + scale(l.sigma*x.q[l.q], l.s), "d_" + l.name, "origin in the parent's frame");
            break;
        case link_kind::turn: {
            mat3 T = matrix_of(r, l.e, l.name);
            l.R = l.fixed_turn ? def(r, mul(l.R0.A, T), "R_" + l.name, "rotation to the parent's frame") : T;
            break;
        }
        default: break;
        }
    }
}

int common_ancestor(const mechanism &x, int a, int b)
{
    while (a != b) { if (a > b) a = x.links[a].parent; else b = x.links[b].parent; }
    return a;
}

namespace {

std::string label(const mechanism &x, const char *quantity, int c, int i)
{
    std::string n = std::string(quantity) + "_" + x.links[i].name;
    return c ? n + "_in_" + x.links[c].name : n;
}

relative_state &state_of(mechanism &x, int c, int i)
{
    auto known = x.relative.find({c, i});
    if (known != x.relative.end()) return *known->second;
    relative_state *s = new relative_state;
    x.relative[{c, i}] = s;
    s->c = c; s->i = i;
    if (c == i) {
        s->A = identity3(); s->e = {{1, 0, 0, 0}};
        s->r = s->s = s->d = s->w = s->v = s->wd = s->a = s->wd_full = s->a_full = zero3();
        s->has_velocity = s->has_bias = s->has_full = s->has_euler = true;
        return *s;
    }
    const link &l = x.links[i];
    const relative_state &p = state_of(x, c, l.parent);
    section(x.r, "positions");
    s->A = def(x.r, mul(p.A, l.R), label(x, "A", c, i), "orientation");
    s->d = def(x.r, mul(p.A, l.d), label(x, "d", c, i), "from the parent's origin");
    s->r = def(x.r, p.r + s->d, label(x, "r", c, i), "origin");
    s->s = l.u >= 0 ? def(x.r, mul(s->A, l.s), label(x, "axis", c, i), "direction of the joint's motion") : zero3();
    return *s;
}

bool turns(const link &l) { return l.kind == link_kind::rotation || l.kind == link_kind::screw || l.kind == link_kind::spin; }
bool slides(const link &l) { return l.kind == link_kind::translation || l.kind == link_kind::screw; }

/* Angular velocity that the link's own motion adds: for the first of three spins all three, for the others nothing. */
vec3 own_spin(mechanism &x, int c, int i)
{
    const link &l = x.links[i];
    if (!turns(l)) return zero3();
    if (l.kind != link_kind::spin) return def(x.r, scale(l.rate, state_of(x, c, i).s), label(x, "spin", c, i));
    if (l.first_spin != i) return zero3();
    vec3 sum = zero3();
    for (int k = i; k < i + 3; k++) sum = sum + scale(x.links[k].rate, state_of(x, c, k).s);
    return def(x.r, sum, label(x, "spin", c, i));
}

vec3 own_spin_rate(mechanism &x, int c, int i)
{
    const link &l = x.links[i];
    if (!turns(l)) return zero3();
    vec3 sum = zero3();
    int last = l.kind == link_kind::spin ? i + 3 : i + 1;
    if (l.kind == link_kind::spin && l.first_spin != i) return sum;
    for (int k = i; k < last; k++) sum = sum + scale(x.links[k].sigma*x.ud[x.links[k].u], state_of(x, c, k).s);
    return sum;
}

/* Velocity that a sliding motion adds: rate times direction. */
vec3 own_slide(mechanism &x, int c, int i, const ex &rate)
{
    const link &l = x.links[i];
    if (!slides(l)) return zero3();
    ex f = l.kind == link_kind::screw ? l.pitch*rate : rate;
    return def(x.r, scale(f, state_of(x, c, i).s), label(x, "slide", c, i));
}

}

const relative_state &relative(mechanism &x, int c, int i) { return state_of(x, c, i); }

const relative_state &relative_velocity(mechanism &x, int c, int i)
{
    relative_state &s = state_of(x, c, i);
    if (s.has_velocity) return s;
    const relative_state &p = relative_velocity(x, c, x.links[i].parent);
    section(x.r, "velocities");
    s.w = def(x.r, p.w + own_spin(x, c, i), label(x, "w", c, i), "angular velocity");
    s.v = def(x.r, p.v + cross(p.w, s.d) + own_slide(x, c, i, x.links[i].rate), label(x, "v", c, i), "velocity of the origin");
    s.has_velocity = true;
    return s;
}

namespace {

/* Accelerations of link i, given those of its parent, without what the accelerations of its own speeds add. */
void carry_accelerations(mechanism &x, const relative_state &p, const relative_state &s, const vec3 &pwd, const vec3 &pa, vec3 &wd, vec3 &a)
{
    recorder &r = x.r;
    vec3 wxd = def(r, cross(p.w, s.d), label(x, "wxd", s.c, s.i));
    wd = pwd + cross(p.w, own_spin(x, s.c, s.i));
    a = pa + cross(pwd, s.d) + cross(p.w, wxd);
    vec3 slide = own_slide(x, s.c, s.i, x.links[s.i].rate);
    if (!zero(slide)) a = a + cross(p.w, def(r, scale(2, slide), label(x, "slide2", s.c, s.i)));
}

}

const relative_state &relative_bias(mechanism &x, int c, int i)
{
    relative_state &s = state_of(x, c, i);
    if (s.has_bias) return s;
    const relative_state &p = relative_bias(x, c, x.links[i].parent);
    relative_velocity(x, c, i);
    section(x.r, "velocity terms of accelerations");
    vec3 wd, a;
    carry_accelerations(x, p, s, p.wd, p.a, wd, a);
    s.wd = def(x.r, wd, label(x, "wdb", c, i), "angular acceleration without ud");
    s.a = def(x.r, a, label(x, "ab", c, i), "acceleration of the origin without ud");
    s.has_bias = true;
    return s;
}

const relative_state &relative_full(mechanism &x, int c, int i)
{
    relative_state &s = state_of(x, c, i);
    if (s.has_full) return s;
    const relative_state &p = relative_full(x, c, x.links[i].parent);
    relative_velocity(x, c, i);
    section(x.r, "accelerations");
    vec3 wd, a;
    carry_accelerations(x, p, s, p.wd_full, p.a_full, wd, a);
    const link &l = x.links[i];
    s.wd_full = def(x.r, wd + own_spin_rate(x, c, i), label(x, "wd", c, i), "angular acceleration");
    s.a_full = def(x.r, a + own_slide(x, c, i, l.u >= 0 ? l.sigma*x.ud[l.u] : ex(0)), label(x, "a", c, i), "acceleration of the origin");
    s.has_full = true;
    return s;
}

/* Euler parameters through the intermediate axis (Lee and Yoon 1993, eq. 3): p_i = E_i E_j p_j, as products of Euler parameters. */
const relative_state &relative_euler(mechanism &x, int c, int i)
{
    relative_state &s = state_of(x, c, i);
    if (s.has_euler) return s;
    const link &l = x.links[i];
    const relative_state &p = relative_euler(x, c, l.parent);
    recorder &r = x.r;
    section(r, "Euler parameters");
    quat e = p.e;
    if (l.fixed_turn) e = def(r, mul(e, l.R0.e), label(x, "e0", c, i));
    if (l.kind == link_kind::turn) e = def(r, mul(e, l.e), label(x, "e", c, i), "Euler parameters");
    if (l.kind == link_kind::rotation || l.kind == link_kind::screw) {
        ex half = atom(r, x.q[l.q]/2, "half_" + l.name);
        quat z = {{call(r, PF_COS, half, "ch_" + l.name), 0, 0, 0}};
        z.e[l.k + 1] = l.sigma*call(r, PF_SIN, half, "sh_" + l.name);
        e = def(r, mul(e, z), label(x, "e", c, i), "Euler parameters");
    }
    s.e = e;
    s.has_euler = true;
    return s;
}

/* ---- points ---- */

vec3 in_link(mechanism &x, int b, const vec3 &p, const std::string &name)
{
    const pose &at = x.bodies[b].at;
    return def(x.r, at.o + mul(at.R.A, p), name);
}

moving_point point_position(mechanism &x, int c, int i, const vec3 &p, const std::string &name)
{
    const relative_state &s = relative(x, c, i);
    moving_point m;
    m.arm = def(x.r, mul(s.A, p), "arm_" + name);
    m.r = def(x.r, s.r + m.arm, "r_" + name, "position");
    return m;
}

void point_velocity(mechanism &x, int c, int i, moving_point &p, const std::string &name)
{
    const relative_state &s = relative_velocity(x, c, i);
    p.v = def(x.r, s.v + cross(s.w, p.arm), "v_" + name, "velocity");
}

namespace {

vec3 point_acceleration(mechanism &x, const relative_state &s, const moving_point &p, const vec3 &a, const vec3 &wd, const std::string &name)
{
    vec3 wxr = def(x.r, cross(s.w, p.arm), "wxr_" + name);
    return a + cross(wd, p.arm) + cross(s.w, wxr);
}

}

void point_bias(mechanism &x, int c, int i, moving_point &p, const std::string &name)
{
    const relative_state &s = relative_bias(x, c, i);
    p.a = def(x.r, point_acceleration(x, s, p, s.a, s.wd, name), "ab_" + name, "acceleration without ud");
}

void point_full(mechanism &x, int c, int i, moving_point &p, const std::string &name)
{
    const relative_state &s = relative_full(x, c, i);
    p.a_full = def(x.r, point_acceleration(x, s, p, s.a_full, s.wd_full, name), "a_" + name, "acceleration");
}

std::map<int, vec3> point_columns(mechanism &x, int c, int i, const vec3 &from_origin, const std::string &name)
{
    std::map<int, vec3> columns;
    recorder &r = x.r;
    vec3 arm = from_origin;
    for (; i != c; i = x.links[i].parent) {
        const link &l = x.links[i];
        const relative_state &s = relative(x, c, i);
        if (l.u >= 0) {
            vec3 v = turns(l) ? cross(s.s, arm) : zero3();
            if (slides(l)) v = v + (l.kind == link_kind::screw ? scale(l.pitch, s.s) : s.s);
            columns[l.u] = def(r, scale(l.sigma, v), "col_" + name + "_" + l.name);
        }
        /* carried from origin to origin: what was added on the way out is not subtracted again */
        arm = def(r, arm + s.d, "arm_" + name + "_" + x.links[l.parent].name);
    }
    return columns;
}

std::map<int, vec3> spin_columns(mechanism &x, int c, int i)
{
    std::map<int, vec3> columns;
    for (; i != c; i = x.links[i].parent)
        if (turns(x.links[i])) columns[x.links[i].u] = scale(x.links[i].sigma, relative(x, c, i).s);
    return columns;
}
