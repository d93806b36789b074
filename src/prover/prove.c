/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk_proofs_make: requests of one circuit, from the bytes of their inputs to proofs that verify.
 */
#include "base/resident.h"
#include "base/timing.h"
#include "prover/context.h"
#include "prover/params_dir.h"
#include "prover/prove_batch.h"
#include "prover/subject.h"

#include <stdlib.h>
#include <string.h>

void cuzk_proof_free(cuzk_proof *p)
{
    if (!p)
        return;
    free(p->data);
    free(p);
}

static double since(uint64_t start_ns)
{
    return (double)(time_wall_ns() - start_ns) * 1e-9;
}

/* The randomness of a request: given ones are r + k and s + k for partition k. */
typedef struct randomness {
    bool given;
    fr r, s;
} randomness;

static cuzk_status read_randomness(randomness *out, const cuzk_prove_request *q, cuzk_error *err)
{
    memset(out, 0, sizeof *out);
    if (!q->insecure_r && !q->insecure_s)
        return CUZK_OK;
    out->given = true;
    if (q->insecure_r && q->insecure_s && fr_from_string(&out->r, q->insecure_r) &&
        fr_from_string(&out->s, q->insecure_s))
        return CUZK_OK;
    return err_set(err, CUZK_BAD_INPUT, "bad-randomness",
                   "r and s are not two decimal or 0x-prefixed numbers below the field's order");
}

/* One request, and where its proof goes. */
typedef struct sector {
    cuzk_prove_request q;
    subject subject;
    randomness rnd;
    cuzk_proof *proof;
} sector;

/* One partition of one: a circuit. */
typedef struct partition {
    const sector *of;
    subject_circuit circuit;
    fr *inputs; /* owned */
    fr r, s;
} partition;

typedef struct session {
    cuzk_context *c;
    synthesis_options synthesis;
    sector *sector;
    size_t n_sectors;
    partition *partition;
    size_t n_partitions;
    groth16_params params;
    prove_report report;
} session;

/* -- what is asked -- */

/* Which partitions, and the result they go to. */
static cuzk_status begin_proof(sector *s, cuzk_error *err)
{
    const cuzk_prove_request *q = &s->q;
    const subject *of = &s->subject;
    cuzk_proof *p;

    if (q->partition && *q->partition >= of->partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %u", *q->partition);
        err_expected(err, "0 to %u", of->partitions - 1);
        return CUZK_BAD_INPUT;
    }
    p = s->proof = calloc(1, sizeof *p);
    if (!p)
        return err_no_memory(err, "a proof", sizeof *p);
    p->kind = q->kind;
    p->first_partition = q->partition ? *q->partition : 0;
    p->partitions = q->partition ? 1 : of->partitions;
    p->len = (size_t)p->partitions * CUZK_PROOF_LEN;
    p->registered_proof = of->registered_proof;
    p->sector_size = of->shape->name;
    if (of->kind == KIND_POREP) {
        memcpy(p->comm_d, of->of.porep.comm_d.b, 32);
        memcpy(p->comm_r, of->of.porep.comm_r.b, 32);
        memcpy(p->replica_id, of->of.porep.replica_id.b, 32);
    }
    p->data = calloc(p->partitions, CUZK_PROOF_LEN);
    return p->data ? CUZK_OK : err_no_memory(err, "a proof", p->len);
}

static const char *source_name(const sector *s)
{
    if (s->q.kind == CUZK_KIND_POREP)
        return s->q.c1.name;
    return s->q.vanilla && s->q.vanilla->n_files == 1 ? s->q.vanilla->file[0].name : NULL;
}

static cuzk_status open_sector(session *x, sector *s, cuzk_error *err)
{
    const subject_source source = { s->q.kind, s->q.c1, s->q.vanilla, s->q.registered_proof };
    const subject *first = &x->sector[0].subject;
    uint64_t start = time_wall_ns();
    double read;

    TRY(subject_read(&s->subject, &source, err));
    read = since(start);
    start = time_wall_ns();
    TRY(begin_proof(s, err));
    if (s->subject.shape != first->shape || s->subject.kind != first->kind) {
        err_set(err, CUZK_BAD_INPUT, "mixed-sizes",
                "sectors that are proved together have one size and one kind of proof");
        err_expected(err, "%s %s", proof_kind_name(first->kind), first->shape->name);
        err_found(err, "%s %s", proof_kind_name(s->subject.kind), s->subject.shape->name);
        err_at(err, source_name(s), NULL, -1);
        return CUZK_BAD_INPUT;
    }
    if (!s->q.skip_vanilla_check)
        TRY(subject_check(&s->subject, &x->c->work, err));
    s->proof->seconds.read = read;
    s->proof->seconds.vanilla = since(start);
    return CUZK_OK;
}

/* A refusal names the sector's file, unless it names one already. What is said beside a vanilla
 * proof (its randomness) is in no file. */
static cuzk_status about(const sector *s, cuzk_status status, cuzk_error *err)
{
    if (status == CUZK_NO || (status == CUZK_BAD_INPUT && s->q.kind == CUZK_KIND_POREP))
        err_at(err, err && err->file[0] ? NULL : source_name(s), NULL, -1);
    return status;
}

static cuzk_status open_sectors(session *x, const cuzk_prove_request *const *requests,
                                cuzk_error *err)
{
    for (size_t i = 0; i < x->n_sectors; i++) {
        sector *s = &x->sector[i];
        TRY(request_copy(&s->q, sizeof s->q, requests[i], "cuzk_prove_request", err));
        if (!s->q.params_dir)
            return err_set(err, CUZK_BAD_INPUT, "bad-request", "a parameter directory is needed");
        if (s->q.circuits_per_batch > GROTH16_MAX_CIRCUITS)
            return err_set(err, CUZK_BAD_INPUT, "bad-request", "at most %d circuits in a batch",
                           GROTH16_MAX_CIRCUITS);
        if (strcmp(s->q.params_dir, x->sector[0].q.params_dir) != 0)
            return err_set(err, CUZK_BAD_INPUT, "bad-request",
                           "sectors that are proved together have one parameter directory");
        TRY(read_randomness(&s->rnd, &s->q, err));
    }
    TRY(synthesis_options_from_environment(&x->synthesis, err));
    for (size_t i = 0; i < x->n_sectors; i++)
        TRY(about(&x->sector[i], open_sector(x, &x->sector[i], err), err));
    return CUZK_OK;
}

/* -- the circuits -- */

static cuzk_status partition_init(partition *p, const sector *of, unsigned index, cuzk_error *err)
{
    const fr k = fr_from_u64(index);

    p->of = of;
    TRY(subject_circuit_init(&p->circuit, &of->subject, index, err));
    TRY(subject_inputs(&p->inputs, &of->subject, index, err));
    fr_add(&p->r, &of->rnd.r, &k);
    fr_add(&p->s, &of->rnd.s, &k);
    return CUZK_OK;
}

static cuzk_status make_partitions(session *x, cuzk_error *err)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n_sectors; i++)
        n += x->sector[i].proof->partitions;
    x->partition = calloc(n, sizeof *x->partition);
    if (!x->partition)
        return err_no_memory(err, "the partitions", n * sizeof *x->partition);
    for (size_t i = 0; i < x->n_sectors; i++) {
        const cuzk_proof *proof = x->sector[i].proof;
        for (unsigned k = 0; k < proof->partitions; k++)
            TRY(partition_init(&x->partition[x->n_partitions++], &x->sector[i],
                               proof->first_partition + k, err));
    }
    return CUZK_OK;
}

static cuzk_status prove_partitions(session *x, prove_job *jobs, const prove_setting *setting,
                                    cuzk_error *err)
{
    for (size_t i = 0; i < x->n_partitions; i++) {
        const partition *p = &x->partition[i];
        const cuzk_proof *proof = p->of->proof;
        const size_t place =
            i && p[-1].of == p->of ? (size_t)(jobs[i - 1].proof - proof->data) + CUZK_PROOF_LEN : 0;
        jobs[i] = (prove_job) { .circuit = &p->circuit.circuit,
                                .parts = &p->circuit.parts,
                                .inputs = p->inputs,
                                .n_inputs = p->circuit.counts.n_inputs - 1,
                                .proof = proof->data + place };
        if (p->of->rnd.given) {
            jobs[i].r = &p->r;
            jobs[i].s = &p->s;
        }
    }
    cuzk_status s = prove_jobs(&x->c->work, setting, jobs, x->n_partitions, &x->report, err);
    return about(x->partition[x->report.failed].of, s, err);
}

static cuzk_status prove_with_params(session *x, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    switches asked = x->c->switches;
    density_set densities;
    prove_setting setting = {
        .params = &x->params, .densities = &densities, .synthesis = x->synthesis, .switches = &asked
    };
    prove_job *jobs;
    cuzk_status s;

    if (x->sector[0].q.circuits_per_batch)
        asked.value[SWITCH_CIRCUITS] = x->sector[0].q.circuits_per_batch;
    TRY(make_partitions(x, err));
    jobs = calloc(x->n_partitions, sizeof *jobs);
    if (!jobs)
        return err_no_memory(err, "the partitions", x->n_partitions * sizeof *jobs);
    s = subject_densities(&densities, &x->c->work, &x->partition[0].circuit, x->c->cache_dir, err);
    x->report.seconds.synthesis = since(start);
    if (s == CUZK_OK) {
        s = prove_partitions(x, jobs, &setting, err);
        density_free(&densities);
    }
    free(jobs);
    return s;
}

/* -- all of it -- */

static cuzk_status run_session(session *x, const cuzk_prove_request *const *requests,
                               cuzk_error *err)
{
    uint64_t start;
    judgement j;

    TRY(open_sectors(x, requests, err));
    start = time_wall_ns();
    TRY(params_dir_open(&x->params, &j, x->c, x->sector[0].q.params_dir,
                        param_set_find(x->sector[0].subject.kind, x->sector[0].subject.shape),
                        err));
    for (size_t i = 0; i < x->n_sectors; i++) {
        x->sector[i].proof->params_verdict = j.verdict;
        x->sector[i].proof->seconds.params = since(start);
    }
    cuzk_status s = prove_with_params(x, err);
    groth16_params_close(&x->params);
    return s;
}

/* What is only known at the end. */
static void fill_in(const session *x, cuzk_proof *p, double total)
{
    p->constraints = x->report.constraints;
    p->circuits_per_batch = x->report.batch;
    p->memory_peak = cuzk_context_memory_peak(x->c);
    p->memory_resident_peak = resident_peak();
    p->seconds.synthesis = x->report.seconds.synthesis;
    p->seconds.prove = x->report.seconds.prove;
    p->seconds.verify = x->report.seconds.verify;
    p->seconds.total = total;
}

cuzk_status cuzk_proofs_make(cuzk_context *c, const cuzk_prove_request *const *requests, size_t n,
                             cuzk_proof **out, cuzk_error *err)
{
    session x = { .c = c, .n_sectors = n, .sector = calloc(n ? n : 1, sizeof *x.sector) };
    uint64_t start = time_wall_ns();
    cuzk_status s;

    for (size_t i = 0; i < n; i++)
        out[i] = NULL;
    if (n == 0)
        s = err_set(err, CUZK_BAD_INPUT, "bad-request", "no sector is to be proved");
    else if (!x.sector)
        s = err_no_memory(err, "the sectors", n * sizeof *x.sector);
    else
        s = run_session(&x, requests, err);
    for (size_t i = 0; i < n && x.sector; i++) {
        if (s == CUZK_OK) {
            fill_in(&x, x.sector[i].proof, since(start));
            out[i] = x.sector[i].proof;
        } else {
            cuzk_proof_free(x.sector[i].proof);
        }
        subject_free(&x.sector[i].subject);
    }
    for (size_t i = 0; i < x.n_partitions; i++)
        free(x.partition[i].inputs);
    free(x.partition);
    free(x.sector);
    return s;
}

cuzk_status cuzk_proof_make(cuzk_context *c, const cuzk_prove_request *request, cuzk_proof **out,
                            cuzk_error *err)
{
    return cuzk_proofs_make(c, &request, 1, out, err);
}
