/*
 * tape_run.c -- evaluating tapes: the value, Taylor coefficients in time by the chain rule, slopes backwards from the value (reverse mode;
 * Griewank and Walther, Evaluating Derivatives, 2008, chapters 3 and 13).
 *
 * At kinks derivatives are those of the derivation (derive/recorder.cpp): abs has the slope sign(a), so 0 at 0; step and sign have none; min and max
 * take the mean of both sides where they are equal.
 */
#include "tape_private.h"

#include <math.h>

static inline double sign_of(double a) { return (a > 0) - (a < 0); }
static inline double step_of(double a) { return 0.5*(1 + (a > 0) - (a < 0)); }

static inline double int_power(double a, int n)
{
    unsigned k = n < 0 ? (unsigned)-n : (unsigned)n;
    double y = 1, square = a;
    for (;; square *= square) {
        if (k&1) y *= square;
        if (!(k >>= 1)) break;
    }
    return n < 0 ? 1/y : y;
}

static inline double apply(int code, int n, double a, double b)
{
    switch (code) {
        case FUNC_sin:     return sin(a);
        case FUNC_cos:     return cos(a);
        case FUNC_tan:     return tan(a);
        case FUNC_asin:    return asin(a);
        case FUNC_acos:    return acos(a);
        case FUNC_atan:    return atan(a);
        case FUNC_atan2:   return atan2(a, b);
        case FUNC_sinh:    return sinh(a);
        case FUNC_cosh:    return cosh(a);
        case FUNC_tanh:    return tanh(a);
        case FUNC_exp:     return exp(a);
        case FUNC_log:     return log(a);
        case FUNC_sqrt:    return sqrt(a);
        case FUNC_abs:     return fabs(a);
        case FUNC_sign:    return sign_of(a);
        case FUNC_step:    return step_of(a);
        case FUNC_min:     return a < b ? a : b;
        case FUNC_max:     return a > b ? a : b;
        case OP_NEG:       return -a;
        case OP_ADD:       return a + b;
        case OP_SUB:       return a - b;
        case OP_MUL:       return a*b;
        case OP_DIV:       return a/b;
        case OP_INT_POWER: return int_power(a, n);
        default:           return pow(a, b);
    }
}

double tape_apply(int code, int n, double a, double b) { return apply(code, n, a, b); }

/* ---- value ---- */

static inline void load_leaves(const tape *x, const tape_leaves *l, double *r)
{
    for (int i = 0; i < x->nnumber; i++) *r++ = x->number[i];
    for (int i = 0; i < x->np; i++)      *r++ = l->p[x->p[i]];
    for (int i = 0; i < x->nin; i++)     *r++ = l->in[x->in[i]];
    if (x->ntime)                        *r++ = l->t;
    for (int i = 0; i < x->nsignal; i++) *r++ = l->s[x->signal[i]];
}

static inline void run(const tape *x, double *r)
{
    double *y = r + x->first;
    for (const tape_op *o = x->op, *end = o + x->nop; o < end; o++) *y++ = apply(o->code, o->n, r[o->a], r[o->b]);
}

double tape_value(const tape *x, const tape_leaves *l, double *registers)
{
    if (!x->nop && x->result < x->nnumber) return x->number[x->result];
    load_leaves(x, l, registers);
    run(x, registers);
    return registers[x->result];
}

/* ---- derivatives of one operation ---- */

/* First and second derivative of a function of one argument; y is its value. */
static void slopes_of_one(int code, double a, double y, double d[2])
{
    double s;
    switch (code) {
        case FUNC_sin:  d[0] = cos(a), d[1] = -y; return;
        case FUNC_cos:  d[0] = -sin(a), d[1] = -y; return;
        case FUNC_tan:  d[0] = 1 + y*y, d[1] = 2*y*d[0]; return;
        case FUNC_asin: s = 1 - a*a, d[0] = 1/sqrt(s), d[1] = a*d[0]/s; return;
        case FUNC_acos: s = 1 - a*a, d[0] = -1/sqrt(s), d[1] = a*d[0]/s; return;
        case FUNC_atan: d[0] = 1/(1 + a*a), d[1] = -2*a*d[0]*d[0]; return;
        case FUNC_sinh: d[0] = cosh(a), d[1] = y; return;
        case FUNC_cosh: d[0] = sinh(a), d[1] = y; return;
        case FUNC_tanh: d[0] = 1 - y*y, d[1] = -2*y*d[0]; return;
        case FUNC_exp:  d[0] = y, d[1] = y; return;
        case FUNC_log:  d[0] = 1/a, d[1] = -d[0]*d[0]; return;
        case FUNC_sqrt: d[0] = 0.5/y, d[1] = -d[0]/(2*a); return;
        case FUNC_abs:  d[0] = sign_of(a), d[1] = 0; return;
        case OP_NEG:    d[0] = -1, d[1] = 0; return;
        default:        d[0] = d[1] = 0; return;
    }
}

/* The same for a^n, n a whole number or not; a = 0 has derivatives as long as they are finite. */
static void slopes_of_int_power(int n, double a, double d[2])
{
    d[0] = n*int_power(a, n - 1);
    d[1] = n == 1 ? 0 : n*(n - 1)*int_power(a, n - 2);
}

static void slopes_of_power(double a, double b, double y, double d[2])
{
    if (a != 0) {
        d[0] = b*y/a;
        d[1] = (b - 1)*d[0]/a;
        return;
    }
    d[0] = b == 0 ? 0 : b*pow(a, b - 1);
    d[1] = b == 0 || b == 1 ? 0 : b*(b - 1)*pow(a, b - 2);
}

/* ---- jets ---- */

typedef struct jet { double x0, x1, x2; } jet;

static jet jet_of_one(const double d[2], double y, jet a)
{
    return (jet){ y, d[0]*a.x1, d[1]*a.x1*a.x1 + d[0]*a.x2 };
}

static jet jet_divide(jet a, jet b)
{
    double y = a.x0/b.x0, y1 = (a.x1 - y*b.x1)/b.x0;
    return (jet){ y, y1, (a.x2 - 2*y1*b.x1 - y*b.x2)/b.x0 };
}

static jet jet_atan2(jet a, jet b)
{
    double s = a.x0*a.x0 + b.x0*b.x0, s1 = 2*(a.x0*a.x1 + b.x0*b.x1);
    double y1 = (b.x0*a.x1 - a.x0*b.x1)/s;
    return (jet){ atan2(a.x0, b.x0), y1, (b.x0*a.x2 - a.x0*b.x2 - y1*s1)/s };
}

/* Whichever is chosen; where both are equal the mean of their derivatives. h: share of a. */
static jet jet_choose(double y, double h, jet a, jet b)
{
    return (jet){ y, b.x1 + h*(a.x1 - b.x1), b.x2 + h*(a.x2 - b.x2) };
}

static jet jet_pow(const tape_op *o, jet a, jet b)
{
    double y = pow(a.x0, b.x0), d[2];
    if (!o->b_moves) {
        slopes_of_power(a.x0, b.x0, y, d);
        return jet_of_one(d, y, a);
    }
    /* y = exp(b log a) */
    double log_a = log(a.x0), l1 = a.x1/a.x0, l2 = a.x2/a.x0 - l1*l1;
    double e1 = b.x1*log_a + b.x0*l1, e2 = b.x2*log_a + 2*b.x1*l1 + b.x0*l2;
    return (jet){ y, y*e1, y*(e2 + e1*e1) };
}

static jet jet_apply(const tape_op *o, jet a, jet b)
{
    double d[2], y;
    switch (o->code) {
        case OP_ADD: return (jet){ a.x0 + b.x0, a.x1 + b.x1, a.x2 + b.x2 };
        case OP_SUB: return (jet){ a.x0 - b.x0, a.x1 - b.x1, a.x2 - b.x2 };
        case OP_MUL: return (jet){ a.x0*b.x0, a.x1*b.x0 + a.x0*b.x1, a.x2*b.x0 + 2*a.x1*b.x1 + a.x0*b.x2 };
        case OP_DIV: return jet_divide(a, b);
        case OP_POW: return jet_pow(o, a, b);
        case OP_INT_POWER:
            slopes_of_int_power(o->n, a.x0, d);
            return jet_of_one(d, int_power(a.x0, o->n), a);
        case FUNC_atan2: return jet_atan2(a, b);
        case FUNC_min:   return jet_choose(a.x0 < b.x0 ? a.x0 : b.x0, step_of(b.x0 - a.x0), a, b);
        case FUNC_max:   return jet_choose(a.x0 > b.x0 ? a.x0 : b.x0, step_of(a.x0 - b.x0), a, b);
        default:
            y = apply(o->code, 0, a.x0, a.x0);
            slopes_of_one(o->code, a.x0, y, d);
            return jet_of_one(d, y, a);
    }
}

void tape_jet(const tape *x, const tape_leaves *l, double *registers, double y[3])
{
    int size = tape_size(x), fixed = x->nnumber + x->np + x->nin;
    double *r = registers, *r1 = r + size, *r2 = r1 + size;
    load_leaves(x, l, r);
    for (int i = 0; i < fixed; i++) r1[i] = r2[i] = 0;
    if (x->ntime) r1[fixed] = 1, r2[fixed] = 0;
    for (int i = 0, k = fixed + x->ntime; i < x->nsignal; i++, k++) r1[k] = l->s1[x->signal[i]], r2[k] = l->s2[x->signal[i]];
    for (int i = 0, k = x->first; i < x->nop; i++, k++) {
        const tape_op *o = &x->op[i];
        if (!o->a_moves && !o->b_moves) {
            r[k] = apply(o->code, o->n, r[o->a], r[o->b]);
            r1[k] = r2[k] = 0;
            continue;
        }
        jet v = jet_apply(o, (jet){ r[o->a], r1[o->a], r2[o->a] }, (jet){ r[o->b], r1[o->b], r2[o->b] });
        r[k] = v.x0, r1[k] = v.x1, r2[k] = v.x2;
    }
    y[0] = r[x->result], y[1] = r1[x->result], y[2] = r2[x->result];
}

/* ---- slopes ---- */

/* Adds the share s of an operation's value to the shares of its operands. */
static void send_back(const tape_op *o, const double *r, double y, double s, double *share)
{
    double a = r[o->a], b = r[o->b], *A = &share[o->a], *B = &share[o->b], d[2], h;
    switch (o->code) {
        case OP_ADD: *A += s, *B += s; return;
        case OP_SUB: *A += s, *B -= s; return;
        case OP_MUL: *A += s*b, *B += s*a; return;
        case OP_DIV: *A += s/b, *B -= s*y/b; return;
        case OP_INT_POWER: slopes_of_int_power(o->n, a, d), *A += s*d[0]; return;
        case OP_POW:
            if (o->a_moves) slopes_of_power(a, b, y, d), *A += s*d[0];
            if (o->b_moves) *B += s*y*log(a);
            return;
        case FUNC_atan2: h = s/(a*a + b*b), *A += h*b, *B -= h*a; return;
        case FUNC_min: h = step_of(b - a), *A += s*h, *B += s*(1 - h); return;
        case FUNC_max: h = step_of(a - b), *A += s*h, *B += s*(1 - h); return;
        default: slopes_of_one(o->code, a, y, d), *A += s*d[0]; return;
    }
}

double tape_slopes(const tape *x, const tape_leaves *l, double *registers, double *slope)
{
    int size = tape_size(x), signals = x->first - x->nsignal;
    double *r = registers, *share = r + size;
    load_leaves(x, l, r);
    run(x, r);
    for (int i = 0; i < size; i++) share[i] = 0;
    share[x->result] = 1;
    for (int i = x->nop - 1, k = size - 1; i >= 0; i--, k--) {
        const tape_op *o = &x->op[i];
        if (share[k] != 0 && (o->a_moves || o->b_moves)) send_back(o, r, r[k], share[k], share);
    }
    for (int i = 0; i < x->nsignal; i++) slope[x->signal[i]] = share[signals + i];
    return r[x->result];
}

double tape_time_slope(const tape *x, const double *registers)
{
    return x->ntime ? registers[tape_size(x) + x->first - x->nsignal - 1] : 0;
}
