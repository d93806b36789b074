/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs: the openings a circuit is fed with (docs/spec/c1.md). Plain data; whoever made a
 * container (filecoin/c1.h) owns every array in it. */
#ifndef CUZK_FILECOIN_VANILLA_H
#define CUZK_FILECOIN_VANILLA_H

#include "base/error.h"
#include "filecoin/sector.h"
#include <stdint.h>

/* 32 bytes, little-endian; canonical Fr wherever a reader made it. */
typedef struct node32 {
    uint8_t b[32];
} node32;

#define MERKLE_MAX_DEPTH 32

typedef struct merkle_level {
    uint32_t arity;         /* 2, 4 or 8 */
    uint32_t index;         /* of the child, < arity */
    const node32 *siblings; /* arity - 1, in order, the child left out */
} merkle_level;

typedef struct merkle_proof {
    node32 root, leaf;
    uint32_t depth;
    merkle_level level[MERKLE_MAX_DEPTH]; /* bottom-up: base, then sub, then top */
} merkle_proof;

typedef struct column_proof {
    uint32_t index; /* the node */
    node32 rows[SECTOR_MAX_LAYERS];
    merkle_proof inclusion; /* in tree C; leaf = hash of the rows */
} column_proof;

typedef struct labeling_proof {
    uint32_t layer; /* from 1 */
    uint64_t node;
    node32 parents[GRAPH_LABEL_PARENTS];
} labeling_proof;

/* One challenge of one partition. */
typedef struct porep_vanilla {
    merkle_proof comm_d;      /* sha256, binary */
    merkle_proof comm_r_last; /* Poseidon, tree R */
    column_proof c_x;
    column_proof drg_parents[GRAPH_BASE_DEGREE];
    column_proof exp_parents[GRAPH_EXP_DEGREE];
    labeling_proof labels[SECTOR_MAX_LAYERS]; /* the first `layers` of them */
    labeling_proof encoding;
} porep_vanilla;

/* Takes the next piece of what is written; what it returns other than CUZK_OK ends the writing. */
typedef cuzk_status (*vanilla_sink_fn)(void *ctx, const void *data, size_t len);

/* A canonical node that depends on two numbers and means nothing: content of what is made up. */
node32 node_made_up(uint64_t a, uint64_t b);

/* The index of the leaf a path leads to. */
uint64_t merkle_proof_leaf_index(const merkle_proof *p);

#endif
