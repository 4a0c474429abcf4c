/*
 * layout.c -- see layout.h.
 *
 * Poses and coordinates are chosen first, base to tip; a joint that closes a loop gets the placement in its child that fits them. A loop is kept
 * if its conditions have the rank that loops of its kind have everywhere (six in space, three in a plane): then the pose is no singular one.
 */
#include "layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pivots below this share of the largest make a condition doubtful. */
static const double clear_pivot = 0.03;

/* ---- text ---- */

void spell(words *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (o->length + (size_t)n + 1 > o->room) {
        o->room = 2*(o->length + (size_t)n) + 200;
        o->text = realloc(o->text, o->room);
        if (!o->text) abort();
    }
    va_start(args, format);
    vsnprintf(o->text + o->length, (size_t)n + 1, format, args);
    va_end(args);
    o->length += (size_t)n;
}

void spell_exact(words *o, double x)
{
    char text[40];
    if (fabs(x) < 1e-15) x = 0;
    for (int digits = 3; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    spell(o, "%s", x == 0 ? "0" : text);
}

static void spell_sum(words *o, double x, const char *sign, int parameter)
{
    spell_exact(o, x);
    spell(o, "%sp%d", sign, parameter + 1);
}

void spell_number(layout *l, words *o, double x)
{
    int k = roll(l, PARAMETERS), way = x == 0 ? 0 : roll(l, 100);
    double p = l->p[k];
    if (way < 70)      spell_exact(o, x);
    else if (way < 78) spell_sum(o, x/p, "*", k);
    else if (way < 84) spell_sum(o, x - p, "+", k);
    else if (way < 90) spell_sum(o, x*p, "/", k);
    else if (way < 94) { spell(o, "c1*"); spell_exact(o, x/0.75); }
    else if (way < 97) { spell_exact(o, x - sin(p)/2); spell(o, "+sin(p%d)/2", k + 1); }
    else               { spell_exact(o, x/sqrt(p)); spell(o, "*sqrt(p%d)", k + 1); }
}

void spell_factor(layout *l, words *o, double x)
{
    spell(o, "(");
    spell_number(l, o, x);
    spell(o, ")");
}

void spell_vector(layout *l, words *o, const double v[3])
{
    for (int i = 0; i < 3; i++) {
        spell(o, i ? " " : "{");
        spell_number(l, o, v[i]);
    }
    spell(o, "}");
}

static void spell_exact_vector(words *o, const double v[3])
{
    for (int i = 0; i < 3; i++) {
        spell(o, i ? " " : "{");
        spell_exact(o, v[i]);
    }
    spell(o, "}");
}

static void spell_name(words *o, int joint, const char *name) { spell(o, "j%d%s%s", joint + 1, *name ? "." : "", name); }
void spell_coordinate(words *o, const layout *l, int joint, int q) { spell_name(o, joint, joint_kinds[l->joint[joint].shape.kind].q[q]); }
void spell_speed(words *o, const layout *l, int joint, int u) { spell_name(o, joint, joint_kinds[l->joint[joint].shape.kind].u[u]); }

/* ---- chance: splitmix64 (Steele, Lea and Flood 2014) ---- */

static double share(layout *l)
{
    unsigned long long z = l->dice += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30))*0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27))*0x94d049bb133111ebull;
    return (double)((z ^ (z >> 31)) >> 11)/9007199254740992.0;
}

int    roll(layout *l, int n) { return (int)(share(l)*n); }
double between(layout *l, double a, double b) { return a + (b - a)*share(l); }
double plain(layout *l, double a, double b) { return round(1000*between(l, a, b))/1000; }
bool   chance(layout *l, double p) { return share(l) < p; }

int weighted(layout *l, const int *weight, int n)
{
    int sum = 0, i = 0;
    for (int k = 0; k < n; k++) sum += weight[k];
    for (int left = roll(l, sum); i < n - 1 && left >= weight[i]; i++) left -= weight[i];
    return i;
}

/* ---- placements ---- */

static double dot(const double a[3], const double b[3]) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1)%3]*b[(i + 2)%3] - a[(i + 2)%3]*b[(i + 1)%3];
}

static void normalise(double v[3])
{
    double n = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] /= n;
}

/* A direction of no particular length. */
static void any_direction(layout *l, double v[3])
{
    do for (int i = 0; i < 3; i++) v[i] = plain(l, -1, 1);
    while (dot(v, v) < 0.1);
}

/* One across n. */
static void any_across(layout *l, const double n[3], double v[3])
{
    double other[3];
    do {
        any_direction(l, other);
        cross(n, other, v);
    } while (dot(v, v) < 0.05);
    normalise(v);
}

/* R^T v */
static void turn_back(const double R[9], const double v[3], double c[3])
{
    for (int i = 0; i < 3; i++) c[i] = R[i]*v[0] + R[3 + i]*v[1] + R[6 + i]*v[2];
}

static void spell_frame(words *o, const char *side, const double R[9], double scale_x, double scale_z)
{
    double x[3] = { R[0]*scale_x, R[3]*scale_x, R[6]*scale_x }, z[3] = { R[2]*scale_z, R[5]*scale_z, R[8]*scale_z };
    spell(o, " -%sframe ", side);
    spell_exact_vector(o, x);
    spell(o, " ");
    spell_exact_vector(o, z);
}

static void place_origin(layout *l, words *o, const char *side, pose *at)
{
    if (chance(l, 0.2)) return;
    for (int i = 0; i < 3; i++) at->o[i] = chance(l, 0.25) ? 0 : plain(l, -0.6, 0.6);
    spell(o, " -%sat ", side);
    spell_vector(l, o, at->o);
}

static void place_right_angles(layout *l, words *o, const char *side, pose *at)
{
    static const char *const text[] = { "0", "pi/2", "pi", "-pi/2" };
    double rpy[3];
    spell(o, " -%srpy", side);
    for (int i = 0; i < 3; i++) {
        int k = roll(l, 4);
        rpy[i] = k*1.57079632679489661923;
        spell(o, "%s%s", i ? " " : " {", text[k]);
    }
    spell(o, "}");
    turn_rpy(rpy, at->R);
}

static void place_turned(layout *l, words *o, const char *side, pose *at)
{
    double rpy[3], x[3], z[3];
    int way = roll(l, 100);
    if (l->aligned) {
        if (way < 60) return;
        rpy[0] = rpy[1] = 0, rpy[2] = plain(l, -3, 3);
    } else {
        if (way < 35) return;
        if (way < 55) { place_right_angles(l, o, side, at); return; }
        for (int i = 0; i < 3; i++) rpy[i] = plain(l, -1.5, 1.5);
    }
    if (way < 80 || l->aligned) {
        spell(o, " -%srpy ", side);
        spell_vector(l, o, rpy);
        turn_rpy(rpy, at->R);
        return;
    }
    any_direction(l, z);
    normalise(z);
    any_across(l, z, x);
    turn_axes(x, z, at->R);
    spell_frame(o, side, at->R, plain(l, 0.5, 2), plain(l, 0.5, 2));
}

/* A joint frame in a body turned by `base`; one for a planar joint of a planar mechanism has the normal for its z axis. */
static void place(layout *l, words *o, const char *side, kind_id kind, const pose *base, pose *at)
{
    *at = pose_identity();
    place_origin(l, o, side, at);
    if (kind == PLANAR && l->planar && !l->aligned && base) {
        double x[3], z[3];
        turn_back(base->R, l->normal, z);
        any_across(l, z, x);
        turn_axes(x, z, at->R);
        spell_frame(o, side, at->R, 1, 1);
        return;
    }
    place_turned(l, o, side, at);
}

/* ---- axes and coordinates ---- */

static void spell_axis(layout *l, words *o, const char *option, const double v[3])
{
    spell(o, " -%s ", option);
    if (!chance(l, 0.1)) { spell_exact_vector(o, v); return; }
    for (int i = 0; i < 3; i++) {
        spell(o, i ? " " : "{");
        spell_exact(o, v[i]);
        spell(o, "*p1");
    }
    spell(o, "}");
}

static void choose_axes(layout *l, words *o, joint_shape *s, const double frame[9])
{
    static const double nice[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    double v[3] = { 0, 0, 1 }, w[3];
    bool axial = s->kind == REVOLUTE || s->kind == PRISMATIC || s->kind == CYLINDRICAL || s->kind == UNIVERSAL || s->kind == SCREW;
    int way = roll(l, 100);
    if (l->planar) {
        if (s->kind == PRISMATIC) any_across(l, l->normal, w);
        else memcpy(w, l->normal, sizeof w);
        turn_back(frame, w, v);
    } else if (axial && way < 30) {
        memcpy(v, nice[roll(l, 3)], sizeof v);
        if (chance(l, 0.3)) for (int i = 0; i < 3; i++) v[i] = v[i] ? -v[i] : 0;
    } else if (axial && way < 75)
        any_direction(l, v);
    bool said = axial && !(v[0] == 0 && v[1] == 0 && v[2] == 1 && chance(l, 0.5));
    if (said) spell_axis(l, o, "axis", v);
    memcpy(s->axis, v, sizeof v);
    normalise(s->axis);
    if (s->kind == UNIVERSAL) {
        any_across(l, s->axis, s->axis2);
        for (int i = 0; i < 3 && chance(l, 0.6); i++)
            if (fabs(nice[i][0]*s->axis[0] + nice[i][1]*s->axis[1] + nice[i][2]*s->axis[2]) == 0) memcpy(s->axis2, nice[i], sizeof s->axis2);
        spell_axis(l, o, "axis2", s->axis2);
    }
    if (s->kind == SCREW) {
        s->pitch = plain(l, 0.05, 0.3)*(chance(l, 0.3) ? -1 : 1);
        spell(o, " -pitch ");
        spell_number(l, o, s->pitch);
    }
}

static void choose_coordinates(layout *l, kind_id kind, double q[7])
{
    const joint_kind *k = &joint_kinds[kind];
    for (int i = 0; i < k->nq; i++) q[i] = chance(l, 0.1) ? 0 : k->angles[i] == 'a' ? plain(l, -1.4, 1.4) : plain(l, -0.5, 0.5);
    if (k->euler < 0) return;
    double *e = q + k->euler, n = 0;
    bool none = chance(l, 0.15);
    for (int i = 0; i < 4; i++) e[i] = none ? i == 0 : i ? between(l, -1, 1) : between(l, 0.4, 1), n += e[i]*e[i];
    for (int i = 0; i < 4; i++) e[i] /= sqrt(n);
}

/* ---- motions ---- */

typedef double (*twists)[6][COLUMNS];        /* per body: velocity over speeds */

static void joint_twist(const layout *l, const r_joint *j, double (*t)[6])
{
    pose from = pose_times(l->body[j->parent].at, j->side[0]);
    joint_twists(&j->shape, &from, j->q, t);
}

static void body_twists(const layout *l, twists W)
{
    double t[6][6];
    memset(W, 0, BODIES*sizeof *W);
    for (int b = 1; b < l->nbody; b++) {
        const r_joint *j = &l->joint[l->body[b].through];
        int sign = j->child == b ? 1 : -1;
        memcpy(W[b], W[sign > 0 ? j->parent : j->child], sizeof W[b]);
        joint_twist(l, j, t);
        for (int u = 0; u < joint_kinds[j->shape.kind].nu; u++)
            for (int i = 0; i < 6; i++) W[b][i][j->column + u] += sign*t[u][i];
    }
}

/* Six rows per loop: the motion around it is none; then the conditions. Returns the rank, -1 where it is not clear. */
static int all_rank(const layout *l, const double (*more)[COLUMNS], int nmore)
{
    static double A[ROWS*COLUMNS], W[BODIES][6][COLUMNS];
    double t[6][6];
    int rows = 0;
    body_twists(l, W);
    for (int k = 0; k < l->njoint; k++) {
        const r_joint *j = &l->joint[k];
        if (!j->closes) continue;
        joint_twist(l, j, t);
        for (int i = 0; i < 6; i++, rows++) {
            double *row = &A[rows*l->columns];
            for (int c = 0; c < l->columns; c++) row[c] = W[j->child][i][c] - W[j->parent][i][c];
            for (int u = 0; u < joint_kinds[j->shape.kind].nu; u++) row[j->column + u] -= t[u][i];
        }
    }
    for (int i = 0; i < nmore; i++, rows++) memcpy(&A[rows*l->columns], more[i], (size_t)l->columns*sizeof(double));
    return rank_of(A, rows, l->columns, clear_pivot);
}

void layout_solve(layout *l)
{
    for (int b = 1; b < l->nbody; b++) {
        const r_joint *j = &l->joint[l->body[b].through];
        pose J = joint_motion(&j->shape, j->q);
        pose between_ = j->child == b ? pose_times(pose_times(j->side[0], J), pose_inverse(j->side[1]))
                                      : pose_times(pose_times(j->side[1], pose_inverse(J)), pose_inverse(j->side[0]));
        l->body[b].at = pose_times(l->body[j->child == b ? j->parent : j->child].at, between_);
    }
}

void layout_gradient(layout *l, measure *f, const void *what, double row[COLUMNS])
{
    const double h = 1e-5;
    memset(row, 0, COLUMNS*sizeof *row);
    for (int b = 1; b < l->nbody; b++) {
        r_joint *j = &l->joint[l->body[b].through];
        for (int u = 0; u < joint_kinds[j->shape.kind].nu; u++) {
            double kept[7];
            memcpy(kept, j->q, sizeof kept);
            for (int s = -1; s <= 1; s += 2) {
                joint_move(&j->shape, j->q, u, s*h);
                layout_solve(l);
                row[j->column + u] += s*f(l, what)/(2*h);
                memcpy(j->q, kept, sizeof kept);
            }
        }
    }
    layout_solve(l);
}

bool layout_add(layout *l, const double row[COLUMNS], int freedoms)
{
    if (6*l->nloop + l->nextra + 1 > ROWS) return false;
    int before = all_rank(l, (const double (*)[COLUMNS])l->extra, l->nextra);
    memcpy(l->extra[l->nextra], row, sizeof l->extra[0]);
    int after = all_rank(l, (const double (*)[COLUMNS])l->extra, l->nextra + 1);
    if (before < 0 || after != before + 1 || l->columns - after < freedoms) return false;
    l->nextra++;
    return true;
}

/* ---- the tree ---- */

static kind_id tree_kind(layout *l, int old, bool last)
{
    static const int space[KINDS] = { 30, 12, 9, 10, 10, 8, 7, 8, 6 }, plane[KINDS] = { 60, 22, 0, 0, 0, 12, 0, 0, 6 };
    for (;;) {
        kind_id k = (kind_id)weighted(l, l->planar ? plane : space, KINDS);
        if (k == FIXED && last && !l->columns) continue;
        if (k == FREE && old && chance(l, 0.7)) continue;
        return l->columns + joint_kinds[k].nu > 14 ? REVOLUTE : k;
    }
}

static r_joint *new_joint(layout *l, kind_id kind, int parent, int child)
{
    r_joint *j = &l->joint[l->njoint++];
    *j = (r_joint){ .shape = { .kind = kind }, .parent = parent, .child = child, .column = l->columns };
    l->columns += joint_kinds[kind].nu;
    return j;
}

/* The frame of the joint in the body that is there already decides the axes; J leaves the directions of axes alone, so that either end may be the parent. */
static void add_body(layout *l, bool last)
{
    int b = l->nbody++, old = b == 1 ? 0 : chance(l, 0.65) ? b - 1 : roll(l, b);
    bool reversed = chance(l, 0.4);
    kind_id kind = tree_kind(l, old, last);
    r_joint *j = new_joint(l, kind, reversed ? b : old, reversed ? old : b);
    int near = reversed ? 1 : 0;
    place(l, &j->placement, near ? "child-" : "", kind, &l->body[old].at, &j->side[near]);
    place(l, &j->placement, near ? "" : "child-", kind, NULL, &j->side[1 - near]);
    choose_axes(l, &j->placement, &j->shape, pose_times(l->body[old].at, j->side[near]).R);
    choose_coordinates(l, kind, j->q);
    l->body[b].through = l->njoint - 1;
    layout_solve(l);
}

/* ---- loops ---- */

static void fit_child(layout *l, r_joint *j)
{
    double rpy[3];
    pose from = pose_times(pose_times(l->body[j->parent].at, j->side[0]), joint_motion(&j->shape, j->q));
    j->side[1] = pose_times(pose_inverse(l->body[j->child].at), from);
    spell(&j->placement, " -child-at ");
    spell_vector(l, &j->placement, j->side[1].o);
    if (rpy_of_turn(j->side[1].R, rpy) && chance(l, 0.6)) {
        spell(&j->placement, " -child-rpy ");
        spell_exact_vector(&j->placement, rpy);
    } else
        spell_frame(&j->placement, "child-", j->side[1].R, 1, 1);
}

/* In every loop there is a joint that is free to move. */
static bool loops_move(const layout *l)
{
    static double W[BODIES][6][COLUMNS];
    int rank = all_rank(l, NULL, 0);
    body_twists(l, W);
    for (int k = 0; k < l->njoint; k++) {
        const r_joint *j = &l->joint[k];
        bool moves = !j->closes;
        for (int c = 0; c < l->columns && !moves; c++) {
            double row[1][COLUMNS] = { { 0 } }, part = c >= j->column && c < j->column + joint_kinds[j->shape.kind].nu;
            for (int i = 0; i < 6; i++) part += fabs(W[j->child][i][c] - W[j->parent][i][c]);
            row[0][c] = 1;
            moves = part > 1e-9 && all_rank(l, (const double (*)[COLUMNS])row, 1) == rank + 1;
        }
        if (!moves) return false;
    }
    return true;
}

/* One try; everything is as before if it fails. */
static bool try_loop(layout *l)
{
    static const int space[KINDS] = { 25, 8, 12, 15, 25, 12, 8, 0, 1 }, plane[KINDS] = { 70, 18, 0, 0, 0, 12, 0, 0, 0 };
    int parent = roll(l, l->nbody), child = roll(l, l->nbody);
    kind_id kind = (kind_id)weighted(l, l->planar ? plane : space, KINDS);
    if (parent == child || l->columns + joint_kinds[kind].nu > COLUMNS) return false;
    int columns = l->columns;
    r_joint *j = new_joint(l, kind, parent, child);
    j->closes = true;
    place(l, &j->placement, "", kind, &l->body[parent].at, &j->side[0]);
    choose_axes(l, &j->placement, &j->shape, pose_times(l->body[parent].at, j->side[0]).R);
    choose_coordinates(l, kind, j->q);
    fit_child(l, j);
    int rank = all_rank(l, NULL, 0);
    if (rank == (l->planar ? 3 : 6)*(l->nloop + 1) && loops_move(l)) {
        l->nloop++;
        return true;
    }
    free(j->placement.text);
    l->njoint--;
    l->columns = columns;
    return false;
}

void layout_build(layout *l)
{
    static const int sizes[8] = { 10, 18, 20, 18, 14, 10, 6, 4 };
    for (int i = 0; i < PARAMETERS; i++) l->p[i] = plain(l, 0.5, 2);
    l->planar = chance(l, 0.25);
    l->aligned = l->planar && chance(l, 0.5);
    any_direction(l, l->normal);
    if (l->aligned) l->normal[0] = l->normal[1] = 0, l->normal[2] = 1;
    normalise(l->normal);
    int n = 1 + weighted(l, sizes, 8), loops = chance(l, l->planar ? 0.9 : 0.5) ? 1 + chance(l, 0.25) : 0;
    if (loops && n < 3) n += 2;
    l->nbody = 1;
    l->body[0].at = pose_identity();
    for (int b = 1; b <= n; b++) add_body(l, b == n);
    for (int i = 0; i < 40 && l->nloop < loops; i++) try_loop(l);
    l->cut = chance(l, 0.5);
}

void layout_free(layout *l)
{
    for (int i = 0; i < l->njoint; i++) free(l->joint[i].placement.text);
}

/* ---- masses ---- */

static void choose_mass(layout *l, r_body *b, bool whole)
{
    static const int weight[4] = { 70, 10, 8, 12 };         /* whole, none, point, rod */
    int way = whole ? 0 : weighted(l, weight, 4);
    double s[3];
    *b = (r_body){ .at = b->at, .through = b->through, .axes = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    if (way == 1) return;
    b->mass = plain(l, 0.3, 3);
    for (int i = 0; i < 3; i++) b->com[i] = chance(l, 0.3) ? 0 : plain(l, -0.4, 0.4), s[i] = plain(l, 0.02, 0.3);
    if (way == 2) return;
    if (way == 3) s[1] = s[2] = 0;
    for (int i = 0; i < 3; i++) b->moment[i] = s[(i + 1)%3] + s[(i + 2)%3];
    if (chance(l, 0.5)) turn_rpy((const double[]){ plain(l, -2, 2), plain(l, -1, 1), plain(l, -2, 2) }, b->axes);
}

/* Every motion of the tree moves mass: the velocities of mass centres and the turning about axes with a moment of inertia have full rank. */
static bool moves_mass(const layout *l, int columns)
{
    static double A[6*BODIES*COLUMNS], W[BODIES][6][COLUMNS];
    int rows = 0;
    body_twists(l, W);
    for (int k = 1; k < l->nbody; k++) {
        const r_body *b = &l->body[k];
        double c[3];
        pose_point(&b->at, b->com, c);
        for (int i = 0; i < 3 && b->mass > 0; i++, rows++)
            for (int u = 0; u < columns; u++) {
                int j = (i + 1)%3, m = (i + 2)%3;
                A[rows*columns + u] = W[k][3 + i][u] + W[k][j][u]*c[m] - W[k][m][u]*c[j];
            }
        pose axes = pose_times(b->at, (pose){ .R = { b->axes[0], b->axes[1], b->axes[2], b->axes[3], b->axes[4], b->axes[5], b->axes[6], b->axes[7], b->axes[8] } });
        for (int i = 0; i < 3; i++) {
            if (b->moment[i] <= 0) continue;
            for (int u = 0; u < columns; u++)
                A[rows*columns + u] = axes.R[i]*W[k][0][u] + axes.R[3 + i]*W[k][1][u] + axes.R[6 + i]*W[k][2][u];
            rows++;
        }
    }
    return rank_of(A, rows, columns, 0.01) == columns;
}

void layout_masses(layout *l)
{
    int tree = 0;
    for (int i = 0; i < l->njoint; i++)
        if (!l->joint[i].closes) tree += joint_kinds[l->joint[i].shape.kind].nu;
    /* which tree is taken is not known unless the cut joints are said */
    for (int i = 0; i < 5 && (l->cut || !l->nloop); i++) {
        for (int b = 1; b < l->nbody; b++) choose_mass(l, &l->body[b], false);
        if (moves_mass(l, tree)) return;
    }
    for (int b = 1; b < l->nbody; b++) choose_mass(l, &l->body[b], true);
}
