/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lanes' operations behind plain functions, so that a test can ask for the CPU first. A block
 * is five limbs of eight lanes. */
#ifndef CUZK_TESTS_POLY_FR_LANES_OPS_H
#define CUZK_TESTS_POLY_FR_LANES_OPS_H

#include "poly/ntt_twiddle.h"

typedef struct lane_block {
    uint64_t l[5][8];
} __attribute__((aligned(64))) lane_block;

void lane_mul(lane_block *o, const lane_block *a, const lane_block *b);
void lane_redc(lane_block *o, const lane_block *a);
void lane_nearest(lane_block *a);
void lane_reduce(lane_block *a);
void lane_canonical(lane_block *a);
void lane_twiddle(lane_block *o, const lane_block *a, const ntt_twiddle *z);

#endif
