/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How jobs end other than well, and who is told. */
#include "asking.h"
#include "test.h"

#include <unistd.h>

static void cancel(asking *a, const char *id, bool expected)
{
    bool running;

    assert_int_equal(engine_cancel(a->e, id, &running, NULL), CUZK_OK);
    assert_int_equal(running, expected);
}

/* Cancels "x", which stands still wherever `paused` holds it, and proves "y" afterwards. */
static void cancel_paused(asking *a, atomic_bool *paused)
{
    atomic_store(paused, true);
    assert_int_equal(ask(a, "x", 0, 1, NULL, NULL), CUZK_OK);
    wait_until(&a->toy.pausing, 1);
    cancel(a, "x", true);
    assert_int_equal(await(a, "x").state, JOB_CANCELLED);
    cancel(a, "x", false);
    while (atomic_load(&a->toy.pausing))
        usleep(200);
    atomic_store(paused, false);
    assert_int_equal(ask(a, "y", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(a, "y").state, JOB_COMPLETED);
    assert_int_equal(ask(a, "x", 0, 1, NULL, NULL), CUZK_OK); /* and the same anew */
    assert_int_equal(await(a, "x").state, JOB_COMPLETED);
    asking_end(a);
}

static void cancelled_while_opened(void **state)
{
    (void)state;
    asking a;
    asking_begin(&a, 2, 3, 0, NULL);
    cancel_paused(&a, &a.toy.pause_open);
}

static void cancelled_while_loading(void **state)
{
    (void)state;
    asking a;
    asking_begin(&a, 2, 3, 0, NULL);
    cancel_paused(&a, &a.toy.pause_load);
}

static void cancelled_while_synthesised(void **state)
{
    (void)state;
    asking a;
    asking_begin(&a, 2, 3, 0, NULL);
    cancel_paused(&a, &a.toy.pause_step);
}

static void cancelled_while_proved(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 1, 400, 1000, NULL);
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.proves, 1);
    const unsigned ran = a.toy.n_ran;
    cancel(&a, "x", true);
    assert_int_equal(await(&a, "x").state, JOB_CANCELLED);
    asking_end(&a);
    assert_in_range(a.toy.n_ran, ran, ran + 200); /* of 400: it stopped in the middle */
}

static void cancelled_while_queued_or_held(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 1, 10, 0, NULL);
    a.toy.pause_step = true;
    assert_int_equal(ask(&a, "n", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    assert_int_equal(ask(&a, "q", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    cancel(&a, "q", true); /* queued */
    assert_int_equal(await(&a, "q").state, JOB_CANCELLED);
    assert_int_equal(ask(&a, "c", PRIORITY_CRITICAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 2);
    cancel(&a, "n", true); /* held at its gate, once its chunk is over */
    cancel(&a, "c", true);
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "n").state, JOB_CANCELLED);
    assert_int_equal(await(&a, "c").state, JOB_CANCELLED);
    assert_int_equal(a.toy.opens, 2);
    asking_end(&a);
}

/* One runner, held in the job "runs"; "waits" is queued. */
static void one_runs_one_waits(asking *a)
{
    asking_begin(a, 1, 10, 0, NULL);
    a->toy.pause_step = true;
    assert_int_equal(ask(a, "runs", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a->toy.pausing, 1);
    assert_int_equal(ask(a, "waits", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
}

static void only_the_queued_are_withdrawn(void **state)
{
    (void)state;
    asking a;

    one_runs_one_waits(&a);
    engine_withdraw(a.e, "waits");
    engine_withdraw(a.e, "runs");
    engine_withdraw(a.e, "nobody");
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "waits").state, JOB_CANCELLED);
    assert_int_equal(await(&a, "runs").state, JOB_COMPLETED);
    assert_int_equal(a.toy.opens, 1);
    asking_end(&a);
}

static void all_are_cancelled_at_once(void **state)
{
    (void)state;
    asking a;

    one_runs_one_waits(&a);
    assert_false(engine_draining(a.e));
    assert_false(engine_drain(a.e, 1));
    assert_true(engine_draining(a.e));
    engine_cancel_all(a.e);
    assert_true(engine_drain(a.e, 1000));
    assert_int_equal(await(&a, "runs").state, JOB_CANCELLED);
    assert_int_equal(await(&a, "waits").state, JOB_CANCELLED);
    asking_end(&a);
}

static void cancelled_while_batching(void **state)
{
    (void)state;
    const engine_options o = { .max_batch_size = 3, .max_batch_wait_ms = 600000 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.may_batch = true;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(ask(&a, "y", 0, 2, NULL, NULL), CUZK_OK);
    cancel(&a, "x", true);
    assert_int_equal(await(&a, "x").state, JOB_CANCELLED);
    assert_int_equal(a.toy.opens, 0);
    assert_true(engine_drain(a.e, 60000));
    assert_int_equal(await(&a, "y").proof[0], 2);
    asking_end(&a);
}

static void cancelled_while_short_of_memory(void **state)
{
    (void)state;
    /* One takes 10 + 8 + 20 bytes. */
    const engine_options o = { .memory_budget = 45 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.pause_step = true;
    assert_int_equal(ask(&a, "x", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    assert_int_equal(ask(&a, "y", PRIORITY_CRITICAL, 1, NULL, NULL), CUZK_OK);
    usleep(2000);
    assert_int_equal(a.toy.opens, 1);
    cancel(&a, "y", true);
    assert_int_equal(await(&a, "y").state, JOB_CANCELLED);
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    asking_end(&a);
}

static void count_call(void *ctx, const engine_result *r)
{
    assert_int_equal(r->state, JOB_COMPLETED);
    atomic_fetch_add((atomic_uint *)ctx, 1);
}

static void a_thousand_wait_and_some_give_up(void **state)
{
    (void)state;
    enum { WAITS = 1000 };
    asking a;
    static engine_wait *wait[WAITS];
    atomic_uint calls = 0;

    asking_begin(&a, 1, 1, 0, NULL);
    a.toy.pause_step = true;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    for (unsigned i = 0; i < WAITS; i++)
        assert_int_equal(engine_await(a.e, "x", count_call, &calls, &wait[i], NULL), CUZK_OK);
    for (unsigned i = 0; i < WAITS; i += 4)
        assert_true(engine_await_end(a.e, wait[i])); /* their time was over */
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    wait_until(&calls, WAITS / 4 * 3);
    for (unsigned i = 0; i < WAITS; i++)
        if (i % 4)
            assert_false(engine_await_end(a.e, wait[i]));
    assert_int_equal(calls, WAITS / 4 * 3);
    asking_end(&a);
}

static void draining_takes_no_more(void **state)
{
    (void)state;
    asking a;
    cuzk_error err;
    engine_ticket t;

    asking_begin(&a, 1, 1, 0, NULL);
    a.toy.pause_step = true;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_false(engine_drain(a.e, 5));
    assert_int_equal(ask(&a, "y", 0, 1, NULL, &err), CUZK_INTERRUPTED);
    assert_string_equal(err.code, "draining");
    assert_int_equal(ask(&a, "x", 0, 1, &t, NULL), CUZK_OK);
    assert_true(t.attached);
    a.toy.pause_step = false;
    assert_true(engine_drain(a.e, 60000));
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    asking_end(&a);
}

static void freeing_ends_what_is_left(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 2, 5, 0, NULL);
    a.toy.pause_step = true;
    for (int i = 0; i < 5; i++)
        assert_int_equal(ask(&a, "", (engine_priority)i, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    asking_end(&a);
}

static void results_are_kept_by_number(void **state)
{
    (void)state;
    const engine_options o = { .keep_results = 2 };
    asking a;
    engine_wait *wait;
    char id[16];

    asking_begin(&a, 1, 1, 0, &o);
    for (int i = 0; i < 4; i++) {
        snprintf(id, sizeof id, "j%d", i);
        assert_int_equal(ask(&a, id, 0, 1, NULL, NULL), CUZK_OK);
        assert_int_equal(await(&a, id).state, JOB_COMPLETED);
    }
    assert_int_equal(engine_await(a.e, "j0", NULL, NULL, &wait, NULL), CUZK_NO);
    assert_int_equal(await(&a, "j3").state, JOB_COMPLETED);
    asking_end(&a);
}

static void results_are_kept_for_a_time(void **state)
{
    (void)state;
    enum { MS = 200 };
    const engine_options o = { .keep_results = 10, .keep_results_ms = MS };
    asking a;
    engine_wait *wait;
    engine_ticket t;

    asking_begin(&a, 1, 1, 0, &o);
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    usleep(1000 * (MS + 1));
    assert_int_equal(engine_await(a.e, "x", NULL, NULL, &wait, NULL), CUZK_NO);
    assert_int_equal(ask(&a, "x", 0, 1, &t, NULL), CUZK_OK); /* nothing to attach to */
    assert_false(t.attached);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    assert_int_equal(ask(&a, "x", 0, 1, &t, NULL), CUZK_OK);
    assert_true(t.attached);
    assert_int_equal(a.toy.proved, 2);
    asking_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelled_while_opened),
        cmocka_unit_test(cancelled_while_loading),
        cmocka_unit_test(cancelled_while_synthesised),
        cmocka_unit_test(cancelled_while_proved),
        cmocka_unit_test(cancelled_while_queued_or_held),
        cmocka_unit_test(only_the_queued_are_withdrawn),
        cmocka_unit_test(all_are_cancelled_at_once),
        cmocka_unit_test(cancelled_while_batching),
        cmocka_unit_test(cancelled_while_short_of_memory),
        cmocka_unit_test(a_thousand_wait_and_some_give_up),
        cmocka_unit_test(draining_takes_no_more),
        cmocka_unit_test(freeing_ends_what_is_left),
        cmocka_unit_test(results_are_kept_by_number),
        cmocka_unit_test(results_are_kept_for_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
