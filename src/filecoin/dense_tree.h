/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Merkle tree over all nodes of a sector. Leaves are made where they are needed; of the rows
 * above them only those from some row on are kept, the ones below are made again for a path: a tree
 * of a few hundred megabytes takes a few of memory. */
#ifndef CUZK_FILECOIN_DENSE_TREE_H
#define CUZK_FILECOIN_DENSE_TREE_H

#include "base/arena.h"
#include "base/file.h"
#include "base/work.h"
#include "filecoin/tree_shape.h"

/* Leaves [first, first + n), n at most DENSE_TREE_MAX_FILL; called from many threads. Canonical if
 * they are hashed by Poseidon. */
typedef void (*dense_tree_fill_fn)(const void *ctx, node32 *out, uint64_t first, size_t n);

#define DENSE_TREE_MAX_FILL 4096

typedef struct dense_tree {
    tree_shape shape;
    bool poseidon;      /* else sha256, binary */
    unsigned first_row; /* the lowest row kept, the leaves being row 0 */
    dense_tree_fill_fn fill;
    const void *fill_ctx;
    const node32 *rows; /* from first_row up to the root, one behind another */
    node32 *owned;      /* rows when they were built, from work_alloc */
    size_t owned_len;
} dense_tree;

/* Nodes of a row, and of all rows from one on. */
uint64_t dense_tree_row_n(const tree_shape *shape, unsigned row);
uint64_t dense_tree_rows_n(const tree_shape *shape, unsigned first_row);

/* The lowest row kept in a tree-r-last file: the leaves are the replica, and two rows above them
 * are left out where there are that many between leaves and root. */
unsigned dense_tree_first_row_r(const tree_shape *shape);

/* shape, poseidon, first_row, fill and fill_ctx are set; first_row is at least 1 and its subtrees
 * have at most DENSE_TREE_MAX_FILL leaves. out, if not NULL, gets all rows from row 0 on, one
 * behind another. Progress is counted in leaves, of a phase the caller has begun. On failure
 * nothing is held. */
cuzk_status dense_tree_build(dense_tree *t, file_out *out, work *w, cuzk_error *err);
void dense_tree_free(dense_tree *t, work *w);

node32 dense_tree_root(const dense_tree *t);
/* A node of a kept row. */
const node32 *dense_tree_row(const dense_tree *t, unsigned row);
/* The path of a leaf; its siblings are in the arena. CUZK_BAD_INPUT when the leaves around it are
 * not canonical. */
cuzk_status dense_tree_prove(const dense_tree *t, uint64_t index, merkle_proof *out, arena *a,
                             cuzk_error *err);

#endif
