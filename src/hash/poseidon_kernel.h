/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The optimised permutation, one per CPU variant. Inside the hash layer and its tests. */
#ifndef CUZK_HASH_POSEIDON_KERNEL_H
#define CUZK_HASH_POSEIDON_KERNEL_H

#include "hash/poseidon.h"

/* state: p->width elements, permuted in place. trace: see poseidon_hash_traced; may be NULL. */
typedef void poseidon_permute_fn(const poseidon_params *p, fr *state, fr *trace);

poseidon_permute_fn poseidon_permute_portable;
poseidon_permute_fn poseidon_permute_adx;

#endif
