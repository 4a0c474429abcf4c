/*
 * de.c -- the Adams method of variable order 1 to 12 and variable step of Shampine and Gordon: predict, evaluate,
 * correct with local extrapolation, evaluate.
 *
 * Source: Shampine, Gordon, Computer Solution of Ordinary Differential Equations: The Initial Value Problem, 1975: the
 * formulas, the choice of order and step by errors estimated at neighbouring orders, the control of propagated
 * rounding, and the tests for stiffness and for impossible tolerances.
 *
 * The table of modified divided differences is stored [order][component] and swept in groups of components that stay
 * in registers over all orders. Weights contain the tolerance, so the bound on every error norm is 1.
 */
#include "de.h"

#include <string.h>

enum { ROWS = MAX_ORDER + 2, STIFF_STEPS = 50, LOW_ORDER = 4 };

typedef struct de_state {
    de_mesh mesh;
    int     order, order_old;        /* of the next step; of the last one, 0 before the first */
    double  h, h_old;                /* same, with sign */
    int     starting;                /* 1: order is raised and step doubled after each success */
    int     careful;                 /* 1: rounding errors of y are carried along (tolerance near rounding) */
    int     low_steps;               /* steps in succession at order <= 4 */
    int     stride;
    double *phi;                     /* [ROWS][stride] */
    double *predicted, *corrected, *f, *inverse;
    double *rounding, *rounding_new; /* [stride] propagated rounding, if careful */
} de_state;

/* Error constants of Adams-Moulton formulas on equal steps, |gamma*_i| for i = 0 .. 13; for choosing an order three
 * digits do. */
static const double gamma_star[MAX_ORDER + 2] = {
    1, 0.5, 0.0833, 0.0417, 0.0264, 0.0188, 0.0143, 0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468
};

enum { VECTORS = ROWS + 6 };

static size_t head_bytes(void) { return (sizeof(de_state) + 31)/32*32; }

static size_t size(int n) { return head_bytes() + (size_t)padded(n)*VECTORS*sizeof(double); }

/* ---- sweeps over the table ---- */

/* Rows same .. k-1 come to the new mesh by beta; rows become sums (predicted differences); sum = y' integrated.
 * Row k is kept in row k + 1 for the error estimate of order k + 1. */
static void predict(de_state *d, int k, double *sum)
{
    const int stride = d->stride, same = d->mesh.same;
    const double *g = d->mesh.g, *beta = d->mesh.beta;
    double *phi = d->phi;
    for (int i = 0; i < stride; i += GROUP) {
        group total = {0}, above = {0}, *row = (group *)(phi + (size_t)k*stride + i);
        *(group *)(phi + (size_t)(k + 1)*stride + i) = *row;
        *row = above;
        for (int j = k - 1; j >= 0; j--) {
            row = (group *)(phi + (size_t)j*stride + i);
            const group x = (j >= same ? beta[j] : 1)*(*row);
            total += g[j]*x;
            above += x;
            *row = above;
        }
        *(group *)(sum + i) = total;
    }
}

/* The inverse of predict. */
static void restore(de_state *d, int k)
{
    const int stride = d->stride, same = d->mesh.same;
    for (int j = 0; j < k; j++) {
        const double r = j >= same ? 1/d->mesh.beta[j] : 1;
        double *row = d->phi + (size_t)j*stride, *next = row + stride;
        for (int l = 0; l < stride; l++) row[l] = r*(row[l] - next[l]);
    }
    /* Row k was cleared; its content waits in row k + 1. */
    memcpy(d->phi + (size_t)k*stride, d->phi + (size_t)(k + 1)*stride, (size_t)stride*sizeof(double));
}

/* Norms of (f - phi_0), + phi_{k-1}, + phi_{k-2}: what the errors at orders k, k-1, k-2 are made of. */
static void difference_norms(const de_state *d, int k, double norms[3])
{
    const int stride = d->stride;
    const double *f = d->f, *inverse = d->inverse, *row0 = d->phi;
    const double *row1 = d->phi + (size_t)(k >= 2 ? k - 1 : 0)*stride, *row2 = d->phi + (size_t)(k >= 3 ? k - 2 : 0)*stride;
    group s0 = {0}, s1 = {0}, s2 = {0};
    for (int i = 0; i < stride; i += GROUP) {
        const group e = *(const group *)(f + i) - *(const group *)(row0 + i), w = *(const group *)(inverse + i);
        const group x = e*w, y = (*(const group *)(row1 + i) + e)*w, z = (*(const group *)(row2 + i) + e)*w;
        s0 += x*x;
        s1 += y*y;
        s2 += z*z;
    }
    norms[0] = sqrt(group_sum(&s0));
    norms[1] = sqrt(group_sum(&s1));
    norms[2] = sqrt(group_sum(&s2));
}

static double row_norm(const de_state *d, const double *row)
{
    group sum = {0};
    for (int i = 0; i < d->stride; i += GROUP) {
        const group x = (*(const group *)(row + i))*(*(const group *)(d->inverse + i));
        sum += x*x;
    }
    return sqrt(group_sum(&sum));
}

/* Differences of the corrected solution: all rows take the new top difference. */
static void update_differences(de_state *d, int k)
{
    const int stride = d->stride;
    for (int i = 0; i < stride; i += GROUP) {
        group *next = (group *)(d->phi + (size_t)(k + 1)*stride + i);
        const group e = *(const group *)(d->f + i) - *(const group *)(d->phi + i);
        *next = e - *next;
        *(group *)(d->phi + (size_t)k*stride + i) = e;
        for (int j = 0; j < k; j++) *(group *)(d->phi + (size_t)j*stride + i) += e;
    }
}

/* y + h sum, and y corrected; in the careful variant with what rounding took away last time. */
static void form_predicted(const mrt_integrator *s, de_state *d, double h)
{
    double *p = d->predicted;
    if (!d->careful) {
        for (int i = 0; i < d->stride; i += GROUP)
            *(group *)(p + i) = *(const group *)(s->y + i) + h*(*(const group *)(p + i));
        return;
    }
    for (int i = 0; i < d->stride; i++) {
        const double tau = h*p[i] - d->rounding[i];
        p[i] = s->y[i] + tau;
        d->rounding_new[i] = (p[i] - s->y[i]) - tau;
    }
}

static void form_corrected(de_state *d, double hg)
{
    if (!d->careful) {
        for (int i = 0; i < d->stride; i += GROUP) {
            const group e = *(const group *)(d->f + i) - *(const group *)(d->phi + i);
            *(group *)(d->corrected + i) = *(const group *)(d->predicted + i) + hg*e;
        }
        return;
    }
    for (int i = 0; i < d->stride; i++) {
        const double rho = hg*(d->f[i] - d->phi[i]) - d->rounding_new[i];
        d->corrected[i] = d->predicted[i] + rho;
        d->rounding_new[i] = (d->corrected[i] - d->predicted[i]) - rho;
    }
}

/* ---- start ---- */

static void bind(mrt_integrator *s)
{
    de_state *d = s->state;
    const size_t stride = (size_t)padded(s->n);
    memset(d, 0, size(s->n));
    double *v = (double *)((char *)s->state + head_bytes());
    d->stride       = (int)stride;
    d->phi          = v;
    d->predicted    = v + ROWS*stride;
    d->corrected    = d->predicted + stride;
    d->f            = d->corrected + stride;
    d->inverse      = d->f + stride;
    d->rounding     = d->inverse + stride;
    d->rounding_new = d->rounding + stride;
}

/* Weights at y, and whether rounding leaves room for the tolerance. */
static mrt_status prepare_weights(mrt_integrator *s, double *rounding)
{
    de_state *d = s->state;
    mrt_status status = mrt_inverse_weights(s, s->y, d->inverse);
    if (status < 0) return status;
    *rounding = 2*DBL_EPSILON*row_norm(d, s->y);
    return *rounding <= 0.5 ? MRT_OK : MRT_E_TOLERANCE;
}

static mrt_status start(mrt_integrator *s, double to)
{
    bind(s);
    de_state *d = s->state;
    double rounding;
    mrt_status status = prepare_weights(s, &rounding);
    if (status < 0) return status;
    memcpy(d->phi, s->dy, (size_t)s->n*sizeof(double));

    /* At order 1 the error is about h^2 y''/2; nothing being known of y'', y'/h stands for it. */
    const double slope = row_norm(d, s->dy);
    double h = s->options.step > 0 ? s->options.step : fabs(to - s->t);
    if (s->options.step <= 0 && 16*slope*h*h > 1) h = 0.25*sqrt(1/slope);
    d->h = copysign(fmax(h, shortest_step(s)), to - s->t);
    d->order = 1;
    d->starting = 1;
    d->careful = rounding >= 0.005;
    return MRT_OK;
}

/* ---- the step ---- */

typedef struct de_errors { double k, km1, km2, kp1, local; } de_errors;

static de_errors estimate(const de_state *d, int k, double h)
{
    double norms[3];
    difference_norms(d, k, norms);
    const double size_ = fabs(h);
    const de_mesh *m = &d->mesh;
    de_errors e = {0};
    e.local = size_*norms[0]*(m->g[k - 1] - m->g[k]);
    e.k = size_*norms[0]*m->sigma[k]*gamma_star[k];
    if (k >= 2) e.km1 = size_*norms[1]*m->sigma[k - 1]*gamma_star[k - 1];
    if (k >= 3) e.km2 = size_*norms[2]*m->sigma[k - 2]*gamma_star[k - 2];
    return e;
}

static int should_lower(const de_errors *e, int k)
{
    if (k > 2) return fmax(e->km1, e->km2) <= e->k;
    return k == 2 && e->km1 <= 0.5*e->k;
}

/* Order and length of the next step; `lower` from the test before the correction. */
static void choose_next(const mrt_integrator *s, de_state *d, int k, double h, de_errors e, int lower)
{
    int next = k;
    if (lower || k == MAX_ORDER) d->starting = 0;
    if (d->starting) {
        next = k + 1;
    } else if (lower) {
        next = k - 1;
    } else if (k + 1 <= d->mesh.same) {
        /* The estimate at order k + 1 holds for equal steps only. */
        e.kp1 = fabs(h)*gamma_star[k + 1]*row_norm(d, d->phi + (size_t)(k + 1)*d->stride);
        if (k > 1 && e.km1 <= fmin(e.k, e.kp1)) next = k - 1;
        else if (k < MAX_ORDER && e.kp1 < (k > 1 ? 1 : 0.5)*e.k) next = k + 1;
    }
    const double error = next > k ? e.kp1 : next < k ? e.km1 : e.k;
    d->order = next;

    /* Doubling or nothing, so that steps stay equal; in between only when the error demands it. */
    if (d->starting || 0.5 >= error*ldexp(1, next + 1)) {
        d->h = 2*h;
    } else if (0.5 < error) {
        const double r = pow(0.5/error, 1.0/(next + 1));
        d->h = copysign(fmax(fabs(h)*fmax(0.5, fmin(0.9, r)), shortest_step(s)), h);
    } else {
        d->h = h;
    }
}

/* One attempt at order k and step h, ending at `end`. MRT_OK: done, or (*ok = 0) the error was too large. */
static mrt_status attempt(mrt_integrator *s, int k, double h, double end, int *ok, de_errors *e, int *lower)
{
    de_state *d = s->state;
    *ok = 0;
    predict(d, k, d->predicted);
    form_predicted(s, d, h);
    mrt_status status = mrt_evaluate(s, end, d->predicted, d->f);
    if (status < 0) return status;
    *e = estimate(d, k, h);
    if (isnan(e->local)) return MRT_E_NAN;
    *lower = should_lower(e, k);
    if (e->local > 1) return MRT_OK;
    form_corrected(d, h*d->mesh.g[k]);
    status = mrt_evaluate(s, end, d->corrected, d->f);
    *ok = status >= 0;
    return status;
}

/* The step wanted, cut to max_step and limit; *end is where it leads, exactly. A rest of one per cent goes along; nearly
 * two steps become two halves, so that no tiny step is left for the end. */
static double fit(const mrt_integrator *s, double h, double *end)
{
    const double room = room_to_limit(s), most = s->options.max_step > 0 ? s->options.max_step : INFINITY;
    if (fabs(h) > most) h = copysign(most, h);
    if (fabs(h) >= room || (fabs(h) >= 0.99*room && room <= most)) {
        *end = s->options.limit;
        return *end - s->t;
    }
    if (fabs(h) > 0.53*room) h = copysign(0.5*room, h);
    *end = s->t + h;
    return h;
}

static void accept(mrt_integrator *s, int k, double h, double end)
{
    de_state *d = s->state;
    const size_t vector = (size_t)d->stride*sizeof(double);
    update_differences(d, k);
    memcpy(s->y, d->corrected, vector);
    memcpy(s->dy, d->f, vector);
    if (d->careful) memcpy(d->rounding, d->rounding_new, vector);
    d->order_old = k;
    d->h_old = h;
    s->t_old = s->t;
    s->t = end;
    s->counts.order = k;
    d->low_steps = k > LOW_ORDER ? 0 : d->low_steps + 1;
    if (d->low_steps >= STIFF_STEPS) s->counts.stiff = 1;
}

/* A limit nearer than rounding allows to step to is reached along the tangent. */
static int creep_to_limit(mrt_integrator *s)
{
    if (room_to_limit(s) >= shortest_step(s)) return 0;
    const double h = s->options.limit - s->t;
    for (int i = 0; i < s->n; i++) s->y[i] += h*s->dy[i];
    s->t_old = s->t;
    s->t = s->options.limit;
    return 1;
}

static mrt_status step(mrt_integrator *s)
{
    de_state *d = s->state;
    double rounding;
    mrt_status status = prepare_weights(s, &rounding);
    if (status < 0) return status;
    if (creep_to_limit(s)) return MRT_OK;

    int k = d->order;
    double wanted = d->h;
    for (int failures = 1; ; failures++) {
        double end, h = fit(s, wanted, &end);
        de_errors e = {0};
        int ok, lower = 0;
        de_mesh_advance(&d->mesh, k, d->order_old, h, d->h_old);
        status = attempt(s, k, h, end, &ok, &e, &lower);
        if (ok) {
            accept(s, k, h, end);
            choose_next(s, d, k, h, e, lower);
            return MRT_OK;
        }

        s->counts.rejected++;
        d->starting = 0;
        restore(d, k);
        de_mesh_retreat(&d->mesh, k, h);
        /* Halve; the third failure means that the table tells nothing about here, so order 1, and from then on the
         * step that its error asks for. */
        double factor = 0.5;
        if (status >= 0 && failures > 3 && 0.5 < 0.25*e.k) factor = sqrt(0.5/e.k);
        if (failures >= 3) k = 1;
        else if (lower) k--;
        wanted = factor*h;
        d->order = k;
        d->h = wanted;
        if (is_final(status)) return status;
        if (fabs(wanted) < shortest_step(s)) return status < 0 ? status : MRT_E_STEP;
    }
}

static void interpolate(const mrt_integrator *s, double t, double *y, double *dy)
{
    const de_state *d = s->state;
    const int ki = d->order_old + 1;
    double g[MAX_ORDER + 1], rho[MAX_ORDER + 1];
    const double x = t - s->t;
    de_mesh_interpolate(&d->mesh, ki, x, g, rho);
    for (int i = 0; i < s->n; i++) {
        double value = 0, slope = 0;
        for (int j = ki - 1; j >= 0; j--) {
            const double phi = d->phi[(size_t)j*d->stride + i];
            value += g[j]*phi;
            slope += rho[j]*phi;
        }
        y[i] = s->y[i] + x*value;
        if (dy) dy[i] = slope;
    }
}

const mrt_method mrt_method_de = {
    .name = "de", .about = "Adams method of Shampine and Gordon, order 1 to 12, variable step", .fixed = 0,
    .size = size, .start = start, .step = step, .interpolate = interpolate
};
