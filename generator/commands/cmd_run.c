/*
 * cmd_run.c -- mechc run: generates, compiles unless the cache has the solver already, and becomes the solver; or lets an engine interpret the
 * model.
 */
#include "cache.h"
#include "engine.h"
#include "files.h"
#include "judge.h"
#include "solver.h"
#include "../../runtime/command_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int complain_analysis(stages *s, const options *o)
{
    model_error(s->m, s->m->at, "mechanism \"%s\" has no analysis; add for example: analysis dynamics -from 0 -to 1 -steps 100", s->m->name);
    stages_show_messages(s, o->quiet);
    return EXIT_SCRIPT;
}

/* The solver reads the options again; what it would refuse is refused before the compiler is started. */
int run_check_options(stages *s, const options *o)
{
    mrt_mechanism copy;
    mrt_command read = { 0 };
    char sentence[MRT_TEXT], **words = xalloc(((size_t)o->npass + 2)*sizeof *words);
    for (int i = 0; i < o->npass; i++) words[i + 1] = (char *)o->pass[i];
    int status = -1;
    if (!stages_functions(s, &copy)) fprintf(stderr, "mechc: out of memory\n"), status = EXIT_RUN;
    else if ((status = mrt_command_read(&read, o->npass + 1, words, &copy, sentence)) == 0) status = -1;
    else if (status == EXIT_SCRIPT && s->m->nanalysis == 0) status = complain_analysis(s, o);
    else fprintf(stderr, "mechc run: %s\n", sentence);
    mrt_command_done(&read);
    stages_functions_done(s, &copy);
    free(words);
    return status;
}

/* The solver program takes the options of mechc run; this process becomes it, so that signals and the exit status are the solver's own. */
static int become_solver(const char *path, const options *o, const char *folder)
{
    const char **words = xalloc(((size_t)o->npass + 8)*sizeof *words);
    int n = 0;
    words[n++] = path;
    for (int i = 0; i < o->npass; i++) words[n++] = o->pass[i];
    if (o->quiet) words[n++] = "--quiet";
    if (o->json) words[n++] = "--json";
    words[n++] = "-o";
    words[n++] = folder;
    fflush(NULL);
    execv(path, (char *const *)words);
    fprintf(stderr, "mechc: the solver \"%s\" could not be started: %s\n", path, strerror(errno));
    free(words);
    return EXIT_RUN;
}

int mechc_run(const options *o)
{
    const engine *e = engine_find(o->engine ? o->engine : mechc_engines[0].name);
    if (e->make) return engine_run(o, e);
    stages s;
    places p = { 0 };
    char name[64], *path = NULL, *folder = NULL;
    int status = stages_run(&s, o);
    if (status < 0) status = run_check_options(&s, o);
    if (status < 0) status = judge_script(&s, o);
    if (status < 0 && !places_find(&p)) status = EXIT_RUN;
    if (status < 0) {
        emit_files *files = solver_emit(&s, &p);
        solver_name(&s, name);
        path = files ? cache_program(&p, files, name, o->quiet) : NULL;
        folder = o->out ? xformat("%s", o->out) : xformat("%s.results", name);
        emit_free(files);
        if (!path) status = EXIT_RUN;
    }
    places_done(&p);
    stages_done(&s);
    if (status < 0) status = become_solver(path, o, folder);
    free(path), free(folder);
    return status;
}
