/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A circuit's polynomials at one point tau (docs/spec/groth16.md §1 steps 2 to 5). */
#ifndef CUZK_GROTH16_QAP_H
#define CUZK_GROTH16_QAP_H

#include "base/work.h"
#include "r1cs/shape.h"

typedef struct qap {
    size_t n_inputs, n_vars; /* inputs first, then aux */
    unsigned lg_m;           /* the domain has m = 2^lg_m >= n_rows points */
    fr tau, zt;              /* zt = tau^m - 1 */
    /* Of variable j: the sums over the rows of A, B and C of coefficient times L_row(tau). */
    fr *u, *v, *w;
} qap;

/* log2 of the smallest power of two >= n; 0 for n <= 1. */
unsigned qap_domain_lg(uint64_t n_rows);

/* CUZK_BAD_INPUT: tau is a point of the domain, or the circuit is too large for one. On failure
 * there is nothing to free. */
cuzk_status qap_at(qap *q, work *w, const shape *s, const fr *tau, cuzk_error *err);
/* Wipes, then frees. */
void qap_free(qap *q, work *w);

/* L_k(tau) = (tau^m - 1)/m * omega^k / (tau - omega^k) for k < n, straight from the definition:
 * the slow twin of what qap_at does in batches. */
void qap_lagrange_ref(fr *o, size_t n, unsigned lg_m, const fr *tau);

#endif
