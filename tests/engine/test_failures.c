/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs that fail: who is to blame fails, the others are made. */
#include "asking.h"
#include "test.h"

static void a_false_proof_is_made_again_once(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 2, 1, 0, NULL);
    a.toy.bad_proofs = 1;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    engine_snapshot *s = engine_snapshot_take(a.e);
    assert_int_equal(s->verify_failed, 1);
    assert_int_equal(s->verify_retried, 1);
    assert_int_equal(s->verified, 2);
    engine_snapshot_free(s);
    asking_end(&a);
}

static void two_false_proofs_of_one_fail_it(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 1, 1, 0, NULL);
    a.toy.bad_proofs = 2;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    const answer r = await(&a, "x");
    assert_int_equal(r.state, JOB_FAILED);
    assert_string_equal(r.code, "self-check");
    assert_int_equal(a.toy.proves, 2);
    asking_end(&a);
}

static void the_first_partition_that_fails_fails_the_job(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 8, 1, 0, NULL);
    a.toy.fail_partition = 2;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    const answer r = await(&a, "x");
    assert_int_equal(r.state, JOB_FAILED);
    assert_string_equal(r.code, "unsatisfied");
    assert_int_equal(a.toy.n_order, 3); /* the rest was dropped */
    asking_end(&a);
}

static void a_prover_without_memory_fails_the_job(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 2, 1, 0, NULL);
    a.toy.fail_prove = 1;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_string_equal(await(&a, "x").code, "out-of-memory");
    a.toy.fail_prove = 0;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    asking_end(&a);
}

static const char *const abcd[] = { "a", "b", "c", "d" };

/* Four that are proved together. */
static void begin_four(asking *a)
{
    static const engine_options o = { .max_batch_size = 4, .max_batch_wait_ms = 600000 };

    asking_begin(a, 1, 1, 0, &o);
    a->toy.may_batch = true;
}

static void ask_four(asking *a)
{
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(ask(a, abcd[i], 0, i, NULL, NULL), CUZK_OK);
}

/* But for one of them, if it is one. */
static void await_four(asking *a, unsigned but)
{
    for (unsigned i = 0; i < 4; i++) {
        const answer r = await(a, abcd[i]);
        assert_int_equal(r.state, i == but ? JOB_FAILED : JOB_COMPLETED);
        if (i != but)
            assert_int_equal(r.proof[0], i);
    }
}

static void a_batch_without_memory_is_proved_one_by_one(void **state)
{
    (void)state;
    asking a;

    begin_four(&a);
    a.toy.prove_most = 1;
    ask_four(&a);
    await_four(&a, 4);
    assert_int_equal(a.toy.biggest_batch, 4);
    assert_int_equal(a.toy.proves, 1 + 4);
    asking_end(&a);
}

static void one_by_one_may_be_too_many(void **state)
{
    (void)state;
    asking a;

    begin_four(&a);
    a.toy.fail_prove = 1;
    ask_four(&a);
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(await(&a, abcd[i]).code, "out-of-memory");
    assert_int_equal(a.toy.proves, 1 + 4);
    asking_end(&a);
}

static void partitions_without_memory_are_proved_singly(void **state)
{
    (void)state;
    static const engine_options o = { .synthesis_lookahead = 3 };
    asking a;

    asking_begin(&a, 8, 1, 0, &o);
    a.toy.prove_most = 1;
    a.toy.chunk_us = 1000;
    a.toy.prove_slowly = 5;
    assert_int_equal(ask(&a, "a", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "a").state, JOB_COMPLETED);
    assert_in_range(a.toy.biggest_batch, 2, 4);
    assert_int_equal(a.toy.proves, 1 + 8);
    asking_end(&a);
}

static void only_the_unsatisfied_one_fails(void **state)
{
    (void)state;
    asking a;

    begin_four(&a);
    a.toy.unsatisfied = 'c';
    ask_four(&a);
    await_four(&a, 2);
    assert_string_equal(await(&a, "c").code, "unsatisfied");
    assert_int_equal(a.toy.proves, 2);
    asking_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_false_proof_is_made_again_once),
        cmocka_unit_test(two_false_proofs_of_one_fail_it),
        cmocka_unit_test(the_first_partition_that_fails_fails_the_job),
        cmocka_unit_test(a_prover_without_memory_fails_the_job),
        cmocka_unit_test(a_batch_without_memory_is_proved_one_by_one),
        cmocka_unit_test(one_by_one_may_be_too_many),
        cmocka_unit_test(partitions_without_memory_are_proved_singly),
        cmocka_unit_test(only_the_unsatisfied_one_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
