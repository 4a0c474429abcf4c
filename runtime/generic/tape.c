/*
 * tape.c -- compiling expressions into tapes: numbers are folded, leaves and repeated operations kept once.
 *
 * Powers are read as the derivation reads them (derive/expressions.cpp): an exponent that is a whole number up to 64 multiplies, 1/2 is a
 * square root, anything else is pow.
 */
#include "tape_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- signals ---- */

void signal_list_free(signal_list *l)
{
    free(l->signal);
    *l = (signal_list){ 0 };
}

/* Index of the signal, added if it is new; -1 when out of memory. */
static int signal_index(signal_list *l, signal_ref s)
{
    for (int i = 0; i < l->n; i++)
        if (l->signal[i].kind == s.kind && l->signal[i].ref == s.ref && l->signal[i].axis == s.axis) return i;
    if (l->n == l->room) {
        int room = l->room ? 2*l->room : 32;
        signal_ref *more = realloc(l->signal, (size_t)room*sizeof *more);
        if (!more) return -1;
        l->signal = more, l->room = room;
    }
    l->signal[l->n] = s;
    return l->n++;
}

/* ---- building ---- */

/* While building, values are named by numbers: leaves by their place in the list of leaves, operations by -1 - their place. */
typedef enum leaf_kind { LEAF_NUMBER, LEAF_PARAMETER, LEAF_INPUT, LEAF_TIME, LEAF_SIGNAL, LEAF_KINDS } leaf_kind;      /* in the order of the registers */

typedef struct leaf_node { leaf_kind kind; int index, at; double number; } leaf_node;     /* at: register */
typedef struct op_node { tape_op op; bool varies, moves; } op_node;                       /* varies: depends on more than parameters */

typedef struct builder {
    const model *m;
    signal_list *signals;
    leaf_node   *leaf; int nleaf, leaf_room;
    op_node     *op;   int nop, op_room;
    tape_switch *kink; int nkink, kink_room;
    bool         failed;
} builder;

/* Repeated operations are looked for among this many of the last ones: enough for what people write, and compiling stays linear. */
enum { LOOK_BACK = 200 };

/* Room for one more; false when out of memory. */
static bool make_room(builder *b, void **array, int count, int *room, size_t element)
{
    if (count < *room) return true;
    int more = *room ? 2**room : 16;
    void *p = realloc(*array, (size_t)more*element);
    if (!p) { b->failed = true; return false; }
    *array = p, *room = more;
    return true;
}

static int add_leaf(builder *b, leaf_kind kind, int index, double number)
{
    for (int i = 0; i < b->nleaf; i++) {
        const leaf_node *l = &b->leaf[i];
        if (l->kind == kind && l->index == index && !memcmp(&l->number, &number, sizeof number)) return i;
    }
    if (!make_room(b, (void **)&b->leaf, b->nleaf, &b->leaf_room, sizeof *b->leaf)) return 0;
    b->leaf[b->nleaf] = (leaf_node){ kind, index, 0, number };
    return b->nleaf++;
}

static int add_number(builder *b, double x) { return add_leaf(b, LEAF_NUMBER, 0, x); }

static int add_signal(builder *b, signal_kind kind, int ref, int axis)
{
    int i = signal_index(b->signals, (signal_ref){ kind, ref, axis });
    if (i < 0) { b->failed = true; return 0; }
    return add_leaf(b, LEAF_SIGNAL, i, 0);
}

static bool is_number(const builder *b, int v) { return v >= 0 && b->leaf[v].kind == LEAF_NUMBER; }
static bool varies(const builder *b, int v) { return v >= 0 ? b->leaf[v].kind >= LEAF_INPUT : b->op[-1 - v].varies; }
static bool moves(const builder *b, int v) { return v >= 0 ? b->leaf[v].kind >= LEAF_TIME : b->op[-1 - v].moves; }

/* Sine and cosine of a number: exact at multiples of a right angle, as the derivation has them. */
static double fold(int code, int n, double a, double c)
{
    if (code == FUNC_sin || code == FUNC_cos) {
        double quarter = round(a/1.57079632679489661923), rest = a - quarter*1.57079632679489661923;
        if (fabs(quarter) < 1e6 && fabs(rest) <= 2.3e-16*fabs(a)) {
            static const int sine[4] = { 0, 1, 0, -1 };
            return sine[((long)quarter + (code == FUNC_cos))&3];
        }
    }
    return tape_apply(code, n, a, c);
}

static int add_op(builder *b, int code, int n, int x, int y)
{
    if (b->failed) return 0;
    if (is_number(b, x) && is_number(b, y)) return add_number(b, fold(code, n, b->leaf[x].number, b->leaf[y].number));
    for (int i = b->nop - 1; i >= 0 && i >= b->nop - LOOK_BACK; i--) {
        const tape_op *o = &b->op[i].op;
        if (o->code == code && o->n == n && o->a == x && o->b == y) return -1 - i;
    }
    if (!make_room(b, (void **)&b->op, b->nop, &b->op_room, sizeof *b->op)) return 0;
    op_node *o = &b->op[b->nop];
    *o = (op_node){ .op = { .code = (short)code, .n = (short)n, .a_moves = moves(b, x), .b_moves = moves(b, y), .a = x, .b = y } };
    o->varies = varies(b, x) || varies(b, y);
    o->moves = code != FUNC_sign && code != FUNC_step && (o->op.a_moves || o->op.b_moves);
    return -1 - b->nop++;
}

/* x, or x - y, is where something switches, unless only another parameter set could make it switch. */
static void add_kink(builder *b, int x, const expr *ex, int y, const expr *ey)
{
    if (b->failed || (!varies(b, x) && !(ey && varies(b, y)))) return;
    for (int i = 0; i < b->nkink; i++)
        if (b->kink[i].a == x && b->kink[i].b == y && !b->kink[i].eb == !ey) return;
    if (make_room(b, (void **)&b->kink, b->nkink, &b->kink_room, sizeof *b->kink)) b->kink[b->nkink++] = (tape_switch){ x, y, ex, ey };
}

static int compile(builder *b, const expr *e);

static int compile_power(builder *b, const expr *e)
{
    int x = compile(b, e->a), y = compile(b, e->b);
    if (b->failed) return 0;
    if (is_number(b, y)) {
        double n = b->leaf[y].number;
        if (n == 0) return add_number(b, 1);
        if (n == 1) return x;
        if (n == 0.5) return add_op(b, FUNC_sqrt, 0, x, x);
        if (n == floor(n) && fabs(n) <= 64) return add_op(b, OP_INT_POWER, (int)n, x, x);
    }
    return add_op(b, OP_POW, 0, x, y);
}

static int compile_call(builder *b, const expr *e)
{
    int x = compile(b, e->a), y = e->b ? compile(b, e->b) : x;
    switch (e->func) {
        case FUNC_abs: case FUNC_sign: case FUNC_step: add_kink(b, x, e->a, x, NULL); break;
        case FUNC_min: case FUNC_max:                  add_kink(b, x, e->a, y, e->b); break;
        default: break;
    }
    return add_op(b, e->func, 0, x, y);
}

static int compile_two(builder *b, int code, const expr *e)
{
    int x = compile(b, e->a), y = compile(b, e->b);
    return add_op(b, code, 0, x, y);
}

static int compile(builder *b, const expr *e)
{
    static const signal_kind point_kind[] = { SIGNAL_POSITION, SIGNAL_VELOCITY, SIGNAL_ACCELERATION };
    if (b->failed) return 0;
    switch (e->kind) {
        case EXPR_NUMBER:    return add_number(b, strtod(e->text, NULL));
        case EXPR_PI:        return add_number(b, 3.14159265358979323846);
        case EXPR_CONSTANT:  return add_number(b, b->m->constants[e->ref].number);
        case EXPR_PARAMETER: return add_leaf(b, LEAF_PARAMETER, e->ref, 0);
        case EXPR_INPUT:     return add_leaf(b, LEAF_INPUT, e->ref, 0);
        case EXPR_TIME:      return add_leaf(b, LEAF_TIME, 0, 0);
        case EXPR_Q:         return add_signal(b, SIGNAL_Q, e->ref, 0);
        case EXPR_QD:        return add_signal(b, e->qd_of_q ? SIGNAL_QD : SIGNAL_U, e->ref, 0);
        case EXPR_POINT:     return add_signal(b, point_kind[e->func/3], e->ref, e->func%3);
        case EXPR_NEG: {
            int x = compile(b, e->a);
            return add_op(b, OP_NEG, 0, x, x);
        }
        case EXPR_ADD:       return compile_two(b, OP_ADD, e);
        case EXPR_SUB:       return compile_two(b, OP_SUB, e);
        case EXPR_MUL:       return compile_two(b, OP_MUL, e);
        case EXPR_DIV:       return compile_two(b, OP_DIV, e);
        case EXPR_POW:       return compile_power(b, e);
        case EXPR_CALL:      return compile_call(b, e);
    }
    return 0;
}

/* ---- the finished tape ---- */

static int by_register(const void *a, const void *b)
{
    const leaf_node *x = *(const leaf_node *const *)a, *y = *(const leaf_node *const *)b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->kind == LEAF_NUMBER) return x < y ? -1 : x > y;         /* in the order found */
    return x->index < y->index ? -1 : x->index > y->index;
}

/* True unless memory ran out. */
static bool place_leaves(builder *b, int count[LEAF_KINDS])
{
    leaf_node **order = malloc(((size_t)b->nleaf + 1)*sizeof *order);
    if (!order) return false;
    for (int i = 0; i < b->nleaf; i++) order[i] = &b->leaf[i], count[b->leaf[i].kind]++;
    qsort(order, (size_t)b->nleaf, sizeof *order, by_register);
    for (int i = 0; i < b->nleaf; i++) order[i]->at = i;
    free(order);
    return true;
}

static int register_of(const builder *b, int v) { return v >= 0 ? b->leaf[v].at : b->nleaf - 1 - v; }

/* One block: the tape, then its arrays. */
static tape *allocate(const builder *b, const int count[LEAF_KINDS])
{
    size_t indices = (size_t)(count[LEAF_PARAMETER] + count[LEAF_INPUT] + count[LEAF_SIGNAL]);
    tape *x = malloc(sizeof *x + (size_t)count[LEAF_NUMBER]*sizeof(double) + (size_t)b->nkink*sizeof(tape_switch) + (size_t)b->nop*sizeof(tape_op)
                     + indices*sizeof(int));
    if (!x) return NULL;
    *x = (tape){ .nnumber = count[LEAF_NUMBER], .np = count[LEAF_PARAMETER], .nin = count[LEAF_INPUT], .ntime = count[LEAF_TIME],
                 .nsignal = count[LEAF_SIGNAL], .nop = b->nop, .nswitch = b->nkink, .first = b->nleaf };
    x->number = (double *)(x + 1);
    x->kink = (tape_switch *)(x->number + x->nnumber);
    x->op = (tape_op *)(x->kink + x->nswitch);
    x->p = (int *)(x->op + x->nop);
    x->in = x->p + x->np;
    x->signal = x->in + x->nin;
    return x;
}

static tape *finish(builder *b, int result)
{
    int count[LEAF_KINDS] = { 0 };
    if (!place_leaves(b, count)) return NULL;
    tape *x = allocate(b, count);
    if (!x) return NULL;
    for (int i = 0; i < b->nleaf; i++) {
        const leaf_node *l = &b->leaf[i];
        int at = l->at;
        if (l->kind == LEAF_NUMBER) x->number[at] = l->number;
        at -= x->nnumber;
        if (l->kind == LEAF_PARAMETER) x->p[at] = l->index;
        at -= x->np;
        if (l->kind == LEAF_INPUT) x->in[at] = l->index;
        at -= x->nin + x->ntime;
        if (l->kind == LEAF_SIGNAL) x->signal[at] = l->index;
    }
    for (int i = 0; i < b->nop; i++) {
        x->op[i] = b->op[i].op;
        x->op[i].a = register_of(b, x->op[i].a);
        x->op[i].b = register_of(b, x->op[i].b);
    }
    for (int i = 0; i < b->nkink; i++) {
        x->kink[i] = b->kink[i];
        x->kink[i].a = register_of(b, b->kink[i].a);
        x->kink[i].b = b->kink[i].eb ? register_of(b, b->kink[i].b) : -1;
    }
    x->result = register_of(b, result);
    return x;
}

tape *tape_new(const model *m, const expr *e, signal_list *l)
{
    builder b = { .m = m, .signals = l };
    int result = e ? compile(&b, e) : add_number(&b, 0);
    tape *x = b.failed ? NULL : finish(&b, result);
    free(b.leaf), free(b.op), free(b.kink);
    return x;
}

void tape_free(tape *x) { free(x); }

/* ---- questions ---- */

int  tape_size(const tape *x) { return x->first + x->nop; }
bool tape_is_zero(const tape *x) { return x->result < x->nnumber && x->number[x->result] == 0; }
bool tape_uses_parameters_only(const tape *x) { return !x->nin && !x->ntime && !x->nsignal; }
bool tape_uses_time(const tape *x) { return x->ntime; }

int tape_signals(const tape *x, const int **signals)
{
    *signals = x->signal;
    return x->nsignal;
}

int tape_kinks(const tape *x) { return x->nswitch; }

double tape_kink(const tape *x, int i, const double *registers)
{
    const tape_switch *k = &x->kink[i];
    return k->b < 0 ? registers[k->a] : registers[k->a] - registers[k->b];
}

const char *tape_kink_text(const tape *x, model *m, int i)
{
    const tape_switch *k = &x->kink[i];
    expr difference = { .kind = EXPR_SUB, .a = k->ea, .b = k->eb };
    return expr_text(m, k->eb ? &difference : k->ea);
}
