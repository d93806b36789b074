/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes of Fp to and from six words of 64 bits, fp and big-endian bytes: with a multiplication by
 * a power of two where the Montgomery form changes. For LANES files. */
#ifndef CUZK_FIELD_FP_LANES_CONVERT_H
#define CUZK_FIELD_FP_LANES_CONVERT_H

#include "field/fp_lanes_mul.h"

/* The integers of six words below 2^390, as they are. */
LANES_INLINE void fp8_split(fp8 *o, const __m512i words[6])
{
    lanes_split(o->l, 8, words, 6);
}

/* Lane i of o: the six words at row[i] + offset bytes as they are. */
LANES_INLINE void fp8_read_words(fp8 *o, const void *const row[8], size_t offset)
{
    __m512i t[8];
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        t[i] = _mm512_maskz_loadu_epi64(0x3f, (const char *)row[i] + offset);
    lanes_transpose(t);
    fp8_split(o, t);
}

/* Lane i of o from the fp at row[i] + offset bytes. */
LANES_INLINE void fp8_from_scalar(fp8 *o, const void *const row[8], size_t offset)
{
    fp8 k;
    fp8_read_words(o, row, offset);
    fp8_set1(&k, FP52_FROM_FP);
    fp8_mul(o, o, &k);
}

/* All lanes a. */
LANES_INLINE void fp8_set1_fp(fp8 *o, const fp *a)
{
    const void *const row[8] = { a, a, a, a, a, a, a, a };
    fp8_from_scalar(o, row, 0);
}

/* And back, for the first n lanes of a, normalised. */
LANES_INLINE void fp8_to_scalar(void *const row[8], size_t offset, const fp8 *a, size_t n)
{
    __m512i t[8];
    fp8 k;
    fp8_set1(&k, FP52_TO_FP);
    fp8_mul(&k, a, &k);
    fp8_canonical(&k);
    lanes_join(t, 6, k.l, 8);
    t[6] = t[7] = _mm512_setzero_si512();
    lanes_transpose(t);
    for (size_t i = 0; i < n; i++)
        _mm512_mask_storeu_epi64((char *)row[i] + offset, 0x3f, t[i]);
}

/* Lane i of o: the big-endian integer of 48 bytes at row[i] + offset; the lanes where that is below
 * p. */
LANES_INLINE __mmask8 fp8_read_be(fp8 *o, const uint8_t *const row[8], size_t offset)
{
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    __m512i t[8], words[6];
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        t[i] = _mm512_shuffle_epi8(_mm512_maskz_loadu_epi64(0x3f, row[i] + offset), swap);
    lanes_transpose(t);
    LANES_UNROLL
    for (int i = 0; i < 6; i++)
        words[i] = t[5 - i];
    fp8_split(o, words);
    return fp8_below_p(o);
}

/* The same as an element; lanes where it is not below p have some element. */
LANES_INLINE __mmask8 fp8_load_be(fp8 *o, const uint8_t *const row[8], size_t offset)
{
    fp8 k;
    const __mmask8 canonical = fp8_read_be(o, row, offset);
    fp8_set1(&k, FP52_FROM_RAW);
    fp8_mul(o, o, &k);
    return canonical;
}

/* And back, for the first n lanes of a, normalised. */
LANES_INLINE void fp8_store_be(uint8_t *const row[8], size_t offset, const fp8 *a, size_t n)
{
    static const uint64_t one[8] = { 1 }; /* out of the Montgomery form */
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    __m512i t[8], words[6];
    fp8 k;
    fp8_set1(&k, one);
    fp8_mul(&k, a, &k);
    fp8_canonical(&k);
    lanes_join(words, 6, k.l, 8);
    LANES_UNROLL
    for (int i = 0; i < 6; i++)
        t[i] = words[5 - i];
    t[6] = t[7] = _mm512_setzero_si512();
    lanes_transpose(t);
    for (size_t i = 0; i < n; i++)
        _mm512_mask_storeu_epi64(row[i] + offset, 0x3f, _mm512_shuffle_epi8(t[i], swap));
}

/* ---- divisions by powers of two, at a quarter of a multiplication ---- */

/* a / 2^16 mod p, for a < p: below 1.001 p. With m = -a / p mod 2^16, a + m p is a multiple. */
LANES_INLINE void fp8_divide_2_16(fp8 *a)
{
    const uint64_t *p = lanes_constants(FP52_MULTIPLE[1]);
    const __m512i low = lanes_set1(0xffff), zero = _mm512_setzero_si512();
    const __m512i m = _mm512_and_si512(lanes_lo(zero, a->l[0], lanes_set1(FP52_NEG_INV)), low);
    __m512i t[9];
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j] = lanes_lo(a->l[j], m, lanes_set1(p[j]));
    t[8] = zero;
    LANES_UNROLL
    for (int j = 0; j < 7; j++) /* the last one adds nothing */
        t[j + 1] = lanes_hi(t[j + 1], m, lanes_set1(p[j]));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = lanes_add(_mm512_srli_epi64(t[j], 16),
                            _mm512_slli_epi64(_mm512_and_si512(t[j + 1], low), 36));
    lanes_carry(a->l, 8);
    VERIFY_CHECK(fp8_is_normalised(a));
}

/* a / 2^208 mod p, for a < 2^384: below 2p. Each step of field/fp_lanes_mul.h takes a limb away and
 * adds less than 2^52 p, the last one less than p. */
LANES_INLINE void fp8_divide_2_208(fp8 *a)
{
    __m512i t[13];
    LANES_UNROLL
    for (int j = 0; j < 13; j++)
        t[j] = j < 8 ? a->l[j] : _mm512_setzero_si512();
    LANES_UNROLL
    for (int i = 0; i < 3; i++)
        fp8_fold(t + i);
    fp8_fold_last(t + 3);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = t[4 + j];
    lanes_carry(a->l, 8);
    VERIFY_CHECK(fp8_is_normalised(a));
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

#endif
