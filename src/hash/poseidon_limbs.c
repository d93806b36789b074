/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/poseidon_lanes.h"

#define LIMB_MASK ((UINT64_C(1) << 52) - 1)

static size_t keys_n(const poseidon_params *p)
{
    return POSEIDON_FULL_ROUNDS * p->width + p->partial_rounds;
}

static size_t sparse_n(const poseidon_params *p)
{
    return (size_t)p->partial_rounds * (2 * p->width - 1);
}

size_t poseidon_limbs_n(const poseidon_params *p)
{
    return keys_n(p) + 2 * (size_t)p->width * p->width + sparse_n(p);
}

/* The bits of v as limbs of 52. */
static void split(uint64_t limbs[5], const fr *v)
{
    for (unsigned j = 0; j < 5; j++) {
        unsigned word = 52 * j / 64, shift = 52 * j % 64;
        uint64_t t = v->l[word] >> shift;
        if (shift > 12 && word < 3)
            t |= v->l[word + 1] << (64 - shift);
        limbs[j] = t & LIMB_MASK;
    }
}

/* Times 2^doublings. */
static uint64_t (*put(uint64_t (*out)[5], const fr *in, size_t n, unsigned doublings))[5]
{
    for (size_t i = 0; i < n; i++) {
        fr v = in[i];
        for (unsigned k = 0; k < doublings; k++)
            fr_add(&v, &v, &v);
        split(*out++, &v);
    }
    return out;
}

void poseidon_limbs_init(poseidon_limbs *c, const poseidon_params *p, uint64_t (*room)[5])
{
    const size_t dense = (size_t)p->width * p->width;
    uint64_t(*mds)[5] = put(room, p->keys, keys_n(p), 0);
    uint64_t(*pre_sparse)[5] = put(mds, p->mds, dense, 4);
    uint64_t(*sparse)[5] = put(pre_sparse, p->pre_sparse, dense, 4);

    put(sparse, p->sparse, sparse_n(p), 4);
    c->p = p;
    c->keys = (const uint64_t(*)[5])room;
    c->mds = (const uint64_t(*)[5])mds;
    c->pre_sparse = (const uint64_t(*)[5])pre_sparse;
    c->sparse = (const uint64_t(*)[5])sparse;
}
