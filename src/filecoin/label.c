/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/label.h"
#include "base/bytes.h"
#include "hash/sha256.h"

unsigned label_parent_at(unsigned layer, unsigned place)
{
    unsigned parents = layer == 1 ? GRAPH_BASE_DEGREE : GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE;
    return place % parents;
}

/* replica_id || layer u32 BE || node u64 BE || 20 zero bytes || parents */
void label_create(node32 *out, const node32 *replica_id, uint32_t layer, uint64_t node,
                  const node32 *parents)
{
    uint8_t head[64] = { 0 };
    sha256_state s;

    memcpy(head, replica_id->b, 32);
    store_be32(head + 32, layer);
    store_be64(head + 36, node);
    sha256_init(&s);
    sha256_update(&s, head, sizeof head);
    if (node)
        sha256_update(&s, parents, GRAPH_LABEL_PARENTS * sizeof *parents);
    sha256_final(&s, out->b);
    out->b[31] &= 0x3f;
}
