/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One budget for everything. A job of the toy holds 10 bytes, a witness 5; 3 more are needed to
 * make it, 20 to prove it: 38 in all. Every asking_end asserts that no more was ever used than
 * allowed. */
#include "asking.h"
#include "test.h"

static void what_can_never_fit_is_refused(void **state)
{
    (void)state;
    engine_options o = { .memory_budget = 37 };
    asking a;
    cuzk_error err;

    asking_begin(&a, 3, 1, 0, &o);
    assert_int_equal(ask(&a, "x", 0, 1, NULL, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-budget");
    asking_end(&a);
    o.memory_budget = 38;
    asking_begin(&a, 3, 1, 0, &o);
    assert_int_equal(ask_with_body(&a, "x", 0, 1, 1, NULL, &err), CUZK_NO_RESOURCES);
    assert_int_equal(ask(&a, "x", 0, 1, NULL, &err), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    a.toy.plan.params_bytes = 1;
    assert_int_equal(ask(&a, "y", 0, 1, NULL, &err), CUZK_NO_RESOURCES);
    a.toy.plan.params_bytes = 0;
    asking_end(&a);
}

static void the_reserve_is_for_critical_jobs(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 70, .critical_reserve = 33 };
    asking a;
    cuzk_error err;

    asking_begin(&a, 1, 1, 0, &o);
    assert_int_equal(ask(&a, "x", PRIORITY_HIGH, 1, NULL, &err), CUZK_NO_RESOURCES);
    assert_int_equal(ask(&a, "x", PRIORITY_CRITICAL, 1, NULL, &err), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    asking_end(&a);
}

/* Two proofs do not fit: the held one is made first, although it is less urgent. */
static void a_held_proof_that_has_the_memory_is_made_first(void **state)
{
    (void)state;
    enum { CHUNKS = 20 };
    const engine_options o = { .memory_budget = 60 };
    asking a;

    asking_begin(&a, 1, CHUNKS, 1000, &o);
    a.toy.allowed = 60;
    a.toy.prove_slowly = 5;
    assert_int_equal(ask(&a, "n", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.n_ran, CHUNKS + 2); /* it is being proved */
    a.toy.pause_step = true;
    assert_int_equal(ask(&a, "h", PRIORITY_HIGH, 2, NULL, NULL), CUZK_OK);
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "h").state, JOB_COMPLETED);
    assert_int_equal(await(&a, "n").state, JOB_COMPLETED);
    const char *ran = a.toy.ran, *h = strchr(ran, 'h');
    unsigned of_h = 0;
    for (const char *last = strrchr(ran, 'n'); h && h < last; h++)
        of_h += *h == 'h';
    assert_int_equal(of_h, CHUNKS); /* its synthesis, for which n was held */
    assert_int_equal(a.toy.over, 0);
    asking_end(&a);
}

static void a_body_is_reserved_before_it_comes(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 100 };
    asking a;
    cuzk_error err;
    engine_snapshot *s;

    asking_begin(&a, 1, 1, 0, &o);
    assert_int_equal(engine_reserve(a.e, 101, &err), CUZK_NO_RESOURCES);
    assert_int_equal(engine_reserve(a.e, UINT64_MAX, &err), CUZK_NO_RESOURCES);
    assert_int_equal(engine_reserve(a.e, 60, &err), CUZK_OK);
    assert_int_equal(engine_reserve(a.e, 41, &err), CUZK_NO_RESOURCES);
    engine_unreserve(a.e, 60);
    a.toy.pause_step = true;
    assert_int_equal(ask_with_body(&a, "x", 0, 1, 20, NULL, &err), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    s = engine_snapshot_take(a.e);
    assert_int_equal(s->memory_budget, 100);
    assert_int_equal(s->memory_used, 20 + 10 + 8);
    engine_snapshot_free(s);
    /* 20 are kept for the proof of x. */
    assert_int_equal(engine_reserve(a.e, 43, &err), CUZK_NO_RESOURCES);
    assert_int_equal(engine_reserve(a.e, 42, &err), CUZK_OK);
    a.toy.pause_step = false;
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    engine_unreserve(a.e, 42);
    s = engine_snapshot_take(a.e);
    assert_int_equal(s->memory_used, 0);
    engine_snapshot_free(s);
    asking_end(&a);
}

static void the_queue_is_bounded(void **state)
{
    (void)state;
    const engine_options o = { .max_queued = 2 };
    asking a;
    cuzk_error err;
    engine_ticket t;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.pause_open = true;
    assert_int_equal(ask(&a, "x", 0, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    assert_int_equal(ask(&a, "y", 0, 1, &t, NULL), CUZK_OK);
    assert_int_equal(t.queue_position, 0);
    assert_int_equal(ask(&a, "z", 0, 1, &t, NULL), CUZK_OK);
    assert_int_equal(t.queue_position, 1);
    assert_int_equal(ask(&a, "w", 0, 1, NULL, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "queue-full");
    a.toy.pause_open = false;
    assert_int_equal(await(&a, "z").state, JOB_COMPLETED);
    asking_end(&a);
}

/* A large job that waits is not passed by small ones that come after it, of its level or below. */
static void small_jobs_do_not_starve_a_large_one(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 140 };
    asking a;
    char id[16];

    asking_begin(&a, 1, 4, 500, &o);
    for (int i = 0; i < 3; i++) {
        snprintf(id, sizeof id, "s%d", i);
        assert_int_equal(ask(&a, id, 0, 1, NULL, NULL), CUZK_OK);
    }
    assert_int_equal(ask_with_body(&a, "L", 0, 1, 90, NULL, NULL), CUZK_OK);
    for (int i = 3; i < 12; i++) {
        snprintf(id, sizeof id, "s%d", i);
        assert_int_equal(ask(&a, id, i % 2 ? PRIORITY_NORMAL : PRIORITY_LOW, 1, NULL, NULL),
                         CUZK_OK);
    }
    assert_int_equal(await(&a, "L").state, JOB_COMPLETED);
    for (int i = 0; i < 12; i++) {
        snprintf(id, sizeof id, "s%d", i);
        assert_int_equal(await(&a, id).state, JOB_COMPLETED);
    }
    assert_int_equal(strchr(a.toy.order, 'L') - a.toy.order, 3);
    asking_end(&a);
}

typedef struct loaded {
    atomic_uint calls;
    cuzk_status status;
    bool already;
} loaded;

static void on_loaded(void *ctx, cuzk_status s, const cuzk_error *err, bool already, uint64_t ms)
{
    loaded *l = ctx;

    (void)err;
    (void)ms;
    l->status = s;
    l->already = already;
    atomic_fetch_add(&l->calls, 1);
}

static void parameters_are_part_of_it(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 100, .evict_idle_ms = 600000 };
    asking a;
    loaded l = { 0 };
    cuzk_error err;
    bool was;
    uint64_t freed;

    asking_begin(&a, 2, 1, 0, &o);
    a.toy.plan.params_bytes = 101;
    assert_int_equal(engine_preload(a.e, "toy-1", on_loaded, &l, &err), CUZK_NO_RESOURCES);
    assert_int_equal(engine_preload(a.e, "other", on_loaded, &l, &err), CUZK_BAD_INPUT);
    a.toy.plan.params_bytes = 62;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(engine_preload(a.e, "toy-1", on_loaded, &l, &err), CUZK_OK);
        wait_until(&l.calls, i + 1);
        assert_int_equal(l.status, CUZK_OK);
        assert_int_equal(l.already, i == 1);
    }
    /* With them nothing else fits: they make room, though not idle for long, and are loaded. */
    assert_int_equal(ask(&a, "x", 0, 1, NULL, &err), CUZK_OK);
    assert_int_equal(await(&a, "x").state, JOB_COMPLETED);
    assert_int_equal(a.toy.held, 62);
    assert_int_equal(engine_evict(a.e, "toy-1", &was, &freed, &err), CUZK_OK);
    assert_true(was);
    assert_int_equal(freed, 62);
    assert_int_equal(engine_evict(a.e, "toy-1", &was, &freed, &err), CUZK_OK);
    assert_false(was);
    asking_end(&a);
}

static uint64_t used_now(engine *e)
{
    engine_snapshot *s = engine_snapshot_take(e);
    assert_non_null(s);
    const uint64_t used = s->memory_used;
    engine_snapshot_free(s);
    return used;
}

/* While they are loaded and afterwards. */
static void parameters_count_once(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 100 };
    asking a;
    loaded l = { 0 };

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.plan.params_bytes = 62;
    a.toy.pause_load = true;
    assert_int_equal(engine_preload(a.e, "toy-1", on_loaded, &l, NULL), CUZK_OK);
    wait_until(&a.toy.pausing, 1);
    assert_int_equal(used_now(a.e), 62);
    a.toy.pause_load = false;
    wait_until(&l.calls, 1);
    assert_int_equal(l.status, CUZK_OK);
    assert_int_equal(used_now(a.e), 62);
    asking_end(&a);
}

/* The first is held while it loads, the second waits. */
static void hold_two_preloads(asking *a, loaded *l)
{
    a->toy.pause_load = true;
    assert_int_equal(engine_preload(a->e, "toy-1", on_loaded, l, NULL), CUZK_OK);
    assert_int_equal(engine_preload(a->e, "toy-2", on_loaded, l, NULL), CUZK_OK);
    wait_until(&a->toy.pausing, 1);
}

/* Nobody waits for a hundred gigabytes that no job will use. */
static void a_drained_engine_loads_nothing(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 100 };
    asking a;
    loaded l = { 0 };

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.plan.params_bytes = 62;
    hold_two_preloads(&a, &l);
    assert_true(engine_drain(a.e, 0));
    wait_until(&l.calls, 2);
    assert_int_equal(l.status, CUZK_INTERRUPTED);
    assert_int_equal(used_now(a.e), 0);
    assert_int_equal(engine_preload(a.e, "toy-1", on_loaded, &l, NULL), CUZK_INTERRUPTED);
    asking_end(&a);
}

static void a_preload_ends_with_the_engine(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 100 };
    asking a;
    loaded l = { 0 };

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.plan.params_bytes = 10;
    hold_two_preloads(&a, &l);
    asking_end(&a);
    assert_int_equal(l.calls, 2);
    assert_int_equal(l.status, CUZK_INTERRUPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_never_fit_is_refused),
        cmocka_unit_test(the_reserve_is_for_critical_jobs),
        cmocka_unit_test(a_held_proof_that_has_the_memory_is_made_first),
        cmocka_unit_test(a_body_is_reserved_before_it_comes),
        cmocka_unit_test(the_queue_is_bounded),
        cmocka_unit_test(small_jobs_do_not_starve_a_large_one),
        cmocka_unit_test(parameters_are_part_of_it),
        cmocka_unit_test(parameters_count_once),
        cmocka_unit_test(a_drained_engine_loads_nothing),
        cmocka_unit_test(a_preload_ends_with_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
