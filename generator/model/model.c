/*
 * model.c -- the life of a model: its arena and its messages.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model_state.h"

static void out_of_memory(void)
{
    fputs("mechc: out of memory\n", stderr);
    exit(1);
}

/* The block header is followed by its bytes; 16 keeps every type aligned. */
enum { ALIGN = 16, HEADER = (sizeof(arena_block) + ALIGN - 1)/ALIGN*ALIGN, BLOCK = 1 << 16 };

static arena_block *block_new(size_t bytes)
{
    size_t size = bytes > BLOCK ? bytes : BLOCK;
    arena_block *b = calloc(1, HEADER + size);
    if (b) b->size = size;
    return b;
}

static void *block_take(arena_block *b, size_t bytes)
{
    char *p = (char *)b + HEADER + b->used;
    b->used += bytes;
    return p;
}

void *model_alloc(model *m, size_t bytes)
{
    struct model_state *s = m->state;
    if (bytes > SIZE_MAX/2) out_of_memory();
    bytes = (bytes + ALIGN - 1)/ALIGN*ALIGN;
    if (s->blocks->size - s->blocks->used >= bytes) return block_take(s->blocks, bytes);
    arena_block *b = block_new(bytes);
    if (!b) out_of_memory();
    /* A large request gets a block of its own behind the present one, which stays in use. */
    if (bytes > BLOCK/4) { b->next = s->blocks->next; s->blocks->next = b; }
    else                 { b->next = s->blocks;       s->blocks = b; }
    return block_take(b, bytes);
}

static const char *text_copy(model *m, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = model_alloc(m, n < 0 ? 1 : (size_t)n + 1);
    if (n >= 0) vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

const char *model_text(model *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = text_copy(m, format, args);
    va_end(args);
    return text;
}

void *state_grow(model *m, void *array, int count, size_t element)
{
    enum { FIRST = 8 };
    bool full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    if (!full) return array;
    size_t room = count < FIRST ? FIRST : 2*(size_t)count;
    void *moved = model_alloc(m, room*element);
    if (count) memcpy(moved, array, (size_t)count*element);
    return moved;
}

model *model_new(const char *file)
{
    arena_block *first = block_new(BLOCK);
    if (!first) return NULL;
    model *m = block_take(first, (sizeof *m + ALIGN - 1)/ALIGN*ALIGN);
    m->state = block_take(first, (sizeof *m->state + ALIGN - 1)/ALIGN*ALIGN);
    m->state->blocks = first;
    m->file = file ? model_text(m, "%s", file) : NULL;

    /* Ground is body 0 and has a name like the others, so that joints find it the same way. */
    where nowhere = { NULL, 0 };
    m->bodies = state_grow(m, m->bodies, 0, sizeof *m->bodies);
    m->bodies[0].name = "ground";
    m->nbody = 1;
    names_add(m, NAME_BODY, "body", "ground", 0, nowhere);
    return m;
}

void model_free(model *m)
{
    if (!m) return;
    /* The model lives in its own arena: its first block, which may stand anywhere in the list. */
    for (arena_block *b = m->state->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

/* ---- messages ---- */

static void message_add(model *m, where at, bool warning, const char *text)
{
    struct model_state *s = m->state;
    if (!at.file) at.file = m->file;
    s->messages = state_grow(m, s->messages, s->nmessage, sizeof *s->messages);
    s->messages[s->nmessage++] = (message){ at, warning, text };
    if (!warning) s->nerror++;
}

void model_error(model *m, where at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_add(m, at, false, text_copy(m, format, args));
    va_end(args);
}

void model_warn(model *m, where at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_add(m, at, true, text_copy(m, format, args));
    va_end(args);
}

int            model_messages(const model *m)       { return m->state->nmessage; }
const message *model_message(const model *m, int i) { return &m->state->messages[i]; }
int            model_errors(const model *m)         { return m->state->nerror; }

/* ---- the order of messages ---- */

/* The order in which they were found decides between equal places: sorting is to be stable. */
typedef struct sorted { message e; int found, main; } sorted;

static int compare_text(const char *a, const char *b) { return !a || !b ? (a != NULL) - (b != NULL) : strcmp(a, b); }

static int compare_place(const sorted *a, const sorted *b)
{
    if (a->main != b->main) return b->main - a->main;
    int files = compare_text(a->e.at.file, b->e.at.file);
    return files ? files : (a->e.at.line > b->e.at.line) - (a->e.at.line < b->e.at.line);
}

static int compare_messages(const void *x, const void *y)
{
    const sorted *a = x, *b = y;
    int places = compare_place(a, b);
    return places ? places : a->found - b->found;
}

/* The same words about the same line. Looks back no further than there can be messages that are shown; a loop may leave thousands in one line. */
static bool is_repeated(const message *list, int n, const message *e)
{
    enum { FURTHEST = 200 };
    for (int i = n - 1; i >= 0 && i >= n - FURTHEST && list[i].at.line == e->at.line && !compare_text(list[i].at.file, e->at.file); i--)
        if (list[i].warning == e->warning && !strcmp(list[i].text, e->text)) return true;
    return false;
}

void model_sort_messages(model *m, int from)
{
    struct model_state *s = m->state;
    int count = s->nmessage - from, kept = 0;
    if (count <= 1) return;
    sorted *list = model_alloc(m, (size_t)count*sizeof *list);
    for (int i = 0; i < count; i++) {
        message e = s->messages[from + i];
        list[i] = (sorted){ e, i, !compare_text(e.at.file, m->file) };
    }
    qsort(list, (size_t)count, sizeof *list, compare_messages);
    for (int i = 0; i < count; i++) {
        if (is_repeated(s->messages + from, kept, &list[i].e)) s->nerror -= !list[i].e.warning;
        else s->messages[from + kept++] = list[i].e;
    }
    s->nmessage = from + kept;
}

static void print_message(const message *e, FILE *to)
{
    if (e->at.file) fprintf(to, "%s:", e->at.file);
    if (e->at.line > 0) fprintf(to, "%d:", e->at.line);
    fprintf(to, "%s%s%s\n", e->at.file || e->at.line > 0 ? " " : "", e->warning ? "warning: " : "", e->text);
}

/* Errors and warnings are counted apart, so that no number of warnings hides an error. */
void model_print_messages(const model *m, FILE *to)
{
    enum { MOST = 50 };
    int printed[2] = { 0, 0 }, left = 0;
    for (int i = 0; i < model_messages(m); i++) {
        const message *e = model_message(m, i);
        if (printed[e->warning]++ < MOST) print_message(e, to);
        else left++;
    }
    if (left) fprintf(to, "%s: %d more messages\n", m->file ? m->file : "mechc", left);
}
