/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of field/fp_lanes_kernels.h. */
#include "base/variant.h"
#include "field/fp2_lanes.h"
#include "field/fp_lanes_kernels.h"

/* A block and the lanes are the same bytes. */
static inline fp8 *lanes(fp_block *b)
{
    return (fp8 *)(void *)b;
}
static inline fp2x8 *lanes2(fp2_block *b)
{
    return (fp2x8 *)(void *)b;
}
static inline const fp8 *in(const fp_block *b)
{
    return (const fp8 *)(const void *)b;
}
static inline const fp2x8 *in2(const fp2_block *b)
{
    return (const fp2x8 *)(const void *)b;
}

/* -------- Fp -------- */

static void fp_load(fp_block *o, const fp *a, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 8) {
        const void *const row[8] = { a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7 };
        fp8_from_scalar(lanes(&o[i]), row, 0);
    }
}

static void fp_store(fp *o, const fp_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++, o += 8) {
        void *const row[8] = { o, o + 1, o + 2, o + 3, o + 4, o + 5, o + 6, o + 7 };
        fp8_to_scalar(row, 0, in(&a[i]), 8);
    }
}

static void fp_mul_all(fp_block *o, const fp_block *a, const fp_block *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp8_mul(lanes(&o[i]), in(&a[i]), in(&b[i]));
}

static void fp_sqr_all(fp_block *o, const fp_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp8_sqr(lanes(&o[i]), in(&a[i]));
}

static void fp_mul_sub(fp_block *o, const fp_block *a, const fp_block *b, const fp_block *c,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp8_mul_sub(lanes(&o[i]), in(&a[i]), in(&b[i]), in(&c[i]), 8);
}

static void fp_sqr_sub(fp_block *o, const fp_block *a, const fp_block *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp8_sqr_sub(lanes(&o[i]), in(&a[i]), in(&c[i]), 8);
}

static void fp_sub_all(fp_block *o, const fp_block *a, const fp_block *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp8_sub(lanes(&o[i]), in(&a[i]), in(&b[i]), 8);
}

static void fp_reduce(fp_block *o, const fp_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
            lanes(&o[i])->l[j] = in(&a[i])->l[j];
        fp8_reduce(lanes(&o[i]));
    }
}

static void fp_divide_2_16(fp_block *o, const fp_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *lanes(&o[i]) = *in(&a[i]);
        fp8_divide_2_16(lanes(&o[i]));
    }
}

static void fp_divide_2_208(fp_block *o, const fp_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *lanes(&o[i]) = *in(&a[i]);
        fp8_divide_2_208(lanes(&o[i]));
    }
}

static uint8_t fp_is_zero_mask(const fp_block *a)
{
    return fp8_is_zero(in(a), 8);
}

/* -------- Fp2 -------- */

static void fp2_load(fp2_block *o, const fp2 *a, size_t n)
{
    for (size_t i = 0; i < n; i++, a += 8) {
        const void *const row[8] = { a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7 };
        fp2x8_from_scalar(lanes2(&o[i]), row, 0);
    }
}

static void fp2_store(fp2 *o, const fp2_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++, o += 8) {
        void *const row[8] = { o, o + 1, o + 2, o + 3, o + 4, o + 5, o + 6, o + 7 };
        fp2x8_to_scalar(row, 0, in2(&a[i]), 8);
    }
}

static void fp2_mul_all(fp2_block *o, const fp2_block *a, const fp2_block *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_mul(lanes2(&o[i]), in2(&a[i]), in2(&b[i]));
}

static void fp2_sqr_all(fp2_block *o, const fp2_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_sqr(lanes2(&o[i]), in2(&a[i]));
}

static void fp2_mul_sub(fp2_block *o, const fp2_block *a, const fp2_block *b, const fp2_block *c,
                        size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_mul_sub(lanes2(&o[i]), in2(&a[i]), in2(&b[i]), in2(&c[i]), 8);
}

static void fp2_sqr_sub(fp2_block *o, const fp2_block *a, const fp2_block *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_sqr_sub(lanes2(&o[i]), in2(&a[i]), in2(&c[i]), 8);
}

static void fp2_mul_conj(fp2_block *o, const fp2_block *a, const fp2_block *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_mul_conj(lanes2(&o[i]), in2(&a[i]), in2(&b[i]));
}

static void fp2_norm(fp_block *o, const fp2_block *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fp2x8_norm(lanes(&o[i]), in2(&a[i]));
}

const fp_lanes_kernels VARIANT(fp_lanes_kernels) = {
    .fp_load = fp_load,
    .fp_store = fp_store,
    .fp_mul = fp_mul_all,
    .fp_sqr = fp_sqr_all,
    .fp_mul_sub = fp_mul_sub,
    .fp_sqr_sub = fp_sqr_sub,
    .fp_sub = fp_sub_all,
    .fp_reduce = fp_reduce,
    .fp_divide_2_16 = fp_divide_2_16,
    .fp_divide_2_208 = fp_divide_2_208,
    .fp_is_zero = fp_is_zero_mask,
    .fp2_load = fp2_load,
    .fp2_store = fp2_store,
    .fp2_mul = fp2_mul_all,
    .fp2_sqr = fp2_sqr_all,
    .fp2_mul_sub = fp2_mul_sub,
    .fp2_sqr_sub = fp2_sqr_sub,
    .fp2_mul_conj = fp2_mul_conj,
    .fp2_norm = fp2_norm,
};
