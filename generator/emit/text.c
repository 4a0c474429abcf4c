/*
 * text.c -- growing texts, C literals, lines of bounded length.
 */
#include "text.h"
#include "../program/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 120, COMMENT_COLUMN = 60 };

void *emit_alloc(size_t bytes)
{
    void *at = calloc(1, bytes ? bytes : 1);
    if (!at) {
        fputs("mechc: out of memory\n", stderr);
        exit(1);
    }
    return at;
}

void *emit_grow(void *old, size_t bytes)
{
    void *at = realloc(old, bytes);
    if (!at) {
        fputs("mechc: out of memory\n", stderr);
        exit(1);
    }
    return at;
}

char *emit_copy(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(emit_alloc(n), s, n);
}

static void room(text *o, size_t more)
{
    if (o->n + more + 1 <= o->size)
        return;
    o->size = (o->n + more + 256)*2;
    o->at = emit_grow(o->at, o->size);
}

void put_word(text *o, const char *word)
{
    size_t n = strlen(word);
    room(o, n);
    memcpy(o->at + o->n, word, n + 1);
    o->n += n;
}

void put_char(text *o, char c)
{
    room(o, 1);
    o->at[o->n++] = c;
    o->at[o->n] = '\0';
}

void put(text *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    room(o, (size_t)n);
    va_start(args, format);
    vsnprintf(o->at + o->n, (size_t)n + 1, format, args);
    va_end(args);
    o->n += (size_t)n;
}

void put_string(text *o, const char *s)
{
    put_char(o, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            put(o, "\\%c", c);
        else if (c == '?')
            put_word(o, "\\?");                         /* no trigraphs */
        else if (c < ' ' || c == 127)
            put(o, "\\%03o", c);
        else
            put_char(o, (char)c);
    }
    put_char(o, '"');
}

void put_comment(text *o, const char *s)
{
    for (; *s; s++)
        put_char(o, (unsigned char)*s < ' ' || (*s == '*' && s[1] == '/') || (*s == '/' && s[1] == '*') || (*s == '?' && s[1] == '?') ? ' ' : *s);
}

void put_number(text *o, double x)
{
    char shortest[32], fraction[48];
    program_number_text(x, shortest);
    /* a number with many digits is often a fraction of small ones: 1.0/3 reads better, and is folded by the compiler */
    if (strlen(shortest) > 12)
        for (int below = 3; below < 1000; below++) {
            double above = x*below;
            long whole = (long)(above + (above < 0 ? -0.5 : 0.5));
            if (above > -1e6 && above < 1e6 && (double)whole/below == x) {
                snprintf(fraction, sizeof fraction, "(%ld.0/%d)", whole, below);
                put_word(o, fraction);
                return;
            }
        }
    put_word(o, shortest);
}

char *text_take(text *o)
{
    char *at = o->at ? o->at : emit_copy("");
    *o = (text){ 0 };
    return at;
}

void text_done(text *o)
{
    free(o->at);
    *o = (text){ 0 };
}

static void put_part(text *o, const char *at, size_t n)
{
    room(o, n);
    memcpy(o->at + o->n, at, n);
    o->n += n;
    o->at[o->n] = '\0';
}

static void put_blanks(text *o, int n)
{
    static const char blanks[] = "                                                                ";
    for (; n > 0; n -= (int)sizeof blanks - 1)
        put_part(o, blanks, n < (int)sizeof blanks - 1 ? (size_t)n : sizeof blanks - 1);
}

/* Width of the pieces up to the next place where a line may be broken. */
static int piece(const char *s)
{
    return (int)strcspn(s, "\1");
}

void put_statement(text *o, int indent, int hang, const char *statement, const char *comment)
{
    int length = indent;
    for (const char *s = statement; *s; s++)
        length += *s != '\1';
    int column = length + 2 > COMMENT_COLUMN ? length + 2 : COMMENT_COLUMN, width = (int)strlen(comment);
    bool above = width && column + width + 6 > LINE_WIDTH;
    if (above) {
        put_blanks(o, indent);
        put_word(o, "/* ");
        put_comment(o, comment);
        put_word(o, " */\n");
    }
    put_blanks(o, indent);
    for (int at = indent; *statement; ) {
        int n = piece(statement);
        if (at + n > LINE_WIDTH && at > hang) {
            while (o->n && o->at[o->n - 1] == ' ')
                o->n--;
            put_char(o, '\n');
            put_blanks(o, hang);
            at = hang;
        }
        put_part(o, statement, (size_t)n);
        at += n;
        statement += n + (statement[n] == '\1');
    }
    if (width && !above) {
        put_blanks(o, column - length);
        put_word(o, "/* ");
        put_comment(o, comment);
        put_word(o, " */");
    }
    put_char(o, '\n');
}
