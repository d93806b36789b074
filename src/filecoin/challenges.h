/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which nodes a PoRep is challenged on (docs/spec/porep.md §6). */
#ifndef CUZK_FILECOIN_CHALLENGES_H
#define CUZK_FILECOIN_CHALLENGES_H

#include "filecoin/sector.h"

/* Challenges [first, first + n) of the whole proof, counted over all its partitions; each is in
 * [1, nodes). 2 <= nodes <= 2^32. */
void challenges_interactive(uint64_t *out, uint64_t nodes, const uint8_t replica_id[32],
                            const uint8_t seed[32], uint32_t first, uint32_t n);
void challenges_non_interactive(uint64_t *out, uint64_t nodes, const uint8_t replica_id[32],
                                const uint8_t comm_r[32], uint32_t first, uint32_t n);

/* Synthetic ones are picked by the seed from n_set candidates made when the sector was sealed. */
uint32_t challenges_synthetic_set(uint64_t nodes); /* how many: n_set */
void challenges_synthetic(uint64_t *out, uint64_t nodes, uint32_t n_set,
                          const uint8_t replica_id[32], const uint8_t comm_r[32],
                          const uint8_t seed[32], uint32_t first, uint32_t n);
/* Candidate i of them; i < n_set. */
uint64_t challenges_synthetic_candidate(uint64_t nodes, const uint8_t replica_id[32],
                                        const uint8_t comm_r[32], uint32_t i);

/* Those of one partition, as the registered proof makes them; out holds shape->challenges. */
void challenges_of_partition(uint64_t *out, const registered_seal *seal,
                             const uint8_t replica_id[32], const uint8_t comm_r[32],
                             const uint8_t seed[32], unsigned partition);

#endif
