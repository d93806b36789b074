/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A job is its id and the digest of what is asked. */
#include "asking.h"
#include "test.h"

static void the_digest_sees_every_field_but_id_and_priority(void **state)
{
    (void)state;
    const cuzk_bytes two[2] = { { "ab", 2, NULL }, { "c", 1, NULL } };
    const cuzk_bytes cut[2] = { { "a", 1, NULL }, { "bc", 2, NULL } };
    const engine_request q = {
        .id = "x", .kind = CUZK_KIND_WINDOW, .vanilla = two, .n_vanilla = 2
    };
    engine_request other[10];
    uint8_t first[32], digest[32];

    for (int i = 0; i < 10; i++)
        other[i] = q;
    other[0].kind = CUZK_KIND_WINNING;
    other[1].sector_size = 1;
    other[2].registered_proof = 1;
    other[3].sector_number = 1;
    other[4].miner_id = 1;
    other[5].partition_index = 1;
    other[6].vanilla = cut;
    other[7].n_vanilla = 1;
    other[8].randomness = (cuzk_bytes) { "r", 1, NULL };
    other[9].comm_d_new = (cuzk_bytes) { "r", 1, NULL };
    engine_request_digest(first, &q);
    for (int i = 0; i < 10; i++) {
        engine_request_digest(digest, &other[i]);
        assert_memory_not_equal(digest, first, 32);
    }
    other[0] = q;
    other[0].id = "y";
    other[0].priority = PRIORITY_LOW;
    engine_request_digest(digest, &other[0]);
    assert_memory_equal(digest, first, 32);
}

static void kinds_have_priorities(void **state)
{
    (void)state;
    engine_request q = { .kind = CUZK_KIND_WINNING };
    assert_int_equal(engine_request_priority(&q), PRIORITY_CRITICAL);
    q.kind = CUZK_KIND_WINDOW;
    assert_int_equal(engine_request_priority(&q), PRIORITY_HIGH);
    q.kind = CUZK_KIND_POREP;
    assert_int_equal(engine_request_priority(&q), PRIORITY_NORMAL);
    q.priority = PRIORITY_LOW;
    assert_int_equal(engine_request_priority(&q), PRIORITY_LOW);
    q.priority = (engine_priority)77;
    assert_int_equal(engine_request_priority(&q), PRIORITY_NORMAL);
}

static void the_same_again_attaches(void **state)
{
    (void)state;
    asking a;
    engine_ticket t;

    asking_begin(&a, 2, 3, 1000, NULL);
    assert_int_equal(ask(&a, "a", 0, 5, &t, NULL), CUZK_OK);
    assert_string_equal(t.id, "a");
    assert_false(t.attached);
    assert_int_equal(ask(&a, "a", PRIORITY_HIGH, 5, &t, NULL), CUZK_OK);
    assert_true(t.attached);
    answer r = await(&a, "a");
    assert_int_equal(r.state, JOB_COMPLETED);
    assert_int_equal(r.proof_len, 2 * CUZK_PROOF_LEN);
    assert_int_equal(r.proof[0], 5);
    assert_int_equal(r.proof[CUZK_PROOF_LEN], 6);
    assert_int_equal(ask(&a, "a", 0, 5, &t, NULL), CUZK_OK); /* finished, too */
    assert_true(t.attached);
    assert_int_equal(await(&a, "a").state, JOB_COMPLETED);
    assert_int_equal(a.toy.opens, 1);
    asking_end(&a);
}

static void other_bytes_wait_for_the_end(void **state)
{
    (void)state;
    asking a;
    engine_ticket t;
    cuzk_error err;

    asking_begin(&a, 1, 20, 1000, NULL);
    assert_int_equal(ask(&a, "a", 0, 5, NULL, NULL), CUZK_OK);
    assert_int_equal(ask(&a, "a", 0, 6, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "job-exists");
    assert_int_equal(await(&a, "a").proof[0], 5);
    assert_int_equal(ask(&a, "a", 0, 6, &t, NULL), CUZK_OK);
    assert_false(t.attached);
    assert_int_equal(await(&a, "a").proof[0], 6);
    asking_end(&a);
}

static void what_failed_is_proved_anew(void **state)
{
    (void)state;
    asking a;
    engine_ticket t;

    asking_begin(&a, 1, 1, 0, NULL);
    a.toy.fail_open = 1;
    assert_int_equal(ask(&a, "a", 0, 5, NULL, NULL), CUZK_OK);
    answer r = await(&a, "a");
    assert_int_equal(r.state, JOB_FAILED);
    assert_string_equal(r.code, "bad-toy");
    a.toy.fail_open = 0;
    assert_int_equal(ask(&a, "a", 0, 5, &t, NULL), CUZK_OK);
    assert_false(t.attached);
    assert_int_equal(await(&a, "a").state, JOB_COMPLETED);
    asking_end(&a);
}

static void without_an_id_one_is_drawn(void **state)
{
    (void)state;
    asking a;
    engine_ticket t, other;

    asking_begin(&a, 1, 1, 0, NULL);
    assert_int_equal(ask(&a, "", 0, 5, &t, NULL), CUZK_OK);
    assert_int_equal(ask(&a, "", 0, 5, &other, NULL), CUZK_OK);
    assert_int_equal(strlen(t.id), 36);
    assert_int_equal(t.id[14], '4');
    assert_string_not_equal(t.id, other.id);
    assert_int_equal(await(&a, t.id).state, JOB_COMPLETED);
    assert_int_equal(await(&a, other.id).state, JOB_COMPLETED);
    asking_end(&a);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    asking a;
    cuzk_error err;
    char id[ENGINE_ID_MAX + 1];
    engine_wait *wait;
    bool running;
    engine_request q = { .id = "x", .kind = CUZK_KIND_POREP, .sector_size = 7 };
    engine_ticket t;

    asking_begin(&a, 1, 1, 0, NULL);
    memset(id, 'i', ENGINE_ID_MAX);
    id[ENGINE_ID_MAX] = 0;
    assert_int_equal(ask(&a, id, 0, 5, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "bad-id");
    id[ENGINE_ID_MAX - 1] = 0;
    assert_int_equal(ask(&a, id, 0, 5, NULL, &err), CUZK_OK);
    assert_int_equal(engine_submit(a.e, &q, (engine_body) { 0 }, &t, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-size");
    q.kind = (cuzk_kind)5;
    assert_int_equal(engine_submit(a.e, &q, (engine_body) { 0 }, &t, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-kind");
    assert_int_equal(engine_await(a.e, "nobody", NULL, NULL, &wait, &err), CUZK_NO);
    assert_string_equal(err.code, "no-job");
    assert_int_equal(engine_cancel(a.e, "nobody", &running, &err), CUZK_NO);
    asking_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_digest_sees_every_field_but_id_and_priority),
        cmocka_unit_test(kinds_have_priorities),
        cmocka_unit_test(the_same_again_attaches),
        cmocka_unit_test(other_bytes_wait_for_the_end),
        cmocka_unit_test(what_failed_is_proved_anew),
        cmocka_unit_test(without_an_id_one_is_drawn),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
