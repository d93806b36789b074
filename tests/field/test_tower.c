/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp6 and Fp12 against products of polynomials in w, coefficient by coefficient: Fp12 is
 * Fp2[w]/(w^6 - xi). Built once per CPU variant, as the tower is inline. */
#include "base/cpu.h"
#include "field/fp12.h"
#include "field/oracle.h"
#include <string.h>

/* Coefficients of 1, w, ..., w^5; v = w^2. */
typedef struct poly {
    fp2 c[6];
} poly;

static poly to_poly(const fp12 *a)
{
    return (poly) { { a->c0.c0, a->c1.c0, a->c0.c1, a->c1.c1, a->c0.c2, a->c1.c2 } };
}

static fp12 from_poly(const poly *p)
{
    return (fp12) { { p->c[0], p->c[2], p->c[4] }, { p->c[1], p->c[3], p->c[5] } };
}

static poly poly_mul(const poly *a, const poly *b)
{
    poly o;
    memset(&o, 0, sizeof o);
    for (size_t i = 0; i < 6; i++) {
        for (size_t j = 0; j < 6; j++) {
            fp2 t;
            fp2_mul(&t, &a->c[i], &b->c[j]);
            if (i + j >= 6)
                fp2_mul_xi(&t, &t);
            fp2_add(&o.c[(i + j) % 6], &o.c[(i + j) % 6], &t);
        }
    }
    return o;
}

static void assert_fp12(const fp12 *got, const poly *want)
{
    const fp12 w = from_poly(want);
    assert_memory_equal(got, &w, sizeof w);
    assert_true(fp12_eq(got, &w));
}

static fp random_fp(uint64_t *seed)
{
    fp o;
    if (rnd64(seed) % 8 == 0)
        return FP_ZERO;
    if (rnd64(seed) % 16 == 0) {
        fp_neg(&o, &FP_ONE);
        return o;
    }
    if (rnd64(seed) % 8 == 0) { /* the greatest representation */
        memcpy(o.l, FP_MODULUS.l, sizeof o.l);
        o.l[0]--;
        return o;
    }
    for (int i = 0; i < 6; i++)
        o.l[i] = rnd64(seed);
    o.l[5] >>= 4; /* below 2^380 < p */
    return o;
}

static fp12 random_fp12(uint64_t *seed)
{
    poly p;
    for (size_t i = 0; i < 6; i++) {
        p.c[i].c0 = random_fp(seed);
        p.c[i].c1 = random_fp(seed);
    }
    return from_poly(&p);
}

/* Every half 0 or the greatest representation: where sums of products are greatest and least. */
static fp12 extreme_fp12(uint64_t *seed)
{
    fp12 o;
    fp *half = &o.c0.c0.c0;
    for (int i = 0; i < 12; i++) {
        half[i] = FP_ZERO;
        if (rnd64(seed) & 1) {
            memcpy(half[i].l, FP_MODULUS.l, sizeof half[i].l);
            half[i].l[0]--;
        }
    }
    return o;
}

static void test_products(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        const bool extreme = i % 2;
        const fp12 a = extreme ? extreme_fp12(&seed) : random_fp12(&seed);
        const fp12 b = extreme ? extreme_fp12(&seed) : random_fp12(&seed);
        const poly pa = to_poly(&a), pb = to_poly(&b);
        const poly ab = poly_mul(&pa, &pb), aa = poly_mul(&pa, &pa);
        fp12 o;
        fp12_mul(&o, &a, &b);
        assert_fp12(&o, &ab);
        o = a;
        fp12_mul(&o, &o, &b);
        assert_fp12(&o, &ab);
        o = b;
        fp12_mul(&o, &a, &o);
        assert_fp12(&o, &ab);
        fp12_sqr(&o, &a);
        assert_fp12(&o, &aa);
        o = a;
        fp12_sqr(&o, &o);
        assert_fp12(&o, &aa);

        /* l0 + l1 w^2 + l2 w^3 */
        const poly line = { { b.c0.c0, { FP_ZERO, FP_ZERO }, b.c0.c1, b.c1.c1 } };
        const poly al = poly_mul(&pa, &line);
        fp12_mul_line(&o, &a, &line.c[0], &line.c[2], &line.c[3]);
        assert_fp12(&o, &al);
        o = a;
        fp12_mul_line(&o, &o, &line.c[0], &line.c[2], &line.c[3]);
        assert_fp12(&o, &al);
    }
}

static void test_fp6(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 200; i++) {
        const fp12 r = random_fp12(&seed);
        const fp6 a = r.c0, b = r.c1;
        const fp2 zero = FP2_ZERO;
        const poly pa = { { a.c0, zero, a.c1, zero, a.c2, zero } };
        const poly pb = { { b.c0, zero, b.c1, zero, b.c2, zero } };
        const poly b01 = { { b.c0, zero, b.c1 } }, b1 = { { zero, zero, b.c1 } };
        const poly v = { { zero, zero, FP2_ONE } };
        fp12 o;
        memset(&o, 0, sizeof o);
        poly want = poly_mul(&pa, &pb);
        fp6_mul(&o.c0, &a, &b);
        assert_fp12(&o, &want);
        want = poly_mul(&pa, &b01);
        fp6_mul_01(&o.c0, &a, &b.c0, &b.c1);
        assert_fp12(&o, &want);
        want = poly_mul(&pa, &b1);
        fp6_mul_1(&o.c0, &a, &b.c1);
        assert_fp12(&o, &want);
        want = poly_mul(&pa, &v);
        fp6_mul_v(&o.c0, &a);
        assert_fp12(&o, &want);
        o.c0 = a;
        fp6_mul_v(&o.c0, &o.c0);
        assert_fp12(&o, &want);
        fp6_inv(&o.c0, &a);
        fp6_mul(&o.c0, &o.c0, &a);
        assert_true(fp12_is_one(&o));
    }
}

static void test_inverse(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 100; i++) {
        const fp12 a = random_fp12(&seed);
        fp12 o;
        fp12_inv(&o, &a);
        fp12_mul(&o, &o, &a);
        assert_true(fp12_is_one(&o));
        assert_false(fp12_is_one(&a));
    }
    fp12 zero;
    memset(&zero, 0, sizeof zero);
    fp12 o;
    fp12_inv(&o, &zero);
    assert_memory_equal(&o, &zero, sizeof o);
}

/* a^p by squaring and multiplying */
static void pow_p(fp12 *o, const fp12 *a)
{
    fp12 acc;
    fp12_set_one(&acc);
    for (int i = 383; i >= 0; i--) {
        fp12_sqr(&acc, &acc);
        if (FP_MODULUS.l[i / 64] >> (i % 64) & 1)
            fp12_mul(&acc, &acc, a);
    }
    *o = acc;
}

static void test_frobenius(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < 10; i++) {
        const fp12 a = random_fp12(&seed);
        fp12 x, y;
        pow_p(&x, &a);
        fp12_frobenius(&y, &a);
        assert_true(fp12_eq(&x, &y));
        x = a;
        for (int k = 0; k < 6; k++)
            fp12_frobenius(&x, &x);
        fp12_conj(&y, &a); /* a^(p^6) */
        assert_true(fp12_eq(&x, &y));
    }
}

/* On a^((p^6 - 1)(p^2 + 1)) the cyclotomic square is the square and the conjugate the inverse; on
 * other elements neither is. */
static void test_cyclotomic(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 50; i++) {
        const fp12 a = random_fp12(&seed);
        fp12 x, y, c;
        fp12_sqr(&x, &a);
        fp12_sqr_cyclotomic(&y, &a);
        assert_false(fp12_eq(&x, &y));
        fp12_inv(&x, &a);
        fp12_conj(&c, &a);
        fp12_mul(&c, &c, &x);
        fp12_frobenius(&x, &c);
        fp12_frobenius(&x, &x);
        fp12_mul(&c, &c, &x);
        fp12_sqr(&x, &c);
        fp12_sqr_cyclotomic(&y, &c);
        assert_true(fp12_eq(&x, &y));
        y = c;
        fp12_sqr_cyclotomic(&y, &y);
        assert_true(fp12_eq(&x, &y));
        fp12_conj(&x, &c);
        fp12_mul(&x, &x, &c);
        assert_true(fp12_is_one(&x));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),   cmocka_unit_test(test_fp6),
        cmocka_unit_test(test_inverse),    cmocka_unit_test(test_frobenius),
        cmocka_unit_test(test_cyclotomic),
    };
    if (!cpu_variant_available(TEST_VARIANT))
        return 77; /* skipped */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
