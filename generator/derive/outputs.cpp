/*
 * outputs.cpp -- what results need: motion of the bodies, cut coordinates, outputs of the script, start values.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

#include <cmath>

void derive_bodies(mechanism &x)
{
    recorder &r = x.r;
    int nb = x.m->nbody - 1;
    for (int a = 0; a < 3; a++) program_kernel_array(r.p, KERNEL_bodies_state, a, (a ? 6 : 7)*nb);
    for (int b = 1; b <= nb; b++) {
        std::string n = x.m->bodies[b].name;
        int i = x.bodies[b].link;
        const pose &at = x.bodies[b].at;
        section(r, "bodies");
        moving_point p = point_position(x, 0, i, at.o, n + "_origin");
        point_velocity(x, 0, i, p, n + "_origin");
        point_full(x, 0, i, p, n + "_origin");
        const relative_state &s = relative_full(x, 0, i);
        quat el = relative_euler(x, 0, i).e;
        section(r, "bodies");
        quat e = def(r, mul(el, at.R.e), "e_body_" + n, "Euler parameters of the body");
        for (int k = 0; k < 3; k++) {
            set(r, KERNEL_bodies_state, 0, 7*(b - 1) + k, p.r[k]);
            set(r, KERNEL_bodies_state, 1, 6*(b - 1) + k, p.v[k]);
            set(r, KERNEL_bodies_state, 1, 6*(b - 1) + 3 + k, s.w[k]);
            set(r, KERNEL_bodies_state, 2, 6*(b - 1) + k, p.a_full[k]);
            set(r, KERNEL_bodies_state, 2, 6*(b - 1) + 3 + k, s.wd_full[k]);
        }
        for (int k = 0; k < 4; k++) set(r, KERNEL_bodies_state, 0, 7*(b - 1) + 3 + k, e.e[k]);
    }
}

void derive_cut_outputs(mechanism &x)
{
    recorder &r = x.r;
    derive_cut_coordinates(x);
    program_kernel_array(r.p, KERNEL_cut_joints, 0, x.g->ncq);
    program_kernel_array(r.p, KERNEL_cut_joints, 1, x.g->ncu);
    program_kernel_array(r.p, KERNEL_cut_joints, 2, x.g->ncu);
    for (int i = 0; i < x.g->ncq; i++) set(r, KERNEL_cut_joints, 0, i, x.cut_q[i].value);
    for (int i = 0; i < x.g->ncu; i++) {
        set(r, KERNEL_cut_joints, 1, i, x.cut_u[i].rate);
        set(r, KERNEL_cut_joints, 2, i, x.cut_u[i].full);
    }
}

void derive_outputs(mechanism &x)
{
    recorder &r = x.r;
    const model &m = *x.m;
    program_kernel_array(r.p, KERNEL_output, 0, m.noutput);
    for (int i = 0; i < m.noutput; i++) {
        section(r, "outputs");
        set(r, KERNEL_output, 0, i, named_value(x, m.outputs[i].value, std::string("out_") + m.outputs[i].name, "output"));
    }
}

namespace {

/* Start value of a coordinate as written, or where nothing is written the joint's zero position. */
ex start_of(mechanism &x, const expr *e, const joint &j, int index, bool position, const std::string &name)
{
    if (e) return named_value(x, e, name);
    if (!position) return 0;
    for (int i = 0; i < j.type->motions; i++)
        if (j.type->motion[i].kind == MOTION_SPHERICAL && j.type->motion[i].q == index) return 1;
    return 0;
}

}

void derive_start(mechanism &x)
{
    recorder &r = x.r;
    const model &m = *x.m;
    const topology &g = *x.g;
    const int size[4] = {g.nq, g.nu, g.ncq, 7*(m.nbody - 1)};
    for (int a = 0; a < 4; a++) program_kernel_array(r.p, KERNEL_start, a, size[a]);
    section(r, "start values");
    for (int i = 0; i < m.nq; i++) {
        const joint &j = m.joints[m.q[i].joint];
        ex v = start_of(x, j.q0[m.q[i].index], j, m.q[i].index, true, std::string("q0_") + j.name);
        if (g.q_index[i] >= 0) set(r, KERNEL_start, 0, g.q_index[i], v);
        else if (j.q0[m.q[i].index]) set(r, KERNEL_start, 2, g.cq_index[i], v);
        else program_kernel_set(r.p, KERNEL_start, 2, g.cq_index[i], {0, 1, NAN});      /* no guess */
    }
    for (int i = 0; i < m.nu; i++) {
        const joint &j = m.joints[m.u[i].joint];
        if (g.u_index[i] >= 0) set(r, KERNEL_start, 1, g.u_index[i], start_of(x, j.qd0[m.u[i].index], j, m.u[i].index, false, std::string("u0_") + j.name));
    }
    for (int b = 1; b < m.nbody; b++) {
        const body &y = m.bodies[b];
        std::string n = std::string("guess_") + y.name;
        rotation R = identity_rotation();
        vec3 p = zero3();
        if (y.has_guess) {
            p = named_vector(x, y.guess, n);
            vec3 rpy;
            for (int k = 0; k < 3; k++) rpy[k] = value_of(x, y.guess_rpy[k], n);
            R = rotation_rpy(r, rpy, n);
        }
        for (int k = 0; k < 3; k++) set(r, KERNEL_start, 3, 7*(b - 1) + k, p[k]);
        for (int k = 0; k < 4; k++) set(r, KERNEL_start, 3, 7*(b - 1) + 3 + k, R.e.e[k]);
    }
}
