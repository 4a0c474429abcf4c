/*
 * text.h -- a growing text, and the small pieces of C that are printed into it.
 */
#ifndef EMIT_TEXT_H
#define EMIT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text { char *at; size_t n, size; } text;

void  put(text *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void  put_char(text *o, char c);
void  put_word(text *o, const char *word);              /* without formatting */
void  put_string(text *o, const char *s);               /* as a C string literal */
void  put_number(text *o, double x);                    /* as a C literal of type double or int, exact */
void  put_comment(text *o, const char *s);              /* the text with nothing in it that would end a comment */
char *text_take(text *o);                               /* the text, owned by the caller; o is empty again */
void  text_done(text *o);

/* Memory that is there, or the end of the tool. Zeroed. */
void *emit_alloc(size_t bytes);
void *emit_grow(void *old, size_t bytes);               /* realloc; what is new is not zeroed */
char *emit_copy(const char *s);

/* Prints a statement whose text has '\1' where a line may be broken: the first line starts with `indent` blanks, the following ones at `hang`. A comment
 * goes behind it, or above where there is no room. */
void put_statement(text *o, int indent, int hang, const char *statement, const char *comment);

#endif
