/*
 * record.h -- what the child process that runs a script sends to its parent: records of words, in a form that needs no trust. Private to
 * generator/script.
 *
 * A record is a kind (one byte), a line, a number of words, and each word as its length and its bytes. The stream ends with RECORD_END; one
 * that does not was cut off.
 */
#ifndef SCRIPT_RECORD_H
#define SCRIPT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum record_kind {
    RECORD_COMMAND = 'c',       /* file, then the words of a model command */
    RECORD_FAILED  = 'f',       /* file, command, name if known: a model command with words that come from a mistake reported already */
    RECORD_MISTAKE = 'm',       /* file, message, names that were perhaps to be defined: the script went on */
    RECORD_ERROR   = 'e',       /* file, message ("" if it follows from a mistake): the script stopped here; line 0 if unknown */
    RECORD_END     = 'z'
} record_kind;

enum { RECORD_MAX_WORDS = 64 };

/* ---- child: collects and sends. A full pipe or a limit that is passed ends the process. ---- */
typedef struct record_writer { int fd; size_t used, sent, limit; unsigned char bytes[1 << 16]; } record_writer;

/* False, with nothing written, when the limit would be passed. */
bool record_write(record_writer *w, record_kind kind, int line, int n, const char *const *words, const int *lengths);
void record_flush(record_writer *w);

/* Where the child is, in memory both processes see: if it is killed, its parent can still tell the line. */
typedef struct record_place { volatile int line; char file[1000]; } record_place;

/* ---- parent ---- */
typedef struct record { record_kind kind; int line, n; const char *words[RECORD_MAX_WORDS]; } record;

/* Takes the next record from bytes[*at..size-1] and moves *at behind it. Words are copied into store[], which has to have room for as many
 * bytes as the record has. False at the end, at a cut-off record, or at one that is malformed. */
bool record_read(const unsigned char *bytes, size_t size, size_t *at, char *store, record *r);

#endif
