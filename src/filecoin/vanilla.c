/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla.h"
#include "base/bytes.h"
#include "hash/sha256.h"

node32 node_made_up(uint64_t a, uint64_t b)
{
    uint8_t message[16];
    node32 out;

    store_le64(message, a);
    store_le64(message + 8, b);
    sha256(out.b, message, sizeof message);
    out.b[31] &= 0x3f;
    return out;
}

uint64_t merkle_proof_leaf_index(const merkle_proof *p)
{
    uint64_t index = 0;

    for (unsigned i = p->depth; i-- > 0;)
        index = index * p->level[i].arity + p->level[i].index;
    return index;
}
