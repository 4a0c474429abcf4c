/*
 * test_equivalence.c -- one mechanism written in two ways moves and loads its joints alike: a loop cut at one joint or at another, with loads,
 * torsions, drives and constraints on the coordinates of every joint type; rods against constraints, frames against angles, fixed joints
 * either way round; a screw that makes several turns. All columns of the results are compared, reactions included where the loop determines them.
 */
#include <math.h>
#include "simulate.h"

enum { TEXT = 6000 };

static int is_reaction(const char *column)
{
    const char *part = strrchr(column, '.');
    return part && strlen(part) == 3 && strchr("fm", part[1]) && strchr("xyz", part[2]);
}

/* The numbers of results are about 1 to 100; tolerances of the runs are 1e-11. */
static void same_until(double to, int steps, int reactions, const char *label, const char *one, const char *other, const char *opposite, int mode)
{
    table *a = simulate(label, one, mode, to, steps), *b = simulate(label, other, mode, to, steps);
    for (int c = 0; a && b && c < a->columns; c++) {
        const char *name = a->names[c];
        if (!strncmp(name, "violation", 9) || (!reactions && is_reaction(name))) continue;
        int d = table_column(b, name), sign = opposite && !strncmp(name, opposite, strlen(opposite)) ? -1 : 1;
        if (!CHECK(d >= 0)) { fprintf(stderr, "%s: no column %s\n", label, name); continue; }
        for (int r = 0; r < a->rows; r++) {
            double x = a->values[r*a->columns + c], y = sign*b->values[r*b->columns + d];
            if (!check_close(y, x, 1e-7, 1e-7)) { fprintf(stderr, "%s: %s, row %d\n", label, name, r); break; }
        }
    }
    table_free(a), table_free(b);
}

static void same(const char *label, const char *one, const char *other, const char *opposite, int mode)
{
    same_until(0.3, 2, 1, label, one, other, opposite, mode);
}

/* ---- a loop cut here or there ---- */

/* With all coordinates at zero every body frame is ground's, so every loop closes there. */
static const char *loop_text =
    "gravity {0.5 -1 0.8}\n"
    "body one -mass 1.3 -inertia {0.11 0.12 0.1 0.01 -0.02 0.015} -com {0.1 -0.3 0.2}\n"
    "body two -mass 1.7 -inertia {0.1 0.11 0.12 0.01 -0.02 0.015} -com {-0.2 0.1 0.3}\n"
    "body three -mass 1.1 -inertia {0.12 0.1 0.11 0.01 -0.02 0.015} -com {0.3 0.2 -0.1}\n"
    "proc place {x y z r p w} { return \"-at {$x $y $z} -child-at {$x $y $z} -rpy {$r $p $w} -child-rpy {$r $p $w}\" }\n"
    "proc put args { joint {*}[concat {*}$args] }\n"
    "put {s spherical ground one} [place 0.3 -0.6 0.2 0.5 -0.3 0.7] {-cut %s}\n"
    "put {b cylindrical one two} [place -0.5 0.4 0.7 -0.2 0.6 0.1] {-axis {0.6 -0.3 0.7} -cut no}\n"
    "put {d spherical two three} [place 0.7 0.3 -0.4 0.4 0.2 -0.6] {-cut no}\n"
    "put {c %s ground three} [place -0.2 0.5 0.6 0.3 -0.7 0.4] {%s -cut %s}\n"
    "force push two {0.3 0.2 -0.4+0.1*sin(t)} -at {0.1 0.2 0.3}\ntorque turn three {0.1 -0.2 0.3} -in body\n"
    "spring spring ground {0.3 1 0.2} two {0.2 0.1 0} -k 20 -length 0.5 -c 0.3\n"
    "point P three {0.2 0.3 -0.1}\npoint Q one {0.1 0.1 0.1}\noutput out ax(P)+vy(Q)*z(P)\n%s";

static void cut_either_way(const char *type, const char *options, const char *kind, const char *more)
{
    char label[100], here[TEXT], there[TEXT];
    snprintf(label, sizeof label, "%s, %s", type, kind);
    snprintf(here, TEXT, loop_text, "no", type, options, "yes", more);
    snprintf(there, TEXT, loop_text, "yes", type, options, "no", more);
    same(label, here, there, NULL, MRT_DYNAMICS);
}

static void cut_loops(void)
{
    const char *axis = "-axis {0.3 -0.5 0.8}", *axes = "-axis {1 2 0} -axis2 {2 -1 0}";
    cut_either_way("revolute", axis, "forces", "load c 0.3+0.2*sin(t)-0.1*qd(c)\ntorsion ts c -k 2 -angle 0.1 -c 0.2\n");
    cut_either_way("revolute", axis, "drive", "drive c 0.3*sin(2*t)\nload c 0.2\n");
    cut_either_way("revolute", axis, "constraint", "constraint k q(c)+0.2*q(c)*x(P)-0.2*t^2\n");
    cut_either_way("prismatic", axis, "forces", "load c 0.3+0.2*sin(t)-0.1*qd(c)\ntorsion ts c -k 2 -angle 0.1 -c 0.2\n");
    cut_either_way("prismatic", axis, "constraint", "constraint k q(c)-0.2*t^2\n");
    cut_either_way("cylindrical", axis, "forces", "load c.slide 0.3*cos(t)\nload c.angle -0.1*qd(c.slide)\ntorsion ts c.angle -k 2 -c 0.2\n");
    cut_either_way("cylindrical", axis, "conditions", "drive c.slide 0.2*sin(t)\nconstraint k q(c.angle)-0.3*q(c.slide)\n");
    cut_either_way("universal", axes, "forces", "load c.1 0.3*cos(t)\nload c.2 0.2\ntorsion ts c.2 -k 2 -angle 0.1 -c 0.2\n");
    cut_either_way("universal", axes, "conditions", "drive c.1 0.2*sin(t)\nconstraint k q(c.2)-0.3*t^2\n");
    cut_either_way("planar", "", "forces", "load c.x 0.3\nload c.y -0.2*qd(c.x)\nload c.angle 0.1\ntorsion ts c.y -k 2 -angle 0.1 -c 0.2\n");
    cut_either_way("planar", "", "conditions", "drive c.y 0.2*sin(t)\nconstraint k q(c.angle)-0.3*q(c.x)\n");
    cut_either_way("screw", "-axis {0.3 -0.5 0.8} -pitch 0.25", "forces", "load c 0.3+0.2*sin(t)-0.1*qd(c)\ntorsion ts c -k 2 -angle 0.1 -c 0.2\n");
    cut_either_way("screw", "-axis {0.3 -0.5 0.8} -pitch 0.25", "constraint", "constraint k q(c)-0.2*t^2\n");
    cut_either_way("spherical", "", "forces", "load c.wx 0.3\nload c.wy -0.1*qd(c.wy)\nload c.wz 0.2*sin(t)\n");
    cut_either_way("spherical", "", "constraint", "constraint k q(c.e1)-0.1*t^2\n");
    cut_either_way("fixed", "", "no more", "");
}

/* ---- a cut screw knows its turns by its advance ---- */

/* All axes are parallel, so that the loop does not determine the moments in its joints. */
static const char *screw_text =
    "gravity {0.3 0 -2}\n"
    "body spindle -mass 1 -inertia {1 1 1} -com {0.1 0 0}\nbody nut -mass 2 -inertia {0.1 0.1 0.1} -com {0 0.2 0}\npoint P nut {0.1 0 0}\n"
    "joint turn revolute ground spindle -axis {0 0 1} %s\n"
    "joint thread screw spindle nut -axis {0 0 1} -pitch 0.3 -child-rpy {0 0 0.2} -cut %s %s\n"
    "joint guide prismatic ground nut -axis {0 0 1} -rpy {0 0 0.3} -child-rpy {0 0 0.1} -cut %s %s\n"
    "output angle q(thread)\noutput rate qd(thread)\noutput height z(P)\n%s";

static void screw_either_way(const char *label, const char *turn, const char *thread, const char *guide, const char *more, int mode, double to)
{
    char tree[TEXT], cut[TEXT];
    snprintf(tree, TEXT, screw_text, turn, "no", thread, "yes", guide, more);
    snprintf(cut, TEXT, screw_text, turn, "yes", thread, "no", guide, more);
    same_until(to, 40, 0, label, tree, cut, NULL, mode);
    /* it is a test of turns only if there are three of them */
    table *a = simulate(label, cut, mode, to, 40);
    int angle = a ? table_column(a, "angle") : -1;
    if (CHECK(angle >= 0)) CHECK(fabs(a->values[(a->rows - 1)*a->columns + angle] - a->values[angle]) > 6*M_PI);
    table_free(a);
}

static void turn_screws(void)
{
    screw_either_way("a screw in forces", "-q0 0.3 -qd0 12", "", "", "load turn 2-0.3*qd(turn)-0.05*q(thread)\ntorsion ts thread -k 0.02 -angle 1 -c 0.01\n", MRT_DYNAMICS, 3);
    screw_either_way("a screw in a constraint", "", "", "", "constraint k {q(thread)-0.1*q(turn)+30*sin(t)}\n", MRT_DYNAMICS, 2);
    screw_either_way("a driven screw", "", "", "", "drive thread {-22*sin(t)}\n", MRT_DYNAMICS, 2);
    screw_either_way("a driven screw in kinematics", "", "", "", "drive thread {20*t-3*t^2}\n", MRT_KINEMATICS, 2);
    screw_either_way("a screw that starts turned", "-q0 -20", "-q0 20.4", "-q0 6.12", "drive thread {20.4-10*t}\n", MRT_KINEMATICS, 2);
    char tree[TEXT], cut[TEXT];
    snprintf(tree, TEXT, screw_text, "-q0 -20", "no", "-q0 20.4", "yes", "", "drive turn {-20+10*t}\n");
    snprintf(cut, TEXT, screw_text, "-q0 -20", "yes", "", "no", "-q0 6.12", "drive turn {-20+10*t}\n");
    same_until(2, 40, 0, "a screw that starts turned, without a guess of its turns", tree, cut, NULL, MRT_KINEMATICS);
}

/* ---- the same thing said in other words ---- */

static void other_words(void)
{
    const char *free_body = "gravity {0.3 -2 1}\nbody b -mass 2 -com {0.3 0.1 -0.2} -inertia {0.4 0.5 0.6 0.03 -0.02 0.05}\n"
                            "joint h free ground b -q0 {0.5 0.2 0.3 1 0 0 0}\npoint P b {0.1 0.2 0.3}\n";
    char one[TEXT], other[TEXT];
    snprintf(one, TEXT, "%sdistance rod ground {0.1 0.1 0} b {0.1 0.2 0.3} 0.8+0.2*sin(t)\n", free_body);
    snprintf(other, TEXT, "%sconstraint rod sqrt((x(P)-0.1)^2+(y(P)-0.1)^2+z(P)^2)-(0.8+0.2*sin(t))\n", free_body);
    same("a rod of changing length", one, other, NULL, MRT_DYNAMICS);

    /* I at the origin = I at the mass centre + m (c.c - c c^T), by hand for m = 2, c = {0.3 0.1 -0.2} */
    const char *rest = "body c -mass 1 -inertia {1 2 1.5} -com {0.3 0 0.1}\ngravity {0.3 -2 1}\n"
                       "joint h revolute ground b -axis {1 2 3} -at {0.1 0.2 0.3} -rpy {0.1 0.2 0.3} -qd0 2\n"
                       "joint g universal b c -at {0.2 0 0} -axis {1 0 0} -axis2 {0 1 0} -qd0 {1 2}\n";
    snprintf(one, TEXT, "body b -mass 2 -com {0.3 0.1 -0.2} -inertia {0.4 0.5 0.6 0.03 -0.02 0.05}\n%s", rest);
    snprintf(other, TEXT, "body b -mass 2 -com {0.3 0.1 -0.2} -inertia {0.5 0.76 0.8 -0.03 0.1 0.09} -inertia-at origin\n%s", rest);
    same("inertia at the origin", one, other, NULL, MRT_DYNAMICS);

    const char *turned = "parameter al 0.4\nbody b -mass 2 -com {0.3 0.1 -0.2} -inertia {0.4 0.5 0.6}\ngravity {1 2 3}\n";
    snprintf(one, TEXT, "%sjoint h revolute ground b -at {0 1 0} -rpy {0 0 al} -axis {1 2 3} -child-rpy {0 al 0}\n", turned);
    snprintf(other, TEXT, "%sjoint h revolute ground b -at {0 1 0} -frame {cos(al) sin(al) 0} {0 0 1} -axis {1 2 3} "
             "-child-frame {cos(al) 0 -sin(al)} {sin(al) 0 cos(al)}\n", turned);
    same("frames by axes", one, other, NULL, MRT_DYNAMICS);

    const char *pair = "gravity {0.3 -2 1}\nbody b -mass 2 -com {0.3 0.1 -0.2} -inertia {0.4 0.5 0.6}\nbody b2 -mass 1 -com {0.1 0 0} -inertia {0.1 0.2 0.15}\n"
                       "body c -mass 1 -inertia {1 2 1.5} -com {0.3 0 0.1}\njoint h spherical ground b -at {0.1 0.2 0.3} -qd0 {1 2 -1}\n"
                       "joint e revolute b2 c -at {0.2 0.1 0} -axis {0 1 1} -qd0 1\nforce push b2 {1 2 3} -at {0.1 0.1 0.1}\ntorque turn b2 {0.1 0.2 0.3}\n";
    snprintf(one, TEXT, "%sjoint w fixed b b2 -at {0.5 0.1 0.2} -rpy {0.3 -0.4 0.7}\n", pair);
    snprintf(other, TEXT, "%sjoint w fixed b2 b -child-at {0.5 0.1 0.2} -child-rpy {0.3 -0.4 0.7}\n", pair);
    same("a fixed joint the other way round", one, other, "w.", MRT_DYNAMICS);
    snprintf(other, TEXT, "%sjoint w spherical b b2 -at {0.5 0.1 0.2} -rpy {0.3 -0.4 0.7}\ndrive w.e1 0\ndrive w.e2 0\ndrive w.e3 0\n", pair);
    same("fixed, and spherical driven to stand still", one, other, NULL, MRT_DYNAMICS);
}

int main(void)
{
    cut_loops();
    turn_screws();
    other_words();
    return check_done();
}
