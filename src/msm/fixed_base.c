/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "msm/fixed_base.h"
#include "base/random.h"
#include "curve/batch_add.h"
#include "field/kernels.h"
#include "msm/scalars.h"
#include <stdlib.h>
#include <string.h>

/* Multiples that share their inversions; with their scratch they fit a second-level cache. */
#define FIXED_BASE_BATCH       2048
#define FIXED_BASE_MAX_WINDOWS 128 /* fixed_base_windows(2) */

/* The folded scalars have 254 bits; one more for the sign. */
static unsigned fixed_base_windows(unsigned c)
{
    return (FR_BITS - 1 + c) / c;
}

/* The window with the fewest additions, those that make the table included. Above 17 bits (15
 * windows exactly) the table grows faster than the additions shrink. */
static unsigned fixed_base_window(size_t n)
{
    unsigned best = 2;
    size_t best_cost = SIZE_MAX;
    for (unsigned c = 2; c <= 17; c++) {
        size_t cost = fixed_base_windows(c) * (n + ((size_t)1 << (c - 1)));
        if (cost < best_cost) {
            best_cost = cost;
            best = c;
        }
    }
    return best;
}

#define FB_FN(f)  fixed_base_g1_##f
#define FB_G(f)   g1_##f
#define FB_TABLE  fixed_base_g1
#define FB_AFFINE g1_affine
#define FB_POINT  g1
#define FB_FIELD  fp
#include "msm/fixed_base_template.h"
#undef FB_FN
#undef FB_G
#undef FB_TABLE
#undef FB_AFFINE
#undef FB_POINT
#undef FB_FIELD

#define FB_FN(f)  fixed_base_g2_##f
#define FB_G(f)   g2_##f
#define FB_TABLE  fixed_base_g2
#define FB_AFFINE g2_affine
#define FB_POINT  g2
#define FB_FIELD  fp2
#include "msm/fixed_base_template.h"
