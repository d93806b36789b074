/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/remote.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "base/bytes.h"
#include "base/random.h"
#include "base/timing.h"
#include "prover/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_MS 5000
#define STATUS_MS  5000
#define LOOK_MS    100 /* how often it is looked whether to stop */

double remote_now(void)
{
    return 1e-9 * (double)time_wall_ns();
}

static cuzk_status read_log_level(invocation *in, cuzk_error *err)
{
    static const char *const levels[] = { "error", "warn", "info", "debug", "trace" };
    unsigned level;

    TRY(bench_choice(&level, in, "log-level", levels, 5, 2, err));
    in->quiet |= level < 2;
    return CUZK_OK;
}

cuzk_status remote_open(remote *r, invocation *in, cuzk_error *err)
{
    const char *address = invocation_value(in, "addr");
    uint8_t id[8];

    *r = (remote) { .in = in };
    TRY(read_log_level(in, err));
    TRY(invocation_context(in, err));
    r->stop = &in->ctx->work.cancelled;
    TRY(random_bytes(id, sizeof id, err));
    hex_encode(r->run_id, id, sizeof id);
    return rpc_client_open(&r->client, address ? address : REMOTE_ADDRESS, CONNECT_MS, err);
}

void remote_close(remote *r)
{
    rpc_client_close(r->client);
    r->client = NULL;
}

cuzk_status remote_call(remote *r, const char *path, const ProtobufCMessage *q,
                        const ProtobufCMessageDescriptor *type, unsigned timeout_ms,
                        ProtobufCMessage **out, cuzk_error *err)
{
    return proving_call(r->client, path, q, type, timeout_ms, r->stop, out, err);
}

cuzk_status remote_status(remote *r, Cuzk__V1__GetStatusResponse **out, cuzk_error *err)
{
    const Cuzk__V1__GetStatusRequest q = CUZK__V1__GET_STATUS_REQUEST__INIT;

    return remote_call(r, PROVING_PATH("GetStatus"), &q.base,
                       &cuzk__v1__get_status_response__descriptor, STATUS_MS,
                       (ProtobufCMessage **)out, err);
}

cuzk_status remote_step(remote *r, int timeout_ms, cuzk_error *err)
{
    cuzk_status s = rpc_client_step(r->client, timeout_ms < LOOK_MS ? timeout_ms : LOOK_MS, err);

    if (*r->stop)
        return err_set(err, CUZK_INTERRUPTED, "interrupted", "interrupted");
    return s == CUZK_INTERRUPTED ? CUZK_OK : s; /* a signal that means nothing to us */
}

/* -- jobs -- */

static void take_result(remote_job *job, Cuzk__V1__AwaitProofResponse *a)
{
    static const char *const names[] = { "UNKNOWN", "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT" };

    job->queue_ms = a->queue_wait_ms;
    job->params_ms = a->srs_load_ms;
    job->synthesis_ms = a->synthesis_ms;
    job->prove_ms = a->gpu_compute_ms;
    job->total_ms = a->total_ms;
    if (a->status != CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED) {
        snprintf(job->error, sizeof job->error, "%s: %s",
                 (unsigned)a->status < 5 ? names[a->status] : "unknown status", a->error_message);
    } else if (strcmp(a->job_id, job->id) != 0) {
        snprintf(job->error, sizeof job->error, "the answer is of job %.100s", a->job_id);
    } else if (a->proof.len == 0 || a->proof.len % CUZK_PROOF_LEN) {
        snprintf(job->error, sizeof job->error, "a proof of %zu bytes", a->proof.len);
    } else {
        job->completed = true;
        job->proof = a->proof.data;
        job->proof_len = a->proof.len;
        a->proof = (ProtobufCBinaryData) { 0, NULL };
    }
}

static void job_done(void *ctx, rpc_reply *reply)
{
    remote_job *job = ctx;
    Cuzk__V1__ProveResponse *answer = NULL;
    cuzk_error err = { 0 };
    cuzk_status s = CUZK_OK;

    job->done = true;
    job->wall_s = remote_now() - job->began;
    submit_pieces_free(&job->pieces);
    if (reply->status == GRPC_OK)
        s = proving_unpack((ProtobufCMessage **)&answer, &cuzk__v1__prove_response__descriptor,
                           reply, &err);
    else
        s = grpc_status_error(&err, reply->status, reply->message);
    if (s != CUZK_OK)
        snprintf(job->error, sizeof job->error, "%s", err.message);
    else if (!answer || !answer->result)
        snprintf(job->error, sizeof job->error, "the answer has no result");
    else
        take_result(job, answer->result);
    if (answer)
        cuzk__v1__prove_response__free_unpacked(answer, NULL);
    if (job->completed && job->input->verify &&
        proof_input_check(job->input, job->remote->in->ctx, job->proof, job->proof_len, &err) !=
            CUZK_OK) {
        job->completed = false;
        snprintf(job->error, sizeof job->error, "the proof does not verify: %.200s", err.message);
    }
    if (job->on_done)
        job->on_done(job);
}

cuzk_status remote_start(remote_job *job, remote *r, const proof_input *input, cuzk_error *err)
{
    Cuzk__V1__SubmitProofRequest q = input->message;

    job->remote = r;
    job->input = input;
    q.request_id = job->id;
    TRY(submit_pieces_make(&job->pieces, &q, true, err));
    const rpc_request call = { .path = PROVING_PATH("Prove"),
                               .piece = job->pieces.piece,
                               .n_pieces = job->pieces.n,
                               .timeout_ms = input->timeout_ms };
    job->began = remote_now();
    return rpc_client_start(r->client, &call, job_done, job, NULL, err);
}

void remote_job_free(remote_job *job)
{
    submit_pieces_free(&job->pieces);
    free(job->proof);
    job->proof = NULL;
}
