/*
 * descriptor.c -- NAME.h and NAME_mechanism.c: what the caller and the runtime know of a solver.
 */
#include "emit_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the header ---- */

static void put_enum(emitter *e, text *o, name_list list, const char *about)
{
    if (!e->entries[list])
        return;
    put(o, "/* %s */\nenum {\n", about);
    for (int i = 0; i < e->entries[list]; i++)
        put(o, "    %s_%s_%s%s\n", e->upper, list_words[list], e->entry[list][i], i + 1 < e->entries[list] ? "," : "");
    put_word(o, "};\n\n");
}

static void put_parameter_table(emitter *e, text *o, const char *title, const mrt_parameter *p, int n, name_list list)
{
    if (!n)
        return;
    put(o, "/*\n * %s\n *\n", title);
    for (int i = 0; i < n; i++) {
        text line = { 0 };
        char number[32];
        put(&line, "%-20s %-14s %-10s %s", e->entry[list][i], program_number_text(p[i].value, number), p[i].unit, p[i].about);
        while (line.n && line.at[line.n - 1] == ' ')
            line.at[--line.n] = '\0';
        put_word(o, " *     ");
        put_comment(o, line.at);
        put_char(o, '\n');
        text_done(&line);
    }
    put_word(o, " */\n");
}

static char *enums_text(emitter *e)
{
    const mrt_mechanism *m = e->f->mechanism;
    text o = { 0 };
    put_word(&o, "");
    put_parameter_table(e, &o, "Parameters p: default, unit, meaning", m->parameters, m->np, LIST_P);
    put_enum(e, &o, LIST_P, "indices into p");
    put_parameter_table(e, &o, "Inputs in: default, unit, meaning", m->inputs, m->nin, LIST_IN);
    put_enum(e, &o, LIST_IN, "indices into in");
    put_enum(e, &o, LIST_Q, "indices into q, the coordinates of the tree");
    put_enum(e, &o, LIST_U, "indices into u, ud, tau and g");
    put_enum(e, &o, LIST_BODY, "bodies: 7 numbers each in x and guess, 6 in v, a and the rows of B");
    put_enum(e, &o, LIST_JOINT, "joints: 6 numbers each in R");
    put_enum(e, &o, LIST_Y, "indices into y");
    return text_take(&o);
}

static char *sizes_text(emitter *e)
{
    const mrt_mechanism *m = e->f->mechanism;
    const struct { const char *word; int n; const char *about; } sizes[] = {
        { "NQ", m->nq, "coordinates q" }, { "NU", m->nu, "speeds u" }, { "NP", m->np, "parameters p" }, { "NIN", m->nin, "inputs in" },
        { "NROW", m->nrow, "constraint rows" }, { "NBODY", m->nbody, "bodies" }, { "NJOINT", m->njoint, "joints" },
        { "NOUT", m->nout, "outputs y" }, { "NEVENT", m->nevent, "switching functions z" },
        { "NCQ", m->ncq, "coordinates cq of cut joints" }, { "NCU", m->ncu, "speeds cu of cut joints" },
        { "WORK", work_size(e), "doubles of workspace w" } };
    text o = { 0 };
    put_word(&o, "enum {\n");
    size_t n = sizeof sizes / sizeof *sizes;
    for (size_t i = 0; i < n; i++) {
        text line = { 0 };
        put(&line, "    %s_%s = %d%s", e->upper, sizes[i].word, sizes[i].n, i + 1 < n ? "," : "");
        put(&o, "%-40s/* %s */\n", line.at, sizes[i].about);
        text_done(&line);
    }
    put_word(&o, "};\n");
    return text_take(&o);
}

static char *prototypes_text(emitter *e)
{
    text o = { 0 };
    put_word(&o, "");
    for (int i = 0; i < PLAN_COUNT; i++) {
        int function = i ? i - 1 : PLAN_INIT;           /* init comes first */
        if (function_is_table(function) || function_is_absent(e, function))
            continue;
        put(&o, "%s/* %s */\n", i ? "\n" : "", function_equation(function));
        put_prototype(e, &o, function, ";");
    }
    return text_take(&o);
}

char *header_text(emitter *e, char *error, size_t size)
{
    text banner = { 0 };
    char file[80];
    snprintf(file, sizeof file, "%s.h", e->name);
    put_banner(e, &banner, file, "a solver for one mechanism", NULL, 0);
    char *enums = enums_text(e), *sizes = sizes_text(e), *prototypes = prototypes_text(e);
    mark marks[] = { { "banner", banner.at }, { "name", e->name }, { "NAME", e->upper }, { "sizes", sizes }, { "enums", enums },
                     { "prototypes", prototypes } };
    char *made = template_text(e->f->templates, "solver.h", marks, (int)(sizeof marks / sizeof *marks), error, size);
    text_done(&banner);
    free(enums);
    free(sizes);
    free(prototypes);
    return made;
}

/* ---- the tables ---- */

static const char *const quantities[] = { "MRT_ANGLE", "MRT_LENGTH", "MRT_EULER" };      /* ORDER mrt_quantity */
static const char *const row_kinds[] = { "MRT_ROW_CUT", "MRT_ROW_DRIVE", "MRT_ROW_CONSTRAINT", "MRT_ROW_DISTANCE" };

static const char *analyses(int set)
{
    static const char *const words[] = { "0", "MRT_KINEMATICS", "MRT_DYNAMICS", "MRT_KINEMATICS | MRT_DYNAMICS" };
    return words[set & 3];
}

static void put_parameters(text *o, const char *table, const char *about, const mrt_parameter *p, int n)
{
    if (!n)
        return;
    put(o, "\n/* %s */\nstatic const mrt_parameter %s[] = {\n", about, table);
    for (int i = 0; i < n; i++) {
        put_word(o, "    { ");
        put_string(o, p[i].name);
        put_word(o, ", ");
        put_string(o, p[i].unit);
        put_word(o, ", ");
        put_string(o, p[i].about);
        put_word(o, ", ");
        put_number(o, p[i].value);
        put_word(o, " },\n");
    }
    put_word(o, "};\n");
}

static void put_coordinates(text *o, const char *table, const char *about, const mrt_coordinate *q, int n)
{
    if (!n)
        return;
    put(o, "\n/* %s */\nstatic const mrt_coordinate %s[] = {\n", about, table);
    for (int i = 0; i < n; i++) {
        put_word(o, "    { ");
        put_string(o, q[i].name);
        put(o, ", %s, %d, ", quantities[q[i].quantity], q[i].joint);
        put_number(o, q[i].start);
        put(o, ", %d },\n", q[i].hold);
    }
    put_word(o, "};\n");
}

static void put_columns(text *o, const char *table, const char *about, const mrt_column *c, int n)
{
    if (!n)
        return;
    put(o, "\n/* %s */\nstatic const mrt_column %s[] = {\n", about, table);
    for (int i = 0; i < n; i++) {
        put_word(o, "    { ");
        put_string(o, c[i].name);
        put(o, ", %s, %d, %d },\n", quantities[c[i].quantity], c[i].cut, c[i].index);
    }
    put_word(o, "};\n");
}

static void put_rows(text *o, const mrt_mechanism *m)
{
    if (!m->nrow)
        return;
    put_word(o, "\n/* rows of Phi: kind, name, what, owner, analyses */\nstatic const mrt_row table_rows[] = {\n");
    for (int i = 0; i < m->nrow; i++) {
        const mrt_row *r = &m->rows[i];
        put(o, "    { %s, ", row_kinds[r->kind]);
        put_string(o, r->name);
        put_word(o, ", ");
        put_string(o, r->what);
        put(o, ", %d, %s },\n", r->owner, analyses(r->analyses));
    }
    put_word(o, "};\n");
}

static void put_bodies(text *o, const mrt_mechanism *m)
{
    if (!m->nbody)
        return;
    put_word(o, "\n/* bodies: name, mass, pose guess given, guess */\nstatic const mrt_body table_bodies[] = {\n");
    for (int i = 0; i < m->nbody; i++) {
        const mrt_body *b = &m->bodies[i];
        put_word(o, "    { ");
        put_string(o, b->name);
        put_word(o, ", ");
        put_number(o, b->mass);
        put(o, ", %d, { ", b->has_guess);
        for (int j = 0; j < 7; j++) {
            put_word(o, j ? ", " : "");
            put_number(o, b->guess[j]);
        }
        put_word(o, " } },\n");
    }
    put_word(o, "};\n");
}

static void put_joints(text *o, const mrt_mechanism *m)
{
    if (!m->njoint)
        return;
    put_word(o, "\n/* joints: name, type, parent, child, cut, first and number of coordinates, of speeds */\nstatic const mrt_joint table_joints[] = {\n");
    for (int i = 0; i < m->njoint; i++) {
        const mrt_joint *j = &m->joints[i];
        const char *const words[] = { j->name, j->type, j->parent, j->child };
        put_word(o, "    { ");
        for (int w = 0; w < 4; w++) {
            put_string(o, words[w]);
            put_word(o, ", ");
        }
        put(o, "%d, %d, %d, %d, %d },\n", j->cut, j->all_q, j->nq, j->all_u, j->nu);
    }
    put_word(o, "};\n");
}

static void put_lists(text *o, const mrt_mechanism *m)
{
    if (m->neuler) {
        put_word(o, "\n/* where groups of Euler parameters begin in q */\nstatic const int table_euler[] = { ");
        for (int i = 0; i < m->neuler; i++)
            put(o, "%s%d", i ? ", " : "", m->euler[i]);
        put_word(o, " };\n");
    }
    if (m->nout) {
        put_word(o, "\n/* outputs: name, unit */\nstatic const mrt_output table_outputs[] = {\n");
        for (int i = 0; i < m->nout; i++) {
            put_word(o, "    { ");
            put_string(o, m->outputs[i].name);
            put_word(o, ", ");
            put_string(o, m->outputs[i].unit);
            put_word(o, " },\n");
        }
        put_word(o, "};\n");
    }
    if (m->nevent) {
        put_word(o, "\n/* switching functions */\nstatic const char *const table_events[] = {\n");
        for (int i = 0; i < m->nevent; i++) {
            put_word(o, "    ");
            put_string(o, m->events[i]);
            put_word(o, ",\n");
        }
        put_word(o, "};\n");
    }
}

/* ---- the object ---- */

static void put_member(text *o, const char *value, const char *about)
{
    put(o, "    %-36s/* %s */\n", value, about);
}

static void put_analysis(text *o, const mrt_analysis *a)
{
    put(o, "      { %s, ", analyses(a->kind));
    put_number(o, a->from);
    put_word(o, ", ");
    put_number(o, a->to);
    put(o, ", %d, ", a->steps);
    put_string(o, a->method ? a->method : "");
    put_word(o, ", ");
    put_string(o, a->integrator ? a->integrator : "");
    put_word(o, ", ");
    put_number(o, a->rtol);
    put_word(o, ", ");
    put_number(o, a->atol);
    put(o, ", %d }", a->assemble);
}

static void put_object(emitter *e, text *o)
{
    const mrt_mechanism *m = e->f->mechanism;
    char value[160];
    put(o, "\nconst mrt_mechanism %s = {\n    ", e->name);
    put_string(o, m->name);
    put_word(o, ",\n    ");
    put_string(o, m->about);
    put_word(o, ",\n    ");
    put_string(o, m->provenance);
    put_word(o, ",\n");
    snprintf(value, sizeof value, "%d, %d, %d, %d,", m->nq, m->nu, m->np, m->nin);
    put_member(o, value, "nq, nu, np, nin");
    snprintf(value, sizeof value, "%d, %d, %d, %d, %d,", m->nrow, m->nbody, m->njoint, m->nout, m->nevent);
    put_member(o, value, "nrow, nbody, njoint, nout, nevent");
    snprintf(value, sizeof value, "%d, %d, %d, %d, %d,", m->ncq, m->ncu, m->nall_q, m->nall_u, m->neuler);
    put_member(o, value, "ncq, ncu, nall_q, nall_u, neuler");
    snprintf(value, sizeof value, "%d,", work_size(e));
    put_member(o, value, "work: doubles of workspace");
    char a[32], b[32];
    snprintf(value, sizeof value, "%s, %s,", program_number_text(m->alpha, a), program_number_text(m->beta, b));
    put_member(o, value, "alpha, beta: stabilisation");
    const struct { const char *table; int n; } tables[] = {
        { "parameters", m->np }, { "inputs", m->nin }, { "q", m->nq }, { "u", m->nu }, { "all_q", m->nall_q }, { "all_u", m->nall_u },
        { "euler", m->neuler }, { "rows", m->nrow }, { "bodies", m->nbody }, { "joints", m->njoint }, { "outputs", m->nout },
        { "events", m->nevent } };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(value, sizeof value, tables[i].n ? "table_%s," : "NULL,", tables[i].table);
        put_member(o, value, tables[i].table);
    }
    put_word(o, "    {                                   /* analyses: kind, from, to, steps, method, integrator, rtol, atol, assemble */\n");
    put_analysis(o, &m->analysis[0]);
    put_word(o, ",\n");
    put_analysis(o, &m->analysis[1]);
    put_word(o, "\n    },\n");
    put(o, "    %s_init", e->name);
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (function_is_absent(e, i) && !function_is_table(i))
            put(o, ",\n    NULL                                /* %s: there is none */", function_name(i));
        else if (!function_is_table(i))
            put(o, ",\n    %s_%s", e->name, function_name(i));
    put_word(o, ",\n    NULL, NULL, NULL, NULL, NULL, NULL  /* engine, data, done, augmented, side, assemble: of engines that interpret a model */\n};\n");
}

char *descriptor_text(emitter *e)
{
    const mrt_mechanism *m = e->f->mechanism;
    text o = { 0 }, all = { 0 };
    char file[96];
    put_word(&o, "");
    put_parameters(&o, "table_parameters", "parameters: name, unit, meaning, default", m->parameters, m->np);
    put_parameters(&o, "table_inputs", "inputs: name, unit, meaning, default", m->inputs, m->nin);
    put_coordinates(&o, "table_q", "coordinates of the tree: name, quantity, joint, start, held", m->q, m->nq);
    put_coordinates(&o, "table_u", "speeds of the tree", m->u, m->nu);
    put_columns(&o, "table_all_q", "coordinates of all joints: name, quantity, of a cut joint, index", m->all_q, m->nall_q);
    put_columns(&o, "table_all_u", "speeds of all joints", m->all_u, m->nall_u);
    put_rows(&o, m);
    put_bodies(&o, m);
    put_joints(&o, m);
    put_lists(&o, m);
    put_object(e, &o);

    snprintf(file, sizeof file, "%s_mechanism.c", e->name);
    put_banner(e, &all, file, "what the runtime knows of the mechanism", NULL, 0);
    put(&all, "#include \"%s.h\"\n", e->name);
    put_word(&all, strstr(o.at, "NAN") ? "\n#include <math.h>\n" : "");        /* values that are not given */
    put_word(&all, o.at);
    text_done(&o);
    return text_take(&all);
}
