/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Labels of the stacked graph (docs/spec/porep.md §4). */
#ifndef CUZK_FILECOIN_LABEL_H
#define CUZK_FILECOIN_LABEL_H

#include "filecoin/vanilla.h"

/* Which parent stands at each of the 37 places of a label's preimage: below 6 a DRG parent (same
 * layer), else 6 + an expander parent (the layer below). Layer 1 has DRG parents only. */
unsigned label_parent_at(unsigned layer, unsigned place);

/* label = sha256 of (replica_id, layer, node, parents), top two bits cleared. parents holds
 * GRAPH_LABEL_PARENTS, and is not read for node 0. */
void label_create(node32 *out, const node32 *replica_id, uint32_t layer, uint64_t node,
                  const node32 *parents);

#endif
