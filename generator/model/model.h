/*
 * model.h -- the mechanism as plain data.
 *
 * The front ends fill it through model_add_*; model_finish looks up all names and runs the checks. Behind that the
 * model is read-only, except for model_set. Everything lives in one arena, freed whole.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include "expr.h"

typedef struct where { const char *file; int line; } where;      /* file NULL: unknown */

typedef struct parameter { const char *name; const expr *value; const char *unit, *about; where at; bool used; double number; } parameter;
typedef struct constant  { const char *name; const expr *value; where at; bool used; double number; } constant;
typedef struct input     { const char *name; const expr *value; where at; bool used; double number; } input;     /* value: default, or NULL: 0 */

/* number is the value of an expression at the present parameter values, filled by model_finish and model_set. */

typedef struct body {
    const char *name;
    const expr *mass;                   /* NULL for ground */
    const expr *com[3];                 /* NULL: 0 */
    const expr *inertia[6];             /* Ixx Iyy Izz Ixy Ixz Iyz tensor elements; NULL: 0 */
    bool        inertia_at_origin;
    bool        has_guess;
    const expr *guess[3], *guess_rpy[3];        /* NULL: 0 */
    where       at;
} body;

typedef struct point { const char *name; int body; const expr *r[3]; where at; bool used; } point;

/* An orientation: roll, pitch, yaw, or the directions of the x and z axes. */
typedef struct orientation { bool axes; const expr *rpy[3]; const expr *x[3], *z[3]; } orientation;   /* NULL: 0 */

typedef enum motion_kind { MOTION_ROTATION, MOTION_TRANSLATION, MOTION_SCREW, MOTION_SPHERICAL } motion_kind;
typedef enum motion_axis { AXIS_X, AXIS_Y, AXIS_Z, AXIS_FIRST, AXIS_SECOND } motion_axis;

typedef struct motion { motion_kind kind; motion_axis axis; int q, u; } motion;    /* q, u: first coordinate and speed, counted within the joint */

/* A row of joints.def, taken apart. */
typedef struct joint_type {
    const char *name;
    int    motions; struct motion motion[4];
    int    nq, nu;
    const char *q_name[7], *u_name[6];          /* "" for the joint's own name */
    const char *conditions;
    int    rows;                                /* number of rows when cut */
} joint_type;

extern const joint_type *const joint_types;
extern const int joint_type_count;
const joint_type *joint_type_find(const char *name);     /* NULL if unknown; knows the aliases */

typedef enum cut_choice { CUT_AUTO, CUT_YES, CUT_NO } cut_choice;

typedef struct joint {
    const char *name;
    const joint_type *type;
    int         parent, child;          /* bodies; 0 is ground */
    const expr *at[3], *child_at[3];    /* NULL: 0 */
    orientation frame, child_frame;
    const expr *axis[3], *axis2[3];     /* complete (defaults filled in) where the type uses them; not normalised */
    const expr *pitch;                  /* screw only */
    const expr *q0[7], *qd0[6];         /* NULL: not given */
    bool        hold;
    cut_choice  cut;
    int         q, u;                   /* first entries in model.q and model.u */
    where       at_line;
} joint;

/* A coordinate or speed of any joint, cut or not. */
typedef struct coordinate { const char *name; int joint, index; bool named; } coordinate;    /* named: by a drive, load, torsion or expression */

enum { FOR_KINEMATICS = 1, FOR_DYNAMICS = 2, FOR_BOTH = 3 };

typedef struct drive   { int q; const expr *value; int analyses; where at; } drive;           /* q: index into model.q */
typedef struct load    { int u; const expr *value; int analyses; where at; } load;            /* u: index into model.u */
typedef struct force   { const char *name; int body; const expr *f[3], *at_point[3]; bool in_body; where at; } force;
typedef struct torque  { const char *name; int body; const expr *m[3]; bool in_body; where at; } torque;
typedef struct spring  { const char *name; int body[2]; const expr *r[2][3]; const expr *k, *length, *c; where at; } spring;     /* c NULL: 0 */
typedef struct torsion { const char *name; int q, u; const expr *k, *angle, *c; where at; } torsion;                              /* angle, c NULL: 0 */
typedef struct constraint { const char *name; const expr *value; where at; } constraint;
typedef struct distance { const char *name; int body[2]; const expr *r[2][3]; const expr *length; where at; } distance;
typedef struct output  { const char *name; const expr *value; const char *unit; where at; } output;

typedef struct analysis {
    int kind;                           /* FOR_KINEMATICS or FOR_DYNAMICS */
    const expr *from, *to;
    int steps;
    const char *method, *integrator;    /* NULL: not given */
    const expr *rtol, *atol;            /* NULL: not given */
    bool assemble;
    where at;
} analysis;

typedef struct model model;

struct model {
    const char *name, *about, *file;
    where at;
    const expr *gravity[3];             /* NULL: 0 */
    const expr *alpha, *beta;           /* NULL: not given */

    /* arrays of structures, each with its count */
    parameter  *parameters;  int nparameter;
    constant   *constants;   int nconstant;
    input      *inputs;      int ninput;
    body       *bodies;      int nbody;         /* bodies[0] is ground */
    point      *points;      int npoint;
    joint      *joints;      int njoint;
    coordinate *q;           int nq;            /* coordinates of all joints, in the order of declaration */
    coordinate *u;           int nu;
    drive      *drives;      int ndrive;
    load       *loads;       int nload;
    force      *forces;      int nforce;
    torque     *torques;     int ntorque;
    spring     *springs;     int nspring;
    torsion    *torsions;    int ntorsion;
    constraint *constraints; int nconstraint;
    distance   *distances;   int ndistance;
    output     *outputs;     int noutput;
    analysis   *analyses;    int nanalysis;     /* at most one of each kind, in the order written */

    struct model_state *state;                  /* arena, messages: private to generator/model */
};

/* NULL when out of memory. */
model *model_new(const char *file);
void   model_free(model *m);                    /* NULL is allowed */

/* Looks up every name, checks everything that does not need the derived program. Returns the number of errors; messages and warnings are
 * kept in the model. */
int model_finish(model *m);

/* Gives a parameter another value and evaluates what depends on it; runs the numeric checks again (inertia, mass). Returns 0, or -1 with a
 * message added. */
int model_set(model *m, const char *name, double value);

/* Value of an expression over constants and parameters at the present parameter values. EXPR kinds beyond that give NaN. NULL gives 0. */
double expr_number(const model *m, const expr *e);
/* True if the expression uses neither parameters, inputs, time nor coordinates. NULL is constant. */
bool expr_is_constant(const model *m, const expr *e);
/* As a script would write it, with the fewest parentheses; in the arena. NULL gives 0. */
const char *expr_text(model *m, const expr *e);

/* ---- messages: errors and warnings, in the order found ---- */
typedef struct message { where at; bool warning; const char *text; } message;
int            model_messages(const model *m);
const message *model_message(const model *m, int i);
/* Formats like printf; text goes into the arena. */
void model_error(model *m, where at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void model_warn(model *m, where at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Puts the messages from number `from` on into the order of the text, the model's own file first, and takes repeated ones out. */
void model_sort_messages(model *m, int from);

/* Memory of the model's lifetime; zeroed. Dies (exit 1, message) when out of memory. */
void       *model_alloc(model *m, size_t bytes);
const char *model_text(model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text form of the model (--dump model): canonical, the same for the same script. Owned by the caller (free). */
char *model_dump(const model *m);

#endif
