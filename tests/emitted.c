/*
 * emitted.c -- compiles emitted solvers and compares them with the evaluator.
 */
#include "emitted.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STRICT "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

static bool run(const char *format, const char *a, const char *b, const char *c)
{
    char command[2000];
    snprintf(command, sizeof command, format, a, b, c);
    int status = system(command);
    if (status)
        fprintf(stderr, "emitted: status %d from: %s\n", status, command);
    return status == 0;
}

bool emitted_write(emitted *x, const emit_files *files)
{
    const char *tmp = getenv("TMPDIR");
    *x = (emitted){ 0 };
    snprintf(x->folder, sizeof x->folder, "%.40s/mechc-test-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(x->folder)) {
        perror(x->folder);
        return false;
    }
    for (int i = 0; i < files->n; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", x->folder, files->file[i].name);
        FILE *out = fopen(path, "w");
        if (!out || fputs(files->file[i].text, out) < 0 || fclose(out)) {
            perror(path);
            return false;
        }
    }
    return true;
}

bool emitted_load(emitted *x, const char *compiler, const char *flags)
{
    char path[128], name[128];
    char *sources = "$(ls *.c | grep -v -e _main.c -e example.c)";
    char command[1000];
    snprintf(command, sizeof command, "R=$PWD/runtime && cd '%s' && %s -std=c99 -fPIC -shared %s -I$R -o solver.so %s -lm", x->folder, compiler,
             flags, sources);
    if (!run("%s", command, "", ""))
        return false;
    snprintf(path, sizeof path, "%s/solver.so", x->folder);
    x->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!x->library) {
        fprintf(stderr, "emitted: %s\n", dlerror());
        return false;
    }
    /* the object has the name of the file NAME_mechanism.c */
    snprintf(command, sizeof command, "cd '%s' && ls *_mechanism.c", x->folder);
    FILE *list = popen(command, "r");
    bool good = list && fgets(name, sizeof name, list);
    if (list)
        pclose(list);
    char *end = good ? strstr(name, "_mechanism.c") : NULL;
    if (end)
        *end = '\0';
    x->mechanism = end ? dlsym(x->library, name) : NULL;
    if (!x->mechanism)
        fprintf(stderr, "emitted: no object \"%s\"\n", good ? name : "?");
    return x->mechanism != NULL;
}

bool emitted_warnings(const emitted *x)
{
    static const char *const compilers[] = {
        "gcc -std=c99 " STRICT, "clang -std=c99 " STRICT, "g++ -x c++ -std=c++11 " STRICT, "clang++ -x c++ -std=c++11 " STRICT };
    bool good = true;
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        char word[20];
        sscanf(compilers[i], "%19s", word);
        good = run("! command -v %s > /dev/null || { R=$PWD/runtime; cd '%s' && for f in *.c; do %s -O1 -I$R -c $f -o warnings.o || exit 1; done; }",
                   word, x->folder, compilers[i]) && good;
    }
    return good;
}

bool emitted_example(const emitted *x)
{
    return run("R=$PWD/runtime && cd '%s' && cc -std=c99 -O1 -I$R -o example example.c $(ls *.c | grep -v -e _main.c -e example.c) -lm%s && "
               "./example > example.txt%s", x->folder, "", "");
}

void emitted_done(emitted *x)
{
    if (x->library)
        dlclose(x->library);
    if (x->folder[0])
        run("rm -rf '%s'%s%s", x->folder, "", "");
    *x = (emitted){ 0 };
}

/* ---- comparing ---- */

typedef struct state { double t, *p, *q, *u, *ud, *in, *tau, *lam; double mode[2], stable[2]; } state;

static double random_number(unsigned long *seed, double from, double to)
{
    *seed = (*seed*6364136223846793005u + 1442695040888963407u) & 0xffffffffffffffffu;
    return from + (to - from)*(double)(*seed >> 11)/9007199254740992.0;
}

static double *random_array(unsigned long *seed, int n, double size)
{
    double *a = malloc((size_t)(n + 1) * sizeof *a);
    for (int i = 0; a && i < n; i++)
        a[i] = random_number(seed, -size, size);
    return a;
}

static void call(const mrt_mechanism *m, kernel_id k, double *w, int mode, const state *s, double *const *o)
{
    switch (k) {
    case KERNEL_start:          m->start(w, o[0], o[1], o[2], o[3]); break;
    case KERNEL_settings:       m->settings(w, o[0], o[1], o[2], o[3]); break;
    case KERNEL_masses:         m->masses(w, o[0]); break;
    case KERNEL_rates:          m->rates(w, s->q, s->u, o[0]); break;
    case KERNEL_constraints:    m->constraints(w, s->t, s->q, o[0], o[1], o[2]); break;
    case KERNEL_equations:      m->equations(w, mode, s->t, s->q, s->u, s->in, o[0], o[1], o[2], o[3], o[4], o[5]); break;
    case KERNEL_mass:           m->mass(w, s->q, o[0]); break;
    case KERNEL_forward:        m->forward(w, mode, s->t, s->q, s->u, s->in, s->tau, o[0]); break;
    case KERNEL_accelerations:  m->accelerations(w, mode, s->t, s->q, s->u, s->in, s->stable, o[0], o[1], o[2]); break;
    case KERNEL_inverse:        m->inverse(w, mode, s->t, s->q, s->u, s->ud, s->in, o[0]); break;
    case KERNEL_bodies_state:   m->bodies_state(w, s->t, s->q, s->u, s->ud, o[0], o[1], o[2]); break;
    case KERNEL_cut_joints:     m->cut_joints(w, s->t, s->q, s->u, s->ud, o[0], o[1], o[2]); break;
    case KERNEL_energy:         m->energy(w, s->t, s->q, s->u, s->in, o[0]); break;
    case KERNEL_output:         m->output(w, mode, s->t, s->q, s->u, s->ud, s->in, o[0]); break;
    case KERNEL_reactions:      m->reactions(w, mode, s->t, s->q, s->u, s->ud, s->in, s->lam, o[0]); break;
    case KERNEL_event:          m->event(w, mode, s->t, s->q, s->u, s->in, o[0]); break;
    case KERNEL_transformation: m->transformation(w, s->t, s->q, s->u, o[0], o[1]); break;
    case KERNEL_mass_table:
    case KERNEL_transformation_table:
    case KERNEL_COUNT:          break;
    }
}

/* The largest difference of one kernel; a place that was not written stays infinite. */
static double compare_kernel(const mrt_mechanism *m, const program *p, evaluator *e, kernel_id k, double *w, int mode, const state *s)
{
    double *want[6] = { 0 }, *got[6] = { 0 }, worst = 0;
    const double modes[2] = { mode == MRT_KINEMATICS, mode == MRT_DYNAMICS };
    leaf_values in = { { [LEAF_T] = &s->t, [LEAF_Q] = s->q, [LEAF_U] = s->u, [LEAF_UD] = s->ud, [LEAF_IN] = s->in, [LEAF_TAU] = s->tau,
                         [LEAF_LAM] = s->lam, [LEAF_MODE] = modes, [LEAF_STABLE] = s->stable } };
    for (int a = 0; a < 6; a++) {
        int n = program_kernel_size(p, k, a);
        want[a] = malloc((size_t)(n > 0 ? n : 1) * sizeof(double));
        got[a] = malloc((size_t)(n > 0 ? n : 1) * sizeof(double));
        for (int i = 0; i < n; i++)
            got[a][i] = INFINITY;
    }
    evaluator_run(e, k, &in, want);
    call(m, k, w, mode, s, got);
    for (int a = 0; a < 6; a++) {
        double size = 1;
        for (int i = 0; i < program_kernel_size(p, k, a); i++)
            size = isnan(want[a][i]) ? size : fmax(size, fabs(want[a][i]));
        for (int i = 0; i < program_kernel_size(p, k, a); i++) {
            double difference = isnan(got[a][i]) && isnan(want[a][i]) ? 0 : fabs(got[a][i] - want[a][i])/size;
            if (!(difference <= worst))
                worst = isnan(difference) ? INFINITY : difference;
        }
        free(want[a]);
        free(got[a]);
    }
    return worst;
}

double emitted_compare(const emitted *x, const program *p, int points, const char **worst)
{
    const mrt_mechanism *m = x->mechanism;
    unsigned long seed = 20;
    double largest = 0;
    evaluator *e = evaluator_new(p);
    double *w = malloc((m->work + 1) * sizeof *w);
    *worst = "";
    for (int point = 0; e && w && point < points; point++) {
        state s = { .t = random_number(&seed, 0, 2), .p = random_array(&seed, m->np, 0), .q = random_array(&seed, m->nq, 1.5),
                    .u = random_array(&seed, m->nu, 2), .ud = random_array(&seed, m->nu, 2), .in = random_array(&seed, m->nin, 2),
                    .tau = random_array(&seed, m->nu, 2), .lam = random_array(&seed, m->nrow, 2) };
        for (int i = 0; i < m->np; i++)
            s.p[i] = m->parameters[i].value*random_number(&seed, 0.5, 1.5);
        evaluator_parameters(e, s.p);
        m->init(w, s.p);
        for (int k = 0; k < KERNEL_COUNT; k++) {
            if (k == KERNEL_mass_table || k == KERNEL_transformation_table || program_kernel_size(p, (kernel_id)k, 0) < 0)     /* not exported */
                continue;
            double difference = compare_kernel(m, p, e, (kernel_id)k, w, point % 2 ? MRT_KINEMATICS : MRT_DYNAMICS, &s);
            if (difference > largest) {
                largest = difference;
                *worst = program_kernel_name((kernel_id)k);
            }
        }
        double *const all[] = { s.p, s.q, s.u, s.ud, s.in, s.tau, s.lam };
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            free(all[i]);
    }
    free(w);
    evaluator_free(e);
    return largest;
}
