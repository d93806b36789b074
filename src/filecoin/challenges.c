/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/challenges.h"
#include "base/bytes.h"
#include "hash/blake2b.h"
#include "hash/chacha.h"
#include "hash/sha256.h"

/* The 256-bit little-endian integer mod (nodes - 1), plus 1: any node but the first, whose label
 * has no parents. */
static uint64_t reduce(const uint8_t le[32], uint64_t nodes)
{
    uint64_t rest = 0;

    for (int i = 7; i >= 0; i--)
        rest = (rest << 32 | load_le32(le + 4 * i)) % (nodes - 1);
    return rest + 1;
}

/* sha256(tag || a || b || j u32 LE), reduced */
static uint64_t hashed(uint64_t nodes, const char *tag, const uint8_t a[32], const uint8_t b[32],
                       uint32_t j)
{
    uint8_t index[4], digest[32];
    sha256_state s;

    store_le32(index, j);
    sha256_init(&s);
    sha256_update(&s, tag, strlen(tag));
    sha256_update(&s, a, 32);
    sha256_update(&s, b, 32);
    sha256_update(&s, index, sizeof index);
    sha256_final(&s, digest);
    return reduce(digest, nodes);
}

void challenges_interactive(uint64_t *out, uint64_t nodes, const uint8_t replica_id[32],
                            const uint8_t seed[32], uint32_t first, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = hashed(nodes, "", replica_id, seed, first + i);
}

void challenges_non_interactive(uint64_t *out, uint64_t nodes, const uint8_t replica_id[32],
                                const uint8_t comm_r[32], uint32_t first, uint32_t n)
{
    static const char tag[] = "filecoin.io|PoRep|1|NonInteractive|1";

    for (uint32_t i = 0; i < n; i++)
        out[i] = hashed(nodes, tag, replica_id, comm_r, first + i);
}

/* key = blake2b-256(a || b) keyed with the tag */
static void derive_key(uint8_t key[32], const char *tag, const uint8_t a[32], const uint8_t b[32])
{
    blake2b_state s;

    blake2b_init(&s, 32, tag, strlen(tag));
    blake2b_update(&s, a, 32);
    blake2b_update(&s, b, 32);
    blake2b_final(&s, key);
}

/* Item i, of len bytes (a divisor of 64), of the keystream. */
static void keystream_item(uint8_t *out, size_t len, const uint8_t key[32], uint32_t i)
{
    static const uint8_t nonce[12] = "synth-porep"; /* and a zero byte */
    uint32_t per_block = (uint32_t)(CHACHA_BLOCK_LEN / len);
    uint8_t block[CHACHA_BLOCK_LEN];
    chacha_state s;

    chacha_init_ietf(&s, 20, key, i / per_block, nonce);
    chacha_keystream(&s, block, sizeof block);
    memcpy(out, block + i % per_block * len, len);
}

uint32_t challenges_synthetic_set(uint64_t nodes)
{
    return nodes < 1 << 18 ? (uint32_t)nodes : 1 << 18;
}

uint64_t challenges_synthetic_candidate(uint64_t nodes, const uint8_t replica_id[32],
                                        const uint8_t comm_r[32], uint32_t i)
{
    uint8_t key[32], item[32];

    derive_key(key, "filecoin.io|PoRep|1|Synthetic|1|Generation", replica_id, comm_r);
    keystream_item(item, sizeof item, key, i);
    return reduce(item, nodes);
}

void challenges_synthetic(uint64_t *out, uint64_t nodes, uint32_t n_set,
                          const uint8_t replica_id[32], const uint8_t comm_r[32],
                          const uint8_t seed[32], uint32_t first, uint32_t n)
{
    uint8_t key[32], item[4];

    derive_key(key, "filecoin.io|PoRep|1|Synthetic|1|Selection", replica_id, seed);
    for (uint32_t i = 0; i < n; i++) {
        keystream_item(item, sizeof item, key, first + i);
        out[i] = challenges_synthetic_candidate(nodes, replica_id, comm_r, load_le32(item) % n_set);
    }
}

void challenges_of_partition(uint64_t *out, const registered_seal *seal,
                             const uint8_t replica_id[32], const uint8_t comm_r[32],
                             const uint8_t seed[32], unsigned partition)
{
    uint64_t nodes = seal->shape->nodes;
    uint32_t n = seal->shape->challenges, first = n * partition;

    switch (seal->feature) {
    case POREP_INTERACTIVE:
        challenges_interactive(out, nodes, replica_id, seed, first, n);
        break;
    case POREP_SYNTHETIC:
        challenges_synthetic(out, nodes, challenges_synthetic_set(nodes), replica_id, comm_r, seed,
                             first, n);
        break;
    case POREP_NON_INTERACTIVE:
        challenges_non_interactive(out, nodes, replica_id, comm_r, first, n);
        break;
    }
}
