/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk digest` against the reports of the official circuits. */
#include "apps/run.h"

#include "test.h"

#include <signal.h>

#define GOLDEN CUZK_TEST_DATA "/golden"

/* Every member of the digest that the report has too is the same. */
static void compare(const run *r, const json_t *want)
{
    static const char *const keys[] = {
        "inputs",          "aux",           "constraints",    "circuit_constraints",
        "domain_size",     "sha256",        "circuit_sha256", "a_aux_density",
        "b_input_density", "b_aux_density",
    };

    assert_int_equal(r->status, 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *v = json_object_get(r->json, keys[i]);
        assert_non_null(v);
        assert_true(json_equal(v, json_object_get(want, keys[i])));
    }
}

static void test_blank(void **state)
{
    json_t *want = run_golden("digests/porep-2KiB.json");
    run r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", "porep", "--sector-size",
                        "2KiB", NULL);

    (void)state;
    compare(&r, json_object_get(want, "blank"));
    assert_null(json_object_get(r.json, "aux_assignment_sha256"));
    run_free(&r);
    json_decref(want);
}

/* Blank, and with the golden vanilla proofs, for which update wants its commitments. */
static void one_kind(const char *kind, const char *const words[6])
{
    char report[64], vanilla[256];
    run r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", kind, "--sector-size", "2KiB",
                        NULL);
    json_t *root;
    const json_t *want;

    snprintf(report, sizeof report, "digests/%s-2KiB.json", kind);
    snprintf(vanilla, sizeof vanilla, GOLDEN "/%s-2k/vanilla.json", kind);
    root = run_golden(report);
    compare(&r, json_object_get(root, "blank"));
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", kind, "--vanilla", vanilla,
                    words[0], words[1], words[2], words[3], words[4], words[5], NULL);
    want = json_object_get(json_array_get(json_object_get(root, "partitions"), 0), "digest");
    compare(&r, want);
    assert_true(json_equal(json_object_get(r.json, "aux_assignment_sha256"),
                           json_object_get(want, "aux_assignment_sha256")));
    run_free(&r);
    json_decref(root);
}

static void test_kinds(void **state)
{
    static const char *const none[6] = { NULL };
    static const char *const update[6] = {
        "--comm-r-old", "d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f",
        "--comm-r-new", "87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d",
        "--comm-d-new", "5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008",
    };

    (void)state;
    one_kind("winning", none);
    one_kind("window", none);
    one_kind("update", update);
}

static void test_witness(void **state)
{
    json_t *root = run_golden("digests/porep-2KiB.json"), *want;
    run r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", "porep", "--c1",
                        GOLDEN "/seal-2k/c1.json", NULL);

    (void)state;
    want = json_object_get(json_array_get(json_object_get(root, "partitions"), 0), "digest");
    compare(&r, want);
    assert_string_equal(run_text(&r, "aux_assignment_sha256"),
                        json_string_value(json_object_get(want, "aux_assignment_sha256")));
    assert_string_equal(run_text(&r, "input_assignment_sha256"),
                        json_string_value(json_object_get(want, "input_assignment_sha256")));
    run_free(&r);
    json_decref(root);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *option, *value, *code;
    } cases[] = {
        { "--sector-size", "2GiB", "unknown-sector-size" },
        { "--sector-size", "8MiB", "wrong-sector-size" },
        { "--partition", "1", "no-partition" },
        { "--registered-proof", "StackedDrg8MiBV1", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", "porep", "--c1",
                            GOLDEN "/seal-2k/c1.json", cases[i].option, cases[i].value, NULL);
        assert_int_equal(r.status, 2);
        if (cases[i].code)
            assert_string_equal(run_error_text(&r, "code"), cases[i].code);
        run_free(&r);
    }
    run r = run_program(CUZK_PROGRAM, "digest", "--json", "--kind", "porep", NULL);
    assert_int_equal(r.status, 2);
    run_free(&r);
}

/* The circuit of a 32 GiB partition takes minutes; it can be stopped at once. */
static void test_interrupted(void **state)
{
    run r = run_and_signal(SIGINT, 1000, CUZK_PROGRAM, "digest", "--json", "--kind", "porep",
                           "--sector-size", "32GiB", NULL);

    (void)state;
    assert_int_equal(r.status, 130);
    assert_string_equal(run_error_text(&r, "status"), "interrupted");
    assert_true(r.seconds < RUN_SOON);
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blank),       cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_witness),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
