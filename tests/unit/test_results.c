/*
 * test_results.c -- the driver program end to end on mechanisms written by hand: columns and their order, values, exit
 * statuses, run.json, stopped runs, files that cannot be written, the self check and that it can fail.
 */
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/command_line.h"
#include "runtime/main.h"
#include "runtime/self_check.h"
#include "tests/check.h"
#include "tests/hand/models.h"

static char folder[] = "/tmp/test_results_XXXXXX";

/* ---- running and reading ---- */

static int run_program(mrt_mechanism *m, const char *dir, const char *words)
{
    char text[512], *argv[40] = { "solver" }, out[256];
    int argc = 1;
    snprintf(text, sizeof text, "%s", words);
    for (char *w = strtok(text, " "); w && argc < 36; w = strtok(NULL, " ")) argv[argc++] = w;
    snprintf(out, sizeof out, "%s/%s", folder, dir);
    argv[argc++] = "-o", argv[argc++] = out, argv[argc++] = "--quiet";
    fflush(stdout), fflush(stderr);
    int keep = dup(2), keep_out = dup(1);
    char log[300];
    snprintf(log, sizeof log, "%s/log", folder);
    FILE *f = freopen(log, "w", stderr), *g = freopen("/dev/null", "w", stdout);
    int status = mrt_main(argc, argv, m);
    fflush(stderr), fflush(stdout);
    dup2(keep, 2), dup2(keep_out, 1), close(keep), close(keep_out);
    return f && g ? status : -1;
}

static char *slurp(const char *dir, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s/%s", folder, dir, name);
    FILE *f = fopen(path, "r");
    if (!f) return NULL;
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

enum { ROWS = 400, COLS = 120 };
static struct { int rows, cols; char name[COLS][64]; double x[ROWS][COLS]; } csv;

static int read_csv(const char *dir)
{
    char *text = slurp(dir, "results.csv"), *line, *rest = text;
    csv.rows = csv.cols = 0;
    if (!text) return 0;
    for (int k = 0; (line = strsep(&rest, "\n")) && *line && k <= ROWS; k++) {
        int c = 0;
        for (char *cell; (cell = strsep(&line, ",")) && c < COLS; c++)
            if (k == 0) snprintf(csv.name[c], 64, "%s", cell);
            else csv.x[k - 1][c] = strtod(cell, NULL);
        if (k == 0) csv.cols = c;
        else { csv.rows++; if (c != csv.cols) csv.rows = -1000; }
    }
    free(text);
    return 1;
}

static int column(const char *name)
{
    for (int c = 0; c < csv.cols; c++) if (!strcmp(csv.name[c], name)) return c;
    check_failed++;
    fprintf(stderr, "no column %s\n", name);
    return 0;
}

static int says(const char *dir, const char *name, const char *words)
{
    char *text = slurp(dir, name);
    int found = text && strstr(text, words);
    if (!found) fprintf(stderr, "%s/%s does not say: %s\n%s\n", dir, name, words, text ? text : "(no file)");
    free(text);
    return found;
}

/* Entries of a folder that are not in the list of what belongs there. */
static int strangers(const char *dir)
{
    char path[300];
    int n = 0;
    snprintf(path, sizeof path, "%s/%s", folder, dir);
    DIR *d = opendir(path);
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d)); )
        n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && strcmp(e->d_name, "results.csv") && strcmp(e->d_name, "run.json") && strcmp(e->d_name, "plots");
    closedir(d);
    return n;
}

/* ---- tests ---- */

static void columns(void)
{
    hand_model model = hand_four_bar;
    model.ndrive = 1, model.drive[0] = (hand_drive){ 0, { 1.0471975511965976, 2, 0 }, MRT_KINEMATICS };
    model.analysis = (mrt_analysis){ MRT_KINEMATICS, 0, 10, 60, "", "", 0, 0, 1 };
    mrt_mechanism *m = hand_mechanism(&model);
    CHECK(run_program(m, "kin", "--reactions") == 0);
    CHECK(read_csv("kin") && csv.rows == 61);
    static const char *const order[] = { "t", "q.crank", "q.coupler", "q.rocker", "q.c", "u.crank", "u.coupler", "u.rocker", "u.c", "a.crank", "a.coupler",
        "a.rocker", "a.c", "crank.x", "crank.y", "crank.z", "crank.e0", "crank.e1", "crank.e2", "crank.e3", "crank.vx", "crank.vy", "crank.vz",
        "crank.wx", "crank.wy", "crank.wz", "crank.ax", "crank.ay", "crank.az", "crank.alx", "crank.aly", "crank.alz", "coupler.x" };
    for (int i = 0; i < 33; i++) check_text(csv.name[i], order[i]);
    int f = 13 + 57, last = csv.cols - 4;
    check_text(csv.name[f], "f.crank");
    check_text(csv.name[f + 1], "crank.fx");
    check_text(csv.name[f + 6], "crank.mz");
    check_text(csv.name[f + 24], "c.mz");
    check_text(csv.name[last], "twice");
    check_text(csv.name[last + 1], "energy");
    check_text(csv.name[last + 2], "violation");
    check_text(csv.name[last + 3], "violation.rate");
    CHECK(last == f + 25);

    /* Values: the cut joint's angle is continuous although its function wraps; body Euler parameters are continuous. */
    int c = column("q.c"), uc = column("u.c"), e0 = column("crank.e0"), e3 = column("crank.e3"), q = column("q.crank");
    for (int k = 0; k < csv.rows; k++) {
        double *x = csv.x[k];
        check_close(x[0], 10.0*k/60, 1e-15, 0);
        check_close(x[c], x[column("q.rocker")] - x[q] - x[column("q.coupler")], 0, 1e-12);
        check_close(x[uc], x[column("u.rocker")] - x[column("u.crank")] - x[column("u.coupler")], 0, 1e-11);
        check_close(x[e0], cos(x[q]/2), 0, 1e-12);             /* q grows beyond 2 pi: the sign must follow */
        check_close(x[e3], sin(x[q]/2), 0, 1e-12);
        check_close(x[column("crank.mz")], x[f], 1e-9, 1e-9);   /* the drive is the only moment about the crank's pin */
        CHECK(x[last + 2] < 1e-13);
    }
    CHECK(says("kin", "run.json", "\"status\": \"done\"") && says("kin", "run.json", "\"analysis\": \"kinematics\""));
    CHECK(says("kin", "run.json", "\"redundant_rows\": [\"joint c, displacement along z\""));
    CHECK(strangers("kin") == 0);
    hand_free(m);
}

/* Digits: 17, so that reading back gives the same number; --columns and --set. */
static void digits(void)
{
    mrt_mechanism *m = hand_mechanism(&hand_pendulum);
    CHECK(run_program(m, "pend", "--columns q.*,energy --set g=1.62 --to 1 --steps 4") == 0);
    CHECK(read_csv("pend") && csv.rows == 5 && csv.cols == 3);
    check_text(csv.name[1], "q.rod");
    check_close(csv.x[0][2], -0.5*1.62*cos(1.0), 1e-15, 0);
    char *text = slurp("pend", "results.csv"), cell[64];
    snprintf(cell, sizeof cell, "%.17g", csv.x[4][1]);
    CHECK(text && strstr(text, cell));
    free(text);
    CHECK(says("pend", "run.json", "\"g\": 1.6200000000000001"));
    hand_free(m);
}

/* A run that cannot go on keeps its rows, says so, and ends with 4. */
static void stopped(void)
{
    hand_model model = hand_four_bar;
    model.body[0].hold = 0, model.ndrive = 1, model.drive[0] = (hand_drive){ 2, { 1.72700787229, -0.5, 0 }, MRT_KINEMATICS };
    model.analysis = (mrt_analysis){ MRT_KINEMATICS, 0, 0.4, 40, "", "", 0, 0, 1 };
    mrt_mechanism *m = hand_mechanism(&model);
    CHECK(run_program(m, "lock", "") == 4);
    CHECK(read_csv("lock") && csv.rows == 12);
    CHECK(says("lock", "run.json", "\"status\": \"stopped\"") && says("lock", "run.json", "lock-up"));
    CHECK(says(".", "log", "four_bar: stopped at t = 0.11"));
    CHECK(strangers("lock") == 0);
    hand_free(m);
    /* no assembly: no rows, but the record says why */
    model = hand_four_bar;
    model.cut[0].ra[0] = 0.3;
    m = hand_mechanism(&model);
    CHECK(run_program(m, "open", "") == 4);
    CHECK(says("open", "run.json", "cannot be assembled") && says(".", "log", "cannot be assembled"));
    CHECK(says("open", "run.json", "\"largest_violation\": null") && !read_csv("open") && strangers("open") == 0);
    /* and results that were there before stay */
    CHECK(run_program(m, "lock", "") == 4);
    CHECK(read_csv("lock") && csv.rows == 12 && strangers("lock") == 0);
    CHECK(says("lock", "run.json", "cannot be assembled") && says("lock", "run.json", "earlier ones are left as they were"));
    hand_free(m);
    /* chattering friction: a body at rest on a switch */
    model = hand_pendulum;
    model.friction = 20;
    m = hand_mechanism(&model);
    CHECK(run_program(m, "stick", "") == 4);
    CHECK(says("stick", "run.json", "chattering"));
    hand_free(m);
}

/* A signal ends a run in good order: the rows so far, no plots, nothing left aside. */
static int signal_to_send;
static void send(int alarm_signal) { (void)alarm_signal, raise(signal_to_send); }

static void interrupted(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    mrt_mechanism *m = hand_mechanism(&hand_double_pendulum);
    void (*before)(int) = signal(SIGALRM, send);
    for (int i = 0; i < 3; i++) {
        struct itimerval soon = { .it_value = { 0, 100000 } };
        char dir[16];
        snprintf(dir, sizeof dir, "signal%d", i);
        signal_to_send = signals[i];
        setitimer(ITIMER_REAL, &soon, NULL);
        CHECK(run_program(m, dir, "--to 1e6 --steps 400000") == 4);
        CHECK(says(".", "log", "interrupted at t = ") && says(dir, "run.json", "\"plots_note\": \"interrupted: no plots\""));
        CHECK(read_csv(dir) && csv.rows > 2 && strangers(dir) == 0);
        signal(signals[i], SIG_DFL);
    }
    signal(SIGALRM, before);
    hand_free(m);
}

/* Long results are drawn from some of their rows; the time axis ends with the run. */
static void long_plots(void)
{
    mrt_mechanism *m = hand_mechanism(&hand_pendulum);
    CHECK(run_program(m, "long", "--to 7.3 --steps 30000 --columns energy") == 0);
    CHECK(strangers("long") == 0);
    char *text = slurp("long", "plots/energy.svg"), *rows = slurp("long", "plots/rows.part");
    if (system("command -v gnuplot >/dev/null 2>&1") == 0) CHECK(text && strlen(text) > 5000 && strlen(text) < 150000);
    CHECK(!rows);
    free(text), free(rows);
    hand_free(m);
}

static void wrong_words(void)
{
    static const struct { int status; const char *words, *message; } cases[] = {
        { 2, "--too 3", "unknown option \"--too\" (did you mean \"--to\"?)" }, { 2, "--to soon", "not a finite number" },
        { 2, "--set gg=3", "no parameter or input \"gg\" (did you mean \"g\"?); there are g, tau" }, { 2, "--set g", "NAME=VALUE" }, { 2, "--set g=nan", "not a finite number" },
        { 2, "--steps 1e9", "would take about 1776 GB (1000000001 rows of 74 columns), more than 2 GB: give fewer --steps" },
        { 2, "--steps 1.5", "whole number" }, { 2, "--steps 0", "whole number" }, { 2, "--to -1", "from < to" },
        { 2, "--analysis statics", "neither kinematics nor dynamics" }, { 2, "--method lagrage", "did you mean \"lagrange\"?); there are baumgarte, lagrange" },
        { 2, "--integrator euler", "unknown integrator" }, { 2, "--rtol 0", "--rtol" }, { 2, "--rtol 1e-6 --integrator rk4", "no effect" },
        { 2, "--step 0.1", "no effect" }, { 2, "--integrator rk4", "the largest step is 0.0095" }, { 2, "--columns nothing", "no column matches" },
        { 3, "--analysis kinematics", "no analysis of kinematics" }, { 2, "--analysis kinematics --to 1 --steps 1 --method lagrange", "no effect" } };
    mrt_mechanism *m = hand_mechanism(&hand_four_bar);
    for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
        CHECK(run_program(m, "wrong", cases[i].words) == cases[i].status);
        CHECK(says(".", "log", cases[i].message));
        char *text = slurp("wrong", "results.csv");
        CHECK(text == NULL && strangers("wrong") == 0);
        free(text);
    }
    hand_free(m);
    hand_model model = hand_pendulum;
    model.analysis.kind = 0;
    m = hand_mechanism(&model);
    CHECK(run_program(m, "wrong", "") == 3);
    hand_free(m);
    model = hand_pendulum;
    model.body[0].mass = 0, memset(model.body[0].inertia, 0, sizeof model.body[0].inertia);
    m = hand_mechanism(&model);
    CHECK(run_program(m, "wrong", "") == 3);
    CHECK(says(".", "log", "nothing with mass moves with rod"));
    hand_free(m);
}

/* No room: the file grows beyond the limit; nothing half-written stays. */
static void no_room(void)
{
    struct rlimit old, tight;
    mrt_mechanism *m = hand_mechanism(&hand_double_pendulum);
    getrlimit(RLIMIT_FSIZE, &old);
    tight = old, tight.rlim_cur = 20000;
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &tight);
    int status = run_program(m, "full", "");
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, before);
    CHECK(status == 4);
    CHECK(says(".", "log", "results.csv: cannot be written"));
    char *text = slurp("full", "results.csv");
    CHECK(text == NULL && strangers("full") == 0);
    CHECK(says("full", "run.json", "\"status\": \"stopped\""));
    free(text);
    /* a folder below a file */
    CHECK(run_program(m, "log/sub", "") == 4);
    CHECK(says(".", "log", "cannot be made"));
    hand_free(m);
}

static void energy_wrong(double *w, double t, const double *q, const double *u, const double *in, double *e) { hand_energy(w, t, q, u, in, e), e[0] *= 1.001; }
static void constraints_wrong(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    hand_constraints(w, t, q, Phi, J, Phit);
    J[1] += 1e-6;
}
static void inverse_wrong(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *in, double *tau)
{
    hand_inverse(w, mode, t, q, u, ud, in, tau);
    tau[0] += 1e-6*u[0];
}

static void self_check(void)
{
    const hand_model *all[] = { &hand_pendulum, &hand_double_pendulum, &hand_four_bar, &hand_rssr, &hand_top };
    for (size_t i = 0; i < sizeof all/sizeof *all; i++) {
        mrt_mechanism *m = hand_mechanism(all[i]);
        CHECK(run_program(m, "check", "--check") == 0);
        hand_free(m);
    }
    mrt_mechanism *m = hand_mechanism(&hand_four_bar);
    mrt_system *s = mrt_system_new(m, MRT_DYNAMICS, NULL, NULL);
    m->energy = energy_wrong;
    CHECK(mrt_self_check(s, 0, NULL) == 2);                    /* the value, and its rate */
    m->energy = hand_energy, m->constraints = constraints_wrong;
    CHECK(mrt_self_check(s, 0, NULL) >= 1);
    m->constraints = hand_constraints, m->inverse = inverse_wrong;
    CHECK(mrt_self_check(s, 0, NULL) == 1);
    mrt_system_free(s);
    hand_free(m);
}

static void switches(void)
{
    hand_model model = hand_pendulum;
    model.load[1] = 2, model.load[2] = 0.7;
    mrt_mechanism *m = hand_mechanism(&model);
    CHECK(run_program(m, "switch", "") == 0);
    CHECK(says("switch", "run.json", "\"switch\": \"t - t_on\""));
    hand_free(m);
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    columns();
    digits();
    stopped();
    interrupted();
    long_plots();
    wrong_words();
    no_room();
    self_check();
    switches();
    char remove_all[128];
    snprintf(remove_all, sizeof remove_all, "rm -r '%s'", folder);
    CHECK(system(remove_all) == 0);
    return check_done();
}
