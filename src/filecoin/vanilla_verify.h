/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whether a C1 output proves what it says, before any time is spent on proving it. */
#ifndef CUZK_FILECOIN_VANILLA_VERIFY_H
#define CUZK_FILECOIN_VANILLA_VERIFY_H

#include "base/work.h"
#include "filecoin/c1.h"

/* Every challenge is the one replica_id, comm_r and seed give; the parents are the graph's; every
 * path leads from its leaf, at the right place, to comm_d, comm_c or comm_r_last; columns hash to
 * their leaves; labels are those of their parents; the replica is the last label plus the data;
 * comm_r is the hash of comm_c and comm_r_last. In parallel over the challenges.
 *
 * CUZK_NO when something does not hold: the first such item, in the order of the file, is the
 * error's section ("partition 0 challenge 1 drg_parents[2]"). */
cuzk_status porep_vanilla_verify(const c1 *c, work *w, cuzk_error *err);

/* Whether replica_id is that of this miner's sector; CUZK_NO if not. */
cuzk_status porep_replica_id_verify(const c1 *c, const uint8_t prover_id[32], uint64_t sector,
                                    cuzk_error *err);

#endif
