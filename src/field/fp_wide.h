/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Elements of Fp and Fp2 in memory the way AVX-512 IFMA lanes read them: eight limbs of 52 bits,
 * one cache line a coefficient. field/fp_lanes.h has the arithmetic and its bounds. */
#ifndef CUZK_FIELD_FP_WIDE_H
#define CUZK_FIELD_FP_WIDE_H

#include <stdint.h>

typedef struct fp_wide {
    _Alignas(64) uint64_t l[8];
} fp_wide;

typedef struct fp2_wide {
    fp_wide c0, c1;
} fp2_wide;

#endif
