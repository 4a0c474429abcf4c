/*
 * tape.h -- expressions of the model made ready for evaluation again and again: a flat list of operations over registers.
 *
 * Leaves are parameters, inputs, the time, and signals: the coordinates, speeds and point coordinates that expressions use, numbered by
 * a list that all tapes of one model share.
 */
#ifndef GENERIC_TAPE_H
#define GENERIC_TAPE_H

#include <stddef.h>
#include "../../generator/model/model.h"

/* What a signal is: a coordinate, its rate, a speed, or an axis of a point's position, velocity or acceleration. */
typedef enum signal_kind { SIGNAL_Q, SIGNAL_QD, SIGNAL_U, SIGNAL_POSITION, SIGNAL_VELOCITY, SIGNAL_ACCELERATION } signal_kind;

/* ref: index into model.q (SIGNAL_Q, SIGNAL_QD: the rate of an Euler parameter), model.u (SIGNAL_U) or model.points; axis 0 to 2 for points. */
typedef struct signal_ref { signal_kind kind; int ref, axis; } signal_ref;

typedef struct signal_list { int n, room; signal_ref *signal; } signal_list;
void signal_list_free(signal_list *l);

typedef struct tape tape;

/* Values of the leaves. Arrays may be NULL where no expression uses them. s, s1, s2: signals, their first and second derivatives in time. */
typedef struct tape_leaves { const double *p, *in; double t; const double *s, *s1, *s2; } tape_leaves;

/* Compiles e, whose names are looked up; it must live as long as the tape. Signals it uses are looked up in l and added. NULL e is the number 0. Numbers and
 * constants are folded, parameters kept. NULL when out of memory. */
tape *tape_new(const model *m, const expr *e, signal_list *l);
void  tape_free(tape *x);                          /* NULL is allowed */

int    tape_size(const tape *x);                   /* registers */
bool   tape_is_zero(const tape *x);                /* the number 0, as for a NULL expression */
bool   tape_uses_parameters_only(const tape *x);   /* neither time, inputs nor signals: evaluated once per parameter set */
bool   tape_uses_time(const tape *x);
int    tape_signals(const tape *x, const int **signals);     /* how many different signals it uses; *signals: which, ascending, kept by the tape */

/* Value; registers[tape_size]. */
double tape_value(const tape *x, const tape_leaves *l, double *registers);
/* Value, first and second derivative in time, with dt/dt = 1, signals moving by s1 and s2, parameters and inputs constant; registers[3*tape_size]. */
void   tape_jet(const tape *x, const tape_leaves *l, double *registers, double y[3]);
/* Value, and slope[i] = partial derivative with respect to signal i for the signals it uses (others are left alone); registers[2*tape_size]. */
double tape_slopes(const tape *x, const tape_leaves *l, double *registers, double *slope);
/* Partial derivative with respect to time. After tape_slopes with the same registers. */
double tape_time_slope(const tape *x, const double *registers);

/* Where the value has a kink or jump: arguments of step, sign, abs, and a - b of min and max, each once; not those that depend on parameters alone. After
 * tape_value with the same registers. */
int         tape_kinks(const tape *x);
double      tape_kink(const tape *x, int i, const double *registers);
const char *tape_kink_text(const tape *x, model *m, int i);     /* as the script writes it; in the model's arena */

#endif
