/*
 * augmented.c -- see augmented.h.
 */
#include "augmented.h"

#include <math.h>
#include <string.h>

#include "../linalg.h"

int mrt_augmented_size(const mrt_system *s) { return s->mech->nq + s->mech->nu; }

void mrt_augmented_pack(const mrt_system *s, const double *q, const double *u, double *y)
{
    memcpy(y, q, (size_t)s->mech->nq*sizeof(double));
    memcpy(y + s->mech->nq, u, (size_t)s->mech->nu*sizeof(double));
}

void mrt_augmented_state(const mrt_system *s, const double *y, double *q, double *u)
{
    memcpy(q, y, (size_t)s->mech->nq*sizeof(double));
    memcpy(u, y + s->mech->nq, (size_t)s->mech->nu*sizeof(double));
    mrt_system_normalise(s, q);
}

/* All rows are independent: the solver's own elimination of exactly these. */
static mrt_status fused(mrt_system *s, double t, const double *q, const double *u, double alpha, double beta, double *ud, double *lam)
{
    const mrt_mechanism *m = s->mech;
    const double stable[2] = { 2*alpha, beta*beta };
    double strain[3];
    s->work.evaluations++;
    m->accelerations(s->w, s->mode, t, q, u, s->in, stable, ud, lam ? lam : s->gamma, strain);
    s->strain = strain[2];
    if (!(strain[0] >= 0 && strain[0] < MRT_STRAIN && strain[1] >= 0 && strain[1] < MRT_STRAIN)) return isnan(strain[0] + strain[1]) ? MRT_E_NAN : MRT_E_SINGULAR;
    return mrt_all_finite(m->nu, ud) ? MRT_OK : MRT_E_NAN;
}

mrt_status mrt_augmented_accelerations(mrt_system *s, double t, const double *q, const double *u, double alpha, double beta,
                                       double *ud, double *lam)
{
    const mrt_mechanism *m = s->mech;
    if (s->nactive == 0) {
        s->work.evaluations++;
        m->forward(s->w, s->mode, t, q, u, s->in, s->zero, ud);
        if (lam) memset(lam, 0, (size_t)m->nrow*sizeof(double));
        return mrt_all_finite(m->nu, ud) ? MRT_OK : MRT_E_NAN;
    }
    if (m->accelerations && s->mode == MRT_DYNAMICS && s->nother == 0) return fused(s, t, q, u, alpha, beta, ud, lam);
    mrt_system_equations(s, t, q, u);
    if (alpha != 0 || beta != 0)
        for (int k = 0; k < s->m; k++) {
            int r = s->rows[k];
            s->gamma[r] -= 2*alpha*s->Phid[r] + beta*beta*s->Phi[r];
        }
    mrt_status st = m->augmented ? m->augmented(s->w, s->m, s->rows, s->g, s->gamma, ud, s->lam)
                  : mrt_kkt_solve(m->nu, s->m, s->M, s->J, m->nrow, s->rows, s->g, s->gamma, ud, s->lam, s->kkt, &s->strain);
    if (lam && st == MRT_OK) {
        memset(lam, 0, (size_t)m->nrow*sizeof(double));
        for (int k = 0; k < s->m; k++) lam[s->rows[k]] = s->lam[k];
    }
    return st;
}

mrt_status mrt_augmented_rhs(mrt_system *s, double t, const double *y, double *dy, double alpha, double beta)
{
    const mrt_mechanism *m = s->mech;
    const double *q = y, *u = y + m->nq;
    if (m->neuler) {
        /* Only the direction of Euler parameters counts: their length drifts with the integration error and is
         * taken out here, where it would otherwise act as a force. */
        memcpy(s->middle, y, (size_t)m->nq*sizeof(double));
        mrt_system_normalise(s, s->middle);
        q = s->middle;
    }
    m->rates(s->w, q, u, dy);
    return mrt_augmented_accelerations(s, t, q, u, alpha, beta, dy + m->nq, NULL);
}
