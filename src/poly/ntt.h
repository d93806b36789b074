/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Number-theoretic transforms over Fr on the 2^lg_n-th roots of unity (docs/spec/groth16.md §4). */
#ifndef CUZK_POLY_NTT_H
#define CUZK_POLY_NTT_H

#include "base/work.h"
#include "field/fr.h"

#define NTT_MAX_LG_N 31

/* The twiddle tables of one size; made once, read by any number of transforms. */
typedef struct ntt_domain ntt_domain;

cuzk_status ntt_domain_new(ntt_domain **d, work *w, unsigned lg_n, cuzk_error *err);
void ntt_domain_free(ntt_domain *d, work *w);
unsigned ntt_domain_lg_n(const ntt_domain *d);

/* In place, natural order in and out. Cancelling leaves a unspecified: ask work_status.
 *   forward        a_i -> A_j = sum a_i w^(ij)
 *   inverse        its inverse, scaled by 1/n
 *   coset_forward  forward of a_i g^i: evaluations on g<w>, g = 7
 *   coset_inverse  its inverse */
void ntt_forward(const ntt_domain *d, work *w, fr *a);
void ntt_inverse(const ntt_domain *d, work *w, fr *a);
void ntt_coset_forward(const ntt_domain *d, work *w, fr *a);
void ntt_coset_inverse(const ntt_domain *d, work *w, fr *a);

/* Slow twins: the sums themselves, O(n^2). */
void ntt_forward_ref(fr *a, unsigned lg_n);
void ntt_inverse_ref(fr *a, unsigned lg_n);

#endif
