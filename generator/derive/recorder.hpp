/*
 * recorder.hpp -- formulas in, statements out.
 *
 * Formulas are GiNaC expressions over symbols, one symbol per statement of the program. def() takes a sum of products of symbols, records it and
 * gives back the symbol (or its negative, or a number). Anything else, such as a product of sums, is refused: GiNaC would order it
 * differently from run to run. Numbers are exact rationals as long as they stay short.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef DERIVE_RECORDER_HPP
#define DERIVE_RECORDER_HPP

#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
#include <ginac/ginac.h>

extern "C" {
#include "../program/program.h"
}

using GiNaC::ex;

struct recorder {
    program *p = nullptr;
    std::vector<double> defaults;                               /* of the parameters */
    std::vector<ex> symbols;                                    /* by statement id */
    std::unordered_map<const GiNaC::basic *, int> ids;          /* lookup only: never iterated */
    std::vector<std::string> events;                            /* text of each event function */
    std::vector<ex> event_values;
    std::unordered_map<int, int> event_of_stmt;
    std::unordered_map<int, double> default_of;                 /* by statement, as far as asked for */
};

/* A mistake in the model that only the derivation can see. */
struct derive_error : std::runtime_error { using std::runtime_error::runtime_error; };

/* Records a sum of products. name is a wish; an empty one makes an anonymous common term. */
ex def(recorder &r, const ex &e, const std::string &name, const char *comment = "");
/* The expression itself if it is a symbol, a negated symbol or a number; otherwise recorded. */
ex atom(recorder &r, const ex &e, const std::string &name, const char *comment = "");
ex leaf(recorder &r, leaf_array a, int index, const std::string &name, const char *comment = "");
void section(recorder &r, const char *heading);

/* func(a) or func(a, b); numbers are folded with CLN, negated symbols by the function's symmetry where it has one. */
ex call(recorder &r, program_func f, const ex &a, const std::string &name, const char *comment = "");
ex call(recorder &r, program_func f, const ex &a, const ex &b, const std::string &name, const char *comment = "");

/* The product of two expressions: sums are named first unless the other one is a number. */
ex product(recorder &r, const ex &a, const ex &b, const std::string &name = "");
/* a to an integer power; a is named first. */
ex int_power(recorder &r, const ex &a, int n, const std::string &name = "");
ex quotient(recorder &r, const ex &a, const ex &b, const std::string &name = "");

/* A closed expression (numbers, Pi) as an exact rational: itself, or its value rounded to a double. */
ex number(const ex &e);
double number_value(const ex &e);
inline bool is_number(const ex &e) { return GiNaC::is_a<GiNaC::numeric>(e); }
inline bool zero(const ex &e) { return is_number(e) && e.is_zero(); }
inline bool one(const ex &e) { return is_number(e) && e.is_equal(1); }

/* The value at the parameters' defaults of something that depends on parameters only; NaN otherwise. */
double default_value(recorder &r, const ex &e);

/* The reference a recorded value stands for. */
pref ref(recorder &r, const ex &e);
void set(recorder &r, kernel_id k, int array, int index, const ex &e, const std::string &name = "");

/* Slope of the value f of func(a, b) when the arguments have the slopes da and db. */
ex func_slope(recorder &r, program_func func, const ex &f, const ex &a, const ex &b, const ex &da, const ex &db, const std::string &name);
/* Chain rule along the program: the derivative of e when the statements in seeds change at the given rates. Leaves without a seed do not
 * change. Gives statements, never a grown expression. */
ex tangent(recorder &r, const ex &e, const std::map<int, ex> &seeds, const std::string &name);

#endif
