/*
 * commands.h -- the table of commands (commands.def), the words of one command taken apart by it, and the functions that put a command
 * into the model. Private to generator/script.
 */
#ifndef SCRIPT_COMMANDS_H
#define SCRIPT_COMMANDS_H

#include <stdio.h>
#include "../model/model_build.h"

typedef enum word_kind { NAME, TEXT, EXPR, VECTOR, INERTIA, LIST, FRAME, CHOICE, COUNT } word_kind;
typedef enum word_need { OPTIONAL, NEEDED } word_need;

typedef struct word_spec { const char *option, *placeholder; word_kind kind; word_need need; const char *about; } word_spec;   /* option NULL: by position */

enum { MAX_WORDS = 24, MAX_ELEMENTS = 7 };

typedef struct command_spec { const char *name, *about; int nword; const word_spec *words; } command_spec;

/* One word of a command, converted as its row says. */
typedef struct value {
    bool        given;
    const char *text;                   /* NAME, TEXT, CHOICE; else the word as written */
    const expr *e[MAX_ELEMENTS];        /* EXPR, VECTOR, INERTIA, LIST; FRAME: x axis, then z axis */
    int         n;                      /* how many of e */
    int         count;                  /* COUNT; CHOICE: which one, from 0 */
} value;

typedef struct arguments { const command_spec *spec; value values[MAX_WORDS]; where at; } arguments;

int                 commands_count(void);
const command_spec *commands_get(int i);
const command_spec *commands_find(const char *name);        /* NULL if unknown */

/* joint NAME TYPE PARENT CHILD ?-at {x y z}? ...; owned by the caller */
char *command_synopsis(const command_spec *c);

/* Takes words[1..n-1] apart into a. Returns false, with errors added to m, if the command cannot be used. */
bool arguments_read(model *m, arguments *a, const command_spec *c, where at, int n, const char *const *words);

/* By option, or by position among the words without option. A wrong name is a broken invariant. */
const value *arguments_option(const arguments *a, const char *option);
const value *arguments_word(const arguments *a, int position);

/* Puts a command into the model: words[0] is its name. */
void command_run(model *m, where at, int n, const char *const *words);

#endif
