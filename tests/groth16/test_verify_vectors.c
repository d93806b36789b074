/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Real proofs of other people's, with their keys. */
#include "base/bytes.h"
#include "must_verify.h"

#define SEAL32_VK_LEN GROTH16_VK_LEN(328)

/* u64 BE number of proofs, u64 BE number of inputs, the key; then for each proof its 192 bytes and
 * its inputs, 32 bytes BE each. */
static void ten_partitions_of_a_32gib_sector(void **state)
{
    (void)state;
    const char *dir = test_vectors();
    if (!dir)
        skip();
    size_t len, used, vk_len;
    proof_set s;
    uint8_t *data = load_file(in_dir(dir, "fil-blst/seal32_x10.prf"), &len);
    uint8_t *vk = load_file(in_dir(dir, "fil-blst/v27-porep-32gib.vk"), &vk_len);
    proof_set_alloc(&s, load_be64(data), load_be64(data + 8));
    assert_int_equal(s.n, 10);
    assert_int_equal(s.n_inputs, 327);
    assert_int_equal(groth16_vk_parse(&s.vk, data + 16, len - 16, &used, "prf", NULL), CUZK_OK);
    assert_int_equal(used, SEAL32_VK_LEN);
    assert_int_equal(used, vk_len);
    assert_memory_equal(data + 16, vk, vk_len);
    const uint8_t *at = data + 16 + used;
    assert_int_equal(len, 16 + used + s.n * (GROTH16_PROOF_LEN + 32 * s.n_inputs));
    for (size_t j = 0; j < s.n; j++) {
        memcpy(s.bytes + j * GROTH16_PROOF_LEN, at, GROTH16_PROOF_LEN);
        at += GROTH16_PROOF_LEN;
        for (size_t i = 0; i < s.n_inputs; i++, at += 32) {
            char hex[65];
            hex_encode(hex, at, 32);
            s.inputs[j * s.n_inputs + i] = fr_of_hex_be(hex);
        }
    }
    proof_set_ready(&s);
    must_verify(&s);
    proof_set_free(&s);
    free(data);
    free(vk);
}

/* A key in compressed form, turned into the file's. */
static void expand_vk(groth16_vk *vk, const uint8_t *in, size_t len)
{
    static const bool in_g2[] = { false, false, true, true, false, true };
    size_t n_ic = load_be32(in + 3 * G1_COMPRESSED_LEN + 3 * G2_COMPRESSED_LEN);
    uint8_t *out = malloc(GROTH16_VK_LEN(n_ic)), *to = out;
    for (size_t i = 0; i < 6 + n_ic; i++) {
        if (i == 6) {
            store_be32(to, (uint32_t)n_ic);
            to += 4;
            in += 4;
        }
        if (i < 6 && in_g2[i]) {
            g2_affine p;
            assert_int_equal(g2_from_compressed(&p, in), POINT_OK);
            g2_to_uncompressed(to, &p);
            in += G2_COMPRESSED_LEN;
            to += G2_UNCOMPRESSED_LEN;
        } else {
            g1_affine p;
            assert_int_equal(g1_from_compressed(&p, in), POINT_OK);
            g1_to_uncompressed(to, &p);
            in += G1_COMPRESSED_LEN;
            to += G1_UNCOMPRESSED_LEN;
        }
    }
    assert_int_equal(len,
                     3 * G1_COMPRESSED_LEN + 3 * G2_COMPRESSED_LEN + 4 + n_ic * G1_COMPRESSED_LEN);
    assert_int_equal(groth16_vk_parse(vk, out, (size_t)(to - out), NULL, "expanded", NULL),
                     CUZK_OK);
    free(out);
}

static void seal_2kib_of_polka_storage(void **state)
{
    (void)state;
    const char *dir = test_vectors();
    if (!dir)
        skip();
    proof_set s;
    size_t len;
    json_t *root = load_json(in_dir(dir, "polka-storage/fixtures.json"));
    json_t *inputs = json_object_get(root, "porep_inputs_be");
    proof_set_alloc(&s, 1, json_array_size(inputs));
    assert_int_equal(s.n_inputs, 39);
    for (size_t i = 0; i < s.n_inputs; i++)
        s.inputs[i] = fr_of_hex_be(json_string_value(json_array_get(inputs, i)));
    uint8_t *vk = unhex(text_of(root, "porep.default_porep_verifyingkey"), &len);
    expand_vk(&s.vk, vk, len);
    free(vk);
    uint8_t *proof = unhex(text_of(root, "porep.default_porep_proof"), &len);
    assert_int_equal(len, GROTH16_PROOF_LEN);
    memcpy(s.bytes, proof, len);
    free(proof);
    json_decref(root);
    proof_set_ready(&s);
    must_verify(&s);
    proof_set_free(&s);
}

/* The proofs and inputs of one of the Zcash files; the key is the caller's. */
static void zcash_proofs(proof_set *s, const char *path, size_t n, size_t n_inputs)
{
    json_t *root = load_json(path);
    json_t *cases = json_object_get(root, "cases");
    assert_int_equal(json_array_size(cases), n);
    proof_set_alloc(s, n, n_inputs);
    for (size_t j = 0; j < n; j++) {
        size_t len;
        json_t *one = json_array_get(cases, j), *inputs = json_object_get(one, "inputs_be");
        uint8_t *proof = unhex(text_of(one, "proof"), &len);
        assert_int_equal(len, GROTH16_PROOF_LEN);
        memcpy(s->bytes + j * len, proof, len);
        free(proof);
        assert_int_equal(json_array_size(inputs), n_inputs);
        for (size_t i = 0; i < n_inputs; i++)
            s->inputs[j * n_inputs + i] =
                fr_of_hex_be(json_string_value(json_array_get(inputs, i)));
    }
    json_decref(root);
}

static void sapling_outputs_of_zcash(void **state)
{
    (void)state;
    const char *dir = test_vectors();
    if (!dir)
        skip();
    proof_set s;
    groth16_params p;
    cuzk_error err;
    const char *path = in_dir(dir, "zcash/sapling-output.params");
    assert_int_equal(groth16_params_open(&p, path, false, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "trailer");
    assert_int_equal(groth16_params_open(&p, path, true, &err), CUZK_OK);
    assert_int_equal(p.trailer_len, 52836);
    zcash_proofs(&s, in_dir(dir, "zcash/sapling_output_proofs.json"), 20, 5);
    s.vk = p.vk;
    p.vk = (groth16_vk) { 0 };
    groth16_params_close(&p);
    proof_set_ready(&s);
    must_verify(&s);
    proof_set_free(&s);
}

static void sprout_joinsplits_of_zcash(void **state)
{
    (void)state;
    const char *dir = test_vectors();
    if (!dir)
        skip();
    proof_set s;
    zcash_proofs(&s, in_dir(dir, "zcash/sprout_joinsplit_proofs.json"), 8, 9);
    load_vk(&s.vk, in_dir(dir, "zcash/sprout-groth16.vk"));
    proof_set_ready(&s);
    must_verify(&s);
    proof_set_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_partitions_of_a_32gib_sector),
        cmocka_unit_test(seal_2kib_of_polka_storage),
        cmocka_unit_test(sapling_outputs_of_zcash),
        cmocka_unit_test(sprout_joinsplits_of_zcash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
