/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight elements of Fp2 at a time: two fp8, c0 + c1 u, u^2 = -1. The functions are those of
 * field/fp_lanes.h, with the same bounds for each coefficient, but that what is multiplied or
 * squared is at most 8p. */
#ifndef CUZK_FIELD_FP2_LANES_H
#define CUZK_FIELD_FP2_LANES_H

#include "field/fp2.h"
#include "field/fp_lanes_convert.h"
#include "field/fp_lanes_divide.h"
#include "field/fp_lanes_mul.h"

typedef struct fp2x8 {
    fp8 c0, c1;
} fp2x8;

LANES_INLINE void fp2x8_set_one(fp2x8 *o)
{
    fp8_set_one(&o->c0);
    fp8_set_zero(&o->c1);
}

LANES_INLINE void fp2x8_set_zero(fp2x8 *o)
{
    fp8_set_zero(&o->c0);
    fp8_set_zero(&o->c1);
}

LANES_INLINE void fp2x8_clear(fp2x8 *o, __mmask8 mask)
{
    fp8_clear(&o->c0, mask);
    fp8_clear(&o->c1, mask);
}

LANES_INLINE __mmask8 fp2x8_sign(const fp2x8 *a)
{
    return fp8_sign(&a->c0);
}

LANES_INLINE void fp2x8_gather(fp2x8 *o, const void *const row[8], size_t offset)
{
    fp8_gather(&o->c0, row, offset + offsetof(fp2_wide, c0));
    fp8_gather(&o->c1, row, offset + offsetof(fp2_wide, c1));
}

/* Of the first coefficients' top limbs. */
LANES_INLINE bool fp2x8_gather_difference(fp2x8 *o, const void *const a[8], const void *const b[8],
                                          size_t offset)
{
    (void)fp8_gather_difference(&o->c1, a, b, offset + offsetof(fp2_wide, c1));
    return fp8_gather_difference(&o->c0, a, b, offset + offsetof(fp2_wide, c0));
}

LANES_INLINE void fp2x8_scatter(void *const row[8], size_t offset, const fp2x8 *a, __mmask8 mask)
{
    fp8_scatter(row, offset + offsetof(fp2_wide, c0), &a->c0, mask);
    fp8_scatter(row, offset + offsetof(fp2_wide, c1), &a->c1, mask);
}

LANES_INLINE void fp2x8_carry(fp2x8 *a)
{
    fp8_carry(&a->c0);
    fp8_carry(&a->c1);
}

LANES_INLINE void fp2x8_add_raw(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp8_add_raw(&o->c0, &a->c0, &b->c0);
    fp8_add_raw(&o->c1, &a->c1, &b->c1);
}

LANES_INLINE void fp2x8_sub_raw(fp2x8 *o, const fp2x8 *a, const fp2x8 *b, int k)
{
    fp8_sub_raw(&o->c0, &a->c0, &b->c0, k);
    fp8_sub_raw(&o->c1, &a->c1, &b->c1, k);
}

LANES_INLINE void fp2x8_add(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp8_add(&o->c0, &a->c0, &b->c0);
    fp8_add(&o->c1, &a->c1, &b->c1);
}

LANES_INLINE void fp2x8_sub(fp2x8 *o, const fp2x8 *a, const fp2x8 *b, int k)
{
    fp8_sub(&o->c0, &a->c0, &b->c0, k);
    fp8_sub(&o->c1, &a->c1, &b->c1, k);
}

LANES_INLINE void fp2x8_add_multiple(fp2x8 *a, int k)
{
    fp8_add_multiple(&a->c0, k);
    fp8_add_multiple(&a->c1, k);
}

LANES_INLINE void fp2x8_neg_raw(fp2x8 *o, const fp2x8 *a, __mmask8 mask, int k)
{
    fp8_neg_raw(&o->c0, &a->c0, mask, k);
    fp8_neg_raw(&o->c1, &a->c1, mask, k);
}

LANES_INLINE void fp2x8_blend(fp2x8 *o, __mmask8 mask, const fp2x8 *a)
{
    fp8_blend(&o->c0, mask, &a->c0);
    fp8_blend(&o->c1, mask, &a->c1);
}

LANES_INLINE __mmask8 fp2x8_is_zero(const fp2x8 *a, int k)
{
    return fp8_is_zero(&a->c0, k) & fp8_is_zero(&a->c1, k);
}

LANES_INLINE __mmask8 fp2x8_may_be_zero(const fp2x8 *a)
{
    return fp8_may_be_zero(&a->c0) & fp8_may_be_zero(&a->c1);
}

LANES_INLINE void fp2x8_rotate(fp2x8 *o, const fp2x8 *a, int n)
{
    fp8_rotate(&o->c0, &a->c0, n);
    fp8_rotate(&o->c1, &a->c1, n);
}

/* o = a b + c d as one raw product: both go into the sums of a row before its one step down. */
LANES_INLINE void fp8_mul2_raw(fp8 *o, const fp8 *a, const fp8 *b, const fp8 *c, const fp8 *d)
{
    VERIFY_CHECK(fp8_is_normalised(a) && fp8_is_normalised(b));
    VERIFY_CHECK(fp8_is_normalised(c) && fp8_is_normalised(d));
    __m512i t[16];
    fp8_sums_clear(t);
    LANES_UNROLL
    for (int i = 0; i < 8; i++) {
        fp8_row(t + i, a->l[i], b);
        fp8_row(t + i, c->l[i], d);
        if (i < 7)
            fp8_fold(t + i);
        else
            fp8_fold_last(t + i);
    }
    fp8_sums_upper(o, t);
}

/* (a0 b0 + (8p - a1) b1) + (a0 b1 + a1 b0) u: two reductions for four products */
LANES_INLINE void fp2x8_mul_raw(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp8 n, t;
    fp8_neg_raw(&n, &a->c1, 0xff, 8);
    fp8_carry(&n);
    fp8_mul2_raw(&t, &a->c0, &b->c0, &n, &b->c1);
    fp8_mul2_raw(&o->c1, &a->c0, &b->c1, &a->c1, &b->c0);
    o->c0 = t;
}

/* a (b0 - b1 u): (a0 b0 + a1 b1) + (a1 b0 + (8p - a0) b1) u */
LANES_INLINE void fp2x8_mul_conj_raw(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp8 n, t;
    fp8_neg_raw(&n, &a->c0, 0xff, 8);
    fp8_carry(&n);
    fp8_mul2_raw(&t, &a->c0, &b->c0, &a->c1, &b->c1);
    fp8_mul2_raw(&o->c1, &a->c1, &b->c0, &n, &b->c1);
    o->c0 = t;
}

/* (a0 + a1) (a0 - a1) + 2 a0 a1 u */
LANES_INLINE void fp2x8_sqr_raw(fp2x8 *o, const fp2x8 *a)
{
    fp8 s, d, t;
    fp8_add(&s, &a->c0, &a->c1);
    fp8_sub(&d, &a->c0, &a->c1, 8);
    fp8_mul_raw(&t, &a->c0, &a->c1);
    fp8_mul_raw(&o->c0, &s, &d);
    fp8_add_raw(&o->c1, &t, &t);
}

/* below 1.26 p; the second coefficient of a square below 2.52 p */
LANES_INLINE void fp2x8_mul(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp2x8_mul_raw(o, a, b);
    fp2x8_carry(o);
}
LANES_INLINE void fp2x8_mul_conj(fp2x8 *o, const fp2x8 *a, const fp2x8 *b)
{
    fp2x8_mul_conj_raw(o, a, b);
    fp2x8_carry(o);
}
LANES_INLINE void fp2x8_sqr(fp2x8 *o, const fp2x8 *a)
{
    fp2x8_sqr_raw(o, a);
    fp2x8_carry(o);
}

/* a0^2 + a1^2, below 1.26 p: zero mod p only where a is, as -1 is no square. */
LANES_INLINE void fp2x8_norm(fp8 *o, const fp2x8 *a)
{
    fp8_squares_raw(o, &a->c0, &a->c1);
    lanes_carry(o->l, 8);
}

LANES_INLINE void fp2x8_reduce(fp2x8 *a)
{
    fp8_reduce(&a->c0);
    fp8_reduce(&a->c1);
}

LANES_INLINE void fp2x8_mul_sub(fp2x8 *o, const fp2x8 *a, const fp2x8 *b, const fp2x8 *c, int k)
{
    fp2x8 t;
    fp2x8_mul_raw(&t, a, b);
    fp2x8_sub_raw(o, &t, c, k);
    fp2x8_reduce(o);
}

LANES_INLINE void fp2x8_sqr_sub(fp2x8 *o, const fp2x8 *a, const fp2x8 *c, int k)
{
    fp2x8 t;
    fp2x8_sqr_raw(&t, a);
    fp2x8_sub_raw(o, &t, c, k);
    fp2x8_reduce(o);
}

LANES_INLINE void fp2x8_from_scalar(fp2x8 *o, const void *const row[8], size_t offset)
{
    fp8_from_scalar(&o->c0, row, offset + offsetof(fp2, c0));
    fp8_from_scalar(&o->c1, row, offset + offsetof(fp2, c1));
}

LANES_INLINE void fp2x8_to_scalar(void *const row[8], size_t offset, const fp2x8 *a, size_t n)
{
    fp8_to_scalar(row, offset + offsetof(fp2, c0), &a->c0, n);
    fp8_to_scalar(row, offset + offsetof(fp2, c1), &a->c1, n);
}

/* The larger half first, as the encodings have it. */
LANES_INLINE __mmask8 fp2x8_load_be(fp2x8 *o, const uint8_t *const row[8], size_t offset)
{
    return fp8_load_be(&o->c1, row, offset) & fp8_load_be(&o->c0, row, offset + 48);
}

LANES_INLINE void fp2x8_store_be(uint8_t *const row[8], size_t offset, const fp2x8 *a, size_t n)
{
    fp8_store_be(row, offset, &a->c1, n);
    fp8_store_be(row, offset + 48, &a->c0, n);
}

/* a k, in place, k in Fp */
LANES_INLINE void fp2x8_scale(fp2x8 *a, const fp8 *k)
{
    fp8_mul(&a->c0, &a->c0, k);
    fp8_mul(&a->c1, &a->c1, k);
}

LANES_INLINE void fp2x8_read_words(fp2x8 *o, const void *const row[8], size_t offset)
{
    fp8_read_words(&o->c0, row, offset + offsetof(fp2, c0));
    fp8_read_words(&o->c1, row, offset + offsetof(fp2, c1));
}

LANES_INLINE __mmask8 fp2x8_read_be(fp2x8 *o, const uint8_t *const row[8], size_t offset)
{
    return fp8_read_be(&o->c1, row, offset) & fp8_read_be(&o->c0, row, offset + 48);
}

LANES_INLINE void fp2x8_divide_2_16(fp2x8 *a)
{
    fp8_divide_2_16(&a->c0);
    fp8_divide_2_16(&a->c1);
}

LANES_INLINE void fp2x8_divide_2_208(fp2x8 *a)
{
    fp8_divide_2_208(&a->c0);
    fp8_divide_2_208(&a->c1);
}

static inline void fp2_wide_neg(fp2_wide *a)
{
    fp_wide_neg(&a->c0);
    fp_wide_neg(&a->c1);
}

#endif
