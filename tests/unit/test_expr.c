/*
 * test_expr.c -- the expression parser: values, precedence, columns of mistakes, limits.
 */
#include <stdlib.h>
#include "generator/model/model_build.h"
#include "tests/check.h"

static const where here = { "f.tcl", 7 };

/* Value of a text without names, NaN if it is refused. */
static double value(const char *text)
{
    model *m = model_new("f.tcl");
    const expr *e = expr_parse(m, here, "x", text);
    double v = model_errors(m) ? NAN : expr_number(m, e);
    model_free(m);
    return v;
}

static void test_values(void)
{
    static const struct { const char *text; double want; } cases[] = {
        { "1", 1 }, { "1.5", 1.5 }, { ".5", 0.5 }, { "5.", 5 }, { "1e3", 1000 }, { "1E+3", 1000 }, { "25e-1", 2.5 }, { "1.e2", 100 },
        { "0e99999999999", 0 }, { "0.000", 0 }, { "  7\t\n", 7 },
        { "1/2", 0.5 }, { "1/2/2", 0.25 }, { "8/2*4", 16 }, { "1-2-3", -4 }, { "1-(2-3)", 2 }, { "2+3*4", 14 }, { "(2+3)*4", 20 },
        { "2^3^2", 512 }, { "(2^3)^2", 64 }, { "-2^2", -4 }, { "(-2)^2", 4 }, { "2^-1", 0.5 }, { "2^-2^2", 0.0625 }, { "2^+2", 4 },
        { "-2*-3", 6 }, { "2*-3", -6 }, { "2--3", 5 }, { "- - 2", 2 }, { "+-+2", -2 }, { "2^2*3", 12 }, { "3*2^2", 12 },
        { "pi", 3.141592653589793 }, { "sin(pi/2)", 1 }, { "cos(0)", 1 }, { "tan(0.5)", 0.5463024898437905 }, { "asin(1)", 1.5707963267948966 },
        { "acos(1)", 0 }, { "atan(1)", 0.7853981633974483 }, { "atan2(1,-1)", 2.356194490192345 }, { "sinh(1)", 1.1752011936438014 },
        { "cosh(0)", 1 }, { "tanh(1)", 0.7615941559557649 }, { "exp(1)", 2.718281828459045 }, { "log(exp(2))", 2 }, { "sqrt(16)", 4 },
        { "abs(-3)", 3 }, { "sign(-2)", -1 }, { "sign(0)", 0 }, { "step(1)", 1 }, { "step(-1)", 0 }, { "step(0)", 0.5 },
        { "min(2, 1)", 1 }, { "max( 2 ,1 )", 2 }, { "sqrt (4)", 2 } };
    for (size_t i = 0; i < sizeof cases/sizeof cases[0]; i++)
        if (!check_close(value(cases[i].text), cases[i].want, 1e-15, 1e-15)) fprintf(stderr, "  in %s\n", cases[i].text);
}

/* The first message for a text. */
static void check_message(const char *text, const char *want)
{
    model *m = model_new("f.tcl");
    const expr *e = expr_parse(m, here, "x", text);
    CHECK(e != NULL);
    if (CHECK(model_errors(m) == 1)) {
        const message *said = model_message(m, 0);
        check_text(said->text, want);
        CHECK(said->at.line == 7 && !strcmp(said->at.file, "f.tcl"));
    } else {
        fprintf(stderr, "  in %s\n", text);
    }
    model_free(m);
}

static void test_messages(void)
{
    check_message("", "x: the expression is empty");
    check_message("  ", "x: the expression is empty");
    check_message("1+", "x: column 3: expected a number, a name or \"(\", found the end");
    check_message("1 2", "x: column 3: expected an operator, found \"2\"");
    check_message("a b", "x: column 3: expected an operator, found \"b\"");
    check_message("*2", "x: column 1: expected a number, a name or \"(\", found \"*\"");
    check_message("1+*2", "x: column 3: expected a number, a name or \"(\", found \"*\"");
    check_message("(1", "x: column 3: expected \")\" to close the one in column 1, found the end");
    check_message("(1+(2)", "x: column 7: expected \")\" to close the one in column 1, found the end");
    check_message("()", "x: column 2: expected a number, a name or \"(\", found \")\"");
    check_message("1)", "x: column 2: expected an operator, found \")\"");
    check_message("2x", "x: column 1: \"x\" after a number; write a multiplication with *");
    check_message("1.2.3", "x: column 1: \".\" after a number; write a multiplication with *");
    check_message("1e", "x: column 1: \"e\" after a number; write a multiplication with *");
    check_message("0x10", "x: column 1: \"x10\" after a number; write a multiplication with *");
    check_message("1e400", "x: column 1: the number is too large");
    check_message("1e-400", "x: column 1: the number is too small");
    check_message("3+sine(1)", "x: column 3: unknown function \"sine\" (did you mean \"sin\"?)");
    check_message("foobar(1)", "x: column 1: unknown function \"foobar\"");
    check_message("sin", "x: column 1: sin is a function; write sin(value)");
    check_message("2*atan2", "x: column 3: atan2 is a function; write atan2(value, value)");
    check_message("sin()", "x: column 5: expected a number, a name or \"(\", found \")\"");
    check_message("sin(1,2)", "x: column 1: sin takes 1 argument, not 2");
    check_message("max(1,2,3)", "x: column 1: max takes 2 arguments, not 3");
    check_message("min(1)", "x: column 1: min takes 2 arguments, not 1");
    check_message("sin(1", "x: column 6: expected \")\" after the arguments, found the end");
    check_message("q()", "x: column 3: expected the name of a coordinate, found \")\"");
    check_message("q(1)", "x: column 3: expected the name of a coordinate, found \"1\"");
    check_message("q(c.angle", "x: column 10: expected \")\" after the name of the coordinate, found the end");
    check_message("x(a+b)", "x: column 4: expected \")\" after the name of the point, found \"+\"");
    check_message("f.vx", "x: column 1: \"f.\" looks like a coordinate; write q(f.NAME) or qd(f.NAME)");
    check_message("2**3", "x: column 2: a power is written ^, not **");
    check_message("1 % 2", "x: column 3: expected an operator, found \"%\"");
    check_message("$a", "x: column 1: expected a number, a name or \"(\", found \"$\"");
    check_message("\xff", "x: column 1: expected a number, a name or \"(\", found byte 0xff");
    check_message("2*\xc2\xb5", "x: column 3: expected a number, a name or \"(\", found \"\xc2\xb5\"");
    check_message("1\x01", "x: column 2: expected an operator, found byte 0x01");
}

/* Trees keep what they come from. */
static void test_trees(void)
{
    model *m = model_new("f.tcl");
    const expr *e = expr_parse(m, here, "x", "a*q(c.angle) - qd(u.1)^2 + vy(P)/.50");
    CHECK(e->kind == EXPR_ADD && e->column == 26);
    CHECK(e->a->kind == EXPR_SUB && e->a->a->kind == EXPR_MUL && e->b->kind == EXPR_DIV);
    check_text(e->a->a->a->text, "a");
    CHECK(e->a->a->a->kind == EXPR_PARAMETER && e->a->a->a->ref == -1);
    check_text(e->a->a->b->text, "c.angle");
    CHECK(e->a->a->b->kind == EXPR_Q && e->a->a->b->column == 3);
    CHECK(e->a->b->kind == EXPR_POW && e->a->b->a->kind == EXPR_QD);
    check_text(e->a->b->a->text, "u.1");
    CHECK(e->b->a->kind == EXPR_POINT && e->b->a->func == POINT_VY);
    check_text(e->b->b->text, "0.50");
    CHECK(expr_parse(m, here, "x", "t")->kind == EXPR_TIME);
    CHECK(expr_parse(m, here, "x", "pi")->kind == EXPR_PI);
    CHECK(model_errors(m) == 0);
    CHECK(isnan(expr_number(m, e)) && !expr_is_constant(m, e));
    CHECK(expr_is_constant(m, expr_parse(m, here, "x", "sin(2*pi)^3")) && expr_is_constant(m, NULL) && expr_number(m, NULL) == 0);
    model_free(m);
}

static char *repeat(const char *before, const char *piece, int n, const char *after)
{
    char *text = malloc(strlen(before) + strlen(piece)*(size_t)n + strlen(after) + 1), *s = stpcpy(text, before);
    for (int i = 0; i < n; i++) s = stpcpy(s, piece);
    strcpy(s, after);
    return text;
}

/* Nesting and length are limited, and just below the limits all is well. */
static void test_limits(void)
{
    static const struct { const char *before, *piece, *after; int n, ok; } cases[] = {
        { "", "(", "", 100000, 0 }, { "", "sin(", "", 100000, 0 }, { "", "-", "1", 100000, 1 }, { "1", "^1", "", 100000, 0 }, { "1", "^1", "", 190, 1 },
        { "1", "+1", "", 100000, 0 }, { "1", "+1", "", 1400, 1 }, { "1", "*1", "", 1400, 1 }, { "1", "*1", "", 2000, 0 }, { "", "1", "", 300, 1 },
        { "0.", "0", "1", 1000, 0 }, { "", "max(1,", "", 1000, 0 } };
    for (size_t i = 0; i < sizeof cases/sizeof cases[0]; i++) {
        char *text = repeat(cases[i].before, cases[i].piece, cases[i].n, cases[i].after);
        if (!CHECK(isfinite(value(text)) == cases[i].ok)) fprintf(stderr, "  %d times %s\n", cases[i].n, cases[i].piece);
        free(text);
    }
}

int main(void)
{
    test_values();
    test_messages();
    test_trees();
    test_limits();
    return check_done();
}
