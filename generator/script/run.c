/*
 * run.c -- one function per command: its words, complete and converted, go into the model.
 */
#include <string.h>
#include "commands.h"
#include "script.h"

/* ---- shorthand: a word by position, an option by name ---- */

#define W(position) arguments_word(a, position)
#define O(option)   arguments_option(a, option)

static const char *text_of(const value *v)              { return v->given ? v->text : NULL; }
static const expr *expr_of(const value *v)              { return v->given ? v->e[0] : NULL; }

static void copy_exprs(const expr **to, const value *v, int n)
{
    for (int i = 0; i < n && i < v->n; i++) to[i] = v->e[i];
}

/* ---- values ---- */

static void cmd_mechanism(model *m, const arguments *a)
{
    model_set_mechanism(m, W(0)->text, text_of(O("-about")), a->at);
}

static void cmd_parameter(model *m, const arguments *a)
{
    model_add_parameter(m, (parameter){ .name = W(0)->text, .value = W(1)->e[0], .unit = text_of(O("-unit")), .about = text_of(O("-about")), .at = a->at });
}

static void cmd_constant(model *m, const arguments *a)
{
    model_add_constant(m, (constant){ .name = W(0)->text, .value = W(1)->e[0], .at = a->at });
}

static void cmd_input(model *m, const arguments *a)
{
    model_add_input(m, (input){ .name = W(0)->text, .value = expr_of(W(1)), .at = a->at });
}

static void cmd_gravity(model *m, const arguments *a)
{
    model_set_gravity(m, W(0)->e, a->at);
}

/* ---- bodies, points, joints ---- */

static void cmd_body(model *m, const arguments *a)
{
    const value *at = O("-inertia-at");
    body b = { .name = W(0)->text, .mass = O("-mass")->e[0], .at = a->at };
    copy_exprs(b.com, O("-com"), 3);
    copy_exprs(b.inertia, O("-inertia"), 6);
    b.inertia_at_origin = at->given && at->count == 1;
    b.has_guess = O("-guess")->given;
    copy_exprs(b.guess, O("-guess"), 3);
    copy_exprs(b.guess_rpy, O("-guess-rpy"), 3);
    if (at->given && !O("-inertia")->given) model_error(m, a->at, "body \"%s\": -inertia-at without -inertia", b.name);
    if (O("-guess-rpy")->given && !b.has_guess) model_error(m, a->at, "body \"%s\": -guess-rpy without -guess", b.name);
    model_add_body(m, b);
}

static void cmd_point(model *m, const arguments *a)
{
    point p = { .name = W(0)->text, .at = a->at };
    copy_exprs(p.r, W(2), 3);
    model_add_point(m, p, W(1)->text);
}

static void set_orientation(model *m, const arguments *a, orientation *o, const char *rpy, const char *axes)
{
    const value *frame = O(axes);
    if (frame->given && O(rpy)->given) model_error(m, a->at, "joint \"%s\": %s and %s exclude one another", W(0)->text, rpy, axes);
    o->axes = frame->given;
    copy_exprs(o->rpy, O(rpy), 3);
    for (int i = 0; i < 3 && frame->n == 6; i++) {
        o->x[i] = frame->e[i];
        o->z[i] = frame->e[3 + i];
    }
}

static void set_initial(model *m, const arguments *a, const joint *j, const char *option, const char *what, const expr **to, int need)
{
    const value *v = O(option);
    if (v->given && need == 0)
        model_error(m, a->at, "joint \"%s\": %s: a %s joint has no %ss", j->name, option, j->type->name, what);
    else if (v->given && v->n != need)
        model_error(m, a->at, "joint \"%s\": %s: a %s joint has %d %s%s, got %d value%s", j->name, option, j->type->name, need, what, need == 1 ? "" : "s", v->n,
                    v->n == 1 ? "" : "s");
    else
        copy_exprs(to, v, need);
}

static const char *type_hint(model *m, const char *name)
{
    const char *known[16] = { "translational" };
    int n = 1;
    for (int i = 0; i < joint_type_count && n < 16; i++) known[n++] = joint_types[i].name;
    return model_nearest(m, name, known, n);
}

static void cmd_joint(model *m, const arguments *a)
{
    joint j = { .name = W(0)->text, .type = joint_type_find(W(1)->text), .at_line = a->at };
    if (!j.type) {
        model_error(m, a->at, "joint \"%s\": unknown type \"%.80s\"%s", j.name, W(1)->text, type_hint(m, W(1)->text));
        model_mark_failed(m, "joint", j.name, a->at);
        return;
    }
    copy_exprs(j.at, O("-at"), 3);
    copy_exprs(j.child_at, O("-child-at"), 3);
    set_orientation(m, a, &j.frame, "-rpy", "-frame");
    set_orientation(m, a, &j.child_frame, "-child-rpy", "-child-frame");
    copy_exprs(j.axis, O("-axis"), 3);
    copy_exprs(j.axis2, O("-axis2"), 3);
    j.pitch = expr_of(O("-pitch"));
    set_initial(m, a, &j, "-q0", "coordinate", j.q0, j.type->nq);
    set_initial(m, a, &j, "-qd0", "speed", j.qd0, j.type->nu);
    j.hold = O("-hold")->given && O("-hold")->count == 0;
    if (O("-cut")->given) j.cut = O("-cut")->count == 0 ? CUT_YES : O("-cut")->count == 1 ? CUT_NO : CUT_AUTO;
    model_add_joint(m, j, W(2)->text, W(3)->text);
}

/* ---- drives and forces ---- */

static int analyses_of(const value *v) { return !v->given ? FOR_BOTH : v->count == 0 ? FOR_KINEMATICS : FOR_DYNAMICS; }

static void cmd_drive(model *m, const arguments *a)
{
    model_add_drive(m, (drive){ .value = W(1)->e[0], .analyses = analyses_of(O("-for")), .at = a->at }, W(0)->text);
}

static void cmd_load(model *m, const arguments *a)
{
    model_add_load(m, (load){ .value = W(1)->e[0], .analyses = analyses_of(O("-for")), .at = a->at }, W(0)->text);
}

static void cmd_force(model *m, const arguments *a)
{
    force f = { .name = W(0)->text, .in_body = O("-in")->given && O("-in")->count == 1, .at = a->at };
    copy_exprs(f.f, W(2), 3);
    copy_exprs(f.at_point, O("-at"), 3);
    model_add_force(m, f, W(1)->text);
}

static void cmd_torque(model *m, const arguments *a)
{
    torque t = { .name = W(0)->text, .in_body = O("-in")->given && O("-in")->count == 1, .at = a->at };
    copy_exprs(t.m, W(2), 3);
    model_add_torque(m, t, W(1)->text);
}

static void cmd_spring(model *m, const arguments *a)
{
    spring s = { .name = W(0)->text, .k = O("-k")->e[0], .length = O("-length")->e[0], .c = expr_of(O("-c")), .at = a->at };
    copy_exprs(s.r[0], W(2), 3);
    copy_exprs(s.r[1], W(4), 3);
    model_add_spring(m, s, W(1)->text, W(3)->text);
}

static void cmd_torsion(model *m, const arguments *a)
{
    model_add_torsion(m, (torsion){ .name = W(0)->text, .k = O("-k")->e[0], .angle = expr_of(O("-angle")), .c = expr_of(O("-c")), .at = a->at }, W(1)->text);
}

/* ---- constraints, outputs, analyses ---- */

static void cmd_constraint(model *m, const arguments *a)
{
    model_add_constraint(m, (constraint){ .name = W(0)->text, .value = W(1)->e[0], .at = a->at });
}

static void cmd_distance(model *m, const arguments *a)
{
    distance d = { .name = W(0)->text, .length = W(5)->e[0], .at = a->at };
    copy_exprs(d.r[0], W(2), 3);
    copy_exprs(d.r[1], W(4), 3);
    model_add_distance(m, d, W(1)->text, W(3)->text);
}

static void cmd_output(model *m, const arguments *a)
{
    model_add_output(m, (output){ .name = W(0)->text, .value = W(1)->e[0], .unit = text_of(O("-unit")), .at = a->at });
}

static void cmd_stabilise(model *m, const arguments *a)
{
    model_set_stabilise(m, expr_of(O("-alpha")), expr_of(O("-beta")), a->at);
}

static void cmd_analysis(model *m, const arguments *a)
{
    static const char *const dynamic[] = { "-method", "-integrator", "-rtol", "-atol", "-assemble" };
    bool kinematics = W(0)->count == 0;
    for (int i = 0; i < 5 && kinematics; i++)
        if (O(dynamic[i])->given) model_error(m, a->at, "analysis kinematics: %s belongs to dynamics; leave it out", dynamic[i]);
    model_add_analysis(m, (analysis){
        .kind = kinematics ? FOR_KINEMATICS : FOR_DYNAMICS, .from = O("-from")->e[0], .to = O("-to")->e[0], .steps = O("-steps")->count,
        .method = text_of(O("-method")), .integrator = text_of(O("-integrator")), .rtol = expr_of(O("-rtol")), .atol = expr_of(O("-atol")),
        .assemble = !(O("-assemble")->given && O("-assemble")->count == 1), .at = a->at });
}

/* ---- dispatch ---- */

typedef void command_function(model *m, const arguments *a);

static const struct { const char *name; command_function *run; } functions[] = {
#define COMMAND(name, about) { #name, cmd_##name },
#define WORD(placeholder, kind, need, about)
#define OPTION(option, placeholder, kind, need, about)
#include "commands.def"
#undef COMMAND
#undef WORD
#undef OPTION
};

/* Words go into messages, comments and generated code: they have to be text. Names and numbers need no more than ASCII. */
static bool is_text(const char *word)
{
    for (const unsigned char *s = (const unsigned char *)word; *s; s++)
        if ((*s < 32 && *s != '\t' && *s != '\n' && *s != '\r') || *s == 127 || *s == 0xc0 || *s == 0xc1 || *s >= 0xf8) return false;
    return true;
}

void command_run(model *m, where at, int n, const char *const *words)
{
    arguments a;
    const command_spec *c = n > 0 ? commands_find(words[0]) : NULL;
    if (!c) {
        model_error(m, at, "unknown command \"%.80s\"", n > 0 ? words[0] : "");
        for (int i = 1; i < n; i++) model_mark_doubtful(m, words[i], at);
        return;
    }
    for (int i = 1; i < n; i++) {
        if (is_text(words[i])) continue;
        model_error(m, at, "%s: word %d contains control characters", c->name, i);
        model_mark_failed(m, c->name, i > 1 ? words[1] : NULL, at);
        return;
    }
    if (!arguments_read(m, &a, c, at, n, words)) {
        model_mark_failed(m, c->name, n > 1 ? words[1] : NULL, at);
        return;
    }
    for (size_t i = 0; i < sizeof functions/sizeof functions[0]; i++)
        if (!strcmp(functions[i].name, c->name)) functions[i].run(m, &a);
}

void script_command(model *m, where at, int n, const char *const *words)
{
    command_run(m, at, n, words);
}
