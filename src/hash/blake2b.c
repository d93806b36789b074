/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/blake2b.h"
#include "base/bytes.h"
#include "hash/hash_constants.h"

/* RFC 7693 §2.7: the order of the message words in each round. */
static const uint8_t SIGMA[10][16] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
    { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
    { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
    { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
    { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
    { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
    { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
    { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
    { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};
#define ROUNDS 12

static inline uint64_t rotr(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

static inline void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x,
                       uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotr(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotr(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotr(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotr(v[b] ^ v[c], 63);
}

/* len counts the bytes up to and with this block. */
static void compress(blake2b_state *s, const uint8_t block[BLAKE2B_BLOCK_LEN], bool last)
{
    uint64_t m[16], v[16];
    for (unsigned i = 0; i < 16; i++)
        m[i] = load_le64(block + 8 * i);
    memcpy(v, s->h, sizeof s->h);
    memcpy(v + 8, BLAKE2B_IV, sizeof BLAKE2B_IV);
    v[12] ^= s->len; /* its upper half, v[13], stays: no input here reaches 2^64 bytes */
    if (last)
        v[14] = ~v[14];
    for (unsigned r = 0; r < ROUNDS; r++) {
        const uint8_t *g = SIGMA[r % 10];
        mix(v, 0, 4, 8, 12, m[g[0]], m[g[1]]);
        mix(v, 1, 5, 9, 13, m[g[2]], m[g[3]]);
        mix(v, 2, 6, 10, 14, m[g[4]], m[g[5]]);
        mix(v, 3, 7, 11, 15, m[g[6]], m[g[7]]);
        mix(v, 0, 5, 10, 15, m[g[8]], m[g[9]]);
        mix(v, 1, 6, 11, 12, m[g[10]], m[g[11]]);
        mix(v, 2, 7, 8, 13, m[g[12]], m[g[13]]);
        mix(v, 3, 4, 9, 14, m[g[14]], m[g[15]]);
    }
    for (unsigned i = 0; i < 8; i++)
        s->h[i] ^= v[i] ^ v[i + 8];
}

void blake2b_init(blake2b_state *s, size_t out_len, const void *key, size_t key_len)
{
    memset(s, 0, sizeof *s);
    memcpy(s->h, BLAKE2B_IV, sizeof s->h);
    /* RFC 7693 §2.5: digest length, key length, fanout 1, depth 1. */
    s->h[0] ^= UINT64_C(0x01010000) ^ (uint64_t)key_len << 8 ^ out_len;
    s->out_len = out_len;
    if (key_len) {
        memcpy(s->buf, key, key_len);
        s->have = BLAKE2B_BLOCK_LEN;
    }
}

void blake2b_update(blake2b_state *s, const void *data, size_t len)
{
    const uint8_t *p = data;
    while (len) {
        if (s->have == BLAKE2B_BLOCK_LEN) {
            s->len += BLAKE2B_BLOCK_LEN;
            compress(s, s->buf, false);
            s->have = 0;
        }
        size_t take = BLAKE2B_BLOCK_LEN - s->have < len ? BLAKE2B_BLOCK_LEN - s->have : len;
        memcpy(s->buf + s->have, p, take);
        s->have += take;
        p += take;
        len -= take;
    }
}

void blake2b_final(blake2b_state *s, uint8_t *out)
{
    uint8_t digest[BLAKE2B_MAX_LEN];
    s->len += s->have;
    memset(s->buf + s->have, 0, BLAKE2B_BLOCK_LEN - s->have);
    compress(s, s->buf, true);
    for (unsigned i = 0; i < 8; i++)
        store_le64(digest + 8 * i, s->h[i]);
    memcpy(out, digest, s->out_len);
}
