/*
 * test_pairs.c -- conditions and coordinates of every joint type, distances and points: gradients against velocities, rates and second derivatives
 * against differences along a motion, coordinates and conditions in positions made from given coordinates.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../check.h"
#include "../../generator/script/script.h"
#include "../../runtime/generic/generic.h"

/* Two bodies for each type, frames and axes that are no coordinate axes. */
static const char *const script =
    "mechanism pairs\n"
    "foreach type {revolute prismatic cylindrical spherical free planar fixed} {\n"
    "    body a_$type -mass 1 -inertia {1 1 1}\n"
    "    body b_$type -mass 1 -inertia {1 1 1}\n"
    "    joint g_$type free ground a_$type\n"
    "    set axis [expr {$type in {revolute prismatic cylindrical} ? {-axis {0.3 -0.5 0.8}} : {}}]\n"
    "    joint j_$type $type a_$type b_$type -at {0.1 0.2 -0.3} -rpy {0.3 -0.2 0.5} -child-at {-0.2 0.1 0.4} -child-rpy {-0.4 0.1 0.2} {*}$axis\n"
    "}\n"
    "body a_universal -mass 1 -inertia {1 1 1}\nbody b_universal -mass 1 -inertia {1 1 1}\njoint g_universal free ground a_universal\n"
    "joint j_universal universal a_universal b_universal -at {0.1 0.2 -0.3} -rpy {0.3 -0.2 0.5} -child-at {-0.2 0.1 0.4} -child-rpy {-0.4 0.1 0.2} "
    "-axis {0 0.6 0.8} -axis2 {0 0.8 -0.6}\n"
    "body a_screw -mass 1 -inertia {1 1 1}\nbody b_screw -mass 1 -inertia {1 1 1}\njoint g_screw free ground a_screw\n"
    "joint j_screw screw a_screw b_screw -at {0.1 0.2 -0.3} -rpy {0.3 -0.2 0.5} -child-at {-0.2 0.1 0.4} -child-rpy {-0.4 0.1 0.2} -axis {0.3 -0.5 0.8} -pitch 0.07\n"
    "analysis dynamics -from 0 -to 1 -steps 1\n";

static model *load_model(void)
{
    char file[] = "/tmp/mechc-pairs-XXXXXX";
    int fd = mkstemp(file);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) return NULL;
    fputs(script, f);
    fclose(f);
    model *m = script_load(file, NULL);
    unlink(file);
    if (m && model_errors(m)) model_print_messages(m, stderr);
    return m;
}

static double next(unsigned long *seed)
{
    *seed = *seed*6364136223846793005u + 1442695040888963407u;
    return 2*(double)(*seed >> 11)/9007199254740992.0 - 1;
}

/* ---- a motion ---- */

static void set_pose(g_body *b, const double e[4])
{
    double length = sqrt(e[0]*e[0] + e[1]*e[1] + e[2]*e[2] + e[3]*e[3]);
    for (int k = 0; k < 4; k++) b->e[k] = e[k]/length;
    e_matrix(b->R, b->e);
}

static void random_motion(g_body *b, unsigned long *seed)
{
    double e[4];
    for (int k = 0; k < 4; k++) e[k] = next(seed);
    set_pose(b, e);
    double *all[] = { b->r, b->v, b->w, b->a, b->al };
    for (int i = 0; i < 5; i++) for (int k = 0; k < 3; k++) all[i][k] = next(seed);
}

/* ed = (0, w + s al) e/2, ground axes */
static void slope(const g_body *b, double s, const double e[4], double ed[4])
{
    const double w[4] = { 0, (b->w[0] + s*b->al[0])/2, (b->w[1] + s*b->al[1])/2, (b->w[2] + s*b->al[2])/2 };
    e_mul(ed, w, e);
}

/* The body s later, accelerations constant; one step of Runge and Kutta's method for the rotation. */
static g_body moved(const g_body *b, double s)
{
    g_body y = *b;
    double k[4][4], e[4];
    slope(b, 0, b->e, k[0]);
    for (int i = 1; i < 4; i++) {
        double part = i == 3 ? s : s/2;
        for (int c = 0; c < 4; c++) e[c] = b->e[c] + part*k[i - 1][c];
        slope(b, part, e, k[i]);
    }
    for (int c = 0; c < 4; c++) e[c] = b->e[c] + s/6*(k[0][c] + 2*k[1][c] + 2*k[2][c] + k[3][c]);
    set_pose(&y, e);
    for (int c = 0; c < 3; c++) {
        y.r[c] += s*(b->v[c] + s/2*b->a[c]);
        y.v[c] += s*b->a[c], y.w[c] += s*b->al[c];
    }
    return y;
}

/* ---- rows against differences ---- */

typedef void rows_function(const g_work *w, int which, g_row *rows);

static void conditions(const g_work *w, int which, g_row *rows) { g_conditions(w, which, rows); }
static void speeds(const g_work *w, int which, g_row *rows) { g_joint_coordinates(w, which, NULL, rows); }

static const int ends[2] = { 1, 4 };
static const double at[2][3] = { { 0.1, -0.2, 0.3 }, { -0.4, 0.2, 0.1 } };
static void distance_row(const g_work *w, int which, g_row *rows) { (void)which; g_distance(w, ends, at, rows); }
static void point_rows(const g_work *w, int which, g_row *rows) { (void)which; for (int k = 0; k < 3; k++) g_point(w, ends[0], at[0], k, &rows[k]); }

/* values: in how many of the rows the value has the rate everywhere. Speeds have rates only; a screw's angle has its speed only while its axes are parallel. */
static void check_rows(g_work *w, rows_function *f, int which, int n, int values)
{
    static const double weight[5] = { 1, -8, 0, 8, -1 };                /* over 12 h */
    static const double bend[5] = { -1, 16, -30, 16, -1 };              /* over 12 h^2 */
    enum { MOST = 6 };
    const double h = 1e-3;
    g_row now[MOST], then[MOST];
    double rate[MOST] = { 0 }, second[MOST] = { 0 }, second_of_rate[MOST] = { 0 };
    int nb = w->x->m->nbody;
    g_body *keep = malloc((size_t)nb*sizeof *keep);
    memcpy(keep, w->body, (size_t)nb*sizeof *keep);
    f(w, which, now);
    for (int i = 0; i < n; i++) {
        double power = 0;
        for (int s = 0; s < 2; s++) power += v_dot(now[i].f[s], w->body[now[i].body[s]].v) + v_dot(now[i].n[s], w->body[now[i].body[s]].w);
        check_close(power, now[i].rate, 1e-13, 1e-14);
    }
    for (int k = 0; k < 5; k++) {
        for (int b = 1; b < nb; b++) w->body[b] = moved(&keep[b], (k - 2)*h);
        f(w, which, then);
        for (int i = 0; i < n; i++) {
            rate[i] += weight[k]*then[i].value/(12*h), second[i] += bend[k]*then[i].value/(12*h*h);
            second_of_rate[i] += weight[k]*then[i].rate/(12*h);
        }
    }
    for (int i = 0; i < n; i++) {
        /* h^4 times a derivative of fifth order, about 10^3 */
        if (i < values) check_close(rate[i], now[i].rate, 1e-9, 1e-9), check_close(second[i], now[i].second, 1e-8, 1e-8);
        check_close(second_of_rate[i], now[i].second, 1e-9, 1e-9);
    }
    memcpy(w->body, keep, (size_t)nb*sizeof *keep);
    free(keep);
}

/* ---- positions made from coordinates ---- */

/* Puts frame after a motion: rotation by Euler parameters e, then translation d, both in the frame's own axes. */
static void go(double R[9], double p[3], const double e[4], const double d[3])
{
    double turn[9], old[9], step[3];
    memcpy(old, R, sizeof old);
    m_vec(step, old, d), v_add(p, step);
    e_matrix(turn, e);
    m_mul(R, old, turn);
}

/* The child where the coordinates put it, its velocity from differences is not needed here. */
static void place_child(g_work *w, int joint_, const double *q)
{
    const joint *j = &w->x->m->joints[joint_];
    const g_joint *g = &w->joint[joint_];
    const g_body *p = &w->body[j->parent];
    g_body *c = &w->body[j->child];
    double R[9], r[3], arm[3], back[9];
    m_vec(r, p->R, g->side[0].o), v_add(r, p->r);
    m_mul(R, p->R, g->side[0].R);
    for (int k = 0; k < j->type->motions; k++) {
        const motion *o = &j->type->motion[k];
        const double unit[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
        const double *a = o->axis == AXIS_FIRST ? g->axis : o->axis == AXIS_SECOND ? g->axis2 : unit[o->axis];
        double x = q[o->q], e[4] = { 1, 0, 0, 0 }, d[3] = { 0, 0, 0 };
        if (o->kind == MOTION_SPHERICAL) memcpy(e, q + o->q, sizeof e);
        else if (o->kind == MOTION_TRANSLATION) v_scale(d, x, a);
        else e[0] = cos(x/2), v_scale(e + 1, sin(x/2), a);
        if (o->kind == MOTION_SCREW) v_scale(d, g->pitch*x, a);
        go(R, r, e, d);
    }
    /* R = R_c R_side, r = r_c + R_c o */
    for (int i = 0; i < 3; i++) for (int k = 0; k < 3; k++) back[3*i + k] = g->side[1].R[3*k + i];
    m_mul(c->R, R, back);
    m_vec(arm, c->R, g->side[1].o);
    for (int k = 0; k < 3; k++) c->r[k] = r[k] - arm[k];
    double E[4];
    E[0] = sqrt(fmax(0, 1 + c->R[0] + c->R[4] + c->R[8]))/2;
    E[1] = (c->R[7] - c->R[5])/(4*E[0]), E[2] = (c->R[2] - c->R[6])/(4*E[0]), E[3] = (c->R[3] - c->R[1])/(4*E[0]);
    set_pose(c, E);
}

static void check_closed(g_work *w, int joint_, unsigned long *seed)
{
    const joint_type *t = w->x->m->joints[joint_].type;
    double q[7], got[7], length = 0, sign = 1;
    g_row rows[6];
    int euler = -1;
    for (int i = 0; i < t->nq; i++) q[i] = 1.4*next(seed);
    for (int k = 0; k < t->motions; k++) if (t->motion[k].kind == MOTION_SPHERICAL) euler = t->motion[k].q;
    for (int i = 0; i < 4 && euler >= 0; i++) length += q[euler + i]*q[euler + i];
    for (int i = 0; i < 4 && euler >= 0; i++) q[euler + i] /= sqrt(length);
    if (!strcmp(t->name, "screw")) q[0] *= 10;                          /* whole turns by the advance */
    place_child(w, joint_, q);
    g_conditions(w, joint_, rows);
    for (int i = 0; i < t->rows; i++) check_close(rows[i].value, 0, 0, 1e-14);
    if (!t->nq) return;
    g_joint_coordinates(w, joint_, got, rows);
    if (euler >= 0 && got[euler]*q[euler] < 0) sign = -1;
    for (int i = 0; i < t->nq; i++) check_close(euler >= 0 && i >= euler && i < euler + 4 ? sign*got[i] : got[i], q[i], 1e-13, 1e-13);
}

static void check_texts(const g_work *w)
{
    const model *m = w->x->m;
    for (int j = 0; j < m->njoint; j++) {
        const char *type = m->joints[j].type->name;
        if (!strcmp(type, "revolute")) check_text(g_condition_text(w, j, 1), "displacement along y"), check_text(g_condition_text(w, j, 3), "tilt of the axis");
        if (!strcmp(type, "planar")) check_text(g_condition_text(w, j, 0), "displacement along z"), check_text(g_condition_text(w, j, 1), "rotation about y");
        if (!strcmp(type, "fixed")) check_text(g_condition_text(w, j, 5), "rotation about z");
        if (!strcmp(type, "screw")) check_text(g_condition_text(w, j, 4), "advance along the axis");
        if (!strcmp(type, "universal")) check_text(g_condition_text(w, j, 3), "rotation about the normal of both axes");
    }
}

int main(void)
{
    model *m = load_model();
    topology *g = m && !model_errors(m) ? topology_new(m) : NULL;
    generic *x = g ? generic_new(m, g) : NULL;
    void *memory = x ? calloc(1, g_work_size(x)) : NULL;
    unsigned long seed = 3;
    if (CHECK(memory != NULL)) {
        g_work w;
        int tested = 0;
        g_work_init(&w, x, memory, NULL);
        for (int round = 0; round < 5; round++) {
            for (int b = 1; b < m->nbody; b++) random_motion(&w.body[b], &seed);
            for (int j = 0; j < m->njoint; j++) {
                const joint_type *t = m->joints[j].type;
                check_rows(&w, conditions, j, t->rows, t->rows - (strchr(t->conditions, 'h') != NULL));
                check_rows(&w, speeds, j, t->nu, 0);
                tested++;
            }
            check_rows(&w, distance_row, 0, 1, 1);
            check_rows(&w, point_rows, 0, 3, 3);
            for (int j = 0; j < m->njoint; j++) check_closed(&w, j, &seed);
        }
        CHECK(tested == 5*m->njoint && m->njoint == 2*joint_type_count);
        check_texts(&w);
    }
    free(memory);
    generic_free(x);
    if (g) topology_free(g);
    model_free(m);
    return check_done();
}
