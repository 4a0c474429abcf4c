/*
 * cmd_generate.c -- mechc generate: the C source of the solver; mechc build: the same, compiled.
 */
#include "compile.h"
#include "files.h"
#include "judge.h"
#include "solver.h"

#include <stdlib.h>
#include <string.h>

static bool write_files(file_set *set, const emit_files *files)
{
    for (int i = 0; i < files->n; i++)
        if (!files_add(set, files->file[i].name, files->file[i].text, strlen(files->file[i].text))) return false;
    return true;
}

static bool compile_files(file_set *set, const emit_files *files, const char *name, const compiler *c, const places *p, bool quiet)
{
    const char **names = xalloc((size_t)files->n*sizeof *names);
    int count = solver_compiled(files, name, names);
    bool good = compile_solver(c, p, files_aside(set), name, names, count, true, quiet);
    free(names);
    return good;
}

/* Writes aside, compiles there if there is a compiler, moves everything into place, reports. */
static int write_solver(stages *s, const options *o, const places *p, const compiler *c)
{
    char name[64];
    solver_name(s, name);
    const char *folder = o->out ? o->out : name;
    emit_files *files = solver_emit(s, p);
    file_set *set = files && solver_add_headers(files, p) ? files_begin(folder) : NULL;
    bool good = set && write_files(set, files) && (!c || compile_files(set, files, name, c, p, o->quiet));
    if (good) good = files_commit(set);
    else files_abort(set);
    if (good) solver_report(s, o, files, folder);
    emit_free(files);
    return good ? EXIT_DONE : EXIT_RUN;
}

static int generate(const options *o, bool build)
{
    stages s;
    places p = { 0 };
    compiler c = { 0 };
    int status = stages_run(&s, o);
    if (status < 0) status = judge_script(&s, o);
    if (status < 0 && (!places_find(&p) || (build && !compiler_find(&c)))) status = EXIT_RUN;
    if (status < 0) status = write_solver(&s, o, &p, build ? &c : NULL);
    compiler_done(&c);
    places_done(&p);
    stages_done(&s);
    return status;
}

int mechc_generate(const options *o) { return generate(o, false); }
int mechc_build(const options *o)    { return generate(o, true); }
