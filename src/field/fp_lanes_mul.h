/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products of eight elements of Fp at a time, with the bounds of field/fp_lanes.h, which comes with
 * it. For LANES files. */
#ifndef CUZK_FIELD_FP_LANES_MUL_H
#define CUZK_FIELD_FP_LANES_MUL_H

#include "field/fp_lanes.h"

/* One step takes the lowest limb t0 of the running sum t away. With k = -p^-1 mod 2^52 and
 * m = t0 mod 2^52, m k p = -m mod 2^52, so
 *     (t + m k p) / 2^52 = floor(t / 2^52) + m (k p + 1) / 2^52,
 * where (k p + 1) / 2^52 = FP52_FOLD is a constant of eight limbs: no product to find m, and the
 * instruction takes the low 52 bits of t0 by itself. The last of the eight steps is the ordinary
 * one, with m = t0 k mod 2^52. What all steps add and a b < 2^780 are less than 1.26 p R together
 * (gen_constants.py), so the result is below 1.26 p. A limb of t receives at most 48 products of
 * 52 bits and a carry: below 2^58.
 *
 * The limbs of t are named, never moved: after i steps the lowest is t[i]. */

/* t += a b, a being one limb */
LANES_INLINE void fp8_row(__m512i *t, __m512i a, const fp8 *b)
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j] = lanes_lo(t[j], a, b->l[j]);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j + 1] = lanes_hi(t[j + 1], a, b->l[j]);
}

/* t[1 ..] absorbs the limb t[0] */
LANES_INLINE void fp8_fold(__m512i *t)
{
    const uint64_t *fold = lanes_constants(FP52_FOLD);
    const __m512i m = t[0];
    t[1] = lanes_add(t[1], _mm512_srli_epi64(m, LANES_LIMB_BITS));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j + 1] = lanes_lo(t[j + 1], m, lanes_set1(fold[j]));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j + 2] = lanes_hi(t[j + 2], m, lanes_set1(fold[j]));
}

LANES_INLINE void fp8_fold_last(__m512i *t)
{
    const uint64_t *p = lanes_constants(FP52_MULTIPLE[1]);
    const __m512i m = lanes_lo(_mm512_setzero_si512(), t[0], lanes_set1(FP52_NEG_INV));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j] = lanes_lo(t[j], m, lanes_set1(p[j]));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j + 1] = lanes_hi(t[j + 1], m, lanes_set1(p[j]));
    t[1] = lanes_add(t[1], _mm512_srli_epi64(t[0], LANES_LIMB_BITS));
}

LANES_INLINE void fp8_sums_clear(__m512i t[16])
{
    LANES_UNROLL
    for (int j = 0; j < 16; j++)
        t[j] = _mm512_setzero_si512();
}

/* What is left when the lower half of the sums is gone. */
LANES_INLINE void fp8_sums_upper(fp8 *o, const __m512i t[16])
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = t[8 + j];
}

LANES_INLINE void fp8_mul_raw(fp8 *o, const fp8 *a, const fp8 *b)
{
    VERIFY_CHECK(fp8_is_normalised(a) && fp8_is_normalised(b));
    __m512i t[16];
    fp8_sums_clear(t);
    LANES_UNROLL
    for (int i = 0; i < 7; i++) {
        fp8_row(t + i, a->l[i], b);
        fp8_fold(t + i);
    }
    fp8_row(t + 7, a->l[7], b);
    fp8_fold_last(t + 7);
    fp8_sums_upper(o, t);
}

/* t[0 .. 14] += half of what a^2 has besides the squares of limbs */
LANES_INLINE void fp8_cross_products(__m512i *t, const fp8 *a)
{
    LANES_UNROLL
    for (int i = 0; i < 8; i++) {
        LANES_UNROLL
        for (int j = i + 1; j < 8; j++)
            t[i + j] = lanes_lo(t[i + j], a->l[i], a->l[j]);
        LANES_UNROLL
        for (int j = i + 1; j < 8; j++)
            t[i + j + 1] = lanes_hi(t[i + j + 1], a->l[i], a->l[j]);
    }
}

LANES_INLINE void fp8_limb_squares(__m512i *t, const fp8 *a)
{
    LANES_UNROLL
    for (int i = 0; i < 8; i++) {
        t[2 * i] = lanes_lo(t[2 * i], a->l[i], a->l[i]);
        t[2 * i + 1] = lanes_hi(t[2 * i + 1], a->l[i], a->l[i]);
    }
}

/* o = a^2, and b^2 if there is a b */
LANES_INLINE void fp8_squares_raw(fp8 *o, const fp8 *a, const fp8 *b)
{
    VERIFY_CHECK(fp8_is_normalised(a) && (!b || fp8_is_normalised(b)));
    __m512i t[16];
    fp8_sums_clear(t);
    fp8_cross_products(t, a);
    if (b)
        fp8_cross_products(t, b);
    LANES_UNROLL
    for (int j = 1; j < 15; j++)
        t[j] = lanes_add(t[j], t[j]);
    fp8_limb_squares(t, a);
    if (b)
        fp8_limb_squares(t, b);
    LANES_UNROLL
    for (int i = 0; i < 7; i++)
        fp8_fold(t + i);
    fp8_fold_last(t + 7);
    fp8_sums_upper(o, t);
}

LANES_INLINE void fp8_sqr_raw(fp8 *o, const fp8 *a)
{
    fp8_squares_raw(o, a, NULL);
}

LANES_INLINE void fp8_mul(fp8 *o, const fp8 *a, const fp8 *b)
{
    fp8_mul_raw(o, a, b);
    lanes_carry(o->l, 8);
}

LANES_INLINE void fp8_sqr(fp8 *o, const fp8 *a)
{
    fp8_sqr_raw(o, a);
    lanes_carry(o->l, 8);
}

/* a k, in place */
LANES_INLINE void fp8_scale(fp8 *a, const fp8 *k)
{
    fp8_mul(a, a, k);
}

/* ---- fused, reduced once; c may be unnormalised ---- */

/* o = a b - c + k p, for c <= (k - 1) p; below 1.001 p */
LANES_INLINE void fp8_mul_sub(fp8 *o, const fp8 *a, const fp8 *b, const fp8 *c, int k)
{
    fp8 t;
    fp8_mul_raw(&t, a, b);
    fp8_sub_raw(o, &t, c, k);
    fp8_reduce(o);
}

/* o = a^2 - c + k p */
LANES_INLINE void fp8_sqr_sub(fp8 *o, const fp8 *a, const fp8 *c, int k)
{
    fp8 t;
    fp8_sqr_raw(&t, a);
    fp8_sub_raw(o, &t, c, k);
    fp8_reduce(o);
}

#endif
