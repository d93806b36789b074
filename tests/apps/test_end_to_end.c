/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The whole way on a real 2 KiB sector, in the bytes of the official crates: parameters from the
 * golden toxic values (tests/apps/make_params.sh), a proof from the golden randomness, and what
 * must fail with them. */
#include "apps/run.h"

#include "test.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden"
#define C1     GOLDEN "/seal-2k/c1-curio.json"

static const char params[] = MADE_PARAMS "/params";
static char dir[64], out[128], params_file[512], vk[512];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    snprintf(out, sizeof out, "%s/proof", dir);
    return setenv("CUZK_CACHE_DIR", MADE_PARAMS "/cache", 1);
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static const char *member(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static void test_setup(void **state)
{
    json_t *want = run_golden("setup/porep-2KiB.setup.json");
    json_t *said = json_load_file(MADE_PARAMS "/porep.json", 0, NULL);
    const json_t *names = json_object_get(want, "official_cache_names");
    unsigned char *meta, *made, *official;
    size_t len, official_len;

    (void)state;
    assert_non_null(said);
    assert_string_equal(member(said, "params_sha256"), member(want, "params_sha256"));
    assert_string_equal(member(said, "vk_sha256"), member(want, "vk_sha256"));
    snprintf(params_file, sizeof params_file, "%s/%s", params, member(names, "params"));
    snprintf(vk, sizeof vk, "%s/%s", params, member(names, "vk"));
    assert_string_equal(member(said, "params"), params_file);
    assert_string_equal(member(said, "vk"), vk);
    assert_string_equal(member(said, "circuit_sha256"),
                        "c9508a30fc9fc37efc5c7c86000ac64299f9abd764744e0e3a37b64058b5f7f8");
    meta = run_read_file(member(said, "meta"), &len);
    assert_int_equal(len, strlen("{\"sector_size\":2048}"));
    assert_memory_equal(meta, "{\"sector_size\":2048}", len);
    free(meta);
    /* The four files of each of four kinds and nothing else; what is on the disk was digested. */
    assert_int_equal(run_count_entries(params), 16);
    made = run_read_file(vk, &len);
    official = run_read_file(GOLDEN "/setup/porep-2KiB.vk", &official_len);
    assert_int_equal(len, official_len);
    assert_memory_equal(made, official, len);
    free(made);
    free(official);
    json_decref(said);
    json_decref(want);
}

static void test_check_is_remembered(void **state)
{
    run r = run_program(CUZK_PROGRAM, "params", "check", params, "--json", NULL);
    const json_t *files = json_object_get(r.json, "files");

    (void)state;
    run_expect(&r, 0);
    assert_true(r.seconds < RUN_SOON);
    assert_int_equal(json_array_size(files), 8);
    for (size_t i = 0; i < 8; i++)
        assert_string_equal(member(json_array_get(files, i), "verdict"), "development");
    for (size_t i = 0; i < 8; i += 2)
        assert_true(json_is_true(json_object_get(json_array_get(files, i), "remembered")));
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "inspect", params_file, "--json", NULL);
    run_expect(&r, 0);
    assert_string_equal(run_text(&r, "type"), "params");
    assert_string_equal(run_text(&r, "circuit"), "porep-2k");
    assert_string_equal(run_text(&r, "verdict"), "development");
    assert_int_equal(run_integer(&r, "domain_size"), 4194304);
    run_free(&r);
}

static run prove(const char *c1, const char *out_path, const char *extra)
{
    return run_program(CUZK_PROGRAM, "prove", "--json", "--c1", c1, "--params", params, "--out",
                       out_path, "--insecure-randomness", "1234567890123456789,9876543210987654321",
                       extra, NULL);
}

static void test_prove(void **state)
{
    unsigned char *made, *want;
    size_t len, want_len;
    run r = prove(C1, out, NULL);

    (void)state;
    run_expect(&r, 0);
    assert_true(json_is_true(json_object_get(r.json, "verified")));
    assert_int_equal(run_integer(&r, "constraints"), 2687961);
    /* 1.2 GiB, by the budget and by the system's count. */
    assert_true(run_integer(&r, "peak_bytes") < 1288490188);
    assert_true(run_integer(&r, "peak_resident_bytes") < 1288490188);
    assert_true(run_integer(&r, "peak_resident_bytes") > 128 << 20);
    print_message("prove: %.1f s\n", r.seconds);
    run_free(&r);
    made = run_read_file(out, &len);
    want = run_read_file(GOLDEN "/proofs/porep-2KiB.proof", &want_len);
    assert_int_equal(len, want_len);
    assert_memory_equal(made, want, len);
    free(made);
    free(want);
    r = run_program(CUZK_PROGRAM, "verify", "porep", "--json", "--proof", out, "--vk", vk, "--c1",
                    C1, NULL);
    run_expect(&r, 0);
    run_free(&r);
}

/* The same sector three times, in batches of two: all three are the golden proof. */
static void test_several_sectors(void **state)
{
    char path[3][140];
    unsigned char *made, *want;
    size_t len;

    (void)state;
    for (int i = 0; i < 3; i++)
        snprintf(path[i], sizeof path[i], "%s-%d", out, i);
    run r = run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--c1", C1, "--c1",
                        GOLDEN "/seal-2k/c1-api.json", "--params", params, "--out", path[0],
                        "--out", path[1], "--out", path[2], "--circuits-per-batch", "2",
                        "--insecure-randomness", "1234567890123456789,9876543210987654321", NULL);
    run_expect(&r, 0);
    const json_t *proofs = json_object_get(r.json, "proofs");
    assert_int_equal(json_array_size(proofs), 3);
    want = run_read_file(GOLDEN "/proofs/porep-2KiB.proof", &len);
    for (int i = 0; i < 3; i++) {
        const json_t *one = json_array_get(proofs, (size_t)i);
        assert_string_equal(member(one, "out"), path[i]);
        assert_int_equal(json_integer_value(json_object_get(one, "circuits_per_batch")), 2);
        assert_true(json_integer_value(json_object_get(one, "peak_resident_bytes")) < 1LL << 30);
        made = run_read_file(path[i], &len);
        assert_int_equal(len, 192);
        assert_memory_equal(made, want, len);
        free(made);
        unlink(path[i]);
    }
    free(want);
    run_free(&r);
}

/* To standard output the bytes go alone; and the memory limit is one. */
static void test_standard_output(void **state)
{
    unsigned char *want;
    size_t len;
    run r = run_program(CUZK_PROGRAM, "prove", "--c1", C1, "--params", params, "--out", "-",
                        "--insecure-randomness", "0x112210f47de98115,9876543210987654321",
                        "--memory", "800MiB", NULL);

    (void)state;
    run_expect(&r, 0);
    want = run_read_file(GOLDEN "/proofs/porep-2KiB.proof", &len);
    assert_int_equal(r.out_len, len);
    assert_memory_equal(r.out, want, len);
    assert_non_null(strstr(r.err, "proved and verified"));
    free(want);
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out", out,
                    "--memory", "100MiB", NULL);
    run_expect(&r, 4);
    run_free(&r);
}

/* With the check of the openings off, it is a row that does not hold, and it has a name. */
static void test_false_witness(void **state)
{
    char path[128], bad_out[128];
    json_t *root = run_golden("seal-2k/c1-api.json"), *proof, *byte;
    char *text;
    run r;

    (void)state;
    proof = json_object_get(root, "vanilla_proofs");
    proof = json_array_get(json_array_get(json_object_get(proof, "StackedDrg2KiBV1"), 0), 1);
    proof = json_object_get(json_object_get(proof, "comm_r_last_proof"), "data");
    proof = json_object_get(json_object_get(proof, "Single"), "path");
    proof = json_array_get(json_object_get(proof, "path"), 1);
    byte = json_array_get(json_array_get(json_object_get(proof, "hashes"), 2), 0);
    assert_non_null(byte);
    json_integer_set(byte, json_integer_value(byte) ^ 1);
    text = json_dumps(root, JSON_COMPACT);
    run_make_file(path, dir, "false.json", text, strlen(text));
    snprintf(bad_out, sizeof bad_out, "%s/bad-proof", dir);
    r = prove(path, bad_out, NULL);
    run_expect(&r, 1);
    assert_non_null(strstr(run_error_text(&r, "section"), "challenge 1"));
    run_free(&r);
    r = prove(path, bad_out, "--no-vanilla-check");
    run_expect(&r, 1);
    assert_string_equal(run_error_text(&r, "code"), "unsatisfied");
    assert_non_null(strstr(run_error_text(&r, "section"), "comm_r_last"));
    run_free(&r);
    assert_int_equal(access(bad_out, F_OK), -1);
    free(text);
    json_decref(root);
}

static void test_interrupted(void **state)
{
    char stopped[128];
    const size_t before = run_count_entries(dir);
    run r;

    (void)state;
    snprintf(stopped, sizeof stopped, "%s/stopped", dir);
    r = run_and_signal(SIGINT, 2000, CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params",
                       params, "--out", stopped, NULL);
    run_expect(&r, 130);
    run_free(&r);
    assert_int_equal(run_count_entries(dir), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup),           cmocka_unit_test(test_check_is_remembered),
        cmocka_unit_test(test_prove),           cmocka_unit_test(test_several_sectors),
        cmocka_unit_test(test_standard_output), cmocka_unit_test(test_false_witness),
        cmocka_unit_test(test_interrupted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
