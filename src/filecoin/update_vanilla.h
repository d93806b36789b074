/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs of EmptySectorUpdate: a partition each, in bincode (docs/spec/c1.md §8). */
#ifndef CUZK_FILECOIN_UPDATE_VANILLA_H
#define CUZK_FILECOIN_UPDATE_VANILLA_H

#include "base/arena.h"
#include "base/work.h"
#include "filecoin/update.h"
#include "filecoin/vanilla_items.h"

typedef struct update_challenge {
    merkle_proof r_old, d_new, r_new; /* in the old tree R, the new tree D, the new tree R */
} update_challenge;

typedef struct update_partition {
    node32 comm_c;                /* of the old sector, and of the new one */
    const node32 *apex;           /* shape->apex nodes of the new tree D, this partition's */
    update_challenge *challenges; /* shape->challenges */
} update_partition;

typedef struct update_vanilla {
    const update_shape *shape;
    update_partition *partitions; /* shape->partitions, in order */
    const vanilla_item *items;    /* that they were read from, one each, borrowed; NULL: made */
    arena *
        arena; /* owns partitions and challenges; nodes are in the items read or, when made, here */
} update_vanilla;

/* An item a partition, all of them. Otherwise as post_vanilla_read. */
cuzk_status update_vanilla_read(update_vanilla *out, const vanilla_items *items,
                                const sector_shape *shape, cuzk_error *err);
/* The partitions that are there, which need not be all, nor in order. */
cuzk_status update_vanilla_read_some(update_vanilla *out, const vanilla_items *items,
                                     const sector_shape *shape, cuzk_error *err);
void update_vanilla_free(update_vanilla *v);

/* One partition as an item, and how long that is. */
size_t update_partition_len(const update_shape *s);
void update_partition_write(uint8_t *out, const update_vanilla *v, unsigned partition);

/* Whether it proves the statement: comm_r_old and comm_r_new are the hashes of comm_c and the roots
 * of the trees R; every path leads from the challenged leaf to its root; the new replica is the old
 * one plus the data times rho; the apex leaves lead to comm_d_new, and the paths of tree D go
 * through them. In parallel. CUZK_NO names the first failure ("partition 3 challenge 7"). */
cuzk_status update_vanilla_verify(const update_vanilla *v, const update_statement *s, work *w,
                                  cuzk_error *err);

#endif
