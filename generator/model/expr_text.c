/*
 * expr_text.c -- a growing text, and expressions written back as text: one tree, one text, with the fewest parentheses.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model_state.h"

void buffer_done(text_buffer *b)
{
    free(b->text);
    *b = (text_buffer){ 0 };
}

void buffer_add(text_buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) return;
    if (b->length + (size_t)n + 1 > b->size) {
        b->size = 2*(b->length + (size_t)n + 1) + 256;
        b->text = realloc(b->text, b->size);
        if (!b->text) {
            fputs("mechc: out of memory\n", stderr);
            exit(1);
        }
    }
    va_start(args, format);
    vsnprintf(b->text + b->length, (size_t)n + 1, format, args);
    va_end(args);
    b->length += (size_t)n;
}

/* How tightly an expression holds together; an operand weaker than its place asks for gets parentheses. */
enum { SUM = 1, PRODUCT, SIGN, POWER, ATOM };

static int strength(const expr *e)
{
    switch (e->kind) {
        case EXPR_ADD: case EXPR_SUB: return SUM;
        case EXPR_MUL: case EXPR_DIV: return PRODUCT;
        case EXPR_NEG: return SIGN;
        case EXPR_POW: return POWER;
        default: return ATOM;
    }
}

static void add(text_buffer *b, const model *m, const expr *e, int needed);

static void add_two(text_buffer *b, const model *m, const expr *e, int left, const char *sign, int right)
{
    add(b, m, e->a, left);
    buffer_add(b, "%s", sign);
    add(b, m, e->b, right);
}

static void add_call(text_buffer *b, const model *m, const expr *e)
{
    buffer_add(b, "%s(", expr_functions[e->func].name);
    add(b, m, e->a, SUM);
    if (e->b) {
        buffer_add(b, ",");
        add(b, m, e->b, SUM);
    }
    buffer_add(b, ")");
}

static const char *name_of(const model *m, const expr *e)
{
    if (e->ref < 0) return e->text;
    switch (e->kind) {
        case EXPR_PARAMETER: return m->parameters[e->ref].name;
        case EXPR_CONSTANT:  return m->constants[e->ref].name;
        case EXPR_INPUT:     return m->inputs[e->ref].name;
        case EXPR_Q:         return m->q[e->ref].name;
        case EXPR_QD:        return e->qd_of_q ? m->q[e->ref].name : m->u[e->ref].name;
        case EXPR_POINT:     return m->points[e->ref].name;
        default:             return "";
    }
}

static void add(text_buffer *b, const model *m, const expr *e, int needed)
{
    static const char *const quantities[] = { "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az" };     /* ORDER point_quantity */
    bool parentheses = strength(e) < needed;
    if (parentheses) buffer_add(b, "(");
    switch (e->kind) {
        case EXPR_NUMBER:    buffer_add(b, "%s", e->text); break;
        case EXPR_PI:        buffer_add(b, "pi"); break;
        case EXPR_TIME:      buffer_add(b, "t"); break;
        case EXPR_PARAMETER: case EXPR_CONSTANT: case EXPR_INPUT: buffer_add(b, "%s", name_of(m, e)); break;
        case EXPR_Q:         buffer_add(b, "q(%s)", name_of(m, e)); break;
        case EXPR_QD:        buffer_add(b, "qd(%s)", name_of(m, e)); break;
        case EXPR_POINT:     buffer_add(b, "%s(%s)", quantities[e->func], name_of(m, e)); break;
        case EXPR_NEG:       buffer_add(b, "-"); add(b, m, e->a, POWER); break;
        case EXPR_ADD:       add_two(b, m, e, SUM, "+", PRODUCT); break;
        case EXPR_SUB:       add_two(b, m, e, SUM, "-", PRODUCT); break;
        case EXPR_MUL:       add_two(b, m, e, PRODUCT, "*", SIGN); break;
        case EXPR_DIV:       add_two(b, m, e, PRODUCT, "/", SIGN); break;
        case EXPR_POW:       add_two(b, m, e, ATOM, "^", SIGN); break;
        case EXPR_CALL:      add_call(b, m, e); break;
    }
    if (parentheses) buffer_add(b, ")");
}

void buffer_add_expr(text_buffer *b, const model *m, const expr *e)
{
    if (e) add(b, m, e, SUM);
    else   buffer_add(b, "0");
}

const char *expr_text(model *m, const expr *e)
{
    text_buffer b = { 0 };
    buffer_add_expr(&b, m, e);
    const char *text = model_text(m, "%s", b.text);
    buffer_done(&b);
    return text;
}
