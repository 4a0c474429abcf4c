/*
 * test_tape.c -- tapes against a recursive evaluation of the same trees in long double, and against its difference quotients.
 *
 * Differences are central, of order six, in 64-bit mantissas: with steps of 1/256 and 1/512 they have ten digits or more where both agree. Where they do not (a kink or
 * a pole is near) a random case is left out; few may be.
 */
#include <math.h>
#include <stdlib.h>
#include "generator/script/script.h"
#include "runtime/generic/tape.h"
#include "tests/check.h"

enum { MAX_SIGNALS = 32, MAX_REGISTERS = 6000 };

static const where here = { "tape.tcl", 1 };

/* ---- a model with every kind of leaf ---- */

static void say(model *m, int n, const char *const *words) { script_command(m, here, n, words); }
#define SAY(m, ...) say(m, (int)(sizeof((const char *[]){ __VA_ARGS__ })/sizeof(const char *)), (const char *[]){ __VA_ARGS__ })

static model *model_start(void)
{
    model *m = model_new("tape.tcl");
    SAY(m, "mechanism", "leaves");
    SAY(m, "parameter", "a", "1.25");
    SAY(m, "parameter", "b", "-0.75");
    SAY(m, "parameter", "none", "0");
    SAY(m, "parameter", "two", "2");
    SAY(m, "constant", "six", "2*3");
    SAY(m, "input", "in1", "0.5");
    SAY(m, "input", "in2", "0.25");
    SAY(m, "body", "one", "-mass", "1", "-inertia", "1 1 1");
    SAY(m, "body", "next", "-mass", "1", "-inertia", "1 1 1");
    SAY(m, "joint", "r", "revolute", "ground", "one");
    SAY(m, "joint", "s", "spherical", "one", "next", "-at", "1 0 0");
    SAY(m, "point", "P", "next", "1 2 3");
    SAY(m, "point", "Q", "one", "1 0 3");
    return m;
}

static void add_output(model *m, int i, const char *text)
{
    char name[32];
    snprintf(name, sizeof name, "y%d", i);
    SAY(m, "output", name, text);
}

/* The model whose outputs are the texts. */
static model *model_of(const char *const *texts, int n)
{
    model *m = model_start();
    for (int i = 0; i < n; i++) add_output(m, i, texts[i]);
    model_finish(m);
    if (!CHECK(!model_errors(m))) model_print_messages(m, stderr);
    return m;
}

/* ---- independent evaluation ---- */

/* Everything moves with x: the time is t + x, signals s + s1 x + s2 x^2/2; one signal may be shifted besides. */
typedef struct world {
    const model *m;
    const signal_list *l;
    double p[4], in[2], t, s[MAX_SIGNALS], s1[MAX_SIGNALS], s2[MAX_SIGNALS];
    int moved;                          /* signal; -1: the time; -2: everything along x */
} world;

static long double signal_value(const world *w, signal_kind kind, int ref, int axis, long double x)
{
    for (int i = 0; i < w->l->n; i++) {
        const signal_ref *s = &w->l->signal[i];
        if (s->kind != kind || s->ref != ref || s->axis != axis) continue;
        if (w->moved != -2) return w->s[i] + (w->moved == i ? x : 0);
        return w->s[i] + x*(w->s1[i] + x*w->s2[i]/2);
    }
    return NAN;
}

static long double call_value(int func, long double a, long double b)
{
    switch ((expr_func)func) {
        case FUNC_sin:   return sinl(a);
        case FUNC_cos:   return cosl(a);
        case FUNC_tan:   return tanl(a);
        case FUNC_asin:  return asinl(a);
        case FUNC_acos:  return acosl(a);
        case FUNC_atan:  return atanl(a);
        case FUNC_atan2: return atan2l(a, b);
        case FUNC_sinh:  return sinhl(a);
        case FUNC_cosh:  return coshl(a);
        case FUNC_tanh:  return tanhl(a);
        case FUNC_exp:   return expl(a);
        case FUNC_log:   return logl(a);
        case FUNC_sqrt:  return sqrtl(a);
        case FUNC_abs:   return fabsl(a);
        case FUNC_sign:  return a > 0 ? 1 : a < 0 ? -1 : 0;
        case FUNC_step:  return a > 0 ? 1 : a < 0 ? 0 : 0.5L;
        case FUNC_min:   return fminl(a, b);
        case FUNC_max:   return fmaxl(a, b);
        case FUNC_COUNT: break;
    }
    return NAN;
}

static long double value(const world *w, const expr *e, long double x)
{
    long double a = e->a ? value(w, e->a, x) : 0, b = e->b ? value(w, e->b, x) : 0;
    switch (e->kind) {
        case EXPR_NUMBER:    return strtold(e->text, NULL);
        case EXPR_PI:        return 3.141592653589793238462643383279502884L;
        case EXPR_TIME:      return w->t + (w->moved < 0 ? x : 0);
        case EXPR_PARAMETER: return w->p[e->ref];
        case EXPR_CONSTANT:  return 6;
        case EXPR_INPUT:     return w->in[e->ref];
        case EXPR_Q:         return signal_value(w, SIGNAL_Q, e->ref, 0, x);
        case EXPR_QD:        return signal_value(w, e->qd_of_q ? SIGNAL_QD : SIGNAL_U, e->ref, 0, x);
        case EXPR_POINT:     return signal_value(w, (signal_kind)(SIGNAL_POSITION + e->func/3), e->ref, e->func%3, x);
        case EXPR_NEG:       return -a;
        case EXPR_ADD:       return a + b;
        case EXPR_SUB:       return a - b;
        case EXPR_MUL:       return a*b;
        case EXPR_DIV:       return a/b;
        case EXPR_POW:       return powl(a, b);
        case EXPR_CALL:      return call_value(e->func, a, b);
    }
    return NAN;
}

static void differences(const world *w, const expr *e, long double h, long double d[3])
{
    long double f[7];
    for (int i = 0; i < 7; i++) f[i] = value(w, e, (i - 3)*h);
    d[0] = f[3];
    d[1] = (f[6] - f[0] - 9*(f[5] - f[1]) + 45*(f[4] - f[2]))/(60*h);
    d[2] = (2*(f[6] + f[0]) - 27*(f[5] + f[1]) + 270*(f[4] + f[2]) - 490*f[3])/(180*h*h);
}

/* Value and two derivatives; false where the two steps do not agree to 1e-9. */
static bool derivatives(const world *w, const expr *e, double d[3])
{
    long double coarse[3], fine[3];
    differences(w, e, 1/256.0L, coarse);
    differences(w, e, 1/512.0L, fine);
    for (int i = 0; i < 3; i++) {
        d[i] = (double)fine[i];
        if (!(fabsl(coarse[i] - fine[i]) <= 1e-9L*(1 + fabsl(fine[i])))) return false;
    }
    return true;
}

/* ---- comparisons ---- */

static double registers[MAX_REGISTERS];

static tape_leaves leaves_of(const world *w) { return (tape_leaves){ w->p, w->in, w->t, w->s, w->s1, w->s2 }; }

static tape *compile(world *w, const expr *e, signal_list *l)
{
    tape *x = tape_new(w->m, e, l);
    w->l = l;
    CHECK(x && l->n <= MAX_SIGNALS && 3*tape_size(x) <= MAX_REGISTERS);
    return x;
}

/* Numbers for all leaves; the same for the same seed. */
static double uniform(unsigned long long *s)
{
    *s = *s*6364136223846793005ull + 1442695040888963407ull;
    return (double)(*s >> 11)/4503599627370496.0 - 1;         /* -1 to 1 */
}

static world world_of(const model *m, unsigned long long *seed)
{
    world w = { .m = m, .p = { 1.25, -0.75, 0, 2 } };
    for (int i = 0; i < 2; i++) w.in[i] = uniform(seed);
    w.t = 1 + uniform(seed);
    for (int i = 0; i < MAX_SIGNALS; i++) w.s[i] = uniform(seed), w.s1[i] = uniform(seed), w.s2[i] = uniform(seed);
    return w;
}

/* Value always, jet and slopes where differences can be had. Returns whether they could. */
static bool compare(world *w, const expr *e, const tape *x, const char *text)
{
    tape_leaves l = leaves_of(w);
    double d[3], y[3], slope[MAX_SIGNALS];
    int failed = check_failed;
    w->moved = -2;
    double want = (double)value(w, e, 0);
    if (isnan(want)) return false;
    check_close(tape_value(x, &l, registers), want, 1e-11, 1e-13);
    bool smooth = derivatives(w, e, d);
    if (smooth) {
        tape_jet(x, &l, registers, y);
        for (int i = 0; i < 3; i++) check_close(y[i], d[i], 2e-9, 2e-9);
    }
    const int *used;
    int n = tape_signals(x, &used);
    check_close(tape_slopes(x, &l, registers, slope), want, 1e-11, 1e-13);
    double in_time = tape_time_slope(x, registers);
    for (int i = -1; i < n; i++) {
        w->moved = i < 0 ? -1 : used[i];
        if (!derivatives(w, e, d)) { smooth = false; continue; }
        check_close(i < 0 ? in_time : slope[used[i]], d[1], 2e-9, 2e-9);
    }
    if (check_failed != failed) fprintf(stderr, "  in %s\n", text);
    return smooth;
}

/* ---- every operation by itself ---- */

static void test_operations(void)
{
    static const char *const texts[] = {
        "q(r)", "-q(r)", "q(r)+t", "t-q(r)", "q(r)*vx(P)", "q(r)/(2+t)", "t/(2+q(r))", "a*t-b*q(r)+six*in1",
        "sin(q(r))", "cos(q(r))", "tan(q(r))", "asin(0.9*q(r))", "acos(0.9*q(r))", "atan(3*q(r))", "atan2(q(r)+0.3*t,x(P)-2)", "atan2(q(r)-2,-x(P)*t)",
        "sinh(q(r))", "cosh(q(r)-1)", "tanh(2*q(r))", "exp(q(r))", "log(2+q(r))", "sqrt(2+q(r))",
        "abs(q(r)-3)*t", "abs(q(r)+3)*t", "sign(q(r)-3)*t^2", "sign(q(r)+3)*t^2", "step(q(r)-3)*t^2+t", "step(q(r)+3)*t^2+t",
        "min(q(r)-3,t*x(P))", "min(q(r)+3,t*x(P))", "max(q(r)-3,t*x(P))", "max(q(r)+3,t*x(P))",
        "q(r)^2", "(q(r)-2)^3", "(q(r)-2)^-1", "(q(r)-2)^-3", "(q(r)-1.5)^(-2*1)", "(1+0.1*q(r))^64", "(1+0.1*q(r))^65", "q(r)^0+q(r)^1",
        "(2+q(r))^0.5", "(2+q(r))^(1/2)", "(2+q(r))^a", "(2+q(r))^b", "a^q(r)", "(2+q(r))^t", "(2+t)^x(P)", "(q(r)-2)^two", "six^t",
        "qd(r)+2*qd(s.wy)-3*qd(s.e2)+4*q(s.e3)", "x(P)+2*y(P)+3*z(P)+5*vx(P)+7*vy(P)+11*vz(P)+13*ax(P)+17*ay(P)+19*az(P)+23*x(Q)",
        "pi*t^2", "(q(r)*t)*(q(r)*t)+sin(q(r)*t)", "-(-t)", "2^-t" };
    enum { N = sizeof texts/sizeof texts[0] };
    model *m = model_of(texts, N);
    unsigned long long seed = 1;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 5; k++) {
            signal_list l = { 0 };
            world w = world_of(m, &seed);
            tape *x = compile(&w, m->outputs[i].value, &l);
            if (!CHECK(compare(&w, m->outputs[i].value, x, texts[i]))) fprintf(stderr, "  in %s\n", texts[i]);
            tape_free(x);
            signal_list_free(&l);
        }
    model_free(m);
}

/* ---- random trees ---- */

static void grow(char *text, size_t size, unsigned long long *seed, int depth)
{
    static const char *const leaves[] = { "t", "a", "b", "six", "in1", "in2", "0.3", "2", "pi/4", "q(r)", "qd(r)", "q(s.e1)", "qd(s.e0)", "qd(s.wz)",
                                          "x(P)", "z(Q)", "vy(P)", "az(Q)" };
    /* %s: smaller trees; arguments are kept where the functions are defined */
    static const char *const forms[] = {
        "(%s)+(%s)", "(%s)-(%s)", "(%s)*(%s)", "(%s)/(2.5+sin(%s))", "-(%s)+(%s)/2", "(%s)^2-(%s)^3/8", "(2+cos(%s))^(sin(%s))", "(1.5+sin(%s))^-2*(%s)",
        "sin(%s)*(%s)", "cos((%s)-(%s))", "tan(sin(%s)/2)+(%s)", "asin(0.8*sin(%s))-(%s)", "acos(0.8*cos((%s)*(%s)))", "atan((%s)+(%s))",
        "atan2(%s,2+sin(%s))", "atan2((%s)-1,(%s)-4)", "sinh(sin(%s))+(%s)", "cosh(cos(%s))*(%s)", "tanh((%s)+(%s))", "exp(sin((%s)*(%s)))",
        "log(2+sin((%s)+(%s)))", "sqrt(1+(%s)^2)+(%s)", "abs(%s)*(%s)", "sign(%s)*(%s)", "step((%s)-(%s))+t", "min(%s,%s)", "max(%s,%s)" };
    double pick = uniform(seed)/2 + 0.5;
    if (depth == 0 || pick < 0.15) {
        snprintf(text, size, "%s", leaves[(int)((uniform(seed)/2 + 0.4999999)*sizeof leaves/sizeof leaves[0])]);
        return;
    }
    char part[2][4000];
    const char *form = forms[(int)((uniform(seed)/2 + 0.4999999)*sizeof forms/sizeof forms[0])];
    for (int i = 0; i < 2; i++) grow(part[i], sizeof part[i], seed, depth - 1);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, size, form, part[0], part[1]);
#pragma GCC diagnostic pop
}

static void test_random(void)
{
    enum { N = 400 };
    static char text[N][4000];
    const char *texts[N];
    unsigned long long seed = 20;
    for (int i = 0; i < N; i++) {
        do grow(text[i], sizeof text[i], &seed, 1 + i%5);
        while (strlen(text[i]) > 3000);
        texts[i] = text[i];
    }
    model *m = model_of(texts, N);
    signal_list l = { 0 };              /* shared by all, as in a model */
    int smooth = 0;
    for (int i = 0; i < N && !check_failed; i++) {
        world w = world_of(m, &seed);
        tape *x = compile(&w, m->outputs[i].value, &l);
        smooth += compare(&w, m->outputs[i].value, x, texts[i]);
        tape_free(x);
    }
    CHECK(smooth > N*3/4);
    signal_list_free(&l);
    model_free(m);
}

/* ---- parameters and numbers ---- */

static void test_numbers(void)
{
    static const char *const texts[] = { "a*b-six/7", "sin(pi/2)+a", "a^3-b^-2", "six^2", "sqrt(a)+log(a)*exp(b)", "-b^2", "2^3^2", "min(a,b)*max(a,b)", "step(0)+sign(b)",
                                         "atan2(b,a)+tanh(a)", "1e3*a", "asin(0.5)+acos(b)-atan(a)" };
    enum { N = sizeof texts/sizeof texts[0] };
    model *m = model_of(texts, N);
    double p[4] = { 1.25, -0.75, 0, 2 };
    tape_leaves l = { .p = p };
    signal_list none = { 0 };
    for (int i = 0; i < N; i++) {
        tape *x = tape_new(m, m->outputs[i].value, &none);
        check_close(tape_value(x, &l, registers), expr_number(m, m->outputs[i].value), 1e-15, 1e-15);
        CHECK(tape_uses_parameters_only(x) && tape_kinks(x) == 0 && !tape_uses_time(x));
        tape_free(x);
    }
    CHECK(none.n == 0);
    tape *zero = tape_new(m, NULL, &none);
    CHECK(tape_is_zero(zero) && tape_uses_parameters_only(zero) && tape_value(zero, &l, registers) == 0);
    tape_free(zero);
    tape_free(NULL);
    model_free(m);
}

/* What is folded, what is not, and what a tape says about itself. */
static void test_properties(void)
{
    static const char *const texts[] = { "six-6", "none*t", "cos(pi/2)", "sin(3*pi)+cos(-pi)", "in1", "t", "z(P)+q(r)*z(P)-q(r)+x(P)", "six*2-3^2" };
    enum { N = sizeof texts/sizeof texts[0] };
    model *m = model_of(texts, N);
    signal_list l = { 0 };
    tape *x[N];
    for (int i = 0; i < N; i++) x[i] = tape_new(m, m->outputs[i].value, &l);
    tape_leaves none = { 0 };
    CHECK(tape_is_zero(x[0]) && tape_is_zero(x[2]));
    CHECK(!tape_is_zero(x[1]) && !tape_uses_parameters_only(x[1]) && tape_uses_time(x[1]));
    CHECK(tape_value(x[3], &none, registers) == -1);
    CHECK(!tape_uses_parameters_only(x[4]) && !tape_uses_time(x[4]));
    CHECK(tape_uses_time(x[5]) && !tape_uses_time(x[6]));
    CHECK(tape_uses_parameters_only(x[7]) && tape_value(x[7], &none, registers) == 3);
    const int *used;
    if (CHECK(l.n == 3 && tape_signals(x[6], &used) == 3)) CHECK(used[0] == 0 && used[1] == 1 && used[2] == 2);
    CHECK(l.signal[0].kind == SIGNAL_POSITION && l.signal[0].ref == 0 && l.signal[0].axis == 2);
    CHECK(l.signal[1].kind == SIGNAL_Q && l.signal[1].ref == 0 && l.signal[2].axis == 0);
    CHECK(tape_signals(x[5], &used) == 0);
    for (int i = 0; i < N; i++) tape_free(x[i]);
    signal_list_free(&l);
    model_free(m);
}

/* ---- kinks ---- */

typedef struct at_kink { const char *text; double t, q; double value, rate, slope, in_time, second; } at_kink;

/* Derivatives at the very kink: abs has none, step and sign have none, min and max the mean of both sides. q moves at the rate 3. */
static void test_conventions(void)
{
    static const at_kink cases[] = {
        { "abs(q(r))+t", 1, 0, 1, 1, 0, 1, 0 }, { "step(q(r))*t", 4, 0, 2, 0.5, 0, 0.5, 0 }, { "sign(q(r))*5+t", 1, 0, 1, 1, 0, 1, 0 },
        { "min(q(r),2*t)", 1, 2, 2, 2.5, 0.5, 1, 0 }, { "max(q(r),2*t)", 1, 2, 2, 2.5, 0.5, 1, 0 }, { "min(q(r),2*t)", 1, 1, 1, 3, 1, 0, 0 },
        { "max(q(r),2*t)", 1, 1, 2, 2, 0, 2, 0 }, { "sqrt(none)*t", 1, 0, 0, 0, NAN, 0, 0 }, { "sqrt(step(q(r)))*t", 2, -1, 0, 0, 0, 0, 0 },
        { "q(r)^two", 0, 0, 0, 0, 0, 0, 18 }, { "q(r)^(two/2)", 0, 0, 0, 3, 1, 0, 0 }, { "q(r)^2*q(r)^3", 0, 0, 0, 0, 0, 0, 0 } };
    enum { N = sizeof cases/sizeof cases[0] };
    const char *texts[N];
    for (int i = 0; i < N; i++) texts[i] = cases[i].text;
    model *m = model_of(texts, N);
    for (int i = 0; i < N; i++) {
        const at_kink *c = &cases[i];
        signal_list l = { 0 };
        double p[4] = { 1.25, -0.75, 0, 2 }, s[1] = { c->q }, s1[1] = { 3 }, s2[1] = { 0 }, y[3], slope[1] = { NAN };
        tape *x = tape_new(m, m->outputs[i].value, &l);
        tape_leaves v = { p, NULL, c->t, s, s1, s2 };
        int failed = check_failed;
        tape_jet(x, &v, registers, y);
        check_close(y[0], c->value, 0, 0);
        check_close(y[1], c->rate, 0, 0);
        check_close(y[2], c->second, 0, 0);
        tape_slopes(x, &v, registers, slope);
        if (isnan(c->slope)) CHECK(isnan(slope[0]));
        else check_close(slope[0], c->slope, 0, 0);
        check_close(tape_time_slope(x, registers), c->in_time, 0, 0);
        if (check_failed != failed) fprintf(stderr, "  in %s\n", c->text);
        tape_free(x);
        signal_list_free(&l);
    }
    model_free(m);
}

static void test_kinks(void)
{
    static const char *const texts[] = { "step(t-1)+abs(q(r))*min(a,2*(t+1))", "step(a)+abs(six-b)+min(a,b)+max(1,2)", "sign(q(r)-t)*abs(q(r)-t)+step(q(r)-t)",
                                         "step(in1)*max(abs(t),(a-b)-t)", "sin(t)^2+q(r)", "step(step(t-2)-0.5)", "abs(-t)^0" };
    enum { N = sizeof texts/sizeof texts[0] };
    static const struct { int of, index; const char *text; double value; } wanted[] = {
        { 0, 0, "t-1", 2 }, { 0, 1, "q(r)", 0.5 }, { 0, 2, "a-2*(t+1)", 1.25 - 8 }, { 2, 0, "q(r)-t", -2.5 }, { 3, 0, "in1", -4 }, { 3, 1, "t", 3 },
        { 3, 2, "abs(t)-(a-b-t)", 3 - (2 - 3) }, { 5, 0, "t-2", 1 }, { 5, 1, "step(t-2)-0.5", 0.5 }, { 6, 0, "-t", -3 } };
    static const int counts[N] = { 3, 0, 1, 3, 0, 2, 1 };
    model *m = model_of(texts, N);
    signal_list l = { 0 };
    double p[4] = { 1.25, -0.75, 0, 2 }, in[2] = { -4, 0 }, s[1] = { 0.5 };
    tape_leaves v = { .p = p, .in = in, .t = 3, .s = s };
    tape *x[N];
    for (int i = 0; i < N; i++) {
        x[i] = tape_new(m, m->outputs[i].value, &l);
        if (!CHECK(tape_kinks(x[i]) == counts[i])) fprintf(stderr, "  in %s: %d\n", texts[i], tape_kinks(x[i]));
    }
    for (size_t i = 0; i < sizeof wanted/sizeof wanted[0]; i++) {
        const tape *y = x[wanted[i].of];
        if (wanted[i].index >= tape_kinks(y)) continue;
        tape_value(y, &v, registers);
        check_close(tape_kink(y, wanted[i].index, registers), wanted[i].value, 1e-15, 1e-15);
        check_text(tape_kink_text(y, m, wanted[i].index), wanted[i].text);
    }
    for (int i = 0; i < N; i++) tape_free(x[i]);
    signal_list_free(&l);
    model_free(m);
}

int main(void)
{
    test_operations();
    test_random();
    test_numbers();
    test_properties();
    test_conventions();
    test_kinks();
    return check_done();
}
