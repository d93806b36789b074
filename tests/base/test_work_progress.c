/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/work.h"
#include "test.h"

#include <time.h>
#include <unistd.h>

typedef struct reports {
    unsigned n;
    uint64_t first, last, total, highest;
    const char *phase;
} reports;

static void on_progress(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    reports *r = ctx;
    if (r->n++ == 0)
        r->first = done;
    if (done > r->highest)
        r->highest = done;
    r->last = done;
    r->total = total;
    r->phase = phase;
}

static void progress_is_throttled(void **state)
{
    (void)state;
    work w;
    reports r = { .first = 99 };
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    w.progress = on_progress;
    w.progress_ctx = &r;
    work_phase_begin(&w, "h", 100000);
    assert_int_equal(r.n, 1);
    assert_int_equal(r.first, 0);
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < 100; i++) {
        if (i % 30 == 0)
            usleep(110000); /* forces one report each */
        for (int k = 0; k < 1000; k++)
            work_advance(&w, 1);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    work_phase_end(&w);
    double elapsed = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    assert_true(r.n >= 2 + 4);
    assert_true(r.n <= 2 + 1 + 10 * elapsed);
    assert_int_equal(r.last, 100000);
    assert_int_equal(r.total, 100000);
    assert_string_equal(r.phase, "h");
    /* More than promised is shown as all of it. */
    work_phase_begin(&w, "l", 10);
    work_advance(&w, 25);
    work_phase_end(&w);
    assert_int_equal(r.last, 10);
    /* Outside any phase there is nothing to show. */
    const unsigned before = r.n;
    usleep(110000);
    work_advance(&w, 1);
    work_phase_end(&w);
    assert_int_equal(r.n, before);
    work_free(&w);
}

static void advance_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)thread;
    work_advance(ctx, end - begin);
}

static void progress_from_threads_adds_up(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 4, 0, NULL), CUZK_OK);
    reports r = { 0 };
    w.progress = on_progress;
    w.progress_ctx = &r;
    work_phase_begin(&w, "msm", 100000);
    work_for(&w, 100000, 7, advance_range, &w);
    work_phase_end(&w);
    assert_int_equal(r.last, 100000);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_is_throttled),
        cmocka_unit_test(progress_from_threads_adds_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
