/*
 * expr_eval.c -- numbers behind expressions of constants and parameters.
 */
#include <math.h>
#include <stdlib.h>
#include "model_state.h"

static double eval_call(int func, double a, double b)
{
    switch ((expr_func)func) {
        case FUNC_sin:   return sin(a);
        case FUNC_cos:   return cos(a);
        case FUNC_tan:   return tan(a);
        case FUNC_asin:  return asin(a);
        case FUNC_acos:  return acos(a);
        case FUNC_atan:  return atan(a);
        case FUNC_atan2: return atan2(a, b);
        case FUNC_sinh:  return sinh(a);
        case FUNC_cosh:  return cosh(a);
        case FUNC_tanh:  return tanh(a);
        case FUNC_exp:   return exp(a);
        case FUNC_log:   return log(a);
        case FUNC_sqrt:  return sqrt(a);
        case FUNC_abs:   return fabs(a);
        case FUNC_sign:  return isnan(a) ? a : (a > 0) - (a < 0);
        case FUNC_step:  return isnan(a) ? a : a > 0 ? 1 : a < 0 ? 0 : 0.5;
        case FUNC_min:   return isnan(a) || isnan(b) ? NAN : a < b ? a : b;
        case FUNC_max:   return isnan(a) || isnan(b) ? NAN : a > b ? a : b;
        case FUNC_COUNT: break;
    }
    return NAN;
}

double expr_apply(const model *m, const expr *e, double a, double b)
{
    switch (e->kind) {
        case EXPR_NUMBER:    return strtod(e->text, NULL);
        case EXPR_PI:        return 3.14159265358979323846;
        case EXPR_PARAMETER: return e->ref >= 0 ? m->parameters[e->ref].number : NAN;
        case EXPR_CONSTANT:  return e->ref >= 0 ? m->constants[e->ref].number : NAN;
        case EXPR_NEG:       return -a;
        case EXPR_ADD:       return a + b;
        case EXPR_SUB:       return a - b;
        case EXPR_MUL:       return a*b;
        case EXPR_DIV:       return a/b;
        case EXPR_POW:       return pow(a, b);
        case EXPR_CALL:      return eval_call(e->func, a, b);
        case EXPR_TIME: case EXPR_INPUT: case EXPR_Q: case EXPR_QD: case EXPR_POINT: break;
    }
    return NAN;
}

double expr_number(const model *m, const expr *e)
{
    if (!e) return 0;
    return expr_apply(m, e, e->a ? expr_number(m, e->a) : 0, e->b ? expr_number(m, e->b) : 0);
}

bool expr_is_constant(const model *m, const expr *e)
{
    if (!e) return true;
    switch (e->kind) {
        case EXPR_PARAMETER: case EXPR_TIME: case EXPR_INPUT: case EXPR_Q: case EXPR_QD: case EXPR_POINT: return false;
        default: return expr_is_constant(m, e->a) && expr_is_constant(m, e->b);
    }
}

/* In their order: a constant uses earlier constants, a parameter earlier parameters. */
void model_evaluate(model *m)
{
    const bool *kept = m->state->overridden;
    for (int i = 0; i < m->nconstant; i++)  m->constants[i].number = expr_number(m, m->constants[i].value);
    for (int i = 0; i < m->nparameter; i++)
        if (!kept || !kept[i]) m->parameters[i].number = expr_number(m, m->parameters[i].value);
    for (int i = 0; i < m->ninput; i++)     m->inputs[i].number = expr_number(m, m->inputs[i].value);
}
