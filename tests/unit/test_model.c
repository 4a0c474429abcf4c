/*
 * test_model.c -- the model as its readers see it: joint types, coordinates, references, flags, setting parameters.
 */
#include <stdlib.h>
#include "generator/script/script.h"
#include "tests/check.h"

/* A model of commands, one per line, words split at blanks; braces keep words together. The line number is the command's. */
static model *build(const char *commands)
{
    model *m = model_new("f.tcl");
    char *text = strdup(commands), *rest = text, *line;
    where at = { "f.tcl", 0 };
    while ((line = strsep(&rest, "\n"))) {
        const char *words[32];
        int n = 0;
        at.line++;
        while (*line) {
            bool brace = *line == '{';
            words[n++] = line += brace;
            line += strcspn(line, brace ? "}" : " ");
            if (*line) *line++ = 0;
            line += strspn(line, " ");
        }
        if (n) script_command(m, at, n, words);
    }
    free(text);
    model_finish(m);
    return m;
}

static const char *first_error(const model *m)
{
    for (int i = 0; i < model_messages(m); i++)
        if (!model_message(m, i)->warning) return model_message(m, i)->text;
    return "";
}

static void test_joint_types(void)
{
    CHECK(joint_type_count == 9);
    CHECK(joint_type_find("translational") == joint_type_find("prismatic") && joint_type_find("prismatic"));
    CHECK(!joint_type_find("hinge"));
    static const struct { const char *name; int nq, nu, rows; } want[] = {
        { "revolute", 1, 1, 5 }, { "prismatic", 1, 1, 5 }, { "cylindrical", 2, 2, 4 }, { "universal", 2, 2, 4 }, { "spherical", 4, 3, 3 },
        { "planar", 3, 3, 3 }, { "screw", 1, 1, 5 }, { "free", 7, 6, 0 }, { "fixed", 0, 0, 6 } };
    for (int i = 0; i < 9; i++) {
        const joint_type *t = joint_type_find(want[i].name);
        CHECK(t && t->nq == want[i].nq && t->nu == want[i].nu && t->rows == want[i].rows);
        CHECK(t->rows + t->nu == 6);
    }
    const joint_type *c = joint_type_find("cylindrical"), *f = joint_type_find("free");
    CHECK(c->motions == 2 && c->motion[0].kind == MOTION_TRANSLATION && c->motion[0].q == 1 && c->motion[1].kind == MOTION_ROTATION && c->motion[1].q == 0);
    check_text(c->q_name[0], "angle");
    check_text(c->u_name[1], "slide");
    CHECK(f->motions == 4 && f->motion[3].kind == MOTION_SPHERICAL && f->motion[3].q == 3 && f->motion[3].u == 3 && f->motion[2].axis == AXIS_Z);
    check_text(f->q_name[6], "e3");
    check_text(f->u_name[0], "vx");
}

static void test_coordinates(void)
{
    model *m = build("mechanism m\nbody b -mass 1\nbody c -mass 1\nbody d -mass 1\njoint r revolute ground b\njoint w fixed b c\njoint s free c d\n"
                     "load s.x {q(s.e1)*qd(s.y)+qd(s.e2)+qd(s.wz)}\ndrive r t -for kinematics\noutput o {q(s.z)}");
    check_text(first_error(m), "");
    CHECK(m->nq == 8 && m->nu == 7 && m->nbody == 4 && m->njoint == 3);
    check_text(m->bodies[0].name, "ground");
    check_text(m->q[0].name, "r");
    check_text(m->q[7].name, "s.e3");
    check_text(m->u[6].name, "s.wz");
    CHECK(m->joints[2].q == 1 && m->joints[2].u == 1 && m->joints[1].q == 1 && m->q[7].joint == 2 && m->q[7].index == 6);
    CHECK(m->loads[0].u == 1 && m->drives[0].q == 0 && m->drives[0].analyses == FOR_KINEMATICS && m->loads[0].analyses == FOR_BOTH);
    /* Named: by load s.x (its speed), q(s.e1), qd(s.y), qd(s.e2), qd(s.wz), drive r, output q(s.z); nothing else. */
    static const bool q_named[] = { true, false, false, true, false, true, true, false }, u_named[] = { false, true, true, false, false, false, true };
    for (int i = 0; i < 8; i++) CHECK(m->q[i].named == q_named[i]);
    for (int i = 0; i < 7; i++) CHECK(m->u[i].named == u_named[i]);
    const expr *e = m->loads[0].value;                  /* ((q(s.e1)*qd(s.y)) + qd(s.e2)) + qd(s.wz) */
    CHECK(e->b->kind == EXPR_QD && !e->b->qd_of_q && e->b->ref == 6);
    CHECK(e->a->b->kind == EXPR_QD && e->a->b->qd_of_q && e->a->b->ref == 6);
    CHECK(e->a->a->b->kind == EXPR_QD && !e->a->a->b->qd_of_q && e->a->a->b->ref == 2);
    CHECK(e->a->a->a->kind == EXPR_Q && e->a->a->a->ref == 5);
    model_free(m);
}

static void test_defaults(void)
{
    model *m = build("mechanism m\nbody b -mass 1\njoint r revolute ground b\nbody c -mass 1\njoint s spherical b c");
    CHECK(model_errors(m) == 0);
    const joint *r = &m->joints[0], *s = &m->joints[1];
    CHECK(expr_number(m, r->axis[0]) == 0 && expr_number(m, r->axis[2]) == 1 && !r->at[0] && !r->q0[0] && !r->axis2[0] && !r->pitch);
    CHECK(r->cut == CUT_AUTO && !r->hold && !r->frame.axes && !s->axis[0]);
    CHECK(!m->bodies[1].com[0] && !m->bodies[1].inertia[0] && !m->bodies[1].has_guess && !m->gravity[0] && !m->alpha);
    CHECK(m->nanalysis == 0);
    model_free(m);
}

static void test_set(void)
{
    model *m = build("mechanism m\nconstant k 2\nparameter a 1\nparameter b 2*a+k\ninput F 3*b\nbody x -mass b -inertia {b b 2*b+a-1}\njoint j revolute ground x -axis {0 0 a}\n"
                     "load j F");
    check_text(first_error(m), "");
    check_close(m->parameters[1].number, 4, 0, 0);
    check_close(m->inputs[0].number, 12, 0, 0);
    /* The constants of the derived parameter follow... */
    CHECK(model_set(m, "a", 0.5) == 0);
    check_close(m->parameters[1].number, 3, 0, 0);
    check_close(expr_number(m, m->bodies[1].mass), 3, 0, 0);
    /* ... until it is given a value itself. */
    CHECK(model_set(m, "b", 7) == 0);
    CHECK(model_set(m, "a", 1) == 0);
    check_close(m->parameters[1].number, 7, 0, 0);
    check_close(m->inputs[0].number, 21, 0, 0);
    /* What makes a number impossible is refused and not kept. */
    int before = model_messages(m);
    CHECK(model_set(m, "a", 2) == -1);
    check_text(model_message(m, before)->text, "body \"x\": -inertia has the principal moments 7, 7, 15; the largest may not exceed the sum of the other two");
    check_text(model_message(m, before + 1)->text, "parameter \"a\" cannot be 2");
    check_close(m->parameters[0].number, 1, 0, 0);
    CHECK(model_set(m, "a", 0) == -1);
    CHECK(strstr(model_message(m, before + 2)->text, "-axis is the zero vector"));
    CHECK(model_set(m, "b", -1) == -1 && strstr(model_message(m, before + 4)->text, "the mass is negative"));
    check_close(expr_number(m, m->bodies[1].mass), 7, 0, 0);
    CHECK(model_set(m, "aa", 1) == -1);
    CHECK(model_set(m, "k", 1) == -1);
    CHECK(model_set(m, "F", 1) == -1);
    CHECK(model_set(m, "a", NAN) == -1 && model_set(m, "a", INFINITY) == -1);
    int n = model_messages(m);
    check_text(model_message(m, n - 5)->text, "unknown parameter \"aa\"");
    check_text(model_message(m, n - 4)->text, "\"k\" is a constant, not a parameter; only parameters can be set");
    check_text(model_message(m, n - 3)->text, "\"F\" is an input, not a parameter; only parameters can be set");
    model_free(m);
}

/* Inertias on the edge of what is possible: rods and plates are allowed, beyond is not; in any axes, about either point. */
static void test_inertia(void)
{
    static const struct { const char *options; int ok; } cases[] = {
        { "-inertia {0 1 1}", 1 }, { "-inertia {1 1 2}", 1 }, { "-inertia {0 0 0}", 1 }, { "-inertia {1 1 2.0001}", 0 }, { "-inertia {0 0 1}", 0 },
        { "-inertia {-1 1 1}", 0 }, { "-inertia {1e-12 1e-12 3e-12}", 0 }, { "-inertia {1e12 1e12 2e12}", 1 },
        /* a rod along (1 1 0)/sqrt(2): J = 1 - n n' */
        { "-inertia {0.5 0.5 1 -0.5 0 0}", 1 }, { "-inertia {0.5 0.5 1 0.5 0 0}", 1 }, { "-inertia {0.5 0.5 1 -0.51 0 0}", 0 },
        /* a point mass 2 at (1 2 3) has this inertia about the origin, and none about itself */
        { "-com {1 2 3} -inertia {26 20 10 -4 -6 -12} -inertia-at origin", 1 }, { "-com {1 2 3} -inertia {26 20 9.99 -4 -6 -12} -inertia-at origin", 0 },
        { "-com {1 2 3} -inertia {26 20 10 4 6 12} -inertia-at origin", 0 }, { "-com {1 2 3} -inertia {27 21 11 -4 -6 -12} -inertia-at origin", 1 } };
    for (size_t i = 0; i < sizeof cases/sizeof cases[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "mechanism m\nbody b -mass 2 %s\njoint j free ground b", cases[i].options);
        model *m = build(text);
        if (!CHECK((model_errors(m) == 0) == cases[i].ok)) fprintf(stderr, "  %s: %s\n", cases[i].options, first_error(m));
        model_free(m);
    }
}

static void test_euler(void)
{
    model *m = build("mechanism m\nparameter p 1\nbody b -mass 1\njoint s spherical ground b -q0 {-p 2 2 4}");
    CHECK(model_errors(m) == 0 && model_messages(m) == 1 && model_message(m, 0)->warning);
    double n = 0;
    for (int i = 0; i < 4; i++) n += pow(expr_number(m, m->joints[0].q0[i]), 2);
    check_close(n, 1, 1e-15, 0);
    check_close(expr_number(m, m->joints[0].q0[0]), 0.2, 1e-15, 0);
    check_close(expr_number(m, m->joints[0].q0[3]), -0.8, 1e-15, 0);
    CHECK(model_set(m, "p", 5) == 0);
    n = 0;
    for (int i = 0; i < 4; i++) n += pow(expr_number(m, m->joints[0].q0[i]), 2);
    check_close(n, 1, 1e-15, 0);
    model_free(m);
}

static void test_used(void)
{
    model *m = build("mechanism m\nparameter p 1\nparameter r 1\nconstant c 1\npoint A b {c 0 0}\npoint B b {0 0 0}\nbody b -mass p\njoint j revolute ground b\noutput o x(A)");
    CHECK(model_errors(m) == 0 && model_messages(m) == 2);
    CHECK(m->parameters[0].used && !m->parameters[1].used && m->constants[0].used && m->points[0].used && !m->points[1].used);
    CHECK(m->points[0].body == 1);
    model_free(m);
}

/* Thousands of messages are all kept; printing stops after fifty of a kind. */
static void test_messages(void)
{
    model *m = model_new("f.tcl");
    char *text = NULL;
    size_t size;
    for (int i = 0; i < 1000; i++) {
        where at = { "f.tcl", i + 1 };
        model_warn(m, at, "warning %d", i);
    }
    where nowhere = { NULL, 0 };
    model_error(m, nowhere, "%s", "an error");
    CHECK(model_messages(m) == 1001 && model_errors(m) == 1);
    FILE *to = open_memstream(&text, &size);
    model_print_messages(m, to);
    fclose(to);
    CHECK(strstr(text, "f.tcl:1: warning: warning 0\n") == text);
    CHECK(strstr(text, "f.tcl:50: warning: warning 49\nf.tcl: an error\nf.tcl: 950 more messages\n") != NULL);
    free(text);
    model_free(m);
    model_free(NULL);
}

/* The arena keeps what it gave, large and small. */
static void test_arena(void)
{
    model *m = model_new(NULL);
    char *small[1000], *large = model_alloc(m, 1000000);
    CHECK(large[0] == 0 && large[999999] == 0);
    memset(large, 7, 1000000);
    for (int i = 0; i < 1000; i++) {
        small[i] = model_alloc(m, (size_t)i*13 + 1);
        CHECK(small[i][i*13] == 0);
        memset(small[i], i & 127, (size_t)i*13 + 1);
    }
    for (int i = 0; i < 1000; i++) CHECK(small[i][0] == (i & 127) && small[i][i*13] == (i & 127));
    CHECK(large[0] == 7 && large[999999] == 7);
    check_text(model_text(m, "%d %s", 3, "x"), "3 x");
    model_free(m);
}

int main(void)
{
    test_joint_types();
    test_coordinates();
    test_defaults();
    test_set();
    test_inertia();
    test_euler();
    test_used();
    test_messages();
    test_arena();
    return check_done();
}
