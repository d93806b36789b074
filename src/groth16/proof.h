/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Groth16 proof (Groth 2016) and its 192 bytes: A compressed, B compressed, C compressed. */
#ifndef CUZK_GROTH16_PROOF_H
#define CUZK_GROTH16_PROOF_H

#include "base/work.h"
#include "groth16/key.h"

#define GROTH16_PROOF_LEN 192

typedef struct groth16_proof {
    g1_affine a;
    g2_affine b;
    g1_affine c;
} groth16_proof;

/* Every point canonical, on the curve, in the subgroup, not infinity. */
cuzk_status groth16_proof_parse(groth16_proof *p, const uint8_t in[GROTH16_PROOF_LEN],
                                cuzk_error *err);
void groth16_proof_write(uint8_t out[GROTH16_PROOF_LEN], const groth16_proof *p);

/* Proofs one behind another: len must be a positive multiple of GROTH16_PROOF_LEN. The array is the
 * caller's to free; on failure err's index is the proof's. */
cuzk_status groth16_proofs_parse(groth16_proof **proofs, size_t *n, const uint8_t *in, size_t len,
                                 cuzk_error *err);

/* CUZK_OK when it verifies, CUZK_NO when it does not. inputs: without the leading one; their number
 * must be n_ic - 1 (CUZK_BAD_INPUT otherwise). Key and proof as a reader made them: their points
 * are in the subgroup. */
cuzk_status groth16_verify(const groth16_vk *vk, const groth16_proof *proof, const fr *inputs,
                           size_t n_inputs, cuzk_error *err);

/* All n >= 1 proofs at once, weighted by fresh 128-bit randomness: proof j has inputs[j * n_inputs
 * ...]. A false proof passes with probability 2^-128. CUZK_NO: err's index is the first that does
 * not verify by itself. */
cuzk_status groth16_verify_batch(const groth16_vk *vk, const groth16_proof *proofs,
                                 const fr *inputs, size_t n_inputs, size_t n, work *w,
                                 cuzk_error *err);

/* A verifying key made ready for batch after batch: what depends on its points of G2 alone. The key
 * must outlive it. Any number of threads may use one, each with a work of its own. */
typedef struct groth16_verifier groth16_verifier;
cuzk_status groth16_verifier_new(groth16_verifier **out, const groth16_vk *vk, cuzk_error *err);
void groth16_verifier_free(groth16_verifier *v);
/* As groth16_verify_batch. */
cuzk_status groth16_verifier_check(const groth16_verifier *v, const groth16_proof *proofs,
                                   const fr *inputs, size_t n_inputs, size_t n, work *w,
                                   cuzk_error *err);

#endif
