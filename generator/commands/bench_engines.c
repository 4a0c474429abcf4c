/*
 * bench_engines.c -- the engines that mechc bench compares, made ready for the analyses of the script.
 */
#include "bench.h"

static void make_engine(bench_case *b, int e)
{
    b->mech[e] = b->s.facts;
    b->ready[e] = mechc_engines[e].make(&b->mech[e], b->s.m, b->s.g) == 0;
    for (int k = 0; k < BENCH_QUANTITIES && !b->ready[e]; k++) snprintf(b->record->figure[k][e].reason, MRT_TEXT, "out of memory");
}

/* What mechc run would do without options. */
static int make_task(bench_case *b, int which, const char *name)
{
    char *words[] = { "bench", "--analysis", (char *)name }, sentence[MRT_TEXT];
    int status = mrt_command_read(&b->command[which], 3, words, &b->mech[0], sentence);
    if (status) fprintf(stderr, "mechc bench: %s: %s\n", b->s.m->file, sentence);
    b->record->task[which] = b->command[which].task;
    return status ? status : -1;
}

int bench_engines(bench_case *b)
{
    static const char *const analyses[] = { "kinematics", "dynamics" };
    static const int kinds[] = { MRT_KINEMATICS, MRT_DYNAMICS };
    int status = -1;
    for (int e = 1; e < BENCH_ENGINES; e++) make_engine(b, e);
    for (int which = 0; which < 2 && status < 0; which++) {
        bool wanted = false;
        for (int i = 0; i < 2; i++) wanted = wanted || b->s.facts.analysis[i].kind == kinds[which];
        if (!wanted) continue;
        b->record->wanted[which ? BENCH_DYNAMICS : BENCH_KINEMATICS] = true;
        if (which) b->record->wanted[BENCH_ACCELERATIONS] = true;
        status = make_task(b, which, analyses[which]);
        for (int e = 0; e < BENCH_ENGINES && status < 0; e++) {
            if (!b->ready[e]) continue;
            b->system[which][e] = mrt_system_new(&b->mech[e], kinds[which], b->command[which].p, b->command[which].in);
            if (!b->system[which][e]) fprintf(stderr, "mechc: out of memory\n"), status = EXIT_RUN;
        }
    }
    return status;
}

void bench_engines_done(bench_case *b)
{
    for (int which = 0; which < 2; which++) {
        for (int e = 0; e < BENCH_ENGINES; e++) mrt_system_free(b->system[which][e]);
        mrt_command_done(&b->command[which]);
    }
    for (int e = 1; e < BENCH_ENGINES; e++) if (b->ready[e]) mechc_engines[e].free(&b->mech[e]);
}
