/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk-bench gen-c1` and `synth-only`, as a user runs them. */
#include "apps/run.h"
#include "filecoin/c1_write.h"
#include "filecoin/fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define GOLDEN CUZK_TEST_DATA "/golden/seal-2k/c1.json"
#define ROWS   2687961 /* of tests/data/golden/digests/porep-2KiB.json */

static char dir[64], made[128];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    snprintf(made, sizeof made, "%s/made.json", dir);
    run r = run_program(CUZK_BENCH, "gen-c1", "--sector-size", "2KiB", "--seed", "5", "--out", made,
                        NULL);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "SYNTHETIC")); /* it says what it is */
    run_free(&r);
    return 0;
}

static int clean_up(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static void check_sample(const run *r, const char *variant, const char *array, size_t n)
{
    assert_int_equal(r->status, 0);
    assert_string_equal(run_text(r, "variant"), variant);
    json_t *a = json_object_get(r->json, array);
    assert_int_equal(json_array_size(a), n);
    for (size_t i = 0; i < n; i++)
        assert_true(json_real_value(json_array_get(a, i)) > 0);
}

static void every_variant_is_measured(void **state)
{
    static const char *const names[] = { "compact", "vec",  "small1", "small2",
                                         "small4",  "pool", "arena" };
    (void)state;
    for (size_t i = 0; i < 7; i++) {
        run r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", made, "--variant", names[i],
                            NULL);
        check_sample(&r, names[i], "synth_seconds", 1);
        check_sample(&r, names[i], "wall_seconds", 1);
        assert_int_equal(run_integer(&r, "constraints"), ROWS);
        assert_int_equal(run_integer(&r, "circuits"), 1);
        if (i > 0) /* a, b and c of 32 bytes each; compact has them packed */
            assert_true(run_integer(&r, "peak_bytes") > 96LL * ROWS);
        else
            assert_true(run_integer(&r, "peak_bytes") < 32LL * ROWS);
        assert_true(json_is_true(json_object_get(r.json, "synthetic")));
        assert_true(json_real_value(json_object_get(r.json, "rows_per_second")) > 1000);
        run_free(&r);
    }
}

/* In the original's terms. */
static void words(void **state)
{
    (void)state;
    run r = run_program(CUZK_BENCH, "synth-only", "--c1", GOLDEN, "--partition", "0", "-i", "2",
                        "-j", "1", "--variant", "pool", "--sector-size", "2KiB", NULL);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "=== Synthesis Microbenchmark ==="));
    assert_non_null(strstr(r.out, "partition:  0\niterations: 2\n"));
    assert_non_null(strstr(r.out, "threads:    1\n"));
    assert_non_null(strstr(r.out, "  [2] wall="));
    assert_non_null(strstr(r.out, "circuits=1  constraints=2687961\n"));
    assert_non_null(strstr(r.out, "Summary:\n  wall   avg="));
    assert_null(strstr(r.out, "SYNTHETIC"));
    run_free(&r);
}

static void refuse(const char *status, const char *code, const char *option, const char *value)
{
    run r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", made, option, value, NULL);
    assert_true(r.status != 0);
    assert_string_equal(run_error_text(&r, "status"), status);
    assert_string_equal(run_error_text(&r, "code"), code);
    assert_null(json_object_get(r.json, "synth_seconds"));
    run_free(&r);
}

static void bad_use(void **state)
{
    (void)state;
    refuse("bad-input", "unknown-variant", "--variant", "small3");
    refuse("bad-input", "usage", "-i", "0");
    refuse("bad-input", "usage", "--iterations", "1001");
    refuse("bad-input", "usage", "--iterations", "99999999999999999999999");
    refuse("bad-input", "usage", "--iterations", "-3");
    refuse("bad-input", "usage", "--sector-size", "3KiB");
    refuse("bad-input", "wrong-sector-size", "--sector-size", "32GiB");
    refuse("bad-input", "no-partition", "--partition", "1");
    refuse("bad-input", "usage", "--compare", "vec");
    refuse("bad-input", "usage", "--compare", "vec,vec");
    refuse("bad-input", "usage", "--compare", "vec,,pool");
    refuse("bad-input", "unknown-variant", "--compare", "vec,pol");
    refuse("bad-input", "usage", "--clock", "cpu"); /* without --compare */
    refuse("bad-input", "usage", "-x", "1");
}

/* Found before any work: the C1 is not even looked for. */
static void outputs_are_checked_first(void **state)
{
    (void)state;
    const char *const options[] = { "--report", "--trace" };
    for (size_t i = 0; i < 2; i++) {
        run r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", "/nonexistent/c1.json",
                            options[i], "/nonexistent/dir/out", NULL);
        assert_int_equal(r.status, 2);
        assert_non_null(strstr(run_error_text(&r, "file"), "/nonexistent/dir"));
        run_free(&r);
    }
}

static cuzk_status append(void *ctx, const void *data, size_t len)
{
    return fwrite(data, 1, len, ctx) == len ? CUZK_OK : CUZK_NO_RESOURCES;
}

static void a_flipped_bit_is_named(void **state)
{
    char path[128];
    cuzk_error err;
    size_t len;
    c1 c;
    (void)state;
    unsigned char *data = run_read_file(made, &len);
    assert_int_equal(c1_parse(&c, data, len, NULL, "made", &err), CUZK_OK);
    c.proofs[1].exp_parents[2].rows[1].b[3] ^= 4;
    snprintf(path, sizeof path, "%s/flipped.json", dir);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(c1_write(&c, C1_CURIO, append, f), CUZK_OK);
    fclose(f);
    run r = run_program(CUZK_BENCH, "synth-only", "--json", "--c1", path, NULL);
    assert_int_equal(r.status, 1);
    assert_string_equal(run_error_text(&r, "section"), "partition 0 challenge 1 exp_parents[2]");
    assert_non_null(strstr(run_error_text(&r, "file"), "flipped.json"));
    run_free(&r);
    c1_free(&c);
    free(data);
}

static void gen_c1_refuses(void **state)
{
    (void)state;
    const char *const bad[][2] = { { "--sector-size", "3KiB" },
                                   { "--seed", "x" },
                                   { "--out", "/nonexistent/dir/c1.json" } };
    for (size_t i = 0; i < 3; i++) {
        run r = run_program(CUZK_BENCH, "gen-c1", "--sector-size", i == 0 ? bad[0][1] : "2KiB",
                            "--seed", i == 1 ? bad[1][1] : "1", "--out",
                            i == 2 ? bad[2][1] : "/nonexistent/never", NULL);
        assert_int_equal(r.status, 2);
        run_free(&r);
    }
    run r = run_program(CUZK_BENCH, "gen-c1", "--sector-size", "32GiB", "--partitions", "11",
                        "--seed", "1", "--out", "/nonexistent/never", NULL);
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "between 1 and 10"));
    run_free(&r);
}

/* The same seed gives the same bytes, another one others. */
static void gen_c1_is_reproducible(void **state)
{
    char path[2][128];
    unsigned char *data[2], *first;
    size_t len[2], first_len;
    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/again%d.json", dir, i);
        run r = run_program(CUZK_BENCH, "gen-c1", "--json", "--sector-size", "2KiB", "--seed",
                            i ? "6" : "5", "--out", path[i], NULL);
        assert_int_equal(r.status, 0);
        assert_true(json_is_true(json_object_get(r.json, "synthetic")));
        run_free(&r);
        data[i] = run_read_file(path[i], &len[i]);
    }
    first = run_read_file(made, &first_len);
    assert_int_equal(len[0], first_len);
    assert_memory_equal(data[0], first, first_len);
    assert_true(len[1] != first_len || memcmp(data[1], first, first_len) != 0);
    free(first);
    free(data[0]);
    free(data[1]);
}

static void a_trace_and_a_page(void **state)
{
    char trace[128], report[128];
    size_t len;
    (void)state;
    snprintf(trace, sizeof trace, "%s/trace.json", dir);
    snprintf(report, sizeof report, "%s/report.html", dir);
    run r = run_program(CUZK_BENCH, "synth-only", "--c1", made, "--variant", "small2", "--trace",
                        trace, "--report", report, NULL);
    assert_int_equal(r.status, 0);
    run_free(&r);
    json_t *root = json_load_file(trace, 0, NULL), *event;
    json_t *events = json_object_get(root, "traceEvents");
    bool seen = false;
    size_t i;
    assert_true(json_array_size(events) >= 5); /* read, parse, verify, synthesis, small2 */
    json_array_foreach(events, i, event)
    {
        assert_string_equal(json_string_value(json_object_get(event, "ph")), "X");
        assert_true(json_real_value(json_object_get(event, "dur")) >= 0);
        seen |= strcmp(json_string_value(json_object_get(event, "name")), "small2") == 0;
    }
    assert_true(seen);
    json_decref(root);
    char *page = (char *)run_read_file(report, &len);
    page = realloc(page, len + 1);
    page[len] = '\0';
    assert_non_null(strstr(page, "<svg"));
    assert_non_null(strstr(page, "synthetic C1"));
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "http")); /* it needs nothing from anywhere */
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_measured),
        cmocka_unit_test(words),
        cmocka_unit_test(bad_use),
        cmocka_unit_test(outputs_are_checked_first),
        cmocka_unit_test(a_flipped_bit_is_named),
        cmocka_unit_test(gen_c1_refuses),
        cmocka_unit_test(gen_c1_is_reproducible),
        cmocka_unit_test(a_trace_and_a_page),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
