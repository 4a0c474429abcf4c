/*
 * cache.c -- one folder per solver, named after the SHA-256 of sources, compiler, flags and runtime library.
 */
#include "cache.h"
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SOLVERS = 200, STALE_SECONDS = 24*3600 };

static char *key_of(const compiler *c, const places *p, const emit_files *s)
{
    char hex[65];
    sha256 h;
    sha256_init(&h);
    sha256_add_text(&h, "mechc solver 1");
    for (int i = 0; i < s->n; i++) {
        sha256_add_text(&h, s->file[i].name);
        sha256_add_text(&h, s->file[i].text);
    }
    compiler_hash(c, p, &h);
    sha256_done(&h, hex);
    return xformat("%s/%s", p->cache, hex);
}

/* ---- keeping it small ---- */

typedef struct entry { char *path; time_t used; } entry;

static int compare_entries(const void *a, const void *b)
{
    time_t x = ((const entry *)a)->used, y = ((const entry *)b)->used;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Removes what a crash left behind and, beyond a limit, the solvers that were not used for longest. */
static void prune(const char *cache)
{
    DIR *d = opendir(cache);
    if (!d) return;
    entry *list = NULL;
    int count = 0;
    for (struct dirent *e; (e = readdir(d)); ) {
        struct stat st;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *path = files_join(cache, e->d_name);
        entry *larger = stat(path, &st) == 0 ? realloc(list, ((size_t)count + 1)*sizeof *list) : NULL;
        if (e->d_name[0] == '.' && larger && time(NULL) - st.st_mtime > STALE_SECONDS) files_remove_folder(path);
        if (larger) list = larger;
        if (larger && e->d_name[0] != '.') list[count++] = (entry){ path, st.st_mtime };
        else free(path);
    }
    closedir(d);
    if (count > 1) qsort(list, (size_t)count, sizeof *list, compare_entries);
    for (int i = 0; i < count; i++) {
        if (i >= MOST_SOLVERS) files_remove_folder(list[i].path);
        free(list[i].path);
    }
    free(list);
}

/* ---- filling it ---- */

static bool write_sources(const char *folder, const emit_files *s)
{
    int error = 0;
    for (int i = 0; i < s->n && !error; i++) {
        char *path = files_join(folder, s->file[i].name);
        error = files_write(path, s->file[i].text, strlen(s->file[i].text));
        free(path);
    }
    if (error) fprintf(stderr, "mechc: the cache folder \"%s\" cannot be written: %s; set XDG_CACHE_HOME to another place\n", folder, strerror(error));
    return !error;
}

/* Compiles in a folder of our own, then gives it its name. When another process was faster, its result is as good. */
static bool fill(const compiler *c, const places *p, const emit_files *s, const char *mechanism, const char *folder, bool quiet)
{
    int error = files_make_folder(p->cache);
    char *aside = xformat("%s/.new-XXXXXX", p->cache);
    files_hold_signals();
    if (error || !mkdtemp(aside)) {
        fprintf(stderr, "mechc: the cache folder \"%s\" cannot be written: %s; set XDG_CACHE_HOME to another place\n", p->cache, strerror(error ? error : errno));
        free(aside);
        files_release_signals();
        return false;
    }
    const char **names = xalloc((size_t)s->n*sizeof *names);
    int count = solver_compiled(s, mechanism, names);
    bool good = write_sources(aside, s) && compile_solver(c, p, aside, mechanism, names, count, false, quiet);
    if (good && rename(aside, folder) && errno != EEXIST && errno != ENOTEMPTY) {
        fprintf(stderr, "mechc: \"%s\" cannot be written: %s\n", folder, strerror(errno));
        good = false;
    }
    files_remove_folder(aside);
    files_release_signals();
    prune(p->cache);
    free(names), free(aside);
    return good;
}

char *cache_program(const places *p, const emit_files *s, const char *mechanism, bool quiet)
{
    compiler c;
    if (!compiler_find(&c)) return NULL;
    char *folder = key_of(&c, p, s), *path = files_join(folder, mechanism);
    bool good = access(path, X_OK) == 0;
    if (good) utimensat(AT_FDCWD, folder, NULL, 0);         /* used today: pruned last */
    else good = fill(&c, p, s, mechanism, folder, quiet);
    compiler_done(&c);
    free(folder);
    if (good) return path;
    free(path);
    return NULL;
}
