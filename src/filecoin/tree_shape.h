/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The levels of a tree, and in how many parts a path in it is written. */
#ifndef CUZK_FILECOIN_TREE_SHAPE_H
#define CUZK_FILECOIN_TREE_SHAPE_H

#include "filecoin/vanilla.h"

typedef struct tree_shape {
    uint32_t arity[MERKLE_MAX_DEPTH]; /* bottom-up */
    unsigned depth, base_depth;       /* levels in all, and of the lowest part */
    unsigned parts; /* 1 "Single", 2 "Sub", 3 "Top": what is above the base has a level each */
} tree_shape;

tree_shape tree_shape_d(const sector_shape *s); /* binary */
tree_shape tree_shape_r(const sector_shape *s); /* trees C and R */

/* Siblings on a path. */
size_t tree_shape_siblings(const tree_shape *t);

#endif
