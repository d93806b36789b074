/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Booleans packed into numbers, least significant first (docs/spec/gadgets.md §6, §11). */
#ifndef CUZK_GADGETS_MULTIPACK_H
#define CUZK_GADGETS_MULTIPACK_H

#include "gadgets/boolean.h"

/* One public input for each FR_CAPACITY bits begun: sum of 2^i bit_i * 1 = input. */
void pack_into_inputs(cs *s, const boolean *bits, size_t n);

/* One aux number from the first FR_CAPACITY bits: sum of 2^i bit_i * 1 = x. Its value too. */
cs_var pack_bits(cs *s, const boolean *bits, size_t n, fr *value);

/* Reverses the bits within each byte: from the order of a field element's bits to SHA-256's and
 * back. n bits in; (n + 7) / 8 * 8 out, padded with false before reversing. Not in place. */
void reverse_bit_numbering(boolean *out, const boolean *bits, size_t n);

#endif
