/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Poseidon over Fr as Filecoin uses it (docs/spec/poseidon.md): S-box x^5, 8 full rounds, 128-bit
 * security; arities 2, 4, 8, 11, 16, 24 and 36. State element 0 holds the domain tag, the preimage
 * follows, the digest is state element 1. */
#ifndef CUZK_HASH_POSEIDON_H
#define CUZK_HASH_POSEIDON_H

#include "field/fr.h"

#define POSEIDON_MAX_ARITY          36
#define POSEIDON_MAX_WIDTH          (POSEIDON_MAX_ARITY + 1)
#define POSEIDON_FULL_ROUNDS        8
#define POSEIDON_HALF_ROUNDS        (POSEIDON_FULL_ROUNDS / 2)
#define POSEIDON_MAX_PARTIAL_ROUNDS 60
#define POSEIDON_MAX_SBOXES                                                                        \
    (POSEIDON_FULL_ROUNDS * POSEIDON_MAX_WIDTH + POSEIDON_MAX_PARTIAL_ROUNDS)

/* The parameters of one arity, with t = width. Row-vector convention: mixing with a t x t matrix m
 * (row-major) gives new[j] = sum over i of old[i] * m[i * t + j]. */
typedef struct poseidon_params {
    unsigned arity, width, partial_rounds;
    const fr *round_keys; /* (8 + partial_rounds) * t, of the plain permutation */
    const fr *mds;        /* t * t, symmetric */
    /* What the optimised permutation and the circuit use: */
    const fr *keys;       /* 8 t + partial_rounds, in order of use */
    const fr *pre_sparse; /* t * t: mixes at the end of the fourth full round */
    const fr *sparse;     /* 2 t - 1 a partial round: see poseidon_sparse_round */
    const fr *heads;      /* element 0 in the partial rounds: see poseidon_head */
} poseidon_params;

/* Partial round k mixes
 *     new[0] = sum over i of old[i] * column[i],   new[j] = old[j] + old[0] * row[j - 1]. */
typedef struct poseidon_sparse_round {
    const fr *column; /* t */
    const fr *row;    /* t - 1 */
} poseidon_sparse_round;

static inline poseidon_sparse_round poseidon_sparse(const poseidon_params *p, unsigned k)
{
    const fr *m = p->sparse + (size_t)k * (2 * p->width - 1);
    return (poseidon_sparse_round) { .column = m, .row = m + p->width };
}

/* Before partial round k (and, with k = partial_rounds, after the last one) element 0 is a linear
 * combination of what S-boxes gave: t coefficients for the fourth full round, then k for the
 * partial rounds so far. */
static inline const fr *poseidon_head(const poseidon_params *p, unsigned k)
{
    return p->heads + (size_t)k * p->width + (size_t)k * (k - 1) / 2;
}

/* Derived at the first call for an arity (milliseconds; 0.1 s for arity 36), constant from then on.
 * NULL for an arity that is not one of the above. Thread-safe. */
const poseidon_params *poseidon_params_get(unsigned arity);

/* 2^arity - 1: the tag of Merkle-tree hashes, whatever the content. */
void poseidon_merkle_tag(fr *tag, unsigned arity);

/* The hash of `arity` elements under the Merkle tag; arity as above (asserted). out may be one of
 * in. */
void poseidon_hash(fr *out, const fr *in, unsigned arity);
/* The same under any tag; and by the plain permutation: round keys, S-boxes, MDS. */
void poseidon_hash_tagged(fr *out, const fr *tag, const fr *in, unsigned arity);
void poseidon_hash_ref(fr *out, const fr *tag, const fr *in, unsigned arity);

/* The trace: what each S-box takes, in order of use, 8 t + partial_rounds of them
 * (POSEIDON_MAX_SBOXES at most). In the first round that has the key added. S-box i gives its fifth
 * power plus keys[t + i], in the last round its fifth power. */
void poseidon_hash_traced(fr *out, fr *trace, const fr *tag, const fr *in, unsigned arity);

/* n hashes under the Merkle tag, of `arity` elements each, one behind another in `in`. out may be
 * in. */
void poseidon_hash_many(fr *out, const fr *in, unsigned arity, size_t n);
/* The same under any tag, with the traces one behind another, each of poseidon_sboxes(arity); trace
 * may be NULL. */
void poseidon_hash_many_traced(fr *out, fr *trace, const fr *tag, const fr *in, unsigned arity,
                               size_t n);
unsigned poseidon_sboxes(unsigned arity);
/* The same of preimages, and with traces, that lie anywhere apart. out is none of in. */
void poseidon_hash_each(fr *out, fr *const *trace, const fr *tag, const fr *const *in,
                        unsigned arity, size_t n);

#endif
