/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/merkle.h"
#include "field/fr.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include <assert.h>
#include <string.h>

#define MAX_CHILDREN 11

void merkle_hash_pair(node32 *out, const node32 pair[2])
{
    sha256(out->b, pair, 2 * sizeof *pair);
    out->b[31] &= 0x3f;
}

void merkle_root_sha256(node32 *root, const merkle_proof *p)
{
    node32 pair[2], at = p->leaf;

    for (unsigned d = 0; d < p->depth; d++) {
        const merkle_level *level = &p->level[d];
        assert(level->arity == 2 && level->index < 2);
        pair[level->index] = at;
        pair[1 - level->index] = level->siblings[0];
        merkle_hash_pair(&at, pair);
    }
    *root = at;
}

/* The children of a level: its siblings with `at` in its place. */
static bool children_of(fr *out, const merkle_level *level, const fr *at)
{
    const node32 *sibling = level->siblings;

    for (uint32_t i = 0; i < level->arity; i++) {
        if (i == level->index)
            out[i] = *at;
        else if (!fr_from_bytes_le(&out[i], (sibling++)->b))
            return false;
    }
    return true;
}

bool merkle_root_poseidon(node32 *root, const merkle_proof *p)
{
    fr children[MAX_CHILDREN], at;

    if (!fr_from_bytes_le(&at, p->leaf.b))
        return false;
    for (unsigned d = 0; d < p->depth; d++) {
        const merkle_level *level = &p->level[d];
        assert(level->arity <= MAX_CHILDREN && level->index < level->arity);
        if (!children_of(children, level, &at))
            return false;
        poseidon_hash(&at, children, level->arity);
    }
    fr_to_bytes_le(root->b, &at);
    return true;
}

/* Their preimages stay in the first cache. */
bool merkle_roots_poseidon(node32 *roots, const merkle_proof *const *paths, size_t n)
{
    fr at[MERKLE_MANY], children[MERKLE_MANY * MAX_CHILDREN];

    assert(n <= MERKLE_MANY);
    for (size_t i = 0; i < n; i++) {
        if (!fr_from_bytes_le(&at[i], paths[i]->leaf.b))
            return false;
    }
    for (unsigned d = 0; n && d < paths[0]->depth; d++) {
        const uint32_t arity = paths[0]->level[d].arity;

        assert(arity <= MAX_CHILDREN);
        for (size_t i = 0; i < n; i++) {
            const merkle_level *level = &paths[i]->level[d];
            assert(paths[i]->depth == paths[0]->depth && level->arity == arity);
            if (!children_of(children + i * arity, level, &at[i]))
                return false;
        }
        poseidon_hash_many(at, children, arity, n);
    }
    for (size_t i = 0; i < n; i++)
        fr_to_bytes_le(roots[i].b, &at[i]);
    return true;
}

bool merkle_hash_nodes(node32 *out, const node32 *nodes, unsigned n)
{
    fr in[MAX_CHILDREN], digest;

    assert(n <= MAX_CHILDREN);
    for (unsigned i = 0; i < n; i++) {
        if (!fr_from_bytes_le(&in[i], nodes[i].b))
            return false;
    }
    poseidon_hash(&digest, in, n);
    fr_to_bytes_le(out->b, &digest);
    return true;
}

bool merkle_comm_r(node32 *comm_r, const node32 *comm_c, const node32 *comm_r_last)
{
    const node32 roots[2] = { *comm_c, *comm_r_last };

    return merkle_hash_nodes(comm_r, roots, 2);
}

bool merkle_hash_many(node32 *out, const node32 *in, unsigned arity, size_t n)
{
    fr preimages[MERKLE_MANY * MAX_CHILDREN], digests[MERKLE_MANY];

    assert(arity <= MAX_CHILDREN);
    for (size_t done = 0; done < n; done += MERKLE_MANY) {
        size_t now = n - done < MERKLE_MANY ? n - done : MERKLE_MANY;

        for (size_t i = 0; i < now * arity; i++) {
            if (!fr_from_bytes_le(&preimages[i], in[done * arity + i].b))
                return false;
        }
        poseidon_hash_many(digests, preimages, arity, now);
        for (size_t i = 0; i < now; i++)
            fr_to_bytes_le(out[done + i].b, &digests[i]);
    }
    return true;
}
