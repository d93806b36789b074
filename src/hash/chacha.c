/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/chacha.h"
#include "base/bytes.h"

static inline uint32_t rotl(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* RFC 8439 §2.1 */
static inline void quarter_round(uint32_t v[16], unsigned a, unsigned b, unsigned c, unsigned d)
{
    v[a] += v[b];
    v[d] = rotl(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotl(v[b] ^ v[c], 12);
    v[a] += v[b];
    v[d] = rotl(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotl(v[b] ^ v[c], 7);
}

static void next_block(chacha_state *s)
{
    uint32_t v[16];
    memcpy(v, s->in, sizeof v);
    for (unsigned r = 0; r < s->rounds; r += 2) {
        quarter_round(v, 0, 4, 8, 12);
        quarter_round(v, 1, 5, 9, 13);
        quarter_round(v, 2, 6, 10, 14);
        quarter_round(v, 3, 7, 11, 15);
        quarter_round(v, 0, 5, 10, 15);
        quarter_round(v, 1, 6, 11, 12);
        quarter_round(v, 2, 7, 8, 13);
        quarter_round(v, 3, 4, 9, 14);
    }
    for (unsigned i = 0; i < 16; i++)
        store_le32(s->block + 4 * i, v[i] + s->in[i]);
    s->used = 0;
    if (!++s->in[12] && s->counter_words == 2)
        s->in[13]++;
}

static void init_key(chacha_state *s, unsigned rounds, const uint8_t key[32])
{
    for (unsigned i = 0; i < 4; i++)
        s->in[i] = load_le32(&"expand 32-byte k"[4 * i]);
    for (unsigned i = 0; i < 8; i++)
        s->in[4 + i] = load_le32(key + 4 * i);
    s->rounds = rounds;
    s->used = CHACHA_BLOCK_LEN;
}

void chacha_init(chacha_state *s, unsigned rounds, const uint8_t key[32], uint64_t counter,
                 const uint8_t nonce[8])
{
    init_key(s, rounds, key);
    s->counter_words = 2;
    s->in[12] = (uint32_t)counter;
    s->in[13] = (uint32_t)(counter >> 32);
    s->in[14] = load_le32(nonce);
    s->in[15] = load_le32(nonce + 4);
}

void chacha_init_ietf(chacha_state *s, unsigned rounds, const uint8_t key[32], uint32_t counter,
                      const uint8_t nonce[12])
{
    init_key(s, rounds, key);
    s->counter_words = 1;
    s->in[12] = counter;
    for (unsigned i = 0; i < 3; i++)
        s->in[13 + i] = load_le32(nonce + 4 * i);
}

void chacha_keystream(chacha_state *s, void *out, size_t len)
{
    uint8_t *p = out;
    while (len) {
        if (s->used == CHACHA_BLOCK_LEN)
            next_block(s);
        size_t take = CHACHA_BLOCK_LEN - s->used < len ? CHACHA_BLOCK_LEN - s->used : len;
        memcpy(p, s->block + s->used, take);
        s->used += take;
        p += take;
        len -= take;
    }
}

uint32_t chacha_next_u32(chacha_state *s)
{
    uint8_t b[4];
    chacha_keystream(s, b, sizeof b);
    return load_le32(b);
}

uint64_t chacha_next_u64(chacha_state *s)
{
    uint8_t b[8];
    chacha_keystream(s, b, sizeof b);
    return load_le64(b);
}
