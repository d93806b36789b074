/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each_variant.h"
#include "golden.h"

#include "curve/encoding.h"
#include "curve/g1_constants.h"
#include "msm/msm.h"
#include "msm/scalars.h"

enum point_kind { DIFFERENT, REPEATED, OPPOSITE, SOME_INFINITE, POINT_KINDS };
enum scalar_kind {
    RANDOM,
    ZERO,
    ONE,
    MINUS_ONE,
    EQUAL,
    WITNESS,
    IN_TURN,
    EDGES,
    CLASSES,
    SCALAR_KINDS
};

/* 2^i, 2^i - 1, their opposites, and the numbers around r/2, where folding begins. */
static void make_edge(fr *k, size_t i)
{
    fr two = fr_from_u64(2), half;
    fr_pow_u64(k, &two, i / 4 % 255);
    if (i % 4 / 2)
        fr_sub(k, k, &FR_ONE);
    if (i % 2)
        fr_neg(k, k);
    if (i % 5 == 4) {
        fr_inv(&half, &two); /* (r + 1) / 2 */
        *k = fr_from_u64(i % 3);
        fr_sub(k, &half, k);
    }
}

static void make_scalars(fr *k, size_t n, enum scalar_kind kind)
{
    const fr three = fr_from_u64(3);
    size_t root = 0;
    golden_fixed_frs((uint8_t)(n % 251), k, n);
    for (size_t i = 0; i < n; i++) {
        uint64_t low = k[i].l[0];
        switch (kind) {
        case ZERO:
            k[i] = FR_ZERO;
            break;
        case ONE:
            k[i] = FR_ONE;
            break;
        case MINUS_ONE:
            fr_neg(&k[i], &FR_ONE);
            break;
        case EQUAL:
            k[i] = k[0];
            break;
        case WITNESS: /* bits, some bytes, some of any size */
            if (low % 32)
                k[i] = fr_from_u64(low % 32 < 30 ? low >> 32 & 1 : low >> 32 & 255);
            break;
        case IN_TURN: /* a one, a byte: the points of each kind do not stand side by side */
            k[i] = fr_from_u64(i % 2 ? 2 + low % 251 : 1);
            break;
        case CLASSES: /* one, three, five, ... have one value, or its opposite */
            root += (root + 1) * (root + 1) <= i;
            fr_pow_u64(&k[i], &three, 1000 + root);
            if (low % 3 == 0)
                fr_neg(&k[i], &k[i]);
            break;
        case EDGES:
            make_edge(&k[i], i);
            break;
        default:
            break;
        }
    }
}

/* Of up to 33 points all scalars are written down; of 256 only their digests, and they are made as
 * the others are: fixed_frs of 112 and 113, with 0, 1 and -1 in some places. */
static void make_golden_scalars(const json_t *t, fr *base, fr *k, size_t n)
{
    if (json_is_array(json_object_get(t, "scalars"))) {
        golden_frs(json_object_get(t, "base_scalars"), base, n);
        golden_frs(json_object_get(t, "scalars"), k, n);
        return;
    }
    golden_fixed_frs(112, base, n);
    golden_fixed_frs(113, k, n);
    for (size_t i = 0; i < n; i += 8) {
        k[i + 3] = FR_ZERO;
        k[i + 5] = FR_ONE;
        fr_neg(&k[i + 7], &FR_ONE);
    }
}

#define T(f)           g1_##f
#define G(f)           g1_##f
#define AFFINE         g1_affine
#define POINT          g1
#define SOURCE         g1_source
#define ENCODED_LEN    G1_UNCOMPRESSED_LEN
#define GENERATOR      G1_GENERATOR
#define MSM            msm_g1
#define MSM_MANY       msm_g1_many
#define MSM_MEMORY_MIN msm_g1_memory_min
#define MSM_REF        msm_g1_ref
#define JSON_KEY       "g1"
#include "msm_cases.h"
#include "msm_few_cases.h"
#undef T
#undef G
#undef AFFINE
#undef POINT
#undef SOURCE
#undef ENCODED_LEN
#undef GENERATOR
#undef MSM
#undef MSM_MANY
#undef MSM_MEMORY_MIN
#undef MSM_REF
#undef JSON_KEY

#define T(f)           g2_##f
#define G(f)           g2_##f
#define AFFINE         g2_affine
#define POINT          g2
#define SOURCE         g2_source
#define ENCODED_LEN    G2_UNCOMPRESSED_LEN
#define GENERATOR      G2_GENERATOR
#define MSM            msm_g2
#define MSM_MANY       msm_g2_many
#define MSM_MEMORY_MIN msm_g2_memory_min
#define MSM_REF        msm_g2_ref
#define JSON_KEY       "g2"
#include "msm_cases.h"
#include "msm_few_cases.h"

/* sum d_w 2^(cw) is the scalar, and every digit is in its range. */
static void test_digits(void **state)
{
    (void)state;
    fr k[64];
    int32_t d[256];
    static int32_t rows[128][64];
    static msm_block block;
    for (size_t i = 0; i < 64; i++)
        make_edge(&k[i], 17 * i);
    for (unsigned c = 2; c <= MSM_MAX_WINDOW; c++) {
        unsigned windows = (254 + c) / c;
        msm_wide middle;
        msm_middle(&middle, c, windows);
        for (size_t i = 0; i < 64; i++) {
            fr_raw raw;
            fr_to_raw(&raw, &k[i]);
            bool neg = msm_fold(&raw);
            assert_true(msm_bits(&raw) <= 254);
            msm_digits(d, 1, &raw, neg, c, windows);
            fr sum = FR_ZERO;
            msm_block_set(&block, i, &raw, neg, &middle);
            for (unsigned w = windows; w-- > 0;) {
                assert_in_range(d[w] + (1 << (c - 1)), 0, 1 << c);
                for (unsigned b = 0; b < c; b++)
                    fr_double(&sum, &sum);
                fr t = fr_from_u64((uint64_t)labs(d[w]));
                d[w] < 0 ? fr_sub(&sum, &sum, &t) : fr_add(&sum, &sum, &t);
            }
            assert_true(fr_eq(&sum, &k[i]));
        }
        for (unsigned w = 0; w < windows; w++) {
            int32_t row[64];
            msm_block_digits(row, &block, 64, w, c, windows);
            for (size_t i = 0; i < 64; i++)
                assert_in_range(row[i] + (1 << (c - 1)), 0, 1 << c);
            memcpy(rows[w], row, sizeof row);
        }
        for (size_t i = 0; i < 64; i++) {
            fr sum = FR_ZERO;
            for (unsigned w = windows; w-- > 0;) {
                for (unsigned b = 0; b < c; b++)
                    fr_double(&sum, &sum);
                fr t = fr_from_u64((uint64_t)labs(rows[w][i]));
                rows[w][i] < 0 ? fr_sub(&sum, &sum, &t) : fr_add(&sum, &sum, &t);
            }
            assert_true(fr_eq(&sum, &k[i]));
        }
    }
}

/* low + high x^2 is the scalar, and neither half is longer than it may be. */
static void test_halve(void **state)
{
    (void)state;
    msm_halver h;
    fr x2 = fr_from_u64(BLS_X_ABS), k[1024];
    fr_sqr(&x2, &x2);
    msm_halver_init(&h);
    golden_fixed_frs(7, k, 1024);
    for (size_t i = 0; i < 1024; i++) {
        fr_raw raw, low_raw, high_raw;
        fr low, high, t;
        if (i < 512)
            make_edge(&k[i], 5 * i);
        if (i >= 500 && i < 532) { /* multiples of x^2 and their neighbours */
            fr_mul(&k[i], &x2, &k[i]);
            fr_add(&k[i], &k[i], i % 3 ? i % 3 == 1 ? &FR_ZERO : &FR_ONE : &k[512]);
        }
        fr_to_raw(&raw, &k[i]);
        bool neg = msm_fold(&raw), low_neg = msm_halve(&h, &low_raw, &high_raw, &raw);
        assert_true(msm_bits(&low_raw) <= MSM_HALF_BITS && msm_bits(&high_raw) <= MSM_HALF_BITS);
        fr_from_raw(&low, &low_raw);
        fr_from_raw(&high, &high_raw);
        if (low_neg)
            fr_neg(&low, &low);
        fr_mul(&t, &high, &x2);
        fr_add(&t, &t, &low);
        if (neg)
            fr_neg(&t, &t);
        assert_true(fr_eq(&t, &k[i]));
    }
}

/* A few wide scalars among bits must not cost the windows of a large problem. */
static void test_window(void **state)
{
    (void)state;
    const msm_costs costs = {
        .add = 10, .bucket = 20, .window = 1000, .endo = 2, .widest = MSM_MAX_WINDOW
    };
    msm_survey s = { 0 };
    s.bits[254] = (size_t)1 << 22;
    msm_plan p = msm_choose(&s, &costs, 0, MSM_MAX_WINDOW, false);
    assert_in_range(p.c, 15, 19);
    assert_int_equal(p.windows, (254 + p.c) / p.c);
    s.bits[254] = 0;
    s.bits[1] = (size_t)1 << 22;
    p = msm_choose(&s, &costs, 0, MSM_MAX_WINDOW, false);
    assert_int_equal(p.windows, 0);
    assert_int_equal(p.small, (size_t)1 << 22);
    s.bits[254] = 1000;
    p = msm_choose(&s, &costs, 0, MSM_MAX_WINDOW, false);
    assert_in_range(p.c, 5, 12);
    p = msm_choose(&s, &costs, 0, 4, false);
    assert_int_equal(p.c, 4);
    static const unsigned asked[4][3] = { { 13, 20, 13 }, { 1, 20, 2 }, { 13, 4, 4 }, { 2, 4, 2 } };
    for (unsigned i = 0; i < 4; i++) {
        p = msm_choose(&s, &costs, asked[i][0], asked[i][1], false);
        assert_int_equal(p.c, asked[i][2]);
    }
}

/* k P by the number of least size that k stands for: outside the subgroup that matters. */
static void add_nearest(g1 *o, const g1_affine *p, const fr *k)
{
    fr_raw raw;
    fr least;
    g1 t;
    fr_to_raw(&raw, k);
    const bool neg = msm_fold(&raw);
    fr_from_raw(&least, &raw);
    g1_mul_affine(&t, p, &least);
    if (neg)
        g1_neg(&t, &t);
    g1_add(o, o, &t);
}

/* Points outside the subgroup: (0, 2) has order 3, and multiples of it that tables hold are
 * infinite; (0, -2) is its opposite. */
static void check_small_orders(void)
{
    g1_affine p[3] = { { .x = FP_ZERO }, G1_GENERATOR };
    fr k[3];
    work w;
    fp_double(&p[0].y, &FP_ONE);
    g1_affine_neg(&p[2], &p[0]);
    assert_true(g1_affine_on_curve(&p[0]) && !g1_in_subgroup(&p[0]));
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < 60; i++) {
        g1 got, want;
        make_edge(&k[0], i);
        make_edge(&k[1], 60 - i);
        make_edge(&k[2], 7 * i);
        const fr_view v = fr_view_plain(k, 3);
        const g1_source points = { .affine = p, .n = 3 };
        assert_int_equal(g1_both_ways(&got, &w, points, &v, 1, NULL, NULL), CUZK_OK);
        g1_set_infinity(&want);
        for (size_t j = 0; j < 3; j++)
            add_nearest(&want, &p[j], &k[j]);
        assert_true(g1_eq(&got, &want));
    }
    work_free(&w);
}

static void test_small_orders(void **state)
{
    (void)state;
    each_variant(check_small_orders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digits),     cmocka_unit_test(test_window),
        cmocka_unit_test(test_halve),      cmocka_unit_test(g1_test_sizes),
        cmocka_unit_test(g1_test_windows), cmocka_unit_test(g1_test_large),
        cmocka_unit_test(g1_test_density), cmocka_unit_test(g1_test_chunks),
        cmocka_unit_test(g1_test_refuses), cmocka_unit_test(g1_test_golden),
        cmocka_unit_test(g1_test_many),    cmocka_unit_test(g1_test_memory),
        cmocka_unit_test(g2_test_many),    cmocka_unit_test(g2_test_memory),
        cmocka_unit_test(g2_test_sizes),   cmocka_unit_test(g2_test_windows),
        cmocka_unit_test(g2_test_large),   cmocka_unit_test(g2_test_density),
        cmocka_unit_test(g2_test_chunks),  cmocka_unit_test(g2_test_refuses),
        cmocka_unit_test(g2_test_golden),  cmocka_unit_test(g1_test_few),
        cmocka_unit_test(g2_test_few),     cmocka_unit_test(test_small_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
