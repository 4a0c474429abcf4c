/*
 * mechanism.c -- see mechanism.h: what acts on the skeleton of layout.c, and the script as a whole.
 */
#include "mechanism.h"
#include "layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 120 };

typedef struct script { layout l; int inputs, nline; words line[LINES]; bool kinematics; } script;

static words *new_line(script *s) { return &s->line[s->nline++]; }

/* ---- expressions ---- */

static const char axes[] = "xyz";

/* A coordinate that is no Euler parameter; false if there is none. Those of joints that may be cut are angles within half a turn, which they are here. */
static bool pick_coordinate(script *s, bool tree_only, int *joint, int *q)
{
    layout *l = &s->l;
    for (int i = 0; i < 20; i++) {
        *joint = roll(l, l->njoint);
        const joint_kind *k = &joint_kinds[l->joint[*joint].shape.kind];
        if (!k->nq || (tree_only && l->joint[*joint].closes)) continue;
        *q = roll(l, k->nq);
        if (k->angles[*q] != 'e') return true;
    }
    return false;
}

static bool pick_speed(script *s, int *joint, int *u)
{
    layout *l = &s->l;
    for (int i = 0; i < 20; i++) {
        *joint = roll(l, l->njoint);
        int n = joint_kinds[l->joint[*joint].shape.kind].nu;
        if (!n) continue;
        *u = roll(l, n);
        return true;
    }
    return false;
}

/* q(j1), qd(j2.wx), q(j3.e1)^2: the sign of Euler parameters of a cut joint is nobody's business. */
static void spell_state(script *s, words *o, bool rate)
{
    layout *l = &s->l;
    int j, k;
    if (rate && pick_speed(s, &j, &k)) {
        spell(o, "qd(");
        spell_speed(o, l, j, k);
        spell(o, ")");
    } else if (!rate && pick_coordinate(s, false, &j, &k)) {
        spell(o, "q(");
        spell_coordinate(o, l, j, k);
        spell(o, ")");
    } else
        spell(o, "t");
}

static void spell_euler(script *s, words *o)
{
    layout *l = &s->l;
    for (int i = 0; i < l->njoint; i++) {
        int e = joint_kinds[l->joint[i].shape.kind].euler;
        if (e < 0 || chance(l, 0.3)) continue;
        int k = e + roll(l, 4);
        spell(o, "(q(");
        spell_coordinate(o, l, i, k);
        spell(o, ")*qd(");
        spell_coordinate(o, l, i, k);
        spell(o, "))");
        return;
    }
    spell(o, "t^2");
}

/* x(P1), vy(P2), az(P1) */
static void spell_point(script *s, words *o, int order)
{
    static const char *const rate[] = { "", "v", "a" };
    layout *l = &s->l;
    if (!l->npoint) { spell(o, "t"); return; }
    int k = roll(l, l->npoint), a = roll(l, 3);
    spell(o, "%s%c(P%d)", rate[order], axes[a], k + 1);
}

static void spell_input(script *s, words *o)
{
    if (s->inputs) spell(o, "in%d", 1 + roll(&s->l, s->inputs));
    else spell(o, "c1");
}

/* One term of a force law. Forms are written with: N a number, Q a coordinate, D a speed, E an Euler parameter and its rate, X a position, V a velocity, I an
 * input, T the time, A a parameter. */
static void spell_term(script *s, words *o)
{
    static const char *const forms[] = {
        "N", "-A*D", "-N*Q", "N*sin(N*T)", "N*cos(N*T+Q)", "N*I", "N*tanh(D)", "N*X", "-N*V", "N*exp(-T)*cos(Q)", "-N*D^3/(1+D^2)", "N*atan2(X,2+V^2)",
        "N*sinh(sin(Q))", "N*cosh(Q/4)", "N*log(2+Q^2)", "sqrt(N^2+X^2)", "N*atan(D)", "N*asin(sin(Q)/2)", "N*acos(cos(Q)/2)", "N*tan(sin(T)/2)", "(2+Q^2)^0.5",
        "(2+sin(Q))^A", "N*(3+Q^2)^-2*Q^3", "N*E", "2^-Q^2", "N*pi*T", "Q*D*A", "I*X-N" };
    static const char *const kinks[] = { "N*step(T-0.2)", "min(N,abs(D))", "-N*abs(D)*D", "max(0,-N*X)", "N*sign(Q-N)", "N*step(X-N)", "min(max(Q,-1),1)" };
    layout *l = &s->l;
    const char *form = chance(l, 0.12) ? kinks[roll(l, sizeof kinks/sizeof kinks[0])] : forms[roll(l, sizeof forms/sizeof forms[0])];
    for (; *form; form++)
        switch (*form) {
            case 'N': spell_factor(l, o, plain(l, -2, 2)); break;
            case 'Q': spell_state(s, o, false); break;
            case 'D': spell_state(s, o, true); break;
            case 'E': spell_euler(s, o); break;
            case 'X': spell_point(s, o, 0); break;
            case 'V': spell_point(s, o, 1); break;
            case 'I': spell_input(s, o); break;
            case 'T': spell(o, "t"); break;
            case 'A': spell(o, "p%d", 1 + roll(l, PARAMETERS)); break;
            default:  spell(o, "%c", *form); break;
        }
}

static void spell_law(script *s, words *o)
{
    spell_term(s, o);
    while (chance(&s->l, 0.35)) {
        spell(o, "+");
        spell_term(s, o);
    }
}

static void spell_laws(script *s, words *o)
{
    for (int i = 0; i < 3; i++) {
        spell(o, i ? " " : "{");
        if (chance(&s->l, 0.3)) spell(o, "0");
        else spell_law(s, o);
    }
    spell(o, "}");
}

static void spell_body(words *o, int b) { spell(o, b ? "b%d" : "ground", b); }

static void any_place(layout *l, double at[3])
{
    for (int i = 0; i < 3; i++) at[i] = chance(l, 0.2) ? 0 : plain(l, -0.5, 0.5);
}

/* ---- bodies and joints ---- */

/* Moments and products about the mass centre, or about the origin; tensor elements in body axes. */
static void inertia_of(const r_body *b, bool origin, double I[6])
{
    static const int at[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
    const double *c = b->com;
    for (int k = 0; k < 6; k++) {
        int i = at[k][0], j = at[k][1];
        I[k] = 0;
        for (int m = 0; m < 3; m++) I[k] += b->axes[3*i + m]*b->moment[m]*b->axes[3*j + m];
        if (origin) I[k] += b->mass*((i == j ? c[0]*c[0] + c[1]*c[1] + c[2]*c[2] : 0) - c[i]*c[j]);
    }
}

/* Mass and inertia grow with one and the same parameter, so that the body stays possible when it is changed. */
static void spell_scaled(words *o, double x, int parameter, double p)
{
    spell_exact(o, parameter < 0 || x == 0 ? x : x/p);
    if (parameter >= 0 && x != 0) spell(o, "*p%d", parameter + 1);
}

static void say_body(script *s, int k, bool guess)
{
    layout *l = &s->l;
    const r_body *b = &l->body[k];
    words *o = new_line(s);
    int parameter = chance(l, 0.4) ? roll(l, PARAMETERS) : -1;
    double p = parameter < 0 ? 1 : l->p[parameter], I[6], rpy[3];
    spell(o, "body b%d -mass ", k);
    spell_scaled(o, b->mass, parameter, p);
    if (b->com[0] != 0 || b->com[1] != 0 || b->com[2] != 0) {
        spell(o, " -com {");
        for (int i = 0; i < 3; i++) spell(o, i ? " " : ""), spell_exact(o, b->com[i]);
        spell(o, "}");
    }
    if (b->moment[0] + b->moment[1] > 0) {
        bool origin = chance(l, 0.3);
        inertia_of(b, origin, I);
        spell(o, " -inertia {");
        bool products = fabs(I[3]) + fabs(I[4]) + fabs(I[5]) > 0 || chance(l, 0.2);
        for (int i = 0; i < (products ? 6 : 3); i++) spell(o, i ? " " : ""), spell_scaled(o, I[i], parameter, p);
        spell(o, "}%s", origin ? " -inertia-at origin" : chance(l, 0.1) ? " -inertia-at com" : "");
    }
    if (!guess) return;
    spell(o, " -guess {");
    for (int i = 0; i < 3; i++) spell(o, i ? " " : ""), spell_exact(o, b->at.o[i]);
    rpy_of_turn(b->at.R, rpy);
    spell(o, "} -guess-rpy {");
    for (int i = 0; i < 3; i++) spell(o, i ? " " : ""), spell_exact(o, rpy[i]);
    spell(o, "}");
}

static void say_joint(script *s, int k)
{
    layout *l = &s->l;
    const r_joint *j = &l->joint[k];
    const joint_kind *kind = &joint_kinds[j->shape.kind];
    words *o = new_line(s);
    spell(o, "joint j%d %s ", k + 1, j->shape.kind == PRISMATIC && chance(l, 0.2) ? "translational" : kind->name);
    spell_body(o, j->parent);
    spell(o, " ");
    spell_body(o, j->child);
    spell(o, "%s", j->placement.text ? j->placement.text : "");
    /* which joint is cut is not known unless it is said; the coordinates of a joint that is cut for sure are a guess only */
    if (kind->nq && (!j->closes || !l->cut || chance(l, 0.5))) {
        spell(o, " -q0 {");
        for (int i = 0; i < kind->nq; i++) {
            spell(o, i ? " " : "");
            if (kind->angles[i] == 'e') spell_exact(o, j->q[i]);
            else spell_number(l, o, j->q[i]);
        }
        spell(o, "}");
    }
    if (kind->nu && !j->closes && chance(l, 0.65)) {
        spell(o, " -qd0 {");
        for (int i = 0; i < kind->nu; i++) spell(o, i ? " " : ""), spell_number(l, o, chance(l, 0.2) ? 0 : plain(l, -1, 1));
        spell(o, "}");
    }
    if (j->hold) spell(o, " -hold yes");
    if (j->closes && l->cut) spell(o, " -cut yes");
    else if (!j->closes && l->nloop && l->cut && chance(l, 0.3)) spell(o, " -cut no");
}

/* ---- conditions ---- */

/* Keeps a joint's coordinates as given, if nothing else says what they are. */
static void choose_hold(script *s)
{
    layout *l = &s->l;
    if ((l->nloop && !l->cut) || !chance(l, 0.15)) return;
    int k = roll(l, l->njoint), n = joint_kinds[l->joint[k].shape.kind].nu, before = l->nextra;
    if (l->joint[k].closes || !n) return;
    for (int u = 0; u < n; u++) {
        double row[COLUMNS] = { 0 };
        row[l->joint[k].column + u] = 1;
        if (!layout_add(l, row, 1)) { l->nextra = before; return; }
    }
    l->joint[k].hold = true;
}

static void say_drive(script *s)
{
    layout *l = &s->l;
    int j, q;
    double row[COLUMNS] = { 0 };
    if (!pick_coordinate(s, chance(l, 0.8), &j, &q)) return;
    row[l->joint[j].column + q] = 1;
    int way = roll(l, 3);
    if (l->joint[j].hold || !layout_add(l, row, 1)) return;
    words *o = new_line(s);
    spell(o, "drive ");
    spell_coordinate(o, l, j, q);
    spell(o, " ");
    spell_factor(l, o, l->joint[j].q[q]);
    if (chance(l, 0.7)) { spell(o, "+"); spell_factor(l, o, plain(l, -0.5, 0.5)); spell(o, "*t"); }
    if (chance(l, 0.5)) { spell(o, "+"); spell_factor(l, o, plain(l, -0.3, 0.3)); spell(o, "*sin(p%d*t)", 1 + roll(l, PARAMETERS)); }
    if (chance(l, 0.2)) { spell(o, "+"); spell_factor(l, o, plain(l, -0.2, 0.2)); spell(o, "*(1-exp(-t^2))"); }
    spell(o, "%s", way == 0 ? " -for kinematics" : way == 1 ? " -for dynamics" : "");
    s->kinematics |= way != 1;
}

typedef enum condition_form { TWO_POINTS, COUPLED, BENT, SPHERE, CONDITION_FORMS } condition_form;
typedef struct condition { condition_form form; int j[2], q[2], p[2], axis[2]; double k[2]; } condition;

static double point_axis(const layout *l, int p, int axis)
{
    double r[3];
    pose_point(&l->body[l->point[p].body].at, l->point[p].at, r);
    return r[axis];
}

static double condition_value(const layout *l, const void *what)
{
    const condition *c = what;
    double a = point_axis(l, c->p[0], c->axis[0]), b = point_axis(l, c->p[1], c->axis[1]), sum = 0;
    double q0 = c->form == COUPLED || c->form == BENT ? l->joint[c->j[0]].q[c->q[0]] : 0, q1 = c->form == COUPLED ? l->joint[c->j[1]].q[c->q[1]] : 0;
    switch (c->form) {
        case TWO_POINTS: return c->k[0]*a + c->k[1]*b;
        case COUPLED:    return q0 + c->k[0]*q1 + c->k[1]*q0*q1;
        case BENT:       return sin(q0) + c->k[0]*a*a;
        default:
            for (int i = 0; i < 3; i++) sum += pow(point_axis(l, c->p[0], i) - c->k[0], 2);
            return sum;
    }
}

static void spell_condition(script *s, words *o, const condition *c)
{
    layout *l = &s->l;
    switch (c->form) {
        case TWO_POINTS:
            spell_factor(l, o, c->k[0]);
            spell(o, "*%c(P%d)+", axes[c->axis[0]], c->p[0] + 1);
            spell_factor(l, o, c->k[1]);
            spell(o, "*%c(P%d)", axes[c->axis[1]], c->p[1] + 1);
            return;
        case COUPLED:
            spell(o, "q("), spell_coordinate(o, l, c->j[0], c->q[0]), spell(o, ")+");
            spell_factor(l, o, c->k[0]);
            spell(o, "*q("), spell_coordinate(o, l, c->j[1], c->q[1]), spell(o, ")+");
            spell_factor(l, o, c->k[1]);
            spell(o, "*q("), spell_coordinate(o, l, c->j[0], c->q[0]), spell(o, ")*q("), spell_coordinate(o, l, c->j[1], c->q[1]), spell(o, ")");
            return;
        case BENT:
            spell(o, "sin(q("), spell_coordinate(o, l, c->j[0], c->q[0]), spell(o, "))+");
            spell_factor(l, o, c->k[0]);
            spell(o, "*%c(P%d)^2", axes[c->axis[0]], c->p[0] + 1);
            return;
        default:
            for (int i = 0; i < 3; i++) {
                spell(o, "%s(%c(P%d)-", i ? "+" : "", axes[i], c->p[0] + 1);
                spell_factor(l, o, c->k[0]);
                spell(o, ")^2");
            }
            return;
    }
}

static void say_constraint(script *s, int number)
{
    layout *l = &s->l;
    double row[COLUMNS];
    condition c = { .form = (condition_form)roll(l, CONDITION_FORMS) };
    for (int i = 0; i < 2; i++) {
        if (!pick_coordinate(s, true, &c.j[i], &c.q[i])) return;
        c.p[i] = roll(l, l->npoint), c.axis[i] = roll(l, 3), c.k[i] = plain(l, -1, 1);
    }
    if (c.form == COUPLED && c.j[0] == c.j[1] && c.q[0] == c.q[1]) return;
    layout_gradient(l, condition_value, &c, row);
    if (!layout_add(l, row, 1)) return;
    words *o = new_line(s);
    spell(o, "constraint con%d ", number);
    spell_condition(s, o, &c);
    if (chance(l, 0.3)) { spell(o, "+"); spell_factor(l, o, plain(l, -0.2, 0.2)); spell(o, "*sin(t)"); }
    spell(o, "-");
    spell_factor(l, o, condition_value(l, &c));
}

typedef struct ends { int body[2]; double at[2][3]; } ends;

static double length_of(const layout *l, const void *what)
{
    const ends *e = what;
    double r[2][3];
    for (int i = 0; i < 2; i++) pose_point(&l->body[e->body[i]].at, e->at[i], r[i]);
    return sqrt(pow(r[0][0] - r[1][0], 2) + pow(r[0][1] - r[1][1], 2) + pow(r[0][2] - r[1][2], 2));
}

/* Two points of different bodies, apart from one another. */
static ends any_ends(layout *l)
{
    ends e;
    do for (int i = 0; i < 2; i++) {
        e.body[i] = roll(l, l->nbody);
        any_place(l, e.at[i]);
    }
    while (e.body[0] == e.body[1] || length_of(l, &e) < 0.1);
    return e;
}

static void spell_ends(script *s, words *o, const ends *e)
{
    for (int i = 0; i < 2; i++) {
        spell(o, " ");
        spell_body(o, e->body[i]);
        spell(o, " ");
        spell_vector(&s->l, o, e->at[i]);
    }
}

static void say_distance(script *s, int number)
{
    layout *l = &s->l;
    double row[COLUMNS];
    ends e = any_ends(l);
    layout_gradient(l, length_of, &e, row);
    if (!layout_add(l, row, 1)) return;
    words *o = new_line(s);
    spell(o, "distance rod%d", number);
    spell_ends(s, o, &e);
    spell(o, " ");
    spell_factor(l, o, length_of(l, &e));
    if (chance(l, 0.3)) { spell(o, "+"); spell_factor(l, o, plain(l, -0.1, 0.1)); spell(o, "*sin(2*t)"); }
}

/* ---- forces ---- */

static void say_spring(script *s, int number)
{
    layout *l = &s->l;
    ends e = any_ends(l);
    words *o = new_line(s);
    spell(o, "spring spring%d", number);
    spell_ends(s, o, &e);
    spell(o, " -k ");
    spell_factor(l, o, plain(l, 1, 30));
    if (chance(l, 0.15)) spell(o, "*(1+0.1*sin(t))");
    spell(o, " -length ");
    spell_factor(l, o, plain(l, 0.05, 1.5));
    if (chance(l, 0.15)) spell(o, "*(1+0.1*cos(p1*t))");
    if (chance(l, 0.5)) spell(o, " -c "), spell_factor(l, o, plain(l, 0.01, 1));
}

static void say_torsion(script *s, int number)
{
    layout *l = &s->l;
    int j, q;
    if (!pick_coordinate(s, chance(l, 0.7), &j, &q)) return;
    words *o = new_line(s);
    spell(o, "torsion torsion%d ", number);
    spell_coordinate(o, l, j, q);
    spell(o, " -k ");
    spell_factor(l, o, plain(l, 0.2, 8));
    if (chance(l, 0.15)) spell(o, "*(2+"), spell_term(s, o), spell(o, ")");
    if (chance(l, 0.6)) spell(o, " -angle "), spell_factor(l, o, plain(l, -1, 1));
    if (chance(l, 0.5)) spell(o, " -c "), spell_factor(l, o, plain(l, 0.01, 0.5));
}

static void say_load(script *s)
{
    static const char *const when[] = { "", "", "", " -for kinematics", " -for dynamics" };
    layout *l = &s->l;
    int j, u;
    if (!pick_speed(s, &j, &u)) return;
    words *o = new_line(s);
    spell(o, "load ");
    spell_speed(o, l, j, u);
    spell(o, " ");
    spell_law(s, o);
    spell(o, "%s", when[roll(l, 5)]);
}

static void say_force(script *s, int number, bool torque)
{
    layout *l = &s->l;
    double at[3];
    words *o = new_line(s);
    spell(o, torque ? "torque torque%d b%d " : "force force%d b%d ", number, 1 + roll(l, l->nbody - 1));
    spell_laws(s, o);
    if (!torque && chance(l, 0.6)) any_place(l, at), spell(o, " -at "), spell_vector(l, o, at);
    spell(o, "%s", chance(l, 0.4) ? " -in body" : chance(l, 0.2) ? " -in ground" : "");
}

static void say_point(script *s)
{
    layout *l = &s->l;
    r_point *p = &l->point[l->npoint++];
    words *o = new_line(s);
    p->body = chance(l, 0.05) ? 0 : 1 + roll(l, l->nbody - 1);
    any_place(l, p->at);
    spell(o, "point P%d ", l->npoint);
    spell_body(o, p->body);
    spell(o, " ");
    spell_vector(l, o, p->at);
}

static void say_output(script *s, int number)
{
    layout *l = &s->l;
    words *o = new_line(s);
    spell(o, "output out%d ", number);
    switch (roll(l, 4)) {
        case 0:  spell_law(s, o); break;
        case 1:  spell_point(s, o, 2); spell(o, "*"); spell_term(s, o); break;
        case 2:  spell_point(s, o, 2); spell(o, "+"); spell_point(s, o, 1); spell(o, "*"); spell_point(s, o, 0); break;
        default: spell_state(s, o, chance(l, 0.5)); break;
    }
    spell(o, "%s", chance(l, 0.2) ? " -unit m" : "");
}

/* ---- the whole ---- */

static void say_gravity(script *s, words *o)
{
    layout *l = &s->l;
    double g[3];
    switch (roll(l, 4)) {
        case 0:  return;
        case 1:  spell(o, "gravity {0 0 -9.81}\n"); return;
        case 2:  spell(o, "gravity {0 -9.81*p2 0}\n"); return;
        default:
            for (int i = 0; i < 3; i++) g[i] = plain(l, -10, 10);
            spell(o, "gravity ");
            spell_vector(l, o, g);
            spell(o, "\n");
    }
}

static void say_head(script *s, words *o, unsigned long seed)
{
    layout *l = &s->l;
    spell(o, "mechanism random%lu -about \"Random mechanism %lu\"\n", seed, seed);
    spell(o, "constant c1 3/4\n");
    for (int i = 0; i < PARAMETERS; i++) {
        spell(o, "parameter p%d ", i + 1);
        if (i == 3) spell_exact(o, l->p[3]/l->p[0]), spell(o, "*p1\n");
        else spell_exact(o, l->p[i]), spell(o, "\n");
    }
    s->inputs = roll(l, 3);
    for (int i = 0; i < s->inputs; i++) {
        spell(o, "input in%d", i + 1);
        if (chance(l, 0.7)) spell(o, " "), spell_number(l, o, plain(l, -1, 1));
        spell(o, "\n");
    }
    say_gravity(s, o);
}

/* How many of something: none in most mechanisms if p is small. */
static int some(layout *l, double p)
{
    int n = 0;
    while (n < 3 && chance(l, p)) n++;
    return n;
}

static void say_elements(script *s)
{
    layout *l = &s->l;
    int n;
    for (n = 1 + roll(l, 4); n > 0; n--) say_point(s);
    choose_hold(s);
    for (n = some(l, 0.3); n > 0; n--) say_drive(s);
    for (n = some(l, 0.2); n > 0; n--) say_constraint(s, n);
    for (n = some(l, 0.2); n > 0; n--) say_distance(s, n);
    bool guess = l->nloop && chance(l, 0.1);
    for (int b = 1; b < l->nbody; b++) say_body(s, b, guess);
    for (int j = 0; j < l->njoint; j++) say_joint(s, j);
    for (n = some(l, 0.4); n > 0; n--) say_spring(s, n);
    for (n = some(l, 0.3); n > 0; n--) say_torsion(s, n);
    for (n = some(l, 0.5); n > 0; n--) say_load(s);
    for (n = some(l, 0.4); n > 0; n--) say_force(s, n, false);
    for (n = some(l, 0.3); n > 0; n--) say_force(s, n, true);
    for (n = 1 + roll(l, 3); n > 0; n--) say_output(s, n);
}

/* The order of the lines is the order of coordinates, rows and columns: sometimes any. */
static void mix_lines(script *s)
{
    if (!chance(&s->l, 0.5)) return;
    for (int i = s->nline - 1; i > 0; i--) {
        int k = roll(&s->l, i + 1);
        words w = s->line[i];
        s->line[i] = s->line[k], s->line[k] = w;
    }
}

static void say_analyses(script *s, words *o)
{
    layout *l = &s->l;
    if (chance(l, 0.2)) spell(o, "stabilise -alpha %d -beta %d\n", 5 + roll(l, 20), 5 + roll(l, 20));
    if (s->kinematics) spell(o, "analysis kinematics -from 0 -to 0.2 -steps 5\n");
    spell(o, "analysis dynamics -from 0 -to 0.2 -steps 5 -integrator %s -rtol 1e-10 -atol 1e-10\n", chance(l, 0.5) ? "de" : "dopri5");
}

char *random_mechanism(unsigned long seed)
{
    script *s = calloc(1, sizeof *s);
    words o = { 0 };
    if (!s) return NULL;
    s->l.dice = seed;
    layout_build(&s->l);
    layout_masses(&s->l);
    say_head(s, &o, seed);
    say_elements(s);
    mix_lines(s);
    for (int i = 0; i < s->nline; i++) {
        spell(&o, "%s\n", s->line[i].text);
        free(s->line[i].text);
    }
    say_analyses(s, &o);
    layout_free(&s->l);
    free(s);
    return o.text;
}
