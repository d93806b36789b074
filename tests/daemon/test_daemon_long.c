/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A long life: 500 proofs in a row leave memory and descriptors where they were; 16 clients submit
 * at once, again and again, and all are served; urgent jobs overtake long ones. Under a sanitizer
 * it is shorter, and what time and memory it takes is not looked at: leaks are the sanitizer's. */
#include "daemon/daemon.h"
#include "test.h"

#include <pthread.h>
#include <time.h>

#define COMPLETED CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED

static void prove(rpc_client *c, const char *id)
{
    const Cuzk__V1__SubmitProofRequest q = window_request(id);
    Cuzk__V1__SubmitProofResponse *a;

    assert_int_equal(call_submit(c, &q, &a), GRPC_OK);
    cuzk__v1__submit_proof_response__free_unpacked(a, NULL);
    expect_result(c, id, COMPLETED);
}

/* When nothing runs, and what is freed late has been. */
static long settled(const daemon_process *d)
{
    nanosleep(&(struct timespec) { 2, 0 }, NULL);
    return daemon_figure(d, "RssAnon");
}

#define IN_A_ROW (TEST_SANITIZED ? 60 : 500)

static void test_500_in_a_row(void **state)
{
    daemon_process d = { 0 };
    rpc_client *c;
    long after_50 = 0;
    size_t descriptors = 0;
    char id[32];
    (void)state;

    daemon_start(&d, "", "[scheduler]\nkeep_results = 20\n");
    c = daemon_connect(&d);
    for (int i = 1; i <= IN_A_ROW; i++) {
        snprintf(id, sizeof id, "row-%d", i);
        prove(c, id);
        if (i == 50) {
            after_50 = settled(&d);
            descriptors = daemon_descriptors(&d);
        }
    }
    const long at_end = settled(&d);
    print_message("anonymous memory after 50: %ld kB, after %d: %ld kB\n", after_50, IN_A_ROW,
                  at_end);
    assert_true(TEST_SANITIZED || (double)at_end < 1.01 * (double)after_50);
    assert_int_equal(daemon_descriptors(&d), descriptors);
    assert_int_equal(completed_count(c), IN_A_ROW);
    rpc_client_close(c);
    assert_int_equal(daemon_stop(&d), 0);
}

/* -- sixteen at once -- */

#define CLIENTS 16
#define ROUNDS  (TEST_SANITIZED ? 20 : 200)

typedef struct crowd {
    const daemon_process *d;
    pthread_barrier_t barrier;
    atomic_uint wrong;
} crowd;

typedef struct member {
    struct crowd *crowd;
    int number;
    pthread_t thread;
} member;

/* Every fourth round one that is proved; the others are cancelled while they wait or run. */
static void one_round(const member *m, rpc_client *c, int round)
{
    char id[48];

    /* Two clients share an id: one job. */
    snprintf(id, sizeof id, "crowd-%d-%d", round, m->number / 2);
    const Cuzk__V1__SubmitProofRequest q = winning_request(id);
    Cuzk__V1__SubmitProofResponse *a;
    const grpc_status s = call_submit(c, &q, &a);
    if (s != GRPC_OK) {
        m->crowd->wrong++;
        return;
    }
    cuzk__v1__submit_proof_response__free_unpacked(a, NULL);
    if (round % 50 != 0 || m->number > 1)
        call_cancel(c, id);
    Cuzk__V1__AwaitProofResponse *r;
    if (call_await(c, id, 0, &r) != GRPC_OK) {
        m->crowd->wrong++;
        return;
    }
    m->crowd->wrong +=
        r->status != COMPLETED && r->status != CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED;
    cuzk__v1__await_proof_response__free_unpacked(r, NULL);
}

static void *be_one_of_many(void *ctx)
{
    const member *m = ctx;
    rpc_client *c = daemon_connect(m->crowd->d);

    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&m->crowd->barrier);
        one_round(m, c, round);
    }
    rpc_client_close(c);
    return NULL;
}

static void test_16_at_once(void **state)
{
    daemon_process d = { 0 };
    crowd all = { .d = &d };
    member members[CLIENTS];
    (void)state;

    (void)winning_request(""); /* reads its file before there are threads */
    daemon_start(&d, "", "");
    pthread_barrier_init(&all.barrier, NULL, CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
        members[i] = (member) { &all, i, 0 };
        assert_int_equal(pthread_create(&members[i].thread, NULL, be_one_of_many, &members[i]), 0);
    }
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(members[i].thread, NULL);
    pthread_barrier_destroy(&all.barrier);
    assert_int_equal(all.wrong, 0);
    assert_int_equal(daemon_stop(&d), 0);
}

/* -- an urgent one beside a long one -- */

#define URGENT   (TEST_SANITIZED ? 4 : 20)
#define BOUND_MS 250

static void submit(rpc_client *c, const Cuzk__V1__SubmitProofRequest *q)
{
    Cuzk__V1__SubmitProofResponse *a;

    assert_int_equal(call_submit(c, q, &a), GRPC_OK);
    cuzk__v1__submit_proof_response__free_unpacked(a, NULL);
}

/* What the daemon's threads did until it was there, in ms of CPU time; how long it waited. */
static double urgent(const daemon_process *d, rpc_client *c, const char *id, uint64_t *waited_ms)
{
    const Cuzk__V1__SubmitProofRequest q = winning_request(id);
    const double cpu = daemon_cpu(d);
    Cuzk__V1__AwaitProofResponse *a;

    submit(c, &q);
    assert_int_equal(call_await(c, id, 0, &a), GRPC_OK);
    assert_int_equal(a->status, COMPLETED);
    *waited_ms = a->queue_wait_ms;
    cuzk__v1__await_proof_response__free_unpacked(a, NULL);
    return 1e3 * (daemon_cpu(d) - cpu);
}

/* On one thread, what it takes more beside a long job is what that job went on until it was held;
 * it is asked for at twenty moments of the long one's four seconds. */
static void test_urgent_beside_long(void **state)
{
    daemon_process d = { 0 };
    rpc_client *c;
    uint64_t waited, longest = 0;
    double alone = 1e9, most = 0, all = 0;
    char id[32];
    (void)state;

    daemon_start(&d, "", "[prover]\nthreads = 1\n");
    c = daemon_connect(&d);
    for (int i = 0; i <= URGENT; i++) { /* the first one loads the parameters */
        snprintf(id, sizeof id, "alone-%d", i);
        const double ms = urgent(&d, c, id, &waited);
        alone = ms < alone ? ms : alone;
    }
    for (int i = 0; i < URGENT; i++) {
        const Cuzk__V1__SubmitProofRequest slow = porep_request("slow");
        Cuzk__V1__AwaitProofResponse *a;

        submit(c, &slow);
        assert_int_equal(call_await(c, "slow", i ? 150 * (unsigned)i : 5000, &a), GRPC_OK);
        cuzk__v1__await_proof_response__free_unpacked(a, NULL);
        snprintf(id, sizeof id, "beside-%d", i);
        const double more = urgent(&d, c, id, &waited) - alone;
        most = more > most ? more : most;
        all += more;
        longest = waited > longest ? waited : longest;
        call_cancel(c, "slow");
    }
    print_message("alone %.0f ms of work; beside a long one at most %.0f ms more, %.0f on average; "
                  "waited %llu ms at most\n",
                  alone, most, all / URGENT, (unsigned long long)longest);
    assert_true(TEST_SANITIZED || most < BOUND_MS);
    assert_true(TEST_SANITIZED || longest < BOUND_MS);
    rpc_client_close(c);
    assert_int_equal(daemon_stop(&d), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_urgent_beside_long),
        cmocka_unit_test(test_16_at_once),
        cmocka_unit_test(test_500_in_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
