/*
 * engine.c -- engines by name, and runs with those that interpret the model.
 */
#include "engine.h"
#include "files.h"
#include "judge.h"
#include "../emit/emit.h"
#include "../../runtime/generic/generic.h"

#include <stdlib.h>
#include <string.h>

const engine mechc_engines[] = {
    { "generated", NULL, NULL },
    { "joint",     joint_engine, joint_engine_free },
    { "cartesian", cartesian_engine, cartesian_engine_free },
};
const int mechc_engine_count = sizeof mechc_engines/sizeof mechc_engines[0];

const engine *engine_find(const char *name)
{
    for (int i = 0; i < mechc_engine_count; i++) if (!strcmp(mechc_engines[i].name, name)) return &mechc_engines[i];
    return NULL;
}

/* ---- what the derivation would have said ---- */

static motion_kind kind_of(const model *m, int q)
{
    const joint_type *t = m->joints[m->q[q].joint].type;
    int index = m->q[q].index;
    for (int i = t->motions - 1; i > 0; i--)
        if (index >= t->motion[i].q && index < t->motion[i].q + (t->motion[i].kind == MOTION_SPHERICAL ? 4 : 1)) return t->motion[i].kind;
    return t->motion[0].kind;
}

/* Coordinates of cut joints that a drive or an expression may not use, or only with care. ORDER messages: derive/constraints.cpp, derive/signals.cpp. */
static int check_cut_coordinates(stages *s, const options *o)
{
    model *m = s->m;
    generic *x = generic_new(m, s->g);
    if (!x) { fprintf(stderr, "mechc: out of memory\n"); return EXIT_RUN; }
    for (int i = 0; i < m->ndrive; i++) {
        int q = m->drives[i].q;
        if (s->g->q_index[q] < 0 && kind_of(m, q) == MOTION_SPHERICAL)
            model_error(m, m->drives[i].at, "drive %s: joint %s is cut, and Euler parameters of a cut joint cannot be driven; write -cut no at the joint",
                        m->q[q].name, m->joints[m->q[q].joint].name);
    }
    for (int q = 0; q < m->nq; q++) {
        bool used = false;
        for (int i = 0; i < x->signals.n; i++) used = used || (x->signals.signal[i].kind == SIGNAL_Q && x->signals.signal[i].ref == q);
        for (int i = 0; i < m->ntorsion; i++) used = used || m->torsions[i].q == q;
        const joint *j = &m->joints[m->q[q].joint];
        if (used && s->g->q_index[q] < 0 && kind_of(m, q) == MOTION_ROTATION)
            model_warn(m, j->at_line, "joint \"%s\" closes a loop by its conditions (it is cut), so q(%s) is known within half a turn only: a force or constraint "
                       "that uses it jumps at +-pi; write -cut no at the joint and -cut yes at another of the loop if it turns further", j->name, m->q[q].name);
    }
    generic_free(x);
    return stages_show_messages(s, o->quiet) ? EXIT_SCRIPT : -1;
}

/* ---- the run ---- */

/* The words become_solver would start the solver with. */
static int run_here(const options *o, const mrt_mechanism *x)
{
    char **words = xalloc(((size_t)o->npass + 8)*sizeof *words), name[64], *folder;
    int n = 0;
    folder = o->out ? xformat("%s", o->out) : xformat("%s.results", emit_c_name(x->name, name));
    words[n++] = (char *)o->command->name;
    for (int i = 0; i < o->npass; i++) words[n++] = (char *)o->pass[i];
    if (o->quiet) words[n++] = "--quiet";
    if (o->json) words[n++] = "--json";
    words[n++] = "-o";
    words[n++] = folder;
    words[n] = NULL;
    int status = mrt_main(n, words, x);
    free(words), free(folder);
    return status;
}

int engine_run(const options *o, const engine *e)
{
    stages s;
    int status = stages_load(&s, o);
    mrt_mechanism x = s.facts;
    if (status < 0) status = check_cut_coordinates(&s, o);
    /* The judgement is about the tree's coordinates whatever the engine. */
    if (status < 0 && joint_engine(&s.facts, s.m, s.g)) fprintf(stderr, "mechc: out of memory\n"), status = EXIT_RUN;
    if (status < 0) status = run_check_options(&s, o);
    if (status < 0) status = judge_script(&s, o);
    if (status < 0 && e->make(&x, s.m, s.g)) fprintf(stderr, "mechc: out of memory\n"), status = EXIT_RUN;
    if (status < 0) {
        status = run_here(o, &x);
        e->free(&x);
    }
    if (s.facts.data) joint_engine_free(&s.facts);
    stages_done(&s);
    return status;
}
