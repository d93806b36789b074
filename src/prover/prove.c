/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk_proof_make: one request, from the bytes of a C1 to proofs that verify. */
#include "base/timing.h"
#include "filecoin/vanilla_verify.h"
#include "prover/context.h"
#include "prover/params_dir.h"
#include "prover/porep.h"
#include "prover/prove_one.h"
#include "prover/statement.h"

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

/* What the partitions of a request have in common. */
typedef struct common {
    const c1 *c1;
    const groth16_params *params;
    density_set densities;
    synthesis_options synthesis;
    randomness rnd;
} common;

static cuzk_status prove_partition(cuzk_proof *out, work *w, const common *all, unsigned partition,
                                   cuzk_error *err)
{
    const fr k = fr_from_u64(partition);
    const c1 *c = all->c1;
    const randomness *rnd = &all->rnd;
    prove_job job = { .params = all->params,
                      .densities = &all->densities,
                      .synthesis = all->synthesis };
    porep_statement statement;
    porep_circuit p;
    fr *inputs = NULL, r, s;
    cuzk_status status;

    TRY(porep_of_c1(&p, c, partition, err));
    porep_statement_from_c1(&statement, c);
    TRY(statement_inputs(&inputs, &statement, partition, 1, err));
    const circuit circ = porep_circuit_of(&p);
    const circuit_parts parts = porep_circuit_parts(&p);
    job.circuit = &circ;
    job.parts = &parts;
    job.inputs = inputs;
    job.n_inputs = porep_public_inputs_n(c->shape);
    if (rnd->given) {
        fr_add(&r, &rnd->r, &k);
        fr_add(&s, &rnd->s, &k);
        job.r = &r;
        job.s = &s;
    }
    status = prove_one(out->data + (size_t)(partition - out->first_partition) * CUZK_PROOF_LEN, w,
                       &job, &out->seconds, &out->constraints, err);
    free(inputs);
    return status;
}

/* Which partitions, and the result they go to. */
static cuzk_status begin(cuzk_proof **out, const c1 *c, const cuzk_prove_request *q,
                         cuzk_error *err)
{
    cuzk_proof *p;

    if (q->partition && *q->partition >= c->partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %u", *q->partition);
        err_expected(err, "0 to %u", c->partitions - 1);
        return CUZK_BAD_INPUT;
    }
    p = calloc(1, sizeof *p);
    if (!p)
        return err_no_memory(err, "a proof", sizeof *p);
    *out = p;
    p->first_partition = q->partition ? *q->partition : 0;
    p->partitions = q->partition ? 1 : c->partitions;
    p->len = (size_t)p->partitions * CUZK_PROOF_LEN;
    p->registered_proof = c->seal->name;
    p->sector_size = c->shape->name;
    memcpy(p->comm_d, c->comm_d.b, 32);
    memcpy(p->comm_r, c->comm_r.b, 32);
    memcpy(p->replica_id, c->replica_id.b, 32);
    p->data = calloc(p->partitions, CUZK_PROOF_LEN);
    return p->data ? CUZK_OK : err_no_memory(err, "a proof", p->len);
}

static cuzk_status prove_partitions(cuzk_proof *p, cuzk_context *c, common *all, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    cuzk_status s = CUZK_OK;

    TRY(porep_densities(&all->densities, &c->work, all->c1->shape, c->cache_dir, err));
    p->seconds.synthesis = since(start);
    for (unsigned k = 0; k < p->partitions && s == CUZK_OK; k++)
        s = prove_partition(p, &c->work, all, p->first_partition + k, err);
    density_free(&all->densities);
    return s;
}

static cuzk_status prove_c1(cuzk_proof **out, cuzk_context *c, common *all,
                            const cuzk_prove_request *q, double read_seconds, cuzk_error *err)
{
    groth16_params params = { 0 };
    uint64_t start = time_wall_ns();
    const c1 *in = all->c1;
    judgement j;

    TRY(begin(out, in, q, err));
    cuzk_proof *p = *out;
    p->seconds.read = read_seconds;
    if (!q->skip_vanilla_check)
        TRY(porep_vanilla_verify(in, &c->work, err));
    p->seconds.vanilla = since(start);
    start = time_wall_ns();
    TRY(params_dir_open(&params, &j, c, q->params_dir, param_set_find(KIND_POREP, in->shape), err));
    p->params_verdict = j.verdict;
    p->seconds.params = since(start);
    all->params = &params;
    cuzk_status s = prove_partitions(p, c, all, err);
    groth16_params_close(&params);
    return s;
}

cuzk_status cuzk_proof_make(cuzk_context *c, const cuzk_prove_request *request, cuzk_proof **out,
                            cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    cuzk_prove_request q;
    cuzk_status s;
    c1 in;
    common all = { .c1 = &in };

    *out = NULL;
    TRY(request_copy(&q, sizeof q, request, "cuzk_prove_request", err));
    TRY(porep_require_kind(q.kind, err));
    if (!q.c1.data || !q.params_dir)
        return err_set(err, CUZK_BAD_INPUT, "bad-request",
                       "a C1 and a parameter directory are "
                       "needed");
    /* Before the C1, which is named in what is found wrong from there on. */
    TRY(read_randomness(&all.rnd, &q, err));
    TRY(synthesis_options_from_environment(&all.synthesis, err));
    TRY(statement_read_c1(&in, &q.c1, q.registered_proof, err));
    s = prove_c1(out, c, &all, &q, since(start), err);
    if (s == CUZK_NO || s == CUZK_BAD_INPUT)
        err_at(err, err && err->file[0] ? NULL : q.c1.name, NULL, -1);
    c1_free(&in);
    if (s != CUZK_OK) {
        cuzk_proof_free(*out);
        *out = NULL;
        return s;
    }
    (*out)->memory_peak = cuzk_context_memory_peak(c);
    (*out)->seconds.total = since(start);
    return CUZK_OK;
}
