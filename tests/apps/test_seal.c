/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk seal`: the golden files again, and what it refuses, leaving nothing behind. */
#include "apps/run.h"

#include "test.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden/seal-2k"
#define PIECE  GOLDEN "/piece.dat"
#define TICKET "9d118558949347692c39078bf51efff9846a8f42ea58fdd07aa1cb54f4f8fee1"
#define SEED   "9808b3c7bfd38c94a2e233e54e53d4df60b1f429f24c2591f4ef180649f42ca5"
#define ZERO   "0000000000000000000000000000000000000000000000000000000000000000"

static char dir[64], out[128], replica[128], cache[128];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    snprintf(out, sizeof out, "%s/c1.json", dir);
    snprintf(replica, sizeof replica, "%s/sealed", dir);
    snprintf(cache, sizeof cache, "%s/deep/cache", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

#define SEAL(size, data, sector, seed, ...)                                                        \
    run_program(CUZK_PROGRAM, "seal", "--json", "--sector-size", size, "--data", data, "--miner",  \
                "1000", "--sector", sector, "--ticket", TICKET, "--seed", seed, __VA_ARGS__, NULL)

static void the_golden_sector(void **state)
{
    static const char *const files[] = { "p_aux",
                                         "sc-02-data-layer-1.dat",
                                         "sc-02-data-layer-2.dat",
                                         "sc-02-data-tree-c.dat",
                                         "sc-02-data-tree-d.dat",
                                         "sc-02-data-tree-r-last.dat" };
    char path[256];
    run r;

    (void)state;
    r = SEAL("2KiB", PIECE, "1", SEED, "--out", out, "--replica", replica, "--cache", cache);
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "schema"), "cuzk.seal.v1");
    assert_string_equal(run_text(&r, "registered_proof"), "StackedDrg2KiBV1_1");
    assert_string_equal(run_text(&r, "comm_r"),
                        "d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f");
    assert_int_equal(run_integer(&r, "data_bytes"), 2032);
    run_free(&r);
    run_same_file(out, GOLDEN "/c1-curio.json");
    run_same_file(replica, GOLDEN "/sealed.dat");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char golden[256];
        snprintf(path, sizeof path, "%s/%s", cache, files[i]);
        snprintf(golden, sizeof golden, GOLDEN "/cache/%s", files[i]);
        run_same_file(path, golden);
    }
    assert_int_equal(run_count_entries(cache), 7);                      /* and t_aux */
    r = SEAL("2KiB", PIECE, "1", SEED, "--out", out, "--threads", "1"); /* over the old one */
    assert_int_equal(r.status, 0);
    run_free(&r);
    run_same_file(out, GOLDEN "/c1-curio.json");
}

static void other_challenges(void **state)
{
    static const struct {
        const char *name, *proof;
        long long partitions;
    } kinds[] = {
        { "interactive", "StackedDrg2KiBV1_1", 1 },
        { "synthetic", "StackedDrg2KiBV1_1_Feat_SyntheticPoRep", 1 },
        { "ni", "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep", 13 },
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        run r = SEAL("2048", PIECE, "1", SEED, "--out", out, "--challenges", kinds[i].name);
        assert_int_equal(r.status, 0);
        assert_string_equal(run_text(&r, "registered_proof"), kinds[i].proof);
        assert_int_equal(run_integer(&r, "partitions"), kinds[i].partitions);
        run_free(&r);
        r = run_program(CUZK_PROGRAM, "inspect", out, "--json", NULL);
        assert_int_equal(r.status, 0);
        assert_string_equal(run_text(&r, "registered_proof"), kinds[i].proof);
        run_free(&r);
    }
    /* The proof of the last needs aggregation: prove refuses it by name. */
    run r = run_program(CUZK_PROGRAM, "prove", "--json", "--c1", out, "--params", dir, "--out",
                        replica, NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "non-interactive");
    assert_non_null(
        strstr(run_error_text(&r, "message"), "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep"));
    assert_int_not_equal(access(replica, F_OK), 0);
    run_free(&r);
}

static void expect(run r, int status, const char *code)
{
    run_refused(&r, status, code);
    assert_int_equal(run_count_entries(dir), 0);
}

static void refusals(void **state)
{
    char no_dir[128];

    (void)state;
    snprintf(no_dir, sizeof no_dir, "%s/none/x", dir);
    expect(SEAL("32GiB", PIECE, "1", SEED, "--out", out), 2, "too-large");
    expect(SEAL("3KiB", PIECE, "1", SEED, "--out", out), 2, "unknown-sector-size");
    expect(SEAL("2KiB", GOLDEN "/c1.json", "1", SEED, "--out", out, "--cache", cache), 2,
           "too-long");
    expect(SEAL("2KiB", "/nonexistent", "1", SEED, "--out", out, "--cache", cache), 2,
           "no-such-file");
    expect(SEAL("2KiB", GOLDEN, "1", SEED, "--out", out), 2, "not-a-file");
    expect(SEAL("2KiB", PIECE, "1", ZERO, "--out", out), 2, "zero");
    expect(SEAL("2KiB", PIECE, "1", "ab", "--out", out), 2, "usage");
    expect(SEAL("2KiB", PIECE, "-1", SEED, "--out", out), 2, "usage");
    expect(SEAL("2KiB", PIECE, "1", SEED, "--out", out, "--challenges", "all"), 2,
           "unknown-challenges");
    expect(SEAL("2KiB", PIECE, "1", SEED, "--out", no_dir), 2, "no-such-file");
    expect(SEAL("2KiB", PIECE, "1", SEED, "--out", out, "--replica", no_dir), 2, "no-such-file");
    expect(SEAL("2KiB", PIECE, "1", SEED, "--out", "-"), 2, "usage");
    expect(SEAL("2KiB", PIECE, "1", SEED, "--out", out, "--replica", out), 2, "usage");
    expect(SEAL("8MiB", PIECE, "1", SEED, "--out", out, "--memory", "1MiB"), 4,
           "over-memory-limit");
    run r = SEAL("2KiB", GOLDEN "/c1.json", "1", SEED, "--out", out);
    assert_string_equal(run_error_text(&r, "file"), GOLDEN "/c1.json");
    assert_string_equal(run_error_text(&r, "expected"), "at most 2032");
    run_free(&r);
}

static void interrupted(void **state)
{
    run r;

    (void)state;
    r = run_and_signal(SIGINT, 700, CUZK_PROGRAM, "seal", "--json", "--sector-size", "512MiB",
                       "--data", PIECE, "--miner", "1", "--sector", "1", "--ticket", TICKET,
                       "--seed", SEED, "--out", out, "--replica", replica, "--cache", dir, NULL);
    assert_int_equal(r.status, 130);
    assert_string_equal(run_error_text(&r, "code"), "interrupted");
    run_free(&r);
    assert_int_equal(run_count_entries(dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_golden_sector, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_challenges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refusals, set_up, tear_down),
        cmocka_unit_test_setup_teardown(interrupted, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
