/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One challenge of the update statement (docs/spec/post-and-update.md §9 step 10). */
#ifndef CUZK_CIRCUITS_UPDATE_CHALLENGE_H
#define CUZK_CIRCUITS_UPDATE_CHALLENGE_H

#include "circuits/sizes.h"
#include "filecoin/update_vanilla.h"
#include "gadgets/num.h"

#define UPDATE_MAX_LG_PARTITIONS 4
#define UPDATE_MAX_DIGESTS       10

/* What the challenges of a partition share. */
typedef struct update_head {
    boolean partition[UPDATE_MAX_LG_PARTITIONS], h_select[UPDATE_H_VALUES];
    num comm_d_new, comm_r_new, phi, root_r_old, root_r_new;
    num apex[UPDATE_MAX_APEX];
    boolean digest[UPDATE_MAX_DIGESTS][FR_BITS]; /* what the challenges are cut from */
} update_head;

/* v is NULL in a circuit without a witness. i: which challenge of the partition. */
void update_challenge_part(cs *s, const update_shape *shape, const update_head *head,
                           const update_challenge *v, unsigned i);

circuit_size update_challenge_size(const update_shape *shape);

#endif
