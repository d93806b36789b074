/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The G2 table of curve/wide.h. */
#include "base/variant.h"
#include "curve/kernels.h"
#include "curve/wide.h"
#include "field/fp2_lanes.h"

/* y^2 = x^3 + 4 (1 + u) */
static inline void add_b(fp2x8 *o)
{
    fp8 b;
    fp8_set1(&b, FP52_B);
    fp8_add_raw(&o->c0, &o->c0, &b);
    fp8_add_raw(&o->c1, &o->c1, &b);
}

/* beta^2 x */
static inline void scale(fp2x8 *x)
{
    fp8 beta;
    fp8_set1_fp(&beta, &G1_BETA);
    fp8_sqr(&beta, &beta);
    fp2x8_scale(x, &beta);
}

/* a / d = a conj(d) / norm(d): chains of products are of norms, with a third of the work. */
typedef struct divisor {
    fp2x8 d;
    fp8 norm;
} divisor;

static inline const fp8 *norm_of(const divisor *v)
{
    return &v->norm;
}

static __attribute__((noinline)) void find_norm(divisor *v)
{
    fp2x8_norm(&v->norm, &v->d);
}

static __attribute__((noinline)) void scale_by(fp8 *o, const fp8 *a, const fp8 *b)
{
    fp8_mul(o, a, b);
}

static __attribute__((noinline)) void quotient(fp2x8 *o, const fp2x8 *a, const divisor *v,
                                               const fp8 *inverse)
{
    fp2x8 t;
    scale_by(&t.c0, &v->d.c0, inverse);
    scale_by(&t.c1, &v->d.c1, inverse);
    fp2x8_mul_conj(o, a, &t);
}

#define PT_FN(f)     g2_##f
#define PT_AFFINE    g2_affine
#define PT_FIELD     fp2
#define PT_F(f)      fp2_##f
#define WD_POINT     g2_wide
#define WD_F8        fp2x8
#define WD_F(f)      fp2x8_##f
#define WD_NEG(a)    fp2_wide_neg(a)
#define WD_ADD_B(o)  add_b(o)
#define WD_ENDO(x)   scale(x)
#define WD_COORD_LEN 96
#include "curve/wide_points_template.h"

#include "curve/wide_add_template.h" /* on what that has defined */

#define WD_SUM     g2_wide_sum
#define WD_SUM_LEN G2_WIDE_SUM_LEN
#include "curve/wide_sum_template.h"

const g2_wide_kernels VARIANT(g2_wide_kernels) = {
    .from_affine = g2_wide_from_affine,
    .to_affine = g2_wide_to_affine,
    .from_uncompressed = g2_wide_from_uncompressed,
    .to_uncompressed = g2_wide_to_uncompressed,
    .neg = g2_wide_neg_all,
    .endo = g2_wide_endo,
    .batch_add = g2_wide_batch_add,
    .batch_add_next = g2_wide_batch_add_next,
    .batch_sum = g2_wide_batch_sum,
    .sum_affine = g2_wide_sum_affine,
    .sum_encoded = g2_wide_sum_encoded,
    .sum_end = g2_wide_sum_end,
};
