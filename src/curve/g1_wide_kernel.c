/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The G1 table of curve/wide.h. */
#include "base/variant.h"
#include "curve/wide.h"
#include "field/fp_lanes.h"

#define PT_FN(f)     g1_##f
#define PT_AFFINE    g1_affine
#define WD_POINT     g1_wide
#define WD_F8        fp8
#define WD_F(f)      fp8_##f
#define WD_INV(a, b) invert_lanes(a, b)
#define WD_NEG(a)    fp_wide_neg(a)

/* Every lane of a and of b to its inverse, with one inversion. With p0 = a b, the products p1 of
 * two lanes four apart, p2 of four, p3 of all eight lanes are the same in each of those lanes;
 * and 1 / p2 = (1 / p3) p2', where p2' is p2 in the lane that was multiplied, and so on down. */
static void invert_lanes(fp8 *a, fp8 *b)
{
    fp8 p[3], t;
    fp one;
    fp8_mul(&p[0], a, b);
    FP8_ROTATE(&t, &p[0], 4);
    fp8_mul(&p[1], &p[0], &t);
    FP8_ROTATE(&t, &p[1], 2);
    fp8_mul(&p[2], &p[1], &t);
    FP8_ROTATE(&p[2], &p[2], 1);
    FP8_ROTATE(&p[1], &p[1], 2);
    FP8_ROTATE(&p[0], &p[0], 4);
    FP8_ROTATE(&t, &p[2], 1);
    fp8_mul(&t, &t, &p[2]);
    void *const to[8] = { &one };
    const void *const from[8] = { &one, &one, &one, &one, &one, &one, &one, &one };
    fp8_to_scalar(to, 0, &t, 1);
    fp_inv(&one, &one);
    fp8_from_scalar(&t, from, 0);
    for (int i = 2; i >= 0; i--)
        fp8_mul(&t, &t, &p[i]);
    fp8_mul(&p[0], &t, b);
    fp8_mul(b, &t, a);
    *a = p[0];
}

#include "curve/wide_points_template.h"

#include "curve/wide_add_template.h" /* on what that has defined */

const g1_wide_kernels VARIANT(g1_wide_kernels) = {
    .from_affine = g1_wide_from_affine,
    .to_affine = g1_wide_to_affine,
    .neg = g1_wide_neg_all,
    .batch_add = g1_wide_batch_add,
    .batch_sum = g1_wide_batch_sum,
};
