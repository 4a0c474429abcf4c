/*
 * interpreted.c -- the functions of an mrt_mechanism over evaluator_run. ORDER kernels: arguments as in kernels.def.
 */
#include "interpreted.h"

#include <string.h>

static struct { const program *p; evaluator *e; } current;

/* Runs a kernel unless the program has none of that name: then there is nothing to write. */
static void run(kernel_id k, const leaf_values *in, double *const *out)
{
    if (program_kernel_size(current.p, k, 0) >= 0) evaluator_run(current.e, k, in, out);
}

/* The two entries of LEAF_MODE. */
static const double *mode_values(int mode)
{
    static const double kinematics[2] = { 1, 0 }, dynamics[2] = { 0, 1 };
    return mode == MRT_KINEMATICS ? kinematics : dynamics;
}

static void init(double *w, const double *p) { (void)w; evaluator_parameters(current.e, p); }

static void start(double *w, double *q0, double *u0, double *cq0, double *guess)
{
    (void)w;
    run(KERNEL_start, &(leaf_values){ { NULL } }, (double *[]){ q0, u0, cq0, guess });
}

static void settings(double *w, double *p0, double *in0, double *stable, double *times)
{
    (void)w;
    run(KERNEL_settings, &(leaf_values){ { NULL } }, (double *[]){ p0, in0, stable, times });
}

static void masses(double *w, double *inertia)
{
    (void)w;
    run(KERNEL_masses, &(leaf_values){ { NULL } }, (double *[]){ inertia });
}

static void rates(double *w, const double *q, const double *u, double *qd)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_Q] = q, [LEAF_U] = u } };
    run(KERNEL_rates, &in, (double *[]){ qd });
}

static void constraints(double *w, double t, const double *q, double *Phi, double *J, double *Phit)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q } };
    run(KERNEL_constraints, &in, (double *[]){ Phi, J, Phit });
}

static void equations(double *w, int mode, double t, const double *q, const double *u, const double *input,
                      double *M, double *g, double *Phi, double *Phid, double *J, double *gamma)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(KERNEL_equations, &in, (double *[]){ M, g, Phi, Phid, J, gamma });
}

static void mass(double *w, const double *q, double *M)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_Q] = q } };
    run(KERNEL_mass, &in, (double *[]){ M });
}

static void forward(double *w, int mode, double t, const double *q, const double *u, const double *input, const double *tau, double *ud)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input, [LEAF_TAU] = tau } };
    run(KERNEL_forward, &in, (double *[]){ ud });
}

static void inverse(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, double *tau)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input } };
    run(KERNEL_inverse, &in, (double *[]){ tau });
}

static void bodies_state(double *w, double t, const double *q, const double *u, const double *ud, double *x, double *v, double *a)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud } };
    run(KERNEL_bodies_state, &in, (double *[]){ x, v, a });
}

static void cut_joints(double *w, double t, const double *q, const double *u, const double *ud, double *cq, double *cu, double *ca)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud } };
    run(KERNEL_cut_joints, &in, (double *[]){ cq, cu, ca });
}

static void energy(double *w, double t, const double *q, const double *u, const double *input, double *e)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(KERNEL_energy, &in, (double *[]){ e });
}

static void output(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, double *y)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input } };
    run(KERNEL_output, &in, (double *[]){ y });
}

static void reactions(double *w, int mode, double t, const double *q, const double *u, const double *ud, const double *input, const double *lam, double *R)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_UD] = ud, [LEAF_IN] = input, [LEAF_LAM] = lam } };
    run(KERNEL_reactions, &in, (double *[]){ R });
}

static void event(double *w, int mode, double t, const double *q, const double *u, const double *input, double *z)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_MODE] = mode_values(mode), [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u, [LEAF_IN] = input } };
    run(KERNEL_event, &in, (double *[]){ z });
}

static void transformation(double *w, double t, const double *q, const double *u, double *B, double *Bdu)
{
    (void)w;
    leaf_values in = { .array = { [LEAF_T] = &t, [LEAF_Q] = q, [LEAF_U] = u } };
    run(KERNEL_transformation, &in, (double *[]){ B, Bdu });
}

bool interpreted_start(mrt_mechanism *x, const program *p)
{
    current.p = p;
    current.e = evaluator_new(p);
    x->work = 1;
#define TABLE(id, inputs, outputs, about)
#define KERNEL(id, inputs, outputs, about) x->id = id;
#include "../program/kernels.def"
#undef KERNEL
    x->init = init;
    return current.e != NULL;
}

void interpreted_done(void)
{
    evaluator_free(current.e);
    memset(&current, 0, sizeof current);
}
