/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/work_gate.h"
#include "test.h"

#include <unistd.h>

#define RANGES 64

typedef struct run {
    work w;
    work_gate gate;
    atomic_uint done;
    atomic_bool closed;
    bool through_fork;
    pthread_t thread;
} run;

static void step(void *ctx, size_t begin, size_t end, unsigned thread)
{
    run *r = ctx;
    (void)thread;
    if (begin == RANGES / 2) { /* half-way, something urgent comes */
        work_gate_set(&r->gate, true);
        atomic_store(&r->closed, true);
    }
    while (begin > RANGES / 2 && !atomic_load(&r->closed))
        usleep(100); /* on a busy machine the others would overtake who closes it */
    atomic_fetch_add(&r->done, (unsigned)(end - begin));
}

static void *loop(void *arg)
{
    run *r = arg;
    work fork;

    if (!r->through_fork) {
        work_for(&r->w, RANGES, 1, step, r);
        return NULL;
    }
    assert_int_equal(work_fork(&fork, &r->w, 2, NULL), CUZK_OK);
    work_for(&fork, RANGES, 1, step, r);
    work_free(&fork);
    return NULL;
}

static void start(run *r, unsigned threads, bool through_fork)
{
    memset(r, 0, sizeof *r);
    r->through_fork = through_fork;
    assert_int_equal(work_init(&r->w, threads, 0, NULL), CUZK_OK);
    work_gate_init(&r->gate);
    work_gate_watch(&r->gate);
    r->w.gate = &r->gate;
    assert_int_equal(pthread_create(&r->thread, NULL, loop, r), 0);
    while (!atomic_load(&r->closed))
        usleep(100);
}

static void finish(run *r)
{
    pthread_join(r->thread, NULL);
    work_free(&r->w);
    work_gate_free(&r->gate);
}

/* Waits until nothing has moved for a while; how much was done. */
static unsigned settled(run *r)
{
    unsigned before, now = atomic_load(&r->done);
    do {
        before = now;
        usleep(20000);
        now = atomic_load(&r->done);
    } while (now != before);
    return now;
}

static void a_closed_gate_holds_until_it_opens(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++)
        for (int fork = 0; fork < 2; fork++) {
            run r;
            unsigned passing = fork ? 2 : threads;
            start(&r, threads, fork);
            /* Those that had passed finish their range; no other begins. */
            unsigned held = settled(&r);
            assert_true(held >= 1 && held <= RANGES / 2 + passing);
            work_gate_set(&r.gate, false);
            finish(&r);
            assert_int_equal(r.done, RANGES);
            assert_int_equal(r.gate.passed, RANGES);
        }
}

static void cancelling_ends_the_wait(void **state)
{
    (void)state;
    run r;
    start(&r, 2, false);
    settled(&r);
    atomic_store(&r.w.cancelled, true); /* as a signal handler would: nobody is woken */
    finish(&r);
    assert_true(r.done < RANGES);
}

static void without_a_gate_nothing_waits(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    work_pause_point(&w);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_gate_holds_until_it_opens),
        cmocka_unit_test(cancelling_ends_the_wait),
        cmocka_unit_test(without_a_gate_nothing_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
