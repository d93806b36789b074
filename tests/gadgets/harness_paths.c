/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of Merkle paths, in trees made here. */
#include "gadgets/harness.h"
#include "gadgets/inputs.h"
#include "gadgets/por.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include <stdlib.h>
#include <string.h>

#define MAX_LEVELS 4
#define MAX_LEAVES 1024

typedef struct path_case {
    node_hasher hasher;
    unsigned challenge;
    bool public_root;
    unsigned depth, arity[MAX_LEVELS]; /* bottom-up */
} path_case;

void node_hash(fr *out, node_hasher h, const fr *children, unsigned n)
{
    uint8_t bytes[NODE_MAX_ARITY * 32], digest[32];
    if (h == NODE_POSEIDON) {
        poseidon_hash(out, children, n);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        fr_to_bytes_le(bytes + 32 * i, &children[i]);
    sha256(digest, bytes, n * 32);
    digest[31] &= 0x3f;
    fr_from_bytes_le(out, digest);
}

static void path(const void *ctx, cs *s)
{
    const path_case *p = ctx;
    por_level levels[MAX_LEVELS];
    fr siblings[MAX_LEVELS][NODE_MAX_ARITY - 1];
    fr *row = malloc(MAX_LEAVES * sizeof *row);
    unsigned n = 1, index = p->challenge;
    if (!row) {
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for a tree");
        return;
    }
    for (unsigned i = 0; i < p->depth; i++)
        n *= p->arity[i];
    fixed_frs(row, n, 0);
    const fr leaf_value = row[index];
    for (unsigned i = 0; i < p->depth; i++) {
        const unsigned arity = p->arity[i], at = index % arity, first = index - at;
        for (unsigned k = 0, j = 0; k < arity; k++)
            if (k != at)
                siblings[i][j++] = row[first + k];
        levels[i] = (por_level) { .arity = arity, .index = at, .siblings = siblings[i] };
        n /= arity;
        index /= arity;
        for (unsigned k = 0; k < n; k++)
            node_hash(&row[k], p->hasher, &row[k * arity], arity);
    }
    num leaf = num_alloc(s, &leaf_value);
    num computed = por_root(s, p->hasher, &leaf, levels, p->depth);
    num root = num_alloc(s, &row[0]);
    num_enforce_equal(s, &computed, &root);
    if (p->public_root)
        num_inputize(s, &root);
    free(row);
}

static const path_case oct = { NODE_POSEIDON, 27, false, 2, { 8, 8 } };
static const path_case oct_public = { NODE_POSEIDON, 27, true, 2, { 8, 8 } };
static const path_case oct_2 = { NODE_POSEIDON, 91, false, 3, { 8, 8, 2 } };
static const path_case oct_8 = { NODE_POSEIDON, 301, false, 3, { 8, 8, 8 } };
static const path_case oct_8_2 = { NODE_POSEIDON, 777, false, 4, { 8, 8, 8, 2 } };
static const path_case bin_sha256 = { NODE_SHA256, 5, false, 3, { 2, 2, 2 } };

const circuit harness_paths[] = {
    { "gadget-por-oct", path, &oct },
    { "gadget-por-oct-public", path, &oct_public },
    { "gadget-por-8-2", path, &oct_2 },
    { "gadget-por-8-8", path, &oct_8 },
    { "gadget-por-8-8-2", path, &oct_8_2 },
    { "gadget-por-bin-sha256", path, &bin_sha256 },
    { 0 },
};
