/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/prove_batch.h"

#include "base/random.h"
#include "base/timing.h"
#include "groth16/random_scalar.h"
#include "prover/prove_plan.h"
#include "prover/verify.h"

#include <stdlib.h>
#include <string.h>

/* Jobs that are proved together. */
typedef struct batch {
    work *w;
    const prove_setting *all;
    const prove_job *jobs;
    size_t n;      /* at most, until they are synthesised */
    size_t n_made; /* with a synthesis to free */
    synthesis *syn;
    const synthesis *made[GROTH16_MAX_CIRCUITS];
    prove_report *report;
} batch;

static double since(uint64_t start_ns)
{
    return (double)(time_wall_ns() - start_ns) * 1e-9;
}

/* -- the witnesses -- */

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

cuzk_status prove_witness(synthesis *out, work *w, const prove_setting *all, const prove_job *job,
                          cuzk_error *err)
{
    cuzk_status s;

    TRY(synthesis_make(out, w, job->circuit, job->parts, all->densities, &all->synthesis, err));
    s = require_inputs(job, &out->asg, err);
    if (s != CUZK_OK)
        synthesis_free(out);
    return s;
}

static cuzk_status synthesise_one(batch *b, cuzk_error *err)
{
    b->report->failed = b->n_made;
    TRY(prove_witness(&b->syn[b->n_made], b->w, b->all, &b->jobs[b->n_made], err));
    b->made[b->n_made] = &b->syn[b->n_made];
    b->n_made++;
    return CUZK_OK;
}

/* The first shows what one takes, and so how many there will be. */
static cuzk_status synthesise(batch *b, cuzk_error *err)
{
    const size_t left = work_memory_left(b->w);

    TRY(synthesise_one(b, err));
    TRY(prove_plan_batch(&b->n, b->w, b->all, b->n, left - work_memory_left(b->w), err));
    while (b->n_made < b->n)
        TRY(synthesise_one(b, err));
    b->report->constraints = b->syn[0].asg.a.n;
    if (b->n > b->report->batch)
        b->report->batch = (unsigned)b->n;
    return CUZK_OK;
}

/* -- the proofs -- */

static cuzk_status draw(fr *out, const fr *given, cuzk_error *err)
{
    if (!given)
        return groth16_random_scalar(out, err);
    *out = *given;
    return CUZK_OK;
}

static cuzk_status prove(const batch *b, uint8_t *out, cuzk_error *err)
{
    const unsigned *value = b->all->switches->value;
    const groth16_options options = { .b_g2 = (groth16_beside)value[SWITCH_B_G2],
                                      .window = value[SWITCH_WINDOW],
                                      .no_read_ahead = value[SWITCH_READ_AHEAD] != 0 };
    const assignment *asg[GROTH16_MAX_CIRCUITS];
    groth16_proof proof[GROTH16_MAX_CIRCUITS];
    fr r[GROTH16_MAX_CIRCUITS], s[GROTH16_MAX_CIRCUITS];
    cuzk_status status = CUZK_OK;

    for (size_t j = 0; j < b->n && status == CUZK_OK; j++) {
        asg[j] = &b->made[j]->asg;
        status = draw(&r[j], b->jobs[j].r, err);
        if (status == CUZK_OK)
            status = draw(&s[j], b->jobs[j].s, err);
    }
    if (status == CUZK_OK)
        status = groth16_prove_many(proof, b->w, &accel_cpu, b->all->params, asg, r, s, b->n,
                                    &options, err);
    wipe(r, sizeof r);
    wipe(s, sizeof s);
    for (size_t j = 0; j < b->n && status == CUZK_OK; j++)
        groth16_proof_write(out + j * GROTH16_PROOF_LEN, &proof[j]);
    return status;
}

/* From the bytes that would go out, as anyone would. */
static cuzk_status verify_own(const batch *b, const uint8_t *proofs, cuzk_error *err)
{
    const cuzk_bytes bytes = { proofs, b->n * GROTH16_PROOF_LEN, NULL };
    size_t n = b->made[0]->asg.inputs.n - 1;
    fr *inputs = malloc((b->n * n + 1) * sizeof *inputs);
    cuzk_status s;

    if (!inputs)
        return err_no_memory(err, "the public inputs", b->n * n * sizeof *inputs);
    for (size_t j = 0; j < b->n; j++) {
        if (b->jobs[j].inputs)
            memcpy(inputs + j * n, b->jobs[j].inputs, n * sizeof *inputs);
        else
            fr_view_expand(&b->made[j]->asg.inputs, 1, n, inputs + j * n);
    }
    s = verify_bytes(b->w, &b->all->params->vk, NULL, inputs, n, b->n, &bytes, err);
    free(inputs);
    if (s != CUZK_NO)
        return s;
    if (err && err->index >= 0)
        b->report->failed = (size_t)err->index;
    return err_set(err, CUZK_FAULT, "self-check",
                   "the proof that was made does not verify: it is not given out; the parameters "
                   "may be another circuit's");
}

/* -- batch by batch -- */

static cuzk_status prove_and_verify(batch *b, uint8_t *proofs, cuzk_error *err)
{
    cuzk_seconds *seconds = &b->report->seconds;
    uint64_t start = time_wall_ns();
    cuzk_status s = prove(b, proofs, err);

    seconds->prove += since(start);
    if (s == CUZK_NO && err && err->index >= 0) { /* which of the batch does not satisfy */
        b->report->failed = (size_t)err->index;
        err->index = -1;
    }
    if (s != CUZK_OK)
        return s;
    start = time_wall_ns();
    s = verify_own(b, proofs, err);
    seconds->verify += since(start);
    return s;
}

cuzk_status prove_witnesses(work *w, const prove_setting *all, const prove_job *jobs,
                            const synthesis *const *syn, size_t n, uint8_t *proofs,
                            prove_report *report, cuzk_error *err)
{
    batch b = { .w = w, .all = all, .jobs = jobs, .n = n, .report = report };

    memcpy(b.made, syn, n * sizeof *syn);
    return prove_and_verify(&b, proofs, err);
}

static cuzk_status run_batch(batch *b, uint8_t *proofs, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    cuzk_status s = synthesise(b, err);

    b->report->seconds.synthesis += since(start);
    return s == CUZK_OK ? prove_and_verify(b, proofs, err) : s;
}

static cuzk_status prove_some(batch *b, cuzk_error *err)
{
    uint8_t proofs[GROTH16_MAX_CIRCUITS * GROTH16_PROOF_LEN];
    cuzk_status s;

    b->syn = calloc(b->n, sizeof *b->syn);
    if (!b->syn)
        return err_no_memory(err, "the witnesses", b->n * sizeof *b->syn);
    s = run_batch(b, proofs, err);
    for (size_t j = 0; j < b->n && s == CUZK_OK; j++)
        memcpy(b->jobs[j].proof, proofs + j * GROTH16_PROOF_LEN, GROTH16_PROOF_LEN);
    for (size_t j = 0; j < b->n_made; j++)
        synthesis_free(&b->syn[j]);
    free(b->syn);
    return s;
}

cuzk_status prove_jobs(work *w, const prove_setting *all, const prove_job *jobs, size_t n,
                       prove_report *report, cuzk_error *err)
{
    TRY(prove_plan_check(w, all, jobs->parts, err));
    for (size_t done = 0; done < n;) {
        batch b = { .w = w, .all = all, .jobs = jobs + done, .report = report };
        b.n = n - done < GROTH16_MAX_CIRCUITS ? n - done : GROTH16_MAX_CIRCUITS;
        cuzk_status s = prove_some(&b, err);
        report->failed += done;
        if (s != CUZK_OK)
            return s;
        done += b.n;
    }
    return CUZK_OK;
}
