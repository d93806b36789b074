/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What one and many verifications share. */
#ifndef CUZK_GROTH16_INPUTS_H
#define CUZK_GROTH16_INPUTS_H

#include "groth16/proof.h"

/* n_inputs is n_ic - 1, or CUZK_BAD_INPUT says so. */
cuzk_status groth16_inputs_count(const groth16_vk *vk, size_t n_inputs, cuzk_error *err);

/* sum of k_i ic_i over all n_ic points. */
cuzk_status groth16_inputs_sum(g1_affine *o, work *w, const groth16_vk *vk, const fr *k,
                               cuzk_error *err);

#endif
