/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sizes of three passes, which must come back and take X^k to the powers of w^k. */
#include "test.h"

#include "poly/ntt.h"

#define LG_N 23

static void test_three_passes(void **state)
{
    (void)state;
    size_t n = (size_t)1 << LG_N, k = n / 3 | 1;
    work w;
    ntt_domain *d;
    assert_int_equal(work_init(&w, 0, 0, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&d, &w, LG_N, NULL), CUZK_OK);
    fr *a = work_alloc(&w, n * sizeof *a, "vector", NULL);
    fr *tmp = work_alloc(&w, n * sizeof *tmp, "room", NULL);
    assert_true(a && tmp);
    fr root, x = FR_ONE;
    fr_root_of_unity(&root, LG_N);
    fr_pow_u64(&root, &root, k);
    a[k] = FR_ONE;
    ntt_forward(d, &w, a, tmp);
    for (size_t i = 0; i < n; i++) {
        assert_true(fr_eq(&a[i], &x));
        fr_mul(&x, &x, &root);
    }
    ntt_inverse(d, &w, a, tmp);
    ntt_coset_forward(d, &w, a, tmp);
    assert_false(fr_eq(&a[k], &FR_ONE));
    ntt_coset_inverse(d, &w, a, tmp);
    for (size_t i = 0; i < n; i++)
        assert_true(i == k ? fr_is_one(&a[i]) : fr_is_zero(&a[i]));
    work_dealloc(&w, tmp, n * sizeof *tmp);
    work_dealloc(&w, a, n * sizeof *a);
    ntt_domain_free(d, &w);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_three_passes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
