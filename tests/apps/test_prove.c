/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk prove` and `cuzk setup` where they must refuse, quickly and leaving nothing behind. */
#include "apps/run.h"

#include "test.h"

#include <signal.h>
#include <sys/stat.h>

#define GOLDEN CUZK_TEST_DATA "/golden"
#define C1     GOLDEN "/seal-2k/c1-api.json"

static char dir[64], params[128], out[128];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    snprintf(params, sizeof params, "%s/params", dir);
    snprintf(out, sizeof out, "%s/out/proof", dir);
    mkdir(params, 0700);
    char out_dir[128];
    snprintf(out_dir, sizeof out_dir, "%s/out", dir);
    mkdir(out_dir, 0700);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static void expect_nothing_left(void)
{
    char out_dir[128];

    snprintf(out_dir, sizeof out_dir, "%s/out", dir);
    assert_int_equal(run_count_entries(out_dir), 0);
    assert_int_equal(run_count_entries(params), 0);
}

static void expect(run r, int status, const char *code)
{
    run_refused(&r, status, code);
    expect_nothing_left();
}

static run prove(const char *c1, const char *params_dir, const char *out_path)
{
    return run_program(CUZK_PROGRAM, "prove", "--json", "--c1", c1, "--params", params_dir, "--out",
                       out_path, NULL);
}

static void test_no_params(void **state)
{
    run r;

    (void)state;
    r = prove(C1, "/nonexistent/params", out);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "file"), "/nonexistent/params");
    run_free(&r);
    /* The file that is looked for is named, and nothing is made in its place. */
    r = prove(C1, params, out);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "no-params");
    assert_non_null(strstr(run_error_text(&r, "file"), "v28-stacked-proof-of-replication"));
    run_free(&r);
    expect(prove(C1, C1, out), 2, "not-a-directory");
    expect_nothing_left();
}

static void test_bad_use(void **state)
{
    (void)state;
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                       "-", NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                       out, "--insecure-randomness", "1", NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                       out, "--insecure-randomness", "1,x", NULL),
           2, "bad-randomness");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                       out, "--partition", "1", NULL),
           2, "no-partition");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                       out, "--registered-proof", "StackedDrg8MiBV1_1", NULL),
           2, "mismatch");
}

/* Several sectors: each has a place of its own to go to. */
static void test_bad_use_of_several(void **state)
{
    char other[160];

    (void)state;
    snprintf(other, sizeof other, "%s-2", out);
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--c1", C1, "--params", params,
                       "--out", out, NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--out", other, "--params",
                       params, "--out", out, NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--c1", C1, "--params", params,
                       "--out", out, "--out", out, NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--c1", "-", "--params", params,
                       "--out", out, "--out", other, NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--params",
                       params, "--out", out, NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--c1",
                       GOLDEN "/seal-8m/c1-api.json", "--params", params, "--out", out, "--out",
                       other, NULL),
           2, "mixed-sizes");
    static const char *const batches[] = { "0", "33", "-1", "many", "1.5" };
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
        expect(run_program(CUZK_PROGRAM, "prove", "--json", "--c1", C1, "--params", params, "--out",
                           out, "--circuits-per-batch", batches[i], NULL),
               2, "usage");
}

/* Where the proof cannot go is known before the work begins. */
static void test_unwritable(void **state)
{
    char path[160];

    (void)state;
    expect(prove(C1, params, "/nonexistent/proof"), 2, "no-such-file");
    snprintf(path, sizeof path, "%s/c1", dir);
    run_make_file(path, dir, "c1", "", 0);
    strcat(path, "/proof");
    expect(prove(C1, params, path), 2, "no-such-file");
    expect(prove(C1, params, params), 2, "not-a-file");
}

/* The golden C1 with one text replaced. */
static const char *changed_c1(char path[128], const char *from, const char *to)
{
    size_t len;
    char *text = (char *)run_read_file(C1, &len), *at;
    char *changed = calloc(1, len + 128);

    text[len] = '\0';
    at = strstr(text, from);
    assert_non_null(at);
    snprintf(changed, len + 128, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    run_make_file(path, dir, "changed.json", changed, strlen(changed));
    free(changed);
    free(text);
    return path;
}

/* The golden C1 as the output of a non-interactive proof, which has 13 partitions, would look. */
static void make_non_interactive(char path[128])
{
    json_t *root = json_load_file(C1, 0, NULL), *proofs, *partition;
    char *text;

    assert_non_null(root);
    json_object_set_new(root, "registered_proof",
                        json_string("StackedDrg2KiBV1_2_Feat_NonInteractivePoRep"));
    proofs = json_object_get(json_object_get(root, "vanilla_proofs"), "StackedDrg2KiBV1");
    partition = json_array_get(proofs, 0);
    while (json_array_size(proofs) < 13)
        json_array_append(proofs, partition);
    text = json_dumps(root, JSON_COMPACT);
    run_make_file(path, dir, "ni.json", text, strlen(text));
    free(text);
    json_decref(root);
}

static void test_refused_c1(void **state)
{
    char path[128];

    (void)state;
    make_non_interactive(path);
    expect(prove(path, params, out), 2, "non-interactive");
    changed_c1(path, "\"registered_proof\"", "\"registered_prof\"");
    expect(prove(path, params, out), 2, "missing-field");
    run_make_file(path, dir, "empty.json", "", 0);
    run r = prove(path, params, out);
    assert_int_equal(r.status, 2);
    run_free(&r);
    r = prove(GOLDEN "/proofs/porep-2KiB.proof", params, out);
    assert_int_equal(r.status, 2);
    run_free(&r);
}

/* A C1 that is well-formed and false: the item is named, before parameters are looked for. */
static void test_false_c1(void **state)
{
    char path[128];
    json_t *root = json_load_file(C1, 0, NULL), *byte;
    char *text;
    run r;

    (void)state;
    assert_non_null(root);
    byte = json_array_get(json_object_get(root, "comm_r"), 0);
    json_integer_set(byte, json_integer_value(byte) ^ 1);
    text = json_dumps(root, JSON_COMPACT);
    run_make_file(path, dir, "false.json", text, strlen(text));
    free(text);
    json_decref(root);
    r = prove(path, params, out);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(run_error_text(&r, "section"), "comm_r"));
    run_free(&r);
    expect_nothing_left();
}

static void test_setup_refusals(void **state)
{
    (void)state;
    expect(run_program(CUZK_PROGRAM, "setup", "--json", "--kind", "porep", "--sector-size", "3KiB",
                       "--out", params, NULL),
           2, "unknown-sector-size");
    expect(run_program(CUZK_PROGRAM, "setup", "--json", "--kind", "posh", "--sector-size", "2KiB",
                       "--out", params, NULL),
           2, "unknown-kind");
    expect(run_program(CUZK_PROGRAM, "setup", "--json", "--kind", "porep", "--sector-size", "2KiB",
                       "--out", params, "--insecure-toxic", "1,2,3,4", NULL),
           2, "usage");
    expect(run_program(CUZK_PROGRAM, "setup", "--json", "--kind", "porep", "--sector-size", "2KiB",
                       "--out", params, "--insecure-toxic", "1,2,3,4,no", NULL),
           2, "bad-toxic");
}

/* Stopped in the middle: exit status 130, and the directory is as it was. */
static void test_setup_interrupted(void **state)
{
    static const int signals[] = { SIGINT, SIGTERM };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        run r = run_and_signal(signals[i], 3000, CUZK_PROGRAM, "setup", "--json", "--kind", "porep",
                               "--sector-size", "2KiB", "--out", params, NULL);
        if (r.status != 130)
            print_error("status %d:\n%s%s\n", r.status, r.out, r.err);
        assert_int_equal(r.status, 130);
        assert_string_equal(run_error_text(&r, "status"), "interrupted");
        run_free(&r);
        expect_nothing_left();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_params),          cmocka_unit_test(test_bad_use),
        cmocka_unit_test(test_unwritable),         cmocka_unit_test(test_refused_c1),
        cmocka_unit_test(test_bad_use_of_several), cmocka_unit_test(test_false_c1),
        cmocka_unit_test(test_setup_refusals),     cmocka_unit_test(test_setup_interrupted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
