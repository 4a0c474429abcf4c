/*
 * layout.h -- the skeleton of a random mechanism: bodies and joints, laid out at a reference pose that satisfies every loop, with the text of each as
 * it is chosen. Private to tests/random.
 */
#ifndef TESTS_RANDOM_LAYOUT_H
#define TESTS_RANDOM_LAYOUT_H

#include <stddef.h>
#include "pose.h"

enum { BODIES = 9, JOINTS = 12, POINTS = 6, COLUMNS = 64, ROWS = 40, PARAMETERS = 5 };

/* ---- text ---- */

typedef struct words { char *text; size_t length, room; } words;
void spell(words *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- the mechanism ---- */

typedef struct r_body { pose at; double mass, com[3], moment[3], axes[9]; int through; } r_body;       /* through: joint that hangs it into the tree */

typedef struct r_joint {
    joint_shape shape;
    int    parent, child;               /* bodies; 0 is ground */
    pose   side[2];                     /* joint frame in the parent, in the child */
    double q[7];
    int    column;                      /* of its first speed */
    bool   closes, hold;                /* closes a loop of the tree */
    words  placement;                   /* options of the line */
} r_joint;

typedef struct r_point { int body; double at[3]; } r_point;

typedef struct layout {
    unsigned long long dice;
    double  p[PARAMETERS];              /* p1, p2, ... */
    int     nbody; r_body body[BODIES];                /* ground first */
    int     njoint; r_joint joint[JOINTS];
    int     npoint; r_point point[POINTS];
    int     columns, nloop;
    bool    planar, aligned;            /* everything moves in planes across `normal`; bodies turned about it only */
    double  normal[3];
    bool    cut;                        /* joints that close loops say so: the tree is the one laid out here */
    int     nextra; double extra[ROWS][COLUMNS];        /* gradients of conditions besides loops */
} layout;

/* Whole number from 0 to n - 1, number between two, number between two with three digits, true with probability p. */
int    roll(layout *l, int n);
double between(layout *l, double a, double b);
double plain(layout *l, double a, double b);
bool   chance(layout *l, double p);
int    weighted(layout *l, const int *weight, int n);

/* A number by its fewest digits; or by an expression with that value, of parameters now and then; one that can stand in a product. */
void spell_exact(words *o, double x);
void spell_number(layout *l, words *o, double x);
void spell_factor(layout *l, words *o, double x);
void spell_vector(layout *l, words *o, const double v[3]);      /* {x y z} */
void spell_coordinate(words *o, const layout *l, int joint, int q);      /* j2.slide */
void spell_speed(words *o, const layout *l, int joint, int u);

/* Bodies' poses, joints and loops; masses. */
void layout_build(layout *l);
void layout_masses(layout *l);
void layout_free(layout *l);

/* Poses of all bodies from the coordinates of the tree. */
void layout_solve(layout *l);
/* Adds the condition unless it depends on those there are already or leaves fewer than `freedoms`; says whether it was added. */
bool layout_add(layout *l, const double row[COLUMNS], int freedoms);
/* How a function of the bodies' poses and the tree's coordinates changes with each speed. */
typedef double measure(const layout *l, const void *what);
void layout_gradient(layout *l, measure *f, const void *what, double row[COLUMNS]);

#endif
