/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/sizes.h"

/* As many allocations as rows: gadgets §14. */
circuit_size size_poseidon(unsigned arity)
{
    const uint64_t n = arity == 2 ? 311 : arity == 4 ? 377 : arity == 8 ? 505 : 598;
    return (circuit_size) { n, n };
}

circuit_size size_sha256_node(void)
{
    return (circuit_size) { 45379, 45331 }; /* gadgets §12 */
}

/* As many allocations as rows: gadgets §9. */
static circuit_size insertion(unsigned arity)
{
    const uint64_t n = arity == 2 ? 2 : arity == 4 ? 8 : 22;
    return (circuit_size) { n, n };
}

circuit_size size_climb(node_hasher hasher, const tree_shape *tree, unsigned first, unsigned end)
{
    circuit_size total = { 0, 0 };
    for (unsigned i = first; i < end; i++) {
        const unsigned arity = tree->arity[i];
        total = size_add(total, insertion(arity));
        total = size_add(total, hasher == NODE_SHA256 ? size_sha256_node() : size_poseidon(arity));
    }
    return total;
}

circuit_size size_opening(node_hasher hasher, const tree_shape *tree)
{
    circuit_size total = size_climb(hasher, tree, 0, tree->depth);
    for (unsigned i = 0; i < tree->depth; i++) {
        const uint64_t bits = (uint64_t)__builtin_ctz(tree->arity[i]);
        total = size_add(total, (circuit_size) { bits, bits + tree->arity[i] - 1 });
    }
    return size_add(total, (circuit_size) { 2, 0 });
}
