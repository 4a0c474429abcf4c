/*
 * arguments.c -- the words of one command taken apart as its rows in commands.def say.
 */
#include <stdlib.h>
#include <string.h>
#include "commands.h"

/* Where the words of a command go wrong: the command, the name it gives, the option. */
typedef struct reader {
    model       *m;
    arguments   *a;
    const char  *what;          /* joint "crank" */
    bool         ok;
} reader;

static const char *place(const reader *r, const word_spec *w)
{
    return w->option ? model_text(r->m, "%s: %s", r->what, w->option) : r->what;
}

/* ---- lists ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The end of the list element at s, or NULL if it has none. *first and *length are what stands inside its braces or quotes. */
static const char *element_end(const char *s, const char **first, size_t *length)
{
    const char *end = s;
    if (*s == '{') {
        int depth = 0;
        do {
            if (*end == '{') depth++;
            if (*end == '}') depth--;
            if (!*end) return NULL;
            end++;
        } while (depth);
        *first = s + 1;
        *length = (size_t)(end - s) - 2;
    } else if (*s == '"') {
        end = strchr(s + 1, '"');
        if (!end) return NULL;
        *first = s + 1;
        *length = (size_t)(end - s) - 1;
        end++;
    } else {
        while (*end && !is_blank(*end)) end++;
        *first = s;
        *length = (size_t)(end - s);
    }
    return !*end || is_blank(*end) ? end : NULL;
}

/* Splits a Tcl list whose elements need no backslash (no expression does). Returns the number of elements, -1 for a malformed list. More
 * elements than room are counted, not stored. */
static int split_list(model *m, const char *list, const char **elements, int room)
{
    int n = 0;
    for (const char *s = list; ; n++) {
        while (is_blank(*s)) s++;
        if (!*s) return n;
        const char *first;
        size_t length;
        s = element_end(s, &first, &length);
        if (!s) return -1;
        if (n < room) elements[n] = model_text(m, "%.*s", (int)length, first);
    }
}

/* Reads a list of least..most expressions into e. */
static int read_list(reader *r, const word_spec *w, const char *word, int least, int most, const expr **e)
{
    const char *elements[MAX_ELEMENTS];
    int n = split_list(r->m, word, elements, MAX_ELEMENTS);
    if (n < 0) {
        model_error(r->m, r->a->at, "%s: \"%.80s\" is not a list; check its braces and quotes", place(r, w), word);
        r->ok = false;
        return 0;
    }
    if (n < least || n > most) {
        const char *hint = n > most && w->kind != LIST ? "; write elements without blanks or in braces of their own" : "";
        model_error(r->m, r->a->at, "%s: expected a list %s, got %d value%s in \"%.80s\"%s", place(r, w), w->placeholder, n, n == 1 ? "" : "s", word, hint);
        r->ok = false;
        return 0;
    }
    for (int i = 0; i < n; i++) e[i] = expr_parse(r->m, r->a->at, place(r, w), elements[i]);
    return n;
}

/* ---- single words ---- */

static void read_count(reader *r, const word_spec *w, const char *word, value *v)
{
    enum { MOST = 100000000 };
    long n = 0;
    bool digits = *word != 0;
    for (const char *s = word; *s && digits; s++) {
        digits = *s >= '0' && *s <= '9';
        if (digits && n <= MOST) n = 10*n + (*s - '0');
    }
    v->count = (int)n;
    if (digits && n >= 1 && n <= MOST) return;
    model_error(r->m, r->a->at, "%s: expected a whole number from 1 to %d, got \"%.80s\"", place(r, w), MOST, word);
    r->ok = false;
}

static void read_choice(reader *r, const word_spec *w, const char *word, value *v)
{
    const char *s = w->placeholder;
    for (int i = 0; ; i++) {
        size_t n = strcspn(s, "|");
        if (strlen(word) == n && !strncmp(s, word, n)) {
            v->count = i;
            return;
        }
        s += n;
        if (!*s++) break;
    }
    model_error(r->m, r->a->at, "%s: expected %s, got \"%.80s\"", place(r, w), w->placeholder, word);
    r->ok = false;
}

/* Texts end up on one line of a comment or a plot. */
static const char *one_line(model *m, const char *text)
{
    char *line = model_alloc(m, strlen(text) + 1), *out = line;
    for (const char *s = text; *s; s++) {
        if (!is_blank(*s)) *out++ = *s;
        else if (out > line && out[-1] != ' ') *out++ = ' ';
    }
    if (out > line && out[-1] == ' ') out--;
    *out = 0;
    return line;
}

static void read_word(reader *r, const word_spec *w, const char *const *words, value *v)
{
    const char *word = words[0];
    v->given = true;
    v->text = word;
    switch (w->kind) {
        case NAME: break;
        case TEXT: v->text = one_line(r->m, word); break;
        case EXPR: v->e[0] = expr_parse(r->m, r->a->at, place(r, w), word); v->n = 1; break;
        case VECTOR: v->n = read_list(r, w, word, 3, 3, v->e); break;
        case INERTIA:
            v->n = read_list(r, w, word, 3, 6, v->e);
            if (v->n == 4 || v->n == 5) {
                model_error(r->m, r->a->at, "%s: expected 3 or 6 values, got %d", place(r, w), v->n);
                r->ok = false;
            }
            break;
        case LIST: v->n = read_list(r, w, word, 1, MAX_ELEMENTS, v->e); break;
        case FRAME:
            v->n = read_list(r, w, word, 3, 3, v->e);
            if (v->n) v->n += read_list(r, w, words[1], 3, 3, v->e + 3);
            break;
        case CHOICE: read_choice(r, w, word, v); break;
        case COUNT: read_count(r, w, word, v); break;
    }
}

/* ---- the whole command ---- */

static void usage(reader *r, const char *problem)
{
    char *synopsis = command_synopsis(r->a->spec);
    model_error(r->m, r->a->at, "%s: %s; usage: %s", r->what, problem, synopsis ? synopsis : "");
    free(synopsis);
    r->ok = false;
}

static int find_option(const command_spec *c, const char *option)
{
    for (int i = 0; i < c->nword; i++)
        if (c->words[i].option && !strcmp(c->words[i].option, option)) return i;
    return -1;
}

static const char *option_hint(model *m, const command_spec *c, const char *option)
{
    const char *known[MAX_WORDS];
    int n = 0;
    for (int i = 0; i < c->nword; i++)
        if (c->words[i].option) known[n++] = c->words[i].option;
    return model_nearest(m, option, known, n);
}

/* Reads one option and its value at words[i]; returns the index behind it, n after a mistake that leaves the rest unclear. */
static int read_option(reader *r, int i, int n, const char *const *words)
{
    const command_spec *c = r->a->spec;
    int k = find_option(c, words[i]);
    if (k < 0) {
        if (words[i][0] == '-' && ((words[i][1] >= 'a' && words[i][1] <= 'z') || (words[i][1] >= 'A' && words[i][1] <= 'Z'))) {
            model_error(r->m, r->a->at, "%s: unknown option \"%.80s\"%s", r->what, words[i], option_hint(r->m, c, words[i]));
            r->ok = false;
            return i + 2;
        }
        usage(r, model_text(r->m, "unexpected word \"%.80s\"", words[i]));
        return n;
    }
    const word_spec *w = &c->words[k];
    int values = w->kind == FRAME ? 2 : 1;
    if (i + values >= n) {
        model_error(r->m, r->a->at, "%s: %s needs %s: %s", r->what, w->option, values == 2 ? "two words" : "a value", w->placeholder);
        r->ok = false;
        return n;
    }
    if (r->a->values[k].given) {
        model_error(r->m, r->a->at, "%s: %s is given twice", r->what, w->option);
        r->ok = false;
    } else {
        read_word(r, w, words + i + 1, &r->a->values[k]);
    }
    return i + 1 + values;
}

bool arguments_read(model *m, arguments *a, const command_spec *c, where at, int n, const char *const *words)
{
    *a = (arguments){ .spec = c, .at = at };
    bool named = c->nword && !c->words[0].option && c->words[0].kind == NAME, chosen = c->nword && c->words[0].kind == CHOICE;
    const char *what = n > 1 && named ? model_text(m, "%s \"%.60s\"", c->name, words[1]) : n > 1 && chosen ? model_text(m, "%s %.60s", c->name, words[1]) : c->name;
    reader r = { m, a, what, true };
    int i = 1;
    for (int k = 0; k < c->nword; k++) {
        const word_spec *w = &c->words[k];
        if (w->option) continue;
        if (i < n) read_word(&r, w, &words[i++], &a->values[k]);
        else if (w->need == NEEDED) {
            usage(&r, model_text(m, "%s is missing", w->placeholder));
            return false;
        }
    }
    while (i < n) i = read_option(&r, i, n, words);
    for (int k = 0; k < c->nword && r.ok; k++)
        if (c->words[k].option && c->words[k].need == NEEDED && !a->values[k].given) usage(&r, model_text(m, "%s is missing", c->words[k].option));
    return r.ok;
}

const value *arguments_option(const arguments *a, const char *option)
{
    int k = find_option(a->spec, option);
    if (k < 0) {
        fprintf(stderr, "mechc: commands.def: %s has no option %s\n", a->spec->name, option);
        abort();
    }
    return &a->values[k];
}

const value *arguments_word(const arguments *a, int position)
{
    for (int k = 0; k < a->spec->nword; k++)
        if (!a->spec->words[k].option && position-- == 0) return &a->values[k];
    fprintf(stderr, "mechc: commands.def: %s has too few words\n", a->spec->name);
    abort();
}
