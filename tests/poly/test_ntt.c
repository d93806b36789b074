/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each_variant.h"
#include "golden.h"

#include "hash/sha256.h"
#include "poly/ntt.h"

#define LG_REF 11 /* the largest size compared with the sums themselves */
#define LG_MAX 16 /* the largest that must only come back: two passes */
#define N_MAX  ((size_t)1 << LG_MAX)

static fr *in, *out, *expected, *room;

typedef struct fixture {
    work w;
    ntt_domain *d;
} fixture;

static void fixture_open(fixture *f, unsigned threads, unsigned lg_n)
{
    assert_int_equal(work_init(&f->w, threads, 0, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&f->d, &f->w, lg_n, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_lg_n(f->d), lg_n);
}

static void fixture_close(fixture *f)
{
    ntt_domain_free(f->d, &f->w);
    assert_int_equal(f->w.mem_used, 0);
    work_free(&f->w);
}

static void assert_equal(const fr *a, const fr *b, size_t n)
{
    assert_memory_equal(a, b, n * sizeof *a);
}

typedef void (*ntt_fn)(const ntt_domain *d, work *w, fr *a, fr *tmp);

static void assert_transforms(const fixture *f, ntt_fn fn, const fr *from, const fr *to)
{
    size_t n = (size_t)1 << ntt_domain_lg_n(f->d);
    memcpy(out, from, n * sizeof *out);
    fn(f->d, (work *)&f->w, out, room);
    assert_equal(out, to, n);
}

/* a_i g^i, with g = 7 or its inverse. */
static void shift_ref(fr *o, const fr *a, size_t n, bool inverse)
{
    fr g = fr_from_u64(7), x = FR_ONE;
    if (inverse)
        fr_inv(&g, &g);
    for (size_t i = 0; i < n; i++) {
        fr_mul(&o[i], &a[i], &x);
        fr_mul(&x, &x, &g);
    }
}

static void check_size(unsigned lg_n, unsigned threads)
{
    size_t n = (size_t)1 << lg_n;
    fixture f;
    fixture_open(&f, threads, lg_n);
    fr *tmp = malloc(n * sizeof *tmp);
    ntt_forward_ref(expected, in, lg_n);
    assert_transforms(&f, ntt_forward, in, expected);
    ntt_inverse_ref(expected, in, lg_n);
    assert_transforms(&f, ntt_inverse, in, expected);
    shift_ref(tmp, in, n, false);
    ntt_forward_ref(expected, tmp, lg_n);
    assert_transforms(&f, ntt_coset_forward, in, expected);
    ntt_inverse_ref(tmp, in, lg_n);
    shift_ref(expected, tmp, n, true);
    assert_transforms(&f, ntt_coset_inverse, in, expected);
    free(tmp);
    fixture_close(&f);
}

static void check_ref_sizes(void)
{
    for (unsigned lg_n = 0; lg_n <= LG_REF; lg_n++)
        check_size(lg_n, lg_n % 3 + 1);
}

static void test_ref(void **state)
{
    (void)state;
    each_variant(check_ref_sizes);
}

/* Above the sums' reach: X^k goes to the powers of w^k, whatever the passes; and back again. */
static void check_large(unsigned lg_n, unsigned threads)
{
    size_t n = (size_t)1 << lg_n, k = n / 3 | 1;
    fixture f;
    fixture_open(&f, threads, lg_n);
    fr root, x = FR_ONE;
    fr_root_of_unity(&root, lg_n);
    fr_pow_u64(&root, &root, k);
    memset(out, 0, n * sizeof *out);
    out[k] = FR_ONE;
    for (size_t i = 0; i < n; i++) {
        expected[i] = x;
        fr_mul(&x, &x, &root);
    }
    ntt_forward(f.d, &f.w, out, room);
    assert_equal(out, expected, n);
    memcpy(out, in, n * sizeof *out);
    ntt_forward(f.d, &f.w, out, room);
    assert_memory_not_equal(out, in, n * sizeof *out);
    ntt_inverse(f.d, &f.w, out, room);
    assert_equal(out, in, n);
    ntt_coset_forward(f.d, &f.w, out, room);
    ntt_coset_inverse(f.d, &f.w, out, room);
    assert_equal(out, in, n);
    fixture_close(&f);
}

static void check_large_sizes(void)
{
    for (unsigned lg_n = LG_REF + 1; lg_n <= LG_MAX; lg_n++)
        check_large(lg_n, lg_n % 3 + 1);
}

static void test_large(void **state)
{
    (void)state;
    each_variant(check_large_sizes);
}

static void test_reverse(void **state)
{
    (void)state;
    for (unsigned lg_n = 0; lg_n <= 14; lg_n++) {
        size_t n = (size_t)1 << lg_n;
        fixture f;
        fixture_open(&f, 2, lg_n);
        memcpy(expected, in, n * sizeof *in);
        ntt_reverse(f.d, &f.w, expected);
        for (size_t i = 0; i < n; i++) {
            size_t r = 0;
            for (unsigned b = 0; b < lg_n; b++)
                r |= (i >> b & 1) << (lg_n - 1 - b);
            assert_equal(&expected[r], &in[i], 1);
        }
        fixture_close(&f);
    }
}

static void expand_plain(const void *ctx, size_t i, size_t len, fr *o)
{
    memcpy(o, (const fr *)ctx + i, len * sizeof *o);
}

/* The parts against the whole: n times the inverse of n, n - 1, n / 2 + 1 and no elements that
 * zeros follow, from either kind of view; from there to bit-reversed evaluations and back. */
static void check_parts(void)
{
    for (unsigned lg_n = 0; lg_n <= 14; lg_n++) {
        size_t n = (size_t)1 << lg_n;
        const size_t lens[] = { n, n - 1, n / 2 + 1 < n ? n / 2 + 1 : n, 0 };
        const fr scale = fr_from_u64(n);
        fixture f;
        fixture_open(&f, lg_n % 3 + 1, lg_n);
        for (unsigned i = 0; i < 8; i++) {
            fr_view v = fr_view_plain(in, lens[i / 2]);
            if (i & 1)
                v = (fr_view) { .n = lens[i / 2], .expand = expand_plain, .ctx = in };
            memset(out, 0xff, n * sizeof *out);
            ntt_inverse_view(f.d, &f.w, out, &v);
            memset(expected, 0, n * sizeof *in);
            memcpy(expected, in, v.n * sizeof *in);
            ntt_inverse(f.d, &f.w, expected, room);
            for (size_t j = 0; j < n; j++)
                fr_mul(&expected[j], &expected[j], &scale);
            assert_equal(out, expected, n);
            const bool coset = i & 2;
            ntt_forward_rev(f.d, &f.w, out, coset);
            memcpy(room, out, n * sizeof *out);
            ntt_reverse(f.d, &f.w, room);
            (coset ? ntt_coset_inverse : ntt_inverse)(f.d, &f.w, room, out + N_MAX);
            assert_equal(room, expected, n);
            ntt_inverse_rev(f.d, &f.w, out, coset);
            for (size_t j = 0; j < n; j++)
                fr_mul(&expected[j], &expected[j], &scale);
            assert_equal(out, expected, n);
        }
        fixture_close(&f);
    }
}

static void test_parts(void **state)
{
    (void)state;
    each_variant(check_parts);
}

static void assert_digest(const json_t *t, const char *key, const fr *a, size_t n)
{
    uint8_t want[32], got[32], *bytes = malloc(32 * n);
    golden_bytes(json_object_get(t, key), want, sizeof want);
    for (size_t i = 0; i < n; i++)
        fr_to_bytes_le(bytes + 32 * i, &a[i]);
    sha256(got, bytes, 32 * n);
    assert_memory_equal(got, want, sizeof want);
    free(bytes);
}

static void check_golden(const json_t *t)
{
    static const struct {
        const char *key, *digest;
        ntt_fn fn;
    } rows[] = {
        { "fft", "fft_sha256", ntt_forward },
        { "ifft", "ifft_sha256", ntt_inverse },
        { "coset_fft", "coset_fft_sha256", ntt_coset_forward },
        { "icoset_fft", "icoset_fft_sha256", ntt_coset_inverse },
    };
    unsigned lg_n = (unsigned)json_integer_value(json_object_get(t, "log"));
    size_t n = (size_t)1 << lg_n;
    fr *a = malloc(n * sizeof *a);
    golden_fixed_frs((uint8_t)json_integer_value(json_object_get(t, "in_salt")), a, n);
    assert_digest(t, "in_sha256", a, n);
    fixture f;
    fixture_open(&f, 2, lg_n);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(out, a, n * sizeof *a);
        rows[i].fn(f.d, &f.w, out, room);
        assert_digest(t, rows[i].digest, out, n);
        if (json_is_array(json_object_get(t, rows[i].key))) {
            golden_frs(json_object_get(t, rows[i].key), expected, n);
            assert_equal(out, expected, n);
        }
    }
    fixture_close(&f);
    free(a);
}

static void test_golden(void **state)
{
    (void)state;
    json_t *curve = golden_load("curve.json"), *ntt = json_object_get(curve, "ntt");
    assert_int_equal(json_array_size(ntt), 7);
    for (size_t i = 0; i < json_array_size(ntt); i++)
        check_golden(json_array_get(ntt, i));
    json_decref(curve);
}

static void test_refuses(void **state)
{
    (void)state;
    work w;
    ntt_domain *d;
    cuzk_error e;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&d, &w, NTT_MAX_LG_N + 1, &e), CUZK_BAD_INPUT);
    assert_string_equal(e.code, "domain-too-large");
    work_free(&w);
    assert_int_equal(work_init(&w, 1, 1000, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&d, &w, 4, &e), CUZK_NO_RESOURCES);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
}

static void test_cancelled(void **state)
{
    (void)state;
    fixture f;
    fixture_open(&f, 2, 14);
    memcpy(out, in, sizeof *in << 14);
    atomic_store(&f.w.cancelled, true);
    ntt_forward(f.d, &f.w, out, room);
    assert_int_equal(work_status(&f.w, NULL), CUZK_INTERRUPTED);
    assert_equal(out, in, (size_t)1 << 14); /* no range was begun */
    fixture_close(&f);
}

static int setup(void **state)
{
    (void)state;
    size_t n = N_MAX;
    in = malloc(n * sizeof *in);
    out = malloc(2 * n * sizeof *out);
    expected = malloc(n * sizeof *expected);
    room = malloc(n * sizeof *room);
    golden_fixed_frs(17, in, n);
    return in && out && expected && room ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    free(in);
    free(out);
    free(expected);
    free(room);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ref),       cmocka_unit_test(test_large),
        cmocka_unit_test(test_reverse),   cmocka_unit_test(test_parts),
        cmocka_unit_test(test_golden),    cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
