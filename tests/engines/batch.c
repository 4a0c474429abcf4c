/*
 * batch.c -- see batch.h.
 */
#include "batch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "generator/commands/facts.h"
#include "generator/commands/interpreted.h"
#include "generator/emit/emit.h"
#include "generator/passes/passes.h"

static bool write_one(const batch *b, engines *x)
{
    char error[300] = "", sha[65], path[256];
    mrt_mechanism facts;
    facts_fill(&facts, x->m, x->g, &x->report);
    facts_sha256(x->m, sha);
    emit_facts f = { .mechanism = &facts, .script = "", .version = "test", .sha256 = sha, .templates = "templates" };
    program_plan *plan = pass_chunks(x->p, CHUNK_STATEMENTS);
    emit_files *files = emit_solver(x->p, plan, &f, error, sizeof error);
    bool good = files != NULL;
    for (int i = 0; good && i < files->n; i++) {
        snprintf(path, sizeof path, "%s/%s", b->folder, files->file[i].name);
        FILE *out = fopen(path, "w");
        good = out && fputs(files->file[i].text, out) >= 0;
        if (out && fclose(out)) good = false;
    }
    if (!good) fprintf(stderr, "batch: %s: %s\n", x->m->name, error[0] ? error : path);
    emit_free(files);
    pass_chunks_free(plan);
    return good;
}

bool batch_compile(batch *b, engines **x, int n)
{
    const char *tmp = getenv("TMPDIR"), *flags = getenv("CFLAGS");
    char command[600], name[64];
    *b = (batch){ 0 };
    snprintf(b->folder, sizeof b->folder, "%.40s/mechc-test-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(b->folder)) { perror(b->folder); b->folder[0] = 0; return false; }
    for (int i = 0; i < n; i++) if (!write_one(b, x[i])) return false;
    snprintf(command, sizeof command, "R=$PWD/runtime; cd '%s' && cc -std=c99 -O0 -w -fPIC -shared %s -I$R -o all.so $(ls *.c | grep -v -e _main.c -e example.c) -lm",
             b->folder, flags ? flags : "");
    if (system(command)) { fprintf(stderr, "batch: failed: %s\n", command); return false; }
    snprintf(command, sizeof command, "%s/all.so", b->folder);
    b->library = dlopen(command, RTLD_NOW | RTLD_LOCAL);
    if (!b->library) { fprintf(stderr, "batch: %s\n", dlerror()); return false; }
    for (int i = 0; i < n; i++) {
        const mrt_mechanism *m = dlsym(b->library, emit_c_name(x[i]->m->name, name));
        if (!m) { fprintf(stderr, "batch: no object \"%s\"\n", name); return false; }
        interpreted_done(&x[i]->derived);
        x[i]->derived = *m;
    }
    return true;
}

void batch_done(batch *b)
{
    char command[100];
    if (b->library) dlclose(b->library);
    snprintf(command, sizeof command, "rm -rf '%s'", b->folder);
    if (b->folder[0] && system(command)) fprintf(stderr, "batch: failed: %s\n", command);
    *b = (batch){ 0 };
}
