/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every term storage gives the product's witness of a 2 KiB partition, value for value. */
#include "apps/bench/storage.h"
#include "circuits/porep_case.h"
#include "r1cs/witness.h"
#include "test.h"
#include <string.h>

static void same_view(const fr_view *a, const fr_view *b)
{
    assert_int_equal(a->n, b->n);
    assert_true(a->n > 0 && a->plain && b->plain);
    assert_int_equal(memcmp(a->plain, b->plain, a->n * sizeof(fr)), 0);
}

static void same_bitmap(const bitmap *a, const bitmap *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(memcmp(a->words, b->words, (a->n + 63) / 64 * 8), 0);
}

static void all_give_the_same(void **unused)
{
    porep_case k;
    work wk;
    witness w;
    assignment want;
    cuzk_error err;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    const kind_circuit kind = { .kind = KIND_POREP, .of.porep = k.porep };
    assert_int_equal(work_init(&wk, 1, 0, &err), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, &k.circuit, NULL, &err), CUZK_OK);
    witness_assignment(&w, &want);
    for (size_t i = 0; i < STORAGES; i++) {
        storage_witness s;
        assert_ptr_equal(storage_find(storages[i]->name), storages[i]);
        assert_int_equal(storages[i]->make(&s, &wk, &kind, &err), CUZK_OK);
        assert_int_equal(s.counts.n_rows, want.a.n);
        same_view(&s.values.a, &want.a);
        same_view(&s.values.b, &want.b);
        same_view(&s.values.c, &want.c);
        same_view(&s.values.inputs, &want.inputs);
        same_view(&s.values.aux, &want.aux);
        same_bitmap(&s.values.a_aux, &want.a_aux);
        same_bitmap(&s.values.b_input, &want.b_input);
        same_bitmap(&s.values.b_aux, &want.b_aux);
        storages[i]->free(&s);
    }
    witness_free(&w);
    assert_int_equal(atomic_load(&wk.mem_used), 0);
    work_free(&wk);
    porep_case_free(&k);
}

static void failures_leave_nothing(void **unused)
{
    porep_case k;
    work wk;
    cuzk_error err;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    const kind_circuit kind = { .kind = KIND_POREP, .of.porep = k.porep };
    assert_int_equal(work_init(&wk, 1, 1 << 20, &err), CUZK_OK); /* far too little memory */
    for (size_t i = 0; i < STORAGES; i++) {
        storage_witness s;
        assert_int_equal(storages[i]->make(&s, &wk, &kind, &err), CUZK_NO_RESOURCES);
        assert_null(s.witness);
        storages[i]->free(&s);
    }
    assert_int_equal(atomic_load(&wk.mem_used), 0);
    work_free(&wk);
    porep_case_free(&k);
    assert_null(storage_find("small3"));
    assert_null(storage_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_give_the_same),
        cmocka_unit_test(failures_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
