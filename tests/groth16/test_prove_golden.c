/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs with the parameters of the official crates: the same bytes, and every sum on the way. */
#include "base/cpu.h"
#include "gadgets/harness.h"
#include "golden_proof.h"
#include "support.h"

static void golden_proofs(void **state)
{
    (void)state;
    static const char *const gadget[] = { "num-ops", "poseidon-2", "por-oct" };
    work w;
    cpu_variant before = cpu_variant_get();
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    /* To the threads all variants are one. */
    for (cpu_variant v = TEST_THREAD_SANITIZED ? before : CPU_PORTABLE; v < CPU_VARIANTS; v++)
        for (int i = 0; cpu_variant_force(v) && i < 3; i++) {
            char file[64];
            groth16_params p;
            groth16_proof proof;
            const circuit *c = harness_find(gadget[i]);
            snprintf(file, sizeof file, "%s.params", c->id);
            assert_int_equal(groth16_params_open(&p, in_dir(GOLDEN "setup", file), false, NULL),
                             CUZK_OK);
            same_as_golden_proof(&proof, &w, &p, c, c->id);
            groth16_params_close(&p);
        }
    assert_true(cpu_variant_force(before));
    assert_int_equal(atomic_load(&w.mem_used), 0);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(golden_proofs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
