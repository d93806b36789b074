/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the readers of a C1 share: a jscan's ctx. Inside this layer. */
#ifndef CUZK_FILECOIN_C1_READ_H
#define CUZK_FILECOIN_C1_READ_H

#include "base/arena.h"
#include "filecoin/c1.h"
#include "filecoin/json_scan.h"
#include "filecoin/tree_shape.h"

typedef struct c1_reader {
    c1 *out;
    arena *arena;
    const registered_seal *seal;       /* known before the proofs are read */
    const registered_seal *wanted;     /* by the caller; may be NULL */
    tree_shape tree_d, tree_c;         /* tree R is as tree C */
    const tree_shape *tree;            /* of the path being read */
    unsigned first_level, part_levels; /* of the part being read */
    size_t room, n;                    /* proofs allocated, proofs read */
    size_t len;                        /* of the file */
    bool some;                         /* fewer partitions than the registered proof has will do */
    const char *name;
    cuzk_error *err;
} c1_reader;

void c1_read_init_trees(c1_reader *r, const sector_shape *shape);

/* The least number of bytes a vanilla proof takes. */
size_t c1_vanilla_min_len(const c1_reader *r);

/* jscan_read_fn: into a node32, and a porep_vanilla. */
cuzk_status c1_read_node(jscan *j, void *into, size_t index);
cuzk_status c1_read_vanilla(jscan *j, void *into, size_t index);

#endif
