/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Starting and stopping: quick, small, alone on its socket, and not before its jobs are done. */
#include "apps/run.h"
#include "daemon/daemon.h"
#include "test.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#define COMPLETED CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED
#define FAILED    CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__FAILED

static void submit(rpc_client *c, const Cuzk__V1__SubmitProofRequest *q)
{
    Cuzk__V1__SubmitProofResponse *a;

    assert_int_equal(call_submit(c, q, &a), GRPC_OK);
    cuzk__v1__submit_proof_response__free_unpacked(a, NULL);
}

static void test_start(void **state)
{
    daemon_process d = { 0 };
    (void)state;

    daemon_start(&d, "", "");
    const long anonymous = daemon_figure(&d, "RssAnon");
    print_message("serving after %.0f ms, %.1f MB anonymous\n", 1e3 * d.start_s,
                  (double)anonymous / 1000);
    assert_true(d.start_s < 5); /* 0.1 on a machine that does nothing else */
    assert_true(TEST_SANITIZED || anonymous < 8000);
    const double cpu = daemon_cpu(&d);
    nanosleep(&(struct timespec) { 0, 500000000 }, NULL);
    assert_true(daemon_cpu(&d) - cpu < 0.05);
    assert_int_not_equal(daemon_start_again(&d), 0); /* the socket is taken */
    rpc_client *c = daemon_connect(&d);              /* and still there */
    cuzk__v1__get_status_response__free_unpacked(call_status(c), NULL);
    rpc_client_close(c);
    assert_int_equal(daemon_stop(&d), 0);
}

/* Over both addresses of it. */
static void test_tcp(void **state)
{
    daemon_process d = { 0 };
    rpc_client *c;
    (void)state;

    daemon_start(&d, "", "");
    assert_int_equal(rpc_client_open(&c, d.tcp, 5000, NULL), CUZK_OK);
    cuzk__v1__get_status_response__free_unpacked(call_status(c), NULL);
    rpc_client_close(c);
    assert_int_equal(daemon_stop(&d), 0);
}

static void take_status(void *ctx, rpc_reply *reply)
{
    Cuzk__V1__AwaitProofResponse **out = ctx;

    if (reply->status == GRPC_OK)
        assert_int_equal(proving_unpack((ProtobufCMessage **)out,
                                        &cuzk__v1__await_proof_response__descriptor, reply, NULL),
                         CUZK_OK);
}

/* SIGTERM: the job that runs is finished and its waiter told; new ones are not taken. */
static void test_drain(void **state)
{
    static const uint8_t message[] = { 0x0a, 4, 'l', 'a', 's', 't' };
    const rpc_piece piece = { message, sizeof message };
    const rpc_request await_last = { PROVING_PATH("AwaitProof"), &piece, 1, 0, 0 };
    Cuzk__V1__SubmitProofRequest q = window_request("last"), late = window_request("late");
    Cuzk__V1__AwaitProofResponse *a = NULL;
    Cuzk__V1__SubmitProofResponse *s;
    daemon_process d = { 0 };
    rpc_client *c;
    (void)state;

    daemon_start(&d, "", "");
    c = daemon_connect(&d);
    submit(c, &q);
    assert_int_equal(rpc_client_start(c, &await_last, take_status, &a, NULL, NULL), CUZK_OK);
    assert_int_equal(rpc_client_step(c, 20, NULL), CUZK_OK);
    daemon_signal(&d, SIGTERM);
    nanosleep(&(struct timespec) { 0, 100000000 }, NULL);
    assert_int_equal(call_submit(c, &late, &s), GRPC_UNAVAILABLE);
    while (rpc_client_in_flight(c) && rpc_client_step(c, 1000, NULL) == CUZK_OK)
        ;
    assert_non_null(a);
    assert_int_equal(a->status, COMPLETED);
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    rpc_client_close(c);
    assert_int_equal(daemon_wait(&d), 0);
}

static void take_grpc_status(void *ctx, rpc_reply *reply)
{
    *(grpc_status *)ctx = reply->status;
}

/* Nor does it go on checking parameters that nobody will use: 10 s or more, of a gigabyte. */
static void test_stop_in_preload(void **state)
{
    static const uint8_t message[] = { 0x0a, 8, 'p', 'o', 'r', 'e', 'p', '-', '2', 'k' };
    const rpc_piece piece = { message, sizeof message };
    const rpc_request preload = { PROVING_PATH("PreloadSRS"), &piece, 1, 0, 0 };
    (void)state;

    for (int ms = 100; ms < 2000; ms += 700) {
        daemon_process d = { .forgetful = true };
        grpc_status answer = GRPC_OK;
        rpc_client *c;

        daemon_start(&d, "", "");
        c = daemon_connect(&d);
        assert_int_equal(rpc_client_start(c, &preload, take_grpc_status, &answer, NULL, NULL),
                         CUZK_OK);
        assert_int_equal(rpc_client_step(c, ms, NULL), CUZK_OK);
        const double begin = daemon_now();
        daemon_signal(&d, SIGTERM);
        while (rpc_client_in_flight(c) && rpc_client_step(c, 1000, NULL) == CUZK_OK)
            ;
        assert_int_equal(answer, GRPC_UNAVAILABLE);
        rpc_client_close(c);
        assert_int_equal(daemon_wait(&d), 0);
        print_message("stopped after %.0f ms\n", 1e3 * (daemon_now() - begin));
        assert_true(daemon_now() - begin < 1 + TEST_SANITIZED * 4);
    }
}

/* Keys anybody could forge proofs under are not proved with unless that is asked for. */
static void test_development_keys(void **state)
{
    Cuzk__V1__SubmitProofRequest q = window_request("development");
    daemon_process d = { .refuse_development = true };
    rpc_client *c;
    (void)state;

    daemon_start(&d, "", "");
    c = daemon_connect(&d);
    submit(c, &q);
    expect_result(c, "development", FAILED);
    rpc_client_close(c);
    assert_int_equal(daemon_stop(&d), 0);
}

/* With a log for machines, what there is to say of the configuration is for machines too. */
static void test_notes_in_the_log(void **state)
{
    daemon_process d = { 0 };
    size_t len;
    (void)state;

    setenv("CUZK_LOGGING_FORMAT", "json", 1);
    daemon_start(&d, "", "[gpus]\ngpu_threads = 3\n");
    unsetenv("CUZK_LOGGING_FORMAT");
    char *log = (char *)run_read_file(d.log, &len);
    log[len] = '\0';
    assert_non_null(strstr(log, "\"event\":\"configuration\""));
    assert_non_null(strstr(log, "gpus.gpu_threads"));
    for (const char *line = log; *line; line = strchr(line, '\n') + 1)
        assert_int_equal(*line, '{');
    free(log);
    assert_int_equal(daemon_stop(&d), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_tcp),
        cmocka_unit_test(test_drain),
        cmocka_unit_test(test_stop_in_preload),
        cmocka_unit_test(test_development_keys),
        cmocka_unit_test(test_notes_in_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
