/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points, scalars and pairings as the official crates compute them (golden/curve.json). */
#include "base/cpu.h"
#include "curve/golden.h"
#include "curve/pairing.h"

static json_t *golden;

static int load(void **state)
{
    (void)state;
    golden = golden_load(CUZK_TEST_DATA "/golden/curve.json");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    json_decref(golden);
    return 0;
}

static void test_generator_multiples(void **state)
{
    (void)state;
    size_t i;
    json_t *j;
    json_array_foreach(json_object_get(golden, "generator_multiples"), i, j)
    {
        const fr k = golden_fr(json_object_get(j, "k"));
        const g1_affine p = golden_g1(json_object_get(j, "g1"));
        const g2_affine q = golden_g2(json_object_get(j, "g2"));
        g1 a;
        g2 b;
        g1_affine aa;
        g2_affine ba;
        g1_mul_affine(&a, &G1_GENERATOR, &k);
        g1_to_affine(&aa, &a);
        assert_memory_equal(&aa, &p, sizeof p);
        g2_mul_affine(&b, &G2_GENERATOR, &k);
        g2_to_affine(&ba, &b);
        assert_memory_equal(&ba, &q, sizeof q);
        assert_true(g1_in_subgroup(&p));
        assert_true(g2_in_subgroup(&q));
    }
    assert_true(i > 10);
}

static void assert_g1(const g1 *got, const json_t *sums, const char *name)
{
    const g1_affine want = golden_g1(json_object_get(sums, name));
    g1_affine a;
    g1_to_affine(&a, got);
    assert_memory_equal(&a, &want, sizeof a);
}

static void assert_g2(const g2 *got, const json_t *sums, const char *name)
{
    const g2_affine want = golden_g2(json_object_get(sums, name));
    g2_affine a;
    g2_to_affine(&a, got);
    assert_memory_equal(&a, &want, sizeof a);
}

static void test_sums(void **state)
{
    (void)state;
    const json_t *sums = json_object_get(golden, "sums");
    const json_t *points = json_object_get(sums, "points");
    g1 a, b, n, o;
    const g1_affine p0 = golden_g1(json_object_get(json_array_get(points, 0), "g1"));
    const g1_affine p1 = golden_g1(json_object_get(json_array_get(points, 1), "g1"));
    g1_from_affine(&a, &p0);
    g1_from_affine(&b, &p1);
    g1_add(&o, &a, &b);
    assert_g1(&o, sums, "g1_0_plus_1");
    g1_neg(&n, &b);
    g1_add(&o, &a, &n);
    assert_g1(&o, sums, "g1_0_minus_1");
    g1_double(&o, &a);
    assert_g1(&o, sums, "g1_double_0");
    g1_neg(&n, &a);
    assert_g1(&n, sums, "g1_neg_0");
    g1_add(&o, &a, &n);
    assert_g1(&o, sums, "g1_0_minus_0");

    g2 c, d, m, s;
    const g2_affine q0 = golden_g2(json_object_get(json_array_get(points, 0), "g2"));
    const g2_affine q1 = golden_g2(json_object_get(json_array_get(points, 1), "g2"));
    g2_from_affine(&c, &q0);
    g2_from_affine(&d, &q1);
    g2_add(&s, &c, &d);
    assert_g2(&s, sums, "g2_0_plus_1");
    g2_neg(&m, &d);
    g2_add(&s, &c, &m);
    assert_g2(&s, sums, "g2_0_minus_1");
    g2_double(&s, &c);
    assert_g2(&s, sums, "g2_double_0");
    g2_neg(&m, &c);
    assert_g2(&m, sums, "g2_neg_0");
    g2_add(&s, &c, &m);
    assert_g2(&s, sums, "g2_0_minus_0");
}

static void test_identity_and_refused(void **state)
{
    (void)state;
    const json_t *id = json_object_get(golden, "identity");
    const g1_affine p = golden_g1(json_object_get(id, "g1"));
    const g2_affine q = golden_g2(json_object_get(id, "g2"));
    assert_true(g1_affine_is_infinity(&p));
    assert_true(g2_affine_is_infinity(&q));
    uint8_t in[48];
    const json_t *refused = json_array_get(json_object_get(golden, "refused"), 0);
    hex_of(in, sizeof in, json_object_get(refused, "g1_compressed"));
    g1_affine o;
    const bool ok = g1_from_compressed(&o, in) == POINT_OK && g1_in_subgroup(&o);
    assert_int_equal(ok, json_is_true(json_object_get(refused, "accepted")));
}

static void test_scalar_field(void **state)
{
    (void)state;
    const json_t *j = json_object_get(golden, "scalar_field");
    const fr a = golden_fr(json_object_get(j, "a")), b = golden_fr(json_object_get(j, "b"));
    fr o, want;
#define EXPECT(name)                                                                               \
    want = golden_fr(json_object_get(j, name));                                                    \
    assert_true(fr_eq(&o, &want))
    fr_add(&o, &a, &b);
    EXPECT("a_plus_b");
    fr_sub(&o, &a, &b);
    EXPECT("a_minus_b");
    fr_mul(&o, &a, &b);
    EXPECT("a_times_b");
    fr_sqr(&o, &a);
    EXPECT("a_squared");
    fr_inv(&o, &a);
    EXPECT("a_inverse");
    fr_pow_u64(&o, &a, 5);
    EXPECT("a_pow_5");
    o = FR_GENERATOR;
    EXPECT("multiplicative_generator");
    o = FR_ROOT_OF_UNITY;
    EXPECT("root_of_unity");
#undef EXPECT
    assert_int_equal(json_integer_value(json_object_get(j, "two_adicity")), FR_TWO_ADICITY);
}

static void pairing(fp12 *o, const g1_affine *p, const g2_affine *q)
{
    pairing_miller(o, p, q, 1);
    pairing_final_exp(o, o);
}

/* Our final exponentiation has the same exponent as the one that made the golden values. */
static void test_pairings(void **state)
{
    (void)state;
    const json_t *points = json_object_get(json_object_get(golden, "sums"), "points");
    const g1_affine ps[2] = { G1_GENERATOR,
                              golden_g1(json_object_get(json_array_get(points, 0), "g1")) };
    const g2_affine qs[2] = { G2_GENERATOR,
                              golden_g2(json_object_get(json_array_get(points, 1), "g2")) };
    for (size_t i = 0; i < 2; i++) {
        const json_t *j = json_array_get(json_object_get(golden, "pairings"), i);
        const json_t *gt = json_object_get(j, "gt");
        fp12 want, got;
        fp2 *const c[6] = { &want.c0.c0, &want.c0.c1, &want.c0.c2,
                            &want.c1.c0, &want.c1.c1, &want.c1.c2 };
        for (size_t k = 0; k < 12; k++) {
            uint8_t b[48];
            hex_of(b, sizeof b, json_array_get(gt, k));
            assert_true(fp_from_bytes_be(k % 2 ? &c[k / 2]->c1 : &c[k / 2]->c0, b));
        }
        for (int v = 0; v < CPU_VARIANTS; v++) {
            if (!cpu_variant_force((cpu_variant)v))
                continue;
            pairing(&got, &ps[i], &qs[i]);
            assert_true(fp12_eq(&got, &want));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator_multiples),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_identity_and_refused),
        cmocka_unit_test(test_scalar_field),
        cmocka_unit_test(test_pairings),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
