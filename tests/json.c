/*
 * json.c -- a strict JSON reader for tests.
 */
#include "json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader { const char *start, *at; int depth; int failed; } reader;

static int value_read(reader *r, json_value *v);

static int fail(reader *r, const char *what)
{
    if (!r->failed) fprintf(stderr, "not JSON: %s at byte %ld, before \"%.20s\"\n", what, (long)(r->at - r->start), r->at);
    r->failed = 1;
    return 0;
}

static void blanks(reader *r) { r->at += strspn(r->at, " \t\r\n"); }

static int word(reader *r, json_value *v, const char *text, json_kind kind)
{
    if (strncmp(r->at, text, strlen(text))) return fail(r, "a wrong word");
    r->at += strlen(text);
    v->kind = kind;
    return 1;
}

static int number(reader *r, json_value *v)
{
    const char *p = r->at;
    if (*p == '-') p++;
    if (!isdigit((unsigned char)*p) || (*p == '0' && isdigit((unsigned char)p[1]))) return fail(r, "a wrong number");
    while (isdigit((unsigned char)*p)) p++;
    if (*p == '.') { p++; if (!isdigit((unsigned char)*p)) return fail(r, "a wrong number"); while (isdigit((unsigned char)*p)) p++; }
    if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '+' || *p == '-') p++;
        if (!isdigit((unsigned char)*p)) return fail(r, "a wrong number");
        while (isdigit((unsigned char)*p)) p++;
    }
    v->kind = JSON_NUMBER;
    v->number = strtod(r->at, NULL);
    r->at = p;
    return 1;
}

/* Escapes beyond ASCII are kept as '?': no test looks at them. */
static char *text_read(reader *r)
{
    const char *p = r->at + 1;
    char *text = malloc(strlen(p) + 1), *to = text;
    if (!text) { fail(r, "out of memory"); return NULL; }
    for (; *p && *p != '"'; p++) {
        if ((unsigned char)*p < 32) break;
        if (*p != '\\') { *to++ = *p; continue; }
        static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
        const char *known = *++p ? strchr(from, *p) : NULL;
        if (known) *to++ = into[known - from];
        else if (*p == 'u' && strspn(p + 1, "0123456789abcdefABCDEF") >= 4) {
            char hex[5] = { p[1], p[2], p[3], p[4], 0 };
            long code = strtol(hex, NULL, 16);
            *to++ = code < 128 ? (char)code : '?', p += 4;
        } else break;
    }
    *to = 0;
    if (*p != '"') { fail(r, "a text without end"); free(text); return NULL; }
    r->at = p + 1;
    return text;
}

static int list(reader *r, json_value *v, char end)
{
    v->kind = end == '}' ? JSON_OBJECT : JSON_ARRAY;
    r->at++;
    blanks(r);
    if (*r->at == end) { r->at++; return 1; }
    for (int room = 0; ; ) {
        if (v->count == room) {
            room = room ? 2*room : 8;
            json_value *items = realloc(v->items, (size_t)room*sizeof *items);
            char **keys = realloc(v->keys, (size_t)room*sizeof *keys);
            if (items) v->items = items;
            if (keys) v->keys = keys;
            if (!items || !keys) return fail(r, "out of memory");
        }
        v->keys[v->count] = NULL;
        memset(&v->items[v->count++], 0, sizeof *v->items);
        blanks(r);
        if (end == '}') {
            if (*r->at != '"' || !(v->keys[v->count - 1] = text_read(r))) return fail(r, "a key is missing");
            blanks(r);
            if (*r->at++ != ':') return fail(r, "a colon is missing");
        }
        if (!value_read(r, &v->items[v->count - 1])) return 0;
        blanks(r);
        if (*r->at == end) { r->at++; return 1; }
        if (*r->at++ != ',') return fail(r, "a comma is missing");
    }
}

static int value_read(reader *r, json_value *v)
{
    blanks(r);
    if (r->depth > 200) return fail(r, "too deep");
    r->depth++;
    int good;
    switch (*r->at) {
    case '{': good = list(r, v, '}'); break;
    case '[': good = list(r, v, ']'); break;
    case '"': v->kind = JSON_TEXT; good = (v->text = text_read(r)) != NULL; break;
    case 'n': good = word(r, v, "null", JSON_NULL); break;
    case 't': good = word(r, v, "true", JSON_TRUE); break;
    case 'f': good = word(r, v, "false", JSON_FALSE); break;
    default:  good = number(r, v);
    }
    r->depth--;
    return good;
}

static void clear(json_value *v)
{
    for (int i = 0; i < v->count; i++) clear(&v->items[i]), free(v->keys[i]);
    free(v->items), free(v->keys), free(v->text);
}

void json_free(json_value *v)
{
    if (v) clear(v);
    free(v);
}

json_value *json_parse(const char *text)
{
    reader r = { text, text, 0, 0 };
    json_value *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    int good = value_read(&r, v);
    blanks(&r);
    if (good && *r.at) good = fail(&r, "something behind the value");
    if (good) return v;
    json_free(v);
    return NULL;
}

json_value *json_read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) { perror(path); return NULL; }
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, f) != (size_t)size) text[0] = 0;
    fclose(f);
    json_value *v = text ? json_parse(text) : NULL;
    free(text);
    return v;
}

const json_value *json_member(const json_value *v, const char *key)
{
    for (int i = 0; v && v->kind == JSON_OBJECT && i < v->count; i++) if (!strcmp(v->keys[i], key)) return &v->items[i];
    return NULL;
}

const json_value *json_item(const json_value *v, int index)
{
    return v && v->kind == JSON_ARRAY && index >= 0 && index < v->count ? &v->items[index] : NULL;
}

double json_double(const json_value *v) { return v && v->kind == JSON_NUMBER ? v->number : NAN; }
