/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The statistics of comparisons, against counts that can be made by hand and by brute force. */
#include "apps/bench/stats.h"

#include "test.h"
#include <stdint.h>

static uint64_t state = 88172645463325252; /* xorshift64, the seed of Marsaglia's paper */

static double uniform(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0; /* 2^53 */
}

static bool is(double x, double y)
{
    return x > y - 1e-12 && x < y + 1e-12;
}

static void medians(void **unused)
{
    const double x[] = { 3, 1, 2, 10 };
    (void)unused;
    assert_true(is(stats_median(x, 1), 3));
    assert_true(is(stats_median(x, 2), 2));
    assert_true(is(stats_median(x, 3), 2));
    assert_true(is(stats_median(x, 4), 2.5));
    interval q = stats_quartiles(x, 4);
    assert_true(is(q.median, 2.5) && is(q.low, 2) && is(q.high, 3));
}

/* The chance that a coin thrown n times shows heads at most k times, by counting all throws. */
static double at_most(unsigned n, unsigned k)
{
    uint32_t hits = 0;
    for (uint32_t throws = 0; throws < UINT32_C(1) << n; throws++)
        hits += (unsigned)__builtin_popcount(throws) <= k;
    return (double)hits / (double)(UINT32_C(1) << n);
}

static void intervals_cover_95_percent(void **unused)
{
    (void)unused;
    for (unsigned n = STATS_MIN_N; n <= 16; n++) {
        double x[16];
        for (unsigned i = 0; i < n; i++) /* 0 .. n - 1, not in order */
            x[i] = i % 2 ? i / 2 : n - 1 - i / 2;
        interval i = stats_median_interval(x, n);
        unsigned k = (unsigned)i.low;
        assert_true(is(i.low, k) && is(i.high, n - 1 - k));
        assert_true(1 - 2 * at_most(n, k) >= 0.95);
        assert_true(1 - 2 * at_most(n, k + 1) < 0.95);
    }
    assert_true(1 - 2 * at_most(STATS_MIN_N - 1, 0) < 0.95); /* fewer would not do */
}

/* Of an even distribution around 1, at most about one interval in twenty misses. */
static void intervals_hold_the_median(void **unused)
{
    unsigned missed = 0;
    (void)unused;
    for (unsigned round = 0; round < 2000; round++) {
        double x[15];
        for (unsigned i = 0; i < 15; i++)
            x[i] = 0.5 + uniform();
        missed += !interval_holds(stats_median_interval(x, 15), 1);
    }
    assert_true(missed > 10 && missed < 120);
}

static void ratios_are_paired(void **unused)
{
    double x[12], y[12];
    (void)unused;
    for (unsigned i = 0; i < 12; i++) { /* whatever slows the machine slows both */
        x[i] = 1 + 9 * uniform();
        y[i] = 1.25 * x[i];
    }
    interval i = stats_paired_ratio(y, x, 12);
    assert_true(is(i.median, 1.25) && is(i.low, 1.25) && is(i.high, 1.25));
}

static void verdicts(void **unused)
{
    const interval quiet = { 1, 0.99, 1.01 }, noisy = { 1.1, 1.05, 1.2 };
    const interval faster = { 0.8, 0.7, 0.9 }, slower = { 1.3, 1.2, 1.4 }, same = { 1, 0.9, 1.1 };
    (void)unused;
    assert_int_equal(stats_verdict(faster, quiet), VERDICT_FASTER);
    assert_int_equal(stats_verdict(slower, quiet), VERDICT_SLOWER);
    assert_int_equal(stats_verdict(same, quiet), VERDICT_SAME);
    /* The control is off: nothing is real. */
    assert_int_equal(stats_verdict(faster, noisy), VERDICT_NONE);
    assert_int_equal(stats_verdict(slower, noisy), VERDICT_NONE);
    assert_int_equal(stats_verdict(same, noisy), VERDICT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),
        cmocka_unit_test(intervals_cover_95_percent),
        cmocka_unit_test(intervals_hold_the_median),
        cmocka_unit_test(ratios_are_paired),
        cmocka_unit_test(verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
