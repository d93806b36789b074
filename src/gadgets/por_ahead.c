/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/por.h"
#include <assert.h>
#include <string.h>

#define LANES 8

size_t por_sboxes(const por_level *levels, unsigned depth)
{
    size_t n = 0;
    for (unsigned i = 0; i < depth; i++)
        n += poseidon_sboxes(levels[i].arity);
    return n;
}

typedef struct ahead {
    por_level *const *path;
    const fr *leaf;
    unsigned depth, n;
    unsigned done[POR_MAX_AHEAD]; /* levels of each path */
    fr *trace[POR_MAX_AHEAD];
} ahead;

/* Up to LANES paths whose next level has one arity, those with most before them first: so ten paths
 * of ten levels take thirteen rounds, and not twenty. Returns how many. */
static unsigned choose(const ahead *a, unsigned *chosen)
{
    unsigned arity = 0, n = 0;
    for (unsigned d = 0; d < a->depth && n < LANES; d++)
        for (unsigned i = 0; i < a->n && n < LANES; i++) {
            if (a->done[i] != d || (arity && a->path[i][d].arity != arity))
                continue;
            arity = a->path[i][d].arity;
            chosen[n++] = i;
        }
    return n;
}

static void children_of(fr *out, const por_level *level, const fr *cur)
{
    const size_t below = level->index, above = level->arity - 1 - level->index;
    memcpy(out, level->siblings, below * sizeof *out);
    out[below] = *cur;
    memcpy(out + below + 1, level->siblings + below, above * sizeof *out);
}

static void hash_chosen(ahead *a, const unsigned *chosen, unsigned n)
{
    fr tag, children[LANES][NODE_MAX_ARITY], parent[LANES];
    const fr *in[LANES];
    fr *trace[LANES];
    unsigned arity = 0;
    for (unsigned k = 0; k < n; k++) {
        const unsigned i = chosen[k], d = a->done[i];
        arity = a->path[i][d].arity;
        children_of(children[k], &a->path[i][d], d ? &a->path[i][d - 1].parent : &a->leaf[i]);
        in[k] = children[k];
        trace[k] = a->trace[i];
    }
    poseidon_merkle_tag(&tag, arity);
    poseidon_hash_each(parent, trace, &tag, in, arity, n);
    for (unsigned k = 0; k < n; k++) {
        const unsigned i = chosen[k];
        por_level *level = &a->path[i][a->done[i]++];
        level->parent = parent[k];
        level->trace = a->trace[i];
        a->trace[i] += poseidon_sboxes(arity);
    }
}

void por_hash_ahead(por_level *const *path, const fr *leaf, unsigned depth, unsigned n, fr *sboxes)
{
    ahead a = { .path = path, .leaf = leaf, .depth = depth, .n = n };
    unsigned chosen[LANES], k;
    assert(n <= POR_MAX_AHEAD);
    for (unsigned i = 0; i < n; i++) {
        a.trace[i] = sboxes;
        sboxes += por_sboxes(path[i], depth);
    }
    while ((k = choose(&a, chosen)))
        hash_chosen(&a, chosen, k);
}
