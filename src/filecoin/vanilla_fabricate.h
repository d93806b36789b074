/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs of PoSt and updates of sectors that were never sealed, of any size, in moments:
 * for tests and benchmarks. They verify and satisfy the circuits as real ones do. */
#ifndef CUZK_FILECOIN_VANILLA_FABRICATE_H
#define CUZK_FILECOIN_VANILLA_FABRICATE_H

#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"

/* Of n sectors, numbered from first_id on: only the leaves that are challenged have values of their
 * own. claims (n of them) become what a statement says of the sectors.
 * n is at least 1, and 1 for a winning proof. post_vanilla_free. */
cuzk_status post_fabricate(post_vanilla *out, post_sector_claim *claims,
                           const registered_post *post, const uint8_t randomness[32],
                           uint64_t first_id, size_t n, cuzk_error *err);

/* Of an update with data that is all zero: the replica stays as it was, all its nodes one value.
 * *s becomes what it states. update_vanilla_free. */
cuzk_status update_fabricate(update_vanilla *out, update_statement *s, const update_shape *shape,
                             cuzk_error *err);

#endif
