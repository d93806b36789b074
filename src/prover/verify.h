/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Verifying proofs as bytes. */
#ifndef CUZK_PROVER_VERIFY_H
#define CUZK_PROVER_VERIFY_H

#include "groth16/proof.h"
#include <cuzk/file.h>

/* n_proofs proofs under one key, all at once; inputs as groth16_verify_batch takes them. The
 * proof's length must be theirs, and the key for so many inputs (CUZK_BAD_INPUT). vk_name (may be
 * NULL) is for errors. */
cuzk_status verify_bytes(work *w, const groth16_vk *vk, const char *vk_name, const fr *inputs,
                         size_t n_inputs, size_t n_proofs, const cuzk_bytes *proof,
                         cuzk_error *err);

#endif
