/*
 * loops.c -- M and B of large mechanisms: loops over tables instead of one statement per entry (see program.h).
 */
#include "emit_private.h"

int table_size(const emitter *e)
{
    const loop_tables *l = program_loops(e->p);
    if (!l)
        return 0;
    int mass = 12*l->nspeed, transformation = 6*l->nspeed + 3*l->nbody;
    return mass > transformation ? mass : transformation;
}

/* equations calls mass; the others run over a table of their own. */
bool has_loop(const emitter *e, int function)
{
    return function == (int)KERNEL_mass || function == (int)KERNEL_transformation ? program_loops(e->p) != NULL : false;
}

static void put_table(emitter *e, const char *name, const char *about, const int *at, int n)
{
    put(e->out, "/* %s */\nstatic const int %s[%d] = {", about, name, n > 0 ? n : 1);
    for (int i = 0; i < n; i++)
        put(e->out, "%s%d", i % 20 ? ", " : i ? ",\n    " : "\n    ", at[i]);
    put(e->out, "%s\n};\n\n", n > 0 ? "" : "0");
}

void put_loop_tables(emitter *e, int function)
{
    const loop_tables *l = program_loops(e->p);
    put_table(e, "next_speed", "the next speed on the way to ground; -1: none", l->up, l->nspeed);
    if (function == (int)KERNEL_transformation)
        put_table(e, "first_speed", "per body: the first speed on the way to ground; -1: none", l->last, l->nbody);
}

void put_loop(emitter *e, int function)
{
    const loop_tables *l = program_loops(e->p);
    if (function == (int)KERNEL_equations) {
        put(e->out, "    %s_mass(w, q, M);\n", e->name);
        return;
    }
    if (function == (int)KERNEL_mass) {
        put(e->out,
            "    %s_mass_table(w, q, k->table);\n\n"
            "    /* M_ij: power of the wrench that accelerates what hangs on i, on the screw of j */\n"
            "    for (int i = 0; i < %d; i++) {\n"
            "        const double *f = k->table + 12*i + 6, *n = f + 3;\n"
            "        for (int j = i; j >= 0; j = next_speed[j]) {\n"
            "            const double *a = k->table + 12*j, *b = a + 3;\n"
            "            M[%d*i + j] = M[%d*j + i] = a[0]*n[0] + a[1]*n[1] + a[2]*n[2] + b[0]*f[0] + b[1]*f[1] + b[2]*f[2];\n"
            "        }\n"
            "    }\n",
            e->name, l->nspeed, l->nspeed, l->nspeed);
        return;
    }
    put(e->out,
        "    %s_transformation_table(w, t, q, k->table);\n\n"
        "    /* column j of a body at r: velocity b + a x r, angular velocity a */\n"
        "    for (int body = 0; body < %d; body++) {\n"
        "        const double *r = k->table + %d + 3*body;\n"
        "        for (int j = first_speed[body]; j >= 0; j = next_speed[j]) {\n"
        "            const double *a = k->table + 6*j, *b = a + 3;\n"
        "            double *column = B + %d*j + 6*body;\n"
        "            column[0] = b[0] + a[1]*r[2] - a[2]*r[1];\n"
        "            column[1] = b[1] + a[2]*r[0] - a[0]*r[2];\n"
        "            column[2] = b[2] + a[0]*r[1] - a[1]*r[0];\n"
        "            column[3] = a[0];\n"
        "            column[4] = a[1];\n"
        "            column[5] = a[2];\n"
        "        }\n"
        "    }\n",
        e->name, l->nbody, 6*l->nspeed, 6*l->nbody);
}
