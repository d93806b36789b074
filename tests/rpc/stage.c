/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/stage.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

rpc_client *stage_dial(const stage *s)
{
    rpc_client *c;
    cuzk_error err;
    assert_int_equal(rpc_client_open(&c, s->address, 5000, &err), CUZK_OK);
    return c;
}

void stage_begin(stage *s, unsigned chunks, rpc_options o, uint64_t budget)
{
    const char *listen[] = { s->address };
    const engine_options e = { .threads = 1,
                               .memory_budget = budget,
                               .synthesis_lookahead = 1,
                               .max_batch_size = 1,
                               .max_queued = 64,
                               .keep_results = 64,
                               .keep_results_ms = 60000 };
    cuzk_error err;

    strcpy(s->dir, "/tmp/cuzk-rpc-XXXXXX");
    assert_non_null(mkdtemp(s->dir));
    snprintf(s->socket, sizeof s->socket, "%s/run/cuzk.sock", s->dir);
    snprintf(s->address, sizeof s->address, "unix://%s", s->socket);
    asking_begin(&s->asking, 1, chunks, 1000, &e);
    o.listen = listen;
    o.n_listen = 1;
    assert_int_equal(rpc_server_new(&s->server, &o, s->asking.e, &err), CUZK_OK);
    s->client = stage_dial(s);
}

static void remove_files(const stage *s)
{
    char path[128];
    snprintf(path, sizeof path, "%s.lock", s->socket);
    unlink(path);
    snprintf(path, sizeof path, "%s/run", s->dir);
    rmdir(path);
    assert_int_equal(rmdir(s->dir), 0); /* the socket is gone too */
}

void stage_end(stage *s)
{
    rpc_client_close(s->client);
    rpc_server_free(s->server);
    asking_end(&s->asking);
    remove_files(s);
}

/* -- calls -- */

grpc_status call_bytes(rpc_client *c, const char *path, const void *data, size_t len,
                       unsigned timeout_ms, rpc_reply *reply)
{
    const rpc_piece piece = { data, len };
    const rpc_request q = {
        .path = path, .piece = &piece, .n_pieces = 1, .timeout_ms = timeout_ms
    };
    cuzk_error err;
    *reply = (rpc_reply) { 0 };
    (void)rpc_client_call(c, &q, NULL, reply, &err);
    return reply->status;
}

grpc_status call_message(rpc_client *c, const char *path, const ProtobufCMessage *m,
                         const ProtobufCMessageDescriptor *type, ProtobufCMessage **out)
{
    uint8_t data[4096];
    rpc_reply reply;

    assert_true(protobuf_c_message_get_packed_size(m) <= sizeof data);
    grpc_status s = call_bytes(c, path, data, protobuf_c_message_pack(m, data), 20000, &reply);
    *out = NULL;
    if (s == GRPC_OK) {
        *out = protobuf_c_message_unpack(type, NULL, reply.len, reply.data);
        assert_non_null(*out);
    }
    free(reply.data);
    return s;
}

Cuzk__V1__SubmitProofRequest porep(const char *id, const char *bytes)
{
    Cuzk__V1__SubmitProofRequest q = CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    q.request_id = (char *)(uintptr_t)id;
    q.proof_kind = CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT;
    q.vanilla_proof.data = (uint8_t *)(uintptr_t)bytes;
    q.vanilla_proof.len = strlen(bytes);
    return q;
}

grpc_status submit(stage *s, const char *id, const char *bytes)
{
    Cuzk__V1__SubmitProofRequest q = porep(id, bytes);
    Cuzk__V1__SubmitProofResponse *a;
    grpc_status status = CALL(s, "SubmitProof", q, submit_proof_response, &a);

    if (status == GRPC_OK) {
        assert_string_equal(a->job_id, id);
        protobuf_c_message_free_unpacked(&a->base, NULL);
    }
    return status;
}

grpc_status prove(stage *s, const char *id, const char *bytes, Cuzk__V1__ProveResponse **out)
{
    Cuzk__V1__SubmitProofRequest q = porep(id, bytes);
    Cuzk__V1__ProveRequest p = CUZK__V1__PROVE_REQUEST__INIT;
    p.submit = &q;
    return CALL(s, "Prove", p, prove_response, out);
}

grpc_status await_id(stage *s, const char *id, uint64_t timeout_ms,
                     Cuzk__V1__AwaitProofResponse **out)
{
    Cuzk__V1__AwaitProofRequest q = CUZK__V1__AWAIT_PROOF_REQUEST__INIT;
    q.job_id = (char *)(uintptr_t)id;
    q.timeout_ms = timeout_ms;
    return CALL(s, "AwaitProof", q, await_proof_response, out);
}

int status_of(stage *s, const char *id, uint64_t timeout_ms)
{
    Cuzk__V1__AwaitProofResponse *a;

    assert_int_equal(await_id(s, id, timeout_ms, &a), GRPC_OK);
    int status = (int)a->status;
    protobuf_c_message_free_unpacked(&a->base, NULL);
    return status;
}

/* -- what is seen -- */

uint64_t calls_now(const stage *s)
{
    rpc_stats stats;
    rpc_server_stats(s->server, &stats);
    return stats.calls;
}

uint64_t connections_now(const stage *s)
{
    rpc_stats stats;
    rpc_server_stats(s->server, &stats);
    return stats.connections;
}

void until_calls(const stage *s, uint64_t n)
{
    for (int i = 0; calls_now(s) != n && i < 2500; i++)
        nap();
    assert_int_equal(calls_now(s), n);
}

uint64_t cancelled_jobs(const stage *s)
{
    engine_snapshot *now = engine_snapshot_take(s->asking.e);
    assert_non_null(now);
    uint64_t n = now->kind[CUZK_KIND_POREP - 1].cancelled;
    engine_snapshot_free(now);
    return n;
}

void nap(void)
{
    nanosleep(&(struct timespec) { .tv_nsec = 2000000 }, NULL);
}
