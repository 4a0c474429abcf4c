/*
 * files.h -- output that appears whole or not at all.
 *
 * A file set collects files in a hidden folder inside the output folder; files_commit moves them into place one by one, after all of them have been
 * written and closed. Until then nothing the user knows has changed. Messages go to standard error, once per set.
 */
#ifndef COMMANDS_FILES_H
#define COMMANDS_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_set file_set;

/* Makes the folder (and those above it) if need be. NULL with a message if it cannot be written to. */
file_set *files_begin(const char *folder);
/* Writes one file aside. False, with a message, when the disk is full or the file cannot be written. */
bool files_add(file_set *s, const char *name, const void *data, size_t size);
/* Path of the hidden folder, for programs that write there themselves (the compiler). */
const char *files_aside(const file_set *s);
/* Moves everything in the hidden folder into place, or, on failure, removes it. Frees the set. */
bool files_commit(file_set *s);
/* Removes what was written. Frees the set; NULL is allowed. */
void files_abort(file_set *s);

/* Between these two, SIGINT, SIGTERM and SIGHUP are only noted, so that what was begun can be cleared away; the second one lets a noted signal take
 * effect. A file set does both by itself. */
void files_hold_signals(void);
void files_release_signals(void);
bool files_interrupted(void);

/* mkdir -p; 0 or errno. */
int files_make_folder(const char *path);
/* rm -r of one folder that holds plain files only. */
void files_remove_folder(const char *path);
/* "a/b" in new memory. */
char *files_join(const char *folder, const char *name);
/* The whole file in new memory with a zero behind it, or NULL with errno set. */
char *files_read(const char *path, size_t *size);
/* Writes and closes a file; 0 or errno. */
int files_write(const char *path, const void *data, size_t size);

/* As malloc and strdup; end the program with a message when out of memory. */
void *xalloc(size_t size);
char *xformat(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
