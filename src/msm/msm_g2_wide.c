/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/encoding.h"
#include "curve/wide.h"
#include "msm/msm_wide.h"
#include "msm/scalars.h"
#include <stdlib.h>

#define MSM_G(f)            g2_##f
#define MSM_W(f)            g2_wide_##f
#define MSM_AFFINE          g2_affine
#define MSM_POINT           g2
#define MSM_XYZZ            g2_xyzz
#define MSM_SOURCE          g2_source
#define MSM_ENCODED_LEN     G2_UNCOMPRESSED_LEN
#define MSM_ELEM            g2_wide
#define MSM_WIDE_SCRATCH(n) G2_WIDE_SCRATCH(n)
#define MSM_FN(f)           msm_g2_wide_##f
#define MSM_E(f)            msm_g2_wide_elem_##f
#define MSM_ROUND_OPS       1024
#define MSM_SUM             g2_wide_sum
#define MSM_SUM_LEN         G2_WIDE_SUM_LEN

/* What a bucket costs, as in msm_g1_wide.c. At 2^18 windows of 15 and of 16 bits took the same in
 * three alternating runs; none is known of wider ones. */
static const msm_costs msm_g2_wide_costs = {
    .add = 10, .bucket = 15, .window = 1000, .endo = 2, .widest = 15, .few = { 400, 200 }
};

#include "msm/wide_template.h"

#include "msm/msm_template.h" /* on what that has defined */

cuzk_status msm_g2_wide(g2 *o, work *w, g2_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err)
{
    return msm_g2_wide_run(o, w, points, scalars, k, density, options, err);
}

size_t msm_g2_wide_memory_min(size_t n, unsigned threads)
{
    return msm_g2_wide_memory_least(n, threads);
}
