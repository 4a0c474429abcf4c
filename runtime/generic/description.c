/*
 * description.c -- the model compiled once: tapes of all its expressions, and which coordinates they use.
 */
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

/* ---- tapes ---- */

static tape **tapes(int n) { return calloc((size_t)(n > 0 ? n : 1), sizeof(tape *)); }

static void free_tapes(tape **t, int n)
{
    for (int i = 0; t && i < n; i++) tape_free(t[i]);
    free(t);
}

/* True unless memory ran out. */
static bool compile(generic *x, tape **to, const expr *e)
{
    *to = tape_new(x->m, e, &x->signals);
    if (*to && 3*tape_size(*to) > x->registers) x->registers = 3*tape_size(*to);
    return *to != NULL;
}

static bool compile_rows(generic *x)
{
    const model *m = x->m;
    bool good = true;
    for (int i = 0; good && i < m->ndrive; i++) good = compile(x, &x->drive[i], m->drives[i].value);
    for (int i = 0; good && i < m->nload; i++) good = compile(x, &x->load[i], m->loads[i].value);
    for (int i = 0; good && i < m->nconstraint; i++) good = compile(x, &x->constraint[i], m->constraints[i].value);
    for (int i = 0; good && i < m->ndistance; i++) good = compile(x, &x->length[i], m->distances[i].length);
    for (int i = 0; good && i < 3*m->nforce; i++) good = compile(x, &x->force[i], m->forces[i/3].f[i%3]);
    for (int i = 0; good && i < 3*m->ntorque; i++) good = compile(x, &x->torque[i], m->torques[i/3].m[i%3]);
    return good;
}

/* Stiffness, free length or angle, damping; whether one of them changes during the motion. */
static bool compile_three(generic *x, tape **to, const expr *a, const expr *b, const expr *c, bool *varies)
{
    if (!compile(x, &to[0], a) || !compile(x, &to[1], b) || !compile(x, &to[2], c)) return false;
    for (int k = 0; k < 3; k++) *varies |= !tape_uses_parameters_only(to[k]);
    return true;
}

static bool compile_springs(generic *x)
{
    const model *m = x->m;
    bool good = true;
    for (int i = 0; good && i < m->nspring; i++)
        good = compile_three(x, &x->spring[3*i], m->springs[i].k, m->springs[i].length, m->springs[i].c, &x->spring_varies[i]);
    for (int i = 0; good && i < m->ntorsion; i++)
        good = compile_three(x, &x->torsion[3*i], m->torsions[i].k, m->torsions[i].angle, m->torsions[i].c, &x->torsion_varies[i]);
    return good;
}

/* Only what switches the equations of motion is an event; a kink in an output is not. */
static void add_kinks(generic *x, const tape *t, int analyses)
{
    for (int i = 0; i < tape_kinks(t); i++, x->nkink++)
        if (x->kink) x->kink[x->nkink].x = t, x->kink[x->nkink].index = i, x->kink[x->nkink].analyses = analyses;
}

static void all_kinks(generic *x)
{
    const model *m = x->m;
    x->nkink = 0;
    for (int i = 0; i < 3*m->nspring; i++) add_kinks(x, x->spring[i], FOR_BOTH);
    for (int i = 0; i < 3*m->nforce; i++) add_kinks(x, x->force[i], FOR_BOTH);
    for (int i = 0; i < 3*m->ntorque; i++) add_kinks(x, x->torque[i], FOR_BOTH);
    for (int i = 0; i < 3*m->ntorsion; i++) add_kinks(x, x->torsion[i], FOR_BOTH);
    for (int i = 0; i < m->nload; i++) add_kinks(x, x->load[i], m->loads[i].analyses);
    for (int i = 0; i < m->ndrive; i++) add_kinks(x, x->drive[i], m->drives[i].analyses);
    for (int i = 0; i < m->nconstraint; i++) add_kinks(x, x->constraint[i], FOR_BOTH);
    for (int i = 0; i < m->ndistance; i++) add_kinks(x, x->length[i], FOR_BOTH);
}

/* Coordinates and speeds that drives, loads, torsions and signals need. */
static void mark_used(generic *x)
{
    const model *m = x->m;
    for (int i = 0; i < m->ndrive; i++) x->q_used[m->drives[i].q] = true;
    for (int i = 0; i < m->nload; i++) x->u_used[m->loads[i].u] = true;
    for (int i = 0; i < m->ntorsion; i++) x->q_used[m->torsions[i].q] = x->u_used[m->torsions[i].u] = true;
    for (int i = 0; i < x->signals.n; i++) {
        const signal_ref *s = &x->signals.signal[i];
        if (s->kind == SIGNAL_Q || s->kind == SIGNAL_QD) x->q_used[s->ref] = true;
        if (s->kind == SIGNAL_U) x->u_used[s->ref] = true;
    }
}

/* Every number of the model, compiled in the order in which g_work_init reads them again. */
static bool compile_numbers(generic *x)
{
    g_numbers c = { .x = x, .compiling = true };
    g_work *w = calloc(1, sizeof *w);
    void *memory = calloc(1, g_work_size(x));
    if (w && memory) {
        w->x = x;
        g_work_layout(w, x, memory);
        g_read_numbers(w, &c);
    } else c.failed = true;
    free(w);
    free(memory);
    return !c.failed;
}

bool g_numbers_compile(g_numbers *c, const expr *e)
{
    generic *x = c->x;
    if (x->nnumber == c->room) {
        c->room = c->room ? 2*c->room : 256;
        tape **more = realloc(x->number, (size_t)c->room*sizeof *more);
        if (!more) return false;
        x->number = more;
    }
    return compile(x, &x->number[x->nnumber++], e);
}

generic *generic_new(model *m, const topology *g)
{
    generic *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->m = m, x->g = g;
    x->drive = tapes(m->ndrive), x->load = tapes(m->nload), x->constraint = tapes(m->nconstraint);
    x->length = tapes(m->ndistance), x->output = tapes(m->noutput);
    x->force = tapes(3*m->nforce), x->torque = tapes(3*m->ntorque);
    x->spring = tapes(3*m->nspring), x->torsion = tapes(3*m->ntorsion);
    x->spring_varies = calloc((size_t)m->nspring + 1, sizeof(bool)), x->torsion_varies = calloc((size_t)m->ntorsion + 1, sizeof(bool));
    x->q_used = calloc((size_t)m->nq + 1, sizeof(bool)), x->u_used = calloc((size_t)m->nu + 1, sizeof(bool));
    bool good = x->drive && x->load && x->constraint && x->length && x->output && x->force && x->torque && x->spring && x->torsion && x->spring_varies
             && x->torsion_varies && x->q_used && x->u_used;
    good = good && compile_rows(x) && compile_springs(x);
    x->nmoving = x->signals.n;
    for (int i = 0; good && i < m->noutput; i++) good = compile(x, &x->output[i], m->outputs[i].value);
    good = good && compile_numbers(x) && g_settings_compile(x);
    if (good) {
        mark_used(x);
        all_kinks(x);
        x->kink = calloc((size_t)x->nkink + 1, sizeof *x->kink);
        if (x->kink) all_kinks(x);
        good = x->kink != NULL;
    }
    if (good) return x;
    generic_free(x);
    return NULL;
}

void generic_free(generic *x)
{
    if (!x) return;
    const model *m = x->m;
    free_tapes(x->drive, m->ndrive), free_tapes(x->load, m->nload), free_tapes(x->constraint, m->nconstraint);
    free_tapes(x->length, m->ndistance), free_tapes(x->output, m->noutput);
    free_tapes(x->force, 3*m->nforce), free_tapes(x->torque, 3*m->ntorque);
    free_tapes(x->spring, 3*m->nspring), free_tapes(x->torsion, 3*m->ntorsion);
    free_tapes(x->number, x->nnumber), free_tapes(x->setting, x->nsetting);
    signal_list_free(&x->signals);
    free(x->spring_varies), free(x->torsion_varies), free(x->q_used), free(x->u_used), free(x->kink);
    free(x);
}
