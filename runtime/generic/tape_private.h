/*
 * tape_private.h -- the inside of a tape: what tape.c compiles and tape_run.c evaluates.
 *
 * Registers hold the leaves first: numbers, parameters, inputs, the time, signals, each leaf once; then one register per operation.
 */
#ifndef GENERIC_TAPE_PRIVATE_H
#define GENERIC_TAPE_PRIVATE_H

#include "tape.h"

/* Operations: the functions under their own numbers (expr_func), then arithmetic. */
enum { OP_NEG = FUNC_COUNT, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_INT_POWER, OP_POW };

/* a_moves, b_moves: the operand depends on the time or on signals through something that has a derivative. Where neither does, the operation's derivatives are
 * zero, whatever the formula says (sqrt at 0). */
typedef struct tape_op {
    short code, n;                      /* n: exponent of OP_INT_POWER */
    bool  a_moves, b_moves;
    int   a, b;                         /* registers; b is a where there is one operand */
} tape_op;

typedef struct tape_switch { int a, b; const expr *ea, *eb; } tape_switch;     /* b -1: the kink is at a = 0, else at a - b = 0 */

struct tape {
    int  nnumber, np, nin, ntime, nsignal, nop, nswitch;
    int  first;                         /* register of operation 0: the number of leaves */
    int  result;                        /* register of the value */
    double      *number;
    int         *p, *in, *signal;       /* indices of the leaves; signals ascending */
    tape_op     *op;
    tape_switch *kink;
};

/* One operation on numbers. */
double tape_apply(int code, int n, double a, double b);

#endif
