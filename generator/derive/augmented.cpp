/*
 * augmented.cpp -- the constrained accelerations in one piece: M ud = g + J^T lam, J ud = gamma - 2 alpha Phid - beta^2 Phi over the rows of
 * dynamics, eliminated along the known structure.
 *
 * The matrix [M J^T; J 0] is quasi-definite, so L D L^T exists in the order speeds from tip to base, then rows (Vanderbei 1995); in that order the
 * part of M fills in nothing. What a row has left, after the other rows, of its own J M^-1 J^T says how independent it is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

namespace {

struct elimination {
    mechanism &x;
    int n = 0;                                  /* unknowns: speeds in order of elimination, then rows */
    std::vector<ex> K, b, inv;                  /* K[i*n + j] for i <= j in that order; L behind an eliminated i */
    std::vector<std::string> name;
    std::vector<int> speed;                     /* of the first unknowns */
    ex &at(int i, int j) { return K[(size_t)i*n + j]; }
};

void fill(elimination &e, const std::vector<ex> &M, const std::vector<ex> &g, const std::vector<const row_data *> &rows)
{
    mechanism &x = e.x;
    recorder &r = x.r;
    int nu = x.g->nu;
    for (size_t l = x.links.size(); l-- > 0;) if (x.links[l].u >= 0) e.speed.push_back(x.links[l].u);
    e.n = nu + (int)rows.size();
    e.K.assign((size_t)e.n*e.n, ex(0));
    e.b.resize(e.n);
    e.inv.resize(e.n);
    for (int i = 0; i < nu; i++) {
        e.name.push_back(x.links[x.link_of_u[e.speed[i]]].name);
        e.b[i] = g[e.speed[i]];
        for (int j = i; j < nu; j++) e.at(i, j) = M[(size_t)e.speed[i]*nu + e.speed[j]];
        for (size_t k = 0; k < rows.size(); k++) {
            auto it = rows[k]->J.find(e.speed[i]);
            if (it != rows[k]->J.end()) e.at(i, nu + (int)k) = it->second;
        }
    }
    ex damping = leaf(r, LEAF_STABLE, 0, "two_alpha", "damping of violations, 2 alpha"), stiffness = leaf(r, LEAF_STABLE, 1, "beta_squared", "stiffness of violations, beta^2");
    for (size_t k = 0; k < rows.size(); k++) {
        e.name.push_back("row" + std::to_string(k + 1));
        e.b[nu + k] = atom(r, rows[k]->gamma - damping*rows[k]->Phid - stiffness*rows[k]->Phi, "c_" + e.name.back(), rows[k]->info.name);
    }
}

void eliminate(elimination &e, int k)
{
    recorder &r = e.x.r;
    e.inv[k] = atom(r, int_power(r, e.at(k, k), -1), "piv_" + e.name[k]);
    std::vector<ex> L(e.n, ex(0));
    for (int i = k + 1; i < e.n; i++) if (!zero(e.at(k, i))) L[i] = atom(r, product(r, e.at(k, i), e.inv[k]), "L_" + e.name[k] + "_" + e.name[i]);
    for (int i = k + 1; i < e.n; i++) {
        if (zero(L[i])) continue;
        for (int j = i; j < e.n; j++)
            if (!zero(e.at(k, j))) e.at(i, j) = atom(r, e.at(i, j) - L[i]*e.at(k, j), "K_" + e.name[i] + "_" + e.name[j]);
        e.b[i] = atom(r, e.b[i] - L[i]*e.b[k], "b_" + e.name[i]);
    }
    for (int i = k + 1; i < e.n; i++) e.at(k, i) = L[i];
}

}

bool derive_accelerations(mechanism &x, const std::vector<ex> &M, const std::vector<ex> &g, const std::vector<row_data> &rows)
{
    recorder &r = x.r;
    int nu = x.g->nu;
    std::vector<const row_data *> active;
    std::vector<int> place;
    for (size_t i = 0; i < rows.size(); i++)
        if (rows[i].info.analyses & FOR_DYNAMICS) {
            if (rows[i].J.empty()) return false;        /* it can never hold: the runtime says so */
            active.push_back(&rows[i]);
            place.push_back((int)i);
        }
    if (active.empty() || active.size() > (size_t)nu || active.size() > 12) return false;
    section(r, "accelerations");
    elimination e = {x, 0, {}, {}, {}, {}, {}};
    fill(e, M, g, active);
    ex mass_strain = 0, row_strain = 0, compliance = 0;
    for (int k = 0; k < nu; k++) {
        const ex &before = M[(size_t)e.speed[k]*nu + e.speed[k]];
        if (zero(e.at(k, k))) return false;
        eliminate(e, k);
        mass_strain += before*e.inv[k];
    }
    std::vector<ex> own(active.size());
    for (size_t k = 0; k < active.size(); k++) own[k] = e.at(nu + (int)k, nu + (int)k);
    for (size_t k = 0; k < active.size(); k++) {
        if (zero(e.at(nu + (int)k, nu + (int)k))) return false;
        eliminate(e, nu + (int)k);
        row_strain += own[k]*e.inv[nu + (int)k];
        compliance -= e.inv[nu + (int)k];
    }
    std::vector<ex> y(e.n);
    for (int k = e.n - 1; k >= 0; k--) {
        ex sum = e.b[k]*e.inv[k];
        for (int i = k + 1; i < e.n; i++) if (!zero(e.at(k, i))) sum -= e.at(k, i)*y[i];
        y[k] = atom(r, sum, (k < nu ? "ud_" : "minus_lam_") + e.name[k]);
    }
    program_kernel_array(r.p, KERNEL_accelerations, 0, nu);
    program_kernel_array(r.p, KERNEL_accelerations, 1, (int)rows.size());
    program_kernel_array(r.p, KERNEL_accelerations, 2, 3);
    for (int k = 0; k < nu; k++) set(r, KERNEL_accelerations, 0, e.speed[k], y[k]);
    for (size_t i = 0; i < rows.size(); i++) set(r, KERNEL_accelerations, 1, (int)i, 0);
    for (size_t k = 0; k < active.size(); k++) set(r, KERNEL_accelerations, 1, place[k], -y[nu + (int)k]);
    set(r, KERNEL_accelerations, 2, 0, mass_strain, "strain_masses");
    set(r, KERNEL_accelerations, 2, 1, row_strain, "strain_rows");
    set(r, KERNEL_accelerations, 2, 2, compliance, "strain_least");
    return true;
}
