/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs of spacetime and of updates of 2 KiB sectors, in the bytes of the official crates:
 * parameters from the golden toxic values (tests/apps/make_params.sh), proofs from the golden
 * randomness, and what must fail with them. */
#include "apps/facts_2k.h"
#include "apps/run.h"
#include "test.h"

#include <string.h>
#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden"

static const char params[] = MADE_PARAMS "/params";
static char dir[64];

/* The words of one kind; all end with NULL. */
typedef struct kind_case {
    const char *name, *registered;
    const char *statement[7];   /* of prove */
    const char *claim[7];       /* of verify */
    const char *lie[7];         /* of verify, and not true */
    const char *false_start[7]; /* of prove, and not true */
} kind_case;

#define RANDOM "--randomness"
#define OLD    "--comm-r-old"
#define NEW    "--comm-r-new"
#define DATA   "--comm-d-new"
#define SECTOR "--sector"

static const kind_case cases[] = {
    { "winning",
      "StackedDrgWinning2KiBV1",
      { RANDOM, RANDOMNESS },
      { RANDOM, RANDOMNESS, SECTOR, "1=" COMM_R_1 },
      { RANDOM, RANDOMNESS, SECTOR, "2=" COMM_R_1 },
      { RANDOM, OTHER } },
    { "window",
      "StackedDrgWindow2KiBV1_2",
      { RANDOM, RANDOMNESS },
      { RANDOM, RANDOMNESS, SECTOR, "1=" COMM_R_1, SECTOR, "2=" COMM_R_2 },
      { RANDOM, RANDOMNESS, SECTOR, "2=" COMM_R_2, SECTOR, "1=" COMM_R_1 },
      { RANDOM, OTHER } },
    { "update",
      "StackedDrg2KiBV1",
      { OLD, COMM_R_1, NEW, COMM_R_NEW, DATA, COMM_D_NEW },
      { OLD, COMM_R_1, NEW, COMM_R_NEW, DATA, COMM_D_NEW },
      { OLD, COMM_R_1, NEW, COMM_R_NEW, DATA, OTHER },
      { OLD, COMM_R_2, NEW, COMM_R_NEW, DATA, COMM_D_NEW } },
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
    return 0;
}

static run prove_with(const kind_case *k, const char *params_dir, const char *const w[7],
                      const char *out)
{
    char vanilla[256];

    snprintf(vanilla, sizeof vanilla, GOLDEN "/%s-2k/vanilla.json", k->name);
    return run_program(CUZK_PROGRAM, "prove", "--json", "--kind", k->name, "--vanilla", vanilla,
                       "--params", params_dir, "--out", out, "--insecure-randomness",
                       "1234567890123456789,9876543210987654321", w[0], w[1], w[2], w[3], w[4],
                       w[5], NULL);
}

static run prove(const kind_case *k, const char *const w[7], const char *out)
{
    return prove_with(k, params, w, out);
}

static run verify(const kind_case *k, const char *vk, const char *proof, const char *const w[7])
{
    return run_program(CUZK_PROGRAM, "verify", k->name, "--json", "--registered-proof",
                       k->registered, "--vk", vk, "--proof", proof, w[0], w[1], w[2], w[3], w[4],
                       w[5], NULL);
}

static void official_bytes(const kind_case *k, const char *proof)
{
    char path[256];

    snprintf(path, sizeof path, GOLDEN "/proofs/%s-2KiB.proof", k->name);
    run_same_file(proof, path);
}

static const char *member(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

/* What setup said of its parameters, which are the official ones. */
static json_t *made_parameters(const kind_case *k)
{
    char path[256], name[64];
    json_t *said, *want;

    snprintf(path, sizeof path, MADE_PARAMS "/%s.json", k->name);
    said = json_load_file(path, 0, NULL);
    assert_non_null(said);
    snprintf(name, sizeof name, "setup/%s-2KiB.setup.json", k->name);
    want = run_golden(name);
    assert_string_equal(member(said, "params_sha256"), member(want, "params_sha256"));
    assert_string_equal(member(said, "vk_sha256"), member(want, "vk_sha256"));
    json_decref(want);
    return said;
}

static void one_kind(const kind_case *k)
{
    char proof[128];
    json_t *said = made_parameters(k);
    const char *vk = member(said, "vk");
    run r;

    snprintf(proof, sizeof proof, "%s/%s.proof", dir, k->name);
    r = prove(k, k->statement, proof);
    run_expect(&r, 0);
    assert_true(json_is_true(json_object_get(r.json, "verified")));
    assert_string_equal(run_text(&r, "kind"), k->name);
    assert_string_equal(run_text(&r, "registered_proof"), k->registered);
    run_free(&r);
    official_bytes(k, proof);

    r = verify(k, vk, proof, k->claim);
    run_expect(&r, 0);
    run_free(&r);
    r = verify(k, vk, proof, k->lie);
    run_expect(&r, 1);
    assert_true(json_is_false(json_object_get(r.json, "valid")));
    run_free(&r);

    snprintf(proof, sizeof proof, "%s/none", dir);
    r = prove(k, k->false_start, proof);
    run_expect(&r, 1);
    run_free(&r);
    json_decref(said);
}

static void winning(void **state)
{
    (void)state;
    one_kind(&cases[0]);
}

static void window(void **state)
{
    (void)state;
    one_kind(&cases[1]);
}

static void update(void **state)
{
    (void)state;
    one_kind(&cases[2]);
}

/* Inputs of one kind given to another, and options that do not belong together. */
static void mixed_up(void **state)
{
    char out[128];

    (void)state;
    snprintf(out, sizeof out, "%s/none", dir);
    run r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", "winning", "--vanilla",
                        GOLDEN "/window-2k/vanilla.json", "--params", params, "--out", out, RANDOM,
                        OTHER, NULL);
    run_expect(&r, 2);
    assert_string_equal(run_error_text(&r, "code"), "wrong-kind");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", "window", "--vanilla",
                    GOLDEN "/window-2k/vanilla.json", "--params", params, "--out", out, RANDOM,
                    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", NULL);
    run_expect(&r, 2);
    assert_string_equal(run_error_text(&r, "code"), "not-canonical");
    assert_string_equal(run_error_text(&r, "section"), "randomness");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", "window", "--vanilla",
                    GOLDEN "/window-2k/vanilla.json", "--params", params, "--out", out, NULL);
    run_expect(&r, 2);
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", "window", "--c1",
                    GOLDEN "/seal-2k/c1.json", "--params", params, "--out", out, NULL);
    run_expect(&r, 2);
    assert_string_equal(run_error_text(&r, "code"), "usage");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "prove", "--json", "--kind", "porep", "--vanilla",
                    GOLDEN "/window-2k/vanilla.json", "--params", params, "--out", out, NULL);
    run_expect(&r, 2);
    assert_string_equal(run_error_text(&r, "code"), "usage");
    run_free(&r);
}

/* The files of a kind in a directory of their own. */
static void copy_parameters(const json_t *said, const char *to)
{
    static const char *const file[] = { "params", "vk", "meta", "sidecar" };

    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        const char *from = member(said, file[i]);
        unsigned char *data;
        size_t len;
        char path[512];
        FILE *f;

        assert_non_null(from);
        snprintf(path, sizeof path, "%s/%s", to, strrchr(from, '/') + 1);
        data = run_read_file(from, &len);
        f = fopen(path, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(data, 1, len, f), len);
        assert_int_equal(fclose(f), 0);
        free(data);
    }
}

static void flip_bit(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");

    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    int byte = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(byte ^ 4, f);
    assert_int_equal(fclose(f), 0);
}

/* A bit of one point: it is found although the file was checked before, and named. */
static void damaged(void **state)
{
    const kind_case *k = &cases[0];
    char own[64], file[512], out[128];
    json_t *said = made_parameters(k), *want = run_golden("setup/winning-2KiB.setup.json");
    const json_t *a = json_array_get(json_object_get(want, "sections"), 9);
    const long at = (long)json_integer_value(json_object_get(a, "offset")) + 12345 * 96 + 50;
    run r;

    (void)state;
    assert_string_equal(member(a, "name"), "a");
    run_make_dir(own);
    copy_parameters(said, own);
    snprintf(out, sizeof out, "%s/none", dir);
    snprintf(file, sizeof file, "%s/%s", own, strrchr(member(said, "params"), '/') + 1);
    r = run_program(CUZK_PROGRAM, "params", "check", own, "--json", NULL);
    run_expect(&r, 0);
    run_free(&r);
    flip_bit(file, at);
    r = run_program(CUZK_PROGRAM, "params", "check", own, "--json", NULL);
    run_expect(&r, 1);
    assert_string_equal(run_error_text(&r, "section"), "a");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(r.json, "error"), "index")),
                     12345);
    run_free(&r);
    r = prove_with(k, own, k->statement, out);
    run_expect(&r, 1);
    assert_string_equal(run_error_text(&r, "section"), "a");
    run_free(&r);
    assert_int_equal(truncate(file, at), 0);
    r = prove_with(k, own, k->statement, out);
    run_expect(&r, 2);
    assert_string_equal(run_error_text(&r, "file"), file);
    run_free(&r);
    run_remove_dir(own);
    json_decref(want);
    json_decref(said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_up), cmocka_unit_test(winning), cmocka_unit_test(window),
        cmocka_unit_test(update),   cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
