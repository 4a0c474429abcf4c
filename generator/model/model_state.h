/*
 * model_state.h -- what only the files of generator/model see of a model: the arena, the messages, the name tables and the references
 * to bodies and coordinates that wait for model_finish.
 */
#ifndef MODEL_STATE_H
#define MODEL_STATE_H

#include "model_build.h"

/* Name spaces. Values (parameters, constants, inputs) share one because they meet in expressions; the rows of constraints and
 * distances share one because their result columns do. */
typedef enum name_kind {
    NAME_VALUE, NAME_BODY, NAME_POINT, NAME_JOINT, NAME_FORCE, NAME_TORQUE, NAME_SPRING, NAME_TORSION, NAME_ROW, NAME_OUTPUT,
    NAME_Q, NAME_U,
    NAME_DOUBTFUL,                      /* words of unknown commands */
    NAME_KINDS
} name_kind;

typedef struct name_entry { const char *name; const char *what; int index; where at; } name_entry;    /* index -1: its command failed */

typedef struct name_table { name_entry *entries; int count; int *slots; int nslot; } name_table;

/* The reference waits for model_finish because scripts may name things before they define them. */
typedef enum slot_kind {
    SLOT_JOINT_PARENT, SLOT_JOINT_CHILD, SLOT_POINT, SLOT_FORCE, SLOT_TORQUE, SLOT_SPRING_1, SLOT_SPRING_2, SLOT_DISTANCE_1, SLOT_DISTANCE_2,
    SLOT_DRIVE, SLOT_LOAD, SLOT_TORSION
} slot_kind;

typedef struct pending { slot_kind slot; int index; const char *name; where at; } pending;

typedef struct arena_block { struct arena_block *next; size_t used, size; } arena_block;

struct model_state {
    arena_block *blocks;
    message     *messages; int nmessage, nerror;
    name_table   names[NAME_KINDS];
    pending     *pendings; int npending;
    bool        *overridden;            /* [nparameter] by model_set; made by model_finish */
    double      *digits;                /* [nconstant] about how many digits each has exactly; made by model_finish */
    bool         has_gravity, has_stabilise, too_many, finished;
    bool         has_name;              /* there is a command `mechanism`, right or wrong */
    bool         incomplete;            /* commands that could have defined bodies or joints failed */
    where        gravity_at, stabilise_at;
    int          nodes;                 /* of expressions parsed so far */
    int          hints;                 /* nearest names looked for so far */
};

/* Returns array with room for one more element than count, moved if need be. */
void *state_grow(model *m, void *array, int count, size_t element);

/* names.c */
const name_entry *names_find(const model *m, name_kind kind, const char *name);              /* NULL if unknown */
/* True if the name is not known because a command that failed was perhaps to define it: then nothing is to be said. */
bool              names_doubtful(const model *m, const char *name);
void              names_add(model *m, name_kind kind, const char *what, const char *name, int index, where at);
/* " (did you mean "NAME"?)", or "" when nothing is near; in the arena. */
const char       *names_hint(model *m, name_kind kind, const char *name);


/* expr_eval.c: the value of node e when its operands have the values a and b */
double expr_apply(const model *m, const expr *e, double a, double b);

/* resolve.c, check_structure.c, check_numbers.c: each adds messages. The numbers are those at the present parameter values. */
void model_resolve(model *m);
void model_check_structure(model *m);
void model_warn_unused(model *m);
void model_check_numbers(model *m);
/* Euler parameters among the initial values are made a unit quaternion with e0 >= 0. */
void model_normalise(model *m);

/* Evaluates constants, then parameters, then defaults of inputs. */
void model_evaluate(model *m);

/* expr_text.c: a growing text (released by buffer_done, or kept by its user and freed) and the canonical text of expressions, with the
 * fewest parentheses. Zeroed is empty. */
typedef struct text_buffer { char *text; size_t length, size; } text_buffer;
void buffer_done(text_buffer *b);
void buffer_add(text_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_add_expr(text_buffer *b, const model *m, const expr *e);

#endif
