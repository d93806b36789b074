/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where the numbers of Poseidon come from (docs/spec/poseidon.md §§3-6). Inside the hash layer. */
#ifndef CUZK_HASH_POSEIDON_DERIVE_H
#define CUZK_HASH_POSEIDON_DERIVE_H

#include "hash/poseidon.h"

/* Elements of storage that the parameters of width t with rp partial rounds need: round keys and
 * keys, the two dense matrices, the sparse ones, the heads. */
#define POSEIDON_STORAGE(t, rp)                                                                    \
    (16 * (t) + (rp) * ((t) + 1) + 2 * (t) * (t) + (rp) * (2 * (t)-1) +                            \
     ((rp) + 1) * (2 * (t) + (rp)) / 2)

/* Fills p, whose three counts are set, with pointers into storage and derives what they point at.
 */
void poseidon_derive(poseidon_params *p, fr *storage);

#endif
