/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sealed sector on disk: its replica, and of its cache directory what proofs of it need. */
#ifndef CUZK_FILECOIN_REPLICA_H
#define CUZK_FILECOIN_REPLICA_H

#include "filecoin/dense_tree.h"

typedef struct replica {
    const sector_shape *shape;
    node32 comm_c, comm_r_last, comm_r;
    const node32 *nodes; /* shape->nodes of them, as they are in the file: canonical or not */
    dense_tree tree;     /* over them; do not move *out once it is open */
    file_map file, tree_file;
    work *work;
} replica;

/* The roots come from p_aux, comm_r from them. The upper rows of tree R come from its file if there
 * is one, else the tree is built again, which takes a while (a phase of its own). CUZK_BAD_INPUT
 * when a file has not the length it should, CUZK_NO when the tree's root is not that in p_aux;
 * either way the file is named. Sectors of one base tree only, 512 MiB and below. */
cuzk_status replica_open(replica *out, const sector_shape *shape, const char *path,
                         const char *cache_dir, work *w, cuzk_error *err);
void replica_close(replica *r);

#endif
