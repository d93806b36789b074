/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight elements of Fr between memory, four words of 64 bits each, and lanes. For LANES files. */
#ifndef CUZK_FIELD_FR_LANES_MEMORY_H
#define CUZK_FIELD_FR_LANES_MEMORY_H

#include "field/fr_lanes.h"

/* stream: past the caches; p is then 64-byte aligned, and _mm_sfence ends the series. */
LANES_INLINE void fr8_write(fr *p, __m512i w, bool stream)
{
    if (stream)
        _mm512_stream_si512((void *)p, w);
    else
        _mm512_storeu_si512(p, w);
}

/* Words of eight consecutive elements, which go to the lanes in the order 0 2 1 3 4 6 5 7: two
 * rounds of shuffles are enough so. */
LANES_INLINE void fr8_load_words(__m512i w[4], const fr *p)
{
    const __m512i z0 = _mm512_loadu_si512(p), z1 = _mm512_loadu_si512(p + 2);
    const __m512i z2 = _mm512_loadu_si512(p + 4), z3 = _mm512_loadu_si512(p + 6);
    const __m512i a = _mm512_unpacklo_epi64(z0, z1), b = _mm512_unpackhi_epi64(z0, z1);
    const __m512i c = _mm512_unpacklo_epi64(z2, z3), d = _mm512_unpackhi_epi64(z2, z3);
    w[0] = _mm512_shuffle_i64x2(a, c, 0x88);
    w[1] = _mm512_shuffle_i64x2(b, d, 0x88);
    w[2] = _mm512_shuffle_i64x2(a, c, 0xdd);
    w[3] = _mm512_shuffle_i64x2(b, d, 0xdd);
}

LANES_INLINE void fr8_store_words(fr *p, const __m512i w[4], bool stream)
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const __m512i a = _mm512_permutex2var_epi64(w[0], low, w[2]);
    const __m512i b = _mm512_permutex2var_epi64(w[1], low, w[3]);
    const __m512i c = _mm512_permutex2var_epi64(w[0], high, w[2]);
    const __m512i d = _mm512_permutex2var_epi64(w[1], high, w[3]);
    fr8_write(p, _mm512_unpacklo_epi64(a, b), stream);
    fr8_write(p + 2, _mm512_unpackhi_epi64(a, b), stream);
    fr8_write(p + 4, _mm512_unpacklo_epi64(c, d), stream);
    fr8_write(p + 6, _mm512_unpackhi_epi64(c, d), stream);
}

LANES_INLINE void fr8_load(fr8 *o, const fr *p)
{
    __m512i w[4];
    fr8_load_words(w, p);
    lanes_split(o->l, 5, w, 4);
}

/* 16 times the elements: a factor 2^4 is what lies between R = 2^256 and R = 2^260, so that
 * fr8_mul of one operand loaded so and another as it is gives the product as it is. */
LANES_INLINE void fr8_load_times16(fr8 *o, const fr *p)
{
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    __m512i w[4];
    fr8_load_words(w, p);
    o->l[0] = _mm512_and_si512(_mm512_slli_epi64(w[0], 4), mask);
    LANES_UNROLL
    for (unsigned j = 1; j < 4; j++) {
        const __m512i t = _mm512_or_si512(_mm512_srli_epi64(w[j - 1], 60 - 12 * j),
                                          _mm512_slli_epi64(w[j], 4 + 12 * j));
        o->l[j] = _mm512_and_si512(t, mask);
    }
    o->l[4] = _mm512_srli_epi64(w[3], 12);
}

/* Normalised, below 2^256. */
LANES_INLINE void fr8_store_as(fr *p, const fr8 *a, bool stream)
{
    __m512i w[4];
    lanes_join(w, 4, a->l, 5);
    fr8_store_words(p, w, stream);
}
LANES_INLINE void fr8_store(fr *p, const fr8 *a)
{
    fr8_store_as(p, a, false);
}

/* Elements 0 and 1 of eight rows: lane i of o[e] is row[i][e]. And back. */
LANES_INLINE void fr8_gather2(fr8 o[2], const fr *const row[8])
{
    __m512i w[8];
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        w[i] = _mm512_loadu_si512(row[i]);
    lanes_transpose(w);
    lanes_split(o[0].l, 5, w, 4);
    lanes_split(o[1].l, 5, w + 4, 4);
}

LANES_INLINE void fr8_scatter2_as(fr *const row[8], const fr8 a[2], bool stream)
{
    __m512i w[8];
    lanes_join(w, 4, a[0].l, 5);
    lanes_join(w + 4, 4, a[1].l, 5);
    lanes_transpose(w);
    LANES_UNROLL
    for (int i = 0; i < 8; i++)
        fr8_write(row[i], w[i], stream);
}
LANES_INLINE void fr8_scatter2(fr *const row[8], const fr8 a[2])
{
    fr8_scatter2_as(row, a, false);
}

#endif
