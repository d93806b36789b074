/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/por.h"
#include "gadgets/insertion.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include <assert.h>

num por_step(cs *s, node_hasher h, const num *cur, const boolean *bits, const num *siblings,
             unsigned arity)
{
    num children[NODE_MAX_ARITY];
    insertion(s, children, cur, bits, siblings, arity);
    return node_gadget(s, h, children, arity);
}

/* Allocates a level's index bits and siblings and climbs it. */
static num climb(cs *s, node_hasher h, const num *cur, const por_level *level, boolean *bits)
{
    num siblings[NODE_MAX_ARITY - 1];
    assert(level->arity <= NODE_MAX_ARITY);
    boolean_alloc_u64(s, bits, (unsigned)__builtin_ctz(level->arity), level->index);
    for (unsigned i = 0; i + 1 < level->arity; i++)
        siblings[i] = num_alloc(s, level->siblings ? &level->siblings[i] : &FR_ZERO);
    if (!level->trace)
        return por_step(s, h, cur, bits, siblings, level->arity);
    num children[NODE_MAX_ARITY];
    insertion(s, children, cur, bits, siblings, level->arity);
    cs_push(s, "node", -1);
    num parent = poseidon_gadget_traced(s, children, level->arity, level->trace, &level->parent);
    cs_pop(s);
    return parent;
}

num por_root(cs *s, node_hasher h, const num *leaf, const por_level *levels, unsigned depth)
{
    boolean bits[3 * POR_MAX_DEPTH];
    size_t n_bits = 0;
    num cur = *leaf;
    assert(depth <= POR_MAX_DEPTH);
    for (unsigned i = 0; i < depth; i++) {
        cs_push(s, "level", i);
        cur = climb(s, h, &cur, &levels[i], bits + n_bits);
        n_bits += (unsigned)__builtin_ctz(levels[i].arity);
        cs_pop(s);
    }
    pack_into_inputs(s, bits, n_bits);
    return cur;
}

void por_gadget(cs *s, node_hasher h, const num *leaf, const por_level *levels, unsigned depth,
                const num *root)
{
    cs_push(s, "inclusion", -1);
    num computed = por_root(s, h, leaf, levels, depth);
    num_enforce_equal(s, &computed, root); /* computed * 1 = root */
    cs_pop(s);
}
