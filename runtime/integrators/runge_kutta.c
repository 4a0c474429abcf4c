/*
 * runge_kutta.c -- the adaptive step of explicit Runge-Kutta methods.
 *
 * Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993: first step and error norm
 * II.4, estimate of two orders II.10; step control with the error before: Gustafsson 1991.
 */
#include "runge_kutta.h"

#include <string.h>

size_t rk_size(int n, int stages, int extra, int dense)
{
    size_t head = (sizeof(rk_state) + 31)/32*32;
    return head + (size_t)padded(n)*(3 + stages + 1 + extra + dense)*sizeof(double);
}

void rk_bind(mrt_integrator *s, int stages, int extra, int dense)
{
    rk_state *r = s->state;
    size_t head = (sizeof(rk_state) + 31)/32*32, stride = (size_t)padded(s->n);
    double *v = (double *)((char *)s->state + head);
    memset(v, 0, stride*(3 + stages + 1 + extra + dense)*sizeof *v);
    r->stride  = (int)stride;
    r->y0      = v;
    r->trial   = v + stride;
    r->inverse = v + 2*stride;
    r->K       = v + 3*stride;
    r->R       = r->K + stride*(stages + 1 + extra);
    r->dense_ready = 0;
}

void rk_combine(int stride, double *out, const double *y, double h, const rk_sum *sum, const double *K)
{
    /* One group of components at a time stays in registers over all terms. */
    for (int i = 0; i < stride; i += GROUP) {
        group total = {0};
        for (int j = 0; j < sum->count; j++)
            total += sum->terms[j].a*(*(const group *)(K + (size_t)sum->terms[j].stage*stride + i));
        total *= h;
        if (y) total += *(const group *)(y + i);
        *(group *)(out + i) = total;
    }
}

double rk_fit_step(const mrt_integrator *s, double wanted, double *end)
{
    const double sign = direction(s), to_end = fabs(s->to - s->t), to_limit = room_to_limit(s);
    const double room = fmin(to_end, to_limit), goal = to_limit < to_end ? s->options.limit : s->to;
    if (s->options.max_step > 0) wanted = fmin(wanted, s->options.max_step);
    /* A rest of a few per cent of a step would cost a whole one; nearly two steps are better taken as two halves. */
    if (room <= (s->method->fixed ? 1 + 1e-9 : 1.01)*wanted && !(s->options.max_step > 0 && room > s->options.max_step*(1 + 1e-12))) {
        *end = goal;
        return goal - s->t;
    }
    if (!s->method->fixed && room < 1.9*wanted) wanted = 0.5*room;
    *end = s->t + sign*wanted;
    return sign*wanted;
}

/* Root mean square of v/w; v is padded with zeros. */
static double norm(const mrt_integrator *s, const double *v, const double *inverse)
{
    group sum = {0};
    for (int i = 0; i < padded(s->n); i += GROUP) {
        const group x = (*(const group *)(v + i))*(*(const group *)(inverse + i));
        sum += x*x;
    }
    return sqrt(group_sum(&sum)/s->n);
}

/* A first step whose Euler error is small, from the sizes of y, y' and a difference quotient of y''. */
static double first_step(mrt_integrator *s, const rk_table *table)
{
    rk_state *r = s->state;
    const double room = fmin(fabs(s->to - s->t), room_to_limit(s)), sign = direction(s);
    const double d0 = norm(s, s->y, r->inverse), d1 = norm(s, s->dy, r->inverse);
    double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6*fabs(s->to - s->t) : 0.01*d0/d1;
    h = fmin(h, 0.5*room);
    if (s->options.max_step > 0) h = fmin(h, s->options.max_step);

    double *f = r->K + r->stride;
    mrt_status status = MRT_E_NAN;
    for (int attempt = 0; attempt < 30 && status < 0; attempt++) {
        for (int i = 0; i < s->n; i++) r->trial[i] = s->y[i] + sign*h*s->dy[i];
        status = mrt_evaluate(s, s->t + sign*h, r->trial, f);
        if (is_final(status)) return h;
        if (status < 0) h *= 0.1;
    }
    if (status < 0) return h;
    for (int i = 0; i < s->n; i++) f[i] -= s->dy[i];
    const double steepest = fmax(d1, norm(s, f, r->inverse)/h);
    const double h1 = steepest <= 1e-15 ? fmax(1e-6*fabs(s->to - s->t), h*1e-3) : pow(0.01/steepest, 1.0/table->order);
    return fmin(100*h, h1);
}

mrt_status rk_start(mrt_integrator *s, const rk_table *table)
{
    rk_bind(s, table->stages, table->extra, table->dense);
    rk_state *r = s->state;
    mrt_status status = mrt_inverse_weights(s, s->y, r->inverse);
    if (status < 0) return status;
    /* Closer to rounding than this no error estimate means anything. */
    if (2*DBL_EPSILON*norm(s, s->y, r->inverse) > 0.5) return MRT_E_TOLERANCE;
    r->h = s->options.step > 0 ? s->options.step : room_to_limit(s) > 0 ? first_step(s, table) : fabs(s->to - s->t);
    r->error_old = 1e-4;
    memcpy(r->K + (size_t)table->stages*r->stride, s->dy, (size_t)s->n*sizeof(double));
    return MRT_OK;
}

/* The error of the step against its tolerance; 1 is just allowed. */
static double error_of(const mrt_integrator *s, const rk_table *table, double h, const double *y1)
{
    const rk_state *r = s->state;
    double high = 0, low = 0;
    double *e = r->R;                                  /* dense output of the last step is gone by now */
    const double rtol = s->options.rtol, atol = s->options.atol;
    for (int i = 0; i < s->n; i++) {
        const double a = fabs(r->y0[i]), b = fabs(y1[i]);
        r->inverse[i] = 1/(rtol*(a > b ? a : b) + atol);
    }
    rk_combine(r->stride, e, NULL, h, &table->error, r->K);
    high = norm(s, e, r->inverse);
    if (!table->error_low.count) return high;
    rk_combine(r->stride, e, NULL, h, &table->error_low, r->K);
    low = norm(s, e, r->inverse);
    return high > 0 ? high*high/sqrt(high*high + 0.01*low*low) : 0;
}

/* The stages of one attempt and y1 into trial. Stage 0 is already there. */
static mrt_status stages(mrt_integrator *s, const rk_table *table, double h, double end, double *error)
{
    rk_state *r = s->state;
    const size_t stride = (size_t)r->stride;
    mrt_status status;
    for (int i = 1; i < table->stages; i++) {
        rk_combine(r->stride, r->trial, r->y0, h, &table->rows[i], r->K);
        const double c = table->rows[i].c;
        status = mrt_evaluate(s, c < 1 ? s->t + c*h : end, r->trial, r->K + i*stride);
        if (status < 0) return status;
    }
    rk_combine(r->stride, r->trial, r->y0, h, &table->result, r->K);
    double *closing = r->K + table->stages*stride;
    if (!table->closing) {
        *error = error_of(s, table, h, r->trial);
        if (!(*error <= 1)) return isnan(*error) ? MRT_E_NAN : MRT_OK;
    }
    status = mrt_evaluate(s, end, r->trial, closing);
    if (status < 0 || !table->closing) return status;
    *error = error_of(s, table, h, r->trial);
    return isnan(*error) ? MRT_E_NAN : MRT_OK;
}

mrt_status rk_step(mrt_integrator *s, const rk_table *table)
{
    rk_state *r = s->state;
    const size_t vector = (size_t)r->stride*sizeof(double);
    memcpy(r->y0, s->y, vector);
    memcpy(r->K, s->dy, vector);
    r->dense_ready = 0;
    double grow = table->grow, wanted = r->h;
    for (;;) {
        double end, h = rk_fit_step(s, wanted, &end), error = 0;
        mrt_status status = stages(s, table, h, end, &error);
        if (is_final(status)) return status;
        double change = 0.5;
        if (status >= 0) {
            change = 0.9*pow(1/fmax(error, 1e-30), table->exponent);
            if (error <= 1) {
                /* A step cut short by the end says nothing against the longer one that was wanted. */
                change = fmin(grow, fmax(table->shrink, change*pow(r->error_old, table->beta)));
                r->h = fabs(h) < wanted && change >= 1 ? fmax(wanted, fabs(h)*change) : fabs(h)*change;
                r->error_old = fmax(error, 1e-4);
                memcpy(s->y, r->trial, vector);
                memcpy(s->dy, r->K + (size_t)table->stages*r->stride, vector);
                s->t_old = s->t;
                s->t = end;
                s->counts.order = table->order;
                return MRT_OK;
            }
            change = fmax(table->shrink, change);
        }
        s->counts.rejected++;
        wanted = fabs(h)*change;
        grow = 1;
        if (wanted < shortest_step(s)) return status < 0 ? status : MRT_E_STEP;
    }
}

void rk_hermite(int stride, double h, const double *y0, const double *f0, const double *y1, const double *f1, double *R)
{
    double *R1 = R + stride, *R2 = R1 + stride, *R3 = R2 + stride;
    for (int i = 0; i < stride; i++) {
        const double rise = y1[i] - y0[i];
        R[i]  = y0[i];
        R1[i] = rise;
        R2[i] = h*f0[i] - rise;
        R3[i] = rise - h*f1[i] - R2[i];
    }
}

void rk_dense(const mrt_integrator *s, int vectors, const double *R, double t, double *y, double *dy)
{
    const int stride = padded(s->n);
    const double h = s->t - s->t_old, x = (t - s->t_old)/h;
    for (int i = 0; i < s->n; i++) {
        /* Horner with alternating factors x and 1 - x, value and slope together. */
        double value = R[(size_t)(vectors - 1)*stride + i], slope = 0;
        for (int k = vectors - 2; k >= 0; k--) {
            const double factor = k % 2 ? 1 - x : x, sign = k % 2 ? -1 : 1;
            slope = sign*value + factor*slope;
            value = R[(size_t)k*stride + i] + factor*value;
        }
        y[i] = value;
        if (dy) dy[i] = slope/h;
    }
}
