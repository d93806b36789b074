/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/sha256.h"
#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/hash_constants.h"
#include "hash/sha256_ni.h"

static inline uint32_t rotr(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* FIPS 180-4 §6.2.2 step 1: w[t], t >= 16, in a window of the last 16. */
static inline void schedule(uint32_t w[16], unsigned t)
{
    uint32_t w15 = w[(t - 15) % 16], w2 = w[(t - 2) % 16];
    uint32_t s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ w15 >> 3;
    uint32_t s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ w2 >> 10;
    w[t % 16] += s0 + w[(t - 7) % 16] + s1;
}

static void compress_block(uint32_t h[8], const uint8_t block[SHA256_BLOCK_LEN])
{
    uint32_t w[16], v[8];
    for (unsigned i = 0; i < 16; i++)
        w[i] = load_be32(block + 4 * i);
    memcpy(v, h, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        if (t >= 16)
            schedule(w, t);
        uint32_t a = v[0], b = v[1], c = v[2], e = v[4], f = v[5], g = v[6];
        uint32_t sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        uint32_t ch = (e & f) ^ (~e & g);
        uint32_t t1 = v[7] + sum1 + ch + SHA256_K[t] + w[t % 16];
        uint32_t sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        uint32_t maj = (a & b) ^ (a & c) ^ (b & c);
        v[7] = g;
        v[6] = f;
        v[5] = e;
        v[4] = v[3] + t1;
        v[3] = c;
        v[2] = b;
        v[1] = a;
        v[0] = t1 + sum0 + maj;
    }
    for (unsigned i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256_compress_ref(uint32_t h[8], const uint8_t *blocks, size_t n)
{
    for (; n; n--, blocks += SHA256_BLOCK_LEN)
        compress_block(h, blocks);
}

void sha256_compress(uint32_t h[8], const uint8_t *blocks, size_t n)
{
    if (SHA256_HAVE_NI && cpu_sha_ni_enabled())
        sha256_compress_ni(h, blocks, n);
    else
        sha256_compress_ref(h, blocks, n);
}

void sha256_init(sha256_state *s)
{
    memcpy(s->h, SHA256_IV, sizeof s->h);
    s->len = 0;
}

void sha256_update(sha256_state *s, const void *data, size_t len)
{
    const uint8_t *p = data;
    size_t have = s->len % SHA256_BLOCK_LEN;
    if (!len)
        return;
    s->len += len;
    if (have) {
        size_t take = SHA256_BLOCK_LEN - have < len ? SHA256_BLOCK_LEN - have : len;
        memcpy(s->buf + have, p, take);
        p += take;
        len -= take;
        if (have + take < SHA256_BLOCK_LEN)
            return;
        sha256_compress(s->h, s->buf, 1);
    }
    sha256_compress(s->h, p, len / SHA256_BLOCK_LEN);
    memcpy(s->buf, p + len / SHA256_BLOCK_LEN * SHA256_BLOCK_LEN, len % SHA256_BLOCK_LEN);
}

void sha256_final(sha256_state *s, uint8_t out[SHA256_LEN])
{
    uint8_t tail[2 * SHA256_BLOCK_LEN] = { 0 };
    size_t have = s->len % SHA256_BLOCK_LEN;
    size_t blocks = have + 1 + 8 > SHA256_BLOCK_LEN ? 2 : 1;
    uint8_t *bit_len = tail + blocks * SHA256_BLOCK_LEN - 8;
    memcpy(tail, s->buf, have);
    tail[have] = 0x80;
    store_be32(bit_len, (uint32_t)(s->len >> 29));
    store_be32(bit_len + 4, (uint32_t)(s->len << 3));
    sha256_compress(s->h, tail, blocks);
    for (unsigned i = 0; i < 8; i++)
        store_be32(out + 4 * i, s->h[i]);
}

void sha256(uint8_t out[SHA256_LEN], const void *data, size_t len)
{
    sha256_state s;
    sha256_init(&s);
    sha256_update(&s, data, len);
    sha256_final(&s, out);
}
