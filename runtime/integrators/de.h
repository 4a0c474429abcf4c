/*
 * de.h -- the parts of the Adams method DE: coefficients of a step (de_coefficients.c) and the step itself (de.c). Private.
 *
 * Names follow Shampine and Gordon, Computer Solution of Ordinary Differential Equations, 1975; indices count from 0
 * here: g[0] is their g_1, psi[0] their psi_1, row 0 of the table their phi_1.
 */
#ifndef MRT_DE_H
#define MRT_DE_H

#include "method.h"

enum { MAX_ORDER = 12 };

/* What depends on the mesh only. `same` counts the steps of equal length just before (n_s of the book): the first
 * `same` differences and coefficients are those of constant steps and need no work. */
typedef struct de_mesh {
    int    same;
    double psi[MAX_ORDER];           /* psi_i = h_n + ... + h_{n-i+1}, of the last step tried */
    double alpha[MAX_ORDER];         /* h/psi_i */
    double beta[MAX_ORDER];          /* brings the differences of the old mesh to the new one */
    double sigma[MAX_ORDER + 1];     /* sigma_i = h 2h ... (i-1)h / (psi_1 ... psi_i) (error constants) */
    double g[MAX_ORDER + 1];         /* integrals of the interpolation polynomials: predictor and corrector */
    double v[MAX_ORDER + 2];         /* first column of the integration table kept from step to step */
} de_mesh;

/* A step of length h at order k after one of length h_old at order k_old (0: none). */
void de_mesh_advance(de_mesh *m, int k, int k_old, double h, double h_old);
/* Takes back the last advance, of order k and step h. */
void de_mesh_retreat(de_mesh *m, int k, double h);
/* Weights for interpolation at distance x from the end of the step: value g[ki] (times x), slope rho[ki]; ki = k + 1. */
void de_mesh_interpolate(const de_mesh *m, int ki, double x, double *g, double *rho);

#endif
