/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One circuit, one witness, one proof: synthesised, checked, proved, verified. */
#ifndef CUZK_PROVER_PROVE_ONE_H
#define CUZK_PROVER_PROVE_ONE_H

#include "groth16/prove.h"
#include "prover/synthesis.h"
#include <cuzk/proof.h>

typedef struct prove_job {
    const circuit *circuit;
    const circuit_parts *parts;   /* NULL: it has none */
    const density_set *densities; /* the circuit's; needed with parts */
    synthesis_options synthesis;
    const groth16_params *params;
    const fr *inputs; /* what the verifier will use, without ONE; NULL: the circuit's own */
    size_t n_inputs;
    const fr *r, *s; /* NULL: from the kernel */
} prove_job;

/* CUZK_NO when a row does not hold (the first one is named) or the public inputs are not those
 * expected. Adds to the synthesis, prove and verify seconds; *constraints (may be NULL) is set. */
cuzk_status prove_one(uint8_t out[GROTH16_PROOF_LEN], work *w, const prove_job *job,
                      cuzk_seconds *seconds, uint64_t *constraints, cuzk_error *err);

#endif
