/*
 * program.h -- the derived program: an ordered list of  name = sum of products of names.
 *
 * Statements are numbered from 1 in order of definition and only use earlier ones. An expression seen before, or its negative,
 * returns the statement it already has. Kernels name the statements (or numbers) that the functions of the solver return.
 * The same calls give the same program, bit for bit.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct program program;

/* ---- values: what a formula may use ---- */

/* Where a leaf comes from. ORDER leaf. */
typedef enum leaf_array {
    LEAF_P,         /* parameters  p[np]   */
    LEAF_T,         /* time        t       */
    LEAF_Q,         /* q[nq]  */
    LEAF_U,         /* u[nu]  */
    LEAF_UD,        /* ud[nu] */
    LEAF_IN,        /* in[nin] */
    LEAF_TAU,       /* tau[nu] */
    LEAF_LAM,       /* lam[nrow] */
    LEAF_STABLE,    /* stable[2]: 2 alpha, beta^2 */
    LEAF_MODE,      /* 0: 1.0 in kinematics, else 0; 1: 1.0 in dynamics, else 0 */
    LEAF_COUNT
} leaf_array;

/* Functions of one or two names. ORDER functions: the first ones as in model/functions.def. */
typedef enum program_func {
    PF_SIN, PF_COS, PF_TAN, PF_ASIN, PF_ACOS, PF_ATAN, PF_ATAN2, PF_SINH, PF_COSH, PF_TANH, PF_EXP, PF_LOG, PF_SQRT,
    PF_ABS, PF_SIGN, PF_STEP, PF_MIN, PF_MAX,
    PF_POW,         /* a to the power b, b not an integer number */
    PF_COUNT
} program_func;

/* A signed reference: a statement, its negative, or a plain number. */
typedef struct pref {
    int    id;          /* statement, 0: a number */
    int    sign;        /* +1 or -1 (1 for numbers) */
    double number;      /* id 0 only */
} pref;

typedef struct factor { int id; int power; } factor;            /* power != 0, may be negative */
typedef struct term {
    double        coef;         /* never 0 */
    int           nfactor;      /* 0: a plain number */
    const factor *factors;      /* sorted by id, each id once */
} term;

typedef enum stmt_kind { STMT_LEAF, STMT_SUM, STMT_FUNC } stmt_kind;

typedef struct stmt {
    stmt_kind    kind;
    const char  *name;          /* a unique C identifier */
    const char  *comment;       /* "" if none; one line, no comment marks */
    const char  *section;       /* heading under which it is printed: "trigonometry", "velocities" ... */
    unsigned     deps;          /* bit 1u<<leaf for every leaf array it depends on */
    leaf_array   leaf; int index;               /* LEAF */
    int          nterm; const term *terms;      /* SUM */
    program_func func; int arg[2];              /* FUNC; arg[1] 0 for one argument */
} stmt;

/* ---- building ---- */

program *program_new(void);             /* NULL when out of memory */
void     program_free(program *p);      /* NULL is allowed */

/* Name of the section of all statements defined from here on; the text is copied. */
void program_section(program *p, const char *heading);

/* The leaf array[index]; the same one each time. name: a wish, made unique. */
int program_leaf(program *p, leaf_array array, int index, const char *name, const char *comment);

/* The sum of the terms (any order, factors in any order, ids may repeat: it is brought into normal form; terms with the same factors are added,
 * zero terms dropped). Returns an existing statement or its negative where there is one; a number where nothing else is left; the factor itself for a
 * single term with coefficient +-1 and one factor of power 1. Otherwise defines a statement. name: a wish; "" or NULL: an anonymous common term (t1, t2 ...). */
pref program_sum(program *p, const term *terms, int nterm, const char *name, const char *comment);

/* func(a) or func(a, b) of statements (never of numbers: those are folded before). */
pref program_func_of(program *p, program_func f, int a, int b, const char *name, const char *comment);

/* A statement that is just the negative of another one, or a plain number: arguments of functions, which take neither signs nor numbers. */
int program_negative(program *p, int id);
int program_number(program *p, double value);

/* ---- kernels ---- */

/* Output arrays of kernels and their order: kernels.def. */
typedef enum kernel_id {
#define KERNEL(id, inputs, outputs, about) KERNEL_##id,
#include "kernels.def"
#undef KERNEL
    KERNEL_COUNT
} kernel_id;

/* Output `array` of the kernel (its position in the list of kernels.def) has `size` entries, all 0 unless set. */
void program_kernel_array(program *p, kernel_id k, int array, int size);
void program_kernel_set(program *p, kernel_id k, int array, int index, pref value);

/* Operations: trig: sin and cos; call: other functions. */
typedef struct op_count { long add, mul, div, sqrt, neg, trig, call; } op_count;

/* ---- loops over tables, for mechanisms too large to unroll M and B ----
 *
 * With loops set, M of the kernels mass and equations and B of transformation have no entries of their own: they are filled by loops over the
 * numbers that the kernels mass_table and transformation_table return.
 * mass_table: twelve numbers per speed j: its screw a_j, b_j in ground axes (a point at r moves with b_j + a_j x r for unit speed), and f_j, n_j, force and
 *      moment about ground's origin that give the composite body outboard of j unit acceleration; M_ij = a_j . n_i + b_j . f_i for j on the way from i to
 *      ground, else 0.
 * transformation_table: six numbers a_j, b_j per speed, then three per body: the position r of its origin. Column j of the body: b_j + a_j x r, a_j. */
typedef struct loop_tables {
    int        nspeed;
    const int *up;              /* [nspeed] the next speed on the way to ground, -1: none */
    int        nbody;
    const int *last;            /* [nbody] the first speed on the way from the body to ground, -1: none */
} loop_tables;

void               program_loops_set(program *p, const loop_tables *l);         /* copied */
const loop_tables *program_loops(const program *p);                             /* NULL: everything is unrolled */
/* The kernel whose table fills array 0 of k, or KERNEL_COUNT if k has no loop. */
kernel_id          program_table_of(const program *p, kernel_id k);
/* Fills M[nspeed*nspeed] (k: mass or equations) or B[6*nbody*nspeed] (transformation) from the table; what the emitted loops do. */
void               loop_tables_fill(const loop_tables *l, kernel_id k, const double *table, double *out);
op_count           loop_tables_count(const loop_tables *l, kernel_id k);

/* ---- reading ---- */
int         program_count(const program *p);                    /* statements are 1 .. count */
const stmt *program_stmt(const program *p, int id);
int         program_find(const program *p, const char *name);   /* 0 if there is none */
int         program_kernel_size(const program *p, kernel_id k, int array);      /* -1: the kernel does not exist */
pref        program_kernel_get(const program *p, kernel_id k, int array, int index);

/* mark[id] (count + 1 entries, cleared first) becomes 1 for every statement that the kernel, or the n references, need. */
void program_needed(const program *p, kernel_id k, unsigned char *mark);
void program_needed_refs(const program *p, const pref *refs, int n, unsigned char *mark);
/* True for what `init` computes: it depends on parameters and nothing else. */
bool program_parameter_only(const stmt *s);

/* True for a number or the negative of another statement (program_number, program_negative): printed where it is used. */
bool program_plain(const stmt *s);
/* Calls use(data, id) for every statement that id uses, once per place; through plain ones to what is behind. */
void program_each_use(const program *p, int id, void (*use)(void *data, int id), void *data);

/* Name of a kernel, of its output arrays (NULL beyond the last), its inputs ("t q u"), and what it computes: kernels.def. */
const char *program_kernel_name(kernel_id k);
const char *program_kernel_array_name(kernel_id k, int array);
const char *program_kernel_inputs(kernel_id k);
const char *program_kernel_about(kernel_id k);

/* Operations of a kernel: what is needed for its outputs and does not depend on parameters alone. */
/* A group of parameter-only factors, or of parameter-only terms, counts as one number: `init` multiplies and adds them up. */
op_count program_count_kernel(const program *p, kernel_id k);
long     op_flops(op_count c);                                  /* add + mul + div + sqrt */
/* The same for any set of results, before they are put into a kernel: to choose the cheaper of two derivations. */
op_count program_count_refs(const program *p, const pref *refs, int n);

/* ---- texts ---- */

/* The text form (--dump program). Owned by the caller (free). */
char *program_dump(const program *p);
/* Reads a text form back; for tests of passes. NULL and a message with the line number in error[size] when it is wrong. */
program *program_read(const char *text, char *error, size_t size);

/* The fewest digits that read back exactly; room for 32 characters. */
const char *program_number_text(double x, char *out);
/* A C identifier as near to the wish as possible, at most size - 1 characters. */
void program_identifier(const char *wish, char *out, size_t size);
/* True for names that a statement must not have: keywords of C and C++, libm, arguments of the kernels. */
bool program_name_reserved(const char *name);
bool program_names_sorted(void);        /* for the test: the table of reserved names is in order */

/* ---- evaluating ---- */
/* Values of all leaves; arrays may be NULL where a kernel does not use them. */
typedef struct leaf_values { const double *array[LEAF_COUNT]; } leaf_values;

typedef struct evaluator evaluator;
evaluator *evaluator_new(const program *p);                     /* one block; NULL when out of memory */
void       evaluator_free(evaluator *e);
/* Computes the outputs of a kernel: out[a] for each of its arrays, NULL to skip one. Parameter-only statements are computed again
 * only after evaluator_parameters. */
void       evaluator_parameters(evaluator *e, const double *p);
void       evaluator_run(evaluator *e, kernel_id k, const leaf_values *in, double *const *out);
/* The value of any reference under these leaves (slow; for tests). */
double     evaluator_ref(evaluator *e, pref r, const leaf_values *in);

#endif
