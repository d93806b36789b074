/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A daemon's life, with a prover that proves nothing: how it starts, what the service manager
 * hears, how it ends. */
#include "apps/daemon/daemon.h"
#include "apps/run.h"
#include "base/timing.h"
#include "engine/toy.h"
#include "rpc/client.h"
#include "test.h"

#include <cuzk/v1/proving.pb-c.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char dir[64];
static int manager; /* the service manager's socket */

static int make_dir(void **state)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    const struct timeval limit = { 10, 0 };

    (void)state;
    run_make_dir(dir);
    snprintf(a.sun_path, sizeof a.sun_path, "%s/notify", dir);
    manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    setsockopt(manager, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(bind(manager, (struct sockaddr *)&a, sizeof a), 0);
    setenv("NOTIFY_SOCKET", a.sun_path, 1);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    close(manager);
    run_remove_dir(dir);
    return 0;
}

/* Until a datagram with this in it comes. */
static void hear(const char *what)
{
    char got[1024];
    ssize_t len;

    do {
        len = recv(manager, got, sizeof got - 1, 0);
        if (len < 0) {
            print_error("the manager heard no %s\n", what);
            fail();
        }
        got[len] = '\0';
    } while (!strstr(got, what));
}

/* A daemon in a process of its own, with jobs of so many chunks of a millisecond. */
static pid_t start(const char *more, unsigned chunks)
{
    const config_source from = { 0 };
    char text[1024];
    cuzk_error err = { 0 };
    config c;
    toy t;
    pid_t pid;

    snprintf(text, sizeof text,
             "[daemon]\nlisten = 'unix://%s/cuzk.sock'\n%s\n[prover]\nthreads = 1\n"
             "[memory]\ntotal_budget = '1GiB'\n",
             dir, more);
    assert_int_equal(config_read(&c, text, strlen(text), "test", &from, &err), CUZK_OK);
    pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    toy_init(&t, 1, chunks, 1000);
    daemon_take_signals();
    _exit((int)daemon_run(&c, &t.head, time_wall_ns(), &err));
}

static rpc_client *dial(void)
{
    char address[128];
    cuzk_error err;
    rpc_client *c;

    snprintf(address, sizeof address, "unix://%s/cuzk.sock", dir);
    assert_int_equal(rpc_client_open(&c, address, 5000, &err), CUZK_OK);
    return c;
}

static void submit(rpc_client *c, const char *id)
{
    Cuzk__V1__SubmitProofRequest q = CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    uint8_t vanilla[] = { 1, 2, 3 }, bytes[512];
    rpc_reply reply = { 0 };
    cuzk_error err;

    q.request_id = (char *)(uintptr_t)id;
    q.proof_kind = CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT;
    q.vanilla_proof = (ProtobufCBinaryData) { sizeof vanilla, vanilla };
    assert_true(cuzk__v1__submit_proof_request__get_packed_size(&q) <= sizeof bytes);
    const rpc_piece piece = { bytes, cuzk__v1__submit_proof_request__pack(&q, bytes) };
    const rpc_request request = { .path = "/cuzk.v1.ProvingEngine/SubmitProof",
                                  .piece = &piece,
                                  .n_pieces = 1,
                                  .timeout_ms = 5000 };
    assert_int_equal(rpc_client_call(c, &request, NULL, &reply, &err), CUZK_OK);
    free(reply.data);
}

static void idle_life(void **state)
{
    (void)state;
    pid_t pid = start("", 1);
    char path[128];

    hear("READY=1");
    snprintf(path, sizeof path, "%s/cuzk.sock", dir);
    assert_int_equal(access(path, F_OK), 0);
    kill(pid, SIGHUP); /* means nothing */
    rpc_client *c = dial();
    submit(c, "a");
    rpc_client_close(c);
    kill(pid, SIGINT);
    hear("STOPPING=1");
    assert_int_equal(run_wait(pid), CUZK_OK);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* What was accepted is finished first. */
static void stops_behind_a_job(void **state)
{
    (void)state;
    pid_t pid = start("", 500);
    uint64_t begin;

    hear("READY=1");
    rpc_client *c = dial();
    submit(c, "a");
    rpc_client_close(c);
    begin = time_wall_ns();
    kill(pid, SIGTERM);
    hear("EXTEND_TIMEOUT_USEC=");
    assert_int_equal(run_wait(pid), CUZK_OK);
    assert_true(time_wall_ns() - begin > 400000000);
}

static void a_second_signal(void **state)
{
    (void)state;
    pid_t pid = start("", 100000);

    hear("READY=1");
    rpc_client *c = dial();
    submit(c, "a");
    kill(pid, SIGTERM);
    hear("STOPPING=1");
    usleep(50000);
    kill(pid, SIGTERM);
    assert_int_equal(run_wait(pid), CUZK_INTERRUPTED);
    rpc_client_close(c);
}

static void a_drain_that_takes_too_long(void **state)
{
    (void)state;
    pid_t pid = start("drain_timeout = 0", 100000);

    hear("READY=1");
    rpc_client *c = dial();
    submit(c, "a");
    rpc_client_close(c);
    kill(pid, SIGTERM);
    assert_int_equal(run_wait(pid), CUZK_INTERRUPTED);
}

static void cannot_start(void **state)
{
    (void)state;
    assert_int_equal(run_wait(start("status_listen = '0.0.0.0:0'", 1)), CUZK_BAD_INPUT);
    pid_t first = start("", 1);
    hear("READY=1");
    assert_int_equal(run_wait(start("", 1)), CUZK_NO_RESOURCES); /* the socket is taken */
    kill(first, SIGTERM);
    assert_int_equal(run_wait(first), CUZK_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(idle_life, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(stops_behind_a_job, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(a_second_signal, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(a_drain_that_takes_too_long, make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(cannot_start, make_dir, remove_dir),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
