/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* EmptySectorUpdate: how its proofs are cut, how a sector is encoded anew, whom it challenges, and
 * its public inputs (docs/spec/post-and-update.md §6-§8). */
#ifndef CUZK_FILECOIN_UPDATE_H
#define CUZK_FILECOIN_UPDATE_H

#include "field/fr.h"
#include "filecoin/vanilla.h"

#define UPDATE_H_VALUES       6
#define UPDATE_MAX_PARTITIONS 16
#define UPDATE_MAX_CHALLENGES 86
#define UPDATE_MAX_APEX       128

typedef struct update_shape {
    const sector_shape *sector;
    unsigned partitions, lg_partitions;
    unsigned challenges;          /* a partition */
    unsigned apex, lg_apex;       /* leaves of the apex tree of a partition */
    unsigned h[UPDATE_H_VALUES];  /* how many of a node's high bits may choose its factor */
    unsigned h_default;           /* the one that is used */
    unsigned challenge_bits;      /* generated for a challenge: lg_nodes - lg_partitions */
    unsigned per_digest, digests; /* challenges one digest gives; digests a partition */
} update_shape;

extern const update_shape update_shapes[SECTOR_SHAPES]; /* in the order of sector_shapes */
const update_shape *update_shape_of(const sector_shape *s);

/* One bit for the first of h[] that is h; h is one of them. */
unsigned update_h_select(const update_shape *s, unsigned h);

/* 2^40: the tag of this proof's own hashes. */
fr update_tag(void);
/* Poseidon of two under it. */
void update_hash(fr *out, const fr *a, const fr *b);
/* phi = update_hash(comm_d_new, comm_r_old); false if one is not canonical. */
bool update_phi(fr *phi, const node32 *comm_d_new, const node32 *comm_r_old);
/* What the new data of a node is multiplied by: update_hash(phi, the node's h high bits). */
void update_rho(fr *rho, const fr *phi, const update_shape *s, unsigned h, uint64_t node);

/* The challenges of a partition; out holds s->challenges. */
void update_challenges(uint64_t *out, const update_shape *s, const fr *comm_r_new,
                       unsigned partition);

typedef struct update_statement {
    const update_shape *shape;
    unsigned h;
    node32 comm_r_old, comm_d_new, comm_r_new;
} update_statement;

#define UPDATE_PUBLIC_INPUTS 4
/* False when a commitment is no canonical element. */
bool update_public_inputs(fr out[UPDATE_PUBLIC_INPUTS], const update_statement *s,
                          unsigned partition);

#endif
