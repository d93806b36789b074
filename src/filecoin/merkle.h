/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where Merkle paths lead (docs/spec/porep.md §5). The nodes a Poseidon hash takes must be
 * canonical elements, as those of a reader are: false, and nothing is written, otherwise. */
#ifndef CUZK_FILECOIN_MERKLE_H
#define CUZK_FILECOIN_MERKLE_H

#include "filecoin/vanilla.h"

/* sha256(left || right), top two bits cleared */
void merkle_hash_pair(node32 *out, const node32 pair[2]);
/* By that; arities 2. */
void merkle_root_sha256(node32 *root, const merkle_proof *p);
/* node = Poseidon of the arity's children. */
bool merkle_root_poseidon(node32 *root, const merkle_proof *p);
/* n of them, up to MERKLE_MANY, all of the shape of the first: several hashes at a time. */
#define MERKLE_MANY 64
bool merkle_roots_poseidon(node32 *roots, const merkle_proof *const *paths, size_t n);

/* Poseidon of n nodes; n is 2, 8 or 11: a column, or a pair of roots. */
bool merkle_hash_nodes(node32 *out, const node32 *nodes, unsigned n);
/* A replica's commitment: Poseidon of the roots of trees C and R. */
bool merkle_comm_r(node32 *comm_r, const node32 *comm_c, const node32 *comm_r_last);
/* n hashes of `arity` nodes each, one behind another; arity is 2, 8 or 11. out may be in. Nothing
 * or not all is written when it is false. */
bool merkle_hash_many(node32 *out, const node32 *in, unsigned arity, size_t n);

#endif
