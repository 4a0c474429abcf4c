/*
 * cmd_check.c -- mechc check: what the mechanism is made of and how it can move.
 */
#include "conditions.h"
#include "interpreted.h"
#include "json.h"
#include "judge.h"

#include <string.h>

/* ---- the report as text ---- */

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void print_tree(const stages *s)
{
    printf("\ntree, from ground outwards\n");
    for (int i = 0; i < s->g->ntree; i++) {
        const tree_joint *t = &s->g->tree[i];
        const joint *j = &s->m->joints[t->joint];
        printf("  %-12s -> %-12s %-12s %s", s->m->bodies[t->inboard].name, s->m->bodies[t->outboard].name, j->type->name, j->name);
        if (t->reversed) printf(" (walked from child to parent)");
        putchar('\n');
    }
}

static void print_loops(const stages *s, const mobility *y)
{
    if (s->g->nloop == 0) return;
    printf("\nloops, by the joint that was cut\n");
    for (int i = 0; i < s->g->nloop; i++) {
        const loop *l = &s->g->loops[i];
        const joint *cut = &s->m->joints[l->cut];
        conditions c = conditions_of(s, y, l->cut);
        printf("  loop");
        for (int k = 0; k < l->length; k++) printf(" %s", s->m->joints[l->joints[k]].name);
        if (c.implied == 0 && c.against == 0) printf(": joint %s (%s) is cut, its %d condition%s independent", cut->name, cut->type->name, c.count, c.count == 1 ? " is" : "s are");
        else if (c.implied) printf(": %d of the %d condition%s of joint %s %s already implied:", c.implied, c.count, plural(c.count), cut->name, c.implied == 1 ? "is" : "are");
        for (int k = 0; k < c.implied; k++) printf("%s %s", k ? "," : "", c.what[k]);
        if (c.against) printf("%s %d of the %d condition%s of joint %s contradict%s the rest of the loop:", c.implied ? ";" : ":", c.against, c.count, plural(c.count),
                              cut->name, c.against == 1 ? "s" : "");
        for (int k = 0; k < c.against; k++) printf("%s %s", k ? "," : "", c.which[k]);
        putchar('\n');
    }
}

static void print_rows(const stages *s, const mobility *y)
{
    if (s->facts.nrow == 0) return;
    printf("\nrows of Phi\n");
    for (int i = 0; i < s->facts.nrow; i++) {
        const mrt_row *r = &s->facts.rows[i];
        static const char *const kinds[] = { "joint", "drive", "constraint", "distance" };
        bool more = r->kind != MRT_ROW_DRIVE && r->what[0];
        printf("  %3d  %s %s%s%s%s%s\n", i + 1, kinds[r->kind], r->name, more ? ", " : "", more ? r->what : "",
               r->analyses == MRT_KINEMATICS ? " (kinematics)" : r->analyses == MRT_DYNAMICS ? " (dynamics)" : "",
               y->against[i] ? " (contradicts the others)" : y->dead[i] ? " (dead centre)" : y->implied[i] ? " (implied)" : "");
    }
}

static void print_text(const stages *s, const mobility *y)
{
    const mrt_mechanism *x = &s->facts;
    printf("mechanism %s%s%s\n", x->name, x->about[0] ? ": " : "", x->about);
    printf("%d bod%s, %d joint%s, %d loop%s, %d coordinate%s, %d speed%s\n", x->nbody, x->nbody == 1 ? "y" : "ies", x->njoint, plural(x->njoint),
           s->g->nloop, plural(s->g->nloop), x->nq, plural(x->nq), x->nu, plural(x->nu));
    print_tree(s);
    print_loops(s, y);
    print_rows(s, y);
    if (y->status < 0) return;
    putchar('\n');
    int rows = 0;
    for (int i = 0; i < x->nrow; i++) rows += x->rows[i].kind != MRT_ROW_DRIVE;
    printf("degrees of freedom: %d (%d speed%s, rank %d of %d row%s)\n", y->freedoms, x->nu, plural(x->nu), y->rank, rows, plural(rows));
    if (y->drives) printf("driven in %s: %d, left free: %d\n", y->system->mode == MRT_KINEMATICS ? "kinematics" : "dynamics", y->drives, y->freedoms - y->drives);
    printf("assembled at t = %g, largest violation %.2g\n", y->t, y->violation);
}

/* ---- the report as JSON ---- */

static void json_loops(json *j, const stages *s, const mobility *y)
{
    json_open(j, "loops", '[');
    for (int i = 0; i < s->g->nloop; i++) {
        const loop *l = &s->g->loops[i];
        conditions c = conditions_of(s, y, l->cut);
        json_open(j, NULL, '{');
        json_text(j, "cut", s->m->joints[l->cut].name);
        json_integer(j, "cluster", l->cluster);
        json_open(j, "joints", '[');
        for (int k = 0; k < l->length; k++) json_text(j, NULL, s->m->joints[l->joints[k]].name);
        json_close(j, ']');
        json_integer(j, "conditions", c.count);
        json_open(j, "implied", '[');
        for (int k = 0; k < c.implied; k++) json_text(j, NULL, c.what[k]);
        json_close(j, ']');
        json_open(j, "contradicting", '[');
        for (int k = 0; k < c.against; k++) json_text(j, NULL, c.which[k]);
        json_close(j, ']');
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_rows(json *j, const stages *s, const mobility *y)
{
    static const char *const kinds[] = { "joint", "drive", "constraint", "distance" };
    json_open(j, "rows", '[');
    for (int i = 0; i < s->facts.nrow; i++) {
        const mrt_row *r = &s->facts.rows[i];
        json_open(j, NULL, '{');
        json_text(j, "kind", kinds[r->kind]);
        json_text(j, "name", r->name);
        json_text(j, "what", r->what);
        json_bool(j, "kinematics", r->analyses & MRT_KINEMATICS);
        json_bool(j, "dynamics", r->analyses & MRT_DYNAMICS);
        json_bool(j, "implied", y->implied[i] && !y->against[i] && !y->dead[i]);
        json_bool(j, "dead_centre", y->dead[i]);
        json_bool(j, "contradicts", y->against[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_parts(json *j, const stages *s)
{
    const model *m = s->m;
    json_open(j, "bodies", '[');
    for (int i = 1; i < m->nbody; i++) json_text(j, NULL, m->bodies[i].name);
    json_close(j, ']');
    json_open(j, "joints", '[');
    for (int i = 0; i < m->njoint; i++) {
        const joint *x = &m->joints[i];
        json_open(j, NULL, '{');
        json_text(j, "name", x->name);
        json_text(j, "type", x->type->name);
        json_text(j, "parent", m->bodies[x->parent].name);
        json_text(j, "child", m->bodies[x->child].name);
        json_bool(j, "cut", s->g->loop_of_joint[i] >= 0);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open(j, "tree", '[');
    for (int i = 0; i < s->g->ntree; i++) json_text(j, NULL, m->joints[s->g->tree[i].joint].name);
    json_close(j, ']');
}

static void print_json(const stages *s, const mobility *y)
{
    const mrt_mechanism *x = &s->facts;
    json j = { stdout, 0, true };
    json_open(&j, NULL, '{');
    json_text(&j, "mechanism", x->name);
    json_text(&j, "about", x->about);
    json_parts(&j, s);
    json_loops(&j, s, y);
    json_rows(&j, s, y);
    json_integer(&j, "coordinates", x->nq);
    json_integer(&j, "speeds", x->nu);
    json_bool(&j, "assembled", y->status >= 0);
    if (y->status >= 0) {
        json_integer(&j, "rank", y->rank);
        json_integer(&j, "freedoms", y->freedoms);
        json_integer(&j, "driven", y->drives);
    }
    json_number(&j, "violation", y->violation);
    json_open(&j, "warnings", '[');
    for (int i = 0; i < model_messages(s->m); i++)
        if (model_message(s->m, i)->warning) json_text(&j, NULL, model_message(s->m, i)->text);
    for (int i = 0; i < y->system->nwarnings; i++) json_text(&j, NULL, y->system->warnings[i]);
    json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- the command ---- */

/* Where the script says what the row demands. */
static where place_of_row(const model *m, const mrt_row *r)
{
    if (r->kind == MRT_ROW_CUT) return m->joints[r->owner].at_line;
    if (r->kind == MRT_ROW_DRIVE) return place_of_drive(m, r->owner);
    for (int i = 0; r->kind == MRT_ROW_CONSTRAINT && i < m->nconstraint; i++) if (!strcmp(m->constraints[i].name, r->name)) return m->constraints[i].at;
    for (int i = 0; r->kind == MRT_ROW_DISTANCE && i < m->ndistance; i++) if (!strcmp(m->distances[i].name, r->name)) return m->distances[i].at;
    return m->at;
}

static int report(stages *s, const options *o, const mobility *y)
{
    bool dynamics = false;
    for (int i = 0; i < 2; i++) dynamics = dynamics || s->facts.analysis[i].kind == MRT_DYNAMICS;
    judge(s, y, dynamics);
    judge_undriven(s, y);
    int errors = stages_show_messages(s, o->quiet);
    for (int i = 0; !o->quiet && i < y->system->nwarnings; i++) fprintf(stderr, "%s: warning: %s\n", s->m->file, y->system->warnings[i]);
    if (o->json) print_json(s, y);
    else if (!o->quiet) print_text(s, y);
    fflush(stdout);
    if (y->status < 0) {
        where at = y->worst >= 0 ? place_of_row(s->m, &s->facts.rows[y->worst]) : s->m->at;
        fprintf(stderr, "%s:%d: not assembled: %s\n", at.file, at.line, y->system->message);
    }
    return errors ? EXIT_SCRIPT : y->status < 0 ? EXIT_RUN : EXIT_DONE;
}

int mechc_check(const options *o)
{
    stages s;
    mobility y;
    int status = stages_run(&s, o);
    if (status < 0) {
        if (interpreted_start(&s.facts, s.p) && mobility_find(&y, &s.facts, 0, NULL)) {
            status = report(&s, o, &y);
            mobility_done(&y);
        } else {
            fprintf(stderr, "mechc: out of memory\n");
            status = EXIT_RUN;
        }
        interpreted_done(&s.facts);
    }
    stages_done(&s);
    return status;
}
