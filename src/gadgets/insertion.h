/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Putting a number at a place given by bits among others, and taking one out
 * (docs/spec/gadgets.md §9). Bits are least significant first. */
#ifndef CUZK_GADGETS_INSERTION_H
#define CUZK_GADGETS_INSERTION_H

#include "gadgets/num.h"

#define INSERTION_MAX 128

/* out = the n - 1 others with x inserted at the place that the log2(n) bits say; n a power of two
 * from 2 to INSERTION_MAX (asserted). n 2: 2 rows, 4: 8, 8: 22, above: n (n - 1). */
void insertion(cs *s, num *out, const num *x, const boolean *bits, const num *others, unsigned n);

/* from[what the log2(n) bits say], n a power of two from 1 to INSERTION_MAX (asserted). n - 1 rows.
 */
num insertion_select(cs *s, const num *from, const boolean *bits, unsigned n);

#endif
