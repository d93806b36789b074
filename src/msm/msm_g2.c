/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/batch_add.h"
#include "curve/encoding.h"
#include "curve/g1.h"
#include "curve/wide.h"
#include "msm/msm_wide.h"
#include "msm/scalars.h"
#include <stdlib.h>

#define MSM_G(f)        g2_##f
#define MSM_AFFINE      g2_affine
#define MSM_POINT       g2
#define MSM_XYZZ        g2_xyzz
#define MSM_SOURCE      g2_source
#define MSM_ENCODED_LEN G2_UNCOMPRESSED_LEN
#define MSM_FN(f)       msm_g2_##f
#define MSM_E(f)        msm_g2_elem_##f
#define MSM_ROUND_OPS   1536
#define MSM_ELEM        g2_affine
#define MSM_FIELD       fp2

static const msm_costs msm_g2_costs = {
    .add = 10, .bucket = 20, .window = 1000, .endo = 2, .widest = MSM_MAX_WINDOW, .few = { 160, 80 }
};

#include "msm/affine_template.h"

/* phi of curve/wide.h */
static void msm_g2_elem_endo(g2_affine *o, const g2_affine *p, size_t n)
{
    fp beta2;
    fp_sqr(&beta2, &G1_BETA);
    for (size_t i = 0; i < n; i++) {
        o[i] = p[i];
        fp_mul(&o[i].x.c0, &p[i].x.c0, &beta2);
        fp_mul(&o[i].x.c1, &p[i].x.c1, &beta2);
    }
}

#include "msm/msm_template.h" /* on what that has defined */

cuzk_status msm_g2_many(g2 *o, work *w, g2_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err)
{
    if (g2_wide_kernels_now())
        return msm_g2_wide(o, w, points, scalars, k, density, options, err);
    return msm_g2_run(o, w, points, scalars, k, density, options, err);
}

cuzk_status msm_g2(g2 *o, work *w, g2_source points, const fr_view *scalars, const bitmap *density,
                   cuzk_error *err)
{
    return msm_g2_many(o, w, points, scalars, 1, density, NULL, err);
}

size_t msm_g2_memory_min(size_t n, unsigned threads)
{
    if (g2_wide_kernels_now())
        return msm_g2_wide_memory_min(n, threads);
    return msm_g2_memory_least(n, threads);
}

void msm_g2_ref(g2 *o, const g2_affine *points, const fr *scalars, size_t n)
{
    g2_set_infinity(o);
    for (size_t i = 0; i < n; i++) {
        g2 t;
        g2_mul_affine(&t, &points[i], &scalars[i]);
        g2_add(o, o, &t);
    }
}
