/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a long-lived prover does all day. */
#include "chain.h"
#include "keys.h"

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
    work w;
    long pages = 0;
    const chain c = { .squarings = 12, .x = 5, .public = true };
    circuit statement = CHAIN_CIRCUIT(&c);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    keys_make(&k, &w, &statement, NULL);
    for (int i = 0; i < 1000; i++) {
        fr r, s;
        groth16_proof proof;
        random_fr(&r);
        random_fr(&s);
        assert_int_equal(prove_circuit(&proof, &w, &k.params, &statement, &r, &s, NULL), CUZK_OK);
        assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &statement), CUZK_OK);
        assert_int_equal(atomic_load(&w.mem_used), 0);
        if (i == 99)
            pages = resident_pages();
    }
    /* 1 MiB for 900 proofs. An emulator's pages are counted too, and its code grows. */
    if (!*TEST_EMULATOR)
        assert_true(resident_pages() <= pages + 256);
    keys_free(&k);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_thousand_proofs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
