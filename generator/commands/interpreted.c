/*
 * interpreted.c -- the functions of an mrt_mechanism over evaluator_run. ORDER kernels: arguments as in kernels.def.
 */
#include "interpreted.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct interpreted { const program *p; evaluator *e; } interpreted;

/* The workspace begins with the pointer that mrt_workspace_init put there. */
static const interpreted *of(const double *w)
{
    const interpreted *x;
    memcpy(&x, w, sizeof x);
    return x;
}

/* Runs a kernel unless the program has none of that name: then there is nothing to write. */
static void run(const double *w, kernel_id k, const leaf_values *in, double *const *out)
{
    const interpreted *x = of(w);
    if (program_kernel_size(x->p, k, 0) >= 0) evaluator_run(x->e, k, in, out);
}

/* The two entries of LEAF_MODE. */
static const double *mode_values(int mode)
{
    static const double kinematics[2] = { 1, 0 }, dynamics[2] = { 0, 1 };
    return mode == MRT_KINEMATICS ? kinematics : dynamics;
}

static void init(double *w, const double *p) { evaluator_parameters(of(w)->e, p); }

static void start(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    run(w, KERNEL_start, &(leaf_values){ { NULL } }, (double *[]){ q0, u0, cq0, guess });
}

static void settings(double *w, double *p0, double *in0, double *stable, double *times)
{
    run(w, KERNEL_settings, &(leaf_values){ { NULL } }, (double *[]){ p0, in0, stable, times });
}

static void masses(double *w, double *inertia)
{
    run(w, KERNEL_masses, &(leaf_values){ { NULL } }, (double *[]){ inertia });
}

static void rates(double *w, const double *q, const double *u, double *qd)
{
    leaf_values in = { .array = { [LEAF_Q] = q, [LEAF_U] = u } };
    run(w, KERNEL_rates, &in, (double *[]){ qd });
}

static void constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q } };
    run(w, KERNEL_constraints, &in, (double *[]){ Phi, J, Phit });
}

static void equations(double *w, int mode, double t, const double *q, const double *u, const double *input,
                      double *M, double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(w, KERNEL_equations, &in, (double *[]){ M, g, Phi, Phid, J, gamma });
}

static void mass(double *w, const double *q, double *M)
{
    leaf_values in = { .array = { [LEAF_Q] = q } };
    run(w, KERNEL_mass, &in, (double *[]){ M });
}

static void forward(double *w, int mode, double t, const double *q, const double *u, const double *input, const double *tau, double *ud)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input, [LEAF_TAU] = tau } };
    run(w, KERNEL_forward, &in, (double *[]){ ud });
}

static void accelerations(double *w, int mode, double t, const double *q, const double *u, const double *input, const double *stable,
                          double *ud, double *lam, double *strain)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input, [LEAF_STABLE] = stable } };
    run(w, KERNEL_accelerations, &in, (double *[]){ ud, lam, strain });
}

static void inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, double *tau)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input } };
    run(w, KERNEL_inverse, &in, (double *[]){ tau });
}

static void bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a)
{
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud } };
    run(w, KERNEL_bodies_state, &in, (double *[]){ x, v, a });
}

static void cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca)
{
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud } };
    run(w, KERNEL_cut_joints, &in, (double *[]){ cq, cu, ca });
}

static void energy(double *w, double t, const double *q, const double *u, const double *input, double *e)
{
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(w, KERNEL_energy, &in, (double *[]){ e });
}

static void output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, double *y)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input } };
    run(w, KERNEL_output, &in, (double *[]){ y });
}

static void reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, const double *lam, double *R)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input, [LEAF_LAM] = lam } };
    run(w, KERNEL_reactions, &in, (double *[]){ R });
}

static void event(double *w, int mode, double t, const double *q, const double *u, const double *input, double *z)
{
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(w, KERNEL_event, &in, (double *[]){ z });
}

static void transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu)
{
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u } };
    run(w, KERNEL_transformation, &in, (double *[]){ B, Bdu });
}

bool interpreted_start(mrt_mechanism *x, const program *p)
{
    interpreted *y = malloc(sizeof *y);
    if (!y) return false;
    *y = (interpreted){ p, evaluator_new(p) };
    x->data = y;
    x->work = sizeof y/sizeof(double) + 1;
#define TABLE(id, inputs, outputs, about)
#define KERNEL(id, inputs, outputs, about) x->id = id;
#include "../program/kernels.def"
#undef KERNEL
    if (program_kernel_size(p, KERNEL_forward, 0) < 0) x->forward = NULL;
    if (program_kernel_size(p, KERNEL_accelerations, 0) < 0) x->accelerations = NULL;
    x->init = init;
    return y->e != NULL;
}

void interpreted_done(mrt_mechanism *x)
{
    interpreted *y = (interpreted *)(uintptr_t)x->data;
    if (y) evaluator_free(y->e);
    free(y);
    x->data = NULL;
}
