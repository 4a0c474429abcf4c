/*
 * recorder.cpp -- see recorder.hpp.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "recorder.hpp"

#include <cln/cln.h>
#include <cmath>

using namespace GiNaC;

namespace {

/* Rationals longer than this many bits are rounded to a double: products of placements would grow without end. */
constexpr int longest_rational = 600;

int id_of(recorder &r, const ex &symbol_)
{
    auto it = r.ids.find(&ex_to<basic>(symbol_));
    if (it == r.ids.end()) throw std::logic_error("a symbol that no statement defines");
    return it->second;
}

ex symbol_of(recorder &r, int id)
{
    if (id >= (int)r.symbols.size()) r.symbols.resize(id + 1);
    if (zero(r.symbols[id])) {
        r.symbols[id] = dynallocate<symbol>();
        r.ids[&ex_to<basic>(r.symbols[id])] = id;
    }
    return r.symbols[id];
}

numeric rational_of(double x)
{
    cln::cl_R exact = cln::rational(cln::cl_DF(x));
    return numeric(cln::cl_N(exact));
}

ex from_pref(recorder &r, const pref &v)
{
    if (!v.id) return rational_of(v.number);
    return v.sign < 0 ? -symbol_of(r, v.id) : symbol_of(r, v.id);
}

struct term_list {
    std::vector<term> terms;
    std::vector<std::vector<::factor>> factors;
};

void add_factor(recorder &r, const ex &e, std::vector<::factor> &out, numeric &coef)
{
    if (is_a<numeric>(e)) { coef *= ex_to<numeric>(e); return; }
    if (is_a<symbol>(e)) { out.push_back({id_of(r, e), 1}); return; }
    if (is_a<GiNaC::power>(e) && is_a<symbol>(e.op(0)) && is_a<numeric>(e.op(1)) && ex_to<numeric>(e.op(1)).is_integer()) {
        out.push_back({id_of(r, e.op(0)), ex_to<numeric>(e.op(1)).to_int()});
        return;
    }
    if (is_a<constant>(e)) { coef *= ex_to<numeric>(number(e)); return; }
    throw std::logic_error("a sum was not named before it was used in a product");
}

void add_term(recorder &r, const ex &e, term_list &list)
{
    std::vector<::factor> f;
    numeric coef = 1;
    if (is_a<mul>(e))
        for (size_t i = 0; i < e.nops(); i++) add_factor(r, e.op(i), f, coef);
    else
        add_factor(r, e, f, coef);
    list.factors.push_back(std::move(f));
    list.terms.push_back({coef.to_double(), 0, nullptr});
}

}

ex number(const ex &e)
{
    if (is_a<numeric>(e)) {
        const numeric &n = ex_to<numeric>(e);
        if (n.is_rational()) {
            if (n.numer().int_length() + n.denom().int_length() <= longest_rational) return e;
            return rational_of(n.to_double());
        }
        return rational_of(n.to_double());
    }
    ex v = e.evalf();
    if (!is_a<numeric>(v) || !ex_to<numeric>(v).is_real()) throw derive_error("an expression has no real value");
    return rational_of(ex_to<numeric>(v).to_double());
}

double number_value(const ex &e) { return ex_to<numeric>(number(e)).to_double(); }

void section(recorder &r, const char *heading) { program_section(r.p, heading); }

ex def(recorder &r, const ex &e, const std::string &name, const char *comment)
{
    if (is_a<numeric>(e)) return number(e);
    if (is_a<symbol>(e)) return e;
    term_list list;
    if (is_a<add>(e))
        for (size_t i = 0; i < e.nops(); i++) add_term(r, e.op(i), list);
    else
        add_term(r, e, list);
    for (size_t i = 0; i < list.terms.size(); i++) {
        list.terms[i].nfactor = (int)list.factors[i].size();
        list.terms[i].factors = list.factors[i].data();
    }
    return from_pref(r, program_sum(r.p, list.terms.data(), (int)list.terms.size(), name.c_str(), comment));
}

ex atom(recorder &r, const ex &e, const std::string &name, const char *comment)
{
    if (is_a<numeric>(e) || is_a<symbol>(e)) return e;
    if (is_a<mul>(e) && e.nops() == 2 && e.op(1).is_equal(-1) && is_a<symbol>(e.op(0))) return e;
    return def(r, e, name, comment);
}

ex leaf(recorder &r, leaf_array a, int index, const std::string &name, const char *comment)
{
    return symbol_of(r, program_leaf(r.p, a, index, name.c_str(), comment));
}

ex product(recorder &r, const ex &a, const ex &b, const std::string &name)
{
    if (is_a<numeric>(a) || is_a<numeric>(b)) return a*b;
    ex x = is_a<add>(a) ? def(r, a, name) : a, y = is_a<add>(b) ? def(r, b, name) : b;
    return x*y;
}

ex int_power(recorder &r, const ex &a, int n, const std::string &name)
{
    if (is_a<numeric>(a)) {
        if (a.is_zero() && n < 0) throw derive_error("division by zero");
        return pow(a, n);
    }
    if (n == 1) return a;
    return pow(is_a<add>(a) ? def(r, a, name) : a, n);
}

ex quotient(recorder &r, const ex &a, const ex &b, const std::string &name)
{
    return product(r, a, int_power(r, b, -1, name), name);
}

namespace {

/* Numbers are folded here and nowhere else: with CLN, so that no libm decides about the emitted text. */
ex fold(program_func f, const ex &a, const ex &b)
{
    numeric x = is_a<numeric>(b) ? ex_to<numeric>(b) : numeric(0);
    auto real = [](const ex &e) { return ex_to<numeric>(number(e)); };
    switch (f) {
    case PF_SIN: return number(sin(a));
    case PF_COS: return number(cos(a));
    case PF_TAN: return number(tan(a));
    case PF_ASIN: return number(asin(a));
    case PF_ACOS: return number(acos(a));
    case PF_ATAN: return number(atan(a));
    case PF_ATAN2: return a.is_zero() && b.is_zero() ? ex(0) : number(atan2(a, b));
    case PF_SINH: return number(sinh(a));
    case PF_COSH: return number(cosh(a));
    case PF_TANH: return number(tanh(a));
    case PF_EXP: return number(exp(a));
    case PF_LOG:
        if (!real(a).is_positive()) throw derive_error("logarithm of a number that is not positive");
        return number(log(a));
    case PF_SQRT:
        if (real(a).is_negative()) throw derive_error("square root of a negative number");
        return number(sqrt(a));
    case PF_ABS: return number(abs(real(a)));
    case PF_SIGN: return real(a).csgn();
    case PF_STEP: return (1 + ex(real(a).csgn()))/2;
    case PF_MIN: return real(a) < real(b) ? number(a) : number(b);
    case PF_MAX: return real(a) > real(b) ? number(a) : number(b);
    case PF_POW:
        if (real(a).is_negative() && !x.is_integer()) throw derive_error("a negative number to a power that is no integer");
        return number(pow(a, b));
    default: throw std::logic_error("unknown function");
    }
}

/* +1 even, -1 odd, 0 neither. */
int parity(program_func f)
{
    switch (f) {
    case PF_COS: case PF_COSH: case PF_ABS: return 1;
    case PF_SIN: case PF_TAN: case PF_ASIN: case PF_ATAN: case PF_SINH: case PF_TANH: case PF_SIGN: return -1;
    default: return 0;
    }
}

/* The statement behind an argument; negated symbols and numbers get statements of their own. */
int argument(recorder &r, const ex &e)
{
    pref v = ref(r, e);
    return v.id ? (v.sign < 0 ? program_negative(r.p, v.id) : v.id) : program_number(r.p, v.number);
}

/* Functions with a kink tell the integrator where it is. */
void note_event(recorder &r, program_func f, const ex &a, const ex &b)
{
    ex z = f == PF_MIN || f == PF_MAX ? atom(r, a - b, "switch") : a;
    pref v = ref(r, z);
    if (!v.id) return;
    const stmt *s = program_stmt(r.p, v.id);
    if (!(s->deps & ~((1u << LEAF_P) | (1u << LEAF_MODE)))) return;
    if (r.event_of_stmt.count(v.id)) return;
    r.event_of_stmt[v.id] = (int)r.events.size();
    r.events.push_back(s->name);
    r.event_values.push_back(v.sign < 0 ? -z : z);
}

}

ex call(recorder &r, program_func f, const ex &a0, const std::string &name, const char *comment)
{
    ex a = a0;
    /* closed expressions such as Pi/2 are folded before they are rounded, so that cos(Pi/2) is 0 */
    bool closed = is_a<numeric>(a) || a.is_equal(Pi) || (is_a<mul>(a) && a.nops() == 2 && a.op(0).is_equal(Pi) && is_a<numeric>(a.op(1)));
    if (closed) return fold(f, a, 0);
    a = atom(r, a, name + "_arg");
    if (is_a<numeric>(a)) return fold(f, a, 0);
    if (f == PF_ABS || f == PF_SIGN || f == PF_STEP) note_event(r, f, a, 0);
    pref v = ref(r, a);
    if (v.sign < 0 && parity(f))
        return parity(f)*from_pref(r, program_func_of(r.p, f, v.id, 0, name.c_str(), comment));
    return from_pref(r, program_func_of(r.p, f, argument(r, a), 0, name.c_str(), comment));
}

ex call(recorder &r, program_func f, const ex &a0, const ex &b0, const std::string &name, const char *comment)
{
    ex a = is_a<numeric>(a0) ? a0 : atom(r, a0, name + "_arg"), b = is_a<numeric>(b0) ? b0 : atom(r, b0, name + "_arg");
    if (is_a<numeric>(a) && is_a<numeric>(b)) return fold(f, a, b);
    if (f == PF_MIN || f == PF_MAX) note_event(r, f, a, b);
    return from_pref(r, program_func_of(r.p, f, argument(r, a), argument(r, b), name.c_str(), comment));
}

pref ref(recorder &r, const ex &e)
{
    if (is_a<numeric>(e)) return {0, 1, ex_to<numeric>(e).to_double()};
    if (is_a<symbol>(e)) return {id_of(r, e), 1, 0};
    if (is_a<mul>(e) && e.nops() == 2 && e.op(1).is_equal(-1) && is_a<symbol>(e.op(0))) return {id_of(r, e.op(0)), -1, 0};
    throw std::logic_error("a result was not named");
}

void set(recorder &r, kernel_id k, int array, int index, const ex &e, const std::string &name)
{
    program_kernel_set(r.p, k, array, index, ref(r, atom(r, e, name)));
}

/* ---- values at the defaults, for the choice between forms ---- */

namespace {

double stmt_default_of(recorder &r, int id);

/* Each statement once: statements share their parts. */
double stmt_default(recorder &r, int id)
{
    auto known = r.default_of.find(id);
    if (known == r.default_of.end()) known = r.default_of.emplace(id, stmt_default_of(r, id)).first;
    return known->second;
}

double stmt_default_of(recorder &r, int id)
{
    const stmt &s = *program_stmt(r.p, id);
    if (s.deps & ~(1u << LEAF_P)) return NAN;
    if (s.kind == STMT_LEAF) return r.defaults[s.index];
    if (s.kind == STMT_SUM) {
        double sum = 0;
        for (int i = 0; i < s.nterm; i++) {
            double t = s.terms[i].coef;
            for (int j = 0; j < s.terms[i].nfactor; j++) t *= std::pow(stmt_default(r, s.terms[i].factors[j].id), s.terms[i].factors[j].power);
            sum += t;
        }
        return sum;
    }
    double a = stmt_default(r, s.arg[0]), b = s.arg[1] ? stmt_default(r, s.arg[1]) : 0;
    return number_value(fold(s.func, rational_of(a), rational_of(b)));
}

}

double default_value(recorder &r, const ex &e)
{
    if (is_a<numeric>(e)) return number_value(e);
    pref v = ref(r, atom(r, e, ""));
    return v.id ? v.sign*stmt_default(r, v.id) : v.number;
}

/* ---- chain rule ---- */

ex func_slope(recorder &r, program_func func, const ex &f, const ex &a, const ex &b, const ex &da, const ex &db, const std::string &name)
{
    if (zero(da) && zero(db)) return 0;
    switch (func) {
    case PF_SIN: return product(r, call(r, PF_COS, a, name), da);
    case PF_COS: return -product(r, call(r, PF_SIN, a, name), da);
    case PF_TAN: return product(r, 1 + f*f, da, name);
    case PF_ASIN: return quotient(r, da, call(r, PF_SQRT, 1 - a*a, name), name);
    case PF_ACOS: return -quotient(r, da, call(r, PF_SQRT, 1 - a*a, name), name);
    case PF_ATAN: return quotient(r, da, 1 + a*a, name);
    case PF_ATAN2: return quotient(r, product(r, b, da) - product(r, a, db), a*a + b*b, name);
    case PF_SINH: return product(r, call(r, PF_COSH, a, name), da);
    case PF_COSH: return product(r, call(r, PF_SINH, a, name), da);
    case PF_TANH: return product(r, 1 - f*f, da, name);
    case PF_EXP: return product(r, f, da);
    case PF_LOG: return quotient(r, da, a, name);
    case PF_SQRT: return quotient(r, da/2, f, name);
    case PF_ABS: return product(r, call(r, PF_SIGN, a, name), da);
    case PF_SIGN: case PF_STEP: return 0;
    case PF_MIN: case PF_MAX: {
        ex h = call(r, PF_STEP, func == PF_MIN ? b - a : a - b, name);
        return db + product(r, h, da - db, name);
    }
    case PF_POW: {
        ex l = zero(db) ? ex(0) : product(r, call(r, PF_LOG, a, name), db, name);
        return product(r, f, quotient(r, product(r, b, da), a, name) + l, name);
    }
    default: throw std::logic_error("no derivative for this function");
    }
}

namespace {

ex tangent_of(recorder &r, int id, const std::map<int, ex> &seeds, std::map<int, ex> &memo, const std::string &name);

ex func_tangent(recorder &r, const stmt &s, int id, const std::map<int, ex> &seeds, std::map<int, ex> &memo, const std::string &name)
{
    ex da = tangent_of(r, s.arg[0], seeds, memo, name), db = s.arg[1] ? tangent_of(r, s.arg[1], seeds, memo, name) : ex(0);
    return func_slope(r, s.func, symbol_of(r, id), symbol_of(r, s.arg[0]), s.arg[1] ? symbol_of(r, s.arg[1]) : ex(0), da, db, name);
}

ex sum_tangent(recorder &r, const stmt &s, const std::map<int, ex> &seeds, std::map<int, ex> &memo, const std::string &name)
{
    ex sum = 0;
    for (int i = 0; i < s.nterm; i++)
        for (int j = 0; j < s.terms[i].nfactor; j++) {
            ex d = tangent_of(r, s.terms[i].factors[j].id, seeds, memo, name);
            if (zero(d)) continue;
            ex rest = rational_of(s.terms[i].coef);
            for (int k = 0; k < s.terms[i].nfactor; k++) {
                int n = s.terms[i].factors[k].power;
                if (k == j) { rest *= n; n--; }
                if (n) rest *= pow(symbol_of(r, s.terms[i].factors[k].id), n);
            }
            sum += rest*d;
        }
    return sum;
}

ex tangent_of(recorder &r, int id, const std::map<int, ex> &seeds, std::map<int, ex> &memo, const std::string &name)
{
    auto seed = seeds.find(id);
    if (seed != seeds.end()) return seed->second;
    auto known = memo.find(id);
    if (known != memo.end()) return known->second;
    const stmt s = *program_stmt(r.p, id);
    ex d = 0;
    if (s.kind == STMT_SUM) d = sum_tangent(r, s, seeds, memo, name);
    if (s.kind == STMT_FUNC) d = func_tangent(r, s, id, seeds, memo, name);
    d = atom(r, d, name);
    memo[id] = d;
    return d;
}

}

ex tangent(recorder &r, const ex &e, const std::map<int, ex> &seeds, const std::string &name)
{
    pref v = ref(r, atom(r, e, name));
    if (!v.id) return 0;
    std::map<int, ex> memo;
    return v.sign*tangent_of(r, v.id, seeds, memo, name);
}
