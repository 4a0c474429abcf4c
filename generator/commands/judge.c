/*
 * judge.c -- checks of a script that need numbers: rank of the constraints with the drives among them, and the mass matrix.
 */
#include "judge.h"
#include "interpreted.h"
#include "../../runtime/parameters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

where place_of_drive(const model *m, int q)
{
    for (int i = 0; i < m->ndrive; i++) if (m->drives[i].q == q) return m->drives[i].at;
    return (where){ NULL, 0 };
}

static bool is_in_loop(const topology *g, int which)
{
    for (int i = 0; i < g->nloop; i++)
        for (int k = 0; k < g->loops[i].length; k++) if (g->loops[i].joints[k] == which) return true;
    return false;
}

void judge_undriven(stages *s, const mobility *y)
{
    const mrt_mechanism *x = &s->facts;
    const char *name = "COORDINATE";
    for (int i = x->nall_q - 1; i >= 0; i--) if (x->all_q[i].quantity != MRT_EULER) name = x->all_q[i].name;
    if (y->status < 0 || y->freedoms == 0 || s->m->nconstraint || s->m->ndistance) return;
    for (int i = 0; i < s->m->ndrive; i++) if (s->m->drives[i].analyses & FOR_KINEMATICS) return;
    for (int i = 0; i < s->m->nanalysis; i++)
        if (s->m->analyses[i].kind == FOR_KINEMATICS)
            model_warn(s->m, s->m->analyses[i].at, "analysis kinematics: nothing is driven, so nothing moves; add: drive %s EXPR", name);
}

static void judge_masses(stages *s, const mobility *y, bool dynamics)
{
    const mrt_mechanism *x = &s->facts;
    if (y->massless < 0) return;
    const joint *j = &s->m->joints[x->u[y->massless].joint];
    const char *outer = "";
    for (int i = 0; i < s->g->ntree; i++)
        if (s->g->tree[i].joint == x->u[y->massless].joint) outer = s->m->bodies[s->g->tree[i].outboard].name;
    const char *text = "joint \"%s\": nothing has inertia against its speed %s, so the mass matrix is singular; give body \"%s\", or a body it carries, "
                       "mass or inertia in that direction%s%s%s";
    bool closed = is_in_loop(s->g, x->u[y->massless].joint);
    const char *cure[] = { closed ? ", or write -cut yes at joint \"" : "", closed ? j->name : "", closed ? "\"" : "" };
    if (dynamics) model_error(s->m, j->at_line, text, j->name, x->u[y->massless].name, outer, cure[0], cure[1], cure[2]);
    else          model_warn(s->m, j->at_line, text, j->name, x->u[y->massless].name, outer, cure[0], cure[1], cure[2]);
}

/* A start at which the driven coordinate stands still whatever the mechanism does. Kinematics cannot go on from it, because the other speeds are not
 * determined; dynamics can if speeds or forces carry the mechanism over it. */
static void judge_dead_centre(stages *s, const mobility *y, int row)
{
    const mrt_row *r = &s->facts.rows[row];
    where at = place_of_drive(s->m, r->owner);
    bool kinematics = y->system->mode == MRT_KINEMATICS, exact = y->implied[row];
    const char *other = y->system->nfree ? s->facts.u[mrt_system_freedom(y->system, y->t, y->q, 0)].name : NULL;
    const char *cure = model_text(s->m, "start at another value of %s%s%s", r->name, other ? ", or drive another coordinate, such as " : "", other ? other : "");
    if (exact && kinematics)
        model_error(s->m, at, "drive %s: the start is a dead centre (singular position): %s stands still there, so that the drive cannot move the mechanism; %s", r->name,
                    r->name, cure);
    else if (exact && y->at_rest && fabs(y->open[row]) > 1e-9)
        model_error(s->m, at, "drive %s: the start is a dead centre (singular position): nothing moves the mechanism away from it, and the drive cannot; %s, or give start "
                    "speeds (-qd0) that carry it over", r->name, cure);
    else
        model_warn(s->m, at, "drive %s: the start is %s a dead centre (singular position), where the drive does not determine which way the mechanism moves; %s", r->name,
                   exact ? "at" : "very close to", cure);
}

void judge(stages *s, const mobility *y, bool dynamics)
{
    const mrt_mechanism *x = &s->facts;
    int from = model_messages(s->m);
    for (int i = 0; i < x->nrow; i++)
        if (y->dead[i])
            judge_dead_centre(s, y, i);
        else if (y->implied[i] && x->rows[i].kind == MRT_ROW_DRIVE)
            model_error(s->m, place_of_drive(s->m, x->rows[i].owner), "drive %s: the loops and the other drives fix this coordinate already; "
                        "take the drive away, or drive a coordinate that is still free", x->rows[i].name);
    judge_masses(s, y, dynamics);
    model_sort_messages(s->m, from);
}

/* ---- is there anything to look for ---- */

/* True if the body resists every motion: mass, and an inertia about the mass centre that is clearly positive definite. */
static bool is_solid(const model *m, const body *b)
{
    double I[6], top = 0;
    for (int i = 0; i < 6; i++) I[i] = expr_number(m, b->inertia[i]);
    for (int i = 0; i < 3; i++) top = I[i] > top ? I[i] : top;
    double minor = I[0]*I[1] - I[3]*I[3];
    double det = I[2]*minor - I[5]*(I[0]*I[5] - I[3]*I[4]) + I[4]*(I[3]*I[5] - I[1]*I[4]);
    return !b->inertia_at_origin && expr_number(m, b->mass) > 0 && I[0] > 1e-6*top && minor > 1e-6*top*top && det > 1e-6*top*top*top;
}

static bool is_doubtful(const stages *s, const options *o)
{
    const model *m = s->m;
    if (m->ndrive && (s->g->nloop || s->facts.nrow > m->ndrive)) return true;
    if (o->nset) return true;
    for (int i = 1; i < m->nbody; i++) if (!is_solid(m, &m->bodies[i])) return true;
    return false;
}

/* ---- the judgement before a solver is made ---- */

/* The analysis a run will do, or 0 where all of them count. */
static int chosen_analysis(const stages *s, const options *o)
{
    if (o->command->letter != 'r') return 0;
    for (int i = 0; i + 1 < o->npass; i++)
        if (!strcmp(o->pass[i], "--analysis")) return !strcmp(o->pass[i + 1], "kinematics") ? MRT_KINEMATICS : MRT_DYNAMICS;
    return s->facts.analysis[0].kind;
}

/* Defaults with the values of --set, as the solver will get them; names and numbers have been checked. NULL when out of memory. */
static double *set_values(const mrt_mechanism *x, const options *o)
{
    double *p = calloc((size_t)x->np + 1, sizeof *p + 1);
    unsigned char *given = (unsigned char *)(p + x->np + 1);
    for (int k = 0; p && k < o->nset; k++) {
        const char *equals = strchr(o->set[k], '=');
        size_t length = (size_t)(equals - o->set[k]);
        for (int i = 0; i < x->np; i++)
            if (!strncmp(x->parameters[i].name, o->set[k], length) && !x->parameters[i].name[length])
                p[i] = strtod(equals + 1, NULL), given[i] = 1;
    }
    if (p && mrt_parameters_settle(x, p, given) < 0) free(p), p = NULL;
    return p;
}

int judge_script(stages *s, const options *o)
{
    mrt_mechanism *x = &s->facts;
    int kind = chosen_analysis(s, o), status = -1;
    bool dynamics = kind == MRT_DYNAMICS;
    for (int i = 0; i < 2 && !kind; i++) dynamics = dynamics || x->analysis[i].kind == MRT_DYNAMICS;
    if (!is_doubtful(s, o)) return -1;

    mrt_mechanism copy;                         /* the interpreter's functions do not belong into what is emitted */
    double *p = stages_functions(s, &copy) ? set_values(&copy, o) : NULL;
    mobility y;
    if (p && mobility_find(&y, &copy, kind, p)) {
        judge(s, &y, dynamics);
        mobility_done(&y);
        if (stages_show_messages(s, o->quiet)) status = EXIT_SCRIPT;
    } else {
        fprintf(stderr, "mechc: out of memory\n");
        status = EXIT_RUN;
    }
    stages_functions_done(s, &copy);
    free(p);
    return status;
}
