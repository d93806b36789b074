/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sector sizes and registered proofs, as tables (docs/spec/porep.md §1, §2). */
#ifndef CUZK_FILECOIN_SECTOR_H
#define CUZK_FILECOIN_SECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECTOR_MAX_LAYERS     11
#define SECTOR_MAX_CHALLENGES 18 /* a partition */
#define GRAPH_BASE_DEGREE     6
#define GRAPH_EXP_DEGREE      8
#define GRAPH_LABEL_PARENTS   37

typedef struct sector_shape {
    const char *name;                          /* "2KiB" */
    const char *short_id;                      /* "2k" */
    uint64_t size;                             /* bytes */
    uint64_t nodes;                            /* size / 32 */
    unsigned lg_nodes;                         /* depth of tree D */
    unsigned layers, partitions, challenges;   /* challenges a partition */
    unsigned ni_partitions;                    /* of a non-interactive proof */
    unsigned base_arity, sub_arity, top_arity; /* of trees C and R; 0 = level absent */
    unsigned base_depth;                       /* levels of base_arity */
} sector_shape;

#define SECTOR_SHAPES 5
extern const sector_shape sector_shapes[SECTOR_SHAPES]; /* in order of size */

/* "2KiB" or "2k" (any case) or a number of bytes; NULL if there is no such size. */
const sector_shape *sector_shape_find(const char *name);
const sector_shape *sector_shape_by_size(uint64_t size);

/* Levels of tree C and R, bottom-up, into arity[]; returns how many. */
unsigned sector_tree_arities(const sector_shape *s, uint32_t arity[32]);

typedef enum porep_version { POREP_V1_0, POREP_V1_1, POREP_V1_2 } porep_version;
typedef enum porep_feature {
    POREP_INTERACTIVE,
    POREP_SYNTHETIC,
    POREP_NON_INTERACTIVE
} porep_feature;

typedef struct registered_seal {
    const char *name; /* "StackedDrg2KiBV1_1" */
    uint32_t number;
    porep_version version;
    porep_feature feature;
    const sector_shape *shape;
} registered_seal;

#define REGISTERED_SEALS 20
extern const registered_seal registered_seals[REGISTERED_SEALS]; /* in order of number */
/* By name (any case, also with Go's prefix "RegisteredSealProof_") or number; NULL. */
const registered_seal *registered_seal_find(const char *name);
const registered_seal *registered_seal_default(const sector_shape *s); /* V1_1 of that size */
unsigned registered_seal_partitions(const registered_seal *r);
void registered_seal_porep_id(const registered_seal *r, uint8_t porep_id[32]);

#endif
