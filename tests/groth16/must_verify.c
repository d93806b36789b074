/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "must_verify.h"

static const fr *inputs_of(const proof_set *s, size_t j)
{
    return s->inputs + j * s->n_inputs;
}

static cuzk_status batch(const proof_set *s, const groth16_vk *vk, const groth16_proof *proofs,
                         const fr *inputs, cuzk_error *err)
{
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    cuzk_status status = groth16_verify_batch(vk, proofs, inputs, s->n_inputs, s->n, &w, err);
    work_free(&w);
    return status;
}

static void all_verify(const proof_set *s)
{
    cuzk_error err;
    for (size_t j = 0; j < s->n; j++)
        if (groth16_verify(&s->vk, &s->proofs[j], inputs_of(s, j), s->n_inputs, &err) != CUZK_OK)
            fail_msg("proof %zu: %s", j, err.message);
    if (batch(s, &s->vk, s->proofs, s->inputs, &err) != CUZK_OK)
        fail_msg("batch: %s", err.message);
}

/* A flipped bit gives no point, or another one: never a proof that verifies. */
static void flipped_bits(const proof_set *s)
{
    for (size_t j = 0; j < s->n; j++)
        for (size_t at = j % 17; at < GROTH16_PROOF_LEN; at += 47) {
            uint8_t bytes[GROTH16_PROOF_LEN];
            groth16_proof p;
            memcpy(bytes, s->bytes + j * GROTH16_PROOF_LEN, sizeof bytes);
            bytes[at] ^= (uint8_t)(1u << at % 8);
            cuzk_status parsed = groth16_proof_parse(&p, bytes, NULL);
            if (parsed == CUZK_OK)
                assert_int_equal(groth16_verify(&s->vk, &p, inputs_of(s, j), s->n_inputs, NULL),
                                 CUZK_NO);
            else
                assert_int_equal(parsed, CUZK_BAD_INPUT);
        }
}

/* Each of A, B, C replaced by a well-formed point that is not the right one. */
static void other_points(const proof_set *s)
{
    groth16_proof p[3] = { s->proofs[0], s->proofs[0], s->proofs[0] };
    g1_affine_neg(&p[0].a, &p[0].a);
    g2_affine_neg(&p[1].b, &p[1].b);
    p[2].c = p[2].a;
    for (int i = 0; i < 3; i++)
        assert_int_equal(groth16_verify(&s->vk, &p[i], inputs_of(s, 0), s->n_inputs, NULL),
                         CUZK_NO);
}

static void changed_inputs(const proof_set *s)
{
    fr *x = calloc(s->n_inputs + 1, sizeof *x);
    for (size_t i = 0; i < s->n_inputs; i += 1 + s->n_inputs / 8) {
        memcpy(x, inputs_of(s, 0), s->n_inputs * sizeof *x);
        fr_add(&x[i], &x[i], &FR_ONE);
        assert_int_equal(groth16_verify(&s->vk, &s->proofs[0], x, s->n_inputs, NULL), CUZK_NO);
    }
    for (size_t i = 0; i + 1 < s->n_inputs; i += 1 + s->n_inputs / 8) {
        memcpy(x, inputs_of(s, 0), s->n_inputs * sizeof *x);
        if (fr_eq(&x[i], &x[i + 1]))
            continue;
        fr t = x[i];
        x[i] = x[i + 1];
        x[i + 1] = t;
        assert_int_equal(groth16_verify(&s->vk, &s->proofs[0], x, s->n_inputs, NULL), CUZK_NO);
    }
    free(x);
}

static void wrong_counts(const proof_set *s)
{
    cuzk_error err;
    const size_t wrong[] = { 0, s->n_inputs - 1, s->n_inputs + 1, SIZE_MAX };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (wrong[i] == s->n_inputs)
            continue;
        assert_int_equal(groth16_verify(&s->vk, &s->proofs[0], s->inputs, wrong[i], &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.section, "public_inputs");
    }
}

/* The key with one of its points, in turn, exchanged for another of the same group. */
static void wrong_keys(const proof_set *s)
{
    for (int i = 0; i < 5; i++) {
        groth16_vk vk = s->vk;
        g1_affine ic0 = s->vk.ic[0];
        if (i == 0)
            vk.alpha_g1 = vk.delta_g1;
        else if (i == 1)
            vk.beta_g2 = vk.gamma_g2;
        else if (i == 2)
            vk.gamma_g2 = vk.delta_g2;
        else if (i == 3)
            vk.delta_g2 = vk.beta_g2;
        else
            vk.ic[0] = vk.alpha_g1;
        assert_int_equal(groth16_verify(&vk, &s->proofs[0], s->inputs, s->n_inputs, NULL), CUZK_NO);
        assert_int_equal(batch(s, &vk, s->proofs, s->inputs, NULL), CUZK_NO);
        s->vk.ic[0] = ic0;
    }
}

/* A batch with one proof in another's place, or damaged, names it. */
static void bad_batches(const proof_set *s)
{
    cuzk_error err;
    if (s->n < 2)
        return;
    groth16_proof *p = malloc(s->n * sizeof *p);
    for (size_t j = 0; j < s->n; j++) {
        memcpy(p, s->proofs, s->n * sizeof *p);
        g1_affine_neg(&p[j].c, &p[j].c);
        assert_int_equal(batch(s, &s->vk, p, s->inputs, &err), CUZK_NO);
        assert_int_equal(err.index, j);
    }
    memcpy(p, s->proofs, s->n * sizeof *p);
    groth16_proof last = p[s->n - 1];
    p[s->n - 1] = p[s->n - 2];
    p[s->n - 2] = last;
    assert_int_equal(batch(s, &s->vk, p, s->inputs, &err), CUZK_NO);
    assert_int_equal(err.index, s->n - 2);

    /* Two errors that cancel in an unweighted sum. */
    memcpy(p, s->proofs, s->n * sizeof *p);
    p[0].c = s->proofs[1].c;
    p[1].c = s->proofs[0].c;
    assert_int_equal(batch(s, &s->vk, p, s->inputs, &err), CUZK_NO);
    assert_int_equal(err.index, 0);
    free(p);
}

void must_verify(const proof_set *s)
{
    all_verify(s);
    flipped_bits(s);
    other_points(s);
    changed_inputs(s);
    wrong_counts(s);
    wrong_keys(s);
    bad_batches(s);
}
