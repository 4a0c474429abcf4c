/*
 * pass_hoist.c -- collects the work on parameters alone, so that `init` does it once.
 *
 * In every term the coefficient and the parameter-only factors become one value; terms that differ in nothing else become one term; parameter-only terms of
 * a sum become one. So a parameter costs an evaluation no more than a number does.
 */
#include "passes.h"
#include "rewrite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A term taken apart: constant part (old factors) and the rest. */
typedef struct split { const term *t; int group; } split;

static bool constant_factor(const program *p, const factor *f)
{
    return program_parameter_only(program_stmt(p, f->id));
}

static bool same_rest(const program *p, const term *a, const term *b)
{
    int i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->nfactor && constant_factor(p, &a->factors[i]))
            i++;
        while (j < b->nfactor && constant_factor(p, &b->factors[j]))
            j++;
        if (i == a->nfactor || j == b->nfactor)
            return i == a->nfactor && j == b->nfactor;
        if (a->factors[i].id != b->factors[j].id || a->factors[i].power != b->factors[j].power)
            return false;
    }
}

/* m*l^2/k becomes "m_l2_per_k", 0.5*I "half_I", 9.81*m "c_m": a wish. */
static void product_name(const program *p, const term *t, char *out, size_t size)
{
    double c = fabs(t->coef);
    size_t n = (size_t)snprintf(out, size, "%s", c == 1 ? "" : c == 0.5 ? "half" : c == 2 ? "two" : "c");
    for (int j = 0; j < t->nfactor; j++) {
        if (!constant_factor(p, &t->factors[j]))
            continue;
        int power = abs(t->factors[j].power);
        char exponent[12] = "";
        if (power > 1)
            snprintf(exponent, sizeof exponent, "%d", power);
        int used = snprintf(out + n, size - n, "%s%s%s%s", n ? "_" : "", t->factors[j].power < 0 ? "per_" : "",
                            program_stmt(p, t->factors[j].id)->name, exponent);
        if (used < 0 || n + (size_t)used >= size) {
            out[0] = '\0';                      /* too long to read: t1, t2 ... */
            return;
        }
        n += (size_t)used;
    }
}

/* The constant part of the terms in a group, as one value; a single coefficient leaves its sign outside. */
static pref constant_part(rewrite *r, const split *s, int n, int group, const char *owner)
{
    char wish[40] = "";
    int members = 0;
    rewrite_clear(r);
    for (int i = 0; i < n; i++) {
        if (s[i].group != group)
            continue;
        const term *t = s[i].t;
        factor *f = pass_alloc((size_t)t->nfactor, sizeof *f);
        int nf = 0;
        for (int j = 0; j < t->nfactor; j++)
            if (constant_factor(r->from, &t->factors[j]))
                f[nf++] = t->factors[j];
        if (!members++)
            product_name(r->from, t, wish, sizeof wish);
        rewrite_term(r, &(term){ t->coef, nf, f });
        free(f);
    }
    if (members > 1)
        snprintf(wish, sizeof wish, *owner ? "%.30s_const" : "", owner);
    else if (r->terms[0].coef < 0) {
        r->terms[0].coef = -r->terms[0].coef;
        pref x = rewrite_sum(r, wish, "");
        return x.id ? (pref){ x.id, -x.sign, 0 } : (pref){ 0, 1, -x.number };
    }
    return rewrite_sum(r, wish, "");
}

typedef struct part { pref constant; const term *t; } part;

static void hoist_sum(rewrite *r, int id)
{
    const stmt *s = program_stmt(r->from, id);
    split *parts = pass_alloc((size_t)s->nterm, sizeof *parts);
    part *groups = pass_alloc((size_t)s->nterm, sizeof *groups);
    int ngroup = 0;
    for (int i = 0; i < s->nterm; i++) {
        parts[i] = (split){ .t = &s->terms[i], .group = -1 };
        for (int j = 0; j < i && parts[i].group < 0; j++)
            if (same_rest(r->from, parts[j].t, parts[i].t))
                parts[i].group = parts[j].group;
        if (parts[i].group < 0) {
            groups[ngroup].t = parts[i].t;
            parts[i].group = ngroup++;
        }
    }
    program_section(r->to, "parameters");
    for (int g = 0; g < ngroup; g++)
        groups[g].constant = constant_part(r, parts, s->nterm, g, rewrite_wish(s));
    program_section(r->to, s->section);
    rewrite_clear(r);
    for (int g = 0; g < ngroup; g++) {
        const term *t = groups[g].t;
        pref c = groups[g].constant;
        factor *f = pass_alloc((size_t)t->nfactor + 1, sizeof *f);
        int nf = 0;
        for (int j = 0; j < t->nfactor; j++)
            if (!constant_factor(r->from, &t->factors[j]))
                f[nf++] = t->factors[j];
        rewrite_term(r, &(term){ c.id ? c.sign : c.number, nf, f });
        free(f);
        /* rewrite_term has replaced old ids; the constant is new already */
        if (c.id)
            rewrite_factor(r, c.id);
    }
    r->map[id] = rewrite_sum(r, rewrite_wish(s), s->comment);
    free(parts);
    free(groups);
}

/* Without parameters there is nothing to hoist. */
static bool has_parameters(const program *p)
{
    for (int id = 1; id <= program_count(p); id++)
        if (program_stmt(p, id)->kind == STMT_LEAF && program_stmt(p, id)->leaf == LEAF_P)
            return true;
    return false;
}

program *pass_hoist(const program *p)
{
    if (!has_parameters(p))
        return NULL;
    rewrite r;
    rewrite_init(&r, p);
    for (int id = 1; id <= program_count(p); id++) {
        const stmt *s = program_stmt(p, id);
        if (s->kind == STMT_SUM && !program_parameter_only(s) && !program_plain(s))
            hoist_sum(&r, id);
        else
            rewrite_stmt(&r, id);
    }
    return rewrite_done(&r);
}
