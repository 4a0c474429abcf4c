/*
 * formula.c -- one statement as a C expression.
 *
 * Products stay inside the sum that uses them, so that the compiler can fuse multiply and add. Integer powers are multiplied out. A sum begins with its
 * first positive term. The places where a line may be broken are marked '\1'.
 */
#include "emit_private.h"

#include <math.h>

/* Names in C. ORDER functions. Those from abs on are small functions of the file itself, except fabs and pow. */
static const char *const c_names[PF_COUNT] = {
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "sqrt",
    "fabs", "sign", "step", "min", "max", "pow",
};

static const char *local_name(const emitter *e, int id)
{
    return e->local[id] ? e->local[id] : program_stmt(e->p, id)->name;
}

int value_behind(const emitter *e, int id)
{
    for (const stmt *s = program_stmt(e->p, id); program_plain(s); s = program_stmt(e->p, id)) {
        if (!s->terms->nfactor)
            return 0;
        id = s->terms->factors->id;
    }
    return id;
}

void put_value(emitter *e, text *o, int id)
{
    const stmt *s = program_stmt(e->p, id);
    if (program_plain(s)) {
        bool bracket = s->terms->coef < 0;
        put_word(o, bracket ? "(-" : "");
        if (s->terms->nfactor)
            put_value(e, o, s->terms->factors->id);
        else
            put_number(o, fabs(s->terms->coef));
        put_word(o, bracket ? ")" : "");
        return;
    }
    const plan_function *f = &e->plan->function[e->function];
    int start = e->chunk ? f->end[e->chunk - 1] : 0;
    bool stored = e->function == PLAN_INIT ? s->kind != STMT_LEAF && e->place[id] < start : program_parameter_only(s);
    if (stored)
        put_word(o, "k->");
    put_word(o, local_name(e, id));
}

static void put_powers(emitter *e, text *o, const term *t, int sign, bool star)
{
    for (int j = 0; j < t->nfactor; j++)
        for (int n = sign*t->factors[j].power; n > 0; n--) {
            put_word(o, star ? "*" : "");
            put_value(e, o, t->factors[j].id);
            star = true;
        }
}

static void put_term(emitter *e, text *o, const term *t)
{
    int above = 0, below = 0;
    for (int j = 0; j < t->nfactor; j++)
        if (t->factors[j].power > 0)
            above += t->factors[j].power;
        else
            below -= t->factors[j].power;
    bool number = fabs(t->coef) != 1 || !above;
    if (number)
        put_number(o, fabs(t->coef));
    put_powers(e, o, t, 1, number);
    if (below) {
        put_word(o, below > 1 ? "/(" : "/");
        put_powers(e, o, t, -1, false);
        put_word(o, below > 1 ? ")" : "");
    }
}

static void put_sum(emitter *e, text *o, const stmt *s, int sign)
{
    int first = 0;
    while (first < s->nterm && sign*s->terms[first].coef < 0)
        first++;
    if (first == s->nterm) {
        first = 0;
        put_word(o, "-");
    }
    put_term(e, o, &s->terms[first]);
    for (int i = 0; i < s->nterm; i++)
        if (i != first) {
            put_word(o, sign*s->terms[i].coef < 0 ? " \1- " : " \1+ ");
            put_term(e, o, &s->terms[i]);
        }
}

/* An argument stands alone: its sign needs no brackets. */
static void put_argument(emitter *e, text *o, int id)
{
    const stmt *s = program_stmt(e->p, id);
    if (program_plain(s))
        put_sum(e, o, s, 1);
    else
        put_value(e, o, id);
}

void put_formula(emitter *e, text *o, const stmt *s, int sign)
{
    if (s->kind == STMT_SUM) {
        put_sum(e, o, s, sign);
        return;
    }
    put_word(o, sign < 0 ? "-" : "");
    if (s->func >= PF_SIGN && s->func <= PF_MAX) {
        e->helper[s->func] = true;
        put(o, "%s_", e->name);
    } else {
        e->math = true;
    }
    put(o, "%s(", c_names[s->func]);
    put_argument(e, o, s->arg[0]);
    if (s->arg[1]) {
        put_word(o, ", ");
        put_argument(e, o, s->arg[1]);
    }
    put_word(o, ")");
}
