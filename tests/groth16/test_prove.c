/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole proofs: the golden bytes and every sum on the way; circuits at the edges; many in a row. */
#include "base/bytes.h"
#include "base/cpu.h"
#include "base/random.h"
#include "chain.h"
#include "gadgets/harness.h"
#include "groth16/prove_sums.h"
#include "groth16/qap.h"
#include "hash/sha256.h"
#include "keys.h"
#include "poly/ntt.h"
#include <unistd.h>

static work w;

static int start(void **state)
{
    (void)state;
    return work_init(&w, 2, 0, NULL) == CUZK_OK ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    work_free(&w);
    return 0;
}

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

/* Evaluations, coefficients and H. */
static void same_polynomials(const assignment *asg, json_t *steps)
{
    static const char *const evaluations[] = { "a_sha256", "b_sha256", "c_sha256" };
    static const char *const coefficients[] = { "a_coeffs_sha256", "b_coeffs_sha256",
                                                "c_coeffs_sha256" };
    const fr_view *view[] = { &asg->a, &asg->b, &asg->c };
    unsigned lg_m = qap_domain_lg(asg->a.n);
    size_t m = (size_t)1 << lg_m;
    ntt_domain *domain;
    assert_int_equal(ntt_domain_new(&domain, &w, lg_m, NULL), CUZK_OK);
    fr *v = calloc(m, sizeof *v);
    for (int i = 0; i < 3; i++) {
        memset(v, 0, m * sizeof *v);
        fr_view_expand(view[i], 0, view[i]->n, v);
        same_frs(v, view[i]->n, json_object_get(steps, "evaluations"), evaluations[i]);
        ntt_inverse(domain, &w, v);
        same_frs(v, m, json_object_get(steps, "coefficients"), coefficients[i]);
    }
    assert_int_equal(accel_cpu.h(&accel_cpu, &w, lg_m, &asg->a, &asg->b, &asg->c, v, NULL),
                     CUZK_OK);
    same_frs(v, m - 1, steps, "h_coeffs_sha256");
    assert_true(fr_is_zero(&v[m - 1]));
    free(v);
    ntt_domain_free(domain, &w);
}

static void same_as_golden(const groth16_params *p, const circuit *c, const char *name)
{
    char file[64], hex[2 * GROTH16_PROOF_LEN + 1];
    uint8_t bytes[GROTH16_PROOF_LEN];
    witness wit;
    assignment asg;
    groth16_sums sums;
    groth16_proof proof;
    snprintf(file, sizeof file, "gadget-%s.proof.json", name);
    json_t *root = load_json(in_dir(GOLDEN "proofs", file)),
           *steps = first_of(root, "intermediates");
    fr r = fr_of_hex_le(json_string_value(first_of(root, "r")));
    fr s = fr_of_hex_le(json_string_value(first_of(root, "s")));

    assert_int_equal(witness_make(&wit, &w, c, NULL, NULL), CUZK_OK);
    witness_assignment(&wit, &asg);
    same_frs(wit.aux.v, wit.aux.n, json_object_get(steps, "evaluations"), "aux_sha256");
    same_frs(wit.inputs.v, wit.inputs.n, json_object_get(steps, "evaluations"), "inputs_sha256");
    same_polynomials(&asg, steps);
    assert_int_equal(groth16_prove_sums(&sums, &w, &accel_cpu, p, &asg, NULL), CUZK_OK);
    same_sums(&sums, steps);
    groth16_prove_finish(&proof, &p->vk, &sums, &r, &s);
    groth16_proof_write(bytes, &proof);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(root, "proof"));

    assert_int_equal(groth16_prove(&proof, &w, &accel_cpu, p, &asg, &r, &s, NULL), CUZK_OK);
    groth16_proof_write(bytes, &proof);
    hex_encode(hex, bytes, sizeof bytes);
    assert_string_equal(hex, text_of(root, "proof"));
    witness_free(&wit);
    json_decref(root);
}

static void golden_proofs(void **state)
{
    (void)state;
    static const char *const gadget[] = { "num-ops", "poseidon-2", "por-oct" };
    cpu_variant before = cpu_variant_get();
    for (cpu_variant v = CPU_PORTABLE; v < CPU_VARIANTS; v++)
        for (int i = 0; cpu_variant_force(v) && i < 3; i++) {
            char file[64];
            groth16_params p;
            snprintf(file, sizeof file, "gadget-%s.params", gadget[i]);
            assert_int_equal(groth16_params_open(&p, in_dir(GOLDEN "setup", file), false, NULL),
                             CUZK_OK);
            same_as_golden(&p, harness_find(gadget[i]), gadget[i]);
            groth16_params_close(&p);
        }
    assert_true(cpu_variant_force(before));
    assert_int_equal(atomic_load(&w.mem_used), 0);
}

static void golden_proof_with_keys_made_here(void **state)
{
    (void)state;
    keys k;
    groth16_toxic toxic = golden_toxic();
    const circuit *c = harness_find("sha256-1block");
    keys_make(&k, &w, c, &toxic);
    same_as_golden(&k.params, c, "sha256-1block");
    keys_free(&k);
}

static void random_fr(fr *o)
{
    uint8_t bytes[32];
    do {
        assert_int_equal(random_bytes(bytes, sizeof bytes, NULL), CUZK_OK);
        bytes[31] &= 0x7f;
    } while (!fr_from_bytes_le(o, bytes));
}

static void proves_and_verifies(const chain *c)
{
    keys k;
    fr r, s;
    groth16_proof proof;
    uint8_t bytes[GROTH16_PROOF_LEN];
    circuit circuit = CHAIN_CIRCUIT(c);
    random_fr(&r);
    random_fr(&s);
    keys_make(&k, &w, &circuit, NULL);
    assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &r, &s, NULL), CUZK_OK);
    groth16_proof_write(bytes, &proof);
    assert_int_equal(groth16_proof_parse(&proof, bytes, NULL), CUZK_OK);
    assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &circuit), CUZK_OK);

    /* The same proof for another end of the chain. */
    chain other = *c;
    other.x += 1;
    if (c->public) {
        circuit.ctx = &other;
        assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &circuit), CUZK_NO);
    }
    keys_free(&k);
}

/* Rows: squarings, the row of the end, and one input row each. */
static void domains_at_their_edges(void **state)
{
    (void)state;
    static const unsigned rows[] = { 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1023, 1024, 1025 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const chain c = { .squarings = rows[i] - 3, .x = 5, .public = true };
        const chain d = { .squarings = rows[i] - 1, .x = 5 };
        proves_and_verifies(&c);
        proves_and_verifies(&d);
    }
}

static void no_constraints(void **state)
{
    (void)state;
    const chain c = { .squarings = 0 };
    proves_and_verifies(&c);
}

/* x = 0 makes every row 0 * 0 = 0 and H the zero polynomial; x = 1 makes them all 1 * 1 = 1. */
static void h_with_zero_coefficients(void **state)
{
    (void)state;
    for (uint64_t x = 0; x <= 1; x++) {
        const chain c = { .squarings = 20, .x = x };
        proves_and_verifies(&c);
    }
}

static void a_wrong_witness_is_refused(void **state)
{
    (void)state;
    keys k;
    cuzk_error err;
    groth16_proof proof;
    fr one = fr_from_u64(1);
    for (unsigned squarings = 5; squarings < 70; squarings += 8) {
        const chain good = { .squarings = squarings, .x = 5, .public = true };
        const chain wrong = { .squarings = squarings, .x = 5, .public = true, .wrong = true };
        circuit circuit = CHAIN_CIRCUIT(&good);
        keys_make(&k, &w, &circuit, NULL);
        circuit.ctx = &wrong;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &one, &one, &err), CUZK_NO);
        assert_string_equal(err.code, "unsatisfied");
        keys_free(&k);
    }
}

/* Parameters of one circuit, the witness of another: the section that shows it is named. */
static void wrong_parameters(void **state)
{
    (void)state;
    static const struct {
        chain of_keys, of_witness;
        const char *section;
    } row[] = {
        { { .squarings = 9, .x = 5, .public = true }, { .squarings = 9, .x = 5 }, "vk.ic" },
        { { .squarings = 9, .x = 5 }, { .squarings = 9, .x = 5, .public = true }, "vk.ic" },
        { { .squarings = 9, .x = 5 }, { .squarings = 30, .x = 5 }, "h" },
        { { .squarings = 9, .x = 5 }, { .squarings = 10, .x = 5 }, "l" },
        { { .squarings = 9, .x = 5 }, { .squarings = 9, .x = 5, .loose = true }, "l" },
    };
    fr one = fr_from_u64(1);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        keys k;
        cuzk_error err;
        groth16_proof proof;
        circuit circuit = CHAIN_CIRCUIT(&row[i].of_keys);
        keys_make(&k, &w, &circuit, NULL);
        circuit.ctx = &row[i].of_witness;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &one, &one, &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "wrong-parameters");
        assert_string_equal(err.section, row[i].section);
        assert_string_equal(err.file, k.params_path);
        assert_string_not_equal(err.expected, err.found);
        keys_free(&k);
    }
}

/* Every other count: sections of a good file said to be one shorter. */
static void every_count_is_compared(void **state)
{
    (void)state;
    keys k;
    cuzk_error err;
    groth16_proof proof;
    fr one = fr_from_u64(1);
    const chain c = { .squarings = 9, .x = 5, .public = true };
    circuit circuit = CHAIN_CIRCUIT(&c);
    keys_make(&k, &w, &circuit, NULL);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        k.params.section[s].n--;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &one, &one, &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.section, groth16_section_name[s]);
        k.params.section[s].n++;
    }
    assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &one, &one, &err), CUZK_OK);
    keys_free(&k);
}

static void cancelling(void **state)
{
    (void)state;
    keys k;
    groth16_proof proof;
    witness wit;
    assignment asg;
    fr one = fr_from_u64(1);
    const chain c = { .squarings = 500, .x = 5 };
    circuit circuit = CHAIN_CIRCUIT(&c);
    keys_make(&k, &w, &circuit, NULL);
    assert_int_equal(witness_make(&wit, &w, &circuit, NULL, NULL), CUZK_OK);
    witness_assignment(&wit, &asg);
    atomic_store(&w.cancelled, true);
    assert_int_equal(groth16_prove(&proof, &w, &accel_cpu, &k.params, &asg, &one, &one, NULL),
                     CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
    witness_free(&wit);
    keys_free(&k);
    assert_int_equal(atomic_load(&w.mem_used), 0);
}

static long resident_pages(void)
{
    long size, resident;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &size, &resident), 2);
    fclose(f);
    return resident;
}

/* A thousand proofs in one process: each verifies, and the last costs no more memory than the
 * hundredth. */
static void a_thousand_proofs(void **state)
{
    (void)state;
    keys k;
    long pages = 0;
    const chain c = { .squarings = 12, .x = 5, .public = true };
    circuit circuit = CHAIN_CIRCUIT(&c);
    keys_make(&k, &w, &circuit, NULL);
    for (int i = 0; i < 1000; i++) {
        fr r, s;
        groth16_proof proof;
        random_fr(&r);
        random_fr(&s);
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &circuit, &r, &s, NULL), CUZK_OK);
        assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &circuit), CUZK_OK);
        assert_int_equal(atomic_load(&w.mem_used), 0);
        if (i == 99)
            pages = resident_pages();
    }
    assert_true(resident_pages() <= pages + 256); /* 1 MiB for 900 proofs */
    keys_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_proofs),
        cmocka_unit_test(golden_proof_with_keys_made_here),
        cmocka_unit_test(domains_at_their_edges),
        cmocka_unit_test(no_constraints),
        cmocka_unit_test(h_with_zero_coefficients),
        cmocka_unit_test(a_wrong_witness_is_refused),
        cmocka_unit_test(wrong_parameters),
        cmocka_unit_test(every_count_is_compared),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(a_thousand_proofs),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
