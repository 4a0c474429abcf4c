/*
 * expressions.cpp -- from the trees of the script's expressions to named statements.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mechanism.hpp"
#include "kinematics.hpp"

#include <cstdlib>

using namespace GiNaC;

namespace {

/* 0.1 is 1/10, not the double nearest to it. */
ex literal(const char *text)
{
    std::string digits;
    long exponent = 0;
    bool point = false;
    const char *c = text;
    for (; *c && *c != 'e' && *c != 'E'; c++) {
        if (*c == '.') { point = true; continue; }
        digits += *c;
        if (point) exponent--;
    }
    if (*c) exponent += std::strtol(c + 1, nullptr, 10);
    numeric n(digits.empty() ? "0" : digits.c_str());
    if (n.is_zero()) return 0;
    if (exponent < -400 || exponent > 400) throw derive_error(std::string("the number ") + text + " is out of range");
    return n*numeric(10).power(numeric(exponent));
}

const expr *integer_exponent(const expr *e, int &n)
{
    int sign = 1;
    while (e->kind == EXPR_NEG) { sign = -sign; e = e->a; }
    if (e->kind != EXPR_NUMBER) return nullptr;
    ex v = literal(e->text);
    if (!ex_to<numeric>(v).is_integer() || v > 64) return nullptr;
    n = sign*ex_to<numeric>(v).to_int();
    return e;
}

ex power_of(mechanism &x, const expr *e, const std::string &name)
{
    int n;
    ex base = value_of(x, e->a, name);
    if (integer_exponent(e->b, n)) return n == 0 ? ex(1) : int_power(x.r, base, n, name);
    ex b = atom(x.r, value_of(x, e->b, name), name);
    if (is_number(b) && ex_to<numeric>(b).is_integer() && abs(b) <= 64) {
        n = ex_to<numeric>(b).to_int();
        return n == 0 ? ex(1) : int_power(x.r, base, n, name);
    }
    if (b.is_equal(numeric(1, 2))) return call(x.r, PF_SQRT, base, name);
    return call(x.r, PF_POW, base, b, name);
}

ex named_thing(mechanism &x, const expr *e)
{
    switch (e->kind) {
    case EXPR_TIME:      return x.t;
    case EXPR_PARAMETER: return x.parameters[e->ref];
    case EXPR_CONSTANT:  return x.constants[e->ref];
    case EXPR_INPUT:     return x.inputs[e->ref];
    case EXPR_Q:
        note_angle_use(x, e->ref);
        return coordinate_signal(x, e->ref).value;
    case EXPR_QD:        return e->qd_of_q ? coordinate_signal(x, e->ref).rate : speed_signal(x, e->ref).rate;
    case EXPR_POINT: {
        signal s = point_signal(x, e->ref, e->func % 3);
        return e->func <= POINT_Z ? s.value : e->func <= POINT_VZ ? s.rate : s.full;
    }
    default: throw std::logic_error("not a name");
    }
}

}

ex value_of(mechanism &x, const expr *e, const std::string &name)
{
    if (!e) return 0;
    switch (e->kind) {
    case EXPR_NUMBER: return literal(e->text);
    case EXPR_PI:     return Pi;
    case EXPR_NEG:    return -value_of(x, e->a, name);
    case EXPR_ADD:    return value_of(x, e->a, name) + value_of(x, e->b, name);
    case EXPR_SUB:    return value_of(x, e->a, name) - value_of(x, e->b, name);
    case EXPR_MUL:    return product(x.r, value_of(x, e->a, name), value_of(x, e->b, name), name);
    case EXPR_DIV:    return quotient(x.r, value_of(x, e->a, name), value_of(x, e->b, name), name);
    case EXPR_POW:    return power_of(x, e, name);
    case EXPR_CALL: {
        program_func f = (program_func)e->func;         /* ORDER functions */
        ex a = value_of(x, e->a, name);
        return e->b ? call(x.r, f, a, value_of(x, e->b, name), name) : call(x.r, f, a, name);
    }
    default: return named_thing(x, e);
    }
}

/* By the tree, not by the statements: different nodes, such as two points in one place, may have one statement for their value. */
ex slope_of(mechanism &x, const expr *e, const expr *node, const std::string &name)
{
    if (!e) return 0;
    if (e->kind == node->kind && e->ref == node->ref && (e->kind != EXPR_POINT || e->func == node->func)) return 1;
    recorder &r = x.r;
    ex da = slope_of(x, e->a, node, name), db = slope_of(x, e->b, node, name);
    if (zero(da) && zero(db)) return 0;
    ex a = atom(r, value_of(x, e->a, name), name), b = atom(r, value_of(x, e->b, name), name);
    int n;
    switch (e->kind) {
    case EXPR_NEG: return -da;
    case EXPR_ADD: return atom(r, da + db, name);
    case EXPR_SUB: return atom(r, da - db, name);
    case EXPR_MUL: return atom(r, product(r, a, db, name) + product(r, b, da, name), name);
    case EXPR_DIV: return atom(r, quotient(r, da - product(r, quotient(r, a, b, name), db, name), b, name), name);
    case EXPR_POW:
        if (integer_exponent(e->b, n)) return atom(r, product(r, n*int_power(r, a, n - 1, name), da, name), name);
        return atom(r, func_slope(r, PF_POW, atom(r, value_of(x, e, name), name), a, b, da, db, name), name);
    default:                                            /* ORDER functions */
        return atom(r, func_slope(r, (program_func)e->func, atom(r, value_of(x, e, name), name), a, b, da, db, name), name);
    }
}

ex named_value(mechanism &x, const expr *e, const std::string &name, const char *comment)
{
    return atom(x.r, value_of(x, e, name), name, comment);
}

vec3 named_vector(mechanism &x, const expr *const *e, const std::string &name, const char *comment)
{
    vec3 v;
    for (int i = 0; i < 3; i++) v[i] = named_value(x, e[i], name + "_" + axis_name(i), comment);
    return v;
}
