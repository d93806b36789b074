/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All labels of a layer. One follows from the one before it, so a single thread makes them; the
 * others find the parents of the nodes to come. */
#ifndef CUZK_FILECOIN_LABEL_LAYER_H
#define CUZK_FILECOIN_LABEL_LAYER_H

#include "base/work.h"
#include "filecoin/graph.h"
#include "filecoin/vanilla.h"

/* out: g->nodes labels of layer `layer` >= 1, each what label_create gives; below: those of the
 * layer below, NULL for layer 1. Progress is counted in nodes, of a phase the caller has begun. */
cuzk_status label_layer(node32 *out, const node32 *below, const graph *g, const node32 *replica_id,
                        uint32_t layer, work *w, cuzk_error *err);

#endif
