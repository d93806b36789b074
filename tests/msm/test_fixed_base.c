/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each_variant.h"
#include "golden.h"

#include "curve/encoding.h"
#include "msm/fixed_base.h"

#define N_MAX 5000 /* more than two batches */

static fr k[N_MAX];

/* 0, 1, 2, -1, -2, the middle, powers of two and their opposites, then anything. */
static void make_scalars(void)
{
    fr two = fr_from_u64(2);
    golden_fixed_frs(9, k, N_MAX);
    k[0] = FR_ZERO;
    k[1] = FR_ONE;
    k[2] = two;
    fr_neg(&k[3], &k[1]);
    fr_neg(&k[4], &k[2]);
    fr_inv(&k[5], &two);
    fr_sub(&k[6], &k[5], &FR_ONE);
    for (unsigned i = 1; i < 255; i++) {
        fr_pow_u64(&k[10 + 2 * i], &two, i);
        fr_neg(&k[11 + 2 * i], &k[10 + 2 * i]);
    }
}

/* The encodings are those of the multiples, and nothing is written behind them. */
static void check_encode(const fixed_base *t, const void *o, size_t n, size_t len)
{
    static uint8_t found[(FIXED_BASE_BATCH + 1) * G2_UNCOMPRESSED_LEN];
    uint8_t want[G2_UNCOMPRESSED_LEN];
    if (n > FIXED_BASE_BATCH)
        n = FIXED_BASE_BATCH;
    memset(found, 0x55, sizeof found);
    fixed_base_encode(t, 0, found, k, n);
    for (size_t i = 0; i < n; i++) {
        if (len == G1_UNCOMPRESSED_LEN)
            g1_to_uncompressed(want, (const g1_affine *)o + i);
        else
            g2_to_uncompressed(want, (const g2_affine *)o + i);
        assert_memory_equal(found + i * len, want, len);
    }
    for (size_t i = n * len; i < sizeof found; i++)
        assert_int_equal(found[i], 0x55);
}

static void check_g1(work *w, const g1_affine *g, size_t hint, size_t n, size_t step)
{
    fixed_base *t;
    static g1_affine o[N_MAX];
    assert_int_equal(fixed_base_g1_new(&t, w, g, hint, NULL), CUZK_OK);
    memset(o, 0x55, sizeof o);
    fixed_base_mul(t, w, o, k, n);
    for (size_t i = 0; i < n; i += i < 600 / step ? 1 : step) {
        g1 want, got;
        g1_mul_affine(&want, g, &k[i]);
        g1_from_affine(&got, &o[i]);
        assert_true(g1_eq(&got, &want));
    }
    for (size_t i = n; i < N_MAX; i++)
        assert_int_equal(((uint8_t *)&o[i])[0], 0x55);
    check_encode(t, o, n, G1_UNCOMPRESSED_LEN);
    fixed_base_free(t, w);
    assert_int_equal(w->mem_used, 0);
}

static void check_g2(work *w, const g2_affine *g, size_t hint, size_t n, size_t step)
{
    fixed_base *t;
    static g2_affine o[N_MAX];
    assert_int_equal(fixed_base_g2_new(&t, w, g, hint, NULL), CUZK_OK);
    fixed_base_mul(t, w, o, k, n);
    for (size_t i = 0; i < n; i += i < 600 / step ? 1 : step) {
        g2 want, got;
        g2_mul_affine(&want, g, &k[i]);
        g2_from_affine(&got, &o[i]);
        assert_true(g2_eq(&got, &want));
    }
    check_encode(t, o, n, G2_UNCOMPRESSED_LEN);
    fixed_base_free(t, w);
    assert_int_equal(w->mem_used, 0);
}

static void check_multiples(void)
{
    static const size_t hints[] = { 0, 1, 40, 5000, 100000 }; /* each another window */
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        g1 p1;
        g2 p2;
        g1_affine other1;
        g2_affine other2;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        g1_mul_affine(&p1, &G1_GENERATOR, &k[100 + threads]);
        g1_to_affine(&other1, &p1);
        g2_mul_affine(&p2, &G2_GENERATOR, &k[100 + threads]);
        g2_to_affine(&other2, &p2);
        for (size_t i = threads - 1; i < 5; i += 2) {
            size_t n = i == 3 ? N_MAX : 40 + 33 * i;
            check_g1(&w, threads == 1 ? &G1_GENERATOR : &other1, hints[i], n, 50);
            check_g2(&w, threads == 2 ? &G2_GENERATOR : &other2, hints[i], n, 200);
        }
        work_free(&w);
    }
}

static void test_multiples(void **state)
{
    (void)state;
    each_variant(check_multiples);
}

static void test_edges(void **state)
{
    (void)state;
    work w;
    const g1_affine infinity = { FP_ZERO, FP_ZERO };
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    check_g1(&w, &G1_GENERATOR, 10, 0, 1);
    check_g1(&w, &G1_GENERATOR, 600, 530, 1); /* every special scalar */
    check_g1(&w, &infinity, 10, 3, 1);
    atomic_store(&w.cancelled, true);
    fixed_base *t = NULL;
    assert_int_equal(fixed_base_g1_new(&t, &w, &G1_GENERATOR, 10, NULL), CUZK_INTERRUPTED);
    assert_null(t);
    work_free(&w);
    assert_int_equal(work_init(&w, 2, 1000, NULL), CUZK_OK);
    assert_int_equal(fixed_base_g1_new(&t, &w, &G1_GENERATOR, 10, NULL), CUZK_NO_RESOURCES);
    assert_null(t);
    fixed_base_free(NULL, &w);
    work_free(&w);
}

static int setup(void **state)
{
    (void)state;
    make_scalars();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_multiples),
                                        cmocka_unit_test(test_edges) };
    return cmocka_run_group_tests(tests, setup, NULL);
}
