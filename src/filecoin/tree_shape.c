/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/tree_shape.h"

tree_shape tree_shape_d(const sector_shape *s)
{
    tree_shape t = { .depth = s->lg_nodes, .base_depth = s->lg_nodes, .parts = 1 };

    for (unsigned i = 0; i < t.depth; i++)
        t.arity[i] = 2;
    return t;
}

tree_shape tree_shape_r(const sector_shape *s)
{
    tree_shape t = { .base_depth = s->base_depth };

    t.depth = sector_tree_arities(s, t.arity);
    t.parts = 1 + (s->sub_arity != 0) + (s->top_arity != 0);
    return t;
}

size_t tree_shape_siblings(const tree_shape *t)
{
    size_t n = 0;

    for (unsigned i = 0; i < t->depth; i++)
        n += t->arity[i] - 1;
    return n;
}
