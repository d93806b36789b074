/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp2 against the textbook formulas on GMP integers, in every variant this CPU has. */
#include "base/cpu.h"
#include "field/fp2.h"
#include "field/kernels.h"
#include "field/oracle.h"
#include <stdlib.h>

static mpz_t modulus, mont_r;

static int setup(void **state)
{
    (void)state;
    mpz_inits(modulus, mont_r, NULL);
    limbs_to_mpz(modulus, FP_MODULUS.l, 6);
    mpz_setbit(mont_r, 384);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpz_clears(modulus, mont_r, NULL);
    return 0;
}

static fp element(const mpz_t v)
{
    fp o;
    mpz_t t;
    mpz_init(t);
    mpz_mul(t, v, mont_r);
    mpz_mod(t, t, modulus);
    mpz_to_limbs(o.l, 6, t);
    mpz_clear(t);
    return o;
}

static void assert_fp2(const fp2 *got, const mpz_t c0, const mpz_t c1)
{
    const fp2 want = { element(c0), element(c1) };
    assert_memory_equal(got, &want, sizeof want);
}

typedef struct pair {
    mpz_t x0, x1, y0, y1, e0, e1, t;
} pair;

static void check_pair(const field_kernels *k, pair *p)
{
    const fp2 a = { element(p->x0), element(p->x1) }, b = { element(p->y0), element(p->y1) };
    fp2 o;

    mpz_add(p->e0, p->x0, p->y0);
    mpz_add(p->e1, p->x1, p->y1);
    k->fp2_add(&o, &a, &b);
    assert_fp2(&o, p->e0, p->e1);

    mpz_sub(p->e0, p->x0, p->y0);
    mpz_sub(p->e1, p->x1, p->y1);
    k->fp2_sub(&o, &a, &b);
    assert_fp2(&o, p->e0, p->e1);

    mpz_mul(p->e0, p->x0, p->y0);
    mpz_submul(p->e0, p->x1, p->y1);
    mpz_mul(p->e1, p->x0, p->y1);
    mpz_addmul(p->e1, p->x1, p->y0);
    k->fp2_mul(&o, &a, &b);
    assert_fp2(&o, p->e0, p->e1);
    o = a;
    k->fp2_mul(&o, &o, &b);
    assert_fp2(&o, p->e0, p->e1);
    o = b;
    k->fp2_mul(&o, &a, &o);
    assert_fp2(&o, p->e0, p->e1);

    mpz_mul(p->e0, p->x0, p->x0);
    mpz_submul(p->e0, p->x1, p->x1);
    mpz_mul(p->e1, p->x0, p->x1);
    mpz_mul_ui(p->e1, p->e1, 2);
    k->fp2_sqr(&o, &a);
    assert_fp2(&o, p->e0, p->e1);
    o = a;
    k->fp2_sqr(&o, &o);
    assert_fp2(&o, p->e0, p->e1);
}

static void test_arithmetic(void **state)
{
    (void)state;
    pair p;
    mpz_inits(p.x0, p.x1, p.y0, p.y1, p.e0, p.e1, p.t, NULL);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const field_kernels *k = field_kernels_of((cpu_variant)v);
        uint64_t seed = 1;
        for (size_t i = 0; i < 30000; i++) {
            /* edges in all four places, mixed with random values */
            test_value(p.x0, rnd64(&seed) % (2 * EDGES), modulus, 6, &seed);
            test_value(p.x1, rnd64(&seed) % (2 * EDGES), modulus, 6, &seed);
            test_value(p.y0, rnd64(&seed) % (2 * EDGES), modulus, 6, &seed);
            test_value(p.y1, rnd64(&seed) % (2 * EDGES), modulus, 6, &seed);
            check_pair(k, &p);
        }
    }
    mpz_clears(p.x0, p.x1, p.y0, p.y1, p.e0, p.e1, p.t, NULL);
}

static fp2 random_fp2(uint64_t *seed)
{
    mpz_t t;
    mpz_init(t);
    fp2 o;
    test_value(t, rnd64(seed) % (2 * EDGES), modulus, 6, seed);
    o.c0 = element(t);
    test_value(t, rnd64(seed) % (2 * EDGES), modulus, 6, seed);
    o.c1 = element(t);
    mpz_clear(t);
    return o;
}

static void test_inverse(void **state)
{
    (void)state;
    uint64_t seed = 2;
    enum { N = 40 };
    fp2 a[N], b[N], scratch[N];
    for (size_t i = 0; i < N; i++) {
        a[i] = random_fp2(&seed);
        if (i % 7 == 3)
            memset(&a[i], 0, sizeof a[i]);
        fp2 o;
        fp2_inv(&o, &a[i]);
        b[i] = o;
        fp2_mul(&o, &o, &a[i]);
        assert_true(fp2_is_zero(&a[i]) ? fp2_is_zero(&o) : fp2_is_one(&o));
    }
    fp2_inv_batch(a, N, scratch);
    assert_memory_equal(a, b, sizeof a);
}

static void test_sqrt(void **state)
{
    (void)state;
    uint64_t seed = 3;
    size_t refused = 0;
    for (size_t i = 0; i < 300; i++) {
        fp2 a = random_fp2(&seed), s, r;
        if (i % 4 == 0)
            a.c1 = FP_ZERO;
        if (i % 4 == 1)
            a.c0 = FP_ZERO;
        fp2_sqr(&s, &a);
        assert_true(fp2_sqrt(&r, &s));
        fp2_sqr(&r, &r);
        assert_true(fp2_eq(&r, &s));
        /* 1 + u is not a square (its norm 2 is not one in Fp), so xi a^2 is none unless a = 0 */
        fp2_mul_xi(&s, &s);
        r = a;
        const bool square = fp2_sqrt(&r, &s);
        assert_int_equal(square, fp2_is_zero(&a));
        if (!square)
            assert_true(fp2_eq(&r, &a));
        refused += !square;
    }
    assert_in_range(refused, 200, 300);
}

static void test_small_functions(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const fp2 xi = { FP_ONE, FP_ONE };
    for (size_t i = 0; i < 200; i++) {
        const fp2 a = random_fp2(&seed);
        fp2 x, y;
        fp2_mul_xi(&x, &a);
        fp2_mul(&y, &a, &xi);
        assert_true(fp2_eq(&x, &y));
        fp2_conj(&x, &a); /* a conj(a) = a0^2 + a1^2 */
        fp2_mul(&x, &x, &a);
        assert_true(fp_is_zero(&x.c1));
        fp2_mul_fp(&x, &a, &a.c1);
        const fp2 c1 = { a.c1, FP_ZERO };
        fp2_mul(&y, &a, &c1);
        assert_true(fp2_eq(&x, &y));
        fp2_neg(&x, &a);
        fp2_add(&x, &x, &a);
        assert_true(fp2_is_zero(&x));
        fp2_double(&x, &a);
        fp2_sub(&x, &x, &a);
        assert_true(fp2_eq(&x, &a));
        /* of a and -a exactly one is large, unless both are zero */
        fp2_neg(&x, &a);
        assert_int_equal(fp2_is_large(&a) + fp2_is_large(&x), !fp2_is_zero(&a));
        assert_int_equal(fp2_is_large(&a),
                         fp_is_zero(&a.c1) ? fp_is_large(&a.c0) : fp_is_large(&a.c1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_sqrt),
        cmocka_unit_test(test_small_functions),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
