/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk-bench gen-vanilla: the golden files from the golden sector, made-up ones of a large size,
 * and what it refuses, leaving nothing behind. */
#include "apps/run.h"

#include "test.h"

#define GOLDEN     CUZK_TEST_DATA "/golden"
#define SEALED     GOLDEN "/seal-2k/sealed.dat"
#define CACHE      GOLDEN "/seal-2k/cache"
#define RANDOMNESS "79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b"
#define COMM_R     "d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f"

static char dir[64], out[128];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    snprintf(out, sizeof out, "%s/vanilla.json", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

#define GEN(kind, ...)                                                                             \
    run_program(CUZK_BENCH, "gen-vanilla", kind, "--json", "--output", out, __VA_ARGS__, NULL)

static void golden_files(void **state)
{
    char updated[128], cache[128];
    run r;

    (void)state;
    r = GEN("winning-post", "--registered-proof", "0", "--sealed", SEALED, "--cache", CACHE,
            "--randomness", RANDOMNESS, "--comm-r", COMM_R);
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "comm_r"), COMM_R);
    run_free(&r);
    run_same_file(out, GOLDEN "/winning-2k/vanilla.json");
    snprintf(updated, sizeof updated, "%s/updated", dir);
    snprintf(cache, sizeof cache, "%s/cache", dir);
    r = GEN("snap-prove", "--registered-proof", "0", "--sealed", SEALED, "--cache", CACHE, "--data",
            GOLDEN "/update-2k/new-piece.dat", "--updated", updated, "--updated-cache", cache);
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "comm_r_new"),
                        "87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d");
    run_free(&r);
    run_same_file(out, GOLDEN "/update-2k/vanilla.json");
    run_same_file(updated, GOLDEN "/update-2k/update.dat");
    assert_int_equal(run_count_entries(cache), 3); /* tree D, tree R, p_aux */
    /* One sector of the golden window, which has two: the first half of its file. */
    r = GEN("window-post", "--registered-proof", "10", "--sealed", SEALED, "--cache", CACHE,
            "--randomness", RANDOMNESS);
    assert_int_equal(r.status, 0);
    run_free(&r);
    size_t len, want_len;
    unsigned char *got = run_read_file(out, &len);
    unsigned char *want = run_read_file(GOLDEN "/window-2k/vanilla.json", &want_len);
    assert_memory_equal(got, want, len - 1); /* all but the bracket */
    free(got);
    free(want);
}

static void made_up(void **state)
{
    run r;

    (void)state;
    r = GEN("winning-post", "--synthetic"); /* 32 GiB */
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "registered_proof"), "StackedDrgWinning32GiBV1");
    run_free(&r);
    r = GEN("window-post", "--synthetic", "--sectors", "3", "--registered-proof",
            "StackedDrgWindow64GiBV1_2");
    assert_int_equal(r.status, 0);
    assert_int_equal(run_integer(&r, "items"), 3);
    run_free(&r);
    r = GEN("snap-prove", "--synthetic", "--registered-proof", "1");
    assert_int_equal(r.status, 0);
    assert_int_equal(run_integer(&r, "items"), 4);
    run_free(&r);
}

static void expect(run r, int status, const char *code)
{
    run_refused(&r, status, code);
    assert_int_equal(run_count_entries(dir), 0);
}

static void refusals(void **state)
{
    static const char above[] = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

    (void)state;
    expect(GEN("winning-post", "--registered-proof", "0"), 2, "usage");
    expect(GEN("winning-post", "--synthetic", "--sealed", SEALED), 2, "usage");
    expect(GEN("winning-post", "--synthetic", "--registered-proof", "13"), 2, "usage");
    expect(GEN("winning-post", "--synthetic", "--randomness", above), 2, "usage");
    expect(GEN("window-post", "--synthetic", "--registered-proof", "10", "--sectors", "3"), 2,
           "usage");
    expect(GEN("window-post", "--registered-proof", "11", "--sealed", SEALED, "--cache", CACHE), 2,
           "wrong-length");
    expect(GEN("window-post", "--sealed", SEALED, "--cache", CACHE), 2, "too-large");
    expect(GEN("winning-post", "--registered-proof", "0", "--sealed", SEALED, "--cache", CACHE,
               "--comm-r", RANDOMNESS),
           1, "wrong-comm-r");
    expect(GEN("winning-post", "--registered-proof", "0", "--sealed",
               GOLDEN "/update-2k/update.dat", "--cache", CACHE),
           1, "wrong-path");
    expect(GEN("snap-prove", "--registered-proof", "0", "--sealed", SEALED, "--cache", CACHE,
               "--data", GOLDEN "/seal-2k/c1.json"),
           2, "too-long");
    expect(GEN("snap-prove", "--registered-proof", "5", "--synthetic"), 2, "usage");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(golden_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(made_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refusals, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
