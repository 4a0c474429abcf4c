/*
 * program_loops.c -- M and B by loops over tables, where unrolled code would grow with the square of the number of speeds.
 */
#include "program_private.h"

#include <string.h>

void program_loops_set(program *p, const loop_tables *l)
{
    loop_tables *copy = program_alloc(p, sizeof *copy);
    int *up = program_alloc(p, ((size_t)l->nspeed + 1) * sizeof *up), *last = program_alloc(p, ((size_t)l->nbody + 1) * sizeof *last);
    memcpy(up, l->up, (size_t)l->nspeed * sizeof *up);
    memcpy(last, l->last, (size_t)l->nbody * sizeof *last);
    *copy = (loop_tables){ l->nspeed, up, l->nbody, last };
    p->loops = copy;
}

const loop_tables *program_loops(const program *p) { return p->loops; }

kernel_id program_table_of(const program *p, kernel_id k)
{
    if (!p->loops)
        return KERNEL_COUNT;
    return k == KERNEL_mass || k == KERNEL_equations ? KERNEL_mass_table : k == KERNEL_transformation ? KERNEL_transformation_table : KERNEL_COUNT;
}

static void fill_mass(const loop_tables *l, const double *table, double *M)
{
    int n = l->nspeed;
    memset(M, 0, (size_t)n * (size_t)n * sizeof *M);
    for (int i = 0; i < n; i++)
        for (int j = i; j >= 0; j = l->up[j]) {
            const double *s = table + 12*j, *w = table + 12*i + 6;
            M[i*n + j] = M[j*n + i] = s[0]*w[3] + s[1]*w[4] + s[2]*w[5] + s[3]*w[0] + s[4]*w[1] + s[5]*w[2];
        }
}

static void fill_transformation(const loop_tables *l, const double *table, double *B)
{
    int rows = 6*l->nbody;
    memset(B, 0, (size_t)rows * (size_t)l->nspeed * sizeof *B);
    for (int b = 0; b < l->nbody; b++)
        for (int j = l->last[b]; j >= 0; j = l->up[j]) {
            const double *a = table + 6*j, *v = a + 3, *r = table + 6*l->nspeed + 3*b;
            double *c = B + j*rows + 6*b;
            c[0] = v[0] + a[1]*r[2] - a[2]*r[1];
            c[1] = v[1] + a[2]*r[0] - a[0]*r[2];
            c[2] = v[2] + a[0]*r[1] - a[1]*r[0];
            memcpy(c + 3, a, 3 * sizeof *c);
        }
}

void loop_tables_fill(const loop_tables *l, kernel_id k, const double *table, double *out)
{
    if (k == KERNEL_transformation)
        fill_transformation(l, table, out);
    else
        fill_mass(l, table, out);
}

op_count loop_tables_count(const loop_tables *l, kernel_id k)
{
    long pairs = 0;
    if (k == KERNEL_transformation) {
        for (int b = 0; b < l->nbody; b++)
            for (int j = l->last[b]; j >= 0; j = l->up[j])
                pairs++;
        return (op_count){ .add = 6*pairs, .mul = 6*pairs };
    }
    for (int i = 0; i < l->nspeed; i++)
        for (int j = i; j >= 0; j = l->up[j])
            pairs++;
    return (op_count){ .add = 5*pairs, .mul = 6*pairs };
}
