/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What files of vanilla proofs hold, for cuzk_file_inspect. */
#ifndef CUZK_PROVER_INSPECT_VANILLA_H
#define CUZK_PROVER_INSPECT_VANILLA_H

#include "prover/facts.h"

/* Whether it looks like one in bincode, or an array of strings that are too long for public inputs;
 * which it need not be. */
bool looks_like_vanilla(const uint8_t *data, size_t len);

/* Reads all of it, as strictly as a proof does, but for a sector update's partitions, which need
 * not be all in one file. Nothing is checked that takes a statement. */
cuzk_status inspect_vanilla(facts *f, const uint8_t *data, size_t len, const char *path,
                            cuzk_error *err);

#endif
