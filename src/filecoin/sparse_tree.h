/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Merkle tree most of whose leaves are one value: a tree over 2^30 leaves of which a few thousand
 * matter is made in moments. */
#ifndef CUZK_FILECOIN_SPARSE_TREE_H
#define CUZK_FILECOIN_SPARSE_TREE_H

#include "base/arena.h"
#include "base/error.h"
#include "filecoin/vanilla.h"

typedef struct sparse_node {
    uint64_t index;
    node32 value;
} sparse_node;

typedef struct sparse_tree {
    unsigned depth;
    uint32_t arity[MERKLE_MAX_DEPTH]; /* bottom-up */
    bool poseidon;                    /* else sha256, binary */
    /* Of each level, leaves first: the nodes that have their own value, ascending, and the value of
     * all others. */
    const sparse_node *nodes[MERKLE_MAX_DEPTH + 1];
    size_t n[MERKLE_MAX_DEPTH + 1];
    node32 other[MERKLE_MAX_DEPTH + 1];
} sparse_tree;

/* depth, arity and poseidon are set; n leaves, by ascending index without doubles, which the tree
 * goes on using; all others are `other`. All canonical if poseidon. Memory from the arena. */
cuzk_status sparse_tree_build(sparse_tree *t, const sparse_node *leaves, size_t n,
                              const node32 *other, arena *a, cuzk_error *err);
node32 sparse_tree_root(const sparse_tree *t);
/* The path of a leaf; its siblings are in the arena. */
cuzk_status sparse_tree_prove(const sparse_tree *t, uint64_t index, merkle_proof *out, arena *a,
                              cuzk_error *err);

#endif
