/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What becomes of a job, or of parameters being loaded, when those who wait for them go; and whom
 * the same id leads to the same job. */
#include "rpc/stage.h"
#include "test.h"

enum {
    COMPLETED = CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED,
    CANCELLED = CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED,
    TIMEOUT = CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__TIMEOUT,
};

/* A client that waits for one call, and may go. */
typedef struct asker {
    rpc_client *client;
    rpc_call *call;
    submit_pieces pieces;
    bool done;
    grpc_status status;
} asker;

static void on_done(void *ctx, rpc_reply *reply)
{
    asker *a = ctx;
    a->done = true;
    a->status = reply->status;
}

static void ask_for(asker *a, const stage *s, const char *path, const rpc_piece *piece, size_t n)
{
    const rpc_request q = { .path = path, .piece = piece, .n_pieces = n };
    cuzk_error err;

    a->client = stage_dial(s);
    assert_int_equal(rpc_client_start(a->client, &q, on_done, a, &a->call, &err), CUZK_OK);
}

static uint64_t started(const stage *s)
{
    rpc_stats stats;
    rpc_server_stats(s->server, &stats);
    return stats.started;
}

/* Returns when the job is there. */
static void ask_prove(asker *a, stage *s, const char *id, const char *bytes)
{
    const Cuzk__V1__SubmitProofRequest q = porep(id, bytes);
    Cuzk__V1__AwaitProofResponse *found = NULL;
    const uint64_t before = started(s);
    cuzk_error err;

    *a = (asker) { 0 };
    assert_int_equal(submit_pieces_make(&a->pieces, &q, true, &err), CUZK_OK);
    ask_for(a, s, PROVING_PATH("Prove"), a->pieces.piece, a->pieces.n);
    for (int i = 0; started(s) == before && i < 5000; i++)
        assert_int_equal(rpc_client_step(a->client, 1, &err), CUZK_OK);
    for (int i = 0; await_id(s, id, 1, &found) == GRPC_NOT_FOUND && i < 1000; i++)
        nap();
    assert_non_null(found);
    protobuf_c_message_free_unpacked(&found->base, NULL);
    /* Submissions are handled one after the other: this one has been when the next one has. */
    assert_int_equal(submit(s, "long", "other"), GRPC_ALREADY_EXISTS);
}

static grpc_status answered(asker *a)
{
    cuzk_error err;
    for (int i = 0; !a->done && i < 5000; i++)
        assert_int_equal(rpc_client_step(a->client, 1, &err), CUZK_OK);
    assert_true(a->done);
    return a->status;
}

static void go(asker *a)
{
    rpc_client_close(a->client);
    submit_pieces_free(&a->pieces);
}

/* A job called "long" that runs until it is let go, or is cancelled. */
static void begin_with_long(stage *s, rpc_options o)
{
    stage_begin(s, 1, o, 0);
    s->asking.toy.pause_step = true;
    assert_int_equal(submit(s, "long", "bytes"), GRPC_OK);
    wait_until(&s->asking.toy.pausing, 1);
}

static void let_go(stage *s)
{
    s->asking.toy.pause_step = false;
}

static void until_cancelled(const stage *s, uint64_t n)
{
    for (int i = 0; cancelled_jobs(s) < n && i < 2500; i++)
        nap();
    assert_int_equal(cancelled_jobs(s), n);
}

static void test_gone_while_queued(void **state)
{
    stage s;
    asker a, b;
    cuzk_error err;
    (void)state;

    begin_with_long(&s, (rpc_options) { 0 });
    ask_prove(&a, &s, "lost", "x");
    go(&a);
    until_cancelled(&s, 1);
    assert_int_equal(status_of(&s, "lost", 0), CANCELLED);

    ask_prove(&a, &s, "reset", "x");
    rpc_call_cancel(a.call);
    assert_int_equal(rpc_client_step(a.client, 100, &err), CUZK_OK);
    assert_int_equal(answered(&a), GRPC_CANCELLED);
    until_cancelled(&s, 2);
    assert_int_equal(status_of(&s, "reset", 0), CANCELLED);
    go(&a);

    /* Of two the first may go. */
    ask_prove(&a, &s, "both", "x");
    ask_prove(&b, &s, "both", "x");
    go(&a);
    assert_int_equal(status_of(&s, "both", 20), TIMEOUT);
    assert_int_equal(cancelled_jobs(&s), 2);
    go(&b);
    until_cancelled(&s, 3);

    /* Who submitted it will want it. */
    assert_int_equal(submit(&s, "kept", "x"), GRPC_OK);
    ask_prove(&a, &s, "kept", "x");
    go(&a);
    until_calls(&s, 0);
    assert_int_equal(status_of(&s, "kept", 20), TIMEOUT);
    let_go(&s);
    assert_int_equal(status_of(&s, "kept", 0), COMPLETED);
    assert_int_equal(status_of(&s, "long", 0), COMPLETED);
    stage_end(&s);
}

static void test_gone_while_running(void **state)
{
    stage s;
    asker a, b;
    (void)state;

    for (int cancel_abandoned = 0; cancel_abandoned < 2; cancel_abandoned++) {
        stage_begin(&s, 1, (rpc_options) { .cancel_abandoned = cancel_abandoned }, 0);
        s.asking.toy.pause_step = true;
        ask_prove(&a, &s, "long", "bytes");
        wait_until(&s.asking.toy.pausing, 1);
        ask_prove(&b, &s, "long", "bytes");
        go(&a);
        assert_int_equal(status_of(&s, "long", 20), TIMEOUT);
        go(&b);
        if (cancel_abandoned) {
            until_cancelled(&s, 1);
            assert_int_equal(status_of(&s, "long", 0), CANCELLED);
        } else {
            until_calls(&s, 0);
            assert_int_equal(status_of(&s, "long", 20), TIMEOUT);
        }
        let_go(&s);
        if (!cancel_abandoned)
            assert_int_equal(status_of(&s, "long", 0), COMPLETED);
        stage_end(&s);
    }
}

/* One that was submitted is not stopped either way. */
static void test_submitted_is_kept(void **state)
{
    stage s;
    asker a;
    (void)state;

    begin_with_long(&s, (rpc_options) { .cancel_abandoned = true });
    ask_prove(&a, &s, "long", "bytes");
    go(&a);
    until_calls(&s, 0);
    assert_int_equal(status_of(&s, "long", 20), TIMEOUT);
    let_go(&s);
    assert_int_equal(status_of(&s, "long", 0), COMPLETED);
    stage_end(&s);
}

static void test_same_id(void **state)
{
    stage s;
    asker a;
    Cuzk__V1__ProveResponse *p;
    (void)state;

    begin_with_long(&s, (rpc_options) { 0 });
    assert_int_equal(prove(&s, "long", "other", &p), GRPC_ALREADY_EXISTS);
    ask_prove(&a, &s, "long", "bytes");
    let_go(&s);
    assert_int_equal(answered(&a), GRPC_OK);
    assert_int_equal(s.asking.toy.proves, 1);
    /* Finished, it is met again by the same bytes, and makes room for others. */
    assert_int_equal(prove(&s, "long", "bytes", &p), GRPC_OK);
    protobuf_c_message_free_unpacked(&p->base, NULL);
    assert_int_equal(s.asking.toy.proves, 1);
    assert_int_equal(prove(&s, "long", "other", &p), GRPC_OK);
    assert_int_equal(p->result->status, COMPLETED);
    protobuf_c_message_free_unpacked(&p->base, NULL);
    assert_int_equal(s.asking.toy.proves, 2);
    go(&a);
    stage_end(&s);
}

static bool preload(stage *s)
{
    Cuzk__V1__PreloadSRSRequest q = CUZK__V1__PRELOAD_SRSREQUEST__INIT;
    Cuzk__V1__PreloadSRSResponse *a;

    q.circuit_id = (char *)(uintptr_t) "toy-1";
    assert_int_equal(CALL(s, "PreloadSRS", q, preload_srsresponse, &a), GRPC_OK);
    bool already = a->already_loaded;
    protobuf_c_message_free_unpacked(&a->base, NULL);
    return already;
}

static uint64_t evict(stage *s)
{
    Cuzk__V1__EvictSRSRequest q = CUZK__V1__EVICT_SRSREQUEST__INIT;
    Cuzk__V1__EvictSRSResponse *a;

    q.circuit_id = (char *)(uintptr_t) "toy-1";
    assert_int_equal(CALL(s, "EvictSRS", q, evict_srsresponse, &a), GRPC_OK);
    uint64_t freed = a->freed_bytes;
    assert_int_equal(a->was_loaded, freed > 0);
    protobuf_c_message_free_unpacked(&a->base, NULL);
    return freed;
}

static void test_preload(void **state)
{
    static const rpc_piece toy_1 = { "\x0a\x05toy-1", 7 };
    stage s;
    asker a = { 0 };
    cuzk_error err;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 10000);
    s.asking.toy.plan.params_bytes = 1000;
    assert_int_equal(evict(&s), 0);
    assert_false(preload(&s));
    assert_true(preload(&s));
    assert_int_equal(evict(&s), 1000);
    assert_int_equal(evict(&s), 0);

    /* It is loaded also when nobody waits for it any more. */
    s.asking.toy.pause_load = true;
    ask_for(&a, &s, PROVING_PATH("PreloadSRS"), &toy_1, 1);
    for (int i = 0; s.asking.toy.pausing == 0 && i < 5000; i++)
        assert_int_equal(rpc_client_step(a.client, 1, &err), CUZK_OK);
    go(&a);
    until_calls(&s, 0);
    s.asking.toy.pause_load = false;
    assert_true(preload(&s));
    assert_int_equal(evict(&s), 1000);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gone_while_queued), cmocka_unit_test(test_gone_while_running),
        cmocka_unit_test(test_submitted_is_kept), cmocka_unit_test(test_same_id),
        cmocka_unit_test(test_preload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
