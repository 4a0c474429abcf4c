/*
 * fuzz_script.c -- random bytes against the expression parser, the commands and the records a child sends; every so often against the whole
 * front end with its process.
 *
 *   fuzz_script SECONDS ?SEED? ?FILE ...?
 *
 * mutates pieces of the files (default: tests/script/right.txt and wrong.txt beside it) from the seed on until the time is up; without
 * limits of its own it is also a target for libFuzzer (LLVMFuzzerTestOneInput). Build it with the sanitizers: what it finds are their
 * reports, and models that differ from what their own dump gives.
 */
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "generator/script/record.h"
#include "generator/script/script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- one input ---- */

static const where here = { "fuzz.tcl", 1 };

static void fuzz_expression(const char *text)
{
    model *m = model_new("fuzz.tcl");
    const expr *e = expr_parse(m, here, "x", text);
    (void)expr_number(m, e);
    (void)expr_is_constant(m, e);
    model_free(m);
}

/* Splits a line at blanks, as far as braces and quotes allow; near enough to Tcl to reach all commands. */
static int split_words(char *line, const char **words, int room)
{
    int n = 0;
    while (*line && n < room) {
        line += strspn(line, " \t");
        if (!*line) break;
        if (*line == '{') {
            int depth = 1;
            words[n++] = ++line;
            for (; *line && depth; line++) depth += *line == '{' ? 1 : *line == '}' ? -1 : 0;
            if (!depth) line[-1] = 0;
        } else {
            bool quote = *line == '"';
            words[n++] = line += quote;
            line += strcspn(line, quote ? "\"" : " \t");
            if (*line) *line++ = 0;
        }
    }
    return n;
}

/* Lines as commands into a model; one that finishes without error must be its dump's model. */
static char *dump_of(const char *text)
{
    model *m = model_new("fuzz.tcl");
    char *copy = strdup(text), *rest = copy, *line, *dump = NULL;
    where at = { "fuzz.tcl", 0 };
    while ((line = strsep(&rest, "\n"))) {
        const char *words[40];
        int n = split_words(line, words, 40);
        at.line++;
        if (n) script_command(m, at, n, words);
    }
    if (!model_finish(m)) {
        dump = model_dump(m);
        if (m->nparameter) model_set(m, m->parameters[0].name, 0.25);
    }
    free(copy);
    model_free(m);
    return dump;
}

static void fuzz_commands(const char *text)
{
    char *one = dump_of(text);
    if (!one) return;
    /* Texts with quotes or backslashes in them are quoted for Tcl, which the splitting above does not undo. */
    if (!strchr(one, '\\')) {
        char *two = dump_of(one);
        if (!two || strcmp(one, two)) {
            fprintf(stderr, "the dump is another model:\n%s\n----\n%s\n", one, two ? two : "(errors)");
            abort();
        }
        free(two);
    }
    free(one);
}

static void fuzz_records(const uint8_t *data, size_t size)
{
    char *store = malloc(size + RECORD_MAX_WORDS + 1);
    size_t at = 0;
    record r;
    while (record_read(data, size, &at, store, &r)) {
        model *m = model_new("fuzz.tcl");
        if (r.kind == RECORD_COMMAND && r.n > 1) script_command(m, here, r.n - 1, r.words + 1);
        model_free(m);
    }
    free(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    switch (data[0] % 3) {
        case 0: fuzz_expression(text + 1); break;
        case 1: fuzz_commands(text + 1); break;
        case 2: fuzz_records(data + 1, size - 1); break;
    }
    free(text);
    return 0;
}

/* ---- the driver: pieces of known scripts, changed ---- */

static uint64_t state;

/* xorshift64* (Vigna 2016): the same seed, the same inputs */
static unsigned random_below(unsigned n)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state*2685821657736338717u >> 33) % (n ? n : 1));
}

typedef struct bytes { uint8_t *at; size_t n, room; } bytes;

static void insert(bytes *b, size_t where_to, const void *from, size_t n)
{
    if (b->n + n > b->room) return;
    memmove(b->at + where_to + n, b->at + where_to, b->n - where_to);
    memcpy(b->at + where_to, from, n);
    b->n += n;
}

static void mutate(bytes *b)
{
    static const char *const words[] = { "(", ")", "{", "}", "\"", "^", "-", "*", "1e308", "1e-308", "0", "-1", "q(", "qd(", "x(P)", "t", "pi", "sqrt(", "$", "\\", "[", "]",
        " ", "\n", "ground", "-axis {0 0 1}", "-q0", "-mass", "free", "spherical", "body b -mass 1\n", "joint j revolute ground b\n", ".", "9999999999", "\xc2\xb5", "\x01" };
    size_t at = random_below((unsigned)b->n + 1), left = b->n - at;
    switch (random_below(6)) {
        case 0: if (left) b->at[at] = (uint8_t)random_below(256); break;
        case 1: if (left) b->at[at] ^= (uint8_t)(1 << random_below(8)); break;
        case 2: {
            size_t n = random_below((unsigned)(left < 40 ? left : 40) + 1);
            memmove(b->at + at, b->at + at + n, left - n);
            b->n -= n;
            break;
        }
        case 3: case 4: {
            const char *w = words[random_below(sizeof words/sizeof words[0])];
            insert(b, at, w, strlen(w));
            break;
        }
        case 5: {
            uint8_t piece[64];
            size_t from = random_below((unsigned)b->n + 1), n = b->n - from;
            if (n > sizeof piece) n = sizeof piece;
            memcpy(piece, b->at + from, n);
            insert(b, at, piece, n);
            break;
        }
    }
}

static char process_file[] = "/tmp/mechc-fuzz-XXXXXX";

static void remove_file(void) { unlink(process_file); }

static void fuzz_process(const bytes *b)
{
    const script_limits limits = { .cpu_seconds = 0.5, .wall_seconds = 10 };
    static int fd = -1;
    if (fd < 0) {
        fd = mkstemp(process_file);
        atexit(remove_file);
    }
    if (fd < 0 || ftruncate(fd, 0) || pwrite(fd, b->at, b->n, 0) != (ssize_t)b->n) {
        perror(process_file);
        exit(1);
    }
    model *m = script_load(process_file, &limits);
    if (!model_errors(m)) free(model_dump(m));
    model_free(m);
}

/* Records as a child would send them, so that changed ones are nearly right. */
static void as_records(bytes *b)
{
    char *copy = malloc(b->n + 1), *rest = copy, *line;
    memcpy(copy, b->at, b->n);
    copy[b->n] = 0;
    b->n = 1;
    b->at[0] = 2;
    while ((line = strsep(&rest, "\n"))) {
        const char *words[40];
        int n = split_words(line, words, 40);
        uint32_t head[2] = { 1, (uint32_t)n + 1 }, length = 1;
        if (b->n + strlen(line) + 400 > b->room) break;
        insert(b, b->n, "c", 1);
        insert(b, b->n, head, sizeof head);
        insert(b, b->n, &length, 4);
        insert(b, b->n, "f", 1);
        for (int i = 0; i < n; i++) {
            length = (uint32_t)strlen(words[i]);
            insert(b, b->n, &length, 4);
            insert(b, b->n, words[i], length);
        }
    }
    free(copy);
}

static bytes read_files(int n, char **files)
{
    bytes all = { malloc(1 << 20), 0, 1 << 20 };
    for (int i = 0; i < n; i++) {
        FILE *f = fopen(files[i], "r");
        if (!f) {
            perror(files[i]);
            exit(1);
        }
        all.n += fread(all.at + all.n, 1, all.room - all.n, f);
        fclose(f);
    }
    return all;
}

/* A script out of the lists: from one mark to the divider. */
static void pick(const bytes *all, bytes *b)
{
    size_t at = random_below((unsigned)all->n), end;
    while (at > 0 && !(at + 5 < all->n && !memcmp(all->at + at, "\n#### ", 6))) at--;
    if (at) at++;
    while (at < all->n && all->at[at] != '\n') at++;
    for (end = at; end < all->n && !(end + 5 < all->n && !memcmp(all->at + end, "\n----", 5)); ) end++;
    b->n = 0;
    insert(b, 0, all->at + at, end - at < b->room/2 ? end - at : b->room/2);
}

#ifndef FUZZ_LIBRARY
int main(int argc, char **argv)
{
    char here_[] = __FILE__, right[4200], wrong[4200], *defaults[2] = { right, wrong }, *folder = dirname(here_);
    snprintf(right, sizeof right, "%s/../script/right.txt", folder);
    snprintf(wrong, sizeof wrong, "%s/../script/wrong.txt", folder);
    double seconds = argc > 1 ? atof(argv[1]) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bytes all = argc > 3 ? read_files(argc - 3, argv + 3) : read_files(2, defaults), b = { malloc(1 << 16), 0, 1 << 16 };
    time_t end = time(NULL) + (time_t)seconds;
    unsigned long runs = 0, processes = 0;
    for (; time(NULL) < end; runs++) {
        state = (seed + runs)*0x9e3779b97f4a7c15u | 1;
        pick(&all, &b);
        unsigned kind = random_below(8);
        if (kind == 0) as_records(&b);
        for (unsigned i = random_below(6); i > 0; i--) mutate(&b);
        if (kind == 7 && runs % 16 == 0) {
            fuzz_process(&b);
            processes++;
        } else {
            static const uint8_t kinds[] = { 2, 0, 0, 1, 1, 1, 1, 1 };
            if (kind) insert(&b, 0, &kinds[kind], 1);
            LLVMFuzzerTestOneInput(b.at, b.n);
        }
    }
    printf("%lu inputs from seed %llu, %lu of them through a process: nothing found\n", runs, (unsigned long long)seed, processes);
    free(all.at);
    free(b.at);
    return 0;
}
#endif
