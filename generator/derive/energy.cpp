/*
 * energy.cpp -- kinetic energy from the links' motions, potential energy of gravity (zero at ground's origin).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dynamics.hpp"

ex kinetic_energy(mechanism &x)
{
    recorder &r = x.r;
    std::vector<local_state> s = local_motion(x, false);
    std::vector<vec3> v(x.links.size(), zero3());
    ex sum = 0;
    for (size_t i = 1; i < x.links.size(); i++) {
        const link &l = x.links[i];
        const std::string &n = l.name;
        section(r, "kinetic energy");
        vec3 carried = def(r, v[l.parent] + cross(s[l.parent].w, l.d), "vp_" + n);
        vec3 own = zero3();
        if (l.kind == link_kind::translation) own = scale(l.rate, l.s);
        if (l.kind == link_kind::screw) own = scale(l.pitch*l.rate, l.s);
        v[i] = def(r, to_link(l, carried) + own, "vl_" + n, "velocity of the origin in the link's axes");
        const link_inertia &w = l.inertia;
        if (zero(w.m) && zero(w.J.c[0]) && zero(w.J.c[1]) && zero(w.J.c[2])) continue;
        ex trace = atom(r, w.J.c[0] + w.J.c[1] + w.J.c[2], "trJ_" + n);
        vec3 Jw = def(r, scale(trace, s[i].w) - mul(w.J, s[i].w), "H_" + n, "angular momentum about the origin");
        vec3 p = def(r, scale(w.m, v[i]) + scale(2, cross(s[i].w, w.h)), "P_" + n);
        sum += atom(r, (dot(v[i], p)/2 + dot(s[i].w, Jw)/2).expand(), "T_" + n, "kinetic energy of the link");
    }
    return atom(r, sum, "T", "kinetic energy");
}

ex gravity_energy(mechanism &x)
{
    recorder &r = x.r;
    ex sum = 0;
    if (zero(x.gravity)) return 0;
    for (size_t i = 0; i < x.links.size(); i++) {         /* ground too: bodies fixed to it have a height */
        const link &l = x.links[i];
        if (zero(l.inertia.m) && zero(l.inertia.h)) continue;
        const relative_state &s = relative(x, 0, (int)i);
        section(r, "potential energy");
        vec3 moment = def(r, scale(l.inertia.m, s.r) + mul(s.A, l.inertia.h), "mr_" + l.name, "mass times position of its centre");
        sum += atom(r, -dot(x.gravity, moment), "V_" + l.name, "potential energy of the link");
    }
    return atom(r, sum, "V_gravity", "potential energy of gravity");
}
