/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/opening.h"
#include <inttypes.h>

fr node_value(cs *s, const node32 *node)
{
    fr value = FR_ZERO;
    if (node && !fr_from_bytes_le(&value, node->b))
        cs_fail(s, CUZK_BAD_INPUT, "not-canonical", "a node is not below the field's modulus");
    return value;
}

num node_alloc(cs *s, const node32 *node)
{
    fr value = node_value(s, node);
    return num_alloc(s, &value);
}

num node_public(cs *s, const char *name, const node32 *node)
{
    cs_push(s, name, -1);
    num x = node_alloc(s, node);
    num_inputize(s, &x);
    cs_pop(s);
    return x;
}

cuzk_status opening_check(const merkle_proof *path, const tree_shape *tree, const char *section,
                          cuzk_error *err)
{
    if (path->depth != tree->depth) {
        err_set(err, CUZK_BAD_INPUT, "wrong-shape", "a Merkle path has the wrong length");
        err_at(err, NULL, section, -1);
        err_expected(err, "%u", tree->depth);
        err_found(err, "%" PRIu32, path->depth);
        return CUZK_BAD_INPUT;
    }
    for (unsigned i = 0; i < tree->depth; i++) {
        const merkle_level *level = &path->level[i];
        if (level->arity == tree->arity[i] && level->index < level->arity)
            continue;
        err_set(err, CUZK_BAD_INPUT, "wrong-shape", "a Merkle path has a level of another arity");
        err_at(err, NULL, section, i);
        err_expected(err, "%" PRIu32, tree->arity[i]);
        err_found(err, "%" PRIu32, level->arity);
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

void opening_read(cs *s, opening *o, const tree_shape *tree, const merkle_proof *path)
{
    o->depth = tree->depth;
    for (unsigned i = 0; i < tree->depth; i++) {
        o->level[i] = (por_level) { .arity = tree->arity[i] };
        if (!path)
            continue;
        for (unsigned j = 0; j + 1 < tree->arity[i]; j++)
            o->sibling[i][j] = node_value(s, &path->level[i].siblings[j]);
        o->level[i].index = path->level[i].index;
        o->level[i].siblings = o->sibling[i];
    }
}

void opening_gadget(cs *s, node_hasher hasher, const tree_shape *tree, const num *leaf,
                    const merkle_proof *path, const num *root)
{
    opening o;
    opening_read(s, &o, tree, path);
    por_gadget(s, hasher, leaf, o.level, o.depth, root);
}

void opening_alloc_siblings(cs *s, num *out, const tree_shape *tree, unsigned depth,
                            const merkle_proof *path)
{
    for (unsigned i = 0; i < depth; i++)
        for (unsigned j = 0; j + 1 < tree->arity[i]; j++)
            *out++ = node_alloc(s, path ? &path->level[i].siblings[j] : NULL);
}

num opening_climb(cs *s, node_hasher hasher, const tree_shape *tree, unsigned depth,
                  const num *leaf, const boolean *bits, const num *siblings)
{
    num cur = *leaf;
    for (unsigned i = 0; i < depth; i++) {
        const unsigned arity = tree->arity[i];
        cs_push(s, "level", i);
        cur = por_step(s, hasher, &cur, bits, siblings, arity);
        cs_pop(s);
        bits += __builtin_ctz(arity);
        siblings += arity - 1;
    }
    return cur;
}
