/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk-bench synth-only --compare`, as a user runs it. */
#include "apps/run.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define GOLDEN CUZK_TEST_DATA "/golden/seal-2k/c1.json"
#define ROUNDS 6

static void check_series(const json_t *s, bool control_holds, bool first)
{
    json_t *ratio = json_object_get(s, "ratio");
    const char *verdict = json_string_value(json_object_get(s, "verdict"));

    assert_int_equal(json_array_size(json_object_get(s, "synth_seconds")), ROUNDS);
    assert_true(json_integer_value(json_object_get(s, "peak_bytes")) > 0);
    assert_non_null(json_object_get(s, "counters"));
    if (first) {
        assert_null(ratio);
        return;
    }
    double low = json_real_value(json_object_get(ratio, "low"));
    double high = json_real_value(json_object_get(ratio, "high"));
    double median = json_real_value(json_object_get(ratio, "median"));
    assert_true(0 < low && low <= median && median <= high);
    if (json_is_true(json_object_get(s, "control")))
        assert_true(control_holds == (low <= 1 && 1 <= high));
    else if (!control_holds)
        assert_string_equal(verdict, "undecided");
    else if (low <= 1 && 1 <= high)
        assert_string_equal(verdict, "no-difference");
    else
        assert_string_equal(verdict, high < 1 ? "faster" : "slower");
}

static void compares(void **state)
{
    char dir[64], report[128], trace[128];
    size_t len;
    (void)state;
    run_make_dir(dir);
    snprintf(report, sizeof report, "%s/report.html", dir);
    snprintf(trace, sizeof trace, "%s/trace.json", dir);
    run r =
        run_program(CUZK_BENCH, "synth-only", "--json", "--c1", GOLDEN, "--compare", "pool,small2",
                    "-i", "6", "--clock", "cpu", "--report", report, "--trace", trace, NULL);
    assert_int_equal(r.status, 0);
    json_t *variants = json_object_get(r.json, "variants");
    bool holds = json_is_true(json_object_get(r.json, "control_holds"));
    assert_int_equal(json_array_size(variants), 3);
    for (size_t i = 0; i < 3; i++)
        check_series(json_array_get(variants, i), holds, i == 0);
    assert_true(json_is_true(json_object_get(json_array_get(variants, 1), "control")));
    json_t *terms = json_object_get(r.json, "terms");
    json_t *lengths = json_object_get(terms, "vectors_by_terms");
    json_int_t vectors = 0;
    for (size_t i = 0; i < json_array_size(lengths); i++)
        vectors += json_integer_value(json_array_get(lengths, i));
    assert_int_equal(vectors, 6 * run_integer(&r, "constraints")); /* a, b, c: inputs and aux */
    assert_true(json_real_value(json_object_get(terms, "above_1")) >
                json_real_value(json_object_get(terms, "above_4")));
    free(run_read_file(report, &len));
    assert_true(len > 2000);
    json_t *root = json_load_file(trace, 0, NULL);
    assert_true(json_array_size(json_object_get(root, "traceEvents")) >= 3 * ROUNDS);
    json_decref(root);
    run_free(&r);
    run_remove_dir(dir);
}

static void refuses(void **state)
{
    (void)state;
    run r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", GOLDEN, "--compare", "vec,pool",
                        "-i", "5", NULL); /* too few for an interval */
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "usage");
    run_free(&r);
    r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", "-", "--compare", "vec,pool", NULL);
    assert_int_equal(r.status, 2);
    run_free(&r);
    /* A sample that fails fails the whole: 1 MiB is too little for a witness. */
    r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", GOLDEN, "--compare", "vec,pool",
                    "--memory", "1MiB", NULL);
    assert_true(r.status > 1);
    assert_string_equal(run_error_text(&r, "code"), "sample-failed");
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
