/*
 * meaning.c -- what an entry of a result stands for, in the words of results.csv: the comment beside the line that writes it.
 */
#include "emit_private.h"

#include <stdio.h>
#include <string.h>

/* One body or joint after the other, with as many numbers each; names as of the columns of results. */
static const struct { const char *array; bool joints; int count; const char *parts[7]; } groups[] = {
    { "x",   false, 7, { "x", "y", "z", "e0", "e1", "e2", "e3" } },
    { "v",   false, 6, { "vx", "vy", "vz", "wx", "wy", "wz" } },
    { "a",   false, 6, { "ax", "ay", "az", "alx", "aly", "alz" } },
    { "Bdu", false, 6, { "ax", "ay", "az", "alx", "aly", "alz" } },
    { "R",   true,  6, { "fx", "fy", "fz", "mx", "my", "mz" } },
};

static bool is_row(const char *array)
{
    static const char *const rows[] = { "Phi", "Phid", "Phit", "gamma" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i], array))
            return true;
    return false;
}

/* Number `index` of the coordinates or speeds of cut joints. */
static const char *cut_name(const mrt_column *all, int n, int index)
{
    for (int i = 0; i < n; i++)
        if (all[i].cut && all[i].index == index)
            return all[i].name;
    return "";
}

const char *entry_meaning(const emitter *e, const char *array, int index, char *out, size_t size)
{
    const mrt_mechanism *m = e->f->mechanism;
    out[0] = '\0';
    if (is_row(array) && index < m->nrow)
        snprintf(out, size, "%s, %s", m->rows[index].name, m->rows[index].what);
    else if (!strcmp(array, "J") && m->nrow)
        snprintf(out, size, "%s, %s; by %s", m->rows[index % m->nrow].name, m->rows[index % m->nrow].what, m->u[index / m->nrow].name);
    else if (!strcmp(array, "M"))
        snprintf(out, size, "%s, %s", m->u[index % m->nu].name, m->u[index / m->nu].name);
    else if (!strcmp(array, "B") && m->nbody)
        snprintf(out, size, "%s.%s by %s", m->bodies[index % (6 * m->nbody) / 6].name, groups[1].parts[index % 6], m->u[index / (6 * m->nbody)].name);
    else if (!strcmp(array, "cq"))
        snprintf(out, size, "%s", cut_name(m->all_q, m->nall_q, index));
    else if (!strcmp(array, "cu") || !strcmp(array, "ca"))
        snprintf(out, size, "%s", cut_name(m->all_u, m->nall_u, index));
    else if (!strcmp(array, "y") && index < m->nout)
        snprintf(out, size, "%s", m->outputs[index].unit);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(array, groups[i].array) && index / groups[i].count < (groups[i].joints ? m->njoint : m->nbody))
            snprintf(out, size, "%s.%s", groups[i].joints ? m->joints[index / groups[i].count].name : m->bodies[index / groups[i].count].name,
                     groups[i].parts[index % groups[i].count]);
    return out;
}
