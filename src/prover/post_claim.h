/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What proving and verifying a proof of spacetime have in common: which proof, how its sectors are
 * cut into partitions, what each states. */
#ifndef CUZK_PROVER_POST_CLAIM_H
#define CUZK_PROVER_POST_CLAIM_H

#include "filecoin/post.h"
#include <cuzk/error.h>

/* By name or number; CUZK_BAD_INPUT when there is none of this kind. */
cuzk_status post_find(const registered_post **out, proof_kind kind, const char *name,
                      cuzk_error *err);

/* How many partitions so many sectors make. A winning proof is about one sector. */
cuzk_status post_partitions(unsigned *out, const registered_post *post, size_t n_sectors,
                            cuzk_error *err);

/* Every comm_r is a canonical element and not zero, which the network refuses; the error has the
 * index of the one that is not. */
cuzk_status post_check_sectors(const post_sector_claim *sectors, size_t n, cuzk_error *err);

/* It is a canonical element; the error says what to mask. */
cuzk_status post_check_randomness(const uint8_t randomness[32], cuzk_error *err);

/* What a partition states, of all n_sectors, which are borrowed. */
post_statement post_statement_of(const registered_post *post, const uint8_t randomness[32],
                                 const post_sector_claim *sectors, size_t n_sectors,
                                 unsigned partition);

#endif
