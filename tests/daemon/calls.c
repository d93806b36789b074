/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The calls of the tests, and the golden inputs they send. */
#include "apps/run.h"
#include "daemon/daemon.h"
#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden"

static const uint8_t randomness[32] = { 0x79, 0xe9, 0x96, 0x59, 0xee, 0x9b, 0x2e, 0x5e,
                                        0xb9, 0x0b, 0x15, 0xc4, 0xc8, 0x45, 0xff, 0xab,
                                        0xb9, 0x4a, 0xda, 0x44, 0xf0, 0xa9, 0x02, 0x28,
                                        0x90, 0x34, 0xae, 0xab, 0xfd, 0x1d, 0x76, 0x3b };

static ProtobufCBinaryData file(const char *path)
{
    size_t len;
    uint8_t *data = run_read_file(path, &len);
    return (ProtobufCBinaryData) { len, data };
}

static Cuzk__V1__SubmitProofRequest request(const char *id, Cuzk__V1__ProofKind kind)
{
    Cuzk__V1__SubmitProofRequest q = CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    q.request_id = (char *)(uintptr_t)id;
    q.proof_kind = kind;
    q.sector_size = 2048;
    q.miner_id = 1000;
    q.sector_number = 1;
    return q;
}

Cuzk__V1__SubmitProofRequest window_request(const char *id)
{
    static ProtobufCBinaryData items[2];
    Cuzk__V1__SubmitProofRequest q = request(id, CUZK__V1__PROOF_KIND__WINDOW_POST_PARTITION);

    if (!items[0].data) {
        items[0] = file(GOLDEN "/window-2k/vanilla-0.bin");
        items[1] = file(GOLDEN "/window-2k/vanilla-1.bin");
    }
    q.registered_proof = 10;
    q.vanilla_proofs = items;
    q.n_vanilla_proofs = 2;
    q.randomness = (ProtobufCBinaryData) { 32, (uint8_t *)(uintptr_t)randomness };
    return q;
}

Cuzk__V1__SubmitProofRequest winning_request(const char *id)
{
    static ProtobufCBinaryData item;
    Cuzk__V1__SubmitProofRequest q = request(id, CUZK__V1__PROOF_KIND__WINNING_POST);

    if (!item.data)
        item = file(GOLDEN "/winning-2k/vanilla-0.bin");
    q.vanilla_proof = item;
    q.randomness = (ProtobufCBinaryData) { 32, (uint8_t *)(uintptr_t)randomness };
    return q;
}

Cuzk__V1__SubmitProofRequest porep_request(const char *id)
{
    static ProtobufCBinaryData c1;
    Cuzk__V1__SubmitProofRequest q = request(id, CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT);

    if (!c1.data)
        c1 = file(GOLDEN "/seal-2k/c1-curio.json");
    q.vanilla_proof = c1;
    return q;
}

/* -- calls -- */

/* Only what hangs meets it: under a sanitizer, on a busy machine, a proof takes minutes. */
#define PATIENCE_MS 1200000

static grpc_status call(rpc_client *c, const char *path, const ProtobufCMessage *q,
                        const ProtobufCMessageDescriptor *type, void *out)
{
    const size_t len = protobuf_c_message_get_packed_size(q);
    uint8_t *bytes = malloc(len + 1);
    const rpc_piece piece = { bytes, protobuf_c_message_pack(q, bytes) };
    const rpc_request request_ = { path, &piece, 1, PATIENCE_MS, 0 };
    ProtobufCMessage *m = NULL;
    rpc_reply reply;

    if (rpc_client_call(c, &request_, NULL, &reply, NULL) == CUZK_OK)
        assert_int_equal(proving_unpack(&m, type, &reply, NULL), CUZK_OK);
    memcpy(out, &m, sizeof m);
    free(reply.data);
    free(bytes);
    return reply.status;
}

grpc_status call_submit(rpc_client *c, const Cuzk__V1__SubmitProofRequest *q,
                        Cuzk__V1__SubmitProofResponse **out)
{
    return call(c, PROVING_PATH("SubmitProof"), &q->base,
                &cuzk__v1__submit_proof_response__descriptor, out);
}

grpc_status call_await(rpc_client *c, const char *id, uint64_t timeout_ms,
                       Cuzk__V1__AwaitProofResponse **out)
{
    Cuzk__V1__AwaitProofRequest q = CUZK__V1__AWAIT_PROOF_REQUEST__INIT;
    q.job_id = (char *)(uintptr_t)id;
    q.timeout_ms = timeout_ms;
    return call(c, PROVING_PATH("AwaitProof"), &q.base, &cuzk__v1__await_proof_response__descriptor,
                out);
}

bool call_cancel(rpc_client *c, const char *id)
{
    Cuzk__V1__CancelProofRequest q = CUZK__V1__CANCEL_PROOF_REQUEST__INIT;
    Cuzk__V1__CancelProofResponse *a;

    q.job_id = (char *)(uintptr_t)id;
    assert_int_equal(call(c, PROVING_PATH("CancelProof"), &q.base,
                          &cuzk__v1__cancel_proof_response__descriptor, &a),
                     GRPC_OK);
    bool was_running = a->was_running;
    cuzk__v1__cancel_proof_response__free_unpacked(a, NULL);
    return was_running;
}

Cuzk__V1__GetStatusResponse *call_status(rpc_client *c)
{
    const Cuzk__V1__GetStatusRequest q = CUZK__V1__GET_STATUS_REQUEST__INIT;
    Cuzk__V1__GetStatusResponse *a;

    assert_int_equal(
        call(c, PROVING_PATH("GetStatus"), &q.base, &cuzk__v1__get_status_response__descriptor, &a),
        GRPC_OK);
    return a;
}

void expect_result(rpc_client *c, const char *id, Cuzk__V1__AwaitProofResponse__Status status)
{
    Cuzk__V1__AwaitProofResponse *a;

    assert_int_equal(call_await(c, id, 0, &a), GRPC_OK);
    if (a->status != status)
        print_error("%s: %s\n", id, a->error_message);
    assert_int_equal(a->status, status);
    assert_int_equal(a->proof.len,
                     status == CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED ? 192 : 0);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
}

uint64_t completed_count(rpc_client *c)
{
    Cuzk__V1__GetStatusResponse *s = call_status(c);
    uint64_t n = s->total_proofs_completed;

    cuzk__v1__get_status_response__free_unpacked(s, NULL);
    return n;
}
