/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Laws of the pairing, in every variant; and e(P, Q) as bellperson computed it. */
#include "base/cpu.h"
#include "curve/golden.h"
#include "curve/pairing.h"
#include "curve/pairing_kernels.h"
#include <gmp.h>

static fr random_fr(uint64_t *seed)
{
    fr_raw raw;
    for (int i = 0; i < 4; i++)
        raw.l[i] = rnd64(seed);
    raw.l[3] >>= 2;
    fr o;
    fr_from_raw(&o, &raw);
    return o;
}

static g1_affine g1_times(const fr *k)
{
    g1 t;
    g1_affine o;
    g1_mul_affine(&t, &G1_GENERATOR, k);
    g1_to_affine(&o, &t);
    return o;
}

static g2_affine g2_times(const fr *k)
{
    g2 t;
    g2_affine o;
    g2_mul_affine(&t, &G2_GENERATOR, k);
    g2_to_affine(&o, &t);
    return o;
}

static void pairing(const pairing_kernels *k, fp12 *o, const g1_affine *p, const g2_affine *q)
{
    k->miller(o, p, q, 1, NULL, NULL, 0);
    k->final_exp(o, o);
}

static void pow_fr(fp12 *o, const fp12 *a, const fr *e)
{
    fr_raw raw;
    fr_to_raw(&raw, e);
    fp12 acc;
    fp12_set_one(&acc);
    for (int i = 255; i >= 0; i--) {
        fp12_sqr(&acc, &acc);
        if (raw.l[i / 64] >> (i % 64) & 1)
            fp12_mul(&acc, &acc, a);
    }
    *o = acc;
}

/* e(aP, bQ) = e(P, Q)^(ab) = e(abP, Q); not one; of order r */
static void check_bilinear(const pairing_kernels *k)
{
    uint64_t seed = 1;
    fp12 base, x, y;
    pairing(k, &base, &G1_GENERATOR, &G2_GENERATOR);
    assert_false(fp12_is_one(&base));
    fr minus_one;
    fr_neg(&minus_one, &FR_ONE);
    pow_fr(&x, &base, &minus_one);
    fp12_mul(&x, &x, &base);
    assert_true(fp12_is_one(&x)); /* base^(r-1) base */
    for (int i = 0; i < 6; i++) {
        const fr a = i == 0 ? FR_ZERO : i == 1 ? minus_one : random_fr(&seed);
        const fr b = i == 2 ? FR_ZERO : random_fr(&seed);
        fr ab;
        fr_mul(&ab, &a, &b);
        const g1_affine p = g1_times(&a), abp = g1_times(&ab);
        const g2_affine q = g2_times(&b);
        pairing(k, &x, &p, &q);
        pow_fr(&y, &base, &ab);
        assert_true(fp12_eq(&x, &y));
        pairing(k, &y, &abp, &G2_GENERATOR);
        assert_true(fp12_eq(&x, &y));
        assert_int_equal(fp12_is_one(&x), fr_is_zero(&ab));
    }
}

/* One Miller loop over n pairs = the product of n, also across the chunks it works in and with
 * infinities in between. */
static void check_products(const pairing_kernels *k)
{
    enum { N = 70 };
    static const size_t sizes[] = { 0, 1, 2, 3, 31, 32, 33, 64, 65, N };
    uint64_t seed = 2;
    static g1_affine p[N];
    static g2_affine q[N];
    static fp12 each[N];
    static pairing_prepared prepared[N];
    const pairing_prepared *lines[N];
    for (size_t i = 0; i < N; i++) {
        const fr a = i % 9 == 4 ? FR_ZERO : random_fr(&seed);
        const fr b = i % 11 == 7 ? FR_ZERO : random_fr(&seed);
        p[i] = g1_times(&a);
        q[i] = g2_times(&b);
        k->prepare(&prepared[i], &q[i]);
        lines[i] = &prepared[i];
        pairing(k, &each[i], &p[i], &q[i]);
        assert_int_equal(fp12_is_one(&each[i]), fr_is_zero(&a) || fr_is_zero(&b));
    }
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        fp12 product, got;
        fp12_set_one(&product);
        for (size_t i = 0; i < sizes[s]; i++)
            fp12_mul(&product, &product, &each[i]);
        k->miller(&got, p, q, sizes[s], NULL, NULL, 0);
        k->final_exp(&got, &got);
        assert_true(fp12_eq(&got, &product));
        /* the last half from lines */
        const size_t m = sizes[s] / 2, live = sizes[s] - m;
        k->miller(&got, p, q, live, p + live, lines + live, m);
        k->final_exp(&got, &got);
        assert_true(fp12_eq(&got, &product));
    }
}

/* The final exponentiation is f^(3 (p^12 - 1) / r), by squaring and multiplying; of elements of Fp
 * it is one. */
static void check_final_exp(const pairing_kernels *k)
{
    uint64_t seed = 4;
    mpz_t p, r, e;
    mpz_inits(p, r, e, NULL);
    mpz_import(p, 6, -1, 8, 0, 0, FP_MODULUS.l);
    mpz_import(r, 4, -1, 8, 0, 0, FR_MODULUS.l);
    mpz_pow_ui(e, p, 12);
    mpz_sub_ui(e, e, 1);
    mpz_divexact(e, e, r);
    mpz_mul_ui(e, e, 3);
    for (int i = 0; i < 5; i++) {
        const fr a = random_fr(&seed), b = random_fr(&seed);
        const g1_affine pa = g1_times(&a);
        const g2_affine qb = g2_times(&b);
        fp12 f, want, got;
        k->miller(&f, &pa, &qb, 1, NULL, NULL, 0);
        fp12_set_one(&want);
        if (i > 2) {
            f = want;
            f.c0.c0.c0 = i == 3 ? FP_ONE : pa.x;
        }
        for (size_t bit = mpz_sizeinbase(e, 2); bit-- > 0;) {
            fp12_sqr(&want, &want);
            if (mpz_tstbit(e, bit))
                fp12_mul(&want, &want, &f);
        }
        k->final_exp(&got, &f);
        assert_true(fp12_eq(&got, &want));
        assert_int_equal(fp12_is_one(&got), i > 2);
    }
    mpz_clears(p, r, e, NULL);
}

static void test_laws(void **state)
{
    (void)state;
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        check_bilinear(pairing_kernels_of((cpu_variant)v));
        check_products(pairing_kernels_of((cpu_variant)v));
        check_final_exp(pairing_kernels_of((cpu_variant)v));
    }
}

/* e(aG, bH) e(-abG, H) = 1, and not with anything changed */
static void test_product_is_one(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const fr a = random_fr(&seed), b = random_fr(&seed);
    fr ab;
    fr_mul(&ab, &a, &b);
    fr_neg(&ab, &ab);
    g1_affine p[2] = { g1_times(&a), g1_times(&ab) };
    g2_affine q[2] = { g2_times(&b), G2_GENERATOR };
    assert_true(pairing_product_is_one(p, q, 2));
    assert_true(pairing_product_is_one(p, q, 0));
    assert_false(pairing_product_is_one(p, q, 1));
    g1_affine_neg(&p[1], &p[1]);
    assert_false(pairing_product_is_one(p, q, 2));
    g1_affine_neg(&p[1], &p[1]);
    fr_add(&ab, &ab, &FR_ONE);
    p[1] = g1_times(&ab);
    assert_false(pairing_product_is_one(p, q, 2));
}

/* blstrs' torus compression of g = c0 + c1 w: (c0 + 1) / c1, six little-endian coordinates */
static void compress(uint8_t out[288], const fp12 *g)
{
    fp6 c0 = g->c0, c1;
    fp_add(&c0.c0.c0, &c0.c0.c0, &FP_ONE);
    fp6_inv(&c1, &g->c1);
    fp6_mul(&c0, &c0, &c1);
    const fp *const c[6] = { &c0.c0.c0, &c0.c0.c1, &c0.c1.c0, &c0.c1.c1, &c0.c2.c0, &c0.c2.c1 };
    for (size_t i = 0; i < 6; i++) {
        uint8_t be[48];
        fp_to_bytes_be(be, c[i]);
        for (size_t k = 0; k < 48; k++)
            out[48 * i + k] = be[47 - k];
    }
}

static void check_compressed(const json_t *hex, const g1_affine *p, const g2_affine *q)
{
    uint8_t want[288], got[288];
    fp12 g;
    hex_of(want, sizeof want, hex);
    pairing_miller(&g, p, q, 1);
    pairing_final_exp(&g, &g);
    compress(got, &g);
    assert_memory_equal(got, want, sizeof got);
}

static void test_golden_compressed(void **state)
{
    (void)state;
    json_t *golden = golden_load(CUZK_TEST_DATA "/golden/curve.json");
    const json_t *j = json_array_get(json_object_get(golden, "pairings"), 0);
    check_compressed(json_object_get(j, "gt_compressed"), &G1_GENERATOR, &G2_GENERATOR);
    json_decref(golden);
}

static void test_bellperson(void **state)
{
    (void)state;
    const char *vectors = getenv("CUZK_VECTORS");
    if (!vectors) {
        print_message("skipped: no vectors\n");
        skip();
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/bls12-381/bellperson_pairing_gt.json", vectors);
    json_t *file = golden_load(path), *j;
    size_t i;
    json_array_foreach(json_object_get(file, "vectors"), i, j)
    {
        uint8_t pb[48], qb[96];
        g1_affine p;
        g2_affine q;
        hex_of(pb, sizeof pb, json_object_get(j, "g1"));
        hex_of(qb, sizeof qb, json_object_get(j, "g2"));
        assert_int_equal(g1_from_compressed(&p, pb), POINT_OK);
        assert_int_equal(g2_from_compressed(&q, qb), POINT_OK);
        check_compressed(json_object_get(j, "gt_compressed"), &p, &q);
    }
    assert_int_equal(i, 2);
    json_decref(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_product_is_one),
        cmocka_unit_test(test_golden_compressed),
        cmocka_unit_test(test_bellperson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
