/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Affine points as the kernels of curve/wide.h keep them, and running sums of many.
 *
 * A coordinate is eight limbs of 52 bits in Montgomery form with R = 2^416, not fully reduced:
 * limbs below 2^52, x below 3p/2, y at most 2p. So a point has many spellings: compare them with
 * to_affine. Infinity has bit 63 of its first coordinate's top limb set and nothing else to say;
 * g1_wide_set_infinity sets all bits, so memset to 0xff makes an array of infinities. */
#ifndef CUZK_CURVE_WIDE_POINTS_H
#define CUZK_CURVE_WIDE_POINTS_H

#include "field/fp_wide.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct g1_wide {
    fp_wide x, y;
} g1_wide;
typedef struct g2_wide {
    fp2_wide x, y;
} g2_wide;

static inline bool g1_wide_is_infinity(const g1_wide *p)
{
    return p->x.l[7] >> 63;
}
static inline bool g2_wide_is_infinity(const g2_wide *p)
{
    return p->x.c0.l[7] >> 63;
}
static inline void g1_wide_set_infinity(g1_wide *p)
{
    memset(p, 0xff, sizeof *p);
}
static inline void g2_wide_set_infinity(g2_wide *p)
{
    memset(p, 0xff, sizeof *p);
}

/* So many partial sums of points side by side, for the kernels to add to. It begins with begun = 0;
 * the rest is their own. */
#define G1_WIDE_SUM_LEN 1536
#define G2_WIDE_SUM_LEN 1024
typedef struct g1_wide_sum {
    _Alignas(64) uint64_t lanes[G1_WIDE_SUM_LEN * sizeof(g1_wide) / sizeof(uint64_t)];
    size_t begun; /* vectors of eight */
} g1_wide_sum;
typedef struct g2_wide_sum {
    _Alignas(64) uint64_t lanes[G2_WIDE_SUM_LEN * sizeof(g2_wide) / sizeof(uint64_t)];
    size_t begun;
} g2_wide_sum;

#endif
