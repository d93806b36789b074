/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sizes of two and three passes over memory, on every variant: values at points by Horner's rule,
 * and back; and by way of bit-reversed order, from a view that zeros follow. */
#include "test.h"

#include "base/cpu.h"
#include "poly/ntt.h"

#define LG_LARGEST 25 /* of three passes in lanes */

static void fill(fr *a, size_t n)
{
    uint64_t state = 1;
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            a[i].l[j] = j < 3 ? state : state >> 2; /* below 2^254 < r */
        }
    a[n / 2] = FR_ZERO;
    a[n - 1] = (fr) { { FR_MODULUS.l[0] - 1, FR_MODULUS.l[1], FR_MODULUS.l[2], FR_MODULUS.l[3] } };
}

/* sum of a_i x^i */
static fr horner(const fr *a, size_t n, const fr *x)
{
    fr sum = FR_ZERO;
    for (size_t i = n; i-- > 0;) {
        fr_mul(&sum, &sum, x);
        fr_add(&sum, &sum, &a[i]);
    }
    return sum;
}

/* Element j of `values` is that at (shift) w^j. */
static void check_values(const fr *a, const fr *values, unsigned lg_n, const fr *shift)
{
    size_t n = (size_t)1 << lg_n;
    const size_t places[] = { 0, n / 3 | 1, n - 1 };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        fr x;
        fr_root_of_unity(&x, lg_n);
        fr_pow_u64(&x, &x, places[i]);
        fr_mul(&x, &x, shift);
        fr want = horner(a, n, &x);
        assert_true(fr_eq(&values[places[i]], &want));
    }
}

static void check(unsigned lg_n)
{
    size_t n = (size_t)1 << lg_n, len = n * sizeof(fr);
    work w;
    ntt_domain *d;
    assert_int_equal(work_init(&w, 0, 0, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&d, &w, lg_n, NULL), CUZK_OK);
    fr *a = work_alloc(&w, len, "vector", NULL), *in = work_alloc(&w, len, "vector", NULL);
    fr *tmp = work_alloc(&w, len, "room", NULL);
    const fr seven = fr_from_u64(7);
    assert_true(a && in && tmp);
    fill(in, n);
    memcpy(a, in, len);
    ntt_forward(d, &w, a, tmp);
    check_values(in, a, lg_n, &FR_ONE);
    ntt_inverse(d, &w, a, tmp);
    assert_memory_equal(a, in, len);
    ntt_coset_forward(d, &w, a, tmp);
    check_values(in, a, lg_n, &seven);
    ntt_coset_inverse(d, &w, a, tmp);
    assert_memory_equal(a, in, len);

    const size_t cut = n - n / 5;
    const fr_view v = fr_view_plain(in, cut);
    fr scale = fr_from_u64(n);
    ntt_inverse_view(d, &w, a, &v);
    ntt_forward_rev(d, &w, a, false);
    ntt_reverse(d, &w, a);
    for (size_t i = 0; i < n; i++) { /* n times what went in */
        fr want = i < cut ? in[i] : FR_ZERO;
        fr_mul(&want, &want, &scale);
        assert_true(fr_eq(&a[i], &want));
    }
    ntt_reverse(d, &w, a);
    ntt_inverse_rev(d, &w, a, true);
    ntt_forward_rev(d, &w, a, true);
    fr_sqr(&scale, &scale);
    ntt_reverse(d, &w, a);
    for (size_t i = 0; i < n; i += n / 1024) {
        fr want = i < cut ? in[i] : FR_ZERO;
        fr_mul(&want, &want, &scale);
        assert_true(fr_eq(&a[i], &want));
    }
    work_dealloc(&w, tmp, len);
    work_dealloc(&w, in, len);
    work_dealloc(&w, a, len);
    ntt_domain_free(d, &w);
    work_free(&w);
}

static void test_sizes(void **state)
{
    (void)state;
    cpu_variant before = cpu_variant_get();
    for (cpu_variant v = 0; v < CPU_VARIANTS; v++)
        if (cpu_variant_force(v))
            for (unsigned lg_n = 18; lg_n <= 20; lg_n++)
                check(lg_n);
    cpu_variant_force(before);
    check(LG_LARGEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sizes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
