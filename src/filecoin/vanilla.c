/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla.h"

uint64_t merkle_proof_leaf_index(const merkle_proof *p)
{
    uint64_t index = 0;

    for (unsigned i = p->depth; i-- > 0;)
        index = index * p->level[i].arity + p->level[i].index;
    return index;
}
