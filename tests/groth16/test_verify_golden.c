/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs the official crates made, with the keys they made. */
#include "must_verify.h"

static const char *const NAME[] = { "gadget-num-ops",       "gadget-por-oct", "gadget-poseidon-2",
                                    "gadget-sha256-1block", "porep-2KiB",     "update-2KiB",
                                    "window-2KiB",          "winning-2KiB" };

static void load_golden(proof_set *s, const char *name)
{
    char file[64];
    size_t len;
    snprintf(file, sizeof file, "%s.proof.json", name);
    json_t *root = load_json(in_dir(GOLDEN "proofs", file));
    json_t *inputs = json_array_get(json_object_get(root, "public_inputs"), 0);
    assert_true(json_is_array(inputs));
    proof_set_alloc(s, 1, json_array_size(inputs));
    for (size_t i = 0; i < s->n_inputs; i++)
        s->inputs[i] = fr_of_hex_le(json_string_value(json_array_get(inputs, i)));
    json_decref(root);

    snprintf(file, sizeof file, "%s.proof", name);
    uint8_t *bytes = load_file(in_dir(GOLDEN "proofs", file), &len);
    assert_int_equal(len, GROTH16_PROOF_LEN);
    memcpy(s->bytes, bytes, len);
    free(bytes);

    snprintf(file, sizeof file, "%s.vk", name);
    load_vk(&s->vk, in_dir(GOLDEN "setup", file));
    proof_set_ready(s);
}

static void golden_proofs_verify(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof NAME / sizeof NAME[0]; i += TEST_THREAD_SANITIZED ? 3 : 1) {
        proof_set s;
        load_golden(&s, NAME[i]);
        must_verify(&s);
        proof_set_free(&s);
    }
}

static void a_proof_is_written_as_it_was_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof NAME / sizeof NAME[0]; i++) {
        proof_set s;
        uint8_t out[GROTH16_PROOF_LEN];
        load_golden(&s, NAME[i]);
        groth16_proof_write(out, &s.proofs[0]);
        assert_memory_equal(out, s.bytes, sizeof out);
        proof_set_free(&s);
    }
}

static void another_circuits_key_refuses(void **state)
{
    (void)state;
    proof_set a, b;
    load_golden(&a, "gadget-num-ops");
    load_golden(&b, "gadget-sha256-1block");
    assert_int_equal(a.n_inputs, b.n_inputs);
    assert_int_equal(groth16_verify(&b.vk, a.proofs, a.inputs, a.n_inputs, NULL), CUZK_NO);
    assert_int_equal(groth16_verify(&a.vk, b.proofs, a.inputs, a.n_inputs, NULL), CUZK_NO);
    proof_set_free(&a);
    proof_set_free(&b);
}

static void an_empty_batch_is_no_question(void **state)
{
    (void)state;
    proof_set s;
    work w;
    load_golden(&s, "gadget-num-ops");
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(groth16_verify_batch(&s.vk, s.proofs, s.inputs, s.n_inputs, 0, &w, NULL),
                     CUZK_BAD_INPUT);
    work_free(&w);
    proof_set_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_proofs_verify),
        cmocka_unit_test(a_proof_is_written_as_it_was_read),
        cmocka_unit_test(another_circuits_key_refuses),
        cmocka_unit_test(an_empty_batch_is_no_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
