/*
 * example.c -- how to call the solver of @model@ from a program of your own.
 *
 * Compile it with the files @name@_*.c except @name@_main.c; it needs this folder and libm, nothing else:
 *
 *   cc -O2 -o example example.c $(ls @name@_*.c | grep -v _main.c) -lm
 *
 * SPDX-License-Identifier: MIT-0
 */
#include "@name@.h"

#include <math.h>
#include <stdio.h>

/* Arrays of no elements do not exist in C: each has one more than needed. Static, because a large mechanism would fill the stack. */
int main(void)
{
    static double w[@NAME@_WORK + 1], p[@NAME@_NP + 1] = { 0 }, in[@NAME@_NIN + 1] = { 0 };
    static double q[@NAME@_NQ + 1], u[@NAME@_NU + 1], ud[@NAME@_NU + 1], tau[@NAME@_NU + 1], back[@NAME@_NU + 1];
    static double cq[@NAME@_NCQ + 1], guess[7*@NAME@_NBODY + 1], e[2];

    /* parameters and inputs at their defaults; change p[@NAME@_P_...] as you like, then call init again */
    for (int i = 0; i < @NAME@_NP; i++)
        p[i] = @name@.parameters[i].value;
    for (int i = 0; i < @NAME@_NIN; i++)
        in[i] = @name@.inputs[i].value;
    @name@_init(w, p);
    @name@_start(w, q, u, cq, guess);

    /* accelerations of the tree (closed loops opened at their cut joints) without forces in the joints; there are none if a speed moves no mass */
    if (!@name@.forward) {
        printf("%s has a speed that moves no mass: no forward dynamics\n", @name@.name);
        return 0;
    }
    for (int i = 0; i < @NAME@_NU; i++)
        tau[i] = 0;
    @name@.forward(w, MRT_DYNAMICS, 0, q, u, in, tau, ud);

    /* the way back: the forces in the joints that belong to these accelerations are zero again */
    @name@_inverse(w, MRT_DYNAMICS, 0, q, u, ud, in, back);
    @name@_energy(w, 0, q, u, in, e);

    double worst = 0, largest = 1;
    for (int i = 0; i < @NAME@_NU; i++) {
        printf("%-20s ud = % .12g\n", @name@.u[i].name, ud[i]);
        worst = fmax(worst, fabs(back[i]));
        largest = fmax(largest, fabs(ud[i]));
    }
    printf("kinetic energy %.12g, potential energy %.12g\n", e[0], e[1]);
    if (!(worst <= 1e-8*largest)) {
        printf("inverse dynamics does not return to zero: %g\n", worst);
        return 1;
    }
    return 0;
}
