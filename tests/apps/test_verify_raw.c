/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk verify raw` on proofs of the official crates, and on everything that is not quite one. */
#include "apps/run.h"

#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden"

static const char *const gadgets[] = { "num-ops", "por-oct", "poseidon-2", "sha256-1block" };

static char dir[64];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

/* The public inputs of a golden proof. */
static json_t *golden_inputs(const char *gadget)
{
    char path[256];
    json_t *root, *row;

    snprintf(path, sizeof path, GOLDEN "/proofs/gadget-%s.proof.json", gadget);
    root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    row = json_incref(json_array_get(json_object_get(root, "public_inputs"), 0));
    json_decref(root);
    assert_non_null(row);
    return row;
}

static const char *write_json(char out[128], const char *name, json_t *v)
{
    char *text = json_dumps(v, JSON_ENCODE_ANY);

    run_make_file(out, dir, name, text, strlen(text));
    free(text);
    return out;
}

static run verify(const char *gadget, const char *inputs, const char *proof)
{
    char vk[256];

    snprintf(vk, sizeof vk, GOLDEN "/setup/gadget-%s.vk", gadget);
    return run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", vk, "--inputs", inputs,
                       "--proof", proof, NULL);
}

/* Runs, and wants this status and, if it is not 0, this code. */
static void expect(const char *gadget, const char *inputs, const char *proof, int status,
                   const char *code)
{
    run r = verify(gadget, inputs, proof);

    if (r.status != status)
        print_error("status %d, not %d:\n%s%s\n", r.status, status, r.out, r.err);
    assert_int_equal(r.status, status);
    assert_string_equal(run_text(&r, "schema"), "cuzk.verify.v1");
    if (status)
        assert_string_equal(run_error_text(&r, "code"), code);
    if (status < 2)
        assert_true(json_is_true(json_object_get(r.json, "valid")) == (status == 0));
    assert_true(r.seconds < RUN_SOON);
    run_free(&r);
}

static const char *golden_proof(char out[256], const char *gadget)
{
    snprintf(out, 256, GOLDEN "/proofs/gadget-%s.proof", gadget);
    return out;
}

static void test_golden_proofs(void **state)
{
    char proof[256], path[128];

    (void)state;
    for (size_t i = 0; i < sizeof gadgets / sizeof *gadgets; i++) {
        json_t *inputs = golden_inputs(gadgets[i]);
        write_json(path, "inputs.json", inputs);
        expect(gadgets[i], path, golden_proof(proof, gadgets[i]), 0, NULL);
        json_decref(inputs);
    }
}

/* Another statement, the same proof. */
static void test_wrong_input(void **state)
{
    char proof[256], path[128];
    json_t *inputs = golden_inputs("num-ops"), *swapped = json_array();

    (void)state;
    json_array_append(swapped, json_array_get(inputs, 1));
    json_array_append(swapped, json_array_get(inputs, 0));
    write_json(path, "inputs.json", swapped);
    expect("num-ops", path, golden_proof(proof, "num-ops"), 1, "proof-invalid");
    json_decref(swapped);
    json_decref(inputs);
}

/* Two proofs at once; one of them under the other's inputs. */
static void test_batch(void **state)
{
    char path[128], proof_path[128], golden[256];
    json_t *row = golden_inputs("num-ops"), *rows = json_array(), *bad = json_deep_copy(row);
    unsigned char two[2 * 192], *one;
    size_t len;

    (void)state;
    one = run_read_file(golden_proof(golden, "num-ops"), &len);
    assert_int_equal(len, 192);
    memcpy(two, one, 192);
    memcpy(two + 192, one, 192);
    run_make_file(proof_path, dir, "two.proof", two, sizeof two);
    json_array_append(rows, row);
    json_array_append(rows, row);
    expect("num-ops", write_json(path, "rows.json", rows), proof_path, 0, NULL);
    json_t *flat = json_array();
    json_array_extend(flat, row);
    json_array_extend(flat, row);
    expect("num-ops", write_json(path, "flat.json", flat), proof_path, 0, NULL);
    json_array_append(flat, json_array_get(row, 0));
    expect("num-ops", write_json(path, "flat.json", flat), proof_path, 2, "bad-length");
    json_decref(flat);
    json_array_set(bad, 0, json_array_get(row, 1));
    json_array_set(rows, 1, bad);
    expect("num-ops", write_json(path, "rows.json", rows), proof_path, 1, "proof-invalid");
    json_array_remove(rows, 1);
    expect("num-ops", write_json(path, "rows.json", rows), proof_path, 2, "bad-length");
    json_decref(bad);
    json_decref(rows);
    json_decref(row);
    free(one);
}

static void test_bad_proofs(void **state)
{
    unsigned char bytes[193] = { 0 }, *good;
    char golden[256], inputs[128], path[128];
    json_t *row = golden_inputs("num-ops");
    size_t len;

    (void)state;
    write_json(inputs, "inputs.json", row);
    json_decref(row);
    good = run_read_file(golden_proof(golden, "num-ops"), &len);
    expect("num-ops", inputs, run_make_file(path, dir, "p", good, 191), 2, "bad-length");
    memcpy(bytes, good, 192);
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 193), 2, "bad-length");
    expect("num-ops", inputs, run_make_file(path, dir, "p", "", 0), 2, "bad-length");
    /* A and C are both points of G1 in the subgroup: well-formed when exchanged, and false. */
    memcpy(bytes, good + 144, 48);
    memcpy(bytes + 144, good, 48);
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 192), 1, "proof-invalid");
    memset(bytes, 0, sizeof bytes);
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 192), 2, "bad-flags");
    memset(bytes, 0xff, sizeof bytes);
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 192), 2, "bad-flags");
    bytes[0] = 0x9f; /* compressed, x >= p */
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 192), 2, "not-canonical");
    memcpy(bytes, good, 192);
    memset(bytes, 0, 48);
    bytes[0] = 0xc0;
    expect("num-ops", inputs, run_make_file(path, dir, "p", bytes, 192), 2, "infinity");
    free(good);
}

/* One document a row, and what is wrong with it. */
static void test_bad_inputs(void **state)
{
#define GOOD "\"0000000000000000000000000000000000000000000000000000000000000000\""
/* r, the field's order, and r + 1. */
#define ORDER  "\"01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73\""
#define BEYOND "\"02000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73\""
    static const struct {
        const char *json, *code;
    } cases[] = {
        { "", "bad-json" },
        { "[", "bad-json" },
        { "nonsense", "bad-json" },
        { "{}", "bad-json" },
        { "[" GOOD "," GOOD "] x", "bad-json" },
        { "[1, 2]", "bad-json" },
        { "[null, null]", "bad-json" },
        { "[" GOOD ", 7]", "bad-json" },
        { "[" GOOD ", [" GOOD "]]", "bad-json" },
        { "[[" GOOD "," GOOD "]," GOOD "]", "bad-json" },
        { "[[" GOOD "," GOOD "],[" GOOD "]]", "bad-length" },
        { "[" GOOD ", \"00\"]", "bad-hex" },
        { "[" GOOD ", \"zz00000000000000000000000000000000000000000000000000000000000000\"]",
          "bad-hex" },
        { "[" GOOD "," ORDER "]", "not-canonical" },
        { "[" BEYOND "," GOOD "]", "not-canonical" },
        { "[]", "bad-count" },
        { "[" GOOD "]", "bad-count" },
        { "[" GOOD "," GOOD "," GOOD "]", "bad-count" },
        { "[" GOOD "," GOOD "]", NULL }, /* well-formed; of another statement */
    };
    char proof[256], path[128];

    (void)state;
    golden_proof(proof, "num-ops");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_make_file(path, dir, "inputs.json", cases[i].json, strlen(cases[i].json));
        if (cases[i].code)
            expect("num-ops", path, proof, 2, cases[i].code);
        else
            expect("num-ops", path, proof, 1, "proof-invalid");
    }
}

static void test_inputs_cut(void **state)
{
    char proof[256], path[128];
    json_t *row = golden_inputs("num-ops");
    char *text = json_dumps(row, JSON_COMPACT);
    const size_t len = strlen(text);
    const size_t cuts[] = { 0, 1, 2, len / 2, len / 2 + 1, len / 2 + 2, len - 2, len - 1, len };

    (void)state;
    golden_proof(proof, "num-ops");
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        run_make_file(path, dir, "inputs.json", text, cuts[i]);
        if (cuts[i] == len)
            expect("num-ops", path, proof, 0, NULL);
        else
            expect("num-ops", path, proof, 2, "bad-json");
    }
    free(text);
    json_decref(row);
}

static void test_bad_keys(void **state)
{
    char proof[256], inputs[128], path[128];
    json_t *row = golden_inputs("num-ops");
    unsigned char *vk;
    size_t len;

    (void)state;
    write_json(inputs, "inputs.json", row);
    json_decref(row);
    golden_proof(proof, "num-ops");
    vk = run_read_file(GOLDEN "/setup/gadget-num-ops.vk", &len);
    const size_t cuts[] = { 0, 1, 96, 192, 384, 576, 672, 864, 868, len / 2, len - 96, len - 1 };
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        run_make_file(path, dir, "vk", vk, cuts[i]);
        run r = run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", path, "--inputs",
                            inputs, "--proof", proof, NULL);
        assert_int_equal(r.status, 2);
        assert_string_equal(run_error_text(&r, "file"), path);
        run_free(&r);
    }
    vk[len - 1] ^= 1; /* the last point leaves the curve */
    run_make_file(path, dir, "vk", vk, len);
    run r = run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", path, "--inputs", inputs,
                        "--proof", proof, NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "not-on-curve");
    run_free(&r);
    free(vk);
}

static void test_missing_files(void **state)
{
    run r = run_program(CUZK_PROGRAM, "verify", "raw", "--json", "--vk", "/nonexistent/vk",
                        "--inputs", "/nonexistent/in", "--proof", "/nonexistent/p", NULL);

    (void)state;
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "file"), "/nonexistent/vk");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "verify", "raw", "--vk", "x", NULL);
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "--inputs FILE is needed"));
    run_free(&r);
}

/* A key for other inputs than the given ones is named, not the proof. */
static void test_key_of_another_circuit(void **state)
{
    char proof[256], path[128];
    json_t *inputs = golden_inputs("num-ops");
    run r;

    (void)state;
    write_json(path, "inputs.json", inputs);
    r = verify("poseidon-2", path, golden_proof(proof, "num-ops"));
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "bad-count");
    assert_string_equal(run_error_text(&r, "file"), GOLDEN "/setup/gadget-poseidon-2.vk");
    run_free(&r);
    json_decref(inputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_proofs),
        cmocka_unit_test(test_wrong_input),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_bad_proofs),
        cmocka_unit_test(test_bad_inputs),
        cmocka_unit_test(test_inputs_cut),
        cmocka_unit_test(test_bad_keys),
        cmocka_unit_test(test_missing_files),
        cmocka_unit_test(test_key_of_another_circuit),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
