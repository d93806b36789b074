/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two halves of a proof, apart so that tests see the sums between them. */
#ifndef CUZK_GROTH16_PROVE_SUMS_H
#define CUZK_GROTH16_PROVE_SUMS_H

#include "groth16/proof.h"

/* Every multi-scalar multiplication of a proof (docs/spec/groth16.md §4). */
typedef struct groth16_sums {
    g1 h, l, a_inputs, a_aux, b_g1_inputs, b_g1_aux;
    g2 b_g2_inputs, b_g2_aux;
} groth16_sums;

cuzk_status groth16_prove_sums(groth16_sums *o, work *w, const accel *acc,
                               const groth16_params *params, const assignment *asg,
                               cuzk_error *err);

/* With randomisers r and s. */
void groth16_prove_finish(groth16_proof *o, const groth16_vk *vk, const groth16_sums *sums,
                          const fr *r, const fr *s);

#endif
