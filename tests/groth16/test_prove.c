/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole proofs with keys made here: the golden bytes, circuits at the edges, wrong parameters. */
#include "chain.h"
#include "gadgets/harness.h"
#include "golden_proof.h"
#include "keys.h"

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

static void golden_proof_with_keys_made_here(void **state)
{
    (void)state;
    keys k;
    groth16_proof proof;
    groth16_toxic toxic = golden_toxic();
    const circuit *c = harness_find("sha256-1block");
    keys_make(&k, &w, c, &toxic);
    same_as_golden_proof(&proof, &w, &k.params, c, c->id);
    assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, c), CUZK_OK);
    keys_free(&k);
}

static void proves_and_verifies(const chain *c)
{
    keys k;
    fr r, s;
    groth16_proof proof;
    uint8_t bytes[GROTH16_PROOF_LEN];
    circuit statement = CHAIN_CIRCUIT(c);
    random_fr(&r);
    random_fr(&s);
    keys_make(&k, &w, &statement, NULL);
    assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &r, &s, NULL), CUZK_OK);
    groth16_proof_write(bytes, &proof);
    assert_int_equal(groth16_proof_parse(&proof, bytes, NULL), CUZK_OK);
    assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &statement), CUZK_OK);

    /* The same proof for another end of the chain. */
    chain other = *c;
    other.x += 1;
    if (c->public) {
        statement.ctx = &other;
        assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &statement), CUZK_NO);
    }
    keys_free(&k);
}

/* Rows: squarings, the row of the end, and one input row each. */
static void domains_at_their_edges(void **state)
{
    (void)state;
    static const unsigned rows[] = { 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1023, 1024, 1025 };
    const size_t n = sizeof rows / sizeof rows[0] - (TEST_SANITIZED ? 3 : 0);
    for (size_t i = 0; i < n; i++) {
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
        circuit statement = CHAIN_CIRCUIT(&good);
        keys_make(&k, &w, &statement, NULL);
        statement.ctx = &wrong;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &one, &one, &err),
                         CUZK_NO);
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
        circuit statement = CHAIN_CIRCUIT(&row[i].of_keys);
        keys_make(&k, &w, &statement, NULL);
        statement.ctx = &row[i].of_witness;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &one, &one, &err),
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
    circuit statement = CHAIN_CIRCUIT(&c);
    keys_make(&k, &w, &statement, NULL);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        k.params.section[s].n--;
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &one, &one, &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.section, groth16_section_name[s]);
        k.params.section[s].n++;
    }
    assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &one, &one, &err), CUZK_OK);
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
    circuit statement = CHAIN_CIRCUIT(&c);
    keys_make(&k, &w, &statement, NULL);
    assert_int_equal(witness_make(&wit, &w, &statement, NULL, NULL), CUZK_OK);
    witness_assignment(&wit, &asg);
    atomic_store(&w.cancelled, true);
    assert_int_equal(groth16_prove(&proof, &w, &accel_cpu, &k.params, &asg, &one, &one, NULL),
                     CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
    witness_free(&wit);
    keys_free(&k);
    assert_int_equal(atomic_load(&w.mem_used), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_proof_with_keys_made_here),
        cmocka_unit_test(domains_at_their_edges),
        cmocka_unit_test(no_constraints),
        cmocka_unit_test(h_with_zero_coefficients),
        cmocka_unit_test(a_wrong_witness_is_refused),
        cmocka_unit_test(wrong_parameters),
        cmocka_unit_test(every_count_is_compared),
        cmocka_unit_test(cancelling),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
