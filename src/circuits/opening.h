/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The nodes and Merkle paths of vanilla proofs, checked and put into a circuit. Wherever a node or
 * a path is NULL there is no witness: its values are zeros. */
#ifndef CUZK_CIRCUITS_OPENING_H
#define CUZK_CIRCUITS_OPENING_H

#include "filecoin/tree_shape.h"
#include "gadgets/por.h"

/* A node as a number. One that is no canonical element fails the system ("not-canonical"). */
fr node_value(cs *s, const node32 *node);
/* As a new variable. */
num node_alloc(cs *s, const node32 *node);
/* Then a public input too: i * 1 = node. */
num node_public(cs *s, const char *name, const node32 *node);

/* CUZK_BAD_INPUT ("wrong-shape"), naming the section, unless the path has the depth and the arities
 * of the tree. */
cuzk_status opening_check(const merkle_proof *path, const tree_shape *tree, const char *section,
                          cuzk_error *err);

/* A path as numbers. The levels point into it: it does not move. */
typedef struct opening {
    unsigned depth;
    por_level level[MERKLE_MAX_DEPTH];
    fr sibling[MERKLE_MAX_DEPTH][NODE_MAX_ARITY - 1];
} opening;
void opening_read(cs *s, opening *o, const tree_shape *tree, const merkle_proof *path);

/* The leaf stands in the tree under root; its number becomes a public input. */
void opening_gadget(cs *s, node_hasher hasher, const tree_shape *tree, const num *leaf,
                    const merkle_proof *path, const num *root);

/* The siblings of the lowest `depth` levels as new variables, one level behind another. */
void opening_alloc_siblings(cs *s, num *out, const tree_shape *tree, unsigned depth,
                            const merkle_proof *path);
/* What those and the bits of the leaf's number, lowest first, lead to from the leaf. */
num opening_climb(cs *s, node_hasher hasher, const tree_shape *tree, unsigned depth,
                  const num *leaf, const boolean *bits, const num *siblings);

#endif
