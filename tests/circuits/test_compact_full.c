/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A whole 32 GiB partition, every row of it compared with what its linear combinations give. */
#include "circuits/porep_case.h"
#include "filecoin/c1_fabricate.h"
#include "r1cs/compact.h"
#include "r1cs/compare.h"
#include "r1cs/density_make.h"
#include "test.h"

#define MAX_BYTES 250000000u

static void partition_32g(void **unused)
{
    static const uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    porep_case k;
    work wk;
    compact w;
    density_set d;
    assignment a;
    cuzk_error err;
    (void)unused;
    const sector_shape *shape = sector_shape_find("32GiB");
    assert_int_equal(
        c1_fabricate(&k.c1, registered_seal_default(shape), 1, 1000, 1, ticket, seed, NULL),
        CUZK_OK);
    porep_case_update(&k);
    circuit_parts parts = porep_circuit_parts(&k.porep);
    assert_int_equal(work_init(&wk, 0, 0, NULL), CUZK_OK);
    assert_int_equal(compact_make(&w, &wk, &k.circuit, &parts, NULL, NULL), CUZK_OK);
    assert_int_equal(w.counts.n_rows, 130278869);
    assert_int_equal(compact_first_unsatisfied(&w), w.counts.n_rows);
    assert_true(compact_bytes(&w) < MAX_BYTES);
    assert_true(wk.mem_peak < MAX_BYTES);
    assert_int_equal(density_make(&d, &wk, &k.circuit, &parts, NULL), CUZK_OK);
    compact_assignment(&w, &d, &a);
    if (compare_make(&wk, &k.circuit, &a, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    density_free(&d);
    compact_free(&w);
    work_free(&wk);
    porep_case_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(partition_32g) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
