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

#endif
