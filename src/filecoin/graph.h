/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The stacked DRG graph: who the parents of a node are (docs/spec/porep.md §3). */
#ifndef CUZK_FILECOIN_GRAPH_H
#define CUZK_FILECOIN_GRAPH_H

#include "filecoin/sector.h"

#define GRAPH_DRG_SEED_LEN 28
#define GRAPH_ROUNDS       3

typedef struct graph {
    uint64_t nodes; /* of a layer; a power of two, 8 to 2^31 */
    porep_version version;
    uint8_t drg_seed[GRAPH_DRG_SEED_LEN];
    uint64_t keys[GRAPH_ROUNDS]; /* of the Feistel permutation */
    unsigned half_bits;          /* it permutes [0, 4^half_bits) */
} graph;

void graph_init(graph *g, uint64_t nodes, porep_version version, const uint8_t porep_id[32]);

/* In the order of the version: node - 1 comes last in V1_0 and first later. node < nodes. */
void graph_drg_parents(const graph *g, uint32_t node, uint32_t parents[GRAPH_BASE_DEGREE]);
void graph_exp_parents(const graph *g, uint32_t node, uint32_t parents[GRAPH_EXP_DEGREE]);
/* The expander parents of n nodes, a row of `stride` each; faster than one by one. */
void graph_exp_parents_many(const graph *g, uint32_t first, size_t n, uint32_t *parents,
                            size_t stride);

#endif
