/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk-bench against a daemon: every kind, verified; twenty at eight at once; a mix under which
 * none is lost or proved twice. */
#include "apps/run.h"
#include "daemon/daemon.h"
#include "test.h"

#define GOLDEN     CUZK_TEST_DATA "/golden"
#define RANDOMNESS "79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b"
#define VERIFY     "--verify", DAEMON_PARAMS "/params"

static daemon_process served;

static int set_up(void **state)
{
    (void)state;
    daemon_start(&served, "", "");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return daemon_stop(&served);
}

static void expect(run *r, int status)
{
    if (r->status != status)
        print_error("status %d, not %d:\n%s%s\n", r->status, status, r->out, r->err);
    assert_int_equal(r->status, status);
}

static void test_every_kind(void **state)
{
    run r[] = {
        run_program(CUZK_BENCH, "single", "--json", "-a", served.socket, "-t", "porep-c2", "--c1",
                    GOLDEN "/seal-2k/c1-api.json", VERIFY, NULL),
        run_program(CUZK_BENCH, "-a", served.tcp, "single", "--json", "-t", "winning-post",
                    "--vanilla", GOLDEN "/winning-2k/vanilla.json", "--randomness", RANDOMNESS,
                    VERIFY, NULL),
        run_program(CUZK_BENCH, "single", "--json", "-a", served.tcp, "-t", "wpost", "--vanilla",
                    GOLDEN "/window-2k/vanilla.json", "--randomness", RANDOMNESS,
                    "--registered-proof", "10", VERIFY, NULL),
        run_program(
            CUZK_BENCH, "single", "--json", "-a", served.socket, "-t", "snap", "--vanilla",
            GOLDEN "/update-2k/vanilla.json", "--comm-r-old",
            "d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f", "--comm-r-new",
            "87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d", "--comm-d-new",
            "5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008", VERIFY, NULL),
    };
    (void)state;

    for (size_t i = 0; i < sizeof r / sizeof *r; i++) {
        expect(&r[i], 0);
        assert_true(json_is_true(json_object_get(r[i].json, "verified")));
        assert_int_equal(run_integer(&r[i], "proof_bytes"), 192);
        run_free(&r[i]);
    }
}

/* A statement that is not true is an answer, not a fault. */
static void test_false_statement(void **state)
{
    run r = run_program(CUZK_BENCH, "single", "--json", "-a", served.socket, "-t", "winning",
                        "--vanilla", GOLDEN "/winning-2k/vanilla.json", NULL);
    (void)state;

    expect(&r, 1);
    assert_string_equal(run_error_text(&r, "code"), "not-proved");
    run_free(&r);
}

static void test_batch(void **state)
{
    run r = run_program(CUZK_BENCH, "batch", "--json", "-a", served.socket, "-t", "winning",
                        "--vanilla", GOLDEN "/winning-2k/vanilla.json", "--randomness", RANDOMNESS,
                        "-c", "20", "-j", "8", VERIFY, NULL);
    (void)state;

    expect(&r, 0);
    assert_int_equal(run_integer(&r, "completed"), 20);
    const json_t *proofs = json_object_get(r.json, "proofs");
    assert_int_equal(json_array_size(proofs), 20);
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(json_equal(json_object_get(json_array_get(proofs, i), "proof_sha256"),
                                    json_object_get(json_array_get(proofs, k), "proof_sha256")));
    run_free(&r);
}

static void test_stress(void **state)
{
    run r = run_program(CUZK_BENCH, "stress", "--json", "-a", served.tcp, "--winning",
                        GOLDEN "/winning-2k/vanilla.json", "--window",
                        GOLDEN "/window-2k/vanilla.json", "--randomness", RANDOMNESS, "--mix",
                        "winning=3", "--duration", "3", "-j", "4", NULL);
    (void)state;

    expect(&r, 0);
    assert_true(run_integer(&r, "asked") >= 4);
    assert_true(run_integer(&r, "asked_twice") >= 1);
    assert_int_equal(run_integer(&r, "completed"), run_integer(&r, "asked"));
    assert_int_equal(run_integer(&r, "counted_by_daemon"), run_integer(&r, "asked"));
    run_free(&r);
}

static void test_looking(void **state)
{
    run r =
        run_program(CUZK_BENCH, "preload", "--json", "-a", served.socket, "-c", "winning-2k", NULL);
    (void)state;

    expect(&r, 0);
    run_free(&r);
    r = run_program(CUZK_BENCH, "preload", "-a", served.socket, "-c", "nothing", NULL);
    assert_int_not_equal(r.status, 0);
    run_free(&r);
    /* which file it is that is missing */
    r = run_program(CUZK_BENCH, "preload", "-a", served.socket, "-c", "porep-32g", NULL);
    assert_int_not_equal(r.status, 0);
    assert_non_null(strstr(r.err, ".params: no parameters for 32GiB sectors here"));
    run_free(&r);
    r = run_program(CUZK_BENCH, "status", "--json", "-a", served.socket, NULL);
    expect(&r, 0);
    assert_true(run_integer(&r, "completed") > 0);
    assert_true(json_array_size(json_object_get(r.json, "parameters")) > 0);
    run_free(&r);
    r = run_program(CUZK_BENCH, "metrics", "-a", served.socket, NULL);
    expect(&r, 0);
    assert_non_null(strstr(r.out, "# TYPE cuzk_proofs_completed_total counter"));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind), cmocka_unit_test(test_false_statement),
        cmocka_unit_test(test_batch),      cmocka_unit_test(test_stress),
        cmocka_unit_test(test_looking),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
