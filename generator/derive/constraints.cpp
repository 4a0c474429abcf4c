/*
 * constraints.cpp -- rows of Phi: cut joints out of primitive conditions (coincident points, perpendicular vectors, parallel vectors; Lee and
 * Yoon 1993, section 2.4), drives, constraints and distances; with Phi_q, Phi_t and gamma (eqs. 6 to 8).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "constraints.hpp"

#include <set>
#include <tuple>

namespace {

const char *const displacement[] = {"displacement along x", "displacement along y", "displacement along z"};
const char *const turning[] = {"rotation about x", "rotation about y", "rotation about z"};

struct row_list {
    mechanism &x;
    std::vector<row_data> rows;
    std::vector<derive_vanished> vanished;
};

int coordinate_direction(const vec3 &v)
{
    for (int k = 0; k < 3; k++)
        if ((one(v[k]) || one(-v[k])) && zero(v[(k + 1)%3]) && zero(v[(k + 2)%3])) return k;
    return -1;
}

row_data new_row(derive_row_kind kind, const char *name, const char *what, int owner, int analyses)
{
    row_data d;
    d.info = {kind, name, what, owner, analyses};
    d.Phi = d.Phit = d.Phid = d.gamma = 0;
    return d;
}

void finish(row_list &list, row_data d, const std::string &n)
{
    recorder &r = list.x.r;
    d.Phi = atom(r, d.Phi, "Phi_" + n, d.info.what);
    d.Phit = atom(r, d.Phit, "Phit_" + n);
    d.Phid = atom(r, d.Phid, "Phid_" + n);
    d.gamma = atom(r, d.gamma, "gamma_" + n);
    for (auto it = d.J.begin(); it != d.J.end();) {
        it->second = atom(r, it->second, "J_" + n + "_" + list.x.links[list.x.link_of_u[it->first]].name);
        it = zero(it->second) ? d.J.erase(it) : std::next(it);
    }
    /* what holds by itself is no condition; what can never hold is left to the assembly to report */
    if (!zero(d.Phi) || !d.J.empty() || !zero(d.Phit)) list.rows.push_back(d);
    else if (d.info.kind == ROW_CUT) list.vanished.push_back({d.info.owner, d.info.what, (int)list.rows.size()});
}

/* ---- cut joints ---- */

/* Directions and points of a pair in ground axes, for reactions. */
vec3 to_ground(mechanism &x, const joint_pair &y, const vec3 &v, const std::string &n) { return def(x.r, mul(relative(x, 0, y.c).A, v), n); }

vec3 point_to_ground(mechanism &x, const joint_pair &y, int side, const std::string &n)
{
    const relative_state &base = relative(x, 0, y.c);
    return def(x.r, base.r + mul(base.A, y.p[side].r), n + (side ? "_c" : "_p"));
}

void act(row_list &list, row_data &d, const joint_pair &y, const vec3 &dir, bool is_force, const std::string &n, bool own_points)
{
    vec3 e = to_ground(list.x, y, dir, "act_" + n);
    vec3 pc = point_to_ground(list.x, y, 1, "at_" + n), pp = own_points ? point_to_ground(list.x, y, 0, "at_" + n) : pc;
    d.actions.push_back({y.j->child, is_force, e, pc, d.info.owner});
    d.actions.push_back({y.j->parent, is_force, -e, pp, d.info.owner});
}

/* Coincident points, in the common ancestor's axes. */
void coincident(row_list &list, const joint_pair &y, int joint_)
{
    for (int i = 0; i < 3; i++) {
        std::string n = std::string(y.j->name) + "_d" + axis_name(i);
        row_data d = new_row(ROW_CUT, y.j->name, displacement[i], joint_, FOR_BOTH);
        d.Phi = y.d[i];
        for (auto &c : y.gap) d.J[c.first] = c.second[i];
        d.Phid = y.p[1].v[i] - y.p[0].v[i];
        d.gamma = -y.gap_bias[i];
        act(list, d, y, unit3(i), true, n, true);
        finish(list, d, n);
    }
}

/* The child's point does not move along n, a direction fixed in the parent. */
void no_slide(row_list &list, const joint_pair &y, int joint_, const vec3 &local, const char *what, const std::string &n)
{
    recorder &r = list.x.r;
    vec3 e = def(r, mul(y.A[0], local), "n_" + n);
    int k = coordinate_direction(local);
    row_data d = new_row(ROW_CUT, y.j->name, k >= 0 ? displacement[k] : what, joint_, FOR_BOTH);
    d.Phi = dot(e, y.d);
    for (auto &c : y.slide) d.J[c.first] = dot(e, c.second);
    d.Phid = dot(e, y.v_rel);
    d.gamma = -dot(e, y.a_bias);
    act(list, d, y, e, true, n, false);
    finish(list, d, n);
}

/* a, fixed in the parent's frame, and b, fixed in the child's, stay perpendicular. what: the rotation this forbids. */
void perpendicular(row_list &list, const joint_pair &y, int joint_, const vec3 &a_local, const vec3 &b_local, const char *what, const std::string &n)
{
    recorder &r = list.x.r;
    vec3 a = def(r, mul(y.A[0], a_local), "a_" + n), b = def(r, mul(y.A[1], b_local), "b_" + n);
    vec3 m = def(r, cross(b, a), "m_" + n);
    row_data d = new_row(ROW_CUT, y.j->name, what, joint_, FOR_BOTH);
    d.Phi = dot(a, b);
    for (auto &c : y.spin) d.J[c.first] = dot(m, c.second);
    d.Phid = dot(m, y.w_rel);
    /* d2/dt2 (a.b) = al_rel'.m + w_rel . dm/dt, al_rel' = difference of the angular accelerations = al_bias + w_p x w_rel */
    vec3 da = def(r, cross(y.w[0], a), "da_" + n), db = def(r, cross(y.w[1], b), "db_" + n);
    vec3 dm = def(r, cross(db, a) + cross(b, da), "dm_" + n);
    vec3 al = def(r, y.al_bias + cross(y.w[0], y.w_rel), "al_" + n);
    d.gamma = -dot(m, al) - dot(dm, y.w_rel);
    act(list, d, y, m, false, n, false);
    finish(list, d, n);
}

/* Advance along the axis = pitch times angle. The angle is known up to whole turns; the advance tells which one. */
void helical(row_list &list, const joint_pair &y, int joint_)
{
    mechanism &x = list.x;
    recorder &r = x.r;
    const joint &j = *y.j;
    std::string n = std::string(j.name) + "_h";
    screw_angle a = screw_angle_of(x, y);
    ex pitch = a.pitch;
    section(r, "constraints");
    vec3 e = def(r, mul(y.A[0], y.axis), "n_" + n);
    row_data d = new_row(ROW_CUT, j.name, "advance along the axis", joint_, FOR_BOTH);
    d.Phi = pitch*a.rest;
    for (auto &c : y.slide) d.J[c.first] = dot(e, c.second);
    for (auto &c : y.spin) d.J[c.first] = (d.J.count(c.first) ? d.J[c.first] : ex(0)) - product(r, pitch, dot(e, c.second), "ps_" + n);
    d.Phid = dot(e, y.v_rel) - product(r, pitch, dot(e, y.w_rel), "pw_" + n);
    d.gamma = -dot(e, y.a_bias) + product(r, pitch, dot(e, y.al_bias), "pa_" + n);
    act(list, d, y, e, true, n, false);
    vec3 t = to_ground(x, y, def(r, scale(pitch, e), "pe_" + n), "actm_" + n);
    d.actions.push_back({j.child, false, -t, zero3(), joint_});
    d.actions.push_back({j.parent, false, t, zero3(), joint_});
    finish(list, d, n);
}

void cut_rows(row_list &list, int joint_)
{
    mechanism &x = list.x;
    joint_pair y = pair_of(x, joint_, true);
    std::string n = y.j->name;
    section(x.r, "constraints");
    auto about = [&](const vec3 &v, const char *other) { int k = coordinate_direction(v); return k >= 0 ? turning[k] : other; };
    for (const char *c = y.j->type->conditions; *c; c++)
        switch (*c) {
        case 'p': coincident(list, y, joint_); break;
        case 'l':
            no_slide(list, y, joint_, y.across[0], "displacement across the axis", n + "_l1");
            no_slide(list, y, joint_, y.across[1], "displacement across the axis", n + "_l2");
            break;
        case 'z': no_slide(list, y, joint_, unit3(2), "displacement out of the plane", n + "_z"); break;
        case 'a':
            perpendicular(list, y, joint_, y.across[0], y.axis, about(y.across[1], "tilt of the axis"), n + "_a1");
            perpendicular(list, y, joint_, y.across[1], y.axis, about(y.across[0], "tilt of the axis"), n + "_a2");
            break;
        case 'o': perpendicular(list, y, joint_, y.across[0], y.across[1], about(y.axis, "rotation about the axis"), n + "_o"); break;
        case 'u': perpendicular(list, y, joint_, y.axis, joint_axis(x, *y.j, AXIS_SECOND), "rotation about the normal of both axes", n + "_u"); break;
        case 'h': helical(list, y, joint_); break;
        default: throw std::logic_error("unknown condition in joints.def");
        }
}

/* ---- rows from expressions ---- */

/* The row f(signals, t) = 0, differentiated along the program. */
void expression_row(row_list &list, row_data d, const ex &f, const std::vector<signal> &signals, const std::string &n)
{
    mechanism &x = list.x;
    recorder &r = x.r;
    std::map<int, ex> rates, second, at_rest, time_only;
    int time = ref(r, x.t).id;
    rates[time] = 1;
    time_only[time] = 1;
    for (const signal &s : signals) {
        pref v = ref(r, s.value);
        if (!v.id) continue;
        rates[v.id] = v.sign*s.rate;
        at_rest[v.id] = 0;
        time_only[v.id] = 0;
    }
    second = rates;
    for (const signal &s : signals) {
        pref v = ref(r, s.rate);
        if (v.id) second[v.id] = v.sign*s.bias;
    }
    d.Phi = f;
    d.Phid = tangent(r, f, rates, "Phid_" + n);
    d.Phit = tangent(r, f, time_only, "Phit_" + n);
    d.gamma = -tangent(r, d.Phid, second, "gamma_" + n);
    std::set<int> done;
    for (const signal &s : signals) {
        pref v = ref(r, s.value);
        if (!v.id || !done.insert(v.id).second) continue;
        std::map<int, ex> seed = at_rest;
        seed[v.id] = v.sign;
        ex slope = atom(r, tangent(r, f, seed, "slope_" + n), "slope_" + n);
        for (auto &c : s.row) d.J[c.first] = (d.J.count(c.first) ? d.J[c.first] : ex(0)) + product(r, slope, c.second, n);
    }
    finish(list, d, n);
}

std::string plain(std::string s)
{
    for (char &c : s) if (c == '.') c = '_';
    return s;
}

/* f(t) with its derivatives. */
struct time_function { ex f, fd, fdd; };

time_function in_time(mechanism &x, const expr *e, const std::string &n)
{
    recorder &r = x.r;
    time_function y;
    std::map<int, ex> seed;
    seed[ref(r, x.t).id] = 1;
    y.f = named_value(x, e, "drive_" + n, "driven value");
    y.fd = atom(r, tangent(r, y.f, seed, "drive_rate_" + n), "drive_rate_" + n);
    y.fdd = atom(r, tangent(r, y.fd, seed, "drive_acc_" + n), "drive_acc_" + n);
    return y;
}

/* An angle that a cut joint knows up to whole turns; a screw knows the turns by its advance. */
bool is_bounded(const joint_type &t, int q)
{
    for (int i = 0; i < t.motions; i++)
        if (t.motion[i].q == q && t.motion[i].kind == MOTION_ROTATION) return true;
    return false;
}

/* slope times the cut coordinate q in a row acts on the joint's two bodies. An Euler parameter acts along all three speeds of its motion. */
void cut_coordinate_actions(mechanism &x, row_data &d, int q, const ex &slope, const std::string &n)
{
    recorder &r = x.r;
    const coordinate &c = x.m->q[q];
    const joint &j = x.m->joints[c.joint];
    auto along = [&](int u, const ex &size) {
        const cut_action &a = x.cut_actions[x.g->cu_index[u]];
        vec3 dir = def(r, scale(size, a.dir), "act_" + n);
        d.actions.push_back({a.child, a.is_force, dir, a.point, c.joint});
        d.actions.push_back({a.parent, a.is_force, -dir, a.point, c.joint});
    };
    const motion &mo = motion_of_q(j, c.index);
    if (mo.kind != MOTION_SPHERICAL) { along(j.u + mo.u, slope); return; }
    quat e;
    for (int k = 0; k < 4; k++) e.e[k] = x.cut_q[x.g->cq_index[j.q + mo.q + k]].value;
    for (int i = 0; i < 3; i++) {
        quat w = {{0, 0, 0, 0}};
        w.e[i + 1] = 1;
        along(j.u + mo.u + i, atom(r, product(r, slope, mul(e, w).e[c.index - mo.q]/2, "turn_" + n), "turn_" + n));
    }
}

void drive_row(row_list &list, const drive &v)
{
    mechanism &x = list.x;
    recorder &r = x.r;
    const coordinate &c = x.m->q[v.q];
    std::string n = plain(c.name);
    signal s = coordinate_signal(x, v.q);
    section(r, "constraints");
    time_function f = in_time(x, v.value, n);
    row_data d = new_row(ROW_DRIVE, c.name, "drive", v.q, v.analyses);
    d.Phi = s.value - f.f;
    if (x.g->q_index[v.q] < 0) {
        if (motion_of_q(x.m->joints[c.joint], c.index).kind == MOTION_SPHERICAL)
            throw derive_error(std::string("drive ") + c.name + ": joint " + x.m->joints[c.joint].name
                               + " is cut, and Euler parameters of a cut joint cannot be driven; write -cut no at the joint");
        cut_coordinate_actions(x, d, v.q, 1, n);
    }
    if (x.g->q_index[v.q] < 0 && is_bounded(*x.m->joints[c.joint].type, c.index)) {
        ex diff = atom(r, d.Phi, "dif_" + n);
        d.Phi = call(r, PF_ATAN2, call(r, PF_SIN, diff, "sd_" + n), call(r, PF_COS, diff, "cd_" + n), "res_" + n);
    }
    d.Phid = s.rate - f.fd;
    d.Phit = -f.fd;
    d.gamma = f.fdd - s.bias;
    d.J = s.row;
    finish(list, d, "drive_" + n);
}

void collect_signals(mechanism &x, const expr *e, std::vector<signal> &out)
{
    if (!e) return;
    if (e->kind == EXPR_Q) out.push_back(coordinate_signal(x, e->ref));
    if (e->kind == EXPR_POINT) out.push_back(point_signal(x, e->ref, e->func % 3));
    collect_signals(x, e->a, out);
    collect_signals(x, e->b, out);
}

/* What a constraint's multiplier puts on bodies besides the joints of the tree: the slope in each point coordinate is a force on the point, that in
 * a coordinate of a cut joint acts along it. Done through actions so that reactions see them. */
void constraint_actions(row_list &list, row_data &d, const expr *top, const std::string &n)
{
    mechanism &x = list.x;
    recorder &r = x.r;
    std::set<std::tuple<int, int, int>> seen;
    std::vector<const expr *> stack = {top};
    while (!stack.empty()) {
        const expr *e = stack.back();
        stack.pop_back();
        if (!e) continue;
        stack.push_back(e->b);
        stack.push_back(e->a);
        bool cut = e->kind == EXPR_Q && x.g->q_index[e->ref] < 0;
        int axis = cut ? 0 : e->func % 3;
        if ((e->kind != EXPR_POINT && !cut) || !seen.insert({(int)e->kind, e->ref, axis}).second) continue;
        ex slope = atom(r, slope_of(x, top, e, "slope_" + n), "slope_" + n);
        if (cut) { cut_coordinate_actions(x, d, e->ref, slope, n); continue; }
        const point &p = x.m->points[e->ref];
        vec3 at = in_link(x, p.body, named_vector(x, p.r, std::string("at_") + p.name), std::string("in_") + p.name);
        vec3 pos = point_position(x, 0, x.bodies[p.body].link, at, p.name).r;
        d.actions.push_back({p.body, true, scale(slope, unit3(axis)), pos, -1});
    }
}

void distance_row(row_list &list, int index)
{
    mechanism &x = list.x;
    recorder &r = x.r;
    const distance &v = x.m->distances[index];
    std::string n = v.name;
    moving_point p[2];
    std::map<int, vec3> columns[2];
    section(r, "constraints");
    for (int i = 0; i < 2; i++) {
        std::string end = n + (i ? "_2" : "_1");
        int l = x.bodies[v.body[i]].link;
        vec3 at = in_link(x, v.body[i], named_vector(x, v.r[i], "at_" + end), "in_" + end);
        p[i] = point_position(x, 0, l, at, end);
        point_velocity(x, 0, l, p[i], end);
        point_bias(x, 0, l, p[i], end);
        columns[i] = point_columns(x, 0, l, p[i].arm, end);
    }
    section(r, "constraints");
    std::vector<signal> signals(3);
    ex sum = 0;
    for (int k = 0; k < 3; k++) {
        signal &s = signals[k];
        s.value = atom(r, p[1].r[k] - p[0].r[k], "d_" + n + "_" + axis_name(k), "from the first point to the second");
        s.rate = atom(r, p[1].v[k] - p[0].v[k], "dv_" + n + "_" + axis_name(k));
        s.bias = atom(r, p[1].a[k] - p[0].a[k], "da_" + n + "_" + axis_name(k));
        for (auto &c : columns[1]) s.row[c.first] = c.second[k];
        for (auto &c : columns[0]) s.row[c.first] = (s.row.count(c.first) ? s.row[c.first] : ex(0)) - c.second[k];
        for (auto &c : s.row) c.second = atom(r, c.second, "dcol_" + n);
        sum += s.value*s.value;
    }
    ex length = call(r, PF_SQRT, atom(r, sum, "len2_" + n), "len_" + n, "distance of the points");
    row_data d = new_row(ROW_DISTANCE, v.name, "distance", index, FOR_BOTH);
    vec3 dir;
    for (int k = 0; k < 3; k++) dir[k] = atom(r, quotient(r, signals[k].value, length), "dir_" + n + "_" + axis_name(k));
    d.actions.push_back({v.body[1], true, dir, p[1].r, -1});
    d.actions.push_back({v.body[0], true, -dir, p[0].r, -1});
    expression_row(list, d, atom(r, length - value_of(x, v.length, "L_" + n), "stretch_" + n), signals, n);
}

}

std::vector<row_data> derive_rows(mechanism &x)
{
    const model &m = *x.m;
    row_list list = {x, {}, {}};
    for (int i = 0; i < x.g->nloop; i++) cut_rows(list, x.g->loops[i].cut);
    for (int i = 0; i < m.ndrive; i++) drive_row(list, m.drives[i]);
    for (int i = 0; i < m.nconstraint; i++) {
        std::string n = m.constraints[i].name;
        std::vector<signal> signals;
        collect_signals(x, m.constraints[i].value, signals);
        section(x.r, "constraints");
        ex f = named_value(x, m.constraints[i].value, "f_" + n, "constraint");
        row_data d = new_row(ROW_CONSTRAINT, m.constraints[i].name, "constraint", i, FOR_BOTH);
        constraint_actions(list, d, m.constraints[i].value, n);
        expression_row(list, d, f, signals, n);
    }
    for (int i = 0; i < m.ndistance; i++) distance_row(list, i);
    x.report->nvanished = (int)list.vanished.size();
    x.report->vanished = (derive_vanished *)model_alloc(x.m, (list.vanished.size() + 1)*sizeof(derive_vanished));
    std::copy(list.vanished.begin(), list.vanished.end(), x.report->vanished);
    return list.rows;
}
