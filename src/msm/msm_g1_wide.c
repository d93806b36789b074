/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/encoding.h"
#include "curve/wide.h"
#include "msm/msm_wide.h"
#include "msm/scalars.h"
#include <stdlib.h>

#define MSM_G(f)            g1_##f
#define MSM_W(f)            g1_wide_##f
#define MSM_AFFINE          g1_affine
#define MSM_POINT           g1
#define MSM_XYZZ            g1_xyzz
#define MSM_SOURCE          g1_source
#define MSM_ENCODED_LEN     G1_UNCOMPRESSED_LEN
#define MSM_ELEM            g1_wide
#define MSM_WIDE_SCRATCH(n) G1_WIDE_SCRATCH(n)
#define MSM_FN(f)           msm_g1_wide_##f
#define MSM_E(f)            msm_g1_wide_elem_##f
#define MSM_ROUND_OPS       1536
#define MSM_SUM             g1_wide_sum
#define MSM_SUM_LEN         G1_WIDE_SUM_LEN

/* Measured at 2^18 and 2^20 random scalars (cuzk-bench msm --window-bits): windows of 16 bits took
 * a tenth longer than those of 15, and 19 bits two thirds at 2^20, for all that they save
 * additions. At 2^14 13 bits beat 12 by 2 %, which says what a bucket costs. */
static const msm_costs msm_g1_wide_costs = {
    .add = 10, .bucket = 15, .window = 1000, .endo = 2, .widest = 15, .few = { 400, 240 }
};

#include "msm/wide_template.h"

#include "msm/msm_template.h" /* on what that has defined */

cuzk_status msm_g1_wide(g1 *o, work *w, g1_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err)
{
    return msm_g1_wide_run(o, w, points, scalars, k, density, options, err);
}

size_t msm_g1_wide_memory_min(size_t n, unsigned threads)
{
    return msm_g1_wide_memory_least(n, threads);
}
