/*
 * de_coefficients.c -- coefficients of Adams formulas on a mesh of unequal steps.
 *
 * Source: Shampine, Gordon 1975, chapter 5: modified divided differences (Krogh), recurrences for psi, alpha, beta,
 * sigma, and for g as repeated integrals,
 *
 *     g_{1,q} = 1/q,   g_{2,q} = 1/(q (q+1)),   g_{i,q} = g_{i-1,q} - alpha_{i-1} g_{i-1,q+1},   g_i = g_{i,1}.
 *
 * While steps stay equal only part of a column is new: v keeps the column i = same + 1 from one step to the next.
 */
#include "de.h"

/* Differences and error constants, for indices from `same` (0-based: the first that has changed). */
static void advance_ratios(de_mesh *m, int k, double h)
{
    const int first = m->same - 1;
    m->beta[first] = 1;
    m->alpha[first] = 1.0/m->same;
    m->sigma[0] = 1;
    m->sigma[first + 1] = 1;
    double length = h*m->same;
    for (int i = first + 1; i < k; i++) {
        const double old = m->psi[i - 1];
        m->psi[i - 1] = length;
        m->beta[i] = m->beta[i - 1]*length/old;
        length = old + h;
        m->alpha[i] = h/length;
        m->sigma[i + 1] = (i + 1)*m->alpha[i]*m->sigma[i];
    }
    m->psi[k - 1] = length;
}

static void advance_integrals(de_mesh *m, int k, int k_old)
{
    double w[MAX_ORDER + 2];
    const int same = m->same;
    m->g[0] = 1;
    m->g[1] = 0.5;
    if (same <= 1) {
        for (int q = 0; q < k; q++) w[q] = m->v[q] = 1.0/((q + 1.0)*(q + 2.0));
    } else {
        /* An order just raised lacks its entry in v: the diagonal of the steps before. */
        if (k > k_old) {
            m->v[k - 1] = 1.0/(k*(k + 1.0));
            for (int j = 1; j <= same - 2; j++) m->v[k - 1 - j] -= m->alpha[j]*m->v[k - j];
        }
        for (int q = 0; q <= k - same; q++) {
            m->v[q] -= m->alpha[same - 1]*m->v[q + 1];
            w[q] = m->v[q];
        }
        m->g[same] = w[0];
    }
    for (int i = same + 1; i <= k; i++) {
        for (int q = 0; q <= k - i; q++) w[q] -= m->alpha[i - 1]*w[q + 1];
        m->g[i] = w[0];
    }
}

void de_mesh_advance(de_mesh *m, int k, int k_old, double h, double h_old)
{
    if (h < h_old || h > h_old) m->same = 0;
    if (m->same <= k_old) m->same++;
    if (k < m->same) return;                     /* all of it is as in the step before */
    advance_ratios(m, k, h);
    advance_integrals(m, k, k_old);
}

void de_mesh_retreat(de_mesh *m, int k, double h)
{
    for (int i = 1; i < k; i++) m->psi[i - 1] = m->psi[i] - h;
}

void de_mesh_interpolate(const de_mesh *m, int ki, double x, double *g, double *rho)
{
    double w[MAX_ORDER + 2], before = 0;
    for (int q = 0; q < ki; q++) w[q] = 1.0/(q + 1);
    g[0] = rho[0] = 1;
    for (int j = 1; j < ki; j++) {
        const double gamma = (x + before)/m->psi[j - 1], eta = x/m->psi[j - 1];
        for (int q = 0; q < ki - j; q++) w[q] = gamma*w[q] - eta*w[q + 1];
        g[j] = w[0];
        rho[j] = gamma*rho[j - 1];
        before = m->psi[j - 1];
    }
}
