/*
 * bench_machine.c -- what the times of mechc bench depend on: processor, compilers, flags.
 */
#include "bench.h"
#include "bench_clock.h"
#include "compile.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* The compiler of mechc, and so of the engines that interpret a model. */
#if defined(__clang__)
#define OWN_COMPILER __VERSION__
#else
#define OWN_COMPILER "gcc " __VERSION__
#endif

static char *cpu_model(void)
{
    char *text = files_read("/proc/cpuinfo", NULL), *line = text ? strstr(text, "model name") : NULL, *value = line ? strchr(line, ':') : NULL;
    char *name = value ? xformat("%.*s", (int)strcspn(value + 2, "\n"), value + 2) : xformat("unknown");
    free(text);
    return name;
}

/* First line of what the compiler says of itself. */
static char *compiler_version(const compiler *c)
{
    char line[200] = "", *line_of_shell = xformat("'%s' --version 2> /dev/null", c->path);
    FILE *f = strchr(c->path, '\'') ? NULL : popen(line_of_shell, "r");
    if (f && !fgets(line, sizeof line, f)) line[0] = 0;
    if (f) pclose(f);
    line[strcspn(line, "\n")] = 0;
    free(line_of_shell);
    return xformat("%s", line[0] ? line : c->word[0]);
}

bool bench_machine_find(bench_machine *m)
{
    compiler c;
    *m = (bench_machine){ .engines = OWN_COMPILER, .processor = -1 };
    if (!compiler_find(&c)) return false;
    m->cpu = cpu_model();
    m->compiler = xformat("%s", c.path);
    m->version = compiler_version(&c);
    m->flags = xformat("%s", "");
    for (int i = 1; i < c.nword; i++) {
        char *longer = xformat("%s%s%s", m->flags, i > 1 ? " " : "", c.word[i]);
        free(m->flags);
        m->flags = longer;
    }
    compiler_done(&c);
    return true;
}

void bench_machine_done(bench_machine *m) { free(m->cpu), free(m->compiler), free(m->version), free(m->flags); }
