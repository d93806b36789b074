/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A proof and every step on the way to it, against those of the official crates. */
#ifndef CUZK_TESTS_GROTH16_GOLDEN_PROOF_H
#define CUZK_TESTS_GROTH16_GOLDEN_PROOF_H

#include "groth16/proof.h"
#include "r1cs/cs.h"

/* name: "gadget-num-ops", "porep-2KiB". The circuit has the golden witness, the parameters are the
 * golden ones. Leaves the proof behind. */
void same_as_golden_proof(groth16_proof *proof, work *w, const groth16_params *p, const circuit *c,
                          const char *name);

#endif
