/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every term storage gives the generic witness that the product's does, on every harness circuit.
 */
#include "gadgets/harness.h"
#include "gadgets/storage_case.h"
#include "test.h"
#include <string.h>

extern const storage_case_entry storage_case_vec, storage_case_small1, storage_case_small2,
    storage_case_small4, storage_case_pool, storage_case_arena, storage_case_product;

static const storage_case_entry *const cases[] = {
    &storage_case_vec,    &storage_case_small1, &storage_case_small2,
    &storage_case_small4, &storage_case_pool,   &storage_case_arena,
};

static void all_give_the_same(void **unused)
{
    size_t n = 0;
    (void)unused;
    while (harness_at(n))
        n++;
    assert_true(n > 20);
    for (size_t i = 0; i <= n; i++) {
        uint8_t want[32], got[32];
        assert_true(storage_case_product.run(i, want));
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            assert_true(cases[k]->run(i, got));
            if (memcmp(want, got, 32) != 0)
                fail_msg("%s differs on %s", cases[k]->name, i ? harness_at(i - 1)->id : "wide");
        }
    }
    uint8_t digest[32];
    assert_false(storage_case_product.run(n + 1, digest));
}

/* They are what their names say: compiled apart, as large as they hold. */
static void are_different_storages(void **unused)
{
    static const char *const names[] = { "vec", "small1", "small2", "small4", "pool", "arena" };
    uint8_t first[32], second[32];
    (void)unused;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(cases[k]->name, names[k]);
    assert_int_equal(storage_case_small2.lc_len - storage_case_small1.lc_len, 2 * 40);
    assert_int_equal(storage_case_small4.lc_len - storage_case_small2.lc_len, 4 * 40);
    assert_true(storage_case_vec.lc_len < storage_case_small1.lc_len);
    assert_true(storage_case_vec.lc_len < storage_case_arena.lc_len);
    assert_true(storage_case_product.run(0, first) && storage_case_product.run(1, second));
    assert_memory_not_equal(first, second, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_give_the_same),
        cmocka_unit_test(are_different_storages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
