/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "field/fr.h"
#include "field/kernels.h"
#include "field/oracle.h"
#include "field/vec.h"
#include <stdlib.h>

#define T_TYPE    fr
#define T_RAW     fr_raw
#define T_FN(f)   fr_##f
#define T_LIMBS   4
#define T_MODULUS FR_MODULUS
#define T_ONE     FR_ONE
#include "field/mont_test_template.h"

static void test_bytes(void **state)
{
    (void)state;
    mpz_t x;
    mpz_init(x);
    uint64_t seed = 5;
    for (size_t i = 0; i < EDGES + 100; i++) {
        uint8_t in[32], out[32];
        uint64_t limbs[4];
        test_value(x, i, modulus, 4, &seed);
        mpz_to_limbs(limbs, 4, x);
        memcpy(in, limbs, sizeof in); /* the tests run on little-endian machines */
        fr a;
        assert_true(fr_from_bytes_le(&a, in));
        assert_value(&a, x);
        fr_to_bytes_le(out, &a);
        assert_memory_equal(in, out, sizeof in);
    }
    /* r, r + 1, r + x, 2^256 - 1: refused, the output untouched */
    for (int i = 0; i < 4; i++) {
        uint64_t limbs[4] = { -UINT64_C(1), -UINT64_C(1), -UINT64_C(1), -UINT64_C(1) };
        mpz_add_ui(x, modulus, i == 2 ? 123456789 : (unsigned long)i);
        if (i < 3)
            mpz_to_limbs(limbs, 4, x);
        uint8_t in[32];
        memcpy(in, limbs, sizeof in);
        fr a = FR_GENERATOR;
        assert_false(fr_from_bytes_le(&a, in));
        assert_true(fr_eq(&a, &FR_GENERATOR));
    }
    mpz_clear(x);
}

static void test_string(void **state)
{
    (void)state;
    mpz_t x;
    mpz_init(x);
    uint64_t seed = 6;
    for (size_t i = 0; i < EDGES + 100; i++) {
        char s[100];
        fr a;
        test_value(x, i, modulus, 4, &seed);
        gmp_snprintf(s, sizeof s, "%Zd", x);
        assert_true(fr_from_string(&a, s));
        assert_value(&a, x);
        gmp_snprintf(s, sizeof s, "0x%Zx", x);
        assert_true(fr_from_string(&a, s));
        assert_value(&a, x);
        gmp_snprintf(s, sizeof s, "0X00%ZX", x);
        assert_true(fr_from_string(&a, s));
        assert_value(&a, x);
    }
    char too_big[2][100];
    gmp_snprintf(too_big[0], sizeof too_big[0], "%Zd", modulus);
    gmp_snprintf(too_big[1], sizeof too_big[1], "0x%Zx0", modulus);
    const char *bad[] = {
        "",         "0x",
        "x1",       "-1",
        "+1",       " 1",
        "1 ",       "1a",
        "0xg",      "1.0",
        "1e3",      too_big[0],
        too_big[1], "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fr a = FR_GENERATOR;
        assert_false(fr_from_string(&a, bad[i]));
        assert_true(fr_eq(&a, &FR_GENERATOR));
    }
    mpz_clear(x);
}

static void test_roots(void **state)
{
    (void)state;
    fr w;
    fr_root_of_unity(&w, 0);
    assert_true(fr_is_one(&w));
    for (unsigned lg = 1; lg <= FR_TWO_ADICITY; lg++) {
        fr_root_of_unity(&w, lg);
        for (unsigned i = 1; i < lg; i++)
            fr_sqr(&w, &w);
        assert_false(fr_is_one(&w)); /* w^(n/2) = -1 */
        fr_sqr(&w, &w);
        assert_true(fr_is_one(&w));
    }
    fr_mul(&w, &FR_ROOT_OF_UNITY, &FR_ROOT_OF_UNITY_INV);
    assert_true(fr_is_one(&w));
    fr_mul(&w, &FR_GENERATOR, &FR_GENERATOR_INV);
    assert_true(fr_is_one(&w));
    fr_double(&w, &FR_TWO_INV);
    assert_true(fr_is_one(&w));
    w = fr_from_u64(7);
    assert_true(fr_eq(&w, &FR_GENERATOR));
    fr_pow_u64(&w, &w, 3);
    const fr cube = fr_from_u64(343);
    assert_true(fr_eq(&w, &cube));
}

static void doubled_index(const void *ctx, size_t i, size_t len, fr *out)
{
    for (size_t k = 0; k < len; k++)
        out[k] = fr_from_u64(*(const uint64_t *)ctx * (i + k));
}

static void test_views_and_bitmaps(void **state)
{
    (void)state;
    fr a[10], out[4];
    const uint64_t two = 2;
    for (size_t i = 0; i < 10; i++)
        a[i] = fr_from_u64(2 * i);
    const fr_view views[2] = { fr_view_plain(a, 10),
                               { .n = 10, .expand = doubled_index, .ctx = &two } };
    for (int v = 0; v < 2; v++) {
        for (size_t i = 0; i + 4 <= 10; i++) {
            fr_view_expand(&views[v], i, 4, out);
            assert_memory_equal(out, a + i, sizeof out);
        }
    }
    for (size_t n = 0; n < 200; n += 1 + n / 7) {
        uint64_t words[4] = { 0 };
        bitmap b = { words, n };
        size_t count = 0;
        assert_int_equal(bitmap_count(&b), 0);
        for (size_t i = 0; i < n; i += 3, count++)
            bitmap_set(&b, i);
        assert_int_equal(bitmap_count(&b), count);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(bitmap_get(&b, i), i % 3 == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_inverse_batch), cmocka_unit_test(test_pow),
        cmocka_unit_test(test_bytes),         cmocka_unit_test(test_string),
        cmocka_unit_test(test_roots),         cmocka_unit_test(test_views_and_bitmaps),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
