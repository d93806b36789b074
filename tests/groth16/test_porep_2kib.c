/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The whole 2 KiB PoRep: with the golden toxic values and randomisers, parameters, key and proof
 * are those of the official crates, byte for byte. Needs 1.2 GB in /tmp. */
#include "circuits/porep_case.h"
#include "golden_proof.h"
#include "golden_setup.h"
#include "groth16/params_check.h"
#include "keys.h"

static void porep_2kib(void **state)
{
    (void)state;
    work w;
    porep_case c;
    keys k;
    groth16_proof proof;
    cuzk_error err;
    groth16_toxic toxic = golden_toxic();
    assert_int_equal(work_init(&w, 0, 0, NULL), CUZK_OK);
    porep_case_golden(&c, "seal-2k");

    keys_make(&k, &w, &c.circuit, &toxic);
    same_as_golden_setup(&k.digests, "porep-2KiB");
    if (groth16_params_check(&k.params, &w, &err) != CUZK_OK)
        fail_msg("%s %d: %s", err.section, (int)err.index, err.message);
    same_as_golden_proof(&proof, &w, &k.params, &c.circuit, "porep-2KiB");
    assert_int_equal(verify_circuit(&proof, &w, &k.params.vk, &c.circuit), CUZK_OK);

    keys_free(&k);
    porep_case_free(&c);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(porep_2kib) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
