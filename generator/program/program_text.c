/*
 * program_text.c -- the text form of a program, which program_read reads back.
 *
 *     leaf m = p[0]                    # mass
 *     section inertia
 *     I12 = 2*m*l1*l2*c_2 - x^-1       # comment
 *     s_2 = sin(q_2)
 *     kernel mass
 *         M[4]
 *         M[0] = I12
 */
#include "program_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const program_leaf_names[LEAF_COUNT] = { "p", "t", "q", "u", "ud", "in", "tau", "lam", "stable", "mode" };

const char *const program_func_names[PF_COUNT] = {
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "sqrt",
    "abs", "sign", "step", "min", "max", "pow",
};

/* ---- kernels.def, taken apart ---- */

static const struct { const char *name, *inputs, *outputs, *about; } kernels[KERNEL_COUNT] = {
#define KERNEL(id, inputs, outputs, about) { #id, inputs, outputs, about },
#include "kernels.def"
#undef KERNEL
};

/* ORDER kernels: the outputs of kernels.def, word by word (a test compares). */
static const char *const kernel_arrays[KERNEL_COUNT][KERNEL_ARRAYS + 1] = {
    [KERNEL_start] = { "q0", "u0", "cq0", "guess" },
    [KERNEL_settings] = { "p0", "in0", "stable", "times" },
    [KERNEL_masses] = { "inertia" },
    [KERNEL_rates] = { "qd" },
    [KERNEL_constraints] = { "Phi", "J", "Phit" },
    [KERNEL_equations] = { "M", "g", "Phi", "Phid", "J", "gamma" },
    [KERNEL_mass] = { "M" },
    [KERNEL_forward] = { "ud" },
    [KERNEL_accelerations] = { "ud", "lam", "strain" },
    [KERNEL_inverse] = { "tau" },
    [KERNEL_bodies_state] = { "x", "v", "a" },
    [KERNEL_cut_joints] = { "cq", "cu", "ca" },
    [KERNEL_energy] = { "e" },
    [KERNEL_output] = { "y" },
    [KERNEL_reactions] = { "R" },
    [KERNEL_event] = { "z" },
    [KERNEL_transformation] = { "B", "Bdu" },
    [KERNEL_mass_table] = { "table" },
    [KERNEL_transformation_table] = { "table" },
};

const char *program_kernel_name(kernel_id k) { return kernels[k].name; }
const char *program_kernel_inputs(kernel_id k) { return kernels[k].inputs; }
const char *program_kernel_about(kernel_id k) { return kernels[k].about; }

const char *program_kernel_array_name(kernel_id k, int array)
{
    return array < KERNEL_ARRAYS ? kernel_arrays[k][array] : NULL;
}

/* ---- numbers ---- */

const char *program_number_text(double x, char *out)
{
    if (isnan(x))
        return strcpy(out, "NAN");          /* a guess that is not given */
    if (!isfinite(x))
        program_die("a number is not finite");
    if (x == floor(x) && fabs(x) < 1e7) {
        sprintf(out, "%.0f", x + 0.0);
        return out;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, x);
        if (strtod(out, NULL) == x)
            break;
    }
    /* 1e-09 is written 1e-9, 1e+20 is written 1e20 */
    char *exponent = strchr(out, 'e');
    if (exponent) {
        char *to = exponent + 1, *from = to;
        if (*from == '-')
            to++;
        from++;
        while (*from == '0')
            from++;
        memmove(to, from, strlen(from) + 1);
    }
    return out;
}

/* ---- writing ---- */

typedef struct text { char *at; size_t n, size; } text;

static void put(text *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(text *o, const char *format, ...)
{
    for (;;) {
        va_list args;
        va_start(args, format);
        int n = vsnprintf(o->at ? o->at + o->n : NULL, o->size - o->n, format, args);
        va_end(args);
        if (o->at && (size_t)n < o->size - o->n) {
            o->n += (size_t)n;
            return;
        }
        o->size = (o->size + (size_t)n + 256)*2;
        o->at = program_grow(o->at, o->size);
    }
}

static void put_term(text *o, const program *p, const term *t, bool first)
{
    char number[32];
    double size = fabs(t->coef);
    put(o, t->coef < 0 ? (first ? "-" : " - ") : (first ? "" : " + "));
    bool star = size != 1 || !t->nfactor;
    if (star)
        put(o, "%s", program_number_text(size, number));
    for (int j = 0; j < t->nfactor; j++, star = true) {
        put(o, "%s%s", star ? "*" : "", program_stmt(p, t->factors[j].id)->name);
        if (t->factors[j].power != 1)
            put(o, "^%d", t->factors[j].power);
    }
}

static void put_stmt(text *o, const program *p, const stmt *s)
{
    size_t start = o->n;
    if (s->kind == STMT_LEAF) {
        put(o, "leaf %s = %s[%d]", s->name, program_leaf_names[s->leaf], s->index);
    } else if (s->kind == STMT_FUNC) {
        put(o, "%s = %s(%s", s->name, program_func_names[s->func], program_stmt(p, s->arg[0])->name);
        if (s->arg[1])
            put(o, ", %s", program_stmt(p, s->arg[1])->name);
        put(o, ")");
    } else {
        put(o, "%s = ", s->name);
        for (int i = 0; i < s->nterm; i++)
            put_term(o, p, &s->terms[i], i == 0);
    }
    if (*s->comment) {
        int column = (int)(o->n - start);
        put(o, "%*s# %s", column < 38 ? 40 - column : 2, "", s->comment);
    }
    put(o, "\n");
}

static void put_ref(text *o, const program *p, pref r)
{
    char number[32];
    if (r.id)
        put(o, "%s%s", r.sign < 0 ? "-" : "", program_stmt(p, r.id)->name);
    else
        put(o, "%s", program_number_text(r.number, number));
}

static void put_kernel(text *o, const program *p, kernel_id k)
{
    bool head = false;
    for (int a = 0; a < KERNEL_ARRAYS; a++) {
        const kernel_array *array = &p->kernel[k][a];
        if (array->size < 0)
            continue;
        if (!head)
            put(o, "kernel %s\n", kernels[k].name);
        head = true;
        put(o, "    %s[%d]\n", kernel_arrays[k][a], array->size);
        for (int i = 0; i < array->size; i++)
            if (array->value[i].id || array->value[i].number != 0) {
                put(o, "    %s[%d] = ", kernel_arrays[k][a], i);
                put_ref(o, p, array->value[i]);
                put(o, "\n");
            }
    }
}

char *program_dump(const program *p)
{
    text o = { 0 };
    const char *section = "";
    put(&o, "%s", "");
    for (int id = 1; id <= p->count; id++) {
        const stmt *s = program_stmt(p, id);
        if (s->kind != STMT_LEAF && strcmp(s->section, section)) {
            section = s->section;
            put(&o, "section %s\n", section);
        }
        put_stmt(&o, p, s);
    }
    for (int k = 0; k < KERNEL_COUNT; k++)
        put_kernel(&o, p, k);
    return o.at;
}
