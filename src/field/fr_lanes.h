/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight elements of Fr at a time (field/lanes.h says how), for LANES files.
 *
 * Five limbs; R = 2^260 leaves five bits above r, so nothing is subtracted conditionally before
 * fr8_canonical. A lane is the integer v, and which element that stands for is the caller's
 * business: v R^-1 mod r for the Montgomery form of fr8_mul, v 2^-256 mod r for what was loaded
 * from memory as it is. Two kinds of lanes:
 *
 *   normalised   limbs in [0, 2^52), v in [0, 2^260)
 *   loose        limbs are signed 64-bit integers below 2^62, and v, which may be negative, counts
 *                mod 2^260 only; a bound on a loose v is one on the residue next to zero, which is
 *                below 17.66 r = 2^259 in any case. Sums and differences are limb by limb.
 *
 *     fr8_mul         normalised < a b / R + 1.001 r     of anything normalised, a b < 34 r R
 *     fr8_nearest     loose, within 1.6 r                of anything loose
 *     fr8_reduce      normalised < 1.3 r                 of anything loose within 12.9 r
 *     fr8_canonical   normalised < r                     of anything normalised < 2 r */
#ifndef CUZK_FIELD_FR_LANES_H
#define CUZK_FIELD_FR_LANES_H

#include "field/fr.h"
#include "field/fr_lanes_constants.h" /* generated */
#include "field/lanes.h"
#include "field/verify.h"

typedef struct fr8 {
    __m512i l[5];
} fr8;

/* For checks: every limb below 2^52. */
LANES_INLINE bool fr8_is_normalised(const fr8 *a)
{
    __mmask8 above = 0;
    for (int j = 0; j < 5; j++)
        above |= lanes_above(a->l[j], LANES_LIMB_BITS);
    return !above;
}

/* For checks: loose a is within (tenths / 10) r of zero. */
LANES_INLINE bool fr8_is_within(const fr8 *a, unsigned tenths)
{
    fr8 t = *a;
    lanes_carry_signed(t.l, 5);
    const __m512i v = _mm512_abs_epi64(_mm512_srai_epi64(_mm512_slli_epi64(t.l[4], 12), 12));
    const uint64_t bound = (FR52_MODULUS[4] + 1) * tenths / 10 + 1;
    return !_mm512_cmpgt_epu64_mask(v, lanes_set1(bound));
}

LANES_INLINE void fr8_zero(fr8 *o)
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = _mm512_setzero_si512();
}

/* All lanes the constant c[5]. */
LANES_INLINE void fr8_set1(fr8 *o, const uint64_t c[5])
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = lanes_set1(c[j]);
}

/* Eight limbs of weight 2^(52 j) at c + 8 j, 64-byte aligned. */
LANES_INLINE void fr8_read(fr8 *o, const uint64_t c[40])
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = _mm512_load_si512(c + 8 * j);
}

LANES_INLINE void fr8_add(fr8 *o, const fr8 *a, const fr8 *b)
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = lanes_add(a->l[j], b->l[j]);
}

LANES_INLINE void fr8_sub(fr8 *o, const fr8 *a, const fr8 *b)
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = lanes_sub(a->l[j], b->l[j]);
}

/* Carries upward, for limbs of which only the low 52 bits will count. */
LANES_INLINE void fr8_carry_low(__m512i *t, bool is_signed)
{
    LANES_UNROLL
    for (int j = 0; j < 4; j++)
        t[j + 1] = lanes_add(t[j + 1], is_signed ? _mm512_srai_epi64(t[j], LANES_LIMB_BITS)
                                                 : _mm512_srli_epi64(t[j], LANES_LIMB_BITS));
}

/* ---- Montgomery multiplication ----
 *
 * One step takes the lowest limb t0 of the running sum away (fp_lanes_mul.h): with the constant
 * FR52_FOLD = (k r + 1) / 2^52, k = -r^-1 mod 2^52, and m = t0 mod 2^52,
 *     (t + m k r) / 2^52 = floor(t / 2^52) + m FR52_FOLD.
 * Three such steps add next to nothing to the result; the two after them are the ordinary ones,
 * t + (t0 k mod 2^52) r, of which the last adds less than r (gen_constants.py has the sum). */

/* t[0 .. 5] += a b */
LANES_INLINE void fr8_row(__m512i *t, __m512i a, const __m512i *b)
{
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        t[j] = lanes_lo(t[j], a, b[j]);
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        t[j + 1] = lanes_hi(t[j + 1], a, b[j]);
}

/* t[1 ..] absorbs the limb t[0]; so many steps are to come after this one. */
LANES_INLINE void fr8_fold(__m512i *t, int to_come)
{
    fr8 c;
    if (to_come >= 2) {
        fr8_set1(&c, FR52_FOLD);
        t[1] = lanes_add(t[1], _mm512_srli_epi64(t[0], LANES_LIMB_BITS));
        fr8_row(t + 1, t[0], c.l);
    } else {
        fr8_set1(&c, FR52_MODULUS);
        fr8_row(t, lanes_lo(_mm512_setzero_si512(), t[0], lanes_set1(FR52_NEG_INV)), c.l);
        t[1] = lanes_add(t[1], _mm512_srli_epi64(t[0], LANES_LIMB_BITS));
    }
}

/* Limbs in [0, 2^57), not normalised. */
LANES_INLINE void fr8_mul_raw(fr8 *o, const fr8 *a, const fr8 *b)
{
    __m512i t[11];
    LANES_UNROLL
    for (int j = 0; j < 11; j++)
        t[j] = _mm512_setzero_si512();
    LANES_UNROLL
    for (int i = 0; i < 5; i++) {
        fr8_row(t + i, a->l[i], b->l);
        fr8_fold(t + i, 4 - i);
    }
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = t[5 + j];
}

LANES_INLINE void fr8_mul(fr8 *o, const fr8 *a, const fr8 *b)
{
    VERIFY_CHECK(fr8_is_normalised(a) && fr8_is_normalised(b));
    fr8_mul_raw(o, a, b);
    lanes_carry(o->l, 5);
    VERIFY_CHECK(fr8_is_normalised(o));
}

/* a / R mod r, at most r, of normalised a */
LANES_INLINE void fr8_redc(fr8 *o, const fr8 *a)
{
    VERIFY_CHECK(fr8_is_normalised(a));
    __m512i t[11];
    LANES_UNROLL
    for (int j = 0; j < 11; j++)
        t[j] = j < 5 ? a->l[j] : _mm512_setzero_si512();
    LANES_UNROLL
    for (int i = 0; i < 5; i++)
        fr8_fold(t + i, 4 - i);
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = t[5 + j];
    lanes_carry(o->l, 5);
}

/* ---- reduction ---- */

/* With q = floor(a / 2^256), of which four bits are at the top of the top limb, a less the nearest
 * multiple of r to the middle of [q 2^256, (q + 1) 2^256): from a table, as the lanes' shuffle
 * takes sixteen entries. What the lower limbs carry into the top one, below 2^10, is 2^-38 of the
 * 2^48 that matter. */
LANES_INLINE void fr8_nearest(fr8 *a)
{
    const __m512i q = _mm512_srli_epi64(a->l[4], 48);
    LANES_UNROLL
    for (int j = 0; j < 5; j++) {
        const __m512i low = _mm512_load_si512(FR52_NEAREST[j]);
        const __m512i high = _mm512_load_si512(FR52_NEAREST[j] + 8);
        a->l[j] = lanes_add(a->l[j], _mm512_permutex2var_epi64(low, q, high));
    }
    VERIFY_CHECK(fr8_is_within(a, 16));
}

/* With u = 2^208, v = a + 15 r in [2 r, 28 r], e = its top limb and what the one below carries
 * into it, t = floor(r / u): |e - v / u| <= 1, and q = floor(e floor(2^52 / (t + 1)) / 2^52) is
 * never above v / r and more than v / r - 1.3 (gen_constants.py). Adding q (2^260 - r) and dropping
 * multiples of 2^260 is subtracting q r. */
LANES_INLINE void fr8_reduce(fr8 *a)
{
    VERIFY_CHECK(fr8_is_within(a, 129));
    fr8 c;
    __m512i *t = a->l;
    fr8_set1(&c, FR52_15R);
    fr8_add(a, a, &c);
    const __m512i e = lanes_add(t[4], _mm512_srai_epi64(t[3], LANES_LIMB_BITS));
    const __m512i q = lanes_hi(_mm512_setzero_si512(), e, lanes_set1(FR52_QUOTIENT));
    fr8_set1(&c, FR52_MINUS_R);
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        t[j] = lanes_lo(t[j], q, c.l[j]);
    LANES_UNROLL
    for (int j = 0; j < 4; j++)
        t[j + 1] = lanes_hi(t[j + 1], q, c.l[j]);
    lanes_carry_signed(t, 5);
    t[4] = _mm512_and_si512(t[4], lanes_set1(LANES_LIMB_MASK));
    VERIFY_CHECK(fr8_is_within(a, 13) && !lanes_above(t[4], 48));
}

/* a - r where a >= r, which the carry out of a + (2^260 - r) tells. */
LANES_INLINE void fr8_canonical(fr8 *a)
{
    fr8 d;
    VERIFY_CHECK(fr8_is_normalised(a) && fr8_is_within(a, 20));
    fr8_set1(&d, FR52_MINUS_R);
    fr8_add(&d, &d, a);
    fr8_carry_low(d.l, false);
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    const __mmask8 over = lanes_above(d.l[4], LANES_LIMB_BITS);
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        a->l[j] = _mm512_mask_and_epi64(a->l[j], over, d.l[j], mask);
}

#endif
