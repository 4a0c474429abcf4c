/*
 * plots.c -- see plots.h. gnuplot reads commands from a pipe; each plot is drawn aside and renamed when gnuplot ended
 * well, so that no half-drawn file is left. Long results are thinned once, into a file of their own, because gnuplot would
 * read all of them again for every curve.
 */
#include "plots.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CURVES = 6, POINTS = 4000 };    /* of a picture, of a curve */

typedef struct sheet { mrt_group group; const char *file, *title; int logarithmic; } sheet;

/* What is worth a picture, in the order drawn. */
static const sheet sheets[] = {
    { MRT_COORDINATES, "coordinates", "coordinates", 0 }, { MRT_SPEEDS, "speeds", "speeds", 0 },
    { MRT_ACCELERATIONS, "accelerations", "accelerations", 0 },
    { MRT_DRIVING, "driving_forces", "driving forces", 0 }, { MRT_MULTIPLIERS, "multipliers", "multipliers", 0 },
    { MRT_OUTPUTS, "outputs", "outputs", 0 }, { MRT_ENERGY, "energy", "energy", 0 }, { MRT_VIOLATION, "violation", "violation of the constraints", 1 },
};

/* Text inside single quotes of gnuplot: a quote is doubled; enhanced text is switched off. */
static void quoted(FILE *g, const char *s)
{
    fputc('\'', g);
    for (; *s; s++) {
        if (*s == '\'') fputc('\'', g);
        if ((unsigned char)*s >= 0x20) fputc(*s, g);
    }
    fputc('\'', g);
}

/* Name without the "q." of its group. */
static const char *label(const mrt_result_column *c)
{
    int prefixed = c->group == MRT_COORDINATES || c->group == MRT_SPEEDS || c->group == MRT_ACCELERATIONS || c->group == MRT_DRIVING;
    return prefixed ? c->name + 2 : c->group == MRT_MULTIPLIERS ? c->name + strlen("lambda.") : c->name;
}

/* One picture of the columns which[0..n). place[i]: number of the column in the file, from 1. */
static void draw(FILE *g, const mrt_results *r, const sheet *s, const char *data, const char *out, const int *which, const int *place, int n)
{
    const char *unit = r->columns[which[0]].unit;
    fputs("set output ", g), quoted(g, out);
    fputs("\nset title ", g), quoted(g, r->s->mech->name);
    char axis[128];
    /* a single output has a name that says more than "outputs" */
    snprintf(axis, sizeof axis, "%s%s%s%s", s->group == MRT_OUTPUTS && n == 1 ? r->columns[which[0]].name : s->title, unit[0] ? " [" : "", unit,
             unit[0] ? "]" : "");
    fputs(" noenhanced\nset ylabel ", g), quoted(g, axis), fputs(" noenhanced\n", g);
    fputs(s->logarithmic ? "set logscale y\nset format y '%.0e'\n" : "unset logscale\nset format y '%g'\n", g);
    if (s->group == MRT_ENERGY) {
        /* A conserved energy would be drawn as magnified rounding: show at least a thousandth of its size. */
        double size = fmax(fabs(r->energy_low), fabs(r->energy_high)), pad = fmax(0.05*(r->energy_high - r->energy_low), 1e-3*size);
        if (pad > 0) fprintf(g, "set yrange [%.9g:%.9g]\n", r->energy_low - pad, r->energy_high + pad);
    } else fputs("set autoscale y\n", g);
    fputs("plot ", g);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "", g), quoted(g, data);
        /* zeros have no logarithm: they are drawn at the foot of the scale */
        if (s->logarithmic) fprintf(g, " using 1:($%d > 1e-18 ? $%d : 1e-18)", place[which[i]], place[which[i]]);
        else fprintf(g, " using 1:%d", place[which[i]]);
        fputs(" with lines lw 1.5 title ", g), quoted(g, label(&r->columns[which[i]]));
        fputs(" noenhanced", g);
    }
    fputc('\n', g);
}

static int have_gnuplot(void)
{
    int rc = system("command -v gnuplot >/dev/null 2>&1");
    return rc != -1 && WIFEXITED(rc) && WEXITSTATUS(rc) == 0;
}

/* Collects the plots: for each sheet and unit, groups of at most CURVES columns. */
static void list(FILE *g, mrt_plots *p, const mrt_results *r, const char *dir, const char *data, const int *place)
{
    char *out = NULL;
    for (size_t k = 0; k < sizeof sheets/sizeof *sheets; k++) {
        int part = 0;
        char *used = calloc((size_t)r->ncolumns, 1);
        if (!used) break;
        for (;;) {
            int which[CURVES], n = 0;
            for (int i = 0; i < r->ncolumns && n < CURVES; i++) {
                const mrt_result_column *c = &r->columns[i];
                if (c->group != sheets[k].group || !c->wanted || used[i] || (n && strcmp(c->unit, r->columns[which[0]].unit))) continue;
                which[n++] = i, used[i] = 1;
            }
            if (n == 0) break;
            if (p->n == MRT_PLOTS) {
                snprintf(p->note, sizeof p->note, "more than %d plots: the rest is left out; choose columns with --columns", MRT_PLOTS);
                break;
            }
            if (part++) snprintf(p->file[p->n], sizeof p->file[0], "plots/%s_%d.svg", sheets[k].file, part);
            else snprintf(p->file[p->n], sizeof p->file[0], "plots/%s.svg", sheets[k].file);
            if (asprintf(&out, "%s/%s.part", dir, p->file[p->n++]) < 0) break;
            draw(g, r, &sheets[k], data, out, which, place, n);
            free(out);
        }
        free(used);
    }
}

/* Copies the header, every so many rows and the last one. Returns 0, or -1 with a note. */
static int thin(mrt_plots *p, const mrt_results *r, const char *from, const char *to, int (*stop)(void *data), void *data)
{
    long stride = (r->rows + POINTS - 1)/POINTS;
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    char *line = NULL;
    size_t room = 0;
    int bad = !in || !out, stopped = 0;
    for (long k = -1; !bad && !stopped && getline(&line, &room, in) > 0; k++) {
        if (k < 0 || k%stride == 0 || k == r->rows - 1) bad = fputs(line, out) == EOF;
        stopped = stop(data);
    }
    free(line);
    if (in) bad |= ferror(in) != 0, fclose(in);
    if (out) bad |= fclose(out) != 0;
    if (stopped) snprintf(p->note, sizeof p->note, "interrupted: no plots");
    else if (bad) snprintf(p->note, sizeof p->note, "rows cannot be thinned for plots: %s", strerror(errno));
    return bad || stopped ? -1 : 0;
}

static void set_up(FILE *g, const mrt_results *r)
{
    fputs("set terminal svg size 900,500 font 'sans-serif,13' background 'white' dynamic\nset datafile separator ','\n"
          "set grid lt 1 lw 1 lc rgb '#dddddd'\nset key outside right top\nset xlabel 't [s]'\n", g);
    fprintf(g, "set xrange [%.17g:%.17g]\n", r->first, r->last);
}

/* gnuplot does not tell of a full disk; a picture that was cut off does not end as it should. */
static int is_whole(const char *path)
{
    char end[17] = "";
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    if (fseek(f, -16, SEEK_END) == 0) end[fread(end, 1, 16, f)] = 0;
    fclose(f);
    return strstr(end, "</svg>") != NULL;
}

/* Renames what was drawn, or removes it. */
static void finish(mrt_plots *p, const char *dir, int well)
{
    const char *why = "gnuplot failed: no plots";
    for (int i = 0; i < p->n; i++) {
        char *from = NULL, *to = NULL;
        if (asprintf(&from, "%s/%s.part", dir, p->file[i]) < 0) from = NULL;
        if (asprintf(&to, "%s/%s", dir, p->file[i]) < 0) to = NULL;
        if (from && to) {
            if (well && (!is_whole(from) || rename(from, to) != 0)) well = 0, why = "plots could not be written; is the disk full?";
            if (!well) unlink(from);
        }
        free(from), free(to);
    }
    if (well) return;
    p->n = 0;
    snprintf(p->note, sizeof p->note, "%s", why);
}

/* Draws all pictures from the file data. */
static void draw_all(mrt_plots *p, const mrt_results *r, const char *dir, const char *data, const int *place)
{
    /* A gnuplot that dies must not take the run with it. */
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *g = popen("gnuplot >/dev/null 2>&1", "w");
    if (g) {
        set_up(g, r);
        list(g, p, r, dir, data, place);
        int rc = pclose(g);
        finish(p, dir, rc != -1 && WIFEXITED(rc) && WEXITSTATUS(rc) == 0);
    } else
        snprintf(p->note, sizeof p->note, "gnuplot cannot be started: no plots");
    signal(SIGPIPE, before);
}

/* 1 if there is something to draw and something to draw with; else leaves a note. */
static int worth_drawing(mrt_plots *p, const mrt_results *r)
{
    if (r->rows < 2) snprintf(p->note, sizeof p->note, "fewer than two rows: nothing to plot");
    else if (!have_gnuplot()) snprintf(p->note, sizeof p->note, "gnuplot is not installed: no plots");
    return p->note[0] == 0;
}

void mrt_plots_draw(mrt_plots *p, const mrt_results *r, const char *dir, int (*stop)(void *data), void *data)
{
    char *folder = NULL, *whole = NULL, *thinned = NULL;
    memset(p, 0, sizeof *p);
    if (stop(data)) snprintf(p->note, sizeof p->note, "interrupted: no plots");
    if (p->note[0] || !worth_drawing(p, r)) return;
    int *place = calloc((size_t)r->ncolumns, sizeof *place);
    if (asprintf(&folder, "%s/plots", dir) < 0) folder = NULL;
    if (asprintf(&whole, "%s/results.csv", dir) < 0) whole = NULL;
    if (asprintf(&thinned, "%s/plots/rows.part", dir) < 0) thinned = NULL;
    if (!place || !folder || !whole || !thinned)
        snprintf(p->note, sizeof p->note, "out of memory: no plots");
    else if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        snprintf(p->note, sizeof p->note, "the folder for plots cannot be made: %s", strerror(errno));
    else {
        for (int i = 0, n = 0; i < r->ncolumns; i++)
            if (r->columns[i].wanted) place[i] = ++n;
        int many = r->rows > POINTS;
        if (!many || thin(p, r, whole, thinned, stop, data) == 0) draw_all(p, r, dir, many ? thinned : whole, place);
        if (many) unlink(thinned);
    }
    free(place), free(folder), free(whole), free(thinned);
}
