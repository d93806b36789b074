/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Witnesses of one circuit to proofs: synthesised, checked, proved, verified, several in one pass
 * over the parameters. */
#ifndef CUZK_PROVER_PROVE_BATCH_H
#define CUZK_PROVER_PROVE_BATCH_H

#include "groth16/prove.h"
#include "prover/switches.h"
#include "prover/synthesis.h"
#include <cuzk/proof.h>

typedef struct prove_job {
    const circuit *circuit;
    const circuit_parts *parts; /* NULL: it has none */
    const fr *inputs;           /* what the verifier will use, without ONE; NULL: the circuit's */
    size_t n_inputs;
    const fr *r, *s; /* NULL: from the kernel */
    uint8_t *proof;  /* GROTH16_PROOF_LEN bytes, for the result */
} prove_job;

/* What all have in common. */
typedef struct prove_setting {
    const groth16_params *params;
    const density_set *densities; /* the circuit's; needed with parts */
    synthesis_options synthesis;
    const switches *switches;
} prove_setting;

typedef struct prove_report {
    cuzk_seconds seconds; /* synthesis, prove and verify are added to */
    uint64_t constraints; /* of one circuit */
    unsigned batch;       /* circuits proved together, at most */
    size_t failed;        /* the job an error is about */
} prove_report;

/* CUZK_NO when a row does not hold (the first one is named) or the public inputs are not those
 * expected. Proofs are written batch by batch, none that does not verify. */
cuzk_status prove_jobs(work *w, const prove_setting *all, const prove_job *jobs, size_t n,
                       prove_report *report, cuzk_error *err);

/* The two halves, for those who keep witnesses. The first: a witness of the job, about what the
 * verifier will use; synthesis_free. */
cuzk_status prove_witness(synthesis *out, work *w, const prove_setting *all, const prove_job *job,
                          cuzk_error *err);
/* The second: proofs of n (1..GROTH16_MAX_CIRCUITS) witnesses, syn[i] of jobs[i], all verified.
 * Where jobs' proofs go is not looked at. */
cuzk_status prove_witnesses(work *w, const prove_setting *all, const prove_job *jobs,
                            const synthesis *const *syn, size_t n, uint8_t *proofs,
                            prove_report *report, cuzk_error *err);

#endif
