/*
 * cmd_bench.c -- mechc bench: what generating a solver costs and what it buys, against engines that interpret the model.
 */
#include "bench.h"
#include "bench_clock.h"
#include "files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void clear_record(bench_record *r)
{
    memset(r, 0, sizeof *r);
    for (int k = 0; k < BENCH_QUANTITIES; k++)
        for (int e = 0; e < BENCH_ENGINES; e++) r->figure[k][e].difference = r->figure[k][e].assembly = NAN;
}

/* One mechanism from its script to its figures. Returns -1 or the exit status. */
static int measure(bench_record *r, const options *o, const char *file, bench_machine *machine)
{
    bench_case b = { .repeat = o->repeat, .quiet = o->quiet, .record = r };
    options own = *o;
    own.file = file;
    clear_record(r);
    int status = bench_code(&b, &own);
    if (status < 0) status = bench_engines(&b);
    if (status < 0) {
        bool good = true;
        machine->processor = bench_pin();
        if (r->wanted[BENCH_KINEMATICS]) good = bench_runs(&b, BENCH_KINEMATICS);
        if (r->wanted[BENCH_DYNAMICS] && good) good = bench_evaluations(&b) && bench_runs(&b, BENCH_DYNAMICS);
        bench_unpin();
        if (!good) status = EXIT_RUN;
    }
    bench_engines_done(&b);
    bench_code_done(&b);
    return status;
}

/* Engines that do not agree are a failure, whatever their times. */
static bool all_agree(const bench_record *r)
{
    for (int k = 0; k < BENCH_QUANTITIES; k++)
        for (int e = 0; e < BENCH_ENGINES; e++) if (r->figure[k][e].measured && !r->figure[k][e].agrees) return false;
    return true;
}

/* bench.json and bench.svg into the folder of -o. */
static bool write_files(const bench_record *r, int count, const bench_machine *machine, const options *o)
{
    size_t size = 0;
    char *text = bench_json(r, count, machine, &size), note[MRT_TEXT] = "";
    file_set *set = text ? files_begin(o->out) : NULL;
    bool good = set && files_add(set, "bench.json", text, size);
    if (good) {
        char *path = files_join(files_aside(set), "bench.svg");
        bench_chart(r, count, path, note);
        free(path);
        good = files_commit(set);
    } else files_abort(set);
    if (!text) fprintf(stderr, "mechc: out of memory\n");
    if (good && note[0]) fprintf(stderr, "mechc bench: %s\n", note);
    if (good && !o->json && !o->quiet) printf("%s: bench.json%s\n", o->out, note[0] ? "" : ", bench.svg");
    free(text);
    return good;
}

static void print_json(const bench_record *r, int count, const bench_machine *machine)
{
    size_t size;
    char *text = bench_json(r, count, machine, &size);
    if (text) fputs(text, stdout);
    free(text);
}

int mechc_bench(const options *o)
{
    bench_machine machine;
    if (!bench_machine_find(&machine)) return EXIT_RUN;
    bench_record *r = xalloc((size_t)o->nfile*sizeof *r);
    int count = 0, status = EXIT_DONE;
    bool text = !o->json && !o->quiet;
    for (int i = 0; i < o->nfile; i++) {
        int failed = measure(&r[count], o, o->files[i], &machine);
        if (failed < 0 && !all_agree(&r[count])) status = status ? status : EXIT_RUN;
        if (failed >= 0) {
            status = status ? status : failed;
            bench_record_done(&r[count]);
            continue;
        }
        if (text) bench_table(&r[count]);
        count++;
    }
    if (text && count > 1) bench_summary(r, count);
    if (text && count) bench_table_end(&machine);
    if (o->json) print_json(r, count, &machine);
    if (o->out && count && !write_files(r, count, &machine, o)) status = status ? status : EXIT_RUN;
    for (int i = 0; i < count; i++) bench_record_done(&r[i]);
    free(r);
    bench_machine_done(&machine);
    return status;
}
