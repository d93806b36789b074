/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Batches under a memory limit: what is said to be needed is enough, less is refused before
 * anything is done, and the bytes are the same whatever fits. */
#include "groth16/chain.h"
#include "groth16/keys.h"
#include "prover/prove_batch.h"

#define N     5
#define SMALL (TEST_SANITIZED ? 20 : 100)
#define LARGE 5000 /* a domain of 2^13, so that vectors and tables weigh */
#define TRIED (TEST_SANITIZED ? 300 : LARGE)

typedef struct jobs {
    chain chain[N];
    circuit circuit[N];
    fr r[N], s[N];
    prove_job job[N];
    uint8_t proof[N][GROTH16_PROOF_LEN];
} jobs;

static jobs j;
static keys k;
static uint8_t right[N][GROTH16_PROOF_LEN];

static int set_up(unsigned squarings)
{
    work w;

    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < N; i++) {
        j.chain[i] = (chain) { .squarings = squarings, .x = 3 + i, .public = true };
        j.circuit[i] = CHAIN_CIRCUIT(&j.chain[i]);
        random_fr(&j.r[i]);
        random_fr(&j.s[i]);
        j.job[i] = (prove_job) {
            .circuit = &j.circuit[i], .r = &j.r[i], .s = &j.s[i], .proof = j.proof[i]
        };
    }
    keys_make(&k, &w, &j.circuit[0], NULL);
    for (size_t i = 0; i < N; i++) {
        groth16_proof p;
        assert_int_equal(prove_circuit(&p, &w, &k.params, &j.circuit[i], &j.r[i], &j.s[i], NULL),
                         CUZK_OK);
        groth16_proof_write(right[i], &p);
    }
    work_free(&w);
    return 0;
}

static int set_up_small(void **state)
{
    (void)state;
    return set_up(SMALL);
}

static int set_up_tried(void **state)
{
    (void)state;
    return set_up(TRIED);
}

static int set_up_large(void **state)
{
    (void)state;
    return set_up(LARGE);
}

static int tear_down(void **state)
{
    (void)state;
    keys_free(&k);
    return 0;
}

static cuzk_status prove(work *w, unsigned circuits, size_t n, prove_report *report,
                         cuzk_error *err)
{
    switches sw = { .value = { [SWITCH_CIRCUITS] = circuits } };
    const prove_setting setting = { .params = &k.params, .switches = &sw };

    memset(j.proof, 0, sizeof j.proof);
    *report = (prove_report) { 0 };
    cuzk_status s = prove_jobs(w, &setting, j.job, n, report, err);
    work_drop_kept(w);
    assert_int_equal(w->mem_used, 0);
    return s;
}

static void every_batch(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++)
        for (unsigned circuits = 0; circuits <= N + 1; circuits += threads + 2 * TEST_SANITIZED) {
            prove_report report;
            work w;
            assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
            w.keep_memory = threads == 2;
            assert_int_equal(prove(&w, circuits, N, &report, NULL), CUZK_OK);
            assert_memory_equal(j.proof, right, sizeof right);
            assert_int_equal(report.batch, circuits == 0 ? 1 : circuits < N ? circuits : N);
            assert_int_equal(report.constraints, SMALL + 3);
            work_free(&w);
        }
}

/* The smallest limit for one circuit, to a page, found by asking. */
static size_t least(unsigned threads)
{
    size_t low = 0, high = (size_t)64 << 20;
    while (high - low > 4096) {
        const size_t limit = low + (high - low) / 2;
        prove_report report;
        cuzk_error err;
        work w;
        assert_int_equal(work_init(&w, threads, limit, NULL), CUZK_OK);
        cuzk_status s = prove(&w, 1, 1, &report, &err);
        assert_true(s == CUZK_OK || s == CUZK_NO_RESOURCES);
        if (s != CUZK_OK)
            assert_string_equal(err.code, "over-memory-limit");
        *(s == CUZK_OK ? &high : &low) = limit;
        work_free(&w);
    }
    assert_in_range(high, 1, (64 << 20) - 1);
    return high;
}

static void limits_are_kept(void **state)
{
    (void)state;
    for (unsigned threads = 1 + TEST_SANITIZED; threads <= 2; threads++) {
        const size_t enough = least(threads);
        static const unsigned percent[] = { 100, 110, 150, 200, 300, 1000 };
        unsigned before = 0;
        for (size_t i = 0; i < sizeof percent / sizeof *percent; i++) {
            prove_report report;
            cuzk_error err = { .message = "" };
            work w;
            assert_int_equal(work_init(&w, threads, enough * percent[i] / 100, NULL), CUZK_OK);
            w.keep_memory = i % 2;
            if (prove(&w, N, N, &report, &err) != CUZK_OK)
                fail_msg("%u %%: %s", percent[i], err.message);
            assert_memory_equal(j.proof, right, sizeof right);
            assert_true(w.mem_peak <= w.mem_limit);
            assert_true(report.batch >= before);
            before = report.batch;
            work_free(&w);
        }
        assert_int_equal(before, N);
    }
}

/* Refused with what would do: and that does. */
static void refused_with_the_need(void **state)
{
    (void)state;
    prove_report report;
    cuzk_error err;
    work w;
    assert_int_equal(work_init(&w, 2, 100000, NULL), CUZK_OK);
    assert_int_equal(prove(&w, 1, 1, &report, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-memory-limit");
    assert_string_equal(err.found, "100000 bytes");
    assert_int_equal(w.mem_peak, 0); /* nothing was begun */
    unsigned long long need = 0;
    assert_int_equal(sscanf(err.expected, "a memory limit of %llu bytes", &need), 1);
    /* How many rows a circuit without parts has is not known beforehand: the witness comes on top.
     */
    w.mem_limit = need;
    assert_int_equal(prove(&w, 1, 1, &report, &err), CUZK_NO_RESOURCES);
    w.mem_limit = need + (LARGE + 3) * 10 * sizeof(fr);
    assert_int_equal(prove(&w, 1, 1, &report, &err), CUZK_OK);
    assert_memory_equal(j.proof[0], right[0], GROTH16_PROOF_LEN);
    work_free(&w);
}

/* The job that fails is named; those of batches before it are done. */
static void the_failing_job(void **state)
{
    (void)state;
    prove_report report;
    cuzk_error err;
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (size_t bad = 0; bad < N; bad += 3) {
        j.chain[bad].wrong = true;
        assert_int_equal(prove(&w, 2, N, &report, &err), CUZK_NO);
        assert_int_equal(report.failed, bad);
        assert_memory_equal(j.proof, right, bad / 2 * 2 * GROTH16_PROOF_LEN);
        static const uint8_t none[GROTH16_PROOF_LEN];
        assert_memory_equal(j.proof[bad], none, sizeof none);
        j.chain[bad].wrong = false;
    }
    work_free(&w);
}

/* A proof of another statement than is verified: which of the batch that is, is told. */
static void the_false_proof(void **state)
{
    (void)state;
    static const switches standard;
    const prove_setting setting = { .params = &k.params, .switches = &standard };
    uint8_t proofs[N * GROTH16_PROOF_LEN];
    synthesis made[N];
    const synthesis *of[N];
    cuzk_error err;
    work w;

    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(prove_witness(&made[i], &w, &setting, &j.job[i], NULL), CUZK_OK);
        of[i] = &made[i];
    }
    for (size_t bad = 0; bad <= N; bad++) {
        prove_report report = { .failed = 99 };
        const fr one = FR_ONE;
        if (bad < N)
            j.job[bad].inputs = &one;
        const cuzk_status s = prove_witnesses(&w, &setting, j.job, of, N, proofs, &report, &err);
        assert_int_equal(s, bad < N ? CUZK_FAULT : CUZK_OK);
        if (bad == N)
            continue;
        assert_string_equal(err.code, "self-check");
        assert_int_equal(report.failed, bad);
        j.job[bad].inputs = NULL;
    }
    for (size_t i = 0; i < N; i++)
        synthesis_free(&made[i]);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_batch, set_up_small, tear_down),
        cmocka_unit_test_setup_teardown(limits_are_kept, set_up_tried, tear_down),
        cmocka_unit_test_setup_teardown(refused_with_the_need, set_up_large, tear_down),
        cmocka_unit_test_setup_teardown(the_failing_job, set_up_small, tear_down),
        cmocka_unit_test_setup_teardown(the_false_proof, set_up_small, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
