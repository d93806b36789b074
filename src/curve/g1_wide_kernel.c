/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The G1 table of curve/wide.h. */
#include "base/variant.h"
#include "curve/kernels.h"
#include "curve/wide.h"
#include "field/fp_lanes_convert.h"
#include "field/fp_lanes_divide.h"

/* y^2 = x^3 + 4 */
static inline void add_b(fp8 *o)
{
    fp8 b;
    fp8_set1(&b, FP52_B);
    fp8_add_raw(o, o, &b);
}

/* beta x */
static inline void scale(fp8 *x)
{
    fp8 beta;
    fp8_set1_fp(&beta, &G1_BETA);
    fp8_scale(x, &beta);
}

/* What divides is its own norm. */
typedef struct divisor {
    fp8 d;
} divisor;

static inline const fp8 *norm_of(const divisor *v)
{
    return &v->d;
}

static inline void find_norm(divisor *v)
{
    (void)v;
}

static __attribute__((noinline)) void quotient(fp8 *o, const fp8 *a, const divisor *v,
                                               const fp8 *inverse)
{
    (void)v;
    fp8_mul(o, a, inverse);
}

#define PT_FN(f)     g1_##f
#define PT_AFFINE    g1_affine
#define PT_FIELD     fp
#define PT_F(f)      fp_##f
#define WD_POINT     g1_wide
#define WD_F8        fp8
#define WD_F(f)      fp8_##f
#define WD_NEG(a)    fp_wide_neg(a)
#define WD_ADD_B(o)  add_b(o)
#define WD_ENDO(x)   scale(x)
#define WD_COORD_LEN 48
#include "curve/wide_points_template.h"

#include "curve/wide_add_template.h" /* on what that has defined */

#define WD_SUM     g1_wide_sum
#define WD_SUM_LEN G1_WIDE_SUM_LEN
#include "curve/wide_sum_template.h"

const g1_wide_kernels VARIANT(g1_wide_kernels) = {
    .from_affine = g1_wide_from_affine,
    .to_affine = g1_wide_to_affine,
    .from_uncompressed = g1_wide_from_uncompressed,
    .to_uncompressed = g1_wide_to_uncompressed,
    .neg = g1_wide_neg_all,
    .endo = g1_wide_endo,
    .batch_add = g1_wide_batch_add,
    .batch_add_next = g1_wide_batch_add_next,
    .batch_sum = g1_wide_batch_sum,
    .sum_affine = g1_wide_sum_affine,
    .sum_encoded = g1_wide_sum_encoded,
    .sum_end = g1_wide_sum_end,
};
