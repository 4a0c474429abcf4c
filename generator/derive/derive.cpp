/*
 * derive.cpp -- the derivation as a list of steps. One way in from C; nothing of C++ leaves through it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

#include <cstring>

namespace {

/* Above this many speeds, derivations that cannot be the cheapest are not tried, and M and B are not unrolled. */
constexpr int unrolled_speeds = 24;

std::vector<pref> refs_of(mechanism &x, const std::vector<ex> &v)
{
    std::vector<pref> out;
    for (const ex &e : v) out.push_back(ref(x.r, atom(x.r, e, "")));
    return out;
}

struct candidate { const char *quantity, *derivation; std::vector<ex> value; long flops; };

candidate weigh(mechanism &x, const char *quantity, const char *derivation, const std::vector<ex> &value)
{
    std::vector<pref> refs = refs_of(x, value);
    return {quantity, derivation, value, op_flops(program_count_refs(x.r.p, refs.data(), (int)refs.size()))};
}

/* Keeps all candidates in the report and gives back the cheapest; the first among equals. */
const candidate &choose(mechanism &x, std::vector<derive_choice> &report, const std::vector<candidate> &list)
{
    size_t best = 0;
    for (size_t i = 1; i < list.size(); i++) if (list[i].flops < list[best].flops) best = i;
    for (size_t i = 0; i < list.size(); i++) {
        std::vector<pref> refs = refs_of(x, list[i].value);
        pref *copy = (pref *)model_alloc(x.m, refs.size()*sizeof(pref) + 1);
        std::copy(refs.begin(), refs.end(), copy);
        report.push_back({list[i].quantity, list[i].derivation, list[i].flops, i == best, (int)refs.size(), copy});
    }
    return list[best];
}

/* A speed that moves no mass makes M singular: then there is no forward dynamics, and dynamics is refused by the analyses. */
bool singular(const mechanism &x, const std::vector<ex> &M)
{
    for (int i = 0; i < x.g->nu; i++) if (zero(M[i*x.g->nu + i])) return true;
    return false;
}

void derive_rates(mechanism &x)
{
    program_kernel_array(x.r.p, KERNEL_rates, 0, x.g->nq);
    section(x.r, "rates of the coordinates");
    for (int i = 0; i < x.m->nq; i++)
        if (x.g->q_index[i] >= 0) set(x.r, KERNEL_rates, 0, x.g->q_index[i], coordinate_signal(x, i).rate);
}

void set_rows(mechanism &x, const std::vector<row_data> &rows, kernel_id k, int Phi, int J, int Phit, int Phid, int gamma)
{
    recorder &r = x.r;
    int n = (int)rows.size();
    for (int a : {Phi, Phit, Phid, gamma}) if (a >= 0) program_kernel_array(r.p, k, a, n);
    program_kernel_array(r.p, k, J, n*x.g->nu);
    for (int i = 0; i < n; i++) {
        set(r, k, Phi, i, rows[i].Phi);
        if (Phit >= 0) set(r, k, Phit, i, rows[i].Phit);
        if (Phid >= 0) set(r, k, Phid, i, rows[i].Phid);
        if (gamma >= 0) set(r, k, gamma, i, rows[i].gamma);
        for (auto &c : rows[i].J) set(r, k, J, c.first*n + i, c.second);
    }
}

void set_all(mechanism &x, kernel_id k, int array, const std::vector<ex> &v)
{
    program_kernel_array(x.r.p, k, array, (int)v.size());
    for (size_t i = 0; i < v.size(); i++) set(x.r, k, array, (int)i, v[i]);
}

void derive_transformation(mechanism &x)
{
    recorder &r = x.r;
    int nb = x.m->nbody - 1;
    program_kernel_array(r.p, KERNEL_transformation, 0, 6*nb*x.g->nu);
    program_kernel_array(r.p, KERNEL_transformation, 1, 6*nb);
    for (int b = 1; b <= nb; b++) {
        std::string n = x.m->bodies[b].name;
        body_columns c;
        if (!x.report->loops) c = transformation_columns(x, b);
        for (int k = 0; k < 3; k++) {
            for (auto &v : c.v) set(r, KERNEL_transformation, 0, v.first*6*nb + 6*(b - 1) + k, v.second[k]);
            for (auto &w : c.w) set(r, KERNEL_transformation, 0, w.first*6*nb + 6*(b - 1) + 3 + k, w.second[k]);
        }
        int i = x.bodies[b].link;
        moving_point p = point_position(x, 0, i, x.bodies[b].at.o, n + "_origin");
        point_bias(x, 0, i, p, n + "_origin");
        const relative_state &s = relative_bias(x, 0, i);
        for (int k = 0; k < 3; k++) {
            set(r, KERNEL_transformation, 1, 6*(b - 1) + k, p.a[k]);
            set(r, KERNEL_transformation, 1, 6*(b - 1) + 3 + k, s.wd[k]);
        }
    }
}

void derive_dynamics(mechanism &x, const std::vector<row_data> &rows, std::vector<derive_choice> &report)
{
    recorder &r = x.r;
    int nu = x.g->nu;
    bool small = !x.interleave;

    wrenches bias, full;
    local_motion(x, false, &bias);
    std::vector<candidate> mass, forces, forward;
    std::vector<ex> minus = gather_forces(x, bias, "bias");
    for (ex &e : minus) e = atom(r, -e, "g");
    forces.push_back(weigh(x, "forces g", "Newton-Euler", minus));
    if (small) {
        mass.push_back(weigh(x, "mass matrix M", "composite body", composite_mass(x)));
        mass.push_back(weigh(x, "mass matrix M", "velocity transformation B^T M B", transformed_mass(x)));
        forces.push_back(weigh(x, "forces g", "velocity transformation B^T (f - M Bdot u - h)", transformed_forces(x)));
    }
    const std::vector<ex> g = choose(x, report, forces).value;
    std::vector<ex> M;
    if (small) M = choose(x, report, mass).value;
    else {
        mass_loops(x);
        x.report->loops = 1;
        M.assign((size_t)nu*nu, ex(0));
    }
    set_all(x, KERNEL_mass, 0, M);
    set_all(x, KERNEL_equations, 0, M);
    set_all(x, KERNEL_equations, 1, g);
    set_rows(x, rows, KERNEL_equations, 2, 4, -1, 3, 5);

    std::vector<ex> tau(nu), rest(nu);
    for (int u = 0; u < nu; u++) {
        tau[u] = leaf(r, LEAF_TAU, u, "tau_in_" + x.links[x.link_of_u[u]].name, "generalised force from the caller");
        rest[u] = atom(r, g[u] + tau[u], "rest_" + x.links[x.link_of_u[u]].name);
    }
    if (!small || !singular(x, M)) {
        std::vector<ex> applied(nu);
        for (int u = 0; u < nu; u++) applied[u] = atom(r, tau[u] + x.load[u], "applied_" + x.links[x.link_of_u[u]].name);
        forward.push_back(weigh(x, "forward dynamics", "articulated body", articulated_accelerations(x, bias, applied)));
        if (small) forward.push_back(weigh(x, "forward dynamics", "mass matrix and its factors", tree_solve(x, M, rest)));
        set_all(x, KERNEL_forward, 0, choose(x, report, forward).value);
    }
    if (small) derive_accelerations(x, M, g, rows);
    section(r, "inverse dynamics");
    local_motion(x, true, &full);
    std::vector<ex> inverse_ = gather_forces(x, full, "tau");
    set_all(x, KERNEL_inverse, 0, choose(x, report, {weigh(x, "inverse dynamics", "Newton-Euler", inverse_)}).value);
}

void derive_energy(mechanism &x)
{
    program_kernel_array(x.r.p, KERNEL_energy, 0, 2);
    set(x.r, KERNEL_energy, 0, 0, kinetic_energy(x));
    set(x.r, KERNEL_energy, 0, 1, gravity_energy(x) + spring_energy(x), "V");
}

/* Only what switches the equations of motion is an event; a kink in an output is not. */
void set_events(mechanism &x, size_t count)
{
    program_kernel_array(x.r.p, KERNEL_event, 0, (int)count);
    for (size_t i = 0; i < count; i++) set(x.r, KERNEL_event, 0, (int)i, x.r.event_values[i]);
    x.report->nevent = (int)count;
    x.report->events = (const char **)model_alloc(x.m, (count + 1)*sizeof(char *));
    for (size_t i = 0; i < count; i++) x.report->events[i] = model_text(x.m, "%s", x.r.events[i].c_str());
}

template <class T> T *keep(mechanism &x, const std::vector<T> &v)
{
    T *copy = (T *)model_alloc(x.m, (v.size() + 1)*sizeof(T));
    std::copy(v.begin(), v.end(), copy);
    return copy;
}

void derive_all(mechanism &x)
{
    std::vector<derive_choice> choices;
    x.interleave = x.g->nu > unrolled_speeds;
    build_links(x);
    derive_forces(x);
    std::vector<row_data> rows = derive_rows(x);
    derive_start(x);
    derive_rates(x);
    set_rows(x, rows, KERNEL_constraints, 0, 1, 2, -1, -1);
    derive_dynamics(x, rows, choices);
    set_events(x, x.r.events.size());
    if (x.interleave) inertia_wrenches(x);
    derive_bodies(x);
    derive_cut_outputs(x);
    derive_energy(x);
    derive_outputs(x);
    derive_reactions(x, rows);
    derive_transformation(x);
    derive_settings(x);
    derive_masses(x);

    std::vector<derive_row> infos;
    for (const row_data &d : rows) infos.push_back(d.info);
    x.report->nrow = (int)infos.size();
    x.report->rows = keep(x, infos);
    x.report->nchoice = (int)choices.size();
    x.report->choices = keep(x, choices);
}

}

extern "C" program *derive_program(model *m, const topology *g, derive_report *report)
{
    std::memset(report, 0, sizeof *report);
    report->error_at = m->at;
    program *p = program_new();
    if (!p) { snprintf(report->error, sizeof report->error, "out of memory"); return nullptr; }
    try {
        mechanism x;
        x.r.p = p;
        x.m = m;
        x.g = g;
        x.report = report;
        derive_all(x);
        return p;
    } catch (const std::exception &e) {
        snprintf(report->error, sizeof report->error, "%s", e.what());
    }
    program_free(p);
    return nullptr;
}
