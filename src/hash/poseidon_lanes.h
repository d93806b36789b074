/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The optimised permutation on eight states at a time. Inside the hash layer and its tests. */
#ifndef CUZK_HASH_POSEIDON_LANES_H
#define CUZK_HASH_POSEIDON_LANES_H

#include "hash/poseidon.h"

#define POSEIDON_LANES_MAX_ARITY 11

/* The parameters of an arity in limbs of 52 bits: keys in the form of an fr, factors in that form
 * times 2^4, which is what fr8_mul divides by too much. */
typedef struct poseidon_limbs {
    const poseidon_params *p;
    const uint64_t (*keys)[5], (*mds)[5], (*pre_sparse)[5], (*sparse)[5];
} poseidon_limbs;

/* How many limbs of constants an arity has, times five. */
size_t poseidon_limbs_n(const poseidon_params *p);
/* Fills room for so many. */
void poseidon_limbs_init(poseidon_limbs *c, const poseidon_params *p, uint64_t (*room)[5]);

/* Hashes i < 8 of arity elements at in[i], its trace at trace[i]; trace may be NULL. Equal hashes
 * may share a trace. */
typedef void poseidon_hash8_fn(const poseidon_limbs *c, fr out[8], fr *const trace[8],
                               const fr *tag, const fr *const in[8]);
poseidon_hash8_fn poseidon_hash8_ifma;

#endif
