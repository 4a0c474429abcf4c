/*
 * bench_table.c -- the figures of mechc bench for people: a table per mechanism, and one over all of them. At most 100 columns.
 */
#include "bench.h"

#include <math.h>
#include <string.h>

enum { TEXT = 120 };

static const char *const quantity_names[BENCH_QUANTITIES] = { "kinematic solution", "accelerations", "simulated second" };

/* ---- cells ---- */

/* "640 ns", "1.23 us": three digits. */
static const char *time_text(double seconds, char *out)
{
    static const char *const units[] = { "ns", "us", "ms", "s" };
    double x = seconds*1e9;
    int unit = 0;
    while (x >= 999.5 && unit < 3) x /= 1000, unit++;
    snprintf(out, TEXT, "%.*f %s", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x, units[unit]);
    return out;
}

static const char *number_text(double x, char *out)
{
    if (!isfinite(x)) snprintf(out, TEXT, "-");
    else snprintf(out, TEXT, "%.*f", x < 99.95 ? 1 : 0, x);
    return out;
}

/* "1 : 4.2 : 33.1" from a function of record or paper; "" if there is nothing to tell. */
static const char *ratio_text(const double x[BENCH_ENGINES], char *out)
{
    char part[TEXT];
    bool any = false;
    snprintf(out, TEXT, "1");
    for (int e = 1; e < BENCH_ENGINES; e++) {
        any = any || isfinite(x[e]);
        snprintf(out + strlen(out), TEXT - strlen(out), " : %s", number_text(x[e], part));
    }
    return any ? out : "";
}

static const char *own_ratio(const bench_record *r, bench_quantity k, char *out)
{
    double x[BENCH_ENGINES];
    for (int e = 0; e < BENCH_ENGINES; e++) x[e] = bench_ratio(r, k, e);
    return ratio_text(x, out);
}

static const char *paper_ratio(const bench_record *r, bench_quantity k, char *out)
{
    double x[BENCH_ENGINES];
    for (int e = 0; e < BENCH_ENGINES; e++) x[e] = bench_paper(r->mechanism, k, e);
    return ratio_text(x, out);
}

/* ---- one mechanism ---- */

/* The median and half the distance of the quartiles. */
static void print_times(const bench_record *r, bench_quantity k)
{
    char text[TEXT], cell[2*TEXT];
    printf("  %-22s", quantity_names[k]);
    for (int e = 0; e < BENCH_ENGINES; e++) {
        const bench_figure *f = &r->figure[k][e];
        const bench_time *t = &f->time;
        double spread = 100*(t->high - t->low)/2/t->median;
        if (!f->measured) snprintf(cell, sizeof cell, "%s", f->reason[0] ? "cannot" : "-");
        else snprintf(cell, sizeof cell, "%s %2.0f%%", time_text(t->median, text), spread);
        printf(" %14s", cell);
    }
    printf("  %s", own_ratio(r, k, text));
    int width = (int)strlen(own_ratio(r, k, text));
    if (paper_ratio(r, k, text)[0]) printf("%*s", 17 - width, "");
    printf("%s\n", paper_ratio(r, k, text));
}

static double newton_of(const bench_figure *f)      { return (double)f->work.newton; }
static double evaluations_of(const bench_figure *f) { return (double)f->work.evaluations; }
static double difference_of(const bench_figure *f)  { return f->difference; }

/* One number of each engine that was measured. */
static void print_row(const bench_record *r, bench_quantity k, const char *name, const char *format, double (*value)(const bench_figure *f))
{
    bool any = false;
    for (int e = 0; e < BENCH_ENGINES; e++) any = any || (r->figure[k][e].measured && value(&r->figure[k][e]) != 0);
    if (!any) return;
    printf("    %-20s", name);
    for (int e = 0; e < BENCH_ENGINES; e++) {
        char cell[TEXT] = "";
        double x = value(&r->figure[k][e]);
        if (r->figure[k][e].measured && (x != 0 || value != difference_of)) snprintf(cell, sizeof cell, format, x);
        printf(" %14s", cell);
    }
    putchar('\n');
}

/* Why an engine has no figure or no ratio: once where it is the same for all quantities. */
static void print_reasons(const bench_record *r)
{
    for (int e = 0; e < BENCH_ENGINES; e++) {
        const char *last = "";
        for (int k = 0; k < BENCH_QUANTITIES; k++) {
            const char *reason = r->figure[k][e].reason;
            if (!r->wanted[k] || !reason[0] || !strcmp(reason, last)) continue;
            bool all = !strcmp(reason, r->figure[0][e].reason) && !strcmp(reason, r->figure[1][e].reason) && !strcmp(reason, r->figure[2][e].reason);
            printf("  %s%s%s: %s\n", mechc_engines[e].name, all ? "" : ", ", all ? "" : quantity_names[k], reason);
            last = reason;
        }
    }
}

static void print_head(const bench_record *r)
{
    static const char *const shown[] = { "constraints", "equations", "accelerations", "forward", "inverse" };
    char a[TEXT], b[TEXT];
    printf("%s%s%s\n", r->mechanism, r->about[0] ? ": " : "", r->about);
    printf("  generation %s, compilation %s of CPU time, %.1f kB of machine code\n", time_text(r->generation, a), time_text(r->compilation, b),
           (double)r->code/1e3);
    printf("  flops:");
    const char *comma = "";
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (size_t i = 0; i < sizeof shown/sizeof *shown; i++) {
            long flops = r->has[k] ? op_flops(r->operations[k]) : 0;
            if (flops == 0 || strcmp(program_kernel_name((kernel_id)k), shown[i])) continue;
            printf("%s %s %ld", comma, shown[i], flops);
            comma = ",";
        }
    printf("\n\n");
}

void bench_table(const bench_record *r)
{
    print_head(r);
    printf("  %-22s", "");
    for (int e = 0; e < BENCH_ENGINES; e++) printf(" %14s", mechc_engines[e].name);
    printf("  %-16s %s\n", "ratio", "paper");
    for (int k = 0; k < BENCH_QUANTITIES; k++) {
        if (!r->wanted[k]) continue;
        print_times(r, (bench_quantity)k);
        if (k == BENCH_KINEMATICS) print_row(r, k, "Newton iterations", "%.0f", newton_of);
        if (k != BENCH_ACCELERATIONS) print_row(r, k, "evaluations", "%.0f", evaluations_of);
        if (k == BENCH_DYNAMICS) print_row(r, k, "error of the motion", "%.1e", difference_of);
        else print_row(r, k, "difference", "%.1e", difference_of);
    }
    print_reasons(r);
    putchar('\n');
    fflush(stdout);
}

/* ---- all of them ---- */

void bench_summary(const bench_record *r, int count)
{
    char time[TEXT], ratio[TEXT], cell[2*TEXT + 2];
    printf("%-18s", "summary");
    for (int k = 0; k < BENCH_QUANTITIES; k++) printf(" %-*s", k + 1 < BENCH_QUANTITIES ? 26 : 0, quantity_names[k]);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        printf("  %-16s", r[i].mechanism);
        for (int k = 0; k < BENCH_QUANTITIES; k++) {
            const bench_figure *f = &r[i].figure[k][0];
            if (f->measured) snprintf(cell, sizeof cell, "%7s  %s", time_text(f->time.median, time), own_ratio(&r[i], (bench_quantity)k, ratio));
            else snprintf(cell, sizeof cell, "      -");
            printf(" %-*s", k + 1 < BENCH_QUANTITIES ? 26 : 0, cell);
        }
        putchar('\n');
    }
    putchar('\n');
}

void bench_table_end(const bench_machine *m)
{
    printf("Medians of CPU time in interleaved rounds%s", m->processor < 0 ? ", not bound to a processor;" : " on one processor;");
    printf(" %% is half the distance of the quartiles.\n"
           "Ratios are generated : joint : cartesian. Paper: Lee and Yoon (1993), generated : KAP3 : DADS.\n");
    printf("%s\nsolvers: %s\n         %s\nengines: %s\n", m->cpu, m->version, m->flags, m->engines);
}
