/*
 * bench.h -- what mechc bench measures: one mechanism, three engines behind the same interface, three quantities.
 *
 * A bench_case is alive while a mechanism is measured; a bench_record is what is kept of it for tables, JSON and the chart.
 */
#ifndef COMMANDS_BENCH_H
#define COMMANDS_BENCH_H

#include "engine.h"
#include "../../runtime/command_line.h"

enum { BENCH_ENGINES = 3 };                     /* those of mechc_engines, the generated solver first */

typedef enum bench_quantity { BENCH_KINEMATICS, BENCH_ACCELERATIONS, BENCH_DYNAMICS, BENCH_QUANTITIES } bench_quantity;

/* ---- what is kept ---- */

/* CPU seconds per unit over all rounds; low and high are the quartiles. */
typedef struct bench_time { int rounds; double median, low, high, least, most; } bench_time;

/* One engine, one quantity. */
typedef struct bench_figure {
    bool       measured;                        /* else the reason says why not */
    bool       agrees;                          /* with the generated solver: without that there is no ratio */
    char       reason[MRT_TEXT];
    double     difference;                      /* relative; kinematics, accelerations: from the generated solver; dynamics: from the reference */
    bench_time time;
    double     assembly;                        /* CPU seconds before the first row, best of all rounds; NaN where there is none */
    mrt_work   work;                            /* of one run */
    long       steps;                           /* of the integrator in one run */
} bench_figure;

typedef struct bench_record {
    char    *file, *mechanism, *about;
    double   generation, compilation;           /* CPU seconds */
    long     code;                              /* bytes of machine code */
    bool     has[KERNEL_COUNT];
    op_count operations[KERNEL_COUNT];
    bool     wanted[BENCH_QUANTITIES];          /* the script has the analysis */
    mrt_task task[2];                           /* kinematics, dynamics, as mechc run would do them */
    int      states;                            /* at which accelerations are evaluated */
    bench_figure figure[BENCH_QUANTITIES][BENCH_ENGINES];
} bench_record;

void bench_record_done(bench_record *r);

/* Median of the engine over that of the generated solver; NaN where one is missing or they do not agree. */
double bench_ratio(const bench_record *r, bench_quantity k, int e);
/* The same from Lee and Yoon (1993); NaN where they give none. */
double bench_paper(const char *mechanism, bench_quantity k, int e);

/* ---- while it is measured ---- */

typedef struct bench_case {
    stages        s;
    void         *library;                      /* of the generated solver */
    mrt_mechanism mech[BENCH_ENGINES];
    bool          ready[BENCH_ENGINES];
    mrt_command   command[2];                   /* kinematics, dynamics */
    mrt_system   *system[2][BENCH_ENGINES];     /* NULL: not ready, or not wanted */
    int           repeat;                       /* rounds; 0: as many as take about a second a quantity */
    bool          quiet;
    bench_record *record;
} bench_case;

/* Script, derivation, compilation into a folder of its own, loading; generation, compilation, code and operations of the record. Returns -1 to go on,
 * or the exit status after a message. Freed with bench_code_done in every case. */
int  bench_code(bench_case *b, const options *o);
void bench_code_done(bench_case *b);

/* The other engines, the systems of all of them, and the tasks. Returns -1, or the exit status after a message. */
int  bench_engines(bench_case *b);
void bench_engines_done(bench_case *b);

/* Compares the engines, then takes their times. False, with a message, when the generated solver itself cannot do it. */
bool bench_runs(bench_case *b, bench_quantity k);               /* kinematics or dynamics */
bool bench_evaluations(bench_case *b);                          /* accelerations, at states of the generated solver's dynamics */

/* ---- what is told ---- */

typedef struct bench_machine { char *cpu, *compiler, *version, *flags; const char *engines; int processor; } bench_machine;
bool bench_machine_find(bench_machine *m);                      /* false with a message: no compiler */
void bench_machine_done(bench_machine *m);

void  bench_table(const bench_record *r);                       /* one mechanism, on standard output */
void  bench_summary(const bench_record *r, int count);
void  bench_table_end(const bench_machine *m);                  /* where and how it was measured */
char *bench_json(const bench_record *r, int count, const bench_machine *m, size_t *size);      /* in new memory */
/* Draws the ratios into the file. False with a sentence in note when there is nothing to draw or nothing to draw with. */
bool  bench_chart(const bench_record *r, int count, const char *path, char note[MRT_TEXT]);

#endif
