/*
 * record.c -- records of words between the child that runs a script and its parent.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "record.h"

/* ---- writing ---- */

void record_flush(record_writer *w)
{
    size_t done = 0;
    while (done < w->used) {
        ssize_t n = write(w->fd, w->bytes + done, w->used - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1);
        done += (size_t)n;
    }
    w->used = 0;
}

static void put(record_writer *w, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    while (n) {
        size_t room = sizeof w->bytes - w->used, part = n < room ? n : room;
        memcpy(w->bytes + w->used, from, part);
        w->used += part;
        from += part;
        n -= part;
        if (w->used == sizeof w->bytes) record_flush(w);
    }
}

static void put_number(record_writer *w, uint32_t x) { put(w, &x, sizeof x); }

bool record_write(record_writer *w, record_kind kind, int line, int n, const char *const *words, const int *lengths)
{
    size_t size = 9;
    for (int i = 0; i < n; i++) size += 4 + (size_t)lengths[i];
    if (w->sent + size > w->limit) return false;
    w->sent += size;
    unsigned char byte = (unsigned char)kind;
    put(w, &byte, 1);
    put_number(w, (uint32_t)line);
    put_number(w, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        put_number(w, (uint32_t)lengths[i]);
        put(w, words[i], (size_t)lengths[i]);
    }
    return true;
}

/* ---- reading: nothing is believed ---- */

static bool take(const unsigned char *bytes, size_t size, size_t *at, void *to, size_t n)
{
    if (size - *at < n) return false;
    memcpy(to, bytes + *at, n);
    *at += n;
    return true;
}

bool record_read(const unsigned char *bytes, size_t size, size_t *at, char *store, record *r)
{
    unsigned char kind;
    uint32_t line, n, length;
    size_t start = *at;
    *r = (record){ .kind = RECORD_END };
    if (!take(bytes, size, at, &kind, 1) || !take(bytes, size, at, &line, 4) || !take(bytes, size, at, &n, 4)) return *at = start, false;
    if (!strchr("cfmez", kind) || !kind || line > INT32_MAX || n > RECORD_MAX_WORDS) return *at = start, false;
    for (uint32_t i = 0; i < n; i++) {
        if (!take(bytes, size, at, &length, 4) || size - *at < length) return *at = start, false;
        /* A NUL inside a word would hide its rest. */
        if (memchr(bytes + *at, 0, length)) return *at = start, false;
        memcpy(store, bytes + *at, length);
        store[length] = 0;
        r->words[i] = store;
        store += length + 1;
        *at += length;
    }
    r->kind = (record_kind)kind;
    r->line = (int)line;
    r->n = (int)n;
    return true;
}
