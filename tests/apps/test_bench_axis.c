/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Axes of the benchmark's report: round, around the values, never without an end. */
#include "apps/bench/axis.h"

#include "test.h"

#include <math.h>

static void test_steps(void **state)
{
    static const struct {
        double low, high, step;
        long first, last;
    } cases[] = {
        { 0, 1, 0.2, 0, 5 },
        { 0, 1.01, 0.5, 0, 3 },
        { 0, 0.37, 0.1, 0, 4 },
        { 0, 5, 1, 0, 5 },
        { 0, 199, 50, 0, 4 },
        { 0.93, 1.12, 0.05, 18, 23 },
        { 0.9991, 1.0004, 5e-4, 1998, 2001 },
        { -0.3, 0.2, 0.1, -3, 2 },
        { 0, 0, 1, 0, 1 },
        { 0, 8192, 2000, 0, 5 },
        { 0, 2e-6, 5e-7, 0, 4 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        axis a = axis_of(cases[i].low, cases[i].high);
        assert_true(fabs(a.step / cases[i].step - 1) < 1e-9);
        assert_int_equal(a.first, cases[i].first);
        assert_int_equal(a.last, cases[i].last);
    }
}

/* Whatever the values: they lie on the axis, and it has few ticks. */
static void test_values_lie_on_it(void **state)
{
    (void)state;
    for (double high = 1e-9; high < 1e13; high *= 1.37) {
        const double lows[] = { 0, high / 3, 0.999 * high, high, -high };
        for (size_t i = 0; i < sizeof lows / sizeof *lows; i++) {
            axis a = axis_of(lows[i], high);
            assert_true(a.last > a.first && a.last - a.first <= 7);
            assert_true(axis_at(a, lows[i]) >= -1e-9);
            assert_true(axis_at(a, high) <= 1 + 1e-9);
        }
    }
}

static void test_counts_are_whole(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        axis a = axis_of_counts(n);
        assert_true(a.step >= 1 && a.step == floor(a.step));
        assert_int_equal(a.first, 0);
        assert_true(a.last >= 1 && a.last <= 6 && a.step * (double)a.last >= n);
    }
}

static void test_labels(void **state)
{
    static const struct {
        double high;
        const char *last;
    } cases[] = { { 1, "1.0" }, { 5, "5" }, { 0.05, "0.05" }, { 0.004, "0.004" }, { 900, "1000" } };
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        axis a = axis_of(0, cases[i].high);
        axis_label(text, sizeof text, a, a.last);
        assert_string_equal(text, cases[i].last);
        axis_label(text, sizeof text, a, 0);
        assert_true(strspn(text, "0.") == strlen(text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_values_lie_on_it),
        cmocka_unit_test(test_counts_are_whole),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
