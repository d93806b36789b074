/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How many circuits a batch has: what is asked for, or chosen, as far as the memory goes. */
#ifndef CUZK_PROVER_PROVE_PLAN_H
#define CUZK_PROVER_PROVE_PLAN_H

#include "prover/prove_batch.h"

/* Before anything is begun: can one circuit be proved in what the budget leaves? If not,
 * CUZK_NO_RESOURCES with the limit that would do, about, and the one there is. rows: of the
 * circuit; 0: not known. */
cuzk_status prove_plan_check(work *w, const prove_setting *all, uint64_t rows, cuzk_error *err);

/* With the first witness made, which takes witness_len bytes: out of n circuits, how many are
 * proved together; at least 1. CUZK_NO_RESOURCES as above. */
cuzk_status prove_plan_batch(size_t *k, work *w, const prove_setting *all, size_t n,
                             size_t witness_len, cuzk_error *err);

#endif
