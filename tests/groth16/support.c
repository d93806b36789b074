/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "support.h"
#include "base/bytes.h"

const char *in_dir(const char *dir, const char *name)
{
    static char path[2][4096];
    static unsigned turn;
    char *out = path[turn++ % 2];
    assert_true(snprintf(out, sizeof path[0], "%s/%s", dir, name) < (int)sizeof path[0]);
    return out;
}

json_t *load_json(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s: %s", path, error.text);
    return root;
}

uint8_t *load_file(const char *path, size_t *len)
{
    uint8_t *data;
    cuzk_error err;
    if (file_read(&data, len, path, SIZE_MAX, &err) != CUZK_OK)
        fail_msg("%s: %s", path, err.message);
    return data;
}

void load_vk(groth16_vk *vk, const char *path)
{
    size_t len;
    uint8_t *data = load_file(path, &len);
    cuzk_error err;
    if (groth16_vk_parse(vk, data, len, NULL, path, &err) != CUZK_OK)
        fail_msg("%s: %s %s", path, err.section, err.message);
    free(data);
}

uint8_t *unhex(const char *hex, size_t *len)
{
    *len = strlen(hex) / 2;
    uint8_t *out = malloc(*len + 1);
    assert_non_null(out);
    assert_true(hex_decode(out, *len, hex, strlen(hex)));
    return out;
}

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        fail_msg("no string %s", key);
    return text;
}

fr fr_of_hex_le(const char *hex)
{
    uint8_t bytes[32];
    fr out;
    assert_true(hex_decode(bytes, sizeof bytes, hex, strlen(hex)));
    assert_true(fr_from_bytes_le(&out, bytes));
    return out;
}

fr fr_of_hex_be(const char *hex)
{
    uint8_t bytes[32], reversed[32];
    fr out;
    assert_true(hex_decode(bytes, sizeof bytes, hex, strlen(hex)));
    for (size_t i = 0; i < 32; i++)
        reversed[i] = bytes[31 - i];
    assert_true(fr_from_bytes_le(&out, reversed));
    return out;
}

/* x as the coordinate of an encoding: no other way to write a small Fp is needed here. */
static fp fp_of(unsigned x)
{
    uint8_t bytes[48] = { 0 };
    fp out;
    store_be32(bytes + 44, x);
    assert_true(fp_from_bytes_be(&out, bytes));
    return out;
}

g1_affine g1_outside(unsigned n)
{
    for (unsigned x = 1;; x++) {
        g1_affine p = { .x = fp_of(x) };
        fp four = fp_of(4), y2;
        fp_sqr(&y2, &p.x);
        fp_mul(&y2, &y2, &p.x);
        fp_add(&y2, &y2, &four);
        if (fp_sqrt(&p.y, &y2) && !g1_in_subgroup(&p) && n-- == 0)
            return p;
    }
}

g2_affine g2_outside(unsigned n)
{
    for (unsigned x = 1;; x++) {
        g2_affine p = { .x = { .c0 = fp_of(x), .c1 = fp_of(0) } };
        fp2 b = { .c0 = fp_of(4), .c1 = fp_of(4) }, y2;
        fp2_sqr(&y2, &p.x);
        fp2_mul(&y2, &y2, &p.x);
        fp2_add(&y2, &y2, &b);
        if (fp2_sqrt(&p.y, &y2) && !g2_in_subgroup(&p) && n-- == 0)
            return p;
    }
}

void proof_set_alloc(proof_set *s, size_t n, size_t n_inputs)
{
    *s = (proof_set) { .n = n, .n_inputs = n_inputs };
    s->bytes = malloc(n * GROTH16_PROOF_LEN);
    s->inputs = calloc(n * n_inputs + 1, sizeof(fr));
    assert_non_null(s->bytes);
    assert_non_null(s->inputs);
}

void proof_set_ready(proof_set *s)
{
    cuzk_error err;
    size_t n;
    if (groth16_proofs_parse(&s->proofs, &n, s->bytes, s->n * GROTH16_PROOF_LEN, &err) != CUZK_OK)
        fail_msg("proof %d: %s %s", (int)err.index, err.section, err.message);
    assert_int_equal(n, s->n);
    assert_int_equal(s->vk.n_ic, s->n_inputs + 1);
}

void proof_set_free(proof_set *s)
{
    groth16_vk_free(&s->vk);
    free(s->bytes);
    free(s->proofs);
    free(s->inputs);
}
