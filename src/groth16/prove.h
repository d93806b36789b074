/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proving (docs/spec/groth16.md §4). */
#ifndef CUZK_GROTH16_PROVE_H
#define CUZK_GROTH16_PROVE_H

#include "accel/accel.h"
#include "groth16/proof.h"
#include "r1cs/assignment.h"

/* Circuits that can be proved together. */
#define GROTH16_MAX_CIRCUITS MSM_MAX_MANY

/* The sum in G2 beside those in G1, on a part of the threads. */
typedef enum groth16_beside {
    GROTH16_BESIDE_AUTO, /* when its share of the work is a thread or more */
    GROTH16_BESIDE_OFF,  /* one after another, each on all threads */
    GROTH16_BESIDE_ON,   /* whenever there are two threads */
} groth16_beside;

typedef struct groth16_options {
    groth16_beside b_g2; /* off in any case where the memory is too small for two */
    unsigned window;     /* of all sums, as msm_options */
    bool no_read_ahead;  /* leave the reading of the map to the system */
} groth16_options;

/* Bytes that proving k circuits takes from the budget at least, witnesses not counted. */
size_t groth16_prove_memory(const groth16_params *params, const work *w, const accel *acc,
                            size_t k);

/* The parameters are read once, in the order of the file, for k proofs of one circuit: the
 * assignments have the same densities and lengths (CUZK_FAULT otherwise). out, asg, r and s have k
 * elements, k in 1..GROTH16_MAX_CIRCUITS. options NULL: all zero. CUZK_BAD_INPUT when the
 * parameters are not the circuit's (a count differs), CUZK_NO when an assignment does not satisfy
 * it: err's index is its place. Whether the results verify is the caller's next question. */
cuzk_status groth16_prove_many(groth16_proof *out, work *w, const accel *acc,
                               const groth16_params *params, const assignment *const *asg,
                               const fr *r, const fr *s, size_t k, const groth16_options *options,
                               cuzk_error *err);

/* One proof. */
cuzk_status groth16_prove(groth16_proof *out, work *w, const accel *acc,
                          const groth16_params *params, const assignment *asg, const fr *r,
                          const fr *s, cuzk_error *err);

#endif
