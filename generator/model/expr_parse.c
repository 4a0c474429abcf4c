/*
 * expr_parse.c -- the expression language: recursive descent from text to trees.
 *
 *   sum     = product { (+|-) product }
 *   product = sign { (*|/) sign }
 *   sign    = { +|- } power                        so that -2^2 is -(2^2)
 *   power   = atom [ ^ { +|- } power ]             to the right: 2^3^2 is 2^(3^2), and 2^-1 is allowed
 *   atom    = number | name | function ( sum {, sum} ) | q ( coordinate ) | x ( point ) | ( sum )
 *
 * Text comes from users and may be anything: nesting and the depth of the tree are limited, because all readers of a tree recurse.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "model_state.h"

const func_info expr_functions[FUNC_COUNT] = {
#define FUNCTION(name, arguments) { #name, arguments },
#include "functions.def"
#undef FUNCTION
};

static const char *const point_names[] = { "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az" };   /* ORDER point_quantity */
enum { POINT_QUANTITIES = sizeof point_names/sizeof point_names[0] };

typedef struct parser {
    model      *m;
    where       at;
    const char *what, *text, *s;
    int         nesting;
    bool        failed;
} parser;

/* A tree and how deep it is. */
typedef struct tree { expr *e; int depth; } tree;

static tree parse_sum(parser *p);

static int column(const parser *p, const char *s) { return (int)(s - p->text) + 1; }

/* Only the first mistake of an expression is reported; what follows it is guesswork. */
#define FAIL(p, place, ...) do { \
        if (!(p)->failed) model_error((p)->m, (p)->at, "%s: column %d: %s", (p)->what, column(p, place), model_text((p)->m, __VA_ARGS__)); \
        (p)->failed = true; \
    } while (0)

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c)  { return c >= '0' && c <= '9'; }
static bool is_name(char c)   { return is_letter(c) || is_digit(c) || c == '_'; }

static void skip_blanks(parser *p)
{
    while (*p->s == ' ' || *p->s == '\t' || *p->s == '\n' || *p->s == '\r') p->s++;
}

static tree node(parser *p, expr_kind kind, const char *place, tree a, tree b)
{
    expr *e = model_alloc(p->m, sizeof *e);
    *e = (expr){ .kind = kind, .ref = -1, .a = a.e, .b = b.e, .file = p->at.file, .line = p->at.line, .column = column(p, place) };
    if (p->m->state->nodes++ > MODEL_MAX_NODES) FAIL(p, place, "the expressions of this mechanism have more than %d parts", MODEL_MAX_NODES);
    int depth = (a.depth > b.depth ? a.depth : b.depth) + 1;
    if (depth > EXPR_MAX_DEPTH) FAIL(p, place, "the expression is longer than %d operations in a row; name parts of it as constants or split it", EXPR_MAX_DEPTH);
    return (tree){ e, depth };
}

static const tree none = { NULL, 0 };

static tree leaf(parser *p, expr_kind kind, const char *place, const char *text)
{
    tree t = node(p, kind, place, none, none);
    t.e->text = text;
    return t;
}

/* One character or name for a message; bytes that are no text are shown as numbers. */
static const char *shown(parser *p, const char *s)
{
    unsigned char c = (unsigned char)*s;
    if (!c) return "the end";
    if (c >= 0xc2 && ((unsigned char)s[1] & 0xc0) == 0x80) {
        int n = 2;
        while (n < 4 && ((unsigned char)s[n] & 0xc0) == 0x80) n++;
        return model_text(p->m, "\"%.*s\"", n, s);
    }
    if (c < 32 || c > 126) return model_text(p->m, "byte 0x%02x", c);
    if (is_name(*s)) {
        int n = 0;
        while (is_name(s[n]) && n < 40) n++;
        return model_text(p->m, "\"%.*s\"", n, s);
    }
    return model_text(p->m, "\"%c\"", c);
}

/* ---- numbers ---- */

static const char *digits(const char *s) { while (is_digit(*s)) s++; return s; }

/* The literal in one spelling: digits [. digits] [e [-] digits], no needless zero in front, so that its readers need to know no other. */
static const char *number_text(model *m, const char *start, const char *end)
{
    char *text = model_alloc(m, (size_t)(end - start) + 3), *out = text;
    while (start + 1 < end && *start == '0' && is_digit(start[1])) start++;
    if (*start == '.') *out++ = '0';
    for (const char *s = start; s < end; s++) {
        if (*s == '.' && !(s + 1 < end && is_digit(s[1]))) continue;
        if (*s == '+') continue;
        *out++ = *s == 'E' ? 'e' : *s;
    }
    *out = 0;
    return text;
}

/* A word behind a number that is more likely meant as its unit than as a factor. */
static bool is_unit(const char *s)
{
    static const char *const units[] = { "deg", "degree", "degrees", "rad", "rpm", "kg", "g", "m", "cm", "mm", "um", "in", "s", "ms", "min", "Hz", "N", "kN", "Nm", "J",
                                         "W", "kW", "Pa", "MPa" };
    size_t n = 0;
    while (is_name(s[n])) n++;
    for (size_t i = 0; i < sizeof units/sizeof units[0]; i++) if (strlen(units[i]) == n && !strncmp(units[i], s, n)) return true;
    return false;
}

static tree parse_number(parser *p)
{
    const char *start = p->s, *end = digits(start);
    if (*end == '.') end = digits(end + 1);
    if (*end == 'e' || *end == 'E') {
        const char *e = end + 1;
        if (*e == '+' || *e == '-') e++;
        if (is_digit(*e)) end = digits(e);
    }
    p->s = end;
    if (is_unit(end)) {
        FAIL(p, start, "%s after a number; units are not converted: write the number only; angles in radians, for example 30*pi/180", shown(p, end));
        return leaf(p, EXPR_NUMBER, start, "1");
    }
    if (is_name(*end) || *end == '.') {
        FAIL(p, start, "%s after a number; write a multiplication with *", shown(p, end));
        return leaf(p, EXPR_NUMBER, start, "1");
    }
    if (end - start > EXPR_MAX_DIGITS) {
        FAIL(p, start, "the number has more than %d digits", EXPR_MAX_DIGITS);
        return leaf(p, EXPR_NUMBER, start, "1");
    }
    const char *text = number_text(p->m, start, end);
    double value = strtod(text, NULL);
    /* Zero has one spelling, so that no reader computes 10^999999999 for 0e999999999. */
    if (value == 0) {
        if (strcspn(text, "123456789") < strcspn(text, "e")) FAIL(p, start, "the number is too small");
        text = "0";
    }
    if (!isfinite(value)) FAIL(p, start, "the number is too large");
    return leaf(p, EXPR_NUMBER, start, text);
}

/* ---- names and calls ---- */

static const char *copy(parser *p, const char *start, const char *end) { return model_text(p->m, "%.*s", (int)(end - start), start); }

static bool expect(parser *p, char c, const char *for_what)
{
    skip_blanks(p);
    if (p->failed) return false;
    if (*p->s == c) { p->s++; return true; }
    FAIL(p, p->s, "expected \"%c\" %s, found %s", c, for_what, shown(p, p->s));
    return false;
}

/* q(C), qd(C), x(P): the argument is a name, not an expression. Coordinates have a dot in them. */
static tree parse_named(parser *p, const char *place, expr_kind kind, int func, const char *what)
{
    p->s++;
    skip_blanks(p);
    const char *start = p->s;
    if (is_letter(*start)) while (is_name(*p->s) || *p->s == '.') p->s++;
    if (p->s == start) FAIL(p, start, "expected the name of a %s, found %s", what, shown(p, start));
    tree t = leaf(p, kind, place, copy(p, start, p->s));
    t.e->func = func;
    expect(p, ')', model_text(p->m, "after the name of the %s", what));
    return t;
}

static tree parse_call(parser *p, const char *place, int func)
{
    const func_info *f = &expr_functions[func];
    tree argument[2] = { none, none };
    int n = 0;
    p->s++;
    if (++p->nesting > EXPR_MAX_NESTING) FAIL(p, place, "more than %d parentheses inside one another", EXPR_MAX_NESTING);
    do {
        tree t = p->failed ? none : parse_sum(p);
        if (n < 2) argument[n] = t;
        n++;
        skip_blanks(p);
    } while (!p->failed && *p->s == ',' && p->s++);
    p->nesting--;
    if (expect(p, ')', "after the arguments") && n != f->arguments)
        FAIL(p, place, "%s takes %d argument%s, not %d", f->name, f->arguments, f->arguments == 1 ? "" : "s", n);
    tree t = node(p, EXPR_CALL, place, argument[0], argument[1]);
    t.e->func = func;
    return t;
}

static int function_find(const char *name)
{
    for (int i = 0; i < FUNC_COUNT; i++)
        if (!strcmp(expr_functions[i].name, name)) return i;
    return -1;
}

static const char *function_hint(model *m, const char *name)
{
    const char *known[FUNC_COUNT + POINT_QUANTITIES + 2];
    int n = 0;
    for (int i = 0; i < FUNC_COUNT; i++) known[n++] = expr_functions[i].name;
    for (int i = 0; i < POINT_QUANTITIES; i++) known[n++] = point_names[i];
    known[n++] = "q";
    known[n++] = "qd";
    return model_nearest(m, name, known, n);
}

static tree parse_name(parser *p)
{
    const char *start = p->s;
    while (is_name(*p->s)) p->s++;
    const char *name = copy(p, start, p->s);
    int func = function_find(name);
    skip_blanks(p);
    if (*p->s == '(') {
        if (func >= 0) return parse_call(p, start, func);
        if (!strcmp(name, "q"))  return parse_named(p, start, EXPR_Q, 0, "coordinate");
        if (!strcmp(name, "qd")) return parse_named(p, start, EXPR_QD, 0, "coordinate");
        for (int i = 0; i < POINT_QUANTITIES; i++)
            if (!strcmp(name, point_names[i])) return parse_named(p, start, EXPR_POINT, i, "point");
        FAIL(p, start, "unknown function \"%s\"%s", name, function_hint(p->m, name));
    }
    if (func >= 0) FAIL(p, start, "%s is a function; write %s(%s)", name, name, expr_functions[func].arguments == 1 ? "value" : "value, value");
    if (!strcmp(name, "t"))  return leaf(p, EXPR_TIME, start, NULL);
    if (!strcmp(name, "pi")) return leaf(p, EXPR_PI, start, NULL);
    /* Parameter, constant or input: model_finish decides. */
    if (*p->s == '.') FAIL(p, start, "\"%s.\" looks like a coordinate; write q(%s.NAME) or qd(%s.NAME)", name, name, name);
    return leaf(p, EXPR_PARAMETER, start, name);
}

/* ---- operators ---- */

static tree parse_atom(parser *p)
{
    skip_blanks(p);
    const char *start = p->s;
    if (p->failed) return leaf(p, EXPR_NUMBER, start, "1");
    if (is_digit(*start) || (*start == '.' && is_digit(start[1]))) return parse_number(p);
    if (is_letter(*start)) return parse_name(p);
    if (*start == '(') {
        if (++p->nesting > EXPR_MAX_NESTING) FAIL(p, start, "more than %d parentheses inside one another", EXPR_MAX_NESTING);
        p->s++;
        tree t = p->failed ? leaf(p, EXPR_NUMBER, start, "1") : parse_sum(p);
        p->nesting--;
        expect(p, ')', model_text(p->m, "to close the one in column %d", column(p, start)));
        return t;
    }
    FAIL(p, start, "expected a number, a name or \"(\", found %s", shown(p, start));
    return leaf(p, EXPR_NUMBER, start, "1");
}

/* Reads signs; returns whether their product is minus, and where the first minus stands. */
static bool parse_signs(parser *p, const char **place)
{
    bool minus = false;
    *place = NULL;
    for (skip_blanks(p); *p->s == '+' || *p->s == '-'; skip_blanks(p)) {
        if (*p->s == '-') {
            minus = !minus;
            if (!*place) *place = p->s;
        }
        p->s++;
    }
    return minus;
}

static tree parse_power(parser *p)
{
    tree base = parse_atom(p);
    skip_blanks(p);
    if (p->failed || *p->s != '^') return base;
    const char *place = p->s++, *sign;
    if (++p->nesting > EXPR_MAX_NESTING) FAIL(p, place, "more than %d powers inside one another", EXPR_MAX_NESTING);
    bool minus = parse_signs(p, &sign);
    tree exponent = p->failed ? none : parse_power(p);
    p->nesting--;
    if (minus && !p->failed) exponent = node(p, EXPR_NEG, sign, exponent, none);
    return node(p, EXPR_POW, place, base, exponent);
}

static tree parse_sign(parser *p)
{
    const char *place;
    bool minus = parse_signs(p, &place);
    tree t = parse_power(p);
    return minus ? node(p, EXPR_NEG, place, t, none) : t;
}

static tree parse_product(parser *p)
{
    tree t = parse_sign(p);
    for (skip_blanks(p); !p->failed && (*p->s == '*' || *p->s == '/'); skip_blanks(p)) {
        const char *place = p->s++;
        if (*place == '*' && *p->s == '*') { FAIL(p, place, "a power is written ^, not **"); break; }
        tree right = parse_sign(p);
        t = node(p, *place == '*' ? EXPR_MUL : EXPR_DIV, place, t, right);
    }
    return t;
}

static tree parse_sum(parser *p)
{
    tree t = parse_product(p);
    for (skip_blanks(p); !p->failed && (*p->s == '+' || *p->s == '-'); skip_blanks(p)) {
        const char *place = p->s++;
        tree right = parse_product(p);
        t = node(p, *place == '+' ? EXPR_ADD : EXPR_SUB, place, t, right);
    }
    return t;
}

const expr *expr_parse(model *m, where at, const char *what, const char *text)
{
    parser p = { .m = m, .at = at, .what = what, .text = text, .s = text };
    skip_blanks(&p);
    if (m->state->nodes > MODEL_MAX_NODES + 1) p.failed = true;             /* reported already */
    else if (!*p.s) model_error(m, at, "%s: the expression is empty", what), p.failed = true;
    tree t = p.failed ? none : parse_sum(&p);
    if (!p.failed && *p.s) FAIL(&p, p.s, "expected an operator, found %s", shown(&p, p.s));
    /* a name that nobody looks up */
    return p.failed ? leaf(&p, EXPR_PARAMETER, text, NULL).e : t.e;
}
