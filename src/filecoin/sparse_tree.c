/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/sparse_tree.h"
#include "filecoin/merkle.h"
#include <assert.h>

#define MAX_ARITY 8

static node32 hash_children(const sparse_tree *t, unsigned level, const node32 *children)
{
    node32 out;

    if (!t->poseidon) {
        merkle_hash_pair(&out, children);
    } else {
        bool canonical = merkle_hash_nodes(&out, children, t->arity[level]);
        assert(canonical);
        (void)canonical;
    }
    return out;
}

/* Level + 1 from level. */
static cuzk_status build_level(sparse_tree *t, unsigned level, arena *a, cuzk_error *err)
{
    const sparse_node *from = t->nodes[level];
    size_t n = t->n[level], made = 0;
    uint32_t arity = t->arity[level];
    sparse_node *to = arena_alloc(a, n, sizeof *to);
    node32 children[MAX_ARITY];

    if (!to)
        return err_no_memory(err, "a tree", n * sizeof *to);
    for (size_t i = 0; i < n;) {
        uint64_t parent = from[i].index / arity;
        for (uint32_t c = 0; c < arity; c++)
            children[c] = t->other[level];
        for (; i < n && from[i].index / arity == parent; i++)
            children[from[i].index % arity] = from[i].value;
        to[made++] = (sparse_node) { parent, hash_children(t, level, children) };
    }
    for (uint32_t c = 0; c < arity; c++)
        children[c] = t->other[level];
    t->other[level + 1] = hash_children(t, level, children);
    t->nodes[level + 1] = to;
    t->n[level + 1] = made;
    return CUZK_OK;
}

cuzk_status sparse_tree_build(sparse_tree *t, const sparse_node *leaves, size_t n,
                              const node32 *other, arena *a, cuzk_error *err)
{
    t->nodes[0] = leaves;
    t->n[0] = n;
    t->other[0] = *other;
    for (unsigned level = 0; level < t->depth; level++) {
        assert(t->arity[level] <= MAX_ARITY);
        TRY(build_level(t, level, a, err));
    }
    return CUZK_OK;
}

static const node32 *value_at(const sparse_tree *t, unsigned level, uint64_t index)
{
    const sparse_node *nodes = t->nodes[level];
    size_t low = 0, high = t->n[level];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (nodes[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->n[level] && nodes[low].index == index ? &nodes[low].value : &t->other[level];
}

node32 sparse_tree_root(const sparse_tree *t)
{
    return *value_at(t, t->depth, 0);
}

cuzk_status sparse_tree_prove(const sparse_tree *t, uint64_t index, merkle_proof *out, arena *a,
                              cuzk_error *err)
{
    out->leaf = *value_at(t, 0, index);
    out->root = sparse_tree_root(t);
    out->depth = t->depth;
    for (unsigned level = 0; level < t->depth; level++) {
        uint32_t arity = t->arity[level], child = (uint32_t)(index % arity);
        node32 *siblings = arena_alloc(a, arity - 1, sizeof *siblings);

        if (!siblings)
            return err_no_memory(err, "a path", (arity - 1) * sizeof *siblings);
        for (uint32_t c = 0, at = 0; c < arity; c++) {
            if (c != child)
                siblings[at++] = *value_at(t, level, index - child + c);
        }
        out->level[level] = (merkle_level) { arity, child, siblings };
        index /= arity;
    }
    return CUZK_OK;
}
