/*
 * reactions.cpp -- what each joint carries: Newton's and Euler's equations of the bodies, from tip to base, in ground axes.
 *
 * A reaction is the whole wrench the parent exerts on the child through the joint: bearing forces, and the drives, loads and torsions that act
 * along the joint's own coordinates.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

namespace {

struct load_case { std::vector<vec3> f, n; };           /* per body: force, moment about ground's origin */

/* Loads and torsions along the coordinates of a cut joint, on its two bodies. */
void add_cut_loads(mechanism &x, load_case &y, int j)
{
    const joint &cut = x.m->joints[j];
    const vec3 &f = x.joint_force[j], &n = x.joint_moment[j];
    if (!zero(f)) {
        const vec3 &point = x.cut_actions[x.g->cu_index[cut.u]].point;
        add_body_force(x, y.f, y.n, cut.child, f, point, std::string("load_") + cut.name);
        add_body_force(x, y.f, y.n, cut.parent, -f, point, std::string("load_") + cut.name);
    }
    y.n[cut.child] = y.n[cut.child] + n;
    y.n[cut.parent] = y.n[cut.parent] - n;
}

load_case external(mechanism &x, const std::vector<row_data> &rows)
{
    recorder &r = x.r;
    load_case y = {x.body_force, x.body_moment};
    for (int i = 0; i < x.g->nloop; i++) add_cut_loads(x, y, x.g->loops[i].cut);
    for (size_t i = 0; i < rows.size(); i++) {
        if (rows[i].actions.empty()) continue;
        ex lam = leaf(r, LEAF_LAM, (int)i, "lam_" + std::to_string(i), "multiplier of the row");
        for (const row_action &a : rows[i].actions) {
            vec3 f = def(r, scale(lam, a.dir), "lamF_" + std::to_string(i));
            if (a.is_force) add_body_force(x, y.f, y.n, a.b, f, a.point, "lam_" + std::to_string(i));
            else y.n[a.b] = y.n[a.b] + f;
        }
    }
    return y;
}

void put(mechanism &x, int joint_, const vec3 &F, const vec3 &N, const std::string &n)
{
    vec3 f = def(x.r, F, "R_" + n, "force on the child"), m = def(x.r, N, "MR_" + n, "moment on the child");
    for (int k = 0; k < 3; k++) {
        set(x.r, KERNEL_reactions, 0, 6*joint_ + k, f[k]);
        set(x.r, KERNEL_reactions, 0, 6*joint_ + 3 + k, m[k]);
    }
}

/* Rate of momentum of a body less gravity, and of angular momentum about ground's origin. */
void inertia_wrench(mechanism &x, int b, vec3 &force_, vec3 &moment)
{
    recorder &r = x.r;
    int i = x.bodies[b].link;
    std::string n = x.m->bodies[b].name;
    body_mass w = mass_of(x, b);
    moving_point c = point_position(x, 0, i, in_link(x, b, w.com, "c_" + n), "com_" + n);
    point_full(x, 0, i, c, "com_" + n);
    const relative_state &s = relative_full(x, 0, i);
    sym3 I = inertia_in_ground(x, b);
    section(r, "reactions");
    vec3 Iw = def(r, mul(I, s.w), "Iw_" + n), less = def(r, c.a_full - x.gravity, "agr_" + n);
    force_ = def(r, scale(w.m, less), "ma_" + n, "mass times acceleration less gravity");
    moment = def(r, mul(I, s.wd_full) + cross(s.w, Iw) + cross(c.r, force_), "dH_" + n, "rate of angular momentum about ground's origin");
}

void tree_reactions(mechanism &x, const std::vector<row_data> &rows)
{
    recorder &r = x.r;
    const model &m = *x.m;
    load_case y = external(x, rows);
    for (int t = x.g->ntree - 1; t >= 0; t--) {
        const tree_joint &tj = x.g->tree[t];
        int b = tj.outboard;
        const joint &j = m.joints[tj.joint];
        std::string n = m.bodies[b].name;
        vec3 inertia, moment;
        inertia_wrench(x, b, inertia, moment);
        vec3 F = def(r, inertia - y.f[b], "Fj_" + n, "force through the joint");
        vec3 N0 = def(r, moment - y.n[b], "Nj_" + n, "moment through the joint about ground's origin");
        y.f[tj.inboard] = y.f[tj.inboard] - F;
        y.n[tj.inboard] = y.n[tj.inboard] - N0;
        pose cp = joint_pose(x, j, 1);
        int cl = x.bodies[j.child].link;
        vec3 p = point_position(x, 0, cl, in_link(x, j.child, cp.o, std::string("in_") + j.name), j.name).r;
        section(r, "reactions");
        vec3 N = def(r, N0 - cross(p, F), "Np_" + n);
        int sign = tj.reversed ? -1 : 1;
        put(x, tj.joint, scale(sign, F), scale(sign, N), j.name);
    }
}

}

void inertia_wrenches(mechanism &x)
{
    vec3 f, n;
    for (int b = 1; b < x.m->nbody; b++) inertia_wrench(x, b, f, n);
}

void derive_reactions(mechanism &x, const std::vector<row_data> &rows)
{
    recorder &r = x.r;
    const model &m = *x.m;
    program_kernel_array(r.p, KERNEL_reactions, 0, 6*m.njoint);
    tree_reactions(x, rows);
    section(r, "reactions");
    std::vector<vec3> f = x.joint_force, n = x.joint_moment;
    for (size_t i = 0; i < rows.size(); i++) {
        if (rows[i].actions.empty()) continue;
        ex lam = leaf(r, LEAF_LAM, (int)i, "lam_" + std::to_string(i));
        for (const row_action &a : rows[i].actions) {
            if (a.through < 0 || a.b != m.joints[a.through].child) continue;
            vec3 &sum = (a.is_force ? f : n)[a.through];
            sum = sum + scale(lam, a.dir);
        }
    }
    for (int i = 0; i < x.g->nloop; i++) {
        int j = x.g->loops[i].cut;
        put(x, j, f[j], n[j], m.joints[j].name);
    }
}
