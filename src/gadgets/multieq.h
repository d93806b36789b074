/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Several equalities between small integers checked by one row: each is shifted behind the ones
 * before it, FR_CAPACITY bits in all (docs/spec/gadgets.md §3). */
#ifndef CUZK_GADGETS_MULTIEQ_H
#define CUZK_GADGETS_MULTIEQ_H

#include "r1cs/cs.h"

typedef struct multieq {
    cs *cs;
    unsigned bits_used;
    lc lhs, rhs;
    lc l, r, op; /* scratch for callers, empty between calls */
} multieq;

void multieq_init(multieq *m, cs *s);
/* Writes the row that is still open, if any. */
void multieq_close(multieq *m);

/* By which power of two the two sides of the next equality of n_bits are to be scaled. */
unsigned multieq_shift(const multieq *m, unsigned n_bits);
/* l = r, both scaled by 2^multieq_shift and below 2^(that + n_bits). Writes the row of the
 * equalities before it, sum lhs * 1 = sum rhs, if this one has no room behind them. */
void multieq_enforce(multieq *m, unsigned n_bits, const lc *l, const lc *r);

#endif
