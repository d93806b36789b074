/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sealing: from data to a replica, its trees and commitments, and the C1 that opens them
 * (docs/spec/porep.md §3 to §6, §14). */
#ifndef CUZK_FILECOIN_SEAL_H
#define CUZK_FILECOIN_SEAL_H

#include "filecoin/c1.h"
#include "filecoin/dense_tree.h"
#include "filecoin/graph.h"
#include "filecoin/sector_cache.h"

typedef struct seal_request {
    const registered_seal *seal;
    uint8_t porep_id[32]; /* registered_seal_porep_id, of any sector a network knows */
    uint8_t prover_id[32], ticket[32];
    uint64_t sector;
    const uint8_t *data; /* borrowed until sealed_free; zeros follow it */
    uint64_t len;        /* fr32_capacity(size) at most */
} seal_request;

/* Held until sealed_free: the labels and the replica, layers + 1 times the sector's size, and what
 * is kept of the trees, a twelfth of it. */
typedef struct sealed {
    seal_request request;
    const sector_shape *shape;
    node32 comm_d, comm_c, comm_r_last, comm_r, replica_id;
    graph graph;
    node32 *labels[SECTOR_MAX_LAYERS], *replica; /* shape->nodes each */
    dense_tree tree_d, tree_c, tree_r;           /* do not move *out once they are made */
    work *work;
} sealed;

/* CUZK_BAD_INPUT for sectors above 512 MiB ("too-large") and more data than they hold ("too-long").
 */
cuzk_status seal_request_check(const seal_request *r, cuzk_error *err);

/* Checks the request first. cache: gets the layers and the trees as they are made; NULL. Progress
 * in phases; on failure nothing is held. */
cuzk_status seal_sector(sealed *out, const seal_request *r, sector_cache_out *cache, work *w,
                        cuzk_error *err);
void sealed_free(sealed *s);

/* Opens what the registered proof challenges: with a seed that is not zero, of which a
 * non-interactive proof makes no use. c1_free. */
cuzk_status seal_c1(c1 *out, const sealed *s, const uint8_t seed[32], cuzk_error *err);

#endif
