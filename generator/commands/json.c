/*
 * json.c -- writing JSON (RFC 8259), two blanks per level, short arrays of texts not folded.
 */
#include "json.h"

#include <math.h>

static void quote(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(to, "\\%c", c);
        else if (c == '\n') fputs("\\n", to);
        else if (c < 32) fprintf(to, "\\u%04x", c);
        else fputc(c, to);
    }
    fputc('"', to);
}

static void begin(json *j, const char *key)
{
    if (j->depth > 0) fprintf(j->to, "%s\n%*s", j->first ? "" : ",", 2*j->depth, "");
    if (key) quote(j->to, key), fputs(": ", j->to);
    j->first = false;
}

void json_open(json *j, const char *key, char bracket)
{
    begin(j, key);
    fputc(bracket, j->to);
    j->depth++, j->first = true;
}

void json_close(json *j, char bracket)
{
    j->depth--;
    if (!j->first) fprintf(j->to, "\n%*s", 2*j->depth, "");
    fputc(bracket, j->to);
    j->first = false;
    if (j->depth == 0) fputc('\n', j->to);
}

void json_text(json *j, const char *key, const char *value)  { begin(j, key); quote(j->to, value); }
void json_integer(json *j, const char *key, long value)      { begin(j, key); fprintf(j->to, "%ld", value); }
void json_bool(json *j, const char *key, bool value)         { begin(j, key); fputs(value ? "true" : "false", j->to); }

void json_number(json *j, const char *key, double value)
{
    begin(j, key);
    if (isfinite(value)) fprintf(j->to, "%.17g", value); else fputs("null", j->to);
}
