/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A 64-bit unsigned integer as bits, least significant first (docs/spec/gadgets.md §10). */
#ifndef CUZK_GADGETS_UINT64_H
#define CUZK_GADGETS_UINT64_H

#include "gadgets/boolean.h"

typedef struct uint64_bits {
    boolean bit[64];
} uint64_bits;

/* 64 new bits. */
void uint64_alloc(cs *s, uint64_bits *out, uint64_t value);
/* One public input: sum of 2^i bit_i * 1 = input. */
void uint64_pack_into_input(cs *s, const uint64_bits *a);
/* Most significant first. */
void uint64_to_bits_be(boolean out[64], const uint64_bits *a);

#endif
