/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is counted by circuit: each alone, and never more of them than there is room for. */
#include "asking.h"
#include "test.h"

static void prove(asking *a, unsigned sector, engine_state expected)
{
    char id[16];

    snprintf(id, sizeof id, "s%u", sector);
    assert_int_equal(ask(a, id, 0, sector, NULL, NULL), CUZK_OK);
    assert_int_equal(await(a, id).state, expected);
}

static void each_alone(void **state)
{
    asking a;
    (void)state;

    asking_begin(&a, 1, 1, 0, NULL);
    engine_snapshot *s = engine_snapshot_take(a.e);
    assert_non_null(s);
    assert_int_equal(s->n_circuits, 0);
    engine_snapshot_free(s);

    prove(&a, 1, JOB_COMPLETED);
    prove(&a, 2, JOB_COMPLETED);
    a.kind = CUZK_KIND_WINNING;
    a.toy.fail_partition = 0;
    prove(&a, 3, JOB_FAILED);
    s = engine_snapshot_take(a.e);
    assert_non_null(s);
    assert_int_equal(s->n_circuits, 2);
    char winning[16], porep[16];
    snprintf(porep, sizeof porep, "toy-%d", CUZK_KIND_POREP);
    snprintf(winning, sizeof winning, "toy-%d", CUZK_KIND_WINNING);
    assert_string_equal(s->circuit[0].circuit_id, porep);
    assert_int_equal(s->circuit[0].completed, 2);
    assert_int_equal(s->circuit[0].failed, 0);
    assert_int_equal(s->circuit[0].duration.count, 2);
    assert_true(s->circuit[0].duration.sum > 0);
    assert_string_equal(s->circuit[1].circuit_id, winning);
    assert_int_equal(s->circuit[1].completed, 0);
    assert_int_equal(s->circuit[1].failed, 1);
    assert_int_equal(s->circuit[1].duration.count, 0);
    engine_snapshot_free(s);
    asking_end(&a);
}

static void never_too_many(void **state)
{
    const unsigned more = 5;
    asking a;
    (void)state;

    asking_begin(&a, 1, 1, 0, NULL);
    a.toy.many_circuits = true;
    for (unsigned i = 0; i < CIRCUITS_MAX + more; i++)
        prove(&a, i, JOB_COMPLETED);
    engine_snapshot *s = engine_snapshot_take(a.e);
    assert_non_null(s);
    assert_int_equal(s->n_circuits, CIRCUITS_MAX);
    for (unsigned i = 0; i + 1 < CIRCUITS_MAX; i++)
        assert_int_equal(s->circuit[i].completed, 1);
    assert_string_equal(s->circuit[CIRCUITS_MAX - 1].circuit_id, "other");
    assert_int_equal(s->circuit[CIRCUITS_MAX - 1].completed, 1 + more);
    engine_snapshot_free(s);
    asking_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_alone),
        cmocka_unit_test(never_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
