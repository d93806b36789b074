/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How many circuits a batch has: what is asked for, or chosen, as far as the memory goes. */
#ifndef CUZK_PROVER_PROVE_PLAN_H
#define CUZK_PROVER_PROVE_PLAN_H

#include "prover/prove_batch.h"

/* Before anything is begun: can one circuit be proved in what the budget leaves? If not,
 * CUZK_NO_RESOURCES with the limit that would do, about, and the one there is. parts: of the
 * circuit; NULL: how large it is is not known. */
cuzk_status prove_plan_check(work *w, const prove_setting *all, const circuit_parts *parts,
                             cuzk_error *err);

/* With the first witness made, which takes witness_len bytes: out of n circuits, how many are
 * proved together; at least 1. CUZK_NO_RESOURCES as above. */
cuzk_status prove_plan_batch(size_t *k, work *w, const prove_setting *all, size_t n,
                             size_t witness_len, cuzk_error *err);

#endif
