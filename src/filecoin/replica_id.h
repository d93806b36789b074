/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whose sector it is (docs/spec/porep.md §2). */
#ifndef CUZK_FILECOIN_REPLICA_ID_H
#define CUZK_FILECOIN_REPLICA_ID_H

#include "filecoin/vanilla.h"

/* The miner's actor id as an unsigned LEB128, left-aligned in zeros. */
void prover_id_from_miner(uint8_t prover_id[32], uint64_t miner);

void replica_id_compute(node32 *out, const uint8_t prover_id[32], uint64_t sector,
                        const uint8_t ticket[32], const node32 *comm_d, const uint8_t porep_id[32]);

#endif
