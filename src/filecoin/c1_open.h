/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opening the challenges of a C1, from whatever holds the sector. Inside this layer. */
#ifndef CUZK_FILECOIN_C1_OPEN_H
#define CUZK_FILECOIN_C1_OPEN_H

#include "base/arena.h"
#include "filecoin/graph.h"
#include "filecoin/vanilla.h"

typedef enum porep_tree { POREP_TREE_D, POREP_TREE_C, POREP_TREE_R } porep_tree;

typedef struct c1_opener {
    const graph *graph;
    const sector_shape *shape;
    const void *ctx;
    void (*column)(const void *ctx, uint32_t node, node32 rows[SECTOR_MAX_LAYERS]);
    cuzk_status (*path)(const void *ctx, porep_tree tree, uint32_t node, merkle_proof *out,
                        arena *a, cuzk_error *err);
} c1_opener;

/* Everything in *out that is not in it is in the arena. */
cuzk_status c1_open_challenge(const c1_opener *o, uint32_t node, porep_vanilla *out, arena *a,
                              cuzk_error *err);

#endif
