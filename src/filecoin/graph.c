/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/graph.h"
#include "base/bytes.h"
#include "hash/blake2b_words.h"
#include "hash/chacha.h"
#include "hash/sha256.h"
#include <assert.h>

/* sha256(tag || porep_id), tag in ASCII without a terminator */
static void derive_seed(uint8_t out[32], const char *tag, const uint8_t porep_id[32])
{
    sha256_state s;

    sha256_init(&s);
    sha256_update(&s, tag, strlen(tag));
    sha256_update(&s, porep_id, 32);
    sha256_final(&s, out);
}

void graph_init(graph *g, uint64_t nodes, porep_version version, const uint8_t porep_id[32])
{
    uint8_t seed[32];

    assert(nodes >= 8 && nodes <= UINT64_C(1) << 31);
    g->nodes = nodes;
    g->version = version;
    derive_seed(seed, "Filecoin_DRSample", porep_id);
    memcpy(g->drg_seed, seed, sizeof g->drg_seed);
    derive_seed(seed, "Filecoin_Feistel", porep_id);
    for (int i = 0; i < GRAPH_ROUNDS; i++)
        g->keys[i] = load_le64(seed + 8 * i);
    g->half_bits = 1;
    while (UINT64_C(1) << (2 * g->half_bits) < nodes * GRAPH_EXP_DEGREE)
        g->half_bits++;
}

/* One sampled parent of a node >= 2. The graph is that of a bucket sampler: each node is
 * `degree` = 5 meta-nodes, `meta` = 5 * node is the first of them, and the distance back is drawn
 * from a bucket of doubling size. */
static uint32_t sample_parent(chacha_state *rng, uint32_t node, uint64_t meta, unsigned buckets)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a node >= 2 has at least one bucket */
    unsigned bucket = (unsigned)(chacha_next_u64(rng) % buckets) + 1;
    uint64_t high = UINT64_C(1) << bucket;
    if (high > meta)
        high = meta;
    uint64_t low = high >> 1;
    if (low < 2)
        low = 2;
    uint64_t distance = low + chacha_next_u64(rng) % (high - low + 1);
    uint64_t parent = (meta - distance) / (GRAPH_BASE_DEGREE - 1);
    return parent == node ? node - 1 : (uint32_t)parent;
}

void graph_drg_parents(const graph *g, uint32_t node, uint32_t parents[GRAPH_BASE_DEGREE])
{
    static const uint8_t no_nonce[8] = { 0 };
    bool previous_last = g->version == POREP_V1_0;
    uint32_t *sampled = parents + (previous_last ? 0 : 1);
    uint64_t meta = (uint64_t)node * (GRAPH_BASE_DEGREE - 1);
    unsigned buckets = 1; /* ceil(log2(meta)), meta being at least 10 */
    uint8_t key[32];
    chacha_state rng;

    if (node < 2) {
        memset(parents, 0, GRAPH_BASE_DEGREE * sizeof *parents);
        return;
    }
    while (UINT64_C(1) << buckets < meta)
        buckets++;
    memcpy(key, g->drg_seed, GRAPH_DRG_SEED_LEN);
    store_le32(key + GRAPH_DRG_SEED_LEN, node);
    chacha_init(&rng, 8, key, 0, no_nonce);
    for (int i = 0; i < GRAPH_BASE_DEGREE - 1; i++)
        sampled[i] = sample_parent(&rng, node, meta, buckets);
    parents[previous_last ? GRAPH_BASE_DEGREE - 1 : 0] = node - 1;
}

#define BATCH 512 /* permuted at a time */

/* x[i] permuted, i < n <= BATCH:
 * (left, right) <- (right, left ^ F(right, key)), three times, where F = the first 8 bytes,
 * big-endian, of blake2b-512(right u64 BE || key u64 BE) */
static void feistel(const graph *g, uint64_t *x, size_t n)
{
    uint64_t mask = (UINT64_C(1) << g->half_bits) - 1;
    uint64_t right[BATCH], mixed[BATCH];

    for (size_t i = 0; i < n; i++) {
        right[i] = x[i] & mask;
        x[i] >>= g->half_bits; /* left */
    }
    for (int r = 0; r < GRAPH_ROUNDS; r++) {
        blake2b_words(mixed, right, g->keys[r], n);
        for (size_t i = 0; i < n; i++) {
            uint64_t next = (x[i] ^ mixed[i]) & mask;
            x[i] = right[i];
            right[i] = next;
        }
    }
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] << g->half_bits | right[i];
}

static uint32_t parent_of(const graph *g, uint64_t x)
{
    if (g->version == POREP_V1_0)
        x = (uint32_t)x; /* what the first version did, and so what its sectors hold */
    return (uint32_t)(x / GRAPH_EXP_DEGREE);
}

/* Node i's are places GRAPH_EXP_DEGREE * i on; what falls outside [0, places of all nodes) is
 * permuted again until it does not: still a permutation of them. */
static void permute_batch(const graph *g, uint64_t first, size_t n, uint32_t *parents,
                          size_t stride)
{
    uint64_t x[BATCH];
    uint16_t place[BATCH];
    size_t left = n * GRAPH_EXP_DEGREE;

    for (size_t i = 0; i < left; i++) {
        x[i] = first * GRAPH_EXP_DEGREE + i;
        place[i] = (uint16_t)i;
    }
    while (left) {
        size_t kept = 0;
        feistel(g, x, left);
        for (size_t i = 0; i < left; i++) {
            unsigned node = place[i] / GRAPH_EXP_DEGREE, k = place[i] % GRAPH_EXP_DEGREE;
            if (x[i] < g->nodes * GRAPH_EXP_DEGREE) {
                parents[node * stride + k] = parent_of(g, x[i]);
            } else {
                x[kept] = x[i];
                place[kept++] = place[i];
            }
        }
        left = kept;
    }
}

void graph_exp_parents_many(const graph *g, uint32_t first, size_t n, uint32_t *parents,
                            size_t stride)
{
    const size_t most = BATCH / GRAPH_EXP_DEGREE;

    for (size_t i = 0; i < n; i += most)
        permute_batch(g, first + i, n - i < most ? n - i : most, parents + i * stride, stride);
}

void graph_exp_parents(const graph *g, uint32_t node, uint32_t parents[GRAPH_EXP_DEGREE])
{
    graph_exp_parents_many(g, node, 1, parents, GRAPH_EXP_DEGREE);
}
