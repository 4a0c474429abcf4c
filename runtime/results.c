/*
 * results.c -- see results.h. The order of columns is that of the model language's page: t, coordinates, speeds,
 * accelerations, bodies, driving forces, reactions, multipliers, outputs, energy, violations.
 */
#include "results.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "block.h"
#include "inertia.h"
#include "names.h"

struct mrt_results_private {
    int     reactions, forces;       /* forces: 1 driving forces are written */
    FILE   *file;
    char   *aside, *place;           /* names while open */
    double *value;                   /* [ncolumns] the row */
    double *bx, *bv, *ba, *cq, *cu, *ca, *R, *y;
    double *last_cq, *last_cu, *last_bx;
    double *guess;                   /* [ncq] where cut coordinates are expected in the first row; NaN: anywhere */
    double *start;                   /* scratch beside it: nq + nu + 7 nbody */
};

/* ---- columns ---- */

static const char *unit_of(mrt_quantity q, int order)
{
    static const char *const angle[] = { "rad", "rad/s", "rad/s^2" }, *const length[] = { "m", "m/s", "m/s^2" };
    return q == MRT_EULER && order == 0 ? "" : q == MRT_LENGTH ? length[order] : angle[order];
}

static void add(mrt_results *r, mrt_group group, const char *unit, const char *prefix, const char *name, const char *suffix)
{
    mrt_result_column *c = &r->columns[r->ncolumns++];
    snprintf(c->name, sizeof c->name, "%s%s%s", prefix, name, suffix);
    c->unit = unit, c->group = group;
}

static void add_bodies(mrt_results *r)
{
    static const char *const parts[19] = { ".x", ".y", ".z", ".e0", ".e1", ".e2", ".e3", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz",
                                           ".ax", ".ay", ".az", ".alx", ".aly", ".alz" };
    static const char *const units[19] = { "m", "m", "m", "", "", "", "", "m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s",
                                           "m/s^2", "m/s^2", "m/s^2", "rad/s^2", "rad/s^2", "rad/s^2" };
    const mrt_mechanism *m = r->s->mech;
    for (int b = 0; b < m->nbody; b++)
        for (int k = 0; k < 19; k++) add(r, MRT_BODIES, units[k], "", m->bodies[b].name, parts[k]);
}

static int is_multiplier(const mrt_row *row) { return row->kind == MRT_ROW_CONSTRAINT || row->kind == MRT_ROW_DISTANCE; }

static const char *const reaction_parts[6] = { ".fx", ".fy", ".fz", ".mx", ".my", ".mz" };

static void add_columns(mrt_results *r)
{
    const mrt_system *s = r->s;
    const mrt_mechanism *m = s->mech;
    add(r, MRT_TIME, "s", "", "t", "");
    for (int i = 0; i < m->nall_q; i++) add(r, MRT_COORDINATES, unit_of(m->all_q[i].quantity, 0), "q.", m->all_q[i].name, "");
    for (int i = 0; i < m->nall_u; i++) add(r, MRT_SPEEDS, unit_of(m->all_u[i].quantity, 1), "u.", m->all_u[i].name, "");
    for (int i = 0; i < m->nall_u; i++) add(r, MRT_ACCELERATIONS, unit_of(m->all_u[i].quantity, 2), "a.", m->all_u[i].name, "");
    add_bodies(r);
    for (int k = 0; k < s->nactive && r->x->forces; k++) {
        const mrt_row *row = &m->rows[s->active[k]];
        if (row->kind == MRT_ROW_DRIVE)
            add(r, MRT_DRIVING, m->all_q[row->owner].quantity == MRT_LENGTH ? "N" : "N m", "f.", row->name, "");
    }
    for (int j = 0; j < m->njoint && r->x->reactions; j++)
        for (int k = 0; k < 6; k++) add(r, MRT_REACTIONS, k < 3 ? "N" : "N m", "", m->joints[j].name, reaction_parts[k]);
    for (int k = 0; k < s->nactive; k++)
        if (is_multiplier(&m->rows[s->active[k]])) add(r, MRT_MULTIPLIERS, "", "lambda.", m->rows[s->active[k]].name, "");
    for (int i = 0; i < m->nout; i++) add(r, MRT_OUTPUTS, m->outputs[i].unit, "", m->outputs[i].name, "");
    add(r, MRT_ENERGY, "J", "", "energy", "");
    add(r, MRT_VIOLATION, "", "", "violation", "");
    add(r, MRT_VIOLATION, "", "", "violation.rate", "");
}

/* 1 if name matches one of the comma-separated patterns. Out of memory counts as a match: nothing is lost. */
static int matches(const char *patterns, const char *name)
{
    if (!patterns) return 1;
    char *copy = strdup(patterns), *rest = copy, *one;
    int found = copy == NULL;
    while (!found && (one = strsep(&rest, ",")) != NULL) found = fnmatch(one, name, 0) == 0;
    free(copy);
    return found;
}

mrt_results *mrt_results_new(mrt_system *s, const char *pattern, int reactions)
{
    const mrt_mechanism *m = s->mech;
    size_t most = (size_t)(4 + m->nall_q + 2*m->nall_u + 19*m->nbody + 2*m->nrow + 6*m->njoint + m->nout);
    size_t reals = most + (size_t)(26*m->nbody + 3*m->ncq + 3*m->ncu + 6*m->njoint + m->nout + m->nq + m->nu + 7*m->nbody + 8);
    mrt_results *r = calloc(1, sizeof *r);
    struct mrt_results_private *x = calloc(1, sizeof *x + reals*sizeof(double));
    mrt_result_column *columns = calloc(most, sizeof *columns);
    if (!r || !x || !columns) {
        free(r), free(x), free(columns);
        return NULL;
    }
    double *at = (double *)(x + 1);
    x->value = mrt_take(&at, (size_t)most), x->bx = mrt_take(&at, (size_t)(7*m->nbody));
    x->bv = mrt_take(&at, (size_t)(6*m->nbody)), x->ba = mrt_take(&at, (size_t)(6*m->nbody));
    x->last_bx = mrt_take(&at, (size_t)(7*m->nbody)), x->cq = mrt_take(&at, (size_t)m->ncq);
    x->last_cq = mrt_take(&at, (size_t)m->ncq), x->guess = mrt_take(&at, (size_t)m->ncq);
    x->cu = mrt_take(&at, (size_t)m->ncu), x->ca = mrt_take(&at, (size_t)m->ncu);
    x->last_cu = mrt_take(&at, (size_t)m->ncu), x->R = mrt_take(&at, (size_t)(6*m->njoint));
    x->y = mrt_take(&at, (size_t)m->nout), x->start = at;
    /* A kinematic run has driving forces where something has mass. Out of memory counts as mass: nothing is lost. */
    x->reactions = reactions, x->forces = s->mode == MRT_DYNAMICS || mrt_inertia_any_mass(m, s->w) != 0;
    r->s = s, r->x = x, r->columns = columns;
    add_columns(r);
    for (int i = 0; i < r->ncolumns; i++) columns[i].wanted = i == 0 || matches(pattern, columns[i].name);
    return r;
}

/* 1 if the pattern would match a column that only --reactions writes. */
static int matches_reaction(const mrt_results *r, const char *pattern)
{
    const mrt_mechanism *m = r->s->mech;
    char name[96];
    for (int j = 0; j < m->njoint && !r->x->reactions; j++)
        for (int k = 0; k < 6; k++) {
            snprintf(name, sizeof name, "%s%s", m->joints[j].name, reaction_parts[k]);
            if (fnmatch(pattern, name, 0) == 0) return 1;
        }
    return 0;
}

/* Why one pattern matches nothing: the nearest name, or one of the same kind. */
static void explain_pattern(mrt_results *r, const char *pattern)
{
    char hint[MRT_NAMES_TEXT];
    mrt_names names = mrt_names_for(pattern);
    size_t kind = strcspn(pattern, ".");
    const char *like = NULL;
    for (int i = 1; i < r->ncolumns; i++) {
        mrt_names_offer(&names, r->columns[i].name);
        if (!like && pattern[kind] && !strncmp(r->columns[i].name, pattern, kind + 1)) like = r->columns[i].name;
    }
    if (matches_reaction(r, pattern))
        snprintf(r->message, sizeof r->message, "--columns: \"%s\" is a force or moment in a joint: these are written with --reactions", pattern);
    else if (!like || (names.nearest && !strpbrk(pattern, "*?[")))
        snprintf(r->message, sizeof r->message, "--columns: no column matches \"%s\"%s; names look like %s, energy", pattern, mrt_names_hint(&names, hint),
                 r->columns[1].name);
    else
        snprintf(r->message, sizeof r->message, "--columns: no column matches \"%s\"; one of that kind is %s", pattern, like);
}

mrt_status mrt_results_check(mrt_results *r, const char *patterns)
{
    char *copy = patterns ? strdup(patterns) : NULL, *rest = copy, *one;
    mrt_status st = MRT_OK;
    if (patterns && !copy) return MRT_E_MEMORY;
    while (st == MRT_OK && rest && (one = strsep(&rest, ",")) != NULL) {
        int found = 0;
        for (int i = 0; i < r->ncolumns && !found; i++) found = fnmatch(one, r->columns[i].name, 0) == 0;
        if (found) continue;
        st = MRT_E_ARGUMENT;
        explain_pattern(r, one);
    }
    free(copy);
    return st;
}

int mrt_results_wanted(const mrt_results *r)
{
    int n = 0;
    for (int i = 1; i < r->ncolumns; i++) n += r->columns[i].wanted;
    return n;
}

/* A number of 17 digits with sign, point, exponent and comma takes up to 24 characters. */
double mrt_results_bytes(const mrt_results *r, double rows) { return 24*rows*(1 + mrt_results_wanted(r)); }

/* ---- the file ---- */

static mrt_status file_error(mrt_results *r, const char *what, const char *name)
{
    snprintf(r->message, sizeof r->message, "%s: %s: %s", name, what, strerror(errno ? errno : EIO));
    return MRT_E_FILE;
}

void mrt_results_discard(mrt_results *r)
{
    if (r->x->file) fclose(r->x->file);
    if (r->x->aside) unlink(r->x->aside);
    free(r->x->aside), free(r->x->place);
    r->x->file = NULL, r->x->aside = r->x->place = NULL;
}

void mrt_results_free(mrt_results *r)
{
    if (!r) return;
    mrt_results_discard(r);
    free(r->columns), free(r->x), free(r);
}

mrt_status mrt_results_open(mrt_results *r, const char *dir)
{
    struct mrt_results_private *x = r->x;
    if (asprintf(&x->place, "%s/results.csv", dir) < 0) x->place = NULL;
    if (asprintf(&x->aside, "%s/.results.csv.%ld", dir, (long)getpid()) < 0) x->aside = NULL;
    if (!x->place || !x->aside) return MRT_E_MEMORY;
    errno = 0;
    x->file = fopen(x->aside, "w");
    if (!x->file) {
        mrt_status st = file_error(r, "cannot be written", x->place);
        mrt_results_discard(r);
        return st;
    }
    for (int i = 0; i < r->ncolumns; i++)
        if (r->columns[i].wanted) fprintf(x->file, "%s%s", i ? "," : "", r->columns[i].name);
    fputc('\n', x->file);
    return ferror(x->file) ? file_error(r, "cannot be written", x->place) : MRT_OK;
}

mrt_status mrt_results_close(mrt_results *r)
{
    struct mrt_results_private *x = r->x;
    if (!x->file) return MRT_OK;
    mrt_status st = MRT_OK;
    errno = 0;
    int bad = ferror(x->file) | (fflush(x->file) != 0);
    if (bad) st = file_error(r, "cannot be written", x->place);
    bad = fclose(x->file) != 0;
    x->file = NULL;
    if (st == MRT_OK && bad) st = file_error(r, "cannot be written", x->place);
    if (st == MRT_OK && rename(x->aside, x->place) != 0) st = file_error(r, "cannot be put in place", x->place);
    mrt_results_discard(r);
    return st;
}

/* ---- rows ---- */

/* Adds whole turns so that an angle continues where its rates lead it. */
static void unwrap(mrt_results *r, double dt)
{
    const double turn = 2*acos(-1.0);
    const mrt_mechanism *m = r->s->mech;
    struct mrt_results_private *x = r->x;
    for (int c = 0; c < m->nall_q; c++) {
        const mrt_column *column = &m->all_q[c];
        if (!column->cut) continue;
        int i = column->index;
        const mrt_joint *joint = NULL;
        for (int j = 0; j < m->njoint; j++)
            if (c >= m->joints[j].all_q && c < m->joints[j].all_q + m->joints[j].nq) joint = &m->joints[j];
        /* a screw knows its turns by its advance */
        if (column->quantity == MRT_ANGLE && !(joint && !strcmp(joint->type, "screw"))) {
            double expected = x->cq[i] > turn/2 ? x->cq[i] - turn : x->cq[i] <= -turn/2 ? x->cq[i] + turn : x->cq[i];
            if (r->rows == 0 && !isnan(x->guess[i])) expected = x->guess[i];
            if (r->rows > 0) {
                /* the speed of the same place in the joint */
                int k = joint ? m->all_u[joint->all_u + c - joint->all_q].index : -1;
                expected = x->last_cq[i] + (k < 0 ? 0 : 0.5*dt*(x->last_cu[k] + x->cu[k]));
            }
            x->cq[i] += turn*round((expected - x->cq[i])/turn);
        } else if (column->quantity == MRT_EULER) {
            double dot = r->rows == 0 ? x->cq[i] : 0;
            for (int k = 0; k < 4 && r->rows > 0; k++) dot += x->cq[i + k]*x->last_cq[i + k];
            for (int k = 0; k < 4 && dot < 0; k++) x->cq[i + k] = -x->cq[i + k];
            c += 3;
        }
    }
}

/* Euler parameters of bodies: e0 >= 0 at first, then continuous. */
static void continue_bodies(mrt_results *r)
{
    struct mrt_results_private *x = r->x;
    for (int b = 0; b < r->s->mech->nbody; b++) {
        double *e = x->bx + 7*b + 3, *old = x->last_bx + 7*b + 3, dot = r->rows == 0 ? e[0] : 0;
        for (int k = 0; k < 4 && r->rows > 0; k++) dot += e[k]*old[k];
        for (int k = 0; k < 4 && dot < 0; k++) e[k] = -e[k];
    }
}

/* Fills value[] with all columns. */
static void fill(mrt_results *r, const mrt_point *p)
{
    mrt_system *s = r->s;
    const mrt_mechanism *m = s->mech;
    struct mrt_results_private *x = r->x;
    double *v = x->value, e[2];
    m->bodies_state(s->w, p->t, p->q, p->u, p->ud, x->bx, x->bv, x->ba);
    continue_bodies(r);
    if (m->ncq || m->ncu) {
        if (r->rows == 0) m->start(s->w, x->start, x->start + m->nq, x->guess, x->start + m->nq + m->nu);     /* after the assembly, which may know more */
        m->cut_joints(s->w, p->t, p->q, p->u, p->ud, x->cq, x->cu, x->ca);
        unwrap(r, p->t - r->last);
    }
    *v++ = p->t;
    for (int i = 0; i < m->nall_q; i++) *v++ = (m->all_q[i].cut ? x->cq : p->q)[m->all_q[i].index];
    for (int i = 0; i < m->nall_u; i++) *v++ = (m->all_u[i].cut ? x->cu : p->u)[m->all_u[i].index];
    for (int i = 0; i < m->nall_u; i++) *v++ = (m->all_u[i].cut ? x->ca : p->ud)[m->all_u[i].index];
    for (int b = 0; b < m->nbody; b++) {
        memcpy(v, x->bx + 7*b, 7*sizeof(double)), v += 7;
        memcpy(v, x->bv + 6*b, 6*sizeof(double)), v += 6;
        memcpy(v, x->ba + 6*b, 6*sizeof(double)), v += 6;
    }
    for (int k = 0; k < s->nactive && x->forces; k++)
        if (m->rows[s->active[k]].kind == MRT_ROW_DRIVE) *v++ = p->lam[s->active[k]];
    if (x->reactions) {
        m->reactions(s->w, s->mode, p->t, p->q, p->u, p->ud, s->in, p->lam, x->R);
        memcpy(v, x->R, (size_t)(6*m->njoint)*sizeof(double)), v += 6*m->njoint;
    }
    for (int k = 0; k < s->nactive; k++)
        if (is_multiplier(&m->rows[s->active[k]])) *v++ = p->lam[s->active[k]];
    if (m->nout) m->output(s->w, s->mode, p->t, p->q, p->u, p->ud, s->in, v), v += m->nout;
    m->energy(s->w, p->t, p->q, p->u, s->in, e);
    *v++ = e[0] + e[1];
    if (r->rows == 0 || v[-1] < r->energy_low) r->energy_low = v[-1];
    if (r->rows == 0 || v[-1] > r->energy_high) r->energy_high = v[-1];
    mrt_system_violation(s, p->t, p->q, p->u, v, v + 1);
    r->violation = fmax(r->violation, v[0]), r->rate = fmax(r->rate, v[1]);

    memcpy(x->last_bx, x->bx, (size_t)(7*m->nbody)*sizeof(double));
    memcpy(x->last_cq, x->cq, (size_t)m->ncq*sizeof(double));
    memcpy(x->last_cu, x->cu, (size_t)m->ncu*sizeof(double));
}

mrt_status mrt_results_row(void *data, const mrt_point *p)
{
    mrt_results *r = data;
    struct mrt_results_private *x = r->x;
    fill(r, p);
    for (int i = 0; i < r->ncolumns; i++)
        if (!isfinite(x->value[i])) {
            snprintf(r->message, sizeof r->message, "%s is not finite at t = %.9g", r->columns[i].name, p->t);
            return MRT_E_NAN;
        }
    errno = 0;
    for (int i = 0; i < r->ncolumns; i++)
        if (r->columns[i].wanted) fprintf(x->file, "%s%.17g", i ? "," : "", x->value[i]);
    if (fputc('\n', x->file) == EOF || ferror(x->file)) return file_error(r, "cannot be written", x->place);
    if (r->rows++ == 0) r->first = p->t;
    r->last = p->t;
    return MRT_OK;
}
