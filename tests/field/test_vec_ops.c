/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vectors against the elements' own operations, in every variant. */
#include "base/cpu.h"
#include "field/oracle.h"
#include "field/vec_ops.h"
#include <string.h>

#define N (EDGES * EDGES + 3)

static fr a[N], b[N], o[N], want[N];

/* All pairs of edges, some of the order reversed, then random pairs. */
static void fill(void)
{
    mpz_t x, modulus;
    fr edge[EDGES];
    uint64_t seed = 11;
    mpz_init(x);
    mpz_init(modulus);
    limbs_to_mpz(modulus, FR_MODULUS.l, 4);
    for (size_t i = 0; i < EDGES; i++) {
        test_value(x, i, modulus, 4, &seed);
        mpz_to_limbs(edge[i].l, 4, x);
    }
    for (size_t i = 0; i < N; i++) {
        a[i] = edge[i % EDGES];
        b[i] = edge[i / EDGES % EDGES];
        if (i >= (size_t)EDGES * EDGES) {
            test_value(x, EDGES + i, modulus, 4, &seed);
            mpz_to_limbs(a[i].l, 4, x);
        }
    }
    mpz_clear(x);
    mpz_clear(modulus);
}

static void assert_vec(size_t n)
{
    assert_memory_equal(o, want, n * sizeof *o);
    for (size_t i = n; i < N; i++)
        assert_memory_equal(&o[i], &b[i], sizeof *o); /* untouched */
    memcpy(o, b, sizeof o);
}

static void check_n(size_t n, const fr *k, const fr *m)
{
    fr_raw raw[N];
    memcpy(o, b, sizeof o);
    for (size_t i = 0; i < n; i++)
        fr_mul(&want[i], &a[i], &b[i]);
    fr_vec_mul(o, a, o, n);
    assert_vec(n);
    for (size_t i = 0; i < n; i++)
        fr_mul(&want[i], &b[i], k);
    fr_vec_scale(o, o, k, n);
    assert_vec(n);
    for (size_t i = 0; i < n; i++) {
        fr s, t;
        fr_mul(&s, &a[i], k);
        fr_mul(&t, &b[i], m);
        fr_add(&want[i], &s, &t);
    }
    fr_vec_combine(o, a, k, o, m, n);
    assert_vec(n);
    fr_vec_to_raw(raw, a, n);
    for (size_t i = 0; i < n; i++) {
        fr_raw r;
        fr_to_raw(&r, &a[i]);
        assert_memory_equal(&raw[i], &r, sizeof r);
    }
}

static void test_all(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, N };
    cpu_variant before = cpu_variant_get();
    fill();
    for (cpu_variant v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_force(v))
            continue;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            check_n(sizes[i], &a[i % EDGES], &a[(i + 5) % EDGES]);
    }
    cpu_variant_force(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
