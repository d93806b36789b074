/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Merkle path in a circuit: "the leaf stands in the tree" (docs/spec/gadgets.md §13). */
#ifndef CUZK_GADGETS_POR_H
#define CUZK_GADGETS_POR_H

#include "gadgets/node.h"
#include "hash/poseidon.h"

typedef struct por_level {
    unsigned arity;     /* 2, 4 or 8 */
    unsigned index;     /* of the child on the path, < arity */
    const fr *siblings; /* the arity - 1 others in order; NULL when there is no witness */
    /* What por_hash_ahead found; NULL: the level is hashed as its rows are written. */
    const fr *trace;
    fr parent;
} por_level;

#define POR_MAX_AHEAD 16

/* Hashes n <= POR_MAX_AHEAD Poseidon paths with witnesses before their rows are written, several at
 * a time: path i, from leaf[i], has the levels path[i][0 .. depth). sboxes: por_sboxes for each of
 * them, which the levels go on using. */
void por_hash_ahead(por_level *const *path, const fr *leaf, unsigned depth, unsigned n, fr *sboxes);
size_t por_sboxes(const por_level *levels, unsigned depth);

/* One level: inserts cur among its siblings at the place that the log2(arity) bits say, hashes. */
num por_step(cs *s, node_hasher h, const num *cur, const boolean *bits, const num *siblings,
             unsigned arity);

#define POR_MAX_DEPTH 64

/* The root of the path from leaf, `depth` levels bottom-up (base, sub, top), at most POR_MAX_DEPTH.
 * Index bits and siblings are allocated level by level; behind the path the bits are packed into
 * one public input, the number of the leaf. */
num por_root(cs *s, node_hasher h, const num *leaf, const por_level *levels, unsigned depth);

/* por_root, then computed * 1 = root. */
void por_gadget(cs *s, node_hasher h, const num *leaf, const por_level *levels, unsigned depth,
                const num *root);

#endif
