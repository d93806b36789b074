/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/backend_prover.h"

#include "accel/accel.h"
#include "engine/request_shape.h"
#include "filecoin/post.h"
#include "prover/prove_batch.h"
#include "prover/subject.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A job decoded: its circuits and public inputs, and of its files what is text, for a PoRep half at
 * most, for the others all. tests/engine/test_estimates.c measures all that is planned here. */
#define JOB_BYTES ((uint64_t)64 << 10)
/* What a thread has besides, while it writes a part of a witness: the hashes of its paths. */
#define PART_BYTES ((uint64_t)1 << 20)

typedef struct prover {
    backend head;
    params_store *store;
    switches switches;
    synthesis_options synthesis;
    unsigned threads;
} prover;

struct backend_job {
    prover *p;
    subject subject;
    const param_set *set;
    const resident *params; /* NULL until acquired */
    cuzk_vanilla vanilla;
    char registered_proof[24];
    struct one_circuit {
        subject_circuit circuit;
        fr *inputs;
    } * partition;
};

struct backend_witness {
    backend_job *job;
    unsigned partition;
    synthesis synthesis;
};

static prover *of(backend *b)
{
    return (prover *)b;
}

/* -- what a job will need -- */

static cuzk_status find_set(const param_set **out, const engine_request *q, cuzk_error *err)
{
    const sector_shape *shape = request_shape(q);
    proof_kind kind;

    TRY(subject_kind(&kind, q->kind, err));
    if (!shape) {
        err_set(err, CUZK_BAD_INPUT, "unknown-sector-size", "there are no such sectors");
        err_expected(err, "2 KiB, 8 MiB, 512 MiB, 32 GiB or 64 GiB, in bytes");
        err_found(err, "%llu", (unsigned long long)q->sector_size);
        return CUZK_BAD_INPUT;
    }
    *out = param_set_find(kind, shape);
    return *out ? CUZK_OK : err_set(err, CUZK_FAULT, "no-circuit", "there is no such circuit");
}

/* Of parameters that are as large as the circuit lets them be. */
static uint64_t prove_bytes(const prover *p, const subject_circuit *c, size_t k)
{
    const work w = { .threads = p->threads };
    groth16_params largest;
    uint64_t domain = 1;

    while (domain < c->counts.n_rows + c->counts.n_inputs)
        domain *= 2;
    memset(&largest, 0, sizeof largest);
    for (int i = 0; i < SECTIONS; i++)
        largest.section[i].n = (size_t)c->counts.n_inputs + c->counts.n_aux;
    largest.section[SECTION_H].n = (size_t)domain - 1;
    return groth16_prove_memory(&largest, &w, &accel_cpu, k);
}

static cuzk_status prover_plan(backend *b, const engine_request *q, backend_plan *out,
                               cuzk_error *err)
{
    const param_set *set;
    subject_circuit blank;

    TRY(find_set(&set, q, err));
    if (q->kind == CUZK_KIND_POREP && q->n_vanilla != 1)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "a PoRep is made from one C1");
    if (!q->n_vanilla)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "there is no vanilla proof");
    if (q->kind == CUZK_KIND_POREP)
        TRY(request_sector_glance(q, err));
    subject_circuit_blank(&blank, set->kind, set->shape);
    memset(out, 0, sizeof *out);
    param_set_circuit_id(set, out->circuit_id);
    out->partitions = 1; /* opening knows better */
    out->job_bytes = JOB_BYTES;
    for (size_t i = 0; i < q->n_vanilla; i++)
        out->job_bytes += q->kind == CUZK_KIND_POREP ? q->vanilla[i].len / 2 : q->vanilla[i].len;
    out->witness_bytes = synthesis_bytes(&of(b)->synthesis, &blank.parts);
    out->synth_bytes = of(b)->threads * PART_BYTES;
    out->prove_bytes = prove_bytes(of(b), &blank, 1);
    out->prove_more = prove_bytes(of(b), &blank, 2) - out->prove_bytes;
    out->may_batch = q->kind == CUZK_KIND_POREP || q->kind == CUZK_KIND_UPDATE;
    return CUZK_OK;
}

/* -- opening -- */

static const uint8_t *bytes_or_null(const cuzk_bytes *b)
{
    return b->len == 32 ? b->data : NULL;
}

static cuzk_status read_subject(backend_job *j, const engine_request *q, cuzk_error *err)
{
    subject_source source = { .kind = q->kind, .vanilla = &j->vanilla };

    j->vanilla = (cuzk_vanilla) { .file = q->vanilla,
                                  .n_files = q->n_vanilla,
                                  .randomness = bytes_or_null(&q->randomness),
                                  .comm_r_old = bytes_or_null(&q->comm_r_old),
                                  .comm_r_new = bytes_or_null(&q->comm_r_new),
                                  .comm_d_new = bytes_or_null(&q->comm_d_new) };
    if (q->registered_proof) { /* 0 is what clients send who do not say */
        snprintf(j->registered_proof, sizeof j->registered_proof, "%llu",
                 (unsigned long long)q->registered_proof);
        source.registered_proof = j->registered_proof;
    }
    if (q->kind == CUZK_KIND_POREP)
        source.c1 = q->vanilla[0];
    TRY(subject_read(&j->subject, &source, err));
    if (q->kind == CUZK_KIND_POREP)
        TRY(request_sector_check(q, &j->subject.of.porep, err));
    if (j->subject.shape == j->set->shape)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-sector-size", "the vanilla proof is of other sectors");
    err_expected(err, "%s", j->set->shape->name);
    err_found(err, "%s", j->subject.shape->name);
    return CUZK_BAD_INPUT;
}

static cuzk_status make_partitions(backend_job *j, cuzk_error *err)
{
    j->partition = calloc(j->subject.partitions, sizeof *j->partition);
    if (!j->partition)
        return err_no_memory(err, "the partitions", j->subject.partitions * sizeof *j->partition);
    for (unsigned i = 0; i < j->subject.partitions; i++) {
        TRY(subject_circuit_init(&j->partition[i].circuit, &j->subject, i, err));
        TRY(subject_inputs(&j->partition[i].inputs, &j->subject, i, err));
    }
    return CUZK_OK;
}

static void prover_close(backend_job *j)
{
    if (j->params)
        params_store_leave(j->p->store, j->set);
    for (unsigned i = 0; j->partition && i < j->subject.partitions; i++)
        free(j->partition[i].inputs);
    free(j->partition);
    subject_free(&j->subject);
    free(j);
    malloc_trim(0); /* or a daemon keeps, for each of its threads, the most it ever needed */
}

static cuzk_status prover_open(backend *b, work *w, const engine_request *q, backend_plan *plan,
                               backend_job **out, cuzk_error *err)
{
    backend_job *j = calloc(1, sizeof *j);
    cuzk_status s;

    if (!j)
        return err_no_memory(err, "a job", sizeof *j);
    j->p = of(b);
    s = find_set(&j->set, q, err);
    if (s == CUZK_OK)
        s = read_subject(j, q, err);
    if (s == CUZK_OK)
        s = subject_check(&j->subject, w, err);
    if (s == CUZK_OK)
        s = make_partitions(j, err);
    if (s != CUZK_OK) {
        prover_close(j);
        return s;
    }
    plan->partitions = j->subject.partitions;
    *out = j;
    return CUZK_OK;
}

static cuzk_status prover_acquire(backend_job *j, work *w, cuzk_error *err)
{
    TRY(work_status(w, err));
    return params_store_use(j->p->store, j->set, w, &j->params, err);
}

/* -- proving -- */

static prove_setting setting_of(const backend_job *j)
{
    return (prove_setting) { .params = &j->params->params,
                             .densities = &j->params->densities,
                             .synthesis = j->p->synthesis,
                             .switches = &j->p->switches };
}

static prove_job job_of(const backend_job *j, unsigned partition)
{
    const struct one_circuit *c = &j->partition[partition];

    return (prove_job) { .circuit = &c->circuit.circuit,
                         .parts = &c->circuit.parts,
                         .inputs = c->inputs,
                         .n_inputs = c->circuit.counts.n_inputs - 1 };
}

static cuzk_status prover_synthesise(backend_job *j, work *w, unsigned partition,
                                     backend_witness **out, cuzk_error *err)
{
    const prove_setting setting = setting_of(j);
    const prove_job job = job_of(j, partition);
    backend_witness *made = calloc(1, sizeof *made);
    cuzk_status s;

    if (!made)
        return err_no_memory(err, "a witness", sizeof *made);
    made->job = j;
    made->partition = partition;
    s = prove_witness(&made->synthesis, w, &setting, &job, err);
    if (s != CUZK_OK) {
        free(made);
        return s;
    }
    *out = made;
    return CUZK_OK;
}

static cuzk_status prover_prove(backend *b, work *w, backend_witness *const *made, size_t n,
                                uint8_t *proofs, size_t *failed, cuzk_error *err)
{
    const prove_setting setting = setting_of(made[0]->job);
    const synthesis *syn[GROTH16_MAX_CIRCUITS];
    prove_job jobs[GROTH16_MAX_CIRCUITS];
    prove_report report = { 0 };
    cuzk_status s;

    (void)b;
    for (size_t i = 0; i < n; i++) {
        jobs[i] = job_of(made[i]->job, made[i]->partition);
        syn[i] = &made[i]->synthesis;
    }
    s = prove_witnesses(w, &setting, jobs, syn, n, proofs, &report, err);
    *failed = report.failed;
    return s;
}

static void prover_free_witness(backend_witness *made)
{
    synthesis_free(&made->synthesis);
    free(made);
}

/* -- parameters -- */

static cuzk_status prover_known(backend *b, const char *circuit_id, uint64_t *bytes,
                                cuzk_error *err)
{
    const param_set *set;

    TRY(params_store_find(&set, circuit_id, err));
    *bytes = params_store_bytes(of(b)->store, set);
    return CUZK_OK;
}

static void prover_promise(backend *b, const char *circuit_id, uint64_t bytes)
{
    const param_set *set;

    if (params_store_find(&set, circuit_id, NULL) == CUZK_OK)
        params_store_promise(of(b)->store, set, bytes);
}

static cuzk_status prover_preload(backend *b, work *w, const char *circuit_id, bool *already,
                                  cuzk_error *err)
{
    const param_set *set;

    TRY(params_store_find(&set, circuit_id, err));
    return params_store_preload(of(b)->store, set, w, already, err);
}

static cuzk_status prover_evict(backend *b, const char *circuit_id, bool *was_loaded,
                                uint64_t *freed, cuzk_error *err)
{
    const param_set *set;

    TRY(params_store_find(&set, circuit_id, err));
    params_store_evict(of(b)->store, set, was_loaded, freed);
    return CUZK_OK;
}

static uint64_t prover_shrink(backend *b, uint64_t bytes, unsigned min_idle_ms)
{
    return params_store_shrink(of(b)->store, bytes, min_idle_ms);
}

static uint64_t prover_held(backend *b)
{
    return params_store_held(of(b)->store);
}

static params_view *prover_params(backend *b, size_t *n)
{
    return params_store_view(of(b)->store, n);
}

static const backend_ops ops = {
    .plan = prover_plan,
    .open = prover_open,
    .acquire = prover_acquire,
    .synthesise = prover_synthesise,
    .prove = prover_prove,
    .free_witness = prover_free_witness,
    .close = prover_close,
    .known = prover_known,
    .promise = prover_promise,
    .preload = prover_preload,
    .evict = prover_evict,
    .shrink = prover_shrink,
    .held = prover_held,
    .params = prover_params,
};

cuzk_status backend_prover_new(backend **out, const params_store_options *o, cuzk_error *err)
{
    prover *p = calloc(1, sizeof *p);
    cuzk_status s;

    if (!p)
        return err_no_memory(err, "the prover", sizeof *p);
    p->head.ops = &ops;
    p->threads = o->threads ? o->threads : (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    s = synthesis_options_from_environment(&p->synthesis, err);
    if (s == CUZK_OK)
        s = params_store_new(&p->store, o, err);
    if (s != CUZK_OK) {
        free(p);
        return s;
    }
    *out = &p->head;
    return CUZK_OK;
}

void backend_prover_free(backend *b)
{
    if (!b)
        return;
    params_store_free(of(b)->store);
    free(b);
}
