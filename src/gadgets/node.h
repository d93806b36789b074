/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Merkle-tree node from its children, in a circuit. */
#ifndef CUZK_GADGETS_NODE_H
#define CUZK_GADGETS_NODE_H

#include "gadgets/num.h"

typedef enum node_hasher { NODE_SHA256, NODE_POSEIDON } node_hasher;

#define NODE_MAX_ARITY 8

/* NODE_POSEIDON: poseidon_gadget (n one of its arities).
 * NODE_SHA256 (docs/spec/gadgets.md §12): the bits of each child, 256 rows; SHA-256 of them all;
 * the first 254 bits of the digest as a number. 45,379 rows for two children. */
num node_gadget(cs *s, node_hasher h, const num *children, unsigned n);

#endif
