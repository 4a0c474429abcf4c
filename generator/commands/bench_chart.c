/*
 * bench_chart.c -- the ratios of mechc bench as a bar chart (SVG, by gnuplot): a group of bars per mechanism and quantity, the generated solver at 1,
 * quartiles as error bars, the paper's ratios as marks. The scale is logarithmic: twice as fast is the same distance everywhere.
 */
#include "bench.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const quantity_labels[BENCH_QUANTITIES] = { "kinematics", "accelerations", "dynamics" };
static const char *const colours[BENCH_ENGINES] = { "#2b7bba", "#e8a33d", "#8a5a9e" };

/* Inside double quotes of gnuplot. */
static void quoted(FILE *g, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', g);
        if ((unsigned char)*text >= 0x20) fputc(*text, g);
    }
}

/* Calls see for every group of bars with its place on the axis; returns how many there are. */
static int each_group(const bench_record *r, int count, void (*see)(void *data, const bench_record *r, bench_quantity k, int place), void *data)
{
    int place = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < BENCH_QUANTITIES; k++) {
            if (!r[i].figure[k][0].measured) continue;
            if (see) see(data, &r[i], (bench_quantity)k, place);
            place++;
        }
    return place;
}

typedef struct drawing { FILE *g; int e; int lines; double low, high; } drawing;

static void note_value(drawing *d, double x)
{
    d->lines++;
    d->low = fmin(d->low, x), d->high = fmax(d->high, x);
}

static void name_group(void *data, const bench_record *r, bench_quantity k, int place)
{
    FILE *g = ((drawing *)data)->g;
    fputs(place ? ", \"" : "\"", g);
    quoted(g, r->mechanism);
    fprintf(g, "\\n%s\" %d", quantity_labels[k], place);
}

/* A bar with its quartiles: x, height, low, high, width. */
static void add_bar(void *data, const bench_record *r, bench_quantity k, int place)
{
    drawing *d = data;
    double ratio = bench_ratio(r, k, d->e), unit = r->figure[k][0].time.median;
    const bench_time *t = &r->figure[k][d->e].time;
    if (!isfinite(ratio)) return;
    fprintf(d->g, "%.3f %.9g %.9g %.9g 0.25\n", place + 0.27*(d->e - 1), ratio, t->low/unit, t->high/unit);
    note_value(d, ratio);
}

static void add_mark(void *data, const bench_record *r, bench_quantity k, int place)
{
    drawing *d = data;
    double ratio = bench_paper(r->mechanism, k, d->e);
    if (!isfinite(ratio)) return;
    fprintf(d->g, "%.3f %.9g\n", place + 0.27*(d->e - 1), ratio);
    note_value(d, ratio);
}

/* The data of one engine; returns the number of its lines. */
static int add_block(drawing *d, const char *name, int e, const bench_record *r, int count, void (*see)(void *, const bench_record *, bench_quantity, int))
{
    d->e = e, d->lines = 0;
    fprintf(d->g, "$%s%d << EOD\n", name, e);
    each_group(r, count, see, d);
    fputs("EOD\n", d->g);
    return d->lines;
}

static void draw(FILE *g, const bench_record *r, int count, const char *path)
{
    int groups = each_group(r, count, NULL, NULL), bars[BENCH_ENGINES], marks[BENCH_ENGINES];
    drawing d = { .g = g, .low = 1, .high = 1 };
    for (int e = 0; e < BENCH_ENGINES; e++) {
        bars[e] = add_block(&d, "bars", e, r, count, add_bar);
        marks[e] = e ? add_block(&d, "marks", e, r, count, add_mark) : 0;
    }
    fprintf(g, "set terminal svg size %d,480 font 'sans-serif,13' background 'white' dynamic\nset output \"", 200 + 110*(groups < 4 ? 4 : groups));
    quoted(g, path);
    fputs("\"\nset title \"CPU time of the same analysis\"\nset ylabel \"generated solver = 1\"\nset logscale y\n"
          "set grid ytics lt 1 lw 1 lc rgb '#dddddd'\nset key outside right top\nset style fill solid 0.9 noborder\nset bars 0.3\n"
          "set bmargin 4\nset xtics nomirror noenhanced (", g);
    each_group(r, count, name_group, &d);
    fprintf(g, ")\nset xrange [-0.6:%.1f]\nset yrange [%.3g:%.3g]\nplot ", groups - 0.4, 0.6*d.low, 1.8*d.high);
    const char *comma = "";
    for (int e = 0; e < BENCH_ENGINES; e++) {
        if (!bars[e]) continue;
        fprintf(g, "%s$bars%d using 1:2:3:4:5 with boxerrorbars lc rgb '%s' title \"%s\"", comma, e, colours[e], mechc_engines[e].name);
        if (e) fprintf(g, ", $bars%d using 1:4:($2 < 9.95 ? sprintf('%%.1f', $2) : sprintf('%%.0f', $2)) with labels offset 0,0.6 font ',11' notitle", e);
        comma = ", ";
    }
    bool titled = false;
    for (int e = 1; e < BENCH_ENGINES; e++) {
        if (!marks[e]) continue;
        fprintf(g, ", $marks%d using 1:2 with points pt 2 ps 1.2 lw 2 lc rgb '#333333' %s", e, titled ? "notitle" : "title \"Lee and Yoon (1993)\"");
        titled = true;
    }
    fputs("\n", g);
}

bool bench_chart(const bench_record *r, int count, const char *path, char note[MRT_TEXT])
{
    note[0] = 0;
    int rc = system("command -v gnuplot > /dev/null 2>&1");
    if (each_group(r, count, NULL, NULL) == 0) snprintf(note, MRT_TEXT, "nothing was measured: no chart");
    else if (rc == -1 || !WIFEXITED(rc) || WEXITSTATUS(rc)) snprintf(note, MRT_TEXT, "gnuplot is not installed: no chart");
    if (note[0]) return false;

    void (*before)(int) = signal(SIGPIPE, SIG_IGN);         /* a gnuplot that dies must not take mechc with it */
    FILE *g = popen("gnuplot > /dev/null 2>&1", "w");
    if (g) draw(g, r, count, path);
    rc = g ? pclose(g) : -1;
    signal(SIGPIPE, before);
    bool good = rc != -1 && WIFEXITED(rc) && WEXITSTATUS(rc) == 0 && access(path, R_OK) == 0;
    if (good) return true;
    unlink(path);
    snprintf(note, MRT_TEXT, "gnuplot failed: no chart");
    return false;
}
