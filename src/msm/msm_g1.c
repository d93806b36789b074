/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/batch_add.h"
#include "curve/encoding.h"
#include "curve/wide.h"
#include "msm/msm_wide.h"
#include "msm/scalars.h"
#include <stdlib.h>

#define MSM_G(f)        g1_##f
#define MSM_AFFINE      g1_affine
#define MSM_POINT       g1
#define MSM_XYZZ        g1_xyzz
#define MSM_SOURCE      g1_source
#define MSM_ENCODED_LEN G1_UNCOMPRESSED_LEN
#define MSM_FN(f)       msm_g1_##f
#define MSM_E(f)        msm_g1_elem_##f
#define MSM_ROUND_OPS   1536
#define MSM_ELEM        g1_affine
#define MSM_FIELD       fp

static const msm_costs msm_g1_costs = {
    .add = 10, .bucket = 20, .window = 1000, .endo = 2, .widest = MSM_MAX_WINDOW, .few = { 160, 80 }
};

#include "msm/affine_template.h"

/* phi of curve/wide.h */
static void msm_g1_elem_endo(g1_affine *o, const g1_affine *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        o[i] = p[i];
        fp_mul(&o[i].x, &p[i].x, &G1_BETA);
    }
}

#include "msm/msm_template.h" /* on what that has defined */

cuzk_status msm_g1_many(g1 *o, work *w, g1_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err)
{
    if (g1_wide_kernels_now())
        return msm_g1_wide(o, w, points, scalars, k, density, options, err);
    return msm_g1_run(o, w, points, scalars, k, density, options, err);
}

cuzk_status msm_g1(g1 *o, work *w, g1_source points, const fr_view *scalars, const bitmap *density,
                   cuzk_error *err)
{
    return msm_g1_many(o, w, points, scalars, 1, density, NULL, err);
}

size_t msm_g1_memory_min(size_t n, unsigned threads)
{
    if (g1_wide_kernels_now())
        return msm_g1_wide_memory_min(n, threads);
    return msm_g1_memory_least(n, threads);
}

void msm_g1_ref(g1 *o, const g1_affine *points, const fr *scalars, size_t n)
{
    g1_set_infinity(o);
    for (size_t i = 0; i < n; i++) {
        g1 t;
        g1_mul_affine(&t, &points[i], &scalars[i]);
        g1_add(o, o, &t);
    }
}
