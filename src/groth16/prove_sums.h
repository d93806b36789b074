/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The halves of a proof, apart so that tests see the sums between them. */
#ifndef CUZK_GROTH16_PROVE_SUMS_H
#define CUZK_GROTH16_PROVE_SUMS_H

#include "groth16/prove.h"

/* Every multi-scalar multiplication of a proof (docs/spec/groth16.md §4). */
typedef struct groth16_sums {
    g1 h, l, a_inputs, a_aux, b_g1_inputs, b_g1_aux;
    g2 b_g2_inputs, b_g2_aux;
} groth16_sums;

/* As groth16_prove_many, k of each. */
cuzk_status groth16_prove_sums(groth16_sums *o, work *w, const accel *acc,
                               const groth16_params *params, const assignment *const *asg, size_t k,
                               const groth16_options *options, cuzk_error *err);

/* With randomisers r and s. */
void groth16_prove_finish(groth16_proof *o, const groth16_vk *vk, const groth16_sums *sums,
                          const fr *r, const fr *s);

/* How many of so many threads are worth setting apart for the sum in G2: 0, or 1..threads - 1. */
unsigned groth16_beside_threads(const assignment *asg, unsigned lg_m, unsigned threads,
                                groth16_beside wish);

/* What the most demanding sum needs at least of the budget, for k circuits; the vectors of H are
 * not counted. */
size_t groth16_sums_memory(const groth16_params *params, const work *w, const accel *acc, size_t k);

#endif
