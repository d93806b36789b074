/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "field/fp.h"
#include "field/kernels.h"
#include "field/oracle.h"
#include <stdlib.h>

#define T_TYPE    fp
#define T_RAW     fp_raw
#define T_FN(f)   fp_##f
#define T_LIMBS   6
#define T_MODULUS FP_MODULUS
#define T_ONE     FP_ONE
#include "field/mont_test_template.h"

static void test_bytes(void **state)
{
    (void)state;
    mpz_t x, half;
    mpz_inits(x, half, NULL);
    mpz_fdiv_q_2exp(half, modulus, 1); /* (p - 1) / 2 */
    uint64_t seed = 5;
    for (size_t i = 0; i < EDGES + 100; i++) {
        uint8_t in[48] = { 0 }, out[48];
        test_value(x, i, modulus, 6, &seed);
        const size_t len = (mpz_sizeinbase(x, 2) + 7) / 8;
        if (mpz_sgn(x))
            mpz_export(in + 48 - len, NULL, 1, 1, 1, 0, x);
        fp a;
        assert_true(fp_from_bytes_be(&a, in));
        assert_value(&a, x);
        fp_to_bytes_be(out, &a);
        assert_memory_equal(in, out, sizeof in);
        assert_int_equal(fp_is_large(&a), mpz_cmp(x, half) > 0);
    }
    /* p, p + 1, p + k, 2^384 - 1: refused, the output untouched */
    for (int i = 0; i < 4; i++) {
        uint8_t in[48];
        memset(in, 0xff, sizeof in);
        mpz_add_ui(x, modulus, i == 2 ? 123456789 : (unsigned long)i);
        if (i < 3)
            mpz_export(in, NULL, 1, 1, 1, 0, x);
        fp a = FP_TWO_INV;
        assert_false(fp_from_bytes_be(&a, in));
        assert_true(fp_eq(&a, &FP_TWO_INV));
    }
    mpz_clears(x, half, NULL);
}

static void test_sqrt(void **state)
{
    (void)state;
    mpz_t x;
    mpz_init(x);
    uint64_t seed = 6;
    size_t squares = 0;
    for (size_t i = 0; i < EDGES + 300; i++) {
        test_value(x, i, modulus, 6, &seed);
        const fp a = element(x);
        fp r = FP_TWO_INV, s;
        const bool square = fp_sqrt(&r, &a);
        assert_int_equal(square, mpz_legendre(x, modulus) >= 0);
        squares += square;
        if (square) {
            fp_sqr(&s, &r);
            assert_true(fp_eq(&s, &a));
        } else {
            assert_true(fp_eq(&r, &FP_TWO_INV));
        }
    }
    assert_in_range(squares, 100, 250);
    mpz_clear(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_inverse_batch), cmocka_unit_test(test_pow),
        cmocka_unit_test(test_bytes),         cmocka_unit_test(test_sqrt),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
