/*
 * cartesian_solve.c -- the augmented equations as one sparse matrix,
 *
 *     [ M/s  J^T  R^T ] [   x    ]   [ f/s ]
 *     [ J     0    0  ] [ -lam/s ] = [  c  ]
 *     [ R     0   -s  ] [   z    ]   [  0  ]
 *
 * over the chosen rows; s brings M to the size of J. R are the speeds of unit weight that kinematics gives to what has no mass (none in
 * dynamics): M + R^T R without filling M. With as many rows as speeds J alone is factored, and its transpose gives lam.
 */
#include "cartesian.h"
#include "../linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Smallest over largest pivot of a matrix that can still be solved. */
#define SINGULAR_SQUARE 1e-12
#define SINGULAR_WHOLE  1e-15

struct c_matrix {
    int     m, nunit, size;              /* rows, unit weights, order of the matrix */
    int    *rows;                        /* [m] */
    bool    square;
    int     entries, *from, *to, *also;  /* entry of w->J, its one or two places */
    double  scale;                       /* s */
    sparse *s;
    double *b;                           /* [size] */
    long    version;                     /* of the J that was factored; -1: none */
};

void c_matrix_free(c_matrix *a)
{
    if (!a) return;
    sparse_free(a->s);
    free(a->rows), free(a->from), free(a->to), free(a->also), free(a->b);
    free(a);
}

/* ---- the pattern ---- */

/* Entries as they come; places once they are sorted by column. */
typedef struct triplets { int n, *row, *column, *place; double *value; } triplets;

static void add(triplets *t, int row, int column, double value) { t->row[t->n] = row, t->column[t->n] = column, t->value[t->n++] = value; }

/* The rows of J that make up the matrix: chosen ones, then unit weights. */
static int row_at(const c_work *w, const c_matrix *a, int k)
{
    const c_engine *x = c_engine_of(w);
    return k < a->m ? a->rows[k] : x->nrow + x->x->g->u_index[w->unit[k - a->m]];
}

static int count_entries(const c_work *w, const c_matrix *a)
{
    const c_engine *x = c_engine_of(w);
    int n = 0;
    for (int k = 0; k < a->m + a->nunit; k++) {
        int r = row_at(w, a, k);
        for (int i = 6*x->block[r]; i < 6*x->block[r + 1]; i++) n += w->there[i];
    }
    return n;
}

static void add_rows(const c_work *w, c_matrix *a, triplets *t)
{
    const c_engine *x = c_engine_of(w);
    int first = a->square ? 0 : x->nu;
    for (int k = 0; k < a->m + a->nunit; k++) {
        int r = row_at(w, a, k);
        for (int i = 6*x->block[r]; i < 6*x->block[r + 1]; i++) {
            if (!w->there[i]) continue;
            int u = 6*(x->body_of[i/6] - 1) + i % 6;
            a->from[a->entries] = i;
            a->to[a->entries] = t->n, add(t, first + k, u, 0);
            if (!a->square) a->also[a->entries] = t->n, add(t, u, first + k, 0);
            a->entries++;
        }
    }
}

static void add_masses(const c_work *w, const c_matrix *a, triplets *t)
{
    static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
    const c_engine *x = c_engine_of(w);
    for (int b = 1; b <= x->nb; b++) {
        const g_mass *y = &w->g.mass[b];
        int u = 6*(b - 1);
        for (int k = 0; k < 3 && y->m != 0; k++) add(t, u + k, u + k, y->m/a->scale);
        for (int k = 0; k < 6; k++) {
            if (y->I[k] == 0) continue;
            add(t, u + 3 + row[k], u + 3 + column[k], y->I[k]/a->scale);
            if (row[k] != column[k]) add(t, u + 3 + column[k], u + 3 + row[k], y->I[k]/a->scale);
        }
    }
    for (int k = 0; k < a->nunit; k++) add(t, x->nu + a->m + k, x->nu + a->m + k, -a->scale);
}

/* Sorts by column: column starts, and the place of each triplet. */
static sparse *compress(int size, triplets *t)
{
    int *start = calloc((size_t)size + 2, sizeof *start), *row = malloc(((size_t)t->n + 1)*sizeof *row);
    sparse *s = NULL;
    if (start && row) {
        for (int i = 0; i < t->n; i++) start[t->column[i] + 2]++;
        for (int j = 1; j < size; j++) start[j + 1] += start[j];
        for (int i = 0; i < t->n; i++) row[t->place[i] = start[t->column[i] + 1]++] = t->row[i];
        s = sparse_new(size, start, row);
        for (int i = 0; s && i < t->n; i++) sparse_values(s)[t->place[i]] = t->value[i];
    }
    free(start), free(row);
    return s;
}

/* The size of M's entries; 1 where nothing has mass. */
static double mass_scale(const c_work *w)
{
    double most = 0;
    for (int b = 1; b <= c_engine_of(w)->nb; b++) most = fmax(most, w->g.mass[b].m);
    return most > 0 ? most : 1;
}

static bool fill(const c_work *w, c_matrix *a, const int *rows)
{
    const c_engine *x = c_engine_of(w);
    size_t chosen = (size_t)a->m*sizeof *rows;
    a->rows = malloc(chosen + sizeof *rows);
    if (!a->rows) return false;
    memcpy(a->rows, rows, chosen);
    a->size = a->square ? a->m : x->nu + a->m + a->nunit;
    size_t n = (size_t)count_entries(w, a), all = 2*n + 12*(size_t)x->nb + (size_t)a->nunit + 1;
    triplets t = { 0, malloc(all*sizeof(int)), malloc(all*sizeof(int)), malloc(all*sizeof(int)), malloc(all*sizeof(double)) };
    a->from = malloc((n + 1)*sizeof(int)), a->to = malloc((n + 1)*sizeof(int)), a->also = malloc((n + 1)*sizeof(int));
    a->b = malloc(((size_t)a->size + 1)*sizeof(double));
    if (t.row && t.column && t.place && t.value && a->from && a->to && a->also && a->b) {
        add_rows(w, a, &t);
        if (!a->square) add_masses(w, a, &t);
        a->s = compress(a->size, &t);
        for (int i = 0; a->s && i < a->entries; i++) {
            a->to[i] = t.place[a->to[i]];
            if (!a->square) a->also[i] = t.place[a->also[i]];
        }
    }
    free(t.row), free(t.column), free(t.place), free(t.value);
    return a->s != NULL;
}

/* The matrix of these rows: the one at hand, or a new one in its place. NULL when out of memory. */
static c_matrix *matrix_of(c_work *w, int m, const int *rows)
{
    c_matrix *a = w->matrix;
    bool square = m == c_engine_of(w)->nu;
    int nunit = square ? 0 : w->nunit;
    if (a && a->m == m && a->nunit == nunit && !memcmp(a->rows, rows, (size_t)m*sizeof *rows)) return a;
    c_matrix_free(a);
    w->matrix = NULL;
    a = calloc(1, sizeof *a);
    if (!a) return NULL;
    *a = (c_matrix){ .m = m, .nunit = nunit, .square = square, .version = -1, .scale = mass_scale(w) };
    if (!fill(w, a, rows)) {
        c_matrix_free(a);
        return NULL;
    }
    return w->matrix = a;
}

/* ---- solving ---- */

static mrt_status factor(const c_work *w, c_matrix *a)
{
    if (a->version == w->version) return MRT_OK;
    double *value = sparse_values(a->s);
    if (a->square) for (int i = 0; i < a->entries; i++) value[a->to[i]] = w->J[a->from[i]];
    else           for (int i = 0; i < a->entries; i++) value[a->to[i]] = value[a->also[i]] = w->J[a->from[i]];
    a->version = -1;
    mrt_status st = sparse_factor(a->s, a->square ? SINGULAR_SQUARE : SINGULAR_WHOLE);
    if (st == MRT_OK) a->version = w->version;
    return st;
}

static void solve_whole(const c_work *w, c_matrix *a, const double *f, const double *c, double *x, double *lam)
{
    int n = c_engine_of(w)->nu;
    double r = 1/a->scale;
    for (int i = 0; i < n; i++) a->b[i] = r*f[i];
    for (int k = 0; k < a->m; k++) a->b[n + k] = c[a->rows[k]];
    for (int k = 0; k < a->nunit; k++) a->b[n + a->m + k] = 0;
    sparse_solve(a->s, a->b);
    for (int i = 0; i < n; i++) x[i] = a->b[i];
    for (int k = 0; k < a->m; k++) lam[k] = -a->scale*a->b[n + k];
}

/* J x = c, then J^T lam = M x - f. */
static void solve_square(const c_work *w, c_matrix *a, const double *f, const double *c, double *x, double *lam)
{
    for (int k = 0; k < a->m; k++) x[k] = c[a->rows[k]];
    sparse_solve(a->s, x);
    for (int b = 1; b <= c_engine_of(w)->nb; b++) {
        const g_mass *y = &w->g.mass[b];
        const double *v = x + 6*(b - 1), *o = v + 3, *I = y->I;
        double *to = a->b + 6*(b - 1);
        for (int k = 0; k < 3; k++) to[k] = y->m*v[k];
        to[3] = I[0]*o[0] + I[3]*o[1] + I[4]*o[2];
        to[4] = I[3]*o[0] + I[1]*o[1] + I[5]*o[2];
        to[5] = I[4]*o[0] + I[5]*o[1] + I[2]*o[2];
    }
    for (int i = 0; i < a->m; i++) lam[i] = a->b[i] - f[i];
    sparse_solve_transposed(a->s, lam);
}

mrt_status c_augmented(double *work, int m, const int *rows, const double *f, const double *c, double *x, double *lam)
{
    c_work *w = c_of(work);
    c_matrix *a = matrix_of(w, m, rows);
    if (!a) return MRT_E_MEMORY;
    mrt_status st = factor(w, a);
    if (st < 0) return st;
    if (a->square) solve_square(w, a, f, c, x, lam);
    else           solve_whole(w, a, f, c, x, lam);
    return mrt_all_finite(c_engine_of(w)->nu, x) && mrt_all_finite(m, lam) ? MRT_OK : MRT_E_NAN;
}

int c_side(double *w) { return sparse_side(c_of(w)->matrix->s); }
