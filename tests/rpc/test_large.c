/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Large requests: in memory once, refused before they are there, forgotten when they break off. */
#include "engine/asking.h"
#include "rpc/proving_client.h"
#include "rpc/server.h"
#include "test.h"

#include <time.h>

#define LARGE ((size_t)200 << 20)

typedef struct stage {
    asking asking;
    rpc_server *server;
    rpc_client *client;
    uint8_t *proof;
    submit_pieces pieces;
} stage;

static uint64_t status_kb(const char *key)
{
    char line[256];
    unsigned long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            kb = strtoul(line + strlen(key), NULL, 10);
    fclose(f);
    return kb;
}

static void begin(stage *s, uint64_t budget)
{
    static const char *listen[] = { "127.0.0.1:0" };
    const rpc_options o = { .listen = listen, .n_listen = 1 };
    const engine_options e = { .threads = 1,
                               .memory_budget = budget,
                               .synthesis_lookahead = 1,
                               .max_batch_size = 1,
                               .max_queued = 8,
                               .keep_results = 8,
                               .keep_results_ms = 60000 };
    Cuzk__V1__SubmitProofRequest q = CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    cuzk_error err;

    asking_begin(&s->asking, 1, 1, 1000, &e);
    assert_int_equal(rpc_server_new(&s->server, &o, s->asking.e, &err), CUZK_OK);
    assert_int_equal(rpc_client_open(&s->client, rpc_server_address(s->server, 0), 5000, &err),
                     CUZK_OK);
    s->proof = malloc(LARGE);
    assert_non_null(s->proof);
    memset(s->proof, 7, LARGE);
    q.request_id = (char *)(uintptr_t) "large";
    q.proof_kind = CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT;
    q.vanilla_proof.data = s->proof;
    q.vanilla_proof.len = LARGE;
    assert_int_equal(submit_pieces_make(&s->pieces, &q, true, &err), CUZK_OK);
}

static void end(stage *s)
{
    submit_pieces_free(&s->pieces);
    free(s->proof);
    rpc_client_close(s->client);
    rpc_server_free(s->server);
    asking_end(&s->asking);
}

static rpc_request request_of(const stage *s)
{
    return (rpc_request) { .path = PROVING_PATH("Prove"),
                           .piece = s->pieces.piece,
                           .n_pieces = s->pieces.n };
}

static void test_once_in_memory(void **state)
{
    stage s;
    rpc_reply r = { 0 };
    cuzk_error err;
    (void)state;

    begin(&s, 0);
    const rpc_request q = request_of(&s);
    uint64_t before = status_kb("VmRSS:");
    assert_int_equal(rpc_client_call(s.client, &q, NULL, &r, &err), CUZK_OK);
    free(r.data);
    uint64_t more = status_kb("VmHWM:") - before;
    printf("200 MiB took %.3f times as much memory\n", (double)more * 1024 / (double)LARGE);
    assert_true(more * 1024 <= LARGE + LARGE / 10);
    assert_true(more * 1024 >= LARGE / 2); /* it was there at all */
    end(&s);
}

static void test_refused_at_its_prefix(void **state)
{
    stage s;
    rpc_reply r = { 0 };
    cuzk_error err;
    (void)state;

    begin(&s, 128 << 20);
    const rpc_request q = request_of(&s);
    uint64_t before = status_kb("VmRSS:");
    assert_int_not_equal(rpc_client_call(s.client, &q, NULL, &r, &err), CUZK_OK);
    assert_int_equal(r.status, GRPC_RESOURCE_EXHAUSTED);
    assert_true(status_kb("VmRSS:") < before + 4096);
    end(&s);
}

static void ignore(void *ctx, rpc_reply *reply)
{
    (void)ctx;
    (void)reply;
}

static void test_breaks_off(void **state)
{
    stage s;
    rpc_stats stats;
    cuzk_error err;
    (void)state;

    begin(&s, 1 << 30);
    const rpc_request q = request_of(&s);
    assert_int_equal(rpc_client_start(s.client, &q, ignore, NULL, NULL, &err), CUZK_OK);
    do {
        assert_int_equal(rpc_client_step(s.client, 10, &err), CUZK_OK);
        rpc_server_stats(s.server, &stats);
    } while (stats.received_bytes < 1 << 20);
    rpc_client_close(s.client);
    s.client = NULL;
    for (int i = 0; i < 5000 && (stats.calls > 0 || stats.connections > 0); i++) {
        nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
        rpc_server_stats(s.server, &stats);
    }
    assert_int_equal(stats.calls, 0);
    engine_snapshot *now = engine_snapshot_take(s.asking.e);
    assert_non_null(now);
    assert_int_equal(now->memory_used, 0);
    engine_snapshot_free(now);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once_in_memory),
        cmocka_unit_test(test_refused_at_its_prefix),
        cmocka_unit_test(test_breaks_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
