/*
 * json.h -- reads JSON for tests: reference values, and what mechc prints. Strict (RFC 8259), so that it also tells whether a text is JSON at all.
 */
#ifndef TESTS_JSON_H
#define TESTS_JSON_H

#include <stddef.h>

typedef enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT } json_kind;

typedef struct json_value {
    json_kind kind;
    double    number;
    char     *text;                         /* TEXT */
    int       count;                        /* ARRAY, OBJECT */
    struct json_value *items;
    char    **keys;                         /* OBJECT */
} json_value;

/* NULL, with a message on standard error, if text is not one JSON value. Freed with json_free. */
json_value *json_parse(const char *text);
json_value *json_read_file(const char *path);
void        json_free(json_value *v);       /* NULL is allowed */

/* A member or element, NULL if there is none (or v is NULL). */
const json_value *json_member(const json_value *v, const char *key);
const json_value *json_item(const json_value *v, int index);
/* NaN unless v is a number. */
double            json_double(const json_value *v);

#endif
