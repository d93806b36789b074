/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "golden_proof.h"
#include "base/bytes.h"
#include "curve/encoding.h"
#include "groth16/prove_sums.h"
#include "groth16/qap.h"
#include "hash/sha256.h"
#include "poly/ntt.h"
#include "r1cs/compact.h"
#include "r1cs/density_make.h"
#include "support.h"
#include "textbook_h.h"

/* Rows that the plain transforms of the textbook's twin are quick enough for. */
#define TEXTBOOK_MAX ((size_t)1 << 17)

/* A golden proof file's only entry of an array. */
static json_t *first_of(json_t *root, const char *key)
{
    json_t *one = json_array_get(json_object_get(root, key), 0);
    assert_non_null(one);
    return one;
}

static void same_g1(const g1 *p, json_t *steps, const char *key)
{
    uint8_t bytes[G1_COMPRESSED_LEN];
    char hex[2 * sizeof bytes + 1];
    g1_affine a;
    g1_to_affine(&a, p);
    g1_to_compressed(bytes, &a);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(steps, key));
}

static void same_g2(const g2 *p, json_t *steps, const char *key)
{
    uint8_t bytes[G2_COMPRESSED_LEN];
    char hex[2 * sizeof bytes + 1];
    g2_affine a;
    g2_to_affine(&a, p);
    g2_to_compressed(bytes, &a);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(steps, key));
}

/* SHA-256 over n elements, 32 bytes little-endian each. */
static void same_frs(const fr *a, size_t n, json_t *steps, const char *key)
{
    uint8_t bytes[32];
    char hex[65];
    sha256_state h;
    sha256_init(&h);
    for (size_t i = 0; i < n; i++) {
        fr_to_bytes_le(bytes, &a[i]);
        sha256_update(&h, bytes, sizeof bytes);
    }
    sha256_final(&h, bytes);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(steps, key));
}

static void same_view(const fr_view *v, json_t *steps, const char *key)
{
    fr *all = calloc(v->n, sizeof *all);
    fr_view_expand(v, 0, v->n, all);
    same_frs(all, v->n, steps, key);
    free(all);
}

static void same_sums(const groth16_sums *s, json_t *steps)
{
    same_g1(&s->h, steps, "h");
    same_g1(&s->l, steps, "l");
    same_g1(&s->a_inputs, steps, "a_inputs");
    same_g1(&s->a_aux, steps, "a_aux");
    same_g1(&s->b_g1_inputs, steps, "b_g1_inputs");
    same_g1(&s->b_g1_aux, steps, "b_g1_aux");
    same_g2(&s->b_g2_inputs, steps, "b_g2_inputs");
    same_g2(&s->b_g2_aux, steps, "b_g2_aux");
}

/* Every step of the textbook's way. */
static void same_textbook(unsigned lg_m, const assignment *asg, json_t *steps)
{
    static const char *const coeffs[] = { "a_coeffs_sha256", "b_coeffs_sha256", "c_coeffs_sha256" };
    static const char *const coset[] = { "a_coset_sha256", "b_coset_sha256", "c_coset_sha256" };
    textbook_h t;
    textbook_h_make(&t, lg_m, &asg->a, &asg->b, &asg->c);
    for (int i = 0; i < 3; i++) {
        same_frs(t.coeffs[i], t.m, json_object_get(steps, "coefficients"), coeffs[i]);
        same_frs(t.coset[i], t.m, json_object_get(steps, "coset_evaluations"), coset[i]);
    }
    same_frs(t.h_coset, t.m, steps, "h_coset_sha256");
    same_frs(t.h, t.m - 1, steps, "h_coeffs_sha256");
    assert_true(fr_is_zero(&t.h[t.m - 1]));
    textbook_h_free(&t);
}

/* Evaluations, coefficients and H. */
static void same_polynomials(work *w, const assignment *asg, json_t *steps)
{
    static const char *const evaluations[] = { "a_sha256", "b_sha256", "c_sha256" };
    static const char *const coefficients[] = { "a_coeffs_sha256", "b_coeffs_sha256",
                                                "c_coeffs_sha256" };
    const fr_view *view[] = { &asg->a, &asg->b, &asg->c };
    unsigned lg_m = qap_domain_lg(asg->a.n);
    size_t m = (size_t)1 << lg_m;
    ntt_domain *domain;
    assert_int_equal(ntt_domain_new(&domain, w, lg_m, NULL), CUZK_OK);
    fr *v = calloc(2 * m, sizeof *v);
    for (int i = 0; i < 3; i++) {
        memset(v, 0, m * sizeof *v);
        fr_view_expand(view[i], 0, view[i]->n, v);
        same_frs(v, view[i]->n, json_object_get(steps, "evaluations"), evaluations[i]);
        ntt_inverse(domain, w, v, v + m);
        same_frs(v, m, json_object_get(steps, "coefficients"), coefficients[i]);
    }
    for (int i = 0; i < 2; i++) {
        const accel *acc = i ? &accel_cpu_textbook : &accel_cpu;
        assert_int_equal(acc->h(acc, w, lg_m, &asg->a, &asg->b, &asg->c, v, NULL), CUZK_OK);
        same_frs(v, m - 1, steps, "h_coeffs_sha256");
        assert_true(fr_is_zero(&v[m - 1]));
    }
    free(v);
    ntt_domain_free(domain, w);
}

void same_as_golden_proof(groth16_proof *proof, work *w, const groth16_params *p, const circuit *c,
                          const char *name)
{
    char file[64], hex[2 * GROTH16_PROOF_LEN + 1];
    uint8_t bytes[GROTH16_PROOF_LEN];
    compact wit;
    density_set densities;
    assignment asg;
    groth16_sums sums;
    snprintf(file, sizeof file, "%s.proof.json", name);
    json_t *root = load_json(in_dir(GOLDEN "proofs", file)),
           *steps = first_of(root, "intermediates");
    json_t *evaluations = json_object_get(steps, "evaluations");
    fr r = fr_of_hex_le(json_string_value(first_of(root, "r")));
    fr s = fr_of_hex_le(json_string_value(first_of(root, "s")));

    assert_int_equal(compact_make(&wit, w, c, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(density_make(&densities, w, c, NULL, NULL), CUZK_OK);
    compact_assignment(&wit, &densities, &asg);
    same_view(&asg.aux, evaluations, "aux_sha256");
    same_view(&asg.inputs, evaluations, "inputs_sha256");
    same_polynomials(w, &asg, steps);
    if (asg.a.n <= TEXTBOOK_MAX)
        same_textbook(qap_domain_lg(asg.a.n), &asg, steps);
    const assignment *const one = &asg;
    assert_int_equal(groth16_prove_sums(&sums, w, &accel_cpu, p, &one, 1, NULL, NULL), CUZK_OK);
    same_sums(&sums, steps);
    groth16_prove_finish(proof, &p->vk, &sums, &r, &s);
    groth16_proof_write(bytes, proof);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(root, "proof"));
    density_free(&densities);
    compact_free(&wit);
    json_decref(root);
}
