/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Each allocation of a job's way fails once (the program is linked with --wrap): the job is refused
 * or fails, its memory is given back, and the next one is proved. */
#include "asking.h"
#include "test.h"

#include <unistd.h>

void *__real_malloc(size_t len);
void *__real_calloc(size_t n, size_t size);
void *__wrap_malloc(size_t len);
void *__wrap_calloc(size_t n, size_t size);

static atomic_int until_failure = -1; /* allocations that still succeed; below 0: all do */

static bool fails(void)
{
    return atomic_load(&until_failure) >= 0 && atomic_fetch_sub(&until_failure, 1) == 0;
}

void *__wrap_malloc(size_t len)
{
    return fails() ? NULL : __real_malloc(len);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

typedef struct outcome {
    atomic_uint calls;
    engine_state state;
    char code[32];
} outcome;

static void done(void *ctx, const engine_result *r)
{
    outcome *o = ctx;

    o->state = r->state;
    snprintf(o->code, sizeof o->code, "%s", r->error->code);
    atomic_fetch_add(&o->calls, 1);
}

/* True when allocation n was reached. */
static bool one_job(engine *e, int n)
{
    const cuzk_bytes file = { "c1", 2, NULL };
    const engine_request q = {
        .id = "x", .kind = CUZK_KIND_POREP, .vanilla = &file, .n_vanilla = 1
    };
    engine_ticket t;
    engine_wait *wait = NULL;
    outcome o = { .calls = 0 };
    cuzk_error err;
    bool running;

    atomic_store(&until_failure, n);
    if (engine_submit(e, &q, (engine_body) { 0 }, &t, &err) != CUZK_OK) {
        assert_int_equal(err.status, CUZK_NO_RESOURCES);
    } else if (engine_await(e, "x", done, &o, &wait, &err) != CUZK_OK) {
        assert_int_equal(err.status, CUZK_NO_RESOURCES);
        assert_int_equal(engine_cancel(e, "x", &running, NULL), CUZK_OK);
    } else {
        while (!atomic_load(&o.calls))
            usleep(100);
        if (wait)
            assert_false(engine_await_end(e, wait));
        if (o.state == JOB_FAILED)
            assert_string_equal(o.code, "out-of-memory");
        else
            assert_int_equal(o.state, JOB_COMPLETED);
    }
    const bool reached = atomic_exchange(&until_failure, -1) < 0;
    return reached;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    asking a;
    int n = 0;

    for (bool reached = true; reached; n++) {
        asking_begin(&a, 2, 1, 0, NULL);
        reached = one_job(a.e, n);
        assert_int_equal(ask(&a, "y", 0, 1, NULL, NULL), CUZK_OK);
        assert_int_equal(await(&a, "y").state, JOB_COMPLETED);
        asking_end(&a);
        assert_true(n < 1000);
    }
    assert_in_range(n, 8, 100);
}

/* Of three that are proved together one fails at most, and none for want of memory to prove all. */
static void each_allocation_of_a_batch_may_fail(void **state)
{
    (void)state;
    static const char *const ids[] = { "a", "b", "c" };
    static const engine_options o = { .max_batch_size = 3, .max_batch_wait_ms = 600000 };
    bool reached = true, split = false;

    for (int n = 0; reached; n++) {
        asking a;
        unsigned done = 0;

        asking_begin(&a, 1, 1, 0, &o);
        a.toy.may_batch = true;
        a.toy.pause_open = true; /* until all are there */
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(ask(&a, ids[i], 0, i, NULL, NULL), CUZK_OK);
        atomic_store(&until_failure, n);
        a.toy.pause_open = false;
        assert_true(engine_drain(a.e, 60000));
        reached = atomic_exchange(&until_failure, -1) < 0;
        for (unsigned i = 0; i < 3; i++)
            done += await(&a, ids[i]).state == JOB_COMPLETED;
        assert_in_range(done, 2, 3);
        split = split || a.toy.proves == 4;
        if (a.toy.proves == 4)
            assert_int_equal(done, 3);
        asking_end(&a);
        assert_true(n < 1000);
    }
    assert_true(split);
}

static void a_snapshot_may_be_refused(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 2, 1, 0, NULL);
    assert_int_equal(ask(&a, "y", 0, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "y").state, JOB_COMPLETED);
    int n = 0;
    engine_snapshot *s;
    do {
        atomic_store(&until_failure, n++);
        s = engine_snapshot_take(a.e);
        engine_snapshot_free(s);
    } while (!s);
    atomic_store(&until_failure, -1);
    assert_in_range(n, 3, 20);
    asking_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(each_allocation_of_a_batch_may_fail),
        cmocka_unit_test(a_snapshot_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
