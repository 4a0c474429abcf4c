/*
 * check_numbers.c -- checks of numbers at the present parameter values: finite, masses and inertias possible, axes that are directions.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "walk.h"

/* ---- finite values ---- */

/* plain: of parameters and constants only. digits: about how many the number has in exact arithmetic, which is what constants are folded with. */
typedef struct found { double value; bool plain; double digits; } found;

enum { MOST_DIGITS = 20000 };

static double exact_digits(const model *m, const expr *e, found a, found b)
{
    switch (e->kind) {
        case EXPR_NUMBER:   return (double)strlen(e->text) + (strchr(e->text, 'e') ? fabs(atof(strchr(e->text, 'e') + 1)) : 0);
        case EXPR_CONSTANT: return m->state->digits[e->ref];
        case EXPR_POW:      return a.digits*fmax(1, fabs(b.value));
        case EXPR_CALL:     return 20;
        default:            return a.digits + b.digits + 1;
    }
}

static const char *expr_words(model *m, const expr *e)
{
    text_buffer b = { 0 };
    buffer_add_expr(&b, m, e);
    const char *text = model_text(m, b.length > 60 ? "%.57s..." : "%s", b.text);
    buffer_done(&b);
    return text;
}

/* Reports the innermost part that is not finite: log(0) in 1/log(0). */
static found check_finite(model *m, const expr *e, const site *s)
{
    found none = { 0, true, 0 }, a = e->a ? check_finite(m, e->a, s) : none, b = e->b ? check_finite(m, e->b, s) : none;
    /* What could not be parsed or looked up has been reported and has no value. */
    bool unknown = (e->kind == EXPR_PARAMETER || e->kind == EXPR_CONSTANT) && e->ref < 0;
    bool leaf = unknown || e->kind == EXPR_TIME || e->kind == EXPR_INPUT || e->kind == EXPR_Q || e->kind == EXPR_QD || e->kind == EXPR_POINT;
    if (leaf || !a.plain || !b.plain) {
        /* A quotient by a plain zero is infinite whatever stands above it. */
        if (e->kind == EXPR_DIV && b.plain && b.value == 0)
            model_error(m, s->at, "%s: column %d: division by %s, which is 0", site_text(m, s), e->column, expr_words(m, e->b));
        return (found){ 0, false, 0 };
    }
    double value = expr_apply(m, e, a.value, b.value);
    /* A constant or parameter that is not finite has been reported where it is defined. */
    bool named = e->kind == EXPR_CONSTANT || e->kind == EXPR_PARAMETER;
    if (!isfinite(value) && !named && isfinite(a.value) && isfinite(b.value)) {
        const char *when = expr_is_constant(m, e) ? "" : " at these parameter values";
        model_error(m, s->at, "%s: column %d: %s is not a finite number%s", site_text(m, s), e->column, expr_words(m, e), when);
    }
    /* Zero by underflow is another number than the one written, and exact arithmetic would not stop at it. */
    bool product = e->kind == EXPR_MUL || e->kind == EXPR_DIV || e->kind == EXPR_POW;
    if (product && value == 0 && a.value != 0 && isfinite(a.value) && (e->kind != EXPR_MUL || b.value != 0))
        model_error(m, s->at, "%s: column %d: %s is too small a number", site_text(m, s), e->column, expr_words(m, e));
    double digits = exact_digits(m, e, a, b);
    if (value != 0 && digits > MOST_DIGITS && expr_is_constant(m, e) && a.digits <= MOST_DIGITS && b.digits <= MOST_DIGITS && !named)
        model_error(m, s->at, "%s: column %d: %s has more than %d digits when it is computed exactly; make it a parameter or round it", site_text(m, s), e->column,
                    expr_words(m, e), MOST_DIGITS);
    return (found){ value, true, digits };
}

static void visit_finite(model *m, const expr *e, const site *s, void *data)
{
    (void)data;
    found f = check_finite(m, e, s);
    if (!(s->uses & USE_PARAMETER)) m->state->digits[s->before] = f.digits;
}

/* ---- functions of time where an analysis begins ---- */

static bool uses_time(const expr *e) { return e && (e->kind == EXPR_TIME || uses_time(e->a) || uses_time(e->b)); }

/* Value at time t; *worst is the innermost part that is not finite though its operands are. */
static double value_at(const model *m, const expr *e, double t, const expr **worst)
{
    double a = e->a ? value_at(m, e->a, t, worst) : 0, b = e->b ? value_at(m, e->b, t, worst) : 0;
    double value = e->kind == EXPR_TIME ? t : expr_apply(m, e, a, b);
    bool leaf = !e->a && !e->b;
    if (!isfinite(value) && isfinite(a) && isfinite(b) && !leaf) *worst = e;
    return value;
}

static void check_start(model *m, const expr *e, int analyses, const char *what, where at)
{
    for (int i = 0; i < m->nanalysis; i++) {
        const expr *worst = NULL;
        double from = expr_number(m, m->analyses[i].from);
        if (!(m->analyses[i].kind & analyses) || !isfinite(from)) continue;
        value_at(m, e, from, &worst);
        /* what does not depend on the time has been reported */
        if (!worst || !uses_time(worst)) continue;
        model_error(m, at, "%s: column %d: %s is not a finite number at t = %g, where analysis %s begins", what, worst->column, expr_words(m, worst), from,
                    m->analyses[i].kind == FOR_KINEMATICS ? "kinematics" : "dynamics");
        return;
    }
}

static void check_starts(model *m)
{
    for (int i = 0; i < m->ndrive; i++)
        if (m->drives[i].q >= 0) check_start(m, m->drives[i].value, m->drives[i].analyses, model_text(m, "drive \"%s\"", m->q[m->drives[i].q].name), m->drives[i].at);
    for (int i = 0; i < m->ndistance; i++)
        check_start(m, m->distances[i].length, FOR_BOTH, model_text(m, "distance \"%s\"", m->distances[i].name), m->distances[i].at);
}

/* ---- small vectors ---- */

static void vector_number(const model *m, const expr *const e[3], double v[3])
{
    for (int i = 0; i < 3; i++) v[i] = expr_number(m, e[i]);
}

static bool all_finite(const double *v, int n)
{
    for (int i = 0; i < n; i++) if (!isfinite(v[i])) return false;
    return true;
}

static double dot(const double a[3], const double b[3]) { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]; }

/* A direction: scaled by its largest element first, so that neither 1e-200 nor 1e200 gets lost in squares. False if it is zero. */
static bool direction(const double v[3], double d[3])
{
    double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    if (!(largest > 0)) return false;
    for (int i = 0; i < 3; i++) d[i] = v[i]/largest;
    double length = sqrt(dot(d, d));
    for (int i = 0; i < 3; i++) d[i] /= length;
    return true;
}

/* ---- bodies ---- */

/* Eigenvalues of the symmetric matrix [a0 a3 a4; a3 a1 a5; a4 a5 a2], ascending: cyclic Jacobi rotations (Golub and Van Loan, 8.5). */
static void eigenvalues(const double a[6], double w[3])
{
    double A[3][3] = { { a[0], a[3], a[4] }, { a[3], a[1], a[5] }, { a[4], a[5], a[2] } };
    for (int sweep = 0; sweep < 30; sweep++) {
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (A[p][q] == 0) continue;
                double tau = (A[q][q] - A[p][p])/(2*A[p][q]);
                double t = (tau >= 0 ? 1 : -1)/(fabs(tau) + sqrt(1 + tau*tau)), c = 1/sqrt(1 + t*t), s = t*c;
                for (int k = 0; k < 3; k++) {
                    double x = A[k][p], y = A[k][q];
                    A[k][p] = c*x - s*y;
                    A[k][q] = s*x + c*y;
                }
                for (int k = 0; k < 3; k++) {
                    double x = A[p][k], y = A[q][k];
                    A[p][k] = c*x - s*y;
                    A[q][k] = s*x + c*y;
                }
            }
        }
    }
    for (int i = 0; i < 3; i++) w[i] = A[i][i];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (w[k] > w[k+1]) { double x = w[k]; w[k] = w[k+1]; w[k+1] = x; }
}

static void check_body(model *m, const body *b)
{
    /* Elements given with a few digits may miss the equality of a thin rod or plate by rounding only. */
    const double tolerance = 1e-9;
    double mass = expr_number(m, b->mass), c[3], J[6], w[3], scale = 0;
    if (mass < 0) model_error(m, b->at, "body \"%s\": the mass is negative (%g)", b->name, mass);
    vector_number(m, b->com, c);
    for (int i = 0; i < 6; i++) {
        J[i] = expr_number(m, b->inertia[i]);
        scale = fmax(scale, fabs(J[i]));
    }
    if (b->inertia_at_origin) {
        /* Huygens and Steiner, back to the mass centre */
        double cc = dot(c, c);
        for (int i = 0; i < 3; i++) J[i] -= mass*(cc - c[i]*c[i]);
        J[3] += mass*c[0]*c[1];
        J[4] += mass*c[0]*c[2];
        J[5] += mass*c[1]*c[2];
        scale = fmax(scale, fabs(mass)*cc);
    }
    if (scale == 0 || !all_finite(J, 6)) return;
    for (int i = 0; i < 6; i++) J[i] /= scale;
    eigenvalues(J, w);
    const char *from = b->inertia_at_origin ? ", shifted from the origin to the mass centre," : "";
    if (w[0] < -tolerance)
        model_error(m, b->at, "body \"%s\": -inertia%s has a negative principal moment (%g, %g, %g); check the signs and -inertia-at", b->name, from,
                    w[0]*scale, w[1]*scale, w[2]*scale);
    else if (w[2] > w[0] + w[1] + tolerance)
        model_error(m, b->at, "body \"%s\": -inertia%s has the principal moments %g, %g, %g; the largest may not exceed the sum of the other two%s", b->name, from,
                    w[0]*scale, w[1]*scale, w[2]*scale, fabs(w[0]) + fabs(w[1]) <= tolerance ? "; for motion in a plane about z give {0 I I}" : "");
}

/* ---- joints ---- */

static bool check_direction(model *m, const joint *j, const char *option, const expr *const e[3], double d[3])
{
    double v[3];
    vector_number(m, e, v);
    if (!all_finite(v, 3)) return false;
    if (direction(v, d)) return true;
    model_error(m, j->at_line, "joint \"%s\": %s is the zero vector; give a direction", j->name, option);
    return false;
}

/* The rounding of a dozen operations; anything larger is meant otherwise. */
static const double perpendicular_tolerance = 1e-9;

static void check_orientation(model *m, const joint *j, const char *option, const orientation *o)
{
    double x[3], z[3];
    if (!o->axes) return;
    if (!check_direction(m, j, model_text(m, "%s: x-axis", option), o->x, x) || !check_direction(m, j, model_text(m, "%s: z-axis", option), o->z, z)) return;
    if (fabs(dot(x, z)) > perpendicular_tolerance)
        model_error(m, j->at_line, "joint \"%s\": %s: the axes are not perpendicular (%g degrees)", j->name, option, acos(dot(x, z))*180/M_PI);
}

static double quaternion_length(const model *m, const expr *const e[4])
{
    double n = 0;
    for (int i = 0; i < 4; i++) {
        double x = expr_number(m, e[i]);
        if (!isfinite(x)) return NAN;
        n = hypot(n, x);
    }
    return n;
}

/* Index within the joint of its first Euler parameter, or -1. */
static int euler_index(const joint_type *t)
{
    for (int i = 0; i < t->motions; i++)
        if (t->motion[i].kind == MOTION_SPHERICAL) return t->motion[i].q;
    return -1;
}

static void check_joint(model *m, const joint *j)
{
    double a[3], b[3];
    bool first = j->axis[0] && check_direction(m, j, "-axis", j->axis, a), second = j->axis2[0] && check_direction(m, j, "-axis2", j->axis2, b);
    if (first && second && fabs(dot(a, b)) > perpendicular_tolerance)
        model_error(m, j->at_line, "joint \"%s\": -axis and -axis2 of a universal joint must be perpendicular (they are at %g degrees)", j->name, acos(dot(a, b))*180/M_PI);
    if (first && !strcmp(j->type->name, "planar") && (a[2] <= 0 || fabs(a[0]) > perpendicular_tolerance || fabs(a[1]) > perpendicular_tolerance))
        model_error(m, j->at_line, "joint \"%s\": the axis of a planar joint is the joint frame's z; turn the frame with -rpy or -frame", j->name);
    check_orientation(m, j, "-frame", &j->frame);
    check_orientation(m, j, "-child-frame", &j->child_frame);
    int e = euler_index(j->type);
    double length = e >= 0 && j->q0[e] ? quaternion_length(m, j->q0 + e) : 1;
    if (length == 0)
        model_error(m, j->at_line, "joint \"%s\": -q0: the Euler parameters are all zero; without rotation they are 1 0 0 0", j->name);
    else if (length < 1e-3 || length > 1e3)
        model_error(m, j->at_line, "joint \"%s\": -q0: the Euler parameters have length %g; it should be 1", j->name, length);
}

/* ---- Euler parameters of length one ---- */

static const expr *build(model *m, expr_kind kind, const expr *a, const expr *b)
{
    expr *e = model_alloc(m, sizeof *e);
    *e = (expr){ .kind = kind, .ref = -1, .a = a, .b = b, .file = a->file, .line = a->line, .column = a->column };
    return e;
}

/* e_i / sqrt(e0^2 + .. + e3^2), as expressions, so that it stays true when a parameter changes. */
static void normalise_euler(model *m, joint *j, int first)
{
    const expr **e = j->q0 + first, *sum = NULL;
    double length = quaternion_length(m, e);
    if (fabs(length - 1) > 1e-6) model_warn(m, j->at_line, "joint \"%s\": -q0: the Euler parameters have length %g; they are divided by it", j->name, length);
    if (fabs(length - 1) > 4e-16) {
        for (int i = 0; i < 4; i++) {
            const expr *square = build(m, EXPR_MUL, e[i], e[i]);
            sum = sum ? build(m, EXPR_ADD, sum, square) : square;
        }
        expr *root = (expr *)build(m, EXPR_CALL, sum, NULL);
        root->func = FUNC_sqrt;
        for (int i = 0; i < 4; i++) e[i] = build(m, EXPR_DIV, e[i], root);
    }
    if (expr_number(m, e[0]) < 0)
        for (int i = 0; i < 4; i++) e[i] = build(m, EXPR_NEG, e[i], NULL);
}

void model_normalise(model *m)
{
    for (int i = 0; i < m->njoint; i++) {
        int e = euler_index(m->joints[i].type);
        if (e >= 0 && m->joints[i].q0[e]) normalise_euler(m, &m->joints[i], e);
    }
}

/* ---- the rest ---- */

/* Lengths may depend on the motion; then they have no number yet. */
static void check_lengths(model *m)
{
    for (int i = 0; i < m->nspring; i++) {
        double length = expr_number(m, m->springs[i].length);
        if (length < 0) model_error(m, m->springs[i].at, "spring \"%s\": -length is negative (%g)", m->springs[i].name, length);
    }
    for (int i = 0; i < m->ndistance; i++) {
        double length = expr_number(m, m->distances[i].length);
        if (length <= 0) model_error(m, m->distances[i].at, "distance \"%s\": the length must be positive, not %g; points that coincide are a spherical joint",
                                     m->distances[i].name, length);
    }
}

static void check_analysis(model *m, const analysis *a)
{
    const char *kind = a->kind == FOR_KINEMATICS ? "kinematics" : "dynamics";
    double from = expr_number(m, a->from), to = expr_number(m, a->to);
    if (from >= to) model_error(m, a->at, "analysis %s: -from %g must come before -to %g", kind, from, to);
    if (a->rtol && expr_number(m, a->rtol) <= 0) model_error(m, a->at, "analysis %s: -rtol must be positive", kind);
    if (a->atol && expr_number(m, a->atol) <= 0) model_error(m, a->at, "analysis %s: -atol must be positive", kind);
}

/* Values that are not finite are reported by the first walk; the checks behind it say nothing about them. */
void model_check_numbers(model *m)
{
    model_walk(m, visit_finite, NULL);
    for (int i = 1; i < m->nbody; i++) check_body(m, &m->bodies[i]);
    for (int i = 0; i < m->njoint; i++) check_joint(m, &m->joints[i]);
    check_lengths(m);
    check_starts(m);
    for (int i = 0; i < m->nanalysis; i++) check_analysis(m, &m->analyses[i]);
    if (m->alpha && expr_number(m, m->alpha) < 0) model_error(m, m->state->stabilise_at, "stabilise: -alpha is negative; the constraints would not be kept");
    if (m->beta && expr_number(m, m->beta) < 0) model_error(m, m->state->stabilise_at, "stabilise: -beta is negative");
}
