/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One daemon and what clients may ask of it: who a job is, cancelling, urgency, crowds, size. */
#include "apps/run.h"
#include "daemon/daemon.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

#define COMPLETED CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED
#define FAILED    CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__FAILED
#define CANCELLED CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED
#define TIMED_OUT CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__TIMEOUT

static daemon_process served;

static int set_up(void **state)
{
    (void)state;
    daemon_start(&served, "max_message_size = \"220MiB\"",
                 "[memory]\ntotal_budget = \"3GiB\"\n[scheduler]\nmax_queued = 64\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return daemon_stop(&served);
}

static void submit(rpc_client *c, const Cuzk__V1__SubmitProofRequest *q)
{
    Cuzk__V1__SubmitProofResponse *a;

    assert_int_equal(call_submit(c, q, &a), GRPC_OK);
    assert_string_equal(a->job_id, q->request_id);
    cuzk__v1__submit_proof_response__free_unpacked(a, NULL);
}

static Cuzk__V1__AwaitProofResponse *await(rpc_client *c, const char *id, uint64_t timeout_ms)
{
    Cuzk__V1__AwaitProofResponse *a;

    assert_int_equal(call_await(c, id, timeout_ms, &a), GRPC_OK);
    return a;
}

/* Equal proofs are one proof: each is made with randomness of its own. */
static void test_same_request_is_one_job(void **state)
{
    rpc_client *c = daemon_connect(&served), *other = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest q = window_request("same");
    const uint64_t before = completed_count(c);
    (void)state;

    submit(c, &q);
    q.priority = CUZK__V1__PRIORITY__LOW; /* is no part of what is asked */
    submit(other, &q);
    Cuzk__V1__AwaitProofResponse *a = await(c, "same", 0), *b = await(other, "same", 0);
    submit(c, &q); /* and when it is done */
    Cuzk__V1__AwaitProofResponse *d = await(c, "same", 0);
    assert_int_equal(a->status, COMPLETED);
    assert_int_equal(a->proof.len, 192);
    assert_memory_equal(a->proof.data, b->proof.data, 192);
    assert_memory_equal(a->proof.data, d->proof.data, 192);
    assert_int_equal(completed_count(c) - before, 1);
    cuzk__v1__await_proof_response__free_unpacked(b, NULL);
    cuzk__v1__await_proof_response__free_unpacked(d, NULL);

    /* Other bytes: another job, in place of the one that is done. */
    q.miner_id++;
    submit(c, &q);
    b = await(c, "same", 0);
    assert_int_equal(b->status, COMPLETED);
    assert_memory_not_equal(a->proof.data, b->proof.data, 192);
    assert_int_equal(completed_count(c) - before, 2);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    cuzk__v1__await_proof_response__free_unpacked(b, NULL);
    rpc_client_close(c);
    rpc_client_close(other);
}

static void test_other_request_beside_a_running_one(void **state)
{
    rpc_client *c = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest q = porep_request("busy");
    Cuzk__V1__SubmitProofResponse *a;
    (void)state;

    submit(c, &q);
    q.miner_id++;
    assert_int_equal(call_submit(c, &q, &a), GRPC_ALREADY_EXISTS);
    assert_true(call_cancel(c, "busy"));
    expect_result(c, "busy", CANCELLED);
    q.miner_id--; /* what was cancelled is no job to attach to */
    submit(c, &q);
    assert_true(call_cancel(c, "busy"));
    expect_result(c, "busy", CANCELLED);
    assert_false(call_cancel(c, "busy"));
    rpc_client_close(c);
}

/* Wherever it stands: half a second in, and a few seconds in. */
static void test_cancelled_within_a_second(void **state)
{
    rpc_client *c = daemon_connect(&served);
    char id[32];
    (void)state;

    for (int i = 0; i < 3; i++) {
        snprintf(id, sizeof id, "cancelled-%d", i);
        Cuzk__V1__SubmitProofRequest q = porep_request(id);
        submit(c, &q);
        Cuzk__V1__AwaitProofResponse *a = await(c, id, 300 + 900 * (uint64_t)i);
        assert_int_equal(a->status, TIMED_OUT);
        cuzk__v1__await_proof_response__free_unpacked(a, NULL);
        const double begin = daemon_now();
        assert_true(call_cancel(c, id));
        expect_result(c, id, CANCELLED);
        Cuzk__V1__GetStatusResponse *s = call_status(c);
        while (s->n_queues) {
            cuzk__v1__get_status_response__free_unpacked(s, NULL);
            s = call_status(c);
        }
        cuzk__v1__get_status_response__free_unpacked(s, NULL);
        print_message("cancelled in %.0f ms\n", 1e3 * (daemon_now() - begin));
        assert_true(daemon_now() - begin < 1);
    }
    rpc_client_close(c);
}

/* A winning proof goes before the rest of a PoRep that is being made. */
static void test_critical_overtakes(void **state)
{
    rpc_client *c = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest warm = winning_request("warm"), slow = porep_request("slow"),
                                 urgent = winning_request("urgent");
    (void)state;

    submit(c, &warm);
    expect_result(c, "warm", COMPLETED);
    submit(c, &slow);
    Cuzk__V1__AwaitProofResponse *a = await(c, "slow", 700);
    assert_int_equal(a->status, TIMED_OUT);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    submit(c, &urgent);
    a = await(c, "urgent", 0);
    assert_int_equal(a->status, COMPLETED);
    print_message("waited %llu ms, took %llu ms\n", (unsigned long long)a->queue_wait_ms,
                  (unsigned long long)a->total_ms);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    a = await(c, "slow", 1); /* which is not done yet */
    assert_int_equal(a->status, TIMED_OUT);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    assert_true(call_cancel(c, "slow"));
    rpc_client_close(c);
}

static void test_what_cannot_be_right(void **state)
{
    rpc_client *c = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest q = window_request("wrong");
    Cuzk__V1__SubmitProofResponse *s;
    Cuzk__V1__AwaitProofResponse *a;
    (void)state;

    q.proof_kind = 0;
    assert_int_equal(call_submit(c, &q, &s), GRPC_INVALID_ARGUMENT);
    q.proof_kind = 5;
    assert_int_equal(call_submit(c, &q, &s), GRPC_INVALID_ARGUMENT);
    assert_int_equal(call_await(c, "nobody", 0, &a), GRPC_NOT_FOUND);
    q = window_request("wrong");
    q.n_vanilla_proofs = 1; /* well-formed, but not the two the statement has... or it fails */
    q.randomness.data = q.vanilla_proofs[0].data;
    if (call_submit(c, &q, &s) == GRPC_OK) {
        cuzk__v1__submit_proof_response__free_unpacked(s, NULL);
        expect_result(c, "wrong", FAILED);
    }
    rpc_client_close(c);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void count_done(void *ctx, rpc_reply *reply)
{
    unsigned *n = ctx;
    n[reply->status]++;
}

/* A thousand that wait cost no time, and nobody else waits for them. */
static void test_a_thousand_wait(void **state)
{
    enum { MANY = 1000, CALLS = 200 };
    rpc_client *c = daemon_connect(&served), *other = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest q = porep_request("crowd");
    static const uint8_t message[] = { 0x0a, 5, 'c', 'r', 'o', 'w', 'd' };
    const rpc_piece piece = { message, sizeof message };
    const rpc_request await_crowd = { PROVING_PATH("AwaitProof"), &piece, 1, 0, 0 };
    unsigned n[GRPC_STATUSES] = { 0 };
    double took[CALLS];
    (void)state;

    submit(other, &q);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(rpc_client_start(c, &await_crowd, count_done, n, NULL, NULL), CUZK_OK);
    for (double until = daemon_now() + 0.2; daemon_now() < until;)
        assert_int_equal(rpc_client_step(c, 20, NULL), CUZK_OK);
    assert_int_equal(rpc_client_in_flight(c), MANY);
    for (int i = 0; i < CALLS; i++) {
        took[i] = daemon_now();
        cuzk__v1__get_status_response__free_unpacked(call_status(other), NULL);
        took[i] = daemon_now() - took[i];
    }
    qsort(took, CALLS, sizeof *took, by_size);
    print_message("GetStatus p50 %.3f ms while %d wait and one proves\n", 1e3 * took[CALLS / 2],
                  MANY);
    assert_true(took[CALLS / 2] < 0.02); /* beside whatever else the machine does */
    assert_true(call_cancel(other, "crowd"));
    while (n[GRPC_OK] < MANY)
        assert_int_equal(rpc_client_step(c, 1000, NULL), CUZK_OK);
    rpc_client_close(c);
    rpc_client_close(other);
}

/* What a request of 200 MiB takes at most; and one that is too long, nothing. */
static void test_large_requests(void **state)
{
    enum { MIB = 1 << 20 };
    rpc_client *c = daemon_connect(&served);
    Cuzk__V1__SubmitProofRequest q = CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    const long before = daemon_forget_peak(&served);
    unsigned n[GRPC_STATUSES] = { 0 };
    submit_pieces pieces;
    (void)state;

    q.request_id = (char *)(uintptr_t) "large";
    q.proof_kind = CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT;
    q.vanilla_proof = (ProtobufCBinaryData) { 200 * MIB, malloc(200 * MIB) };
    assert_non_null(q.vanilla_proof.data);
    memset(q.vanilla_proof.data, ' ', q.vanilla_proof.len);
    assert_int_equal(submit_pieces_make(&pieces, &q, true, NULL), CUZK_OK);
    rpc_request prove = { PROVING_PATH("Prove"), pieces.piece, pieces.n, 0, 0 };
    assert_int_equal(rpc_client_start(c, &prove, count_done, n, NULL, NULL), CUZK_OK);
    while (rpc_client_in_flight(c))
        assert_int_equal(rpc_client_step(c, 1000, NULL), CUZK_OK);
    submit_pieces_free(&pieces);
    const double times = (double)(daemon_figure(&served, "VmHWM") - before) / (200 * 1024);
    print_message("200 MiB: %.3f times its size\n", times);
    assert_true(times > 0.9 && times < 1.1);
    assert_int_equal(n[GRPC_OK] + n[GRPC_INVALID_ARGUMENT], 1); /* it is no C1 */

    q.vanilla_proof.data = realloc(q.vanilla_proof.data, 230 * MIB);
    q.vanilla_proof.len = 230 * MIB;
    assert_int_equal(submit_pieces_make(&pieces, &q, true, NULL), CUZK_OK);
    prove.piece = pieces.piece;
    prove.n_pieces = pieces.n;
    const long idle = daemon_figure(&served, "RssAnon");
    rpc_reply reply;
    assert_int_equal(rpc_client_call(c, &prove, NULL, &reply, NULL), CUZK_NO_RESOURCES);
    assert_int_equal(reply.status, GRPC_RESOURCE_EXHAUSTED);
    assert_true(daemon_figure(&served, "RssAnon") - idle < 4096);
    submit_pieces_free(&pieces);
    free(q.vanilla_proof.data);
    rpc_client_close(c);
}

/* Clients that go in the middle of a request leave nothing behind. */
static void test_gone_while_sending(void **state)
{
    enum { LEN = 100 << 20 };
    uint8_t *data = calloc(1, LEN);
    const rpc_piece piece = { data, LEN };
    const rpc_request q = { PROVING_PATH("Prove"), &piece, 1, 0, 0 };
    unsigned n[GRPC_STATUSES] = { 0 };
    const size_t descriptors = daemon_descriptors(&served);
    (void)state;

    assert_non_null(data);
    for (int i = 0; i < 8; i++) {
        rpc_client *c = daemon_connect(&served);
        assert_int_equal(rpc_client_start(c, &q, count_done, n, NULL, NULL), CUZK_OK);
        for (int k = 0; k < 4; k++)
            (void)rpc_client_step(c, 5, NULL);
        rpc_client_close(c);
    }
    for (int i = 0; i < 200 && daemon_descriptors(&served) > descriptors; i++)
        nanosleep(&(struct timespec) { 0, 10000000 }, NULL);
    assert_true(daemon_descriptors(&served) <= descriptors);
    assert_true(daemon_figure(&served, "RssAnon") < 1 << 20);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_requests), /* before jobs leave memory that is freed later */
        cmocka_unit_test(test_same_request_is_one_job),
        cmocka_unit_test(test_other_request_beside_a_running_one),
        cmocka_unit_test(test_cancelled_within_a_second),
        cmocka_unit_test(test_critical_overtakes),
        cmocka_unit_test(test_what_cannot_be_right),
        cmocka_unit_test(test_a_thousand_wait),
        cmocka_unit_test(test_gone_while_sending),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
