/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each_variant.h"
#include "golden.h"

#include "accel/accel.h"
#include "base/cpu.h"
#include "poly/ntt.h"

#define LG_REF 8
#define N_MAX  ((size_t)1 << 14)

typedef struct evaluations {
    fr a[N_MAX], b[N_MAX], c[N_MAX];
} evaluations;

static evaluations *e;
static fr h[N_MAX], h_twin[N_MAX];

/* n evaluations of a and b, and c = a b, so that the division by Z leaves nothing. */
static void satisfied(size_t n, uint8_t salt)
{
    golden_fixed_frs(salt, e->a, n);
    golden_fixed_frs((uint8_t)(salt + 1), e->b, n);
    for (size_t i = 0; i < n; i++)
        fr_mul(&e->c[i], &e->a[i], &e->b[i]);
}

static fr horner(const fr *poly, size_t n, const fr *x)
{
    fr sum = FR_ZERO;
    for (size_t i = n; i-- > 0;) {
        fr_mul(&sum, &sum, x);
        fr_add(&sum, &sum, &poly[i]);
    }
    return sum;
}

/* Into h, and by the textbook's way the same into its twin. */
static cuzk_status run(unsigned threads, unsigned lg_n, size_t n, cuzk_error *err)
{
    work w;
    fr_view a = fr_view_plain(e->a, n), b = fr_view_plain(e->b, n), c = fr_view_plain(e->c, n);
    assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
    const accel *twin = &accel_cpu_textbook;
    cuzk_status status = accel_cpu.h(&accel_cpu, &w, lg_n, &a, &b, &c, h, err);
    assert_int_equal(twin->h(twin, &w, lg_n, &a, &b, &c, h_twin, err), status);
    if (status == CUZK_OK)
        assert_memory_equal(h, h_twin, sizeof *h << lg_n);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
    return status;
}

/* The value at x of the polynomial with the n given evaluations, zeros after them. */
static fr interpolate_ref(const fr *v, size_t n, unsigned lg_n, const fr *x)
{
    static fr padded[(size_t)1 << LG_REF], poly[(size_t)1 << LG_REF];
    memset(padded, 0, sizeof padded);
    memcpy(padded, v, n * sizeof *v);
    ntt_inverse_ref(poly, padded, lg_n);
    return horner(poly, (size_t)1 << lg_n, x);
}

/* A(x) B(x) - C(x) = H(x) (x^n - 1) at a point outside the domain and the coset. */
static void check_identity(unsigned lg_n, size_t n)
{
    fr x = fr_from_u64(0xabcdef), z, left, right;
    fr a = interpolate_ref(e->a, n, lg_n, &x), b = interpolate_ref(e->b, n, lg_n, &x);
    fr c = interpolate_ref(e->c, n, lg_n, &x);
    fr_mul(&left, &a, &b);
    fr_sub(&left, &left, &c);
    fr_pow_u64(&z, &x, UINT64_C(1) << lg_n);
    fr_sub(&z, &z, &FR_ONE);
    right = horner(h, (size_t)1 << lg_n, &x);
    fr_mul(&right, &right, &z);
    assert_true(fr_eq(&left, &right));
}

static void check_sizes(void)
{
    for (unsigned lg_n = 0; lg_n <= LG_REF; lg_n++) {
        size_t full = (size_t)1 << lg_n;
        const size_t sizes[] = { full, full - 1, full / 2 + 1, 0 };
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            size_t n = sizes[i] < full ? sizes[i] : full;
            satisfied(n, (uint8_t)(lg_n + i));
            assert_int_equal(run(lg_n % 3 + 1, lg_n, n, NULL), CUZK_OK);
            assert_true(fr_is_zero(&h[full - 1]));
            check_identity(lg_n, n);
        }
    }
}

static void test_identity(void **state)
{
    (void)state;
    each_variant(check_sizes);
}

/* One wrong row: no polynomial H of that degree exists, and the top coefficient says so. */
static void test_unsatisfied(void **state)
{
    (void)state;
    for (unsigned lg_n = 0; lg_n <= 14; lg_n += 7) {
        size_t n = (size_t)1 << lg_n;
        satisfied(n, 3);
        assert_int_equal(run(2, lg_n, n, NULL), CUZK_OK);
        assert_true(fr_is_zero(&h[n - 1]));
        fr_add(&e->c[n / 3], &e->c[n / 3], &FR_ONE);
        assert_int_equal(run(2, lg_n, n, NULL), CUZK_OK);
        assert_false(fr_is_zero(&h[n - 1]));
    }
}

typedef struct counter {
    uint64_t done, total;
} counter;

static void count(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    counter *c = ctx;
    assert_string_equal(phase, "h");
    *c = (counter) { done, total };
}

static void test_progress_and_cancel(void **state)
{
    (void)state;
    const unsigned lg_n = 10;
    const size_t n = (size_t)1 << lg_n;
    work w;
    counter c = { 0 };
    satisfied(n, 5);
    fr_view a = fr_view_plain(e->a, n), b = fr_view_plain(e->b, n), v = fr_view_plain(e->c, n);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    w.progress = count;
    w.progress_ctx = &c;
    for (int i = 0; i < 2; i++) {
        const accel *acc = i ? &accel_cpu_textbook : &accel_cpu;
        work_phase_begin(&w, "h", acc->h_transforms * n);
        assert_int_equal(acc->h(acc, &w, lg_n, &a, &b, &v, h, NULL), CUZK_OK);
        work_phase_end(&w);
        assert_int_equal(c.done, acc->h_transforms * n);
        assert_int_equal(c.total, c.done);
    }
    atomic_store(&w.cancelled, true);
    assert_int_equal(accel_cpu.h(&accel_cpu, &w, lg_n, &a, &b, &v, h, NULL), CUZK_INTERRUPTED);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
}

static void test_refuses(void **state)
{
    (void)state;
    cuzk_error err;
    work w;
    assert_int_equal(run(1, 3, 9, &err), CUZK_FAULT);
    assert_string_equal(err.code, "length-mismatch");
    fr_view none = fr_view_plain(e->a, 0);
    assert_int_equal(work_init(&w, 1, 1 << 20, NULL), CUZK_OK);
    assert_int_equal(accel_cpu.h(&accel_cpu, &w, 20, &none, &none, &none, h, &err),
                     CUZK_NO_RESOURCES);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
}

/* The sums are those of msm/, which has its own tests: here only that they arrive. */
static void test_sums(void **state)
{
    (void)state;
    const fr k[2] = { fr_from_u64(5), fr_from_u64(1) };
    const g1_affine p[2] = { G1_GENERATOR, G1_GENERATOR };
    const g2_affine q[2] = { G2_GENERATOR, G2_GENERATOR };
    const fr six = fr_from_u64(6);
    fr_view v = fr_view_plain(k, 2);
    g1 got, want;
    g2 got2, want2;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    const accel *a = accel_find("cpu");
    assert_ptr_equal(a, &accel_cpu);
    assert_ptr_equal(accel_find("cpu-textbook"), &accel_cpu_textbook);
    assert_null(accel_find("abacus"));
    assert_int_equal(
        a->msm_g1(a, &w, &got, (g1_source) { .affine = p, .n = 2 }, &v, 1, NULL, NULL, NULL),
        CUZK_OK);
    g1_mul_affine(&want, &G1_GENERATOR, &six);
    assert_true(g1_eq(&got, &want));
    assert_int_equal(
        a->msm_g2(a, &w, &got2, (g2_source) { .affine = q, .n = 2 }, &v, 1, NULL, NULL, NULL),
        CUZK_OK);
    g2_mul_affine(&want2, &G2_GENERATOR, &six);
    assert_true(g2_eq(&got2, &want2));
    work_free(&w);
}

static int setup(void **state)
{
    (void)state;
    e = calloc(1, sizeof *e);
    return e ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    free(e);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_unsatisfied),
        cmocka_unit_test(test_progress_and_cancel),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
