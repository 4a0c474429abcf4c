/*
 * bench_code.c -- the generated solver for mechc bench: generated and compiled with the clock running, always anew, and loaded as a shared library.
 */
#include "bench.h"
#include "bench_clock.h"
#include "compile.h"
#include "files.h"
#include "judge.h"
#include "solver.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* ---- size of the machine code ---- */

/* Bytes of executable sections of an ELF file; 0 if it is none. */
static long code_size(const char *path)
{
    size_t size = 0;
    char *file = files_read(path, &size);
    long sum = 0;
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)(void *)file;
    if (file && size > sizeof *head && !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_shentsize == sizeof(ElfW(Shdr))
        && head->e_shoff + (size_t)head->e_shnum*sizeof(ElfW(Shdr)) <= size) {
        const ElfW(Shdr) *section = (const ElfW(Shdr) *)(void *)(file + head->e_shoff);
        for (int i = 0; i < head->e_shnum; i++) if (section[i].sh_flags & SHF_EXECINSTR) sum += (long)section[i].sh_size;
    }
    free(file);
    return sum;
}

/* ---- compiling and loading ---- */

static bool write_sources(const char *folder, const emit_files *files)
{
    int error = 0;
    for (int i = 0; i < files->n && !error; i++) {
        char *path = files_join(folder, files->file[i].name);
        error = files_write(path, files->file[i].text, strlen(files->file[i].text));
        free(path);
    }
    if (error) fprintf(stderr, "mechc: the folder \"%s\" cannot be written: %s; set TMPDIR to another place\n", folder, strerror(error));
    return !error;
}

static bool open_library(bench_case *b, const char *folder, const char *name)
{
    char *path = xformat("%s/lib%s.so", folder, name);
    b->record->code = code_size(path);
    b->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const mrt_mechanism *x = b->library ? dlsym(b->library, name) : NULL;
    if (x) b->mech[0] = *x, b->ready[0] = true;
    else fprintf(stderr, "mechc: the solver of \"%s\" could not be loaded: %s\n", b->s.m->name, dlerror());
    free(path);
    return x != NULL;
}

/* In a folder that is gone as soon as the library is loaded. */
static bool compile(bench_case *b, const emit_files *files, const places *p, const compiler *c)
{
    const char *place = getenv("TMPDIR");
    char name[64], *folder = xformat("%s/mechc-bench-XXXXXX", place && *place ? place : "/tmp");
    solver_name(&b->s, name);
    files_hold_signals();
    if (!mkdtemp(folder)) {
        fprintf(stderr, "mechc: the folder \"%s\" cannot be made: %s; set TMPDIR to another place\n", folder, strerror(errno));
        free(folder);
        files_release_signals();
        return false;
    }
    const char **source = xalloc((size_t)files->n*sizeof *source);
    int count = solver_compiled(files, name, source);
    double begin = bench_cpu_all();
    bool good = write_sources(folder, files) && compile_library(c, p, folder, name, source, count - 1, b->quiet);
    b->record->compilation = bench_cpu_all() - begin;
    good = good && open_library(b, folder, name);
    files_remove_folder(folder);
    files_release_signals();
    free(source), free(folder);
    return good;
}

static void count_operations(bench_record *r, const program *p)
{
    for (int k = 0; k < KERNEL_COUNT; k++) {
        r->has[k] = program_kernel_size(p, (kernel_id)k, 0) >= 0;
        if (r->has[k]) r->operations[k] = program_count_kernel(p, (kernel_id)k);
    }
}

/* The clock of the generation stands still while the script is judged, which other commands do by other means. */
static int generate(bench_case *b, const options *o, const places *p, emit_files **files)
{
    double begin = bench_cpu_all();
    int status = stages_run(&b->s, o);
    b->record->generation = bench_cpu_all() - begin;
    if (status < 0 && b->s.m->nanalysis == 0) {
        model_error(b->s.m, b->s.m->at, "mechanism \"%s\" has no analysis, so there is nothing to measure; add for example: analysis dynamics -from 0 -to 1 "
                    "-steps 100", b->s.m->name);
        stages_show_messages(&b->s, o->quiet);
        status = EXIT_SCRIPT;
    }
    if (status < 0) status = judge_script(&b->s, o);
    if (status >= 0) return status;
    b->record->file = xformat("%s", o->file);
    b->record->mechanism = xformat("%s", b->s.m->name);
    b->record->about = xformat("%s", b->s.m->about ? b->s.m->about : "");
    count_operations(b->record, b->s.p);
    begin = bench_cpu_all();
    *files = solver_emit(&b->s, p);
    b->record->generation += bench_cpu_all() - begin;
    return *files ? -1 : EXIT_RUN;
}

int bench_code(bench_case *b, const options *o)
{
    places p = { 0 };
    compiler c = { 0 };
    emit_files *files = NULL;
    int status = places_find(&p) && compiler_find(&c) ? -1 : EXIT_RUN;
    if (status < 0) status = generate(b, o, &p, &files);
    if (status < 0 && !compile(b, files, &p, &c)) status = EXIT_RUN;
    emit_free(files);
    compiler_done(&c);
    places_done(&p);
    return status;
}

void bench_code_done(bench_case *b)
{
    stages_done(&b->s);
    if (b->library) dlclose(b->library);
}
