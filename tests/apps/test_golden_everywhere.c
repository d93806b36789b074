/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The golden proofs of all kinds, with every variant of the kernels this machine has and with one,
 * two and three threads: the same bytes each time. */
#include "apps/facts_2k.h"
#include "apps/run.h"
#include "test.h"

#define GOLDEN     CUZK_TEST_DATA "/golden"
#define MOST_WORDS 8

static char dir[64];

static const struct {
    const char *name;
    const char *words[MOST_WORDS]; /* the statement, after the kind; ends with NULL */
} kinds[] = {
    { "winning", { "--vanilla", GOLDEN "/winning-2k/vanilla.json", "--randomness", RANDOMNESS } },
    { "window", { "--vanilla", GOLDEN "/window-2k/vanilla.json", "--randomness", RANDOMNESS } },
    { "update",
      { "--vanilla", GOLDEN "/update-2k/vanilla.json", "--comm-r-old", COMM_R_1, "--comm-r-new",
        COMM_R_NEW, "--comm-d-new", COMM_D_NEW } },
    { "porep", { "--c1", GOLDEN "/seal-2k/c1-curio.json" } },
};

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    return setenv("CUZK_CACHE_DIR", MADE_PARAMS "/cache", 1);
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return unsetenv("CUZK_CPU");
}

/* Whether the program runs this variant when asked to: not on a machine that lacks it. */
static bool force_variant(const char *variant)
{
    setenv("CUZK_CPU", variant, 1);
    run r = run_program(CUZK_PROGRAM, "doctor", "--json", NULL);
    const bool there = strcmp(run_text(&r, "kernels"), variant) == 0;

    run_free(&r);
    return there;
}

static void prove_golden(size_t kind, const char *variant, unsigned threads)
{
    const char *const *w = kinds[kind].words;
    char out[128], path[256], count[8];
    unsigned char *made, *want;
    size_t len, want_len;

    snprintf(out, sizeof out, "%s/%s.proof", dir, kinds[kind].name);
    snprintf(count, sizeof count, "%u", threads);
    run r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", kinds[kind].name, "--params",
                        MADE_PARAMS "/params", "--out", out, "--threads", count,
                        "--insecure-randomness", "1234567890123456789,9876543210987654321", w[0],
                        w[1], w[2], w[3], w[4], w[5], w[6], w[7], NULL);
    if (r.status != 0)
        fail_msg("%s, %s, %u threads: %s", kinds[kind].name, variant, threads, r.err);
    print_message("%s, %s, %u threads: %.1f s\n", kinds[kind].name, variant, threads, r.seconds);
    run_free(&r);
    snprintf(path, sizeof path, GOLDEN "/proofs/%s-2KiB.proof", kinds[kind].name);
    made = run_read_file(out, &len);
    want = run_read_file(path, &want_len);
    assert_int_equal(len, want_len);
    assert_memory_equal(made, want, len);
    free(made);
    free(want);
}

static void each_kind(const char *variant)
{
    if (!force_variant(variant))
        skip();
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (unsigned threads = 1; threads <= 3; threads++)
            prove_golden(kind, variant, threads);
}

static void portable(void **state)
{
    (void)state;
    each_kind("portable");
}

static void adx(void **state)
{
    (void)state;
    each_kind("adx");
}

static void ifma(void **state)
{
    (void)state;
    each_kind("ifma");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portable),
        cmocka_unit_test(adx),
        cmocka_unit_test(ifma),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
