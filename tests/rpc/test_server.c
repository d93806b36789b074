/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The server on an engine whose proofs are toys, through our own client over a unix socket. */
#include "rpc/stage.h"
#include "test.h"

#define FILE_ANSWER                                                                                \
    GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_FILE_DESCRIPTOR_RESPONSE
#include <grpc/health/v1/health.pb-c.h>
#include <grpc/reflection/v1/reflection.pb-c.h>

#include <sys/stat.h>
#include <unistd.h>

/* -- tests -- */

static void test_jobs(void **state)
{
    stage s;
    Cuzk__V1__ProveResponse *p;
    Cuzk__V1__SubmitProofResponse *sub;
    Cuzk__V1__AwaitProofResponse *a;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    assert_int_equal(prove(&s, "one", "bytes", &p), GRPC_OK);
    assert_int_equal(p->result->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED);
    assert_int_equal(p->result->proof.len, CUZK_PROOF_LEN);
    assert_string_equal(p->result->job_id, "one");
    protobuf_c_message_free_unpacked(&p->base, NULL);

    Cuzk__V1__SubmitProofRequest q = porep("two", "bytes");
    assert_int_equal(CALL(&s, "SubmitProof", q, submit_proof_response, &sub), GRPC_OK);
    assert_string_equal(sub->job_id, "two");
    protobuf_c_message_free_unpacked(&sub->base, NULL);
    assert_int_equal(await_id(&s, "two", 0, &a), GRPC_OK);
    assert_int_equal(a->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    assert_int_equal(await_id(&s, "none", 0, &a), GRPC_NOT_FOUND);

    s.asking.toy.fail_open = 1;
    assert_int_equal(prove(&s, "bad", "bytes", &p), GRPC_OK);
    assert_int_equal(p->result->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__FAILED);
    assert_true(strlen(p->result->error_message) > 0);
    protobuf_c_message_free_unpacked(&p->base, NULL);
    stage_end(&s);
}

static void test_refusals(void **state)
{
    stage s;
    rpc_reply r;
    Cuzk__V1__ProveResponse *p;
    static const char submit_kind_9[] = "\x0a\x04\x10\x09\x52\x00";
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    const struct {
        const char *path, *data;
        size_t len;
        grpc_status status;
        const char *message;
    } rows[] = {
        { "/no.Such/Method", "", 0, GRPC_UNIMPLEMENTED, "unknown method" },
        { PROVING_PATH("Prove"), "", 0, GRPC_INVALID_ARGUMENT, "missing submit field" },
        { PROVING_PATH("Prove"), submit_kind_9, 6, GRPC_INVALID_ARGUMENT, "invalid proof_kind: 9" },
        { PROVING_PATH("Prove"), "\x0a\x7f", 2, GRPC_INVALID_ARGUMENT, "well-formed" },
        { PROVING_PATH("AwaitProof"), "\x0a\x7f", 2, GRPC_INVALID_ARGUMENT, "well-formed" },
        { PROVING_PATH("CancelProof"), "\x0a\x01x", 3, GRPC_NOT_FOUND, "" },
        { PROVING_PATH("PreloadSRS"), "\x0a\x01x", 3, GRPC_NOT_FOUND, "" },
        { PROVING_PATH("EvictSRS"), "\x0a\x01x", 3, GRPC_NOT_FOUND, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(call_bytes(s.client, rows[i].path, rows[i].data, rows[i].len, 5000, &r),
                         rows[i].status);
        assert_non_null(strstr(r.message, rows[i].message));
    }
    assert_int_equal(prove(&s, "a\nb", "bytes", &p), GRPC_INVALID_ARGUMENT);
    stage_end(&s);
}

static void test_too_large(void **state)
{
    stage s;
    rpc_reply r;
    static uint8_t data[1 << 20];
    (void)state;

    stage_begin(&s, 1, (rpc_options) { .max_message = 1 << 16 }, 0);
    assert_int_equal(call_bytes(s.client, PROVING_PATH("Prove"), data, sizeof data, 5000, &r),
                     GRPC_RESOURCE_EXHAUSTED);
    assert_non_null(strstr(r.message, "1048576"));
    /* The connection goes on. */
    assert_int_equal(call_bytes(s.client, PROVING_PATH("GetStatus"), "", 0, 5000, &r), GRPC_OK);
    free(r.data);
    stage_end(&s);
}

static void test_waiting(void **state)
{
    stage s;
    Cuzk__V1__SubmitProofResponse *sub;
    Cuzk__V1__AwaitProofResponse *a;
    Cuzk__V1__CancelProofResponse *c;
    rpc_reply r;
    (void)state;

    stage_begin(&s, 5000, (rpc_options) { 0 }, 0);
    Cuzk__V1__SubmitProofRequest q = porep("long", "bytes");
    assert_int_equal(CALL(&s, "SubmitProof", q, submit_proof_response, &sub), GRPC_OK);
    protobuf_c_message_free_unpacked(&sub->base, NULL);
    q = porep("long", "other");
    assert_int_equal(CALL(&s, "SubmitProof", q, submit_proof_response, &sub), GRPC_ALREADY_EXISTS);
    assert_int_equal(await_id(&s, "long", 20, &a), GRPC_OK);
    assert_int_equal(a->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__TIMEOUT);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    assert_int_equal(call_bytes(s.client, PROVING_PATH("AwaitProof"), "\x0a\x04long", 6, 30, &r),
                     GRPC_DEADLINE_EXCEEDED);

    /* A Prove that goes while its job waits behind the long one takes it along. */
    static const char behind[] = "\x0a\x0e\x0a\x06"
                                 "behind"
                                 "\x10\x01\x52\x02hi";
    assert_int_equal(call_bytes(s.client, PROVING_PATH("Prove"), behind, sizeof behind - 1, 50, &r),
                     GRPC_DEADLINE_EXCEEDED);
    for (int i = 0; cancelled_jobs(&s) == 0 && i < 1000; i++)
        nap();
    assert_int_equal(cancelled_jobs(&s), 1);
    assert_int_equal(await_id(&s, "behind", 0, &a), GRPC_OK);
    assert_int_equal(a->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED);
    protobuf_c_message_free_unpacked(&a->base, NULL);

    Cuzk__V1__CancelProofRequest cancel = CUZK__V1__CANCEL_PROOF_REQUEST__INIT;
    cancel.job_id = (char *)(uintptr_t) "long";
    assert_int_equal(CALL(&s, "CancelProof", cancel, cancel_proof_response, &c), GRPC_OK);
    assert_true(c->was_running);
    protobuf_c_message_free_unpacked(&c->base, NULL);
    assert_int_equal(await_id(&s, "long", 0, &a), GRPC_OK);
    assert_int_equal(a->status, CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    for (int i = 0; calls_now(&s) > 0 && i < 1000; i++)
        nap();
    assert_int_equal(calls_now(&s), 0);
    stage_end(&s);
}

static void ignore(void *ctx, rpc_reply *reply)
{
    ++*(size_t *)ctx;
    (void)reply;
}

/* Waiting calls of a client that vanishes, and of a server that does. */
static void test_many_and_drop(void **state)
{
    stage s;
    const rpc_piece piece = { "\x0a\x04long", 6 };
    const rpc_request q = { .path = PROVING_PATH("AwaitProof"), .piece = &piece, .n_pieces = 1 };
    Cuzk__V1__SubmitProofResponse *sub;
    size_t done = 0;
    cuzk_error err;
    (void)state;

    stage_begin(&s, 5000, (rpc_options) { 0 }, 0);
    Cuzk__V1__SubmitProofRequest submit = porep("long", "bytes");
    assert_int_equal(CALL(&s, "SubmitProof", submit, submit_proof_response, &sub), GRPC_OK);
    protobuf_c_message_free_unpacked(&sub->base, NULL);
    rpc_client *other = stage_dial(&s);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(rpc_client_start(other, &q, ignore, &done, NULL, &err), CUZK_OK);
    for (int i = 0; calls_now(&s) < 1000 && i < 5000; i++)
        assert_int_equal(rpc_client_step(other, 1, &err), CUZK_OK);
    assert_int_equal(calls_now(&s), 1000);
    rpc_client_close(other);
    assert_int_equal(done, 1000);
    for (int i = 0; calls_now(&s) > 0 && i < 5000; i++)
        nap();
    assert_int_equal(calls_now(&s), 0);
    assert_int_equal(rpc_client_start(s.client, &q, ignore, &done, NULL, &err), CUZK_OK);
    for (int i = 0; calls_now(&s) < 1 && i < 5000; i++)
        assert_int_equal(rpc_client_step(s.client, 1, &err), CUZK_OK);
    stage_end(&s);
}

static void test_state(void **state)
{
    stage s;
    Cuzk__V1__GetStatusRequest q = CUZK__V1__GET_STATUS_REQUEST__INIT;
    Cuzk__V1__GetStatusResponse *a;
    Cuzk__V1__GetMetricsResponse *m;
    struct stat st;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 1 << 30);
    assert_int_equal(stat(s.socket, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0660);
    assert_int_equal(CALL(&s, "GetStatus", q, get_status_response, &a), GRPC_OK);
    assert_true(a->n_gpus >= 1);
    assert_int_equal(a->pinned_memory_limit_bytes, 1 << 30);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    assert_int_equal(CALL(&s, "GetMetrics", q, get_metrics_response, &m), GRPC_OK);
    assert_non_null(strstr(m->prometheus_text, "\ncuzk_queue_depth"));
    protobuf_c_message_free_unpacked(&m->base, NULL);
    stage_end(&s);
}

static void test_health_and_reflection(void **state)
{
    stage s;
    rpc_reply r;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    assert_int_equal(call_bytes(s.client, HEALTH "Check", "", 0, 5000, &r), GRPC_OK);
    assert_memory_equal(r.data, "\x08\x01", 2);
    free(r.data);
    assert_int_equal(call_bytes(s.client, HEALTH "Check", "\x0a\x01x", 3, 5000, &r),
                     GRPC_NOT_FOUND);
    static const char symbol[] = "\x22\x15"
                                 "cuzk.v1.ProvingEngine";
    assert_int_equal(call_bytes(s.client, REFLECTION, symbol, sizeof symbol - 1, 5000, &r),
                     GRPC_OK);
    Grpc__Reflection__V1__ServerReflectionResponse *a =
        grpc__reflection__v1__server_reflection_response__unpack(NULL, r.len, r.data);
    assert_non_null(a);
    assert_int_equal(a->message_response_case, FILE_ANSWER);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    free(r.data);
    stage_end(&s);
}

static void test_one_owner_and_drain(void **state)
{
    stage s;
    rpc_server *second;
    cuzk_error err;
    rpc_reply r;
    const char *listen[] = { s.address };
    const rpc_options o = { .listen = listen, .n_listen = 1 };
    const char *open[] = { "0.0.0.0:0" };
    const rpc_options beyond = { .listen = open, .n_listen = 1 };
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    assert_int_equal(rpc_server_new(&second, &o, s.asking.e, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "in-use");
    assert_int_equal(rpc_server_new(&second, &beyond, s.asking.e, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "insecure-listen");
    assert_int_equal(call_bytes(s.client, HEALTH "Check", "", 0, 5000, &r), GRPC_OK);
    free(r.data);
    assert_true(rpc_server_drain(s.server, 5000));
    assert_int_equal(access(s.socket, F_OK), -1);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_many_and_drop),
        cmocka_unit_test(test_state),
        cmocka_unit_test(test_health_and_reflection),
        cmocka_unit_test(test_one_owner_and_drain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
