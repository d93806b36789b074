/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Several proofs at once, and the sum in G2 beside the others: the bytes are those of one proof
 * after another, whatever the threads. */
#include "chain.h"
#include "groth16/prove_sums.h"
#include "keys.h"

#define MAX_K 5

/* Chains of one circuit that begin with different values. */
typedef struct chains {
    chain chain[MAX_K];
    witness wit[MAX_K];
    assignment asg[MAX_K];
    const assignment *all[MAX_K];
    fr r[MAX_K], s[MAX_K];
    keys keys;
} chains;

static void chains_make(chains *c, work *w, unsigned squarings)
{
    memset(c, 0, sizeof *c);
    for (unsigned j = 0; j < MAX_K; j++) {
        c->chain[j] = (chain) { .squarings = squarings, .x = 5 + j, .public = true };
        const circuit statement = CHAIN_CIRCUIT(&c->chain[j]);
        if (j == 0)
            keys_make(&c->keys, w, &statement, NULL);
        assert_int_equal(witness_make(&c->wit[j], w, &statement, NULL, NULL), CUZK_OK);
        witness_assignment(&c->wit[j], &c->asg[j]);
        c->all[j] = &c->asg[j];
        random_fr(&c->r[j]);
        random_fr(&c->s[j]);
    }
}

static void chains_free(chains *c)
{
    for (unsigned j = 0; j < MAX_K; j++)
        witness_free(&c->wit[j]);
    keys_free(&c->keys);
}

static void proofs_alone(uint8_t out[MAX_K][GROTH16_PROOF_LEN], const chains *c, work *w)
{
    groth16_proof p;
    for (unsigned j = 0; j < MAX_K; j++) {
        assert_int_equal(
            groth16_prove(&p, w, &accel_cpu, &c->keys.params, &c->asg[j], &c->r[j], &c->s[j], NULL),
            CUZK_OK);
        groth16_proof_write(out[j], &p);
        assert_int_equal(groth16_verify(&c->keys.params.vk, &p, c->wit[j].inputs.v + 1, 1, NULL),
                         CUZK_OK);
    }
}

static void same_bytes_together(void **state)
{
    (void)state;
    static const unsigned squarings[] = { TEST_SANITIZED ? 70 : 6, 2000, 1, 62 };
    const size_t sizes = TEST_SANITIZED ? 1 : sizeof squarings / sizeof *squarings;
    const size_t step = TEST_SANITIZED ? MAX_K : 1;
    static const groth16_options options[] = { { .b_g2 = GROTH16_BESIDE_AUTO },
                                               { .b_g2 = GROTH16_BESIDE_OFF,
                                                 .no_read_ahead = true },
                                               { .b_g2 = GROTH16_BESIDE_ON } };
    for (size_t i = 0; i < sizes; i++) {
        uint8_t alone[MAX_K][GROTH16_PROOF_LEN], bytes[GROTH16_PROOF_LEN];
        groth16_proof p[MAX_K];
        chains c;
        work w;
        assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
        chains_make(&c, &w, squarings[i]);
        proofs_alone(alone, &c, &w);
        work_free(&w);
        for (unsigned threads = 1; threads <= 3; threads++) {
            assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
            /* Under a sanitizer 5, 4 and 3: each of the options has its turn. */
            for (size_t k = TEST_SANITIZED ? 6 - threads : 1; k <= MAX_K; k += step) {
                assert_int_equal(groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r,
                                                    c.s, k, &options[k % 3], NULL),
                                 CUZK_OK);
                for (size_t j = 0; j < k; j++) {
                    groth16_proof_write(bytes, &p[j]);
                    assert_memory_equal(bytes, alone[j], sizeof bytes);
                }
                assert_int_equal(atomic_load(&w.mem_used), 0);
            }
            work_free(&w);
        }
        chains_free(&c);
    }
}

/* One of several that is wrong is named, and none is proved. */
static void the_wrong_one_is_named(void **state)
{
    (void)state;
    groth16_proof p[MAX_K];
    cuzk_error err;
    chains c;
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    chains_make(&c, &w, 30);
    chain wrong = c.chain[3];
    wrong.wrong = true;
    const circuit statement = CHAIN_CIRCUIT(&wrong);
    witness_free(&c.wit[3]);
    assert_int_equal(witness_make(&c.wit[3], &w, &statement, NULL, NULL), CUZK_OK);
    witness_assignment(&c.wit[3], &c.asg[3]);
    const size_t held = atomic_load(&w.mem_used);
    assert_int_equal(
        groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r, c.s, 3, NULL, &err),
        CUZK_OK);
    assert_int_equal(
        groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r, c.s, 5, NULL, &err),
        CUZK_NO);
    assert_string_equal(err.code, "unsatisfied");
    assert_int_equal(err.index, 3);
    assert_int_equal(atomic_load(&w.mem_used), held);
    chains_free(&c);
    work_free(&w);
}

/* Not of one circuit, or too many: a fault of ours. */
static void only_one_circuit_at_a_time(void **state)
{
    (void)state;
    const assignment *many[GROTH16_MAX_CIRCUITS + 1];
    fr r[GROTH16_MAX_CIRCUITS + 1] = { { { 0 } } };
    groth16_proof p[GROTH16_MAX_CIRCUITS + 1];
    cuzk_error err;
    chains c, other;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    chains_make(&c, &w, 9);
    chains_make(&other, &w, 8);
    c.all[1] = &other.asg[1];
    assert_int_equal(
        groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r, c.s, 2, NULL, &err),
        CUZK_FAULT);
    assert_string_equal(err.code, "bad-assignment");
    /* The same lengths, one density different. */
    assignment changed = c.asg[1];
    uint64_t bits = changed.b_aux.words[0] ^ 1;
    changed.b_aux.words = &bits;
    c.all[1] = &changed;
    assert_int_equal(
        groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r, c.s, 2, NULL, &err),
        CUZK_FAULT);
    for (size_t j = 0; j <= GROTH16_MAX_CIRCUITS; j++)
        many[j] = &c.asg[0];
    assert_int_equal(groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, many, r, r,
                                        GROTH16_MAX_CIRCUITS + 1, NULL, &err),
                     CUZK_FAULT);
    assert_string_equal(err.code, "too-many-circuits");
    if (!TEST_THREAD_SANITIZED) /* one thread, and many proofs */
        assert_int_equal(groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, many, r, r,
                                            GROTH16_MAX_CIRCUITS, NULL, &err),
                         CUZK_OK);
    chains_free(&c);
    chains_free(&other);
    work_free(&w);
}

/* Cancelled at any time: both sides stop, and nothing is left. */
typedef struct stopper {
    work *w;
    uint64_t at;
} stopper;

static void stop(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    stopper *s = ctx;
    (void)phase, (void)total;
    if (done >= s->at)
        atomic_store(&s->w->cancelled, true);
}

static void cancelling_two_at_once(void **state)
{
    (void)state;
    const groth16_options on = { .b_g2 = GROTH16_BESIDE_ON };
    groth16_proof p[2];
    chains c;
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    const unsigned squarings = TEST_SANITIZED ? 100 : 500;
    chains_make(&c, &w, squarings);
    const size_t held = atomic_load(&w.mem_used);
    for (uint64_t at = 0; at < 16 * squarings; at += (TEST_SANITIZED ? 4 : 2) * squarings) {
        stopper s = { &w, at };
        w.progress = stop;
        w.progress_ctx = &s;
        cuzk_status status =
            groth16_prove_many(p, &w, &accel_cpu, &c.keys.params, c.all, c.r, c.s, 2, &on, NULL);
        assert_true(status == CUZK_INTERRUPTED || (status == CUZK_OK && at > 0));
        assert_int_equal(atomic_load(&w.mem_used), held);
        atomic_store(&w.cancelled, false);
    }
    w.progress = NULL;
    chains_free(&c);
    work_free(&w);
}

/* The share of the threads: none of one, never all, more for more. */
static void threads_beside(void **state)
{
    (void)state;
    unsigned before = 0;
    const chain c = { .squarings = 1000, .x = 5, .public = true };
    const circuit statement = CHAIN_CIRCUIT(&c);
    assignment counted;
    const assignment *asg = &counted;
    witness wit;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(witness_make(&wit, &w, &statement, NULL, NULL), CUZK_OK);
    witness_assignment(&wit, &counted);
    for (unsigned threads = 1; threads <= 256; threads++) {
        unsigned on = groth16_beside_threads(asg, 10, threads, GROTH16_BESIDE_ON);
        unsigned by_cost = groth16_beside_threads(asg, 10, threads, GROTH16_BESIDE_AUTO);
        assert_int_equal(groth16_beside_threads(asg, 10, threads, GROTH16_BESIDE_OFF), 0);
        assert_true(threads == 1 ? on == 0 : on >= 1 && on < threads);
        assert_true(by_cost == 0 || by_cost == on);
        assert_true(by_cost >= before);
        before = by_cost;
    }
    /* A chain is all wide: of its additions three of seven are in G2. */
    assert_in_range(before, 100, 120);
    /* A huge H leaves it no thread of few. */
    assert_int_equal(groth16_beside_threads(asg, 22, 16, GROTH16_BESIDE_AUTO), 0);
    assert_int_equal(groth16_beside_threads(asg, 22, 16, GROTH16_BESIDE_ON), 1);
    witness_free(&wit);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_together),
        cmocka_unit_test(the_wrong_one_is_named),
        cmocka_unit_test(only_one_circuit_at_a_time),
        cmocka_unit_test(cancelling_two_at_once),
        cmocka_unit_test(threads_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
