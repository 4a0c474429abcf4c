/*
 * places.c -- where mechc finds its own files, from the place of the running program alone.
 */
#include "places.h"
#include "files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder above the one the program stands in; NULL if the system does not tell. */
static char *prefix_find(void)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) return NULL;
    path[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (!slash) return NULL;
        *slash = 0;
    }
    return xformat("%s", path);
}

/* In a source tree the cache lives and dies with the build folder; an installed mechc uses the user's cache folder. */
static char *cache_find(const char *prefix)
{
    char *makefile = files_join(prefix, "share/mechc/Makefile");
    bool source_tree = access(makefile, F_OK) == 0;
    free(makefile);
    if (source_tree) return files_join(prefix, "cache");
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/') return files_join(cache, "mechc");
    if (home && home[0]) return files_join(home, ".cache/mechc");
    return xformat("/tmp/mechc-cache-%ld", (long)getuid());
}

bool places_find(places *p)
{
    memset(p, 0, sizeof *p);
    char *prefix = prefix_find();
    if (!prefix) { fprintf(stderr, "mechc: cannot find out where mechc itself stands: %s\n", strerror(errno)); return false; }
    p->templates = files_join(prefix, "share/mechc/templates");
    p->runtime   = files_join(prefix, "share/mechc/runtime");
    p->library   = files_join(prefix, "lib/libmrt.a");
    p->cache     = cache_find(prefix);
    p->prefix    = prefix;

    const char *needed[] = { p->templates, p->runtime, p->library };
    for (int i = 0; i < 3; i++) {
        if (access(needed[i], R_OK) == 0) continue;
        fprintf(stderr, "mechc: \"%s\" is missing; build or install mechc again\n", needed[i]);
        places_done(p);
        return false;
    }
    return true;
}

void places_done(places *p)
{
    free(p->prefix), free(p->templates), free(p->runtime), free(p->library), free(p->cache);
    memset(p, 0, sizeof *p);
}
