/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk verify winning`, `window` and `update` on the golden proofs: by what is true, by what is
 * not, and by what cannot be. */
#include "apps/facts_2k.h"
#include "apps/run.h"
#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden"

#define ZERO     "0000000000000000000000000000000000000000000000000000000000000000"
#define ALL_ONES "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"

#define R(hex)         "--randomness", hex
#define S(sector)      "--sector", sector
#define P(number)      "--registered-proof", number
#define U(old, new, d) "--comm-r-old", old, "--comm-r-new", new, "--comm-d-new", d

/* clang-format off */
static const struct {
    const char *kind;
    int status;
    const char *code, *section;
    long index; /* -1: none */
    const char *words[8];
} cases[] = {
    { "winning", 0, NULL, NULL, -1, { P("0"), R(RANDOMNESS), S("1=" COMM_R_1) } },
    { "winning", 1, NULL, NULL, -1, { P("0"), R(OTHER), S("1=" COMM_R_1) } },
    { "winning", 1, NULL, NULL, -1, { P("0"), R(RANDOMNESS), S("2=" COMM_R_1) } },
    { "winning", 2, "not-canonical", "randomness", 31, { P("0"), R(ALL_ONES), S("1=" COMM_R_1) } },
    { "winning", 2, "not-canonical", "comm_r", 0, { P("0"), R(RANDOMNESS), S("1=" ALL_ONES) } },
    { "winning", 2, "zero", "comm_r", 0, { P("0"), R(RANDOMNESS), S("1=" ZERO) } },
    { "winning", 2, "usage", NULL, -1, { P("0"), R(RANDOMNESS) } },
    { "winning", 2, "wrong-count", NULL, -1,
      { P("0"), R(RANDOMNESS), S("1=" COMM_R_1), S("2=" COMM_R_2) } },
    { "winning", 2, "unknown-proof", NULL, -1, { P("10"), R(RANDOMNESS), S("1=" COMM_R_1) } },
    { "window", 0, NULL, NULL, -1,
      { P("10"), R(RANDOMNESS), S("1=" COMM_R_1), S("2=" COMM_R_2) } },
    { "window", 1, NULL, NULL, -1, /* the order is another */
      { P("10"), R(RANDOMNESS), S("2=" COMM_R_2), S("1=" COMM_R_1) } },
    { "window", 1, NULL, NULL, -1, /* before V1_2 the challenges were others */
      { P("5"), R(RANDOMNESS), S("1=" COMM_R_1), S("2=" COMM_R_2) } },
    { "window", 1, NULL, NULL, -1, { P("10"), R(RANDOMNESS), S("1=" COMM_R_1) } },
    { "window", 2, "zero", "comm_r", 1,
      { P("10"), R(RANDOMNESS), S("1=" COMM_R_1), S("2=" ZERO) } },
    { "window", 2, "usage", NULL, -1, { P("10"), R(RANDOMNESS) } },
    { "window", 2, "unknown-proof", NULL, -1, { P("0"), R(RANDOMNESS), S("1=" COMM_R_1) } },
    { "update", 0, NULL, NULL, -1, { P("0"), U(COMM_R_1, COMM_R_NEW, COMM_D_NEW) } },
    { "update", 1, NULL, NULL, -1, { P("0"), U(COMM_R_1, COMM_R_NEW, OTHER) } },
    { "update", 2, "not-canonical", "comm_r_new", -1,
      { P("0"), U(COMM_R_1, ALL_ONES, COMM_D_NEW) } },
    { "update", 2, "usage", NULL, -1, { P("0"), "--comm-r-old", COMM_R_1 } },
};
/* clang-format on */

static void each(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *kind = cases[i].kind, *const *w = cases[i].words;
        char vk[256], proof[256];
        run r;

        snprintf(vk, sizeof vk, GOLDEN "/setup/%s-2KiB.vk", kind);
        snprintf(proof, sizeof proof, GOLDEN "/proofs/%s-2KiB.proof", kind);
        r = run_program(CUZK_PROGRAM, "verify", kind, "--json", "--vk", vk, "--proof", proof, w[0],
                        w[1], w[2], w[3], w[4], w[5], w[6], w[7], NULL);
        if (r.status != cases[i].status)
            fail_msg("case %zu: status %d\n%s%s", i, r.status, r.out, r.err);
        if (cases[i].code)
            assert_string_equal(run_error_text(&r, "code"), cases[i].code);
        if (cases[i].section) {
            const json_t *at = json_object_get(json_object_get(r.json, "error"), "index");
            assert_string_equal(run_error_text(&r, "section"), cases[i].section);
            assert_int_equal(json_is_integer(at) ? json_integer_value(at) : -1, cases[i].index);
            assert_non_null(run_error_text(&r, "expected"));
            assert_non_null(run_error_text(&r, "found"));
        }
        run_free(&r);
    }
}

/* Another kind's proof, and another kind's key. */
static void mixed_up(void **state)
{
    static const char *const files[][2] = { { "winning", "window" }, { "window", "winning" } };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char vk[256], proof[256];
        snprintf(vk, sizeof vk, GOLDEN "/setup/%s-2KiB.vk", files[i][0]);
        snprintf(proof, sizeof proof, GOLDEN "/proofs/%s-2KiB.proof", files[i][1]);
        run r = run_program(CUZK_PROGRAM, "verify", "winning", "--json", "--vk", vk, "--proof",
                            proof, P("0"), R(RANDOMNESS), S("1=" COMM_R_1), NULL);
        assert_int_equal(r.status, i == 0 ? 1 : 2); /* the key has inputs for another circuit */
        run_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each), cmocka_unit_test(mixed_up) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
