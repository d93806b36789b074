/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight elements of Fp at a time (field/lanes.h says how), for LANES files.
 *
 * Representation: Montgomery form, R = 2^416, eight limbs; a lane holds v with v R^-1 mod p the
 * element, where v may be any multiple of p too large. R leaves 35 bits above p, so nothing is
 * ever subtracted conditionally; each function says how large its result is:
 *
 *     fp8_mul, fp8_sqr            < 1.26 p     of anything normalised below 2^390 (600 p)
 *     fp8_reduce                  < 1.001 p    of anything unnormalised in [p, 64 p]
 *     fp8_sub(o, a, b, k)         a - b + k p  normalised; the caller knows b <= k p
 *
 * A product without its last carry pass ("raw") has limbs in [0, 2^59): sums and differences go
 * into them before the one pass, in fp8_carry or fp8_reduce. */
#ifndef CUZK_FIELD_FP_LANES_H
#define CUZK_FIELD_FP_LANES_H

#include "field/fp.h"
#include "field/fp_lanes_constants.h" /* generated */
#include "field/fp_wide.h"
#include "field/lanes.h"
#include "field/verify.h"

typedef struct fp8 {
    __m512i l[8];
} fp8;

/* Every limb below 2^52: what a factor must be, as its low 52 bits are all that counts. */
LANES_INLINE bool fp8_is_normalised(const fp8 *a)
{
    __mmask8 above = 0;
    for (int j = 0; j < 8; j++)
        above |= lanes_above(a->l[j], 52);
    return !above && !lanes_above(a->l[7], 390 - 364);
}

/* All lanes the constant c[8]. */
LANES_INLINE void fp8_set1(fp8 *o, const uint64_t c[8])
{
    c = lanes_constants(c);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = lanes_set1(c[j]);
}

LANES_INLINE void fp8_set_one(fp8 *o)
{
    fp8_set1(o, FP52_ONE);
}

LANES_INLINE void fp8_set_zero(fp8 *o)
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = _mm512_setzero_si512();
}

/* Zero in the lanes of mask, the others as they are. */
LANES_INLINE void fp8_clear(fp8 *o, __mmask8 mask)
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = _mm512_maskz_mov_epi64((__mmask8)~mask, o->l[j]);
}

/* Lanes whose top limb has bit 63. */
LANES_INLINE __mmask8 fp8_sign(const fp8 *a)
{
    return _mm512_movepi64_mask(a->l[7]);
}

/* Lane i of o from the fp_wide at row[i] + offset bytes, and back for the lanes of mask. */
LANES_INLINE void fp8_gather(fp8 *o, const void *const row[8], size_t offset)
{
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        o->l[i] = _mm512_load_si512((const char *)row[i] + offset);
    lanes_transpose(o->l);
}
/* Lane i of o: the fp_wide at row a[i] + offset less that at b[i] + offset, limb by limb. True if
 * the top limb of any of them has bit 63. */
LANES_INLINE bool fp8_gather_difference(fp8 *o, const void *const a[8], const void *const b[8],
                                        size_t offset)
{
    __m512i any = _mm512_setzero_si512();
    LANES_UNROLL
    for (int i = 0; i < 8; i++) {
        const __m512i x = _mm512_load_si512((const char *)a[i] + offset);
        const __m512i y = _mm512_load_si512((const char *)b[i] + offset);
        any = _mm512_ternarylogic_epi64(any, x, y, 0xfe); /* any | x | y */
        o->l[i] = lanes_sub(x, y);
    }
    lanes_transpose(o->l);
    return _mm512_movepi64_mask(any) >> 7;
}
LANES_INLINE void fp8_scatter(void *const row[8], size_t offset, const fp8 *a, __mmask8 mask)
{
    fp8 t = *a;
    lanes_transpose(t.l);
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        if (mask >> i & 1)
            _mm512_store_si512((char *)row[i] + offset, t.l[i]);
}

/* Signed limbs of a number in [0, 2^416) normalised. */
LANES_INLINE void fp8_carry(fp8 *a)
{
    lanes_carry_signed(a->l, 8);
    VERIFY_CHECK(fp8_is_normalised(a));
}

/* o = a + b; limbs add up, o is not normalised */
LANES_INLINE void fp8_add_raw(fp8 *o, const fp8 *a, const fp8 *b)
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = lanes_add(a->l[j], b->l[j]);
}

/* o = a - b + k p, not normalised; k <= 8 */
LANES_INLINE void fp8_sub_raw(fp8 *o, const fp8 *a, const fp8 *b, int k)
{
    const uint64_t *kp = lanes_constants(FP52_MULTIPLE[k]);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = lanes_add(lanes_sub(a->l[j], b->l[j]), lanes_set1(kp[j]));
}

LANES_INLINE void fp8_add(fp8 *o, const fp8 *a, const fp8 *b)
{
    fp8_add_raw(o, a, b);
    fp8_carry(o);
}

LANES_INLINE void fp8_sub(fp8 *o, const fp8 *a, const fp8 *b, int k)
{
    fp8_sub_raw(o, a, b, k);
    fp8_carry(o);
}

/* a += k p, carried: some lanes may hold anything. */
LANES_INLINE void fp8_add_multiple(fp8 *a, int k)
{
    const uint64_t *kp = lanes_constants(FP52_MULTIPLE[k]);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = lanes_add(a->l[j], lanes_set1(kp[j]));
    lanes_carry_signed(a->l, 8);
}

/* o = k p - a in the lanes of mask, a in the others; not normalised */
LANES_INLINE void fp8_neg_raw(fp8 *o, const fp8 *a, __mmask8 mask, int k)
{
    const uint64_t *kp = lanes_constants(FP52_MULTIPLE[k]);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = _mm512_mask_sub_epi64(a->l[j], mask, lanes_set1(kp[j]), a->l[j]);
}

/* a = 2p - a for one element at most 2p. */
static inline void fp_wide_neg(fp_wide *a)
{
    uint64_t borrow = 0;
    for (int j = 0; j < 8; j++) {
        const uint64_t d = FP52_MULTIPLE[2][j] - a->l[j] - borrow;
        a->l[j] = d & LANES_LIMB_MASK;
        borrow = d >> 63;
    }
}

/* o = a in the lanes of mask, unchanged in the others */
LANES_INLINE void fp8_blend(fp8 *o, __mmask8 mask, const fp8 *a)
{
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = _mm512_mask_mov_epi64(o->l[j], mask, a->l[j]);
}

/* ---- reduction ---- */

/* a, not normalised, in [p, 64 p], to below 1.001 p, normalised.
 *
 * With u = 2^364: the lower six limbs are less than u / 2^40 together, whatever their signs, so
 * e = t7 + floor(t6 / 2^52) is above v / u - 1.01 and at most v / u + 0.01; in particular e > 0.
 * Let P = floor(p / u) and q = floor(e floor(2^52 / (P + 1)) / 2^52).
 * q <= e / (P + 1) <= (v / u + 0.01) / (P + 1) <= v / p, as p / u < P + 0.98 and v >= p: v - q p is
 * not negative. From below, q > e / (P + 1) - e / 2^52 - 1 and v / p < (e + 1.01) / P, so
 * v / p - q < 1 + (e + 2 P + 3) / (P (P + 1)), and that is below 1.001 for e <= 64 (P + 1).
 * gen_constants.py checks both numbers. Adding q (2^416 - p) and dropping multiples of 2^416
 * subtracts q p. */
LANES_INLINE void fp8_reduce(fp8 *a)
{
    const uint64_t *minus_p = lanes_constants(FP52_MINUS_P);
    __m512i *t = a->l;
    const __m512i zero = _mm512_setzero_si512();
    const __m512i e = lanes_add(t[7], _mm512_srai_epi64(t[6], LANES_LIMB_BITS));
    VERIFY_CHECK(!_mm512_cmple_epi64_mask(e, zero));
    const __m512i q = lanes_hi(zero, e, lanes_set1(FP52_QUOTIENT));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j] = lanes_lo(t[j], q, lanes_set1(minus_p[j]));
    LANES_UNROLL
    for (int j = 0; j < 7; j++)
        t[j + 1] = lanes_hi(t[j + 1], q, lanes_set1(minus_p[j]));
    lanes_carry_signed(t, 8);
    t[7] = _mm512_and_si512(t[7], lanes_set1(LANES_LIMB_MASK));
    VERIFY_CHECK(fp8_is_normalised(a));
}

/* a, normalised, below 2p, to below p */
LANES_INLINE void fp8_canonical(fp8 *a)
{
    const uint64_t *p = lanes_constants(FP52_MULTIPLE[1]);
    fp8 t;
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t.l[j] = lanes_sub(a->l[j], lanes_set1(p[j]));
    lanes_carry_signed(t.l, 8);
    fp8_blend(a, (__mmask8)~_mm512_movepi64_mask(t.l[7]), &t);
}

/* Lanes of a, normalised, that are less than p. */
LANES_INLINE __mmask8 fp8_below_p(const fp8 *a)
{
    const uint64_t *p = lanes_constants(FP52_MULTIPLE[1]);
    fp8 t;
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t.l[j] = lanes_sub(a->l[j], lanes_set1(p[j]));
    lanes_carry_signed(t.l, 8);
    return _mm512_movepi64_mask(t.l[7]);
}

/* Lanes of a, normalised and at most k p, that are zero mod p: one of 0, p, .. k p. */
LANES_INLINE __mmask8 fp8_is_zero(const fp8 *a, int k)
{
    __mmask8 zero = 0;
    for (int i = 0; i <= k; i++) {
        const uint64_t *ip = lanes_constants(FP52_MULTIPLE[i]);
        __mmask8 same = 0xff;
        LANES_UNROLL
        for (int j = 0; j < 8; j++)
            same = _mm512_mask_cmpeq_epi64_mask(same, a->l[j], lanes_set1(ip[j]));
        zero |= same;
    }
    return zero;
}

/* Lanes of a that may be p, 2p or 3p: a glance at one limb, wrong once in 2^50 times. */
LANES_INLINE __mmask8 fp8_may_be_zero(const fp8 *a)
{
    return _mm512_cmpeq_epi64_mask(a->l[0], lanes_set1(FP52_MULTIPLE[1][0])) |
           _mm512_cmpeq_epi64_mask(a->l[0], lanes_set1(FP52_MULTIPLE[2][0])) |
           _mm512_cmpeq_epi64_mask(a->l[0], lanes_set1(FP52_MULTIPLE[3][0]));
}

/* Lane i of o is lane (i + n) mod 8 of a. */
LANES_INLINE void fp8_rotate(fp8 *o, const fp8 *a, int n)
{
    const __m512i from =
        lanes_add(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), lanes_set1((uint64_t)n));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        o->l[j] = _mm512_permutexvar_epi64(from, a->l[j]); /* the low three bits count */
}

#endif
