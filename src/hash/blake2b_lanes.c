/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The one block of eight messages at a time. Of its sixteen words only the first two are not zero,
 * so that most additions of the rounds fall away once they are unrolled. */
#include "hash/blake2b_words.h"
#include "hash/hash_constants.h"
#include <immintrin.h>

#define ROUNDS 12
#define NONE   2 /* the index of a zero word */

/* Where words 0 and 1 stand in each round's order (RFC 7693 §2.7); the others are zero. */
#define Z NONE
static const unsigned char ORDER[10][16] = {
    { 0, 1, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z },
    { Z, Z, Z, Z, Z, Z, Z, Z, 1, Z, 0, Z, Z, Z, Z, Z },
    { Z, Z, Z, 0, Z, Z, Z, Z, Z, Z, Z, Z, Z, 1, Z, Z },
    { Z, Z, Z, 1, Z, Z, Z, Z, Z, Z, Z, Z, Z, 0, Z, Z },
    { Z, 0, Z, Z, Z, Z, Z, Z, Z, 1, Z, Z, Z, Z, Z, Z },
    { Z, Z, Z, Z, 0, Z, Z, Z, Z, Z, Z, Z, Z, Z, 1, Z },
    { Z, Z, 1, Z, Z, Z, Z, Z, 0, Z, Z, Z, Z, Z, Z, Z },
    { Z, Z, Z, Z, Z, 1, Z, Z, Z, 0, Z, Z, Z, Z, Z, Z },
    { Z, Z, Z, Z, Z, Z, 0, Z, Z, Z, Z, Z, 1, Z, Z, Z },
    { Z, Z, Z, Z, Z, Z, 1, Z, Z, Z, Z, Z, Z, Z, Z, 0 },
};

static inline __attribute__((always_inline)) void add_word(__m512i *v, const __m512i m[2],
                                                           unsigned char word)
{
    if (word != NONE)
        *v = _mm512_add_epi64(*v, m[word]);
}

static inline __attribute__((always_inline)) void mix(__m512i *a, __m512i *b, __m512i *c,
                                                      __m512i *d, const __m512i m[2],
                                                      const unsigned char words[2])
{
    *a = _mm512_add_epi64(*a, *b);
    add_word(a, m, words[0]);
    *d = _mm512_ror_epi64(_mm512_xor_si512(*d, *a), 32);
    *c = _mm512_add_epi64(*c, *d);
    *b = _mm512_ror_epi64(_mm512_xor_si512(*b, *c), 24);
    *a = _mm512_add_epi64(*a, *b);
    add_word(a, m, words[1]);
    *d = _mm512_ror_epi64(_mm512_xor_si512(*d, *a), 16);
    *c = _mm512_add_epi64(*c, *d);
    *b = _mm512_ror_epi64(_mm512_xor_si512(*b, *c), 63);
}

static inline __m512i swap_bytes(__m512i v)
{
    const __m512i order =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    return _mm512_shuffle_epi8(v, order);
}

static inline __m512i set1(uint64_t v)
{
    return _mm512_set1_epi64((long long)v);
}

void blake2b_words8_ifma(uint64_t out[8], const uint64_t first[8], uint64_t second)
{
    const uint64_t h0 = BLAKE2B_IV[0] ^ 0x01010040; /* 64 bytes of digest, no key */
    const __m512i m[2] = { swap_bytes(_mm512_loadu_si512(first)), swap_bytes(set1(second)) };
    __m512i v[16];

    for (int i = 0; i < 16; i++)
        v[i] = set1(BLAKE2B_IV[i % 8]);
    v[0] = set1(h0);
    v[12] = set1(BLAKE2B_IV[4] ^ 16); /* bytes of message */
    v[14] = set1(~BLAKE2B_IV[6]);     /* the last block */
#pragma GCC unroll 12
    for (int r = 0; r < ROUNDS; r++) {
        const unsigned char *w = ORDER[r % 10];
        mix(&v[0], &v[4], &v[8], &v[12], m, w);
        mix(&v[1], &v[5], &v[9], &v[13], m, w + 2);
        mix(&v[2], &v[6], &v[10], &v[14], m, w + 4);
        mix(&v[3], &v[7], &v[11], &v[15], m, w + 6);
        mix(&v[0], &v[5], &v[10], &v[15], m, w + 8);
        mix(&v[1], &v[6], &v[11], &v[12], m, w + 10);
        mix(&v[2], &v[7], &v[8], &v[13], m, w + 12);
        mix(&v[3], &v[4], &v[9], &v[14], m, w + 14);
    }
    _mm512_storeu_si512(out, swap_bytes(_mm512_xor_si512(_mm512_xor_si512(v[0], v[8]), set1(h0))));
}
