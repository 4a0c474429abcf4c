/*
 * emit_private.h -- what the files of generator/emit share.
 */
#ifndef EMIT_PRIVATE_H
#define EMIT_PRIVATE_H

#include "emit.h"
#include "text.h"

/* Lists whose entries have enumerators in NAME.h. */
typedef enum name_list { LIST_Q, LIST_U, LIST_P, LIST_IN, LIST_BODY, LIST_JOINT, LIST_Y, LIST_COUNT } name_list;

typedef struct emitter {
    const program      *p;
    const program_plan *plan;
    const emit_facts   *f;
    char   name[64], upper[64];         /* fourbar, FOURBAR */
    char **entry[LIST_COUNT];           /* the words behind FOURBAR_Q_ ... */
    int    entries[LIST_COUNT];
    char **local;                       /* [count + 1] names in C where they differ from the program's, else NULL */

    /* the function being printed */
    int    function, chunk;
    int   *place;                       /* [count + 1] position in its order, -1: not in it */
    int   *uses;                        /* [count + 1] uses by other statements of its chunk */
    unsigned char *stored;              /* [count + 1] 1: the function puts it into the workspace, for later chunks or for the kernels */
    int   *outputs;                     /* [count + 1] first output that the statement is, -1: none */
    struct output *output; int noutput;
    bool   helper[PF_COUNT];            /* small functions the file needs */
    bool   math;                        /* the file uses libm */
    const char **section; int nsection; /* headings of the file, in the order of the program */
    text  *out;
    text   line;                        /* scratch */
} emitter;

typedef struct output { int array, index, sign, next; bool done; } output;

/* names */
void emitter_init(emitter *e, const program *p, const program_plan *plan, const emit_facts *f);
void emitter_done(emitter *e);
extern const char *const list_words[LIST_COUNT];        /* "Q", "U" ... */

/* functions */
/* Tables without loops to fill, and what a mechanism may lack: forward dynamics, accelerations under constraints. */
bool function_is_absent(const emitter *e, int function);
void put_prototype(emitter *e, text *o, int function, const char *end);
void put_function(emitter *e, int function);
void collect_sections(emitter *e, const int *functions, int n);         /* the headings of a file with these functions */
/* "coupler.vx by psi": what entry `index` of an output array stands for, in out; "" where its name says it. */
const char *entry_meaning(const emitter *e, const char *array, int index, char *out, size_t size);
void put_operations(text *o, op_count c);
const char *function_name(int function);
const char *function_equation(int function);

bool function_is_table(int function);                   /* fills a table for a loop: static, not part of mrt_mechanism */
int  work_size(const emitter *e);                       /* doubles of workspace */
int  table_size(const emitter *e);                      /* of which the last ones are the table of the loops */

/* formulas */
void put_value(emitter *e, text *o, int id);
void put_formula(emitter *e, text *o, const stmt *s, int sign);
int  value_behind(const emitter *e, int id);            /* through plain statements; 0: a number */

/* files */
void put_banner(emitter *e, text *o, const char *file, const char *about, const int *functions, int n);
char *loop_text(emitter *e, kernel_id table, char *error, size_t size);         /* the loop that follows a table */
char *descriptor_text(emitter *e);
char *header_text(emitter *e, char *error, size_t size);
char *work_text(emitter *e);
/* A template with its marks @word@ replaced; NULL with a message when it cannot be read. */
typedef struct mark { const char *word, *text; } mark;
char *template_text(const char *folder, const char *file, const mark *marks, int n, char *error, size_t size);

#endif
