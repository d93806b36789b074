/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which job comes when. */
#include "asking.h"
#include "test.h"

#include <unistd.h>

/* How often c stands in ran[from, to). */
static unsigned count_of(const toy *t, char c, unsigned from, unsigned to)
{
    unsigned n = 0;

    for (unsigned i = from; i < to && i < sizeof t->ran; i++)
        n += t->ran[i] == c;
    return n;
}

static void urgent_first_then_first_come(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        engine_priority priority;
    } jobs[] = { { "a", PRIORITY_LOW },    { "b", PRIORITY_NORMAL }, { "c", PRIORITY_CRITICAL },
                 { "d", PRIORITY_NORMAL }, { "e", PRIORITY_HIGH },   { "f", PRIORITY_LOW } };
    asking a;
    engine_ticket t;

    asking_begin(&a, 1, 2, 100, NULL);
    a.toy.pause_open = true;
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(ask(&a, jobs[i].id, jobs[i].priority, i, &t, NULL), CUZK_OK);
        if (i < 3)
            wait_until(&a.toy.pausing, i + 1);
    }
    assert_int_equal(a.toy.pausing, 3); /* a, b and c are being opened; e is begun after c */
    a.toy.pause_open = false;
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(await(&a, jobs[i].id).state, JOB_COMPLETED);
    const char *order = a.toy.order;
    assert_true(strchr(order, 'c') < strchr(order, 'e'));
    assert_true(strchr(order, 'e') < strchr(order, 'd'));
    assert_true(strchr(order, 'b') < strchr(order, 'd'));
    assert_true(strchr(order, 'a') < strchr(order, 'f'));
    assert_true(strchr(order, 'd') < strchr(order, 'f'));
    assert_int_equal(a.toy.opens, 6);
    asking_end(&a);
}

/* From when it was asked for to its end, the others have what they were in the middle of: a chunk
 * in each stage. */
static void critical_overtakes_within_a_chunk(void **state)
{
    (void)state;
    enum { CHUNKS = 60 };
    asking a;

    asking_begin(&a, 2, CHUNKS, 1000, NULL);
    assert_int_equal(ask(&a, "n", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.n_ran, CHUNKS + 6); /* one partition is proved, one synthesised */
    assert_int_equal(ask(&a, "c", PRIORITY_CRITICAL, 2, NULL, NULL), CUZK_OK);
    const unsigned from = a.toy.n_ran;
    assert_int_equal(await(&a, "c").state, JOB_COMPLETED);
    assert_int_equal(await(&a, "n").state, JOB_COMPLETED);
    const unsigned last = (unsigned)(strrchr(a.toy.ran, 'c') - a.toy.ran);
    assert_int_equal(count_of(&a.toy, 'c', 0, last + 1), 4 * CHUNKS);
    assert_in_range(count_of(&a.toy, 'n', from, last), 0, 2);
    assert_int_equal(count_of(&a.toy, 'n', 0, a.toy.n_ran), 4 * CHUNKS);
    asking_end(&a);
}

static void critical_overtakes_an_opening(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 1, 4, 500, NULL);
    a.toy.open_chunks = 40;
    assert_int_equal(ask(&a, "n", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.n_ran, 3);
    assert_int_equal(ask(&a, "c", PRIORITY_CRITICAL, 2, NULL, NULL), CUZK_OK);
    const unsigned from = a.toy.n_ran;
    assert_int_equal(await(&a, "c").state, JOB_COMPLETED);
    assert_int_equal(await(&a, "n").state, JOB_COMPLETED);
    const unsigned last = (unsigned)(strrchr(a.toy.ran, 'c') - a.toy.ran);
    assert_in_range(count_of(&a.toy, 'n', from, last), 0, 1);
    assert_int_equal(count_of(&a.toy, 'c', 0, last + 1), 40 + 2 * 4);
    assert_int_equal(count_of(&a.toy, 'n', 0, a.toy.n_ran), 40 + 2 * 4);
    asking_end(&a);
}

static void equals_do_not_overtake(void **state)
{
    (void)state;
    asking a;

    asking_begin(&a, 1, 40, 500, NULL);
    assert_int_equal(ask(&a, "n", PRIORITY_NORMAL, 1, NULL, NULL), CUZK_OK);
    wait_until(&a.toy.n_ran, 3);
    assert_int_equal(ask(&a, "c", PRIORITY_NORMAL, 2, NULL, NULL), CUZK_OK);
    assert_int_equal(await(&a, "c").state, JOB_COMPLETED);
    const char *ran = a.toy.ran;
    /* c is synthesised when n is, while n is proved. */
    assert_in_range(count_of(&a.toy, 'n', 0, (unsigned)(strchr(ran, 'c') - ran)), 40, 79);
    asking_end(&a);
}

/* What is synthesised waits: no more of it than was asked for. */
static void the_prover_holds_synthesis_back(void **state)
{
    (void)state;
    const engine_options o = { .synthesis_lookahead = 2 };
    asking a;
    engine_snapshot *s;
    unsigned most = 0;

    asking_begin(&a, 8, 1, 2000, &o);
    a.toy.prove_slowly = 5;
    assert_int_equal(ask(&a, "n", 0, 1, NULL, NULL), CUZK_OK);
    do {
        s = engine_snapshot_take(a.e);
        most = s->waiting_for_prover > most ? s->waiting_for_prover : most;
        const bool over = s->kind[0].completed == 1;
        engine_snapshot_free(s);
        if (over)
            break;
        usleep(500);
    } while (true);
    assert_in_range(most, 1, 2);
    asking_end(&a);
}

static void ask_all(asking *a, const char *const *ids, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(ask(a, ids[i], 0, i, NULL, NULL), CUZK_OK);
}

static void await_all(asking *a, const char *const *ids, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const answer r = await(a, ids[i]);
        assert_int_equal(r.state, JOB_COMPLETED);
        assert_int_equal(r.proof[0], i);
    }
}

static const char *const abcd[] = { "a", "b", "c", "d" };

static void a_full_batch_is_proved_at_once(void **state)
{
    (void)state;
    const engine_options o = { .max_batch_size = 4, .max_batch_wait_ms = 600000 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.may_batch = true;
    ask_all(&a, abcd, 4);
    await_all(&a, abcd, 4);
    assert_int_equal(a.toy.proves, 1);
    assert_int_equal(a.toy.biggest_batch, 4);
    asking_end(&a);
}

static void without_batches_each_is_proved_alone(void **state)
{
    (void)state;
    const engine_options o = { .max_batch_size = 1, .max_batch_wait_ms = 600000 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.may_batch = true;
    ask_all(&a, abcd, 4);
    await_all(&a, abcd, 4);
    assert_int_equal(a.toy.proves, 4);
    assert_int_equal(a.toy.biggest_batch, 1);
    asking_end(&a);
}

static void a_batch_waits_no_longer_than_said(void **state)
{
    (void)state;
    const engine_options o = { .max_batch_size = 4, .max_batch_wait_ms = 20 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.may_batch = true;
    ask_all(&a, abcd, 2);
    await_all(&a, abcd, 2);
    asking_end(&a);
}

/* One wait is ten minutes: what ends it is what comes after. */
static void a_batch_is_flushed_by(bool other_circuit, bool alone, bool drain)
{
    const engine_options o = { .max_batch_size = 4, .max_batch_wait_ms = 600000 };
    asking a;

    asking_begin(&a, 1, 1, 0, &o);
    a.toy.may_batch = true;
    ask_all(&a, abcd, 2);
    if (other_circuit)
        a.kind = CUZK_KIND_UPDATE;
    if (alone)
        a.toy.may_batch = false;
    if (drain)
        assert_true(engine_drain(a.e, 60000));
    else
        assert_int_equal(ask(&a, "x", PRIORITY_NORMAL, 9, NULL, NULL), CUZK_OK);
    await_all(&a, abcd, 2);
    assert_int_equal(a.toy.biggest_batch, 2);
    asking_end(&a);
}

static void another_circuit_flushes(void **state)
{
    (void)state;
    a_batch_is_flushed_by(true, false, false);
}

static void a_job_that_is_not_batched_flushes(void **state)
{
    (void)state;
    a_batch_is_flushed_by(false, true, false);
}

static void draining_flushes(void **state)
{
    (void)state;
    a_batch_is_flushed_by(false, false, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urgent_first_then_first_come),
        cmocka_unit_test(critical_overtakes_within_a_chunk),
        cmocka_unit_test(critical_overtakes_an_opening),
        cmocka_unit_test(equals_do_not_overtake),
        cmocka_unit_test(the_prover_holds_synthesis_back),
        cmocka_unit_test(a_full_batch_is_proved_at_once),
        cmocka_unit_test(without_batches_each_is_proved_alone),
        cmocka_unit_test(a_batch_waits_no_longer_than_said),
        cmocka_unit_test(another_circuit_flushes),
        cmocka_unit_test(a_job_that_is_not_batched_flushes),
        cmocka_unit_test(draining_flushes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
