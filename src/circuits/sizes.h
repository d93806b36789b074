/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How many rows and variables the pieces of a circuit have (docs/spec/gadgets.md), so that the size
 * of a circuit is known before it is written. */
#ifndef CUZK_CIRCUITS_SIZES_H
#define CUZK_CIRCUITS_SIZES_H

#include "filecoin/tree_shape.h"
#include "gadgets/node.h"

typedef struct circuit_size {
    uint64_t rows, aux;
} circuit_size;

static inline circuit_size size_add(circuit_size a, circuit_size b)
{
    return (circuit_size) { a.rows + b.rows, a.aux + b.aux };
}
static inline circuit_size size_times(uint64_t n, circuit_size a)
{
    return (circuit_size) { n * a.rows, n * a.aux };
}

circuit_size size_poseidon(unsigned arity);
/* A node of two children by SHA-256. */
circuit_size size_sha256_node(void);
/* Levels [first, end) of a path whose index bits and siblings are there: insertion and hash. */
circuit_size size_climb(node_hasher hasher, const tree_shape *tree, unsigned first, unsigned end);
/* opening_gadget: index bits, siblings, the path, the row that packs the bits, the root's. */
circuit_size size_opening(node_hasher hasher, const tree_shape *tree);

#endif
