/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The instructions keep the state as two vectors, (f e b a) and (h g d c) from the lowest lane up,
 * do two rounds at a time, and four words of the schedule at a time. */
#include "hash/sha256_ni.h"
#include "hash/hash_constants.h"
#include <immintrin.h>

typedef struct half_states {
    __m128i feba, hgdc;
} half_states;

/* Four rounds with message words w and round constants k. */
static inline void rounds4(half_states *s, __m128i w, const uint32_t k[4])
{
    __m128i wk = _mm_add_epi32(w, _mm_loadu_si128((const __m128i *)k));
    s->hgdc = _mm_sha256rnds2_epu32(s->hgdc, s->feba, wk);
    s->feba = _mm_sha256rnds2_epu32(s->feba, s->hgdc, _mm_shuffle_epi32(wk, 0x0e));
}

/* From words w[t-16 .. t), four a vector, oldest first: w[t .. t+4). */
static inline __m128i schedule4(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    __m128i w_7 = _mm_alignr_epi8(w3, w2, 4);
    __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), w_7);
    return _mm_sha256msg2_epu32(sum, w3);
}

static inline __m128i load_be(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p), swap);
}

static inline void compress_block(half_states *state, const uint8_t *block)
{
    half_states s = *state;
    __m128i w0 = load_be(block), w1 = load_be(block + 16);
    __m128i w2 = load_be(block + 32), w3 = load_be(block + 48);
    const uint32_t *k = SHA256_K;
    for (unsigned t = 0; t < 48; t += 16, k += 16) {
        rounds4(&s, w0, k);
        w0 = schedule4(w0, w1, w2, w3);
        rounds4(&s, w1, k + 4);
        w1 = schedule4(w1, w2, w3, w0);
        rounds4(&s, w2, k + 8);
        w2 = schedule4(w2, w3, w0, w1);
        rounds4(&s, w3, k + 12);
        w3 = schedule4(w3, w0, w1, w2);
    }
    rounds4(&s, w0, k);
    rounds4(&s, w1, k + 4);
    rounds4(&s, w2, k + 8);
    rounds4(&s, w3, k + 12);
    state->feba = _mm_add_epi32(state->feba, s.feba);
    state->hgdc = _mm_add_epi32(state->hgdc, s.hgdc);
}

void sha256_compress_ni(uint32_t h[8], const uint8_t *blocks, size_t n)
{
    /* (a b c d) and (e f g h) from the lowest lane up, as in memory. */
    __m128i abcd = _mm_loadu_si128((const __m128i *)h);
    __m128i efgh = _mm_loadu_si128((const __m128i *)(h + 4));
    __m128i badc = _mm_shuffle_epi32(abcd, 0xb1), hgfe = _mm_shuffle_epi32(efgh, 0x1b);
    half_states s = {
        .feba = _mm_unpackhi_epi64(hgfe, _mm_shuffle_epi32(badc, 0x4e)),
        .hgdc = _mm_unpacklo_epi64(hgfe, _mm_shuffle_epi32(badc, 0x4e)),
    };
    for (; n; n--, blocks += SHA256_BLOCK_LEN)
        compress_block(&s, blocks);
    /* Back: reverse each vector, then take the halves apart. */
    __m128i abef = _mm_shuffle_epi32(s.feba, 0x1b), cdgh = _mm_shuffle_epi32(s.hgdc, 0x1b);
    _mm_storeu_si128((__m128i *)h, _mm_unpacklo_epi64(abef, cdgh));
    _mm_storeu_si128((__m128i *)(h + 4), _mm_unpackhi_epi64(abef, cdgh));
}
