/*
 * settings.cpp -- what a run takes from the parameters alone before it begins: defaults that use other parameters, stabilisation,
 * times of the analyses, and the masses and inertias that are checked when --set has changed something.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

#include <algorithm>

void derive_settings(mechanism &x)
{
    recorder &r = x.r;
    const model &m = *x.m;
    const int size[4] = {m.nparameter, m.ninput, 2, 8};
    for (int a = 0; a < 4; a++) program_kernel_array(r.p, KERNEL_settings, a, size[a]);
    section(r, "settings");
    for (int i = 0; i < m.nparameter; i++)
        set(r, KERNEL_settings, 0, i, named_value(x, m.parameters[i].value, std::string("default_") + m.parameters[i].name));
    for (int i = 0; i < m.ninput; i++)
        set(r, KERNEL_settings, 1, i, named_value(x, m.inputs[i].value, std::string("default_") + m.inputs[i].name));
    set(r, KERNEL_settings, 2, 0, m.alpha ? named_value(x, m.alpha, "alpha") : ex(GiNaC::numeric(9997, 50)));
    set(r, KERNEL_settings, 2, 1, m.beta ? named_value(x, m.beta, "beta") : ex(GiNaC::numeric(1414, 5)));
    for (int i = 0; i < std::min(m.nanalysis, 2); i++) {
        const analysis &a = m.analyses[i];
        const expr *const e[4] = {a.from, a.to, a.rtol, a.atol};
        static const char *const name[4] = {"from", "to", "rtol", "atol"};
        for (int k = 0; k < 4; k++) set(r, KERNEL_settings, 3, 4*i + k, named_value(x, e[k], name[k]));
    }
}

void derive_masses(mechanism &x)
{
    recorder &r = x.r;
    int nb = x.m->nbody - 1;
    program_kernel_array(r.p, KERNEL_masses, 0, 8*nb);
    section(r, "masses");
    for (int b = 1; b <= nb; b++) {
        body_mass w = mass_of(x, b);
        set(r, KERNEL_masses, 0, 8*(b - 1), w.m);
        for (int i = 0; i < 6; i++) set(r, KERNEL_masses, 0, 8*(b - 1) + 1 + i, w.I.c[i]);
        if (x.m->bodies[b].inertia_at_origin)
            set(r, KERNEL_masses, 0, 8*(b - 1) + 7, atom(r, w.m*dot(w.com, w.com), std::string("mcc_") + x.m->bodies[b].name));
    }
}
