/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Updating a sector: new data encoded over a replica, and the vanilla proofs of that
 * (docs/spec/post-and-update.md §7). */
#ifndef CUZK_FILECOIN_UPDATE_MAKE_H
#define CUZK_FILECOIN_UPDATE_MAKE_H

#include "filecoin/replica.h"
#include "filecoin/sector_cache.h"
#include "filecoin/update_vanilla.h"

typedef struct updated {
    update_statement statement; /* shape, h, comm_r_old, comm_d_new, comm_r_new */
    const replica *old;         /* borrowed */
    const uint8_t *data;        /* borrowed; zeros follow it */
    uint64_t len;
    node32 comm_r_last;        /* the new one; comm_c stays */
    node32 *nodes;             /* the new replica */
    dense_tree tree_d, tree_r; /* do not move *out once they are made */
    work *work;
} updated;

/* New = old + data times rho. cache: gets the trees; NULL. len is at most what the sector holds
 * (CUZK_BAD_INPUT: "too-long"); h is one of the shape's. Progress in phases; on failure nothing is
 * held. */
cuzk_status update_sector(updated *out, const replica *old, const uint8_t *data, uint64_t len,
                          unsigned h, sector_cache_out *cache, work *w, cuzk_error *err);
void updated_free(updated *u);

/* All partitions; update_vanilla_free. */
cuzk_status update_make(update_vanilla *out, const updated *u, cuzk_error *err);

#endif
