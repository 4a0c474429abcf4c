/*
 * function.c -- one function of the solver: leaves read at the top, one constant per line under the headings of its sections, results written where they
 * are computed. A long function is printed as chunks, which it calls one after the other.
 */
#include "emit_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ZEROS = 8, NAME_WIDTH = 12, ARRAYS = 6 };

static const char *const leaf_names[LEAF_COUNT] = { "p", "t", "q", "u", "ud", "in", "tau", "lam", "stable", "mode" };

/* What one chunk reads and writes. */
typedef struct traffic {
    unsigned      leaves;               /* bit per leaf array */
    unsigned      arrays;               /* bit per output array */
    bool          constants;            /* uses what init left in the workspace, or is init itself */
    bool          reads_work, writes_work;      /* values that pass from chunk to chunk */
    int          *read; int nread;      /* leaves, and values of earlier chunks, read at the top; in order */
    emitter      *e;
    int           start;
} traffic;

const char *function_name(int function)
{
    return function == PLAN_INIT ? "init" : program_kernel_name((kernel_id)function);
}

/* ORDER kernels: TABLE lines of kernels.def */
bool function_is_table(int function)
{
    static const bool table[PLAN_COUNT] = {
#define KERNEL(id, inputs, outputs, about) [KERNEL_##id] = false,
#define TABLE(id, inputs, outputs, about) [KERNEL_##id] = true,
#include "../program/kernels.def"
#undef KERNEL
    };
    return table[function];
}

bool function_is_absent(const emitter *e, int function)
{
    if (function_is_table(function)) return !program_loops(e->p);
    return (function == KERNEL_forward || function == KERNEL_accelerations) && program_kernel_size(e->p, (kernel_id)function, 0) < 0;
}

/* The kernel's first array is filled by a loop over a table. */
static bool has_loop(const emitter *e)
{
    return e->function != PLAN_INIT && program_table_of(e->p, (kernel_id)e->function) != KERNEL_COUNT;
}

static const char *local_name(const emitter *e, int id)
{
    return e->local[id] ? e->local[id] : program_stmt(e->p, id)->name;
}

/* ---- signatures ---- */

static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

static void put_input(text *o, leaf_array leaf, bool type)
{
    static const char *const types[LEAF_COUNT] = { [LEAF_T] = "double ", [LEAF_MODE] = "int " };
    put(o, ", %s%s", !type ? "" : types[leaf] ? types[leaf] : "const double *", leaf_names[leaf]);
}

/* Arguments behind the workspace, with their types or, in a call, without: those in the masks. ORDER kernels: mode t q u ud in tau lam stable. */
static void put_arguments(text *o, int function, unsigned leaves, unsigned arrays, bool type)
{
    static const leaf_array order[] = { LEAF_MODE, LEAF_T, LEAF_Q, LEAF_U, LEAF_UD, LEAF_IN, LEAF_TAU, LEAF_LAM, LEAF_STABLE };
    if (function == PLAN_INIT) {
        if (leaves & 1u << LEAF_P)
            put_input(o, LEAF_P, type);
        return;
    }
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (has_word(program_kernel_inputs((kernel_id)function), leaf_names[order[i]]) && (leaves & 1u << order[i]))
            put_input(o, order[i], type);
    for (int a = 0; program_kernel_array_name((kernel_id)function, a); a++)
        if (arrays & 1u << a)
            put(o, ", %s%s", type ? "double *" : "", program_kernel_array_name((kernel_id)function, a));
}

void put_prototype(emitter *e, text *o, int function, const char *end)
{
    text line = { 0 };
    put(&line, "%svoid %s_%s(double *w", function_is_table(function) ? "static " : "", e->name, function_name(function));
    int hang = (int)strcspn(line.at, "(") + 1;
    put_arguments(&line, function, ~0u, ~0u, true);
    put(&line, ")%s", end);
    /* lines are broken between arguments */
    for (size_t i = 0; i + 1 < line.n; i++)
        if (line.at[i] == ',' && line.at[i + 1] == ' ')
            line.at[i + 1] = '\2';
    text marked = { 0 };
    for (size_t i = 0; i < line.n; i++)
        if (line.at[i] == '\2')
            put_word(&marked, " \1");
        else
            put_char(&marked, line.at[i]);
    put_statement(o, 0, hang, marked.at, "");
    text_done(&line);
    text_done(&marked);
}

/* ---- the tables of a function ---- */


static void add_output(emitter *e, output x, int id)
{
    if (e->noutput % 256 == 0)
        e->output = emit_grow(e->output, (size_t)(e->noutput + 256) * sizeof *e->output);
    x.next = e->outputs[id];
    e->output[e->noutput] = x;
    e->outputs[id] = e->noutput++;
}

/* Which outputs each computed statement is; the others (numbers, leaves, parameters) come last in the function. */
static void collect_outputs(emitter *e, kernel_id k)
{
    e->noutput = 0;
    for (int a = ARRAYS - 1; a >= 0; a--)
        for (int i = program_kernel_size(e->p, k, a) - 1; i >= 0; i--) {
            pref r = program_kernel_get(e->p, k, a, i);
            int id = r.id ? value_behind(e, r.id) : 0, sign = r.sign;
            if (!id || e->place[id] < 0)
                continue;
            for (int at = r.id; at != id; at = program_stmt(e->p, at)->terms->factors->id)
                sign = -sign;
            add_output(e, (output){ a, i, sign, -1, false }, id);
        }
}

/* Counts uses within the chunk; a value used behind its end passes through the workspace. */
static void count_use(void *data, int id)
{
    const traffic *t = data;
    if (t->e->place[id] >= t->start)
        t->e->uses[id]++;
    else if (t->e->place[id] >= 0)
        t->e->stored[id] = 1;
}

static void count_uses(emitter *e, const plan_function *f)
{
    traffic t = { .e = e };
    for (int c = 0; c < f->nchunk; c++) {
        t.start = c ? f->end[c - 1] : 0;
        for (int i = t.start; i < f->end[c]; i++)
            program_each_use(e->p, f->order[i], count_use, &t);
    }
}

/* A kernel that uses what it is not given is a mistake of the derivation. */
static void check_leaves(const emitter *e, const plan_function *f)
{
    unsigned deps = 0;
    for (int i = 0; i < f->n; i++)
        deps |= program_stmt(e->p, f->order[i])->deps;
    for (int leaf = 1; leaf < LEAF_COUNT; leaf++)
        if ((deps & 1u << leaf) && !has_word(program_kernel_inputs((kernel_id)e->function), leaf_names[leaf])) {
            fprintf(stderr, "mechc: internal error: kernel %s depends on %s\n", function_name(e->function), leaf_names[leaf]);
            exit(1);
        }
}

static void enter_function(emitter *e, int function)
{
    const plan_function *f = &e->plan->function[function];
    e->function = function;
    e->chunk = 0;
    for (int id = 0; id <= program_count(e->p); id++) {
        e->place[id] = e->outputs[id] = -1;
        e->uses[id] = 0;
        e->stored[id] = function == PLAN_INIT && e->plan->in_work[id];
    }
    for (int i = 0; i < f->n; i++)
        e->place[f->order[i]] = i;
    count_uses(e, f);
    if (function == PLAN_INIT)
        return;
    check_leaves(e, f);
    collect_outputs(e, (kernel_id)function);
}

/* ---- chunks: what they read and write ---- */

static void add_read(traffic *t, int id)
{
    if (t->nread % 64 == 0)
        t->read = emit_grow(t->read, (size_t)(t->nread + 64) * sizeof *t->read);
    t->read[t->nread++] = id;
}

static int compare_ids(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void note_use(void *data, int id)
{
    traffic *t = data;
    const emitter *e = t->e;
    const stmt *s = program_stmt(e->p, id);
    if (s->kind == STMT_LEAF && (e->function == PLAN_INIT || !program_parameter_only(s))) {
        t->leaves |= 1u << s->leaf;
        add_read(t, id);
    } else if (program_parameter_only(s)) {
        t->constants = t->constants || e->function != PLAN_INIT || e->place[id] < t->start;
    } else if (e->place[id] < t->start) {
        t->reads_work = true;
        add_read(t, id);
    }
}

static traffic chunk_traffic(emitter *e, int chunk)
{
    const plan_function *f = &e->plan->function[e->function];
    traffic t = { .e = e, .start = chunk ? f->end[chunk - 1] : 0 };
    for (int i = t.start; i < f->end[chunk]; i++) {
        int id = f->order[i];
        program_each_use(e->p, id, note_use, &t);
        if (e->stored[id])
            *(e->function == PLAN_INIT ? &t.constants : &t.writes_work) = true;
        for (int x = e->outputs[id]; x >= 0; x = e->output[x].next)
            t.arrays |= 1u << e->output[x].array;
    }
    if (t.nread)
        qsort(t.read, (size_t)t.nread, sizeof *t.read, compare_ids);
    return t;
}

/* ---- lines ---- */

static void put_leaf(emitter *e, text *o, const stmt *s)
{
    static const name_list lists[LEAF_COUNT] = { [LEAF_P] = LIST_P, [LEAF_Q] = LIST_Q, [LEAF_U] = LIST_U, [LEAF_UD] = LIST_U,
                                                 [LEAF_IN] = LIST_IN, [LEAF_TAU] = LIST_U };
    if (s->leaf == LEAF_T) {
        put_word(o, "t");
    } else if (s->leaf == LEAF_MODE) {
        put(o, "(mode == %s)", s->index ? "MRT_DYNAMICS" : "MRT_KINEMATICS");
    } else if (s->leaf == LEAF_LAM || s->leaf == LEAF_STABLE || s->index >= e->entries[lists[s->leaf]]) {
        put(o, "%s[%d]", leaf_names[s->leaf], s->index);
    } else {
        name_list list = lists[s->leaf];
        put(o, "%s[%s_%s_%s]", leaf_names[s->leaf], e->upper, list_words[list], e->entry[list][s->index]);
    }
}

static void put_output(emitter *e, text *o, int array, int index)
{
    static const struct { const char *array; name_list list; } lists[] = {
        { "q0", LIST_Q }, { "qd", LIST_Q }, { "u0", LIST_U }, { "ud", LIST_U }, { "tau", LIST_U }, { "g", LIST_U }, { "y", LIST_Y } };
    const char *name = program_kernel_array_name((kernel_id)e->function, array);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(lists[i].array, name) && index < e->entries[lists[i].list]) {
            put(o, "%s[%s_%s_%s]", name, e->upper, list_words[lists[i].list], e->entry[lists[i].list][index]);
            return;
        }
    put(o, "%s[%d]", name, index);
}

/* The outputs with this sign, as the left side of an assignment: "M[1] = M[2] = ". Returns their number. */
static int put_targets(emitter *e, text *o, int id, int sign)
{
    int n = 0;
    for (int x = e->outputs[id]; x >= 0; x = e->output[x].next)
        if (e->output[x].sign == sign) {
            put_output(e, o, e->output[x].array, e->output[x].index);
            put_word(o, " = \1");
            n++;
        }
    return n;
}

static void put_reads(emitter *e, const traffic *t)
{
    for (int i = 0; i < t->nread; i++) {
        int id = t->read[i];
        const stmt *s = program_stmt(e->p, id);
        if ((i && id == t->read[i - 1]) || (s->kind == STMT_LEAF && s->leaf == LEAF_T))
            continue;
        text line = { 0 };
        put_word(&line, "const double ");
        put_word(&line, local_name(e, id));
        put_word(&line, " = ");
        if (s->kind == STMT_LEAF)
            put_leaf(e, &line, s);
        else
            put(&line, "w[%s_W_%s]", e->upper, local_name(e, id));
        put_char(&line, ';');
        put_statement(e->out, 4, 8, line.at, s->kind == STMT_LEAF ? s->comment : "");
        text_done(&line);
    }
}

static int section_number(const emitter *e, const char *heading)
{
    for (int i = 0; i < e->nsection; i++)
        if (!strcmp(e->section[i], heading))
            return i + 1;
    return 0;
}

/* Numbered in the order of the program, so that the numbers rise in every function of the file. */
void collect_sections(emitter *e, const int *functions, int n)
{
    int count = program_count(e->p);
    char *in_file = emit_alloc((size_t)count + 1);
    e->nsection = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < e->plan->function[functions[i]].n; k++)
            in_file[e->plan->function[functions[i]].order[k]] = 1;
    for (int id = 1; id <= count; id++) {
        const char *heading = program_stmt(e->p, id)->section;
        if (!in_file[id] || !*heading || section_number(e, heading))
            continue;
        e->section = emit_grow(e->section, (size_t)(e->nsection + 1) * sizeof *e->section);
        e->section[e->nsection++] = heading;
    }
    free(in_file);
}

/* What the statement is as a result with this sign: the first entry that has a meaning, or "". */
static const char *result_meaning(const emitter *e, int id, int sign, char *out, size_t size)
{
    out[0] = '\0';
    for (int x = e->outputs[id]; x >= 0 && !*out; x = e->output[x].next)
        if (e->output[x].sign == sign)
            entry_meaning(e, program_kernel_array_name((kernel_id)e->function, e->output[x].array), e->output[x].index, out, size);
    return out;
}

/* True if the statement is among the outputs of the script: "output" beside it would say no more than the y it is written to. */
static bool is_output(const emitter *e, int id)
{
    return e->function == KERNEL_output && e->outputs[id] >= 0;
}

static void put_definition(emitter *e, int id, int width)
{
    const stmt *s = program_stmt(e->p, id);
    int positive = 0, negative = 0;
    for (int x = e->outputs[id]; x >= 0; x = e->output[x].next)
        *(e->output[x].sign > 0 ? &positive : &negative) += 1;
    bool init = e->function == PLAN_INIT, work = e->stored[id];
    text line = e->line;                /* keeps its room from statement to statement */
    line.n = 0;
    /* a value that nothing else uses needs no name of its own */
    bool direct = !e->uses[id] && (work ? !negative : !positive != !negative);
    int sign = 1;
    if (!direct)
        put(&line, "const double %-*s = ", width, local_name(e, id));
    else if (!init)
        put_targets(e, &line, id, sign = positive || work ? 1 : -1);
    if (work && init)
        put(&line, "k->%s = ", local_name(e, id));
    else if (work)
        put(&line, "w[%s_W_%s] = ", e->upper, local_name(e, id));
    int hang = 4;
    for (size_t i = 0; i < line.n; i++)
        hang += line.at[i] != '\1';
    put_formula(e, &line, s, sign);
    put_char(&line, ';');
    char meaning[160] = "";
    if (direct && !init)
        result_meaning(e, id, sign, meaning, sizeof meaning);
    put_statement(e->out, 4, hang > 48 ? 12 : hang, line.at, *meaning || (direct && is_output(e, id)) ? meaning : s->comment);
    line.n = 0;
    if (!direct)
        for (int side = 1; side >= -1; side -= 2)
            if (line.n = 0, put_targets(e, &line, id, side)) {
                put(&line, "%s%s;", side < 0 ? "-" : "", local_name(e, id));
                put_statement(e->out, 4, 12, line.at, result_meaning(e, id, side, meaning, sizeof meaning));
            }
    e->line = line;
}

/* Width to which the names of the statements from i on, in the same section, are padded. */
static int name_width(const emitter *e, const plan_function *f, int i, int end)
{
    const char *section = program_stmt(e->p, f->order[i])->section;
    int width = 0;
    for (; i < end && !strcmp(program_stmt(e->p, f->order[i])->section, section); i++) {
        int n = (int)strlen(local_name(e, f->order[i]));
        if (n > width && n <= NAME_WIDTH)
            width = n;
    }
    return width;
}

static void put_chunk(emitter *e, int chunk, const traffic *t)
{
    const plan_function *f = &e->plan->function[e->function];
    const char *section = "";
    int width = 0;
    e->chunk = chunk;
    put_reads(e, t);
    for (int i = t->start; i < f->end[chunk]; i++) {
        const stmt *s = program_stmt(e->p, f->order[i]);
        if (i == t->start || strcmp(s->section, section)) {
            section = s->section;
            width = name_width(e, f, i, f->end[chunk]);
            if (*section)
                put(e->out, "\n    /* %d. %s */\n", section_number(e, section), section);
        }
        put_definition(e, f->order[i], width);
    }
}

/* ---- results that are not computed ---- */

static int zeros(const emitter *e, int array)
{
    int n = 0;
    if (has_loop(e) && array == 0)
        return 0;
    for (int i = 0; i < program_kernel_size(e->p, (kernel_id)e->function, array); i++) {
        pref r = program_kernel_get(e->p, (kernel_id)e->function, array, i);
        n += !r.id && r.number == 0;
    }
    return n;
}

static void put_zeros(emitter *e)
{
    for (int a = 0; program_kernel_array_name((kernel_id)e->function, a); a++)
        if (zeros(e, a) > MOST_ZEROS)
            put(e->out, "    for (int i = 0; i < %d; i++)\n        %s[i] = 0;\n", program_kernel_size(e->p, (kernel_id)e->function, a),
                program_kernel_array_name((kernel_id)e->function, a));
}

/* A result that is a number (zeros apart), a leaf or a parameter, as one assignment. */
static void put_plain_result(emitter *e, int a, int i, pref r, int id)
{
    text line = { 0 };
    put_output(e, &line, a, i);
    put_word(&line, " = ");
    if (!r.id) {
        put_number(&line, r.number);
        e->math = e->math || isnan(r.number);           /* NAN: not given */
    } else if (r.id != id)
        put_value(e, &line, r.id);
    else if (put_word(&line, r.sign < 0 ? "-" : ""), program_parameter_only(program_stmt(e->p, id)))
        put_value(e, &line, id);
    else
        put_leaf(e, &line, program_stmt(e->p, id));
    put_word(&line, ";");
    char meaning[160];
    put_statement(e->out, 4, 8, line.at, entry_meaning(e, program_kernel_array_name((kernel_id)e->function, a), i, meaning, sizeof meaning));
    text_done(&line);
}

/* Everything among the results that is not computed: zeros together, then the others. */
static void put_plain_results(emitter *e)
{
    bool first = e->plan->function[e->function].n > 0;
    for (int a = 0; program_kernel_array_name((kernel_id)e->function, a); a++) {
        text zero = { 0 };
        int n = zeros(e, a) > MOST_ZEROS ? 0 : zeros(e, a);
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < program_kernel_size(e->p, (kernel_id)e->function, a); i++) {
                pref r = program_kernel_get(e->p, (kernel_id)e->function, a, i);
                int id = r.id ? value_behind(e, r.id) : 0;
                bool nothing = !r.id && r.number == 0;
                if ((id && e->place[id] >= 0) || nothing != !pass || (nothing && !n) || (has_loop(e) && a == 0))
                    continue;
                if (first)
                    put_word(e->out, "\n    /* results that are given or constant */\n");
                first = false;
                if (!nothing) {
                    put_plain_result(e, a, i, r, id);
                    continue;
                }
                put_output(e, &zero, a, i);
                put_word(&zero, " = \1");
            }
            if (!pass && zero.n) {
                put_word(&zero, "0;");
                put_statement(e->out, 4, 8, zero.at, "");
            }
        }
        text_done(&zero);
    }
}

/* Parameters that the kernels use as they are. */
static void put_kept_leaves(emitter *e)
{
    for (int i = 0; i < e->plan->nkept; i++) {
        const stmt *s = program_stmt(e->p, e->plan->kept[i]);
        if (s->kind != STMT_LEAF)
            continue;
        put(e->out, "    k->%s = ", local_name(e, e->plan->kept[i]));
        put_leaf(e, e->out, s);
        put_word(e->out, ";\n");
    }
}

/* What the results at the end of the function use. */
static void note_plain_results(emitter *e, traffic *t)
{
    for (int a = 0; program_kernel_array_name((kernel_id)e->function, a); a++)
        for (int i = 0; i < program_kernel_size(e->p, (kernel_id)e->function, a); i++) {
            pref r = program_kernel_get(e->p, (kernel_id)e->function, a, i);
            int id = r.id ? value_behind(e, r.id) : 0;
            t->arrays |= 1u << a;
            if (id && e->place[id] < 0) {
                const stmt *s = program_stmt(e->p, id);
                if (program_parameter_only(s))
                    t->constants = true;
                else
                    t->leaves |= 1u << s->leaf;
            }
        }
}

/* ---- the whole function ---- */

/* Arguments that nothing uses, so that no compiler complains. */
static void put_unused(emitter *e, const traffic *t)
{
    text line = { 0 };
    put_word(&line, "");
    if (!t->constants && !t->reads_work && !t->writes_work)
        put_word(&line, "(void)w; \1");
    for (int leaf = 0; leaf < LEAF_COUNT; leaf++) {
        bool argument = e->function == PLAN_INIT ? leaf == LEAF_P : has_word(program_kernel_inputs((kernel_id)e->function), leaf_names[leaf]);
        if (argument && !(t->leaves & 1u << leaf))
            put(&line, "(void)%s; \1", leaf_names[leaf]);
    }
    for (int a = 0; e->function != PLAN_INIT && program_kernel_array_name((kernel_id)e->function, a); a++)
        if (!(t->arrays & 1u << a))
            put(&line, "(void)%s; \1", program_kernel_array_name((kernel_id)e->function, a));
    if (line.n) {
        line.at[line.n - 2] = '\0';
        put_statement(e->out, 4, 4, line.at, "");
    }
    text_done(&line);
}

/* M or B: first the table, then the loop over it. */
static void put_loop(emitter *e)
{
    kernel_id table = program_table_of(e->p, (kernel_id)e->function);
    const char *array = program_kernel_array_name((kernel_id)e->function, 0);
    text arguments = { 0 };
    put_word(&arguments, "");
    put_arguments(&arguments, (int)table, ~0u, 0, false);
    put(e->out, "    %s_%s(w%s, w + %s_TABLE);\n    %s_fill_%s(w + %s_TABLE, %s);\n", e->name, program_kernel_name(table), arguments.at,
        e->upper, e->name, array, e->upper, array);
    text_done(&arguments);
}

static void note_loop(emitter *e, traffic *t)
{
    const char *inputs = program_kernel_inputs(program_table_of(e->p, (kernel_id)e->function));
    t->writes_work = true;
    for (int leaf = 0; leaf < LEAF_COUNT; leaf++)
        if (has_word(inputs, leaf_names[leaf]))
            t->leaves |= 1u << leaf;
}

static void put_constants_pointer(emitter *e)
{
    const char *only = e->function == PLAN_INIT ? "" : "const ";
    put(e->out, "    %s%s_constants *k = (%s%s_constants *)w;\n", only, e->name, only, e->name);
}

/* Not static: a compiler would put a function that is called once back into its caller, and take more than linear time again. */
static void put_chunk_head(emitter *e, int chunk, const traffic *t, const char *end)
{
    text line = { 0 }, arguments = { 0 };
    put(&line, "void %s_%s_%d(", e->name, function_name(e->function), chunk + 1);
    if (t->constants)
        put(&arguments, ", %s%s_constants *k", e->function == PLAN_INIT ? "" : "const ", e->name);
    if (t->reads_work || t->writes_work)
        put(&arguments, ", %sdouble *w", t->writes_work ? "" : "const ");
    put_arguments(&arguments, e->function, t->leaves, t->arrays, true);
    put(&line, "%s)%s", arguments.n ? arguments.at + 2 : "void", end);
    put_statement(e->out, 0, 4, line.at, "");
    text_done(&line);
    text_done(&arguments);
}

static void put_chunk_function(emitter *e, int chunk, const traffic *t)
{
    const plan_function *f = &e->plan->function[e->function];
    put(e->out, "\n/* Part %d of %d of %s_%s. */\n", chunk + 1, f->nchunk, e->name, function_name(e->function));
    put_chunk_head(e, chunk, t, "");
    put_word(e->out, "{\n");
    put_chunk(e, chunk, t);
    put_word(e->out, "}\n");
}

static void put_chunk_call(emitter *e, int chunk, const traffic *t)
{
    text arguments = { 0 };
    put_word(&arguments, t->constants ? ", k" : "");
    put_word(&arguments, t->reads_work || t->writes_work ? ", w" : "");
    put_arguments(&arguments, e->function, t->leaves, t->arrays, false);
    put(e->out, "    %s_%s_%d(%s);\n", e->name, function_name(e->function), chunk + 1, arguments.n ? arguments.at + 2 : "");
    text_done(&arguments);
}

void put_function(emitter *e, int function)
{
    enter_function(e, function);
    const plan_function *f = &e->plan->function[function];
    traffic *t = emit_alloc((size_t)f->nchunk * sizeof *t), all = { 0 };
    for (int c = 0; c < f->nchunk; c++) {
        t[c] = chunk_traffic(e, c);
        all.leaves |= t[c].leaves;
        all.constants = all.constants || t[c].constants;
        all.reads_work = all.reads_work || t[c].reads_work;
        all.writes_work = all.writes_work || t[c].writes_work;
        if (f->nchunk > 1)
            put_chunk_head(e, c, &t[c], c + 1 < f->nchunk ? ";" : ";\n");
    }
    if (function != PLAN_INIT)
        note_plain_results(e, &all);
    if (has_loop(e))
        note_loop(e, &all);
    for (int i = 0; function == PLAN_INIT && i < e->plan->nkept; i++)
        if (program_stmt(e->p, e->plan->kept[i])->kind == STMT_LEAF) {
            all.leaves |= 1u << LEAF_P;
            all.constants = true;
        }
    put(e->out, "/* %s */\n", function_equation(function));
    put_prototype(e, e->out, function, "");
    put_word(e->out, "{\n");
    put_unused(e, &all);
    if (all.constants)
        put_constants_pointer(e);
    if (function != PLAN_INIT)
        put_zeros(e);
    if (has_loop(e))
        put_loop(e);
    if (f->nchunk == 1)
        put_chunk(e, 0, &t[0]);
    for (int c = 0; c < f->nchunk && f->nchunk > 1; c++)
        put_chunk_call(e, c, &t[c]);
    if (function == PLAN_INIT)
        put_kept_leaves(e);
    else
        put_plain_results(e);
    put_word(e->out, "}\n");
    for (int c = 0; c < f->nchunk && f->nchunk > 1; c++)
        put_chunk_function(e, c, &t[c]);
    for (int c = 0; c < f->nchunk; c++)
        free(t[c].read);
    free(t);
}
