/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Number-theoretic transforms over Fr on the 2^lg_n-th roots of unity (docs/spec/groth16.md §4). */
#ifndef CUZK_POLY_NTT_H
#define CUZK_POLY_NTT_H

#include "base/work.h"
#include "field/vec.h"

#define NTT_MAX_LG_N 31

/* The constants of one size (a few MiB at most, whatever the size) and scratch for every thread of
 * the work it is made with: one transform at a time, on that work, on the CPU variant in use when
 * it was made. */
typedef struct ntt_domain ntt_domain;

cuzk_status ntt_domain_new(ntt_domain **d, work *w, unsigned lg_n, cuzk_error *err);
/* Bytes that takes from the work. */
size_t ntt_domain_memory(unsigned lg_n, unsigned threads);
void ntt_domain_free(ntt_domain *d, work *w);
unsigned ntt_domain_lg_n(const ntt_domain *d);

/* In place, natural order in and out; tmp is room for as many elements. Cancelling leaves both
 * unspecified: ask work_status.
 *   forward        a_i -> A_j = sum a_i w^(ij)
 *   inverse        its inverse, scaled by 1/n
 *   coset_forward  forward of a_i g^i: evaluations on g<w>, g = 7
 *   coset_inverse  its inverse */
void ntt_forward(const ntt_domain *d, work *w, fr *a, fr *tmp);
void ntt_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp);
void ntt_coset_forward(const ntt_domain *d, work *w, fr *a, fr *tmp);
void ntt_coset_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp);

/* What those are made of, for a caller who multiplies pointwise in between and needs neither the
 * order nor the scale, nor more room: position p of a bit-reversed vector holds element reverse(p).
 *   forward_rev    natural in, bit-reversed out
 *   inverse_rev    bit-reversed in, natural out, n times the inverse
 *   inverse_view   n times the inverse of the elements of v, then zeros (v->n <= n), into o
 *   reverse        from either order to the other */
void ntt_forward_rev(const ntt_domain *d, work *w, fr *a, bool coset);
void ntt_inverse_rev(const ntt_domain *d, work *w, fr *a, bool coset);
void ntt_inverse_view(const ntt_domain *d, work *w, fr *o, const fr_view *v);
void ntt_reverse(const ntt_domain *d, work *w, fr *a);

/* Slow twins: the sums themselves, O(n^2). o and a do not overlap. */
void ntt_forward_ref(fr *o, const fr *a, unsigned lg_n);
void ntt_inverse_ref(fr *o, const fr *a, unsigned lg_n);

#endif
