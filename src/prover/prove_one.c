/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/prove_one.h"

#include "accel/accel.h"
#include "base/random.h"
#include "base/timing.h"
#include "groth16/random_scalar.h"
#include "prover/verify.h"

#include <stdlib.h>

/* The statement the verifier works out must be the one the witness is about. */
static cuzk_status require_inputs(const prove_job *job, const assignment *asg, cuzk_error *err)
{
    if (!job->inputs)
        return CUZK_OK;
    if (asg->inputs.n != job->n_inputs + 1)
        return err_set(err, CUZK_FAULT, "bad-circuit",
                       "the circuit has %zu public inputs where the statement has %zu",
                       asg->inputs.n - 1, job->n_inputs);
    for (size_t i = 0; i < job->n_inputs; i++) {
        fr v;
        fr_view_expand(&asg->inputs, i + 1, 1, &v);
        if (fr_eq(&v, &job->inputs[i]))
            continue;
        err_set(err, CUZK_NO, "wrong-input",
                "a public input of the witness is not the one the statement gives");
        err_at(err, NULL, "inputs", (int64_t)i);
        return CUZK_NO;
    }
    return CUZK_OK;
}

/* -- the proof -- */

static cuzk_status prove_assignment(uint8_t out[GROTH16_PROOF_LEN], work *w, const prove_job *job,
                                    const assignment *asg, cuzk_error *err)
{
    groth16_proof proof;
    cuzk_status status;
    fr r, s;

    if (job->r && job->s) {
        r = *job->r;
        s = *job->s;
    } else {
        TRY(groth16_random_scalar(&r, err));
        TRY(groth16_random_scalar(&s, err));
    }
    status = groth16_prove(&proof, w, &accel_cpu, job->params, asg, &r, &s, err);
    wipe(&r, sizeof r);
    wipe(&s, sizeof s);
    if (status == CUZK_OK)
        groth16_proof_write(out, &proof);
    return status;
}

/* From the bytes that would go out, as anyone would. */
static cuzk_status verify_own(const uint8_t proof[GROTH16_PROOF_LEN], work *w, const prove_job *job,
                              const assignment *asg, cuzk_error *err)
{
    const cuzk_bytes bytes = { proof, GROTH16_PROOF_LEN, NULL };
    size_t n = asg->inputs.n - 1;
    fr *inputs = malloc((n + 1) * sizeof *inputs);
    cuzk_status s;

    if (!inputs)
        return err_no_memory(err, "the public inputs", n * sizeof *inputs);
    fr_view_expand(&asg->inputs, 1, n, inputs);
    s = verify_bytes(w, &job->params->vk, NULL, job->inputs ? job->inputs : inputs, n, 1, &bytes,
                     err);
    free(inputs);
    if (s == CUZK_NO)
        return err_set(err, CUZK_FAULT, "self-check",
                       "the proof that was made does not verify: it is not given out; the "
                       "parameters may be another circuit's");
    return s;
}

static double since(uint64_t start_ns)
{
    return (double)(time_wall_ns() - start_ns) * 1e-9;
}

cuzk_status prove_one(uint8_t out[GROTH16_PROOF_LEN], work *w, const prove_job *job,
                      cuzk_seconds *seconds, uint64_t *constraints, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    uint8_t proof[GROTH16_PROOF_LEN];
    synthesis syn;
    const assignment *asg = &syn.asg;
    cuzk_status s;

    TRY(synthesis_make(&syn, w, job->circuit, job->parts, job->densities, &job->synthesis, err));
    s = require_inputs(job, asg, err);
    seconds->synthesis += since(start);
    start = time_wall_ns();
    if (s == CUZK_OK)
        s = prove_assignment(proof, w, job, asg, err);
    seconds->prove += since(start);
    start = time_wall_ns();
    if (s == CUZK_OK)
        s = verify_own(proof, w, job, asg, err);
    seconds->verify += since(start);
    if (s == CUZK_OK)
        memcpy(out, proof, sizeof proof);
    if (constraints)
        *constraints = asg->a.n;
    synthesis_free(&syn);
    return s;
}
