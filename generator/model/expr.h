/*
 * expr.h -- expressions of a mechanism script, parsed into trees.
 *
 * The text never goes further than the parser: everything behind it works on trees whose names have been
 * looked up in the model. Number literals keep their text, so that the derivation can read 0.1 as 1/10.
 */
#ifndef MODEL_EXPR_H
#define MODEL_EXPR_H

typedef enum expr_kind {
    EXPR_NUMBER,        /* text: digits [. digits] [e [-] digits], finite, zero always as "0" */
    EXPR_PI,
    EXPR_TIME,
    EXPR_PARAMETER,     /* ref: index into model parameters */
    EXPR_CONSTANT,      /* ref: index into model constants */
    EXPR_INPUT,         /* ref: index into model inputs */
    EXPR_Q,             /* q(C); ref: index into model.q */
    EXPR_QD,            /* qd(C); ref: index into model.u; for an Euler parameter (qd(s.e0)): see qd_of_q */
    EXPR_POINT,         /* x(P) ... az(P); ref: point; func: point_quantity */
    EXPR_NEG, EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_DIV, EXPR_POW,      /* a, b */
    EXPR_CALL           /* func: expr_func; a, b */
} expr_kind;

typedef enum point_quantity { POINT_X, POINT_Y, POINT_Z, POINT_VX, POINT_VY, POINT_VZ, POINT_AX, POINT_AY, POINT_AZ } point_quantity;

typedef enum expr_func {
#define FUNCTION(name, arguments) FUNC_##name,
#include "functions.def"
#undef FUNCTION
    FUNC_COUNT
} expr_func;

typedef struct expr {
    expr_kind kind;
    int ref, func;
    int qd_of_q;                    /* EXPR_QD only: 1: ref is an index into model.q (the rate of an Euler parameter) */
    const char *text;               /* NUMBER: the literal; a name not yet looked up: the name; in the model's arena */
    const struct expr *a, *b;
    const char *file;
    int line, column;               /* column counts from 1 within the expression's text */
} expr;

typedef struct func_info { const char *name; int arguments; } func_info;
extern const func_info expr_functions[FUNC_COUNT];

#endif
