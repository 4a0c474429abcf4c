/*
 * json.h -- writing JSON: values and members with the commas in the right places.
 */
#ifndef COMMANDS_JSON_H
#define COMMANDS_JSON_H

#include <stdbool.h>
#include <stdio.h>

typedef struct json { FILE *to; int depth; bool first; } json;     /* start with { stdout, 0, true } */

/* key NULL inside arrays and for the outermost value. */
void json_open(json *j, const char *key, char bracket);            /* '{' or '[' */
void json_close(json *j, char bracket);                            /* '}' or ']' */
void json_text(json *j, const char *key, const char *value);
void json_integer(json *j, const char *key, long value);
void json_number(json *j, const char *key, double value);          /* null unless finite */
void json_bool(json *j, const char *key, bool value);

#endif
