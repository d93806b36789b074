/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk verify porep` on the golden 2 KiB seal: by its C1, by its identity, and by a wrong one. */
#include "apps/run.h"

#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden"
#define VK     GOLDEN "/setup/porep-2KiB.vk"
#define PROOF  GOLDEN "/proofs/porep-2KiB.proof"

/* The identity options in order; meta.json has their values. */
static const char *const names[] = {
    "--registered-proof", "--miner", "--sector", "--ticket", "--seed", "--comm-d", "--comm-r"
};
#define N_NAMES (sizeof names / sizeof *names)
static const char *values[N_NAMES] = { "StackedDrg2KiBV1_1", "1000", "1" };
static json_t *meta;

static int set_up(void **state)
{
    static const char *const keys[N_NAMES] = { NULL,   NULL,     NULL,    "ticket",
                                               "seed", "comm_d", "comm_r" };

    (void)state;
    meta = json_load_file(GOLDEN "/seal-2k/meta.json", 0, NULL);
    for (size_t i = 3; i < N_NAMES; i++)
        values[i] = json_string_value(json_object_get(meta, keys[i]));
    return meta ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    json_decref(meta);
    return 0;
}

static run by_identity(const char *const v[N_NAMES])
{
    return run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                       names[0], v[0], names[1], v[1], names[2], v[2], names[3], v[3], names[4],
                       v[4], names[5], v[5], names[6], v[6], NULL);
}

static void expect(run r, int status, const char *code)
{
    if (r.status != status)
        print_error("status %d, not %d:\n%s%s\n", r.status, status, r.out, r.err);
    assert_int_equal(r.status, status);
    if (code)
        assert_string_equal(run_error_text(&r, "code"), code);
    else
        assert_true(json_is_true(json_object_get(r.json, "valid")));
    run_free(&r);
}

static void test_by_c1(void **state)
{
    static const char *const layouts[] = { "c1", "c1-api", "c1-curio" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, GOLDEN "/seal-2k/%s.json", layouts[i]);
        expect(run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                           "--c1", path, NULL),
               0, NULL);
    }
}

static void test_by_identity(void **state)
{
    const char *number[N_NAMES];

    (void)state;
    expect(by_identity(values), 0, NULL);
    memcpy(number, values, sizeof number);
    number[0] = "5"; /* the same registered proof by its number */
    expect(by_identity(number), 0, NULL);
    expect(run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                       "--registered-proof", "5", "--prover-id",
                       "e807000000000000000000000000000000000000000000000000000000000000", names[2],
                       values[2], names[3], values[3], names[4], values[4], names[5], values[5],
                       names[6], values[6], NULL),
           0, NULL);
}

/* Each value of the identity counts: one changed, and the proof is of something else. */
static void test_wrong_identity(void **state)
{
    static const char *const wrong[3] = { "StackedDrg2KiBV1", "1001", "2" };
    char changed[65];

    (void)state;
    for (size_t i = 0; i < N_NAMES; i++) {
        const char *v[N_NAMES];
        memcpy(v, values, sizeof v);
        if (i < 3) {
            v[i] = wrong[i];
        } else {
            memcpy(changed, values[i], sizeof changed);
            changed[0] = changed[0] == '0' ? '1' : '0';
            v[i] = changed;
        }
        expect(by_identity(v), 1, "proof-invalid");
    }
}

static void test_malformed_identity(void **state)
{
    static const struct {
        size_t at;
        const char *value, *code;
    } cases[] = {
        { 0, "StackedDrg3KiBV1_1", "unknown-proof" },
        { 0, "99", "unknown-proof" },
        { 0, "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep", "non-interactive" },
        { 1, "-5", "usage" },
        { 1, "18446744073709551616", "usage" },
        { 2, "1.0", "usage" },
        { 3, "00", "usage" },
        { 4, "0000000000000000000000000000000000000000000000000000000000000000", "zero" },
        { 5, "0000000000000000000000000000000000000000000000000000000000000000", "zero" },
        { 6, "0000000000000000000000000000000000000000000000000000000000000000", "zero" },
        { 5, "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73", "not-canonical" },
        { 6, "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "not-canonical" },
        { 6, "zz00000000000000000000000000000000000000000000000000000000000000", "usage" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *v[N_NAMES];
        memcpy(v, values, sizeof v);
        v[cases[i].at] = cases[i].value;
        expect(by_identity(v), 2, cases[i].code);
    }
}

static void test_usage(void **state)
{
    (void)state;
    expect(
        run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF, NULL),
        2, "usage");
    expect(run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                       "--c1", GOLDEN "/seal-2k/c1.json", "--miner", "1000", NULL),
           2, "usage");
    /* A sector of another size has other partitions, and another key. */
    expect(run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                       names[0], "StackedDrg32GiBV1_1", names[1], values[1], names[2], values[2],
                       names[3], values[3], names[4], values[4], names[5], values[5], names[6],
                       values[6], NULL),
           2, "bad-length");
    expect(run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", VK, "--proof", PROOF,
                       "--c1", GOLDEN "/seal-8m/c1.json", NULL),
           1, "proof-invalid");
}

/* The key of another circuit: the key is named, not the proof. */
static void test_key_of_another_circuit(void **state)
{
    const char *other = GOLDEN "/setup/update-2KiB.vk";
    run r = run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--vk", other, "--proof", PROOF,
                        "--c1", GOLDEN "/seal-2k/c1.json", NULL);

    (void)state;
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "bad-count");
    assert_string_equal(run_error_text(&r, "file"), other);
    assert_string_equal(run_error_text(&r, "section"), "public_inputs");
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_c1),          cmocka_unit_test(test_by_identity),
        cmocka_unit_test(test_wrong_identity), cmocka_unit_test(test_malformed_identity),
        cmocka_unit_test(test_usage),          cmocka_unit_test(test_key_of_another_circuit),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
