/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `cuzk-bench prove` proves: the partitions of a request of any kind, or a circuit of any size
 * with keys made for it. Randomness is fixed, so that every proof has the same bytes every time. */
#ifndef CUZK_APPS_BENCH_PROVE_SUBJECT_H
#define CUZK_APPS_BENCH_PROVE_SUBJECT_H

#include "prover/context.h"
#include "prover/prove_batch.h"
#include "prover/subject.h"

/* x, x^2, x^4, ...: one row each, every value of full width; beside it as many rows of bits. */
typedef struct toy {
    unsigned squarings;
    uint64_t x;
} toy;

typedef struct prove_subject {
    char name[64];
    bool has_subject;
    subject subject; /* of a request */
    toy toy;
    circuit toy_circuit;
    groth16_params params;
    density_set densities;
    bool has_densities;
    char key_dir[64]; /* of a toy: removed at the end; "" if there is none */
    /* One a circuit. */
    size_t n;
    subject_circuit *made; /* from a subject */
    fr *r, *s;
    uint8_t *proof, *first_proof; /* GROTH16_PROOF_LEN each */
    prove_job *job;
} prove_subject;

/* `copies` times all partitions of the source, whose bytes outlive *o, with the parameters in
 * params_dir. Large: not on the stack. On failure there is nothing to free. */
cuzk_status prove_subject_open(prove_subject *o, cuzk_context *c, const subject_source *source,
                               const char *params_dir, unsigned copies, cuzk_error *err);
/* `copies` times a circuit of so many squarings, with fresh keys. */
cuzk_status prove_subject_toy(prove_subject *o, cuzk_context *c, unsigned squarings,
                              unsigned copies, cuzk_error *err);
void prove_subject_free(prove_subject *o);

/* Checks the openings of a request, proves all, checks that they verify and are what they were the
 * first time (CUZK_FAULT). */
cuzk_status prove_subject_prove(prove_subject *o, cuzk_context *c, prove_report *report,
                                cuzk_error *err);

#endif
