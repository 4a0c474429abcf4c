/*
 * files.c -- output that appears whole or not at all: written into a hidden folder beside its place, then renamed.
 */
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_set { char *folder, *aside; bool failed, made; };

void *xalloc(size_t size)
{
    void *block = calloc(1, size ? size : 1);
    if (!block) { fprintf(stderr, "mechc: out of memory\n"); exit(1); }
    return block;
}

char *xformat(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0) { fprintf(stderr, "mechc: out of memory\n"); exit(1); }
    return text;
}

char *files_join(const char *folder, const char *name) { return xformat("%s/%s", folder, name); }

int files_make_folder(const char *path)
{
    char *copy = xformat("%s", path);
    int error = 0;
    for (char *p = copy + 1; ; p++) {
        if (*p && *p != '/') continue;
        char kept = *p;
        *p = 0;
        if (mkdir(copy, 0777) && errno != EEXIST) { error = errno; break; }
        if (!(*p = kept)) break;
    }
    struct stat st;
    if (!error && stat(path, &st)) error = errno;
    else if (!error && !S_ISDIR(st.st_mode)) error = ENOTDIR;
    free(copy);
    return error;
}

int files_write(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), error = 0;
    if (fd < 0) return errno;
    const char *bytes = data;
    while (size > 0 && !error) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) error = errno;
        else bytes += n, size -= (size_t)n;
    }
    if (close(fd) && !error) error = errno;      /* some file systems tell only now that the disk is full */
    return error;
}

char *files_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    size_t used = 0, room = 65536;
    char *text = xalloc(room + 1);
    for (size_t n; (n = fread(text + used, 1, room - used, f)) > 0; ) {
        used += n;
        if (used < room) continue;
        char *larger = realloc(text, 2*room + 1);
        if (!larger) { free(text), fclose(f); errno = ENOMEM; return NULL; }
        text = larger, room *= 2;
    }
    int error = ferror(f) ? errno : 0;
    fclose(f);
    if (error) { free(text); errno = error; return NULL; }
    text[used] = 0;
    if (size) *size = used;
    return text;
}

void files_remove_folder(const char *path)
{
    DIR *d = opendir(path);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d)); )
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
    rmdir(path);
}

/* ---- signals ---- */

static const int ending[] = { SIGINT, SIGTERM, SIGHUP };
enum { ENDING = sizeof ending/sizeof ending[0] };
static struct sigaction before[ENDING];
static volatile sig_atomic_t caught;

static void note_signal(int number) { caught = number; }

/* Signals that are ignored (nohup) stay so. No SA_RESTART: who waits for a compiler has to hear of it. */
void files_hold_signals(void)
{
    struct sigaction note = { .sa_handler = note_signal };
    sigemptyset(&note.sa_mask);
    caught = 0;
    for (int i = 0; i < ENDING; i++) {
        sigaction(ending[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) sigaction(ending[i], &note, NULL);
    }
}

bool files_interrupted(void) { return caught != 0; }

void files_release_signals(void)
{
    for (int i = 0; i < ENDING; i++) sigaction(ending[i], &before[i], NULL);
    if (caught) raise(caught);
}

/* ---- file sets ---- */

file_set *files_begin(const char *folder)
{
    files_hold_signals();
    bool made = access(folder, F_OK) != 0;
    int error = files_make_folder(folder);
    char *aside = xformat("%s/.mechc-XXXXXX", folder);
    if (!error && !mkdtemp(aside)) error = errno;
    if (error) {
        fprintf(stderr, "mechc: output folder \"%s\" cannot be written: %s; give another one with -o DIR\n", folder, strerror(error));
        free(aside);
        files_release_signals();
        return NULL;
    }
    file_set *s = xalloc(sizeof *s);
    *s = (file_set){ xformat("%s", folder), aside, false, made };
    return s;
}

bool files_add(file_set *s, const char *name, const void *data, size_t size)
{
    if (s->failed || files_interrupted()) return false;
    char *path = files_join(s->aside, name);
    int error = files_write(path, data, size);
    if (error) fprintf(stderr, "mechc: \"%s\" cannot be written into \"%s\": %s\n", name, s->folder, strerror(error));
    s->failed = error != 0;
    free(path);
    return !error;
}

const char *files_aside(const file_set *s) { return s->aside; }

void files_abort(file_set *s)
{
    if (!s) return;
    files_remove_folder(s->aside);
    if (s->made) rmdir(s->folder);
    free(s->aside), free(s->folder), free(s);
    files_release_signals();
}

bool files_commit(file_set *s)
{
    DIR *d = s->failed || files_interrupted() ? NULL : opendir(s->aside);
    if (!d) { files_abort(s); return false; }
    int error = 0;
    for (struct dirent *e; !error && (e = readdir(d)); ) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *to = files_join(s->folder, e->d_name);
        if (renameat(dirfd(d), e->d_name, AT_FDCWD, to)) {
            error = errno;
            fprintf(stderr, "mechc: \"%s\" cannot be written: %s\n", to, strerror(error));
        }
        free(to);
    }
    closedir(d);
    s->made = s->made && error;
    files_abort(s);
    return !error;
}
