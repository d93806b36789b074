/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight numbers at a time with AVX-512 IFMA: what the lane forms of Fr and Fp have in common.
 * For files that a layer lists under LANES only.
 *
 * A number is n vectors of limbs of 52 bits, least significant first; lane i of every vector
 * belongs to number i. Normalised: every limb in [0, 2^52), but the top one may have a few bits
 * more where a function says so. Unnormalised: limbs are signed 64-bit integers. */
#ifndef CUZK_FIELD_LANES_H
#define CUZK_FIELD_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LANES_INLINE static inline __attribute__((always_inline, unused))
/* In front of a loop over limbs: they are registers only once the loop is gone. */
#ifdef __clang__
#define LANES_UNROLL _Pragma("clang loop unroll(full)")
#else
#define LANES_UNROLL _Pragma("GCC unroll 16")
#endif

#define LANES_LIMB_BITS 52
#define LANES_LIMB_MASK ((UINT64_C(1) << LANES_LIMB_BITS) - 1)

LANES_INLINE __m512i lanes_set1(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

/* The address of constants that are to be read with broadcasting loads. Knowing their values gcc
 * would build each in a general register and move it through port 5, which multiplies. */
LANES_INLINE const uint64_t *lanes_constants(const uint64_t *c)
{
    __asm__("" : "+r"(c));
    return c;
}

/* acc + the low, the high 52 bits of a b; only the low 52 bits of a and of b count */
LANES_INLINE __m512i lanes_lo(__m512i acc, __m512i a, __m512i b)
{
    return _mm512_madd52lo_epu64(acc, a, b);
}
LANES_INLINE __m512i lanes_hi(__m512i acc, __m512i a, __m512i b)
{
    return _mm512_madd52hi_epu64(acc, a, b);
}

LANES_INLINE __m512i lanes_add(__m512i a, __m512i b)
{
    return _mm512_add_epi64(a, b);
}
LANES_INLINE __m512i lanes_sub(__m512i a, __m512i b)
{
    return _mm512_sub_epi64(a, b);
}

/* Carries from unsigned limbs upward; all but the top limb end normalised. */
LANES_INLINE void lanes_carry(__m512i *t, int n)
{
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    LANES_UNROLL
    for (int j = 0; j < n - 1; j++) {
        t[j + 1] = lanes_add(t[j + 1], _mm512_srli_epi64(t[j], LANES_LIMB_BITS));
        t[j] = _mm512_and_si512(t[j], mask);
    }
}

/* The same for signed limbs; the top limb has the sign of the number. */
LANES_INLINE void lanes_carry_signed(__m512i *t, int n)
{
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    LANES_UNROLL
    for (int j = 0; j < n - 1; j++) {
        t[j + 1] = lanes_add(t[j + 1], _mm512_srai_epi64(t[j], LANES_LIMB_BITS));
        t[j] = _mm512_and_si512(t[j], mask);
    }
}

/* Eight rows to eight columns: lane j of r[i] and lane i of r[j] change places. */
LANES_INLINE void lanes_transpose(__m512i r[8])
{
    const __m512i a0 = _mm512_unpacklo_epi64(r[0], r[1]), a1 = _mm512_unpackhi_epi64(r[0], r[1]);
    const __m512i a2 = _mm512_unpacklo_epi64(r[2], r[3]), a3 = _mm512_unpackhi_epi64(r[2], r[3]);
    const __m512i a4 = _mm512_unpacklo_epi64(r[4], r[5]), a5 = _mm512_unpackhi_epi64(r[4], r[5]);
    const __m512i a6 = _mm512_unpacklo_epi64(r[6], r[7]), a7 = _mm512_unpackhi_epi64(r[6], r[7]);
    const __m512i b0 = _mm512_shuffle_i64x2(a0, a2, 0x88), b1 = _mm512_shuffle_i64x2(a1, a3, 0x88);
    const __m512i b2 = _mm512_shuffle_i64x2(a0, a2, 0xdd), b3 = _mm512_shuffle_i64x2(a1, a3, 0xdd);
    const __m512i b4 = _mm512_shuffle_i64x2(a4, a6, 0x88), b5 = _mm512_shuffle_i64x2(a5, a7, 0x88);
    const __m512i b6 = _mm512_shuffle_i64x2(a4, a6, 0xdd), b7 = _mm512_shuffle_i64x2(a5, a7, 0xdd);
    r[0] = _mm512_shuffle_i64x2(b0, b4, 0x88);
    r[1] = _mm512_shuffle_i64x2(b1, b5, 0x88);
    r[2] = _mm512_shuffle_i64x2(b2, b6, 0x88);
    r[3] = _mm512_shuffle_i64x2(b3, b7, 0x88);
    r[4] = _mm512_shuffle_i64x2(b0, b4, 0xdd);
    r[5] = _mm512_shuffle_i64x2(b1, b5, 0xdd);
    r[6] = _mm512_shuffle_i64x2(b2, b6, 0xdd);
    r[7] = _mm512_shuffle_i64x2(b3, b7, 0xdd);
}

/* Numbers of n64 words of 64 bits to n52 limbs of 52: bit 52 j of the number is in word
 * 52 j / 64. What lies above 52 n52 bits is lost. */
LANES_INLINE void lanes_split(__m512i *limbs, int n52, const __m512i *words, int n64)
{
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    LANES_UNROLL
    for (int j = 0; j < n52; j++) {
        const int w = 52 * j / 64, s = 52 * j % 64;
        __m512i t = w < n64 ? _mm512_srli_epi64(words[w], (unsigned)s) : _mm512_setzero_si512();
        if (s > 12 && w + 1 < n64)
            t = _mm512_or_si512(t, _mm512_slli_epi64(words[w + 1], (unsigned)(64 - s)));
        limbs[j] = _mm512_and_si512(t, mask);
    }
}

/* And back; limbs are normalised and the number is below 2^(64 n64). */
LANES_INLINE void lanes_join(__m512i *words, int n64, const __m512i *limbs, int n52)
{
    LANES_UNROLL
    for (int w = 0; w < n64; w++) {
        /* the first limb with a bit in word w, and those above it */
        const int j = 64 * w / 52, s = 64 * w % 52;
        __m512i t = _mm512_srli_epi64(limbs[j], (unsigned)s);
        if (j + 1 < n52)
            t = _mm512_or_si512(t, _mm512_slli_epi64(limbs[j + 1], (unsigned)(52 - s)));
        if (j + 2 < n52 && s > 40)
            t = _mm512_or_si512(t, _mm512_slli_epi64(limbs[j + 2], (unsigned)(104 - s)));
        words[w] = t;
    }
}

/* Lanes of a where some bit above the lowest `bits` is set, as a mask: for checks. */
LANES_INLINE __mmask8 lanes_above(__m512i a, unsigned bits)
{
    return _mm512_test_epi64_mask(a, _mm512_slli_epi64(lanes_set1(UINT64_MAX), bits));
}

#endif
