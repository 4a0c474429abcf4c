/*
 * files.c -- the files of a solver: which function stands where, banners, the header, the workspace, the templates.
 */
#include "emit_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Source files by subject, with their functions; -1 ends the list. */
typedef struct subject { const char *word, *about; int functions[9]; } subject;

static const subject subjects[] = {
    { "parameters",  "work that depends on parameters alone, and the start", { PLAN_INIT, KERNEL_start, KERNEL_settings, KERNEL_masses, -1 } },
    { "kinematics",  "positions, velocities and accelerations",
      { KERNEL_rates, KERNEL_bodies_state, KERNEL_cut_joints, KERNEL_transformation_table, KERNEL_transformation, -1 } },
    { "constraints", "constraints of the closed loops and drives", { KERNEL_constraints, -1 } },
    { "dynamics",    "equations of motion",
      { KERNEL_mass_table, KERNEL_mass, KERNEL_equations, KERNEL_forward, KERNEL_accelerations, KERNEL_inverse, KERNEL_reactions, KERNEL_energy, -1 } },
    { "output",      "outputs of the script and switching functions", { KERNEL_output, KERNEL_event, -1 } },
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

const char *function_equation(int function)
{
    static const char *const equations[PLAN_COUNT] = {
        [PLAN_INIT]             = "Everything that depends on the parameters p alone, into the workspace w.",
        [KERNEL_start]          = "Start values q0, u0, guesses cq0 of cut coordinates (NAN: none) and guess[7] per body, at the parameters of init.",
        [KERNEL_settings]       = "What is computed from parameters before a run: defaults p0 and in0, stable = alpha, beta, times[4] per analysis: from, to, rtol, atol.",
        [KERNEL_masses]         = "Per body inertia[8]: mass; Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the mass centre; size of what was subtracted to shift them there.",
        [KERNEL_rates]          = "qd = N(q) u.",
        [KERNEL_constraints]    = "Phi(t, q), J with dPhi/dt = J u + Phit (column-major, one row per constraint), Phit.",
        [KERNEL_equations]      = "M(q) ud = g(t, q, u) + J^T lam, J ud = gamma; Phi, Phid = J u + Phit. Matrices column-major, M symmetric.",
        [KERNEL_mass]           = "Mass matrix M(q), column-major, symmetric.",
        [KERNEL_forward]        = "ud with M(q) ud = g(t, q, u) + tau; constraint rows are not regarded.",
        [KERNEL_accelerations]  = "M ud = g + J^T lam, J ud = gamma - stable[0] Phid - stable[1] Phi over all rows of dynamics; strain: how near to singular (mrt.h).",
        [KERNEL_inverse]        = "tau = M(q) ud - g(t, q, u).",
        [KERNEL_bodies_state]   = "Per body, ground axes: x[7] position and Euler parameters, v[6] velocity and angular velocity, a[6] accelerations.",
        [KERNEL_cut_joints]     = "Coordinates cq, speeds cu and accelerations ca of the joints at which loops were cut.",
        [KERNEL_energy]         = "e[0] kinetic energy, e[1] potential energy of gravity and springs.",
        [KERNEL_output]         = "Outputs y of the script at the state q, u and the accelerations ud.",
        [KERNEL_reactions]      = "Per joint R[6]: force and moment of parent on child at the child's joint point, ground axes; lam: multipliers.",
        [KERNEL_event]          = "Switching functions z: where one changes sign, abs, sign, step, min or max in the equations of motion changes over.",
        [KERNEL_mass_table]     = "Screws of the speeds and unit wrenches of the composite bodies, ground axes: the table behind M.",
        [KERNEL_transformation_table] = "Screws of the speeds and positions of the bodies, ground axes: the table behind B.",
        [KERNEL_transformation] = "Velocities of the bodies = B(q) u, accelerations = B ud + Bdu; rows per body: v, then w; B column-major.",
    };
    return equations[function];
}

/* ---- banners ---- */

void put_operations(text *o, op_count c)
{
    const struct { long n; const char *one; } parts[] = {
        { c.mul, "mul" }, { c.add, "add" }, { c.div, "div" }, { c.sqrt, "sqrt" }, { c.neg, "neg" }, { c.trig, "sin/cos" }, { c.call, "other functions" } };
    bool first = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n) {
            put(o, "%s%ld %s", first ? "" : ", ", parts[i].n, parts[i].one);
            first = false;
        }
    put_word(o, first ? "none" : "");
}

/* "crank" or "s.e0 s.e1 ...": the coordinates of joint j among all. */
static void joint_columns(const mrt_column *all, int from, int n, const char *array, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < n && used + 24 < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s%s[%d]", i ? " " : "", all[from + i].cut ? "c" : "", array, all[from + i].index);
}

static void put_joint_table(emitter *e, text *o)
{
    const mrt_mechanism *m = e->f->mechanism;
    if (!m->njoint)
        return;
    int name = 5, type = 4, parent = 6, child = 5;
    for (int i = 0; i < m->njoint; i++) {
        const mrt_joint *j = &m->joints[i];
        const struct { const char *s; int *width; } columns[] = { { j->name, &name }, { j->type, &type }, { j->parent, &parent }, { j->child, &child } };
        for (int c = 0; c < 4; c++)
            if ((int)strlen(columns[c].s) > *columns[c].width && strlen(columns[c].s) <= 24)
                *columns[c].width = (int)strlen(columns[c].s);
    }
    put(o, " *\n *   no  %-*s  %-*s  %-*s  %-*s  coordinates, speeds\n", name, "joint", type, "type", parent, "parent", child, "child");
    for (int i = 0; i < m->njoint; i++) {
        const mrt_joint *j = &m->joints[i];
        char q[160], u[160];
        joint_columns(m->all_q, j->all_q, j->nq, "q", q, sizeof q);
        joint_columns(m->all_u, j->all_u, j->nu, "u", u, sizeof u);
        text row = { 0 };
        put(&row, "%4d  %-*s  %-*s  %-*s  %-*s  %s%s%s%s", i + 1, name, j->name, type, j->type, parent, j->parent, child, j->child,
            q, *q ? "  " : "", u, j->cut ? "  (cut)" : "");
        while (row.n && row.at[row.n - 1] == ' ')
            row.at[--row.n] = '\0';
        put_word(o, " * ");
        put_comment(o, row.at);
        put_char(o, '\n');
        text_done(&row);
    }
}

static void put_sections(emitter *e, text *o)
{
    if (!e->nsection)
        return;
    int column = 0;
    for (int i = 0; i < e->nsection; i++) {
        int width = (int)strlen(e->section[i]) + 5;
        if (!column || column + width > 110) {
            put(o, column ? "\n *              " : " * sections     ");
            column = 16;
        }
        put(o, "%s%d ", column > 16 ? "  " : "", i + 1);
        put_comment(o, e->section[i]);
        column += width;
    }
    put_char(o, '\n');
}

void put_banner(emitter *e, text *o, const char *file, const char *about, const int *functions, int n)
{
    const emit_facts *f = e->f;
    put(o, "/*\n * %s -- %s.\n *\n * GENERATED, do not edit: change the model and generate again.\n *\n * model        ", file, about);
    put_comment(o, f->mechanism->name);
    if (*f->script) {
        put_word(o, " (");
        put_comment(o, f->script);
        put_word(o, ")");
    }
    put(o, "  model dump sha256 %.16s\n * generator    mechc %s\n * units        as in the model; angles in rad\n", f->sha256, f->version);
    put_word(o, " * licence      MIT-0: use, copy, change and pass on freely; no warranty. SPDX-License-Identifier: MIT-0\n");
    if (*f->mechanism->about) {
        put_word(o, " * about        ");
        put_comment(o, f->mechanism->about);
        put_char(o, '\n');
    }
    put_joint_table(e, o);
    if (n)
        put_word(o, " *\n");
    for (int i = 0; n && i < f->nchoice; i++) {
        put(o, " * %s", i ? "             " : "derivation   ");
        put_comment(o, f->choices[i].quantity);
        put_word(o, ": ");
        put_comment(o, f->choices[i].text);
        put_char(o, '\n');
    }
    if (n)
        put_sections(e, o);
    bool first = true;
    for (int i = 0; i < n; i++) {
        if (functions[i] == PLAN_INIT || function_is_table(functions[i]) || function_is_absent(e, functions[i]))
            continue;
        op_count c = program_count_kernel(e->p, (kernel_id)functions[i]);
        put(o, " * %-13s%-16s", first ? "operations" : "", function_name(functions[i]));
        first = false;
        put_operations(o, c);
        put(o, " (%ld flops)\n", op_flops(c));
    }
    put_word(o, " */\n");
}

/* ---- source files ---- */

static void put_helpers(emitter *e, text *o)
{
    static const struct { program_func func; const char *about, *arguments, *value; } helpers[] = {
        { PF_SIGN, "-1, 0 or 1", "(double x)", "(double)((x > 0) - (x < 0))" },
        { PF_STEP, "0 for negative x, 1 for positive x, 0.5 at 0", "(double x)", "x > 0 ? 1 : x < 0 ? 0 : 0.5" },
        { PF_MIN,  "the smaller one", "(double a, double b)", "a < b ? a : b" },
        { PF_MAX,  "the larger one", "(double a, double b)", "a > b ? a : b" },
    };
    static const char *const names[] = { "sign", "step", "min", "max" };
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (e->helper[helpers[i].func])
            put(o, "\n/* %s */\nstatic inline double %s_%s%s { return %s; }\n", helpers[i].about, e->name, names[i],
                helpers[i].arguments, helpers[i].value);
}

int table_size(const emitter *e)
{
    if (!program_loops(e->p))
        return 0;
    int mass = program_kernel_size(e->p, KERNEL_mass_table, 0), body = program_kernel_size(e->p, KERNEL_transformation_table, 0);
    return mass > body ? mass : body;
}

int work_size(const emitter *e) { return e->plan->nkept + e->plan->nshared + table_size(e); }

/* NULL with a message when a template cannot be read. */
static char *subject_text(emitter *e, const subject *s, const char *file, char *error, size_t size)
{
    text body = { 0 }, all = { 0 };
    int n = 0;
    memset(e->helper, 0, sizeof e->helper);
    e->math = false;
    e->out = &body;
    while (s->functions[n] >= 0)
        n++;
    collect_sections(e, s->functions, n);
    for (int i = 0; i < n; i++) {
        if (function_is_absent(e, s->functions[i]))
            continue;
        put_char(&body, '\n');
        put_function(e, s->functions[i]);
        char *loop = function_is_table(s->functions[i]) ? loop_text(e, (kernel_id)s->functions[i], error, size) : emit_copy("");
        if (!loop) {
            text_done(&body);
            return NULL;
        }
        put_word(&body, loop);
        free(loop);
    }
    put_banner(e, &all, file, s->about, s->functions, n);
    put(&all, "#include \"%s.h\"\n#include \"%s_work.h\"\n", e->name, e->name);
    put_word(&all, e->math ? "\n#include <math.h>\n" : "");
    put_helpers(e, &all);
    put_word(&all, body.at);
    text_done(&body);
    return text_take(&all);
}

static void put_constants(emitter *e, text *o)
{
    put(o, "\n/* The first doubles: what depends on the parameters alone. Written by %s_init. */\ntypedef struct %s_constants {\n", e->name, e->name);
    for (int i = 0; i < e->plan->nkept; i++) {
        const stmt *s = program_stmt(e->p, e->plan->kept[i]);
        text line = { 0 };
        put(&line, "double %s;", e->local[e->plan->kept[i]] ? e->local[e->plan->kept[i]] : s->name);
        put_statement(o, 4, 8, line.at, s->comment);
        text_done(&line);
    }
    put(o, "} %s_constants;\n", e->name);
}

/* Indices, not members: compilers walk through the members of a structure at every access, and there can be thousands. */
static void put_shared(emitter *e, text *o)
{
    int next = e->plan->nkept;
    put_word(o, "\n/* Behind them: where values pass from one part of a function to the next. */\nenum {\n");
    for (int i = 0; i < e->plan->nshared; i++) {
        int id = e->plan->shared[i];
        put(o, "    %s_W_%s = %d,\n", e->upper, e->local[id] ? e->local[id] : program_stmt(e->p, id)->name, next++);
    }
    put(o, "    %s_TABLE = %d%s/* for the loops that fill M and B: %d doubles */\n};\n", e->upper, next, "        ", table_size(e));
}

char *work_text(emitter *e)
{
    text o = { 0 };
    char file[80];
    snprintf(file, sizeof file, "%s_work.h", e->name);
    put_banner(e, &o, file, "the workspace of the solver, as its functions see it", NULL, 0);
    put(&o, "#ifndef %s_WORK_H\n#define %s_WORK_H\n", e->upper, e->upper);
    if (e->plan->nkept)
        put_constants(e, &o);
    if (e->plan->nshared || table_size(e))
        put_shared(e, &o);
    put(&o, "\n#endif\n");
    return text_take(&o);
}

/* ---- loops over tables ---- */

static char *numbers_text(const int *list, int n)
{
    text o = { 0 };
    put_word(&o, "");
    for (int i = 0; i < n; i++)
        put(&o, "%s%d%s", i % 20 ? " " : "    ", list[i], i + 1 == n ? "" : i % 20 == 19 ? ",\n" : ",");
    return text_take(&o);
}

char *loop_text(emitter *e, kernel_id table, char *error, size_t size)
{
    const loop_tables *l = program_loops(e->p);
    char nspeed[16], nbody[16], *up = numbers_text(l->up, l->nspeed), *last = numbers_text(l->last, l->nbody);
    snprintf(nspeed, sizeof nspeed, "%d", l->nspeed);
    snprintf(nbody, sizeof nbody, "%d", l->nbody);
    mark marks[] = { { "name", e->name }, { "nspeed", nspeed }, { "nbody", nbody }, { "up", up }, { "last", last } };
    char *made = template_text(e->f->templates, table == KERNEL_mass_table ? "loop_mass.c" : "loop_transformation.c", marks, 5, error, size);
    free(up);
    free(last);
    return made;
}

/* ---- all together ---- */

static void add_file(emit_files *files, const char *name, char *made)
{
    files->file = emit_grow(files->file, (size_t)(files->n + 1) * sizeof *files->file);
    files->file[files->n++] = (emit_file){ emit_copy(name), made };
}

/* Files made from templates alone. */
static bool add_templates(emitter *e, emit_files *files, char *error, size_t size)
{
    static const struct { const char *template, *file; } list[] = {
        { "solver_main.c", "%s_main.c" }, { "example.c", "example.c" }, { "Makefile", "Makefile" } };
    text banner = { 0 };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char name[96];
        snprintf(name, sizeof name, list[i].file, e->name);
        banner.n = 0;
        put_word(&banner, "");
        put(&banner, "%s (generated by mechc %s)", e->f->mechanism->name, e->f->version);
        mark marks[] = { { "name", e->name }, { "NAME", e->upper }, { "model", banner.at } };
        char *made = template_text(e->f->templates, list[i].template, marks, 3, error, size);
        if (!made) {
            text_done(&banner);
            return false;
        }
        add_file(files, name, made);
    }
    text_done(&banner);
    return true;
}

emit_files *emit_solver(const program *p, const program_plan *plan, const emit_facts *f, char *error, size_t size)
{
    emitter e;
    char name[96];
    emit_files *files = emit_alloc(sizeof *files);
    emitter_init(&e, p, plan, f);
    char *header = header_text(&e, error, size);
    bool good = header != NULL;
    if (good) {
        snprintf(name, sizeof name, "%s.h", e.name);
        add_file(files, name, header);
        snprintf(name, sizeof name, "%s_work.h", e.name);
        add_file(files, name, work_text(&e));
        for (int i = 0; good && i < SUBJECTS; i++) {
            snprintf(name, sizeof name, "%s_%s.c", e.name, subjects[i].word);
            char *made = subject_text(&e, &subjects[i], name, error, size);
            good = made != NULL;
            if (good)
                add_file(files, name, made);
        }
        snprintf(name, sizeof name, "%s_mechanism.c", e.name);
        if (good)
            add_file(files, name, descriptor_text(&e));
        good = good && add_templates(&e, files, error, size);
    }
    emitter_done(&e);
    if (good)
        return files;
    emit_free(files);
    return NULL;
}

void emit_free(emit_files *files)
{
    if (!files)
        return;
    for (int i = 0; i < files->n; i++) {
        free(files->file[i].name);
        free(files->file[i].text);
    }
    free(files->file);
    free(files);
}
