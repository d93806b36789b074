/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of so few points that there are no buckets (src/msm/few_template.h), against the slow twin
 * and against the sum over buckets that a forced window makes of the same input.
 *
 * Parameters: those of msm_cases.h, included before. */

/* Both ways: the same sum, or the same complaint about the same point. */
static cuzk_status T(both_ways)(POINT *o, work *w, SOURCE points, const fr_view *k, size_t n_sums,
                                const bitmap *density, int64_t *bad)
{
    POINT few[4], buckets[4];
    cuzk_error e1 = { 0 }, e2 = { 0 };
    cuzk_status status = MSM_MANY(few, w, points, k, n_sums, density, NULL, &e1);
    assert_true(msm_force_window(5));
    assert_int_equal(MSM_MANY(buckets, w, points, k, n_sums, density, NULL, &e2), status);
    assert_true(msm_force_window(0));
    assert_int_equal(w->mem_used, 0);
    for (size_t j = 0; j < n_sums && status == CUZK_OK; j++) {
        assert_true(G(eq)(&few[j], &buckets[j]));
        o[j] = few[j];
    }
    if (status != CUZK_OK) {
        assert_string_equal(e1.code, e2.code);
        assert_int_equal(e1.index, e2.index);
        *bad = e1.index;
    }
    return status;
}

static void T(encode)(uint8_t *o, const AFFINE *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        G(to_uncompressed)(o + i * ENCODED_LEN, &p[i]);
}

/* From memory and encoded, in the subgroup and not said to be, against a known logarithm. */
static void T(check_few)(work *w, const T(points) * p, const fr *k, size_t n)
{
    fr log = FR_ZERO, t;
    uint8_t *encoded = malloc(n * ENCODED_LEN + 1);
    T(encode)(encoded, p->p, n);
    for (size_t i = 0; i < n; i++) {
        fr_mul(&t, &k[i], &p->log[i]);
        fr_add(&log, &log, &t);
    }
    for (int i = 0; i < 4; i++) {
        const SOURCE points = { .affine = i % 2 ? NULL : p->p,
                                .encoded = i % 2 ? encoded : NULL,
                                .n = n,
                                .in_subgroup = i / 2 };
        const fr_view v = fr_view_plain(k, n);
        POINT got;
        assert_int_equal(T(both_ways)(&got, w, points, &v, 1, NULL, NULL), CUZK_OK);
        T(assert_log)(&got, &log);
    }
    free(encoded);
}

/* Every size, all kinds of points and scalars in turn. */
static void T(few_sizes)(void)
{
    fr k[65];
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (enum point_kind pk = 0; pk < POINT_KINDS; pk++) {
        T(points) p = T(make_points)(65, pk);
        for (size_t n = 0; n <= 65; n++) {
            make_scalars(k, n, (enum scalar_kind)((n + pk) % SCALAR_KINDS));
            T(check_few)(&w, &p, k, n);
        }
        T(free_points)(&p);
    }
    work_free(&w);
}

/* 0 to 64 random and edge scalars against one multiplication a point. */
static void T(few_ref)(void)
{
    fr k[65];
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    T(points) p = T(make_points)(64, SOME_INFINITE);
    for (size_t n = 0; n <= 64; n += n < 5 ? 1 : 7) {
        POINT got, want;
        make_scalars(k, n, n % 2 ? EDGES : RANDOM);
        const fr_view v = fr_view_plain(k, n);
        const SOURCE points = { .affine = p.p, .n = n, .in_subgroup = n % 3 == 0 };
        assert_int_equal(MSM(&got, &w, points, &v, NULL, NULL), CUZK_OK);
        MSM_REF(&want, p.p, k, n);
        assert_true(G(eq)(&got, &want));
    }
    T(free_points)(&p);
    work_free(&w);
}

/* Where a costs table says that buckets begin to be worth it, and where scalars are no longer
 * looked at: a wide one more, a one more, behind zeros. */
static void T(few_limits)(void)
{
    static const size_t limit[] = { 80, 160, 200, 240, 400 };
    const size_t most = 1025;
    T(points) p = T(make_points)(most, DIFFERENT);
    fr *k = calloc(most, sizeof *k), *wide = calloc(most, sizeof *k);
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    make_scalars(wide, most, RANDOM);
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        memcpy(k, wide, most * sizeof *k);
        T(check_few)(&w, &p, k, limit[i]);
        T(check_few)(&w, &p, k, limit[i] + 1);
    }
    make_scalars(k, most, ONE);
    for (size_t i = 0; i < most; i += 50)
        k[i] = i % 100 ? wide[i] : FR_ZERO;
    T(check_few)(&w, &p, k, most - 1);
    T(check_few)(&w, &p, k, most);
    work_free(&w);
    free(wide);
    free(k);
    T(free_points)(&p);
}

static void T(few_density)(void)
{
    fr k[200];
    uint64_t words[4];
    bitmap density = { words, 200 };
    T(points) p = T(make_points)(200, DIFFERENT);
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    make_scalars(k, 200, WITNESS);
    for (size_t step = 1; step < 400; step = 2 * step + 1) {
        fr log = FR_ZERO, t;
        SOURCE points = { .affine = p.p };
        memset(words, 0, sizeof words);
        for (size_t i = step / 2; i < 200; i += step) {
            bitmap_set(&density, i);
            fr_mul(&t, &k[i], &p.log[points.n++]);
            fr_add(&log, &log, &t);
        }
        POINT got;
        int64_t bad;
        const fr_view v = fr_view_plain(k, 200);
        assert_int_equal(T(both_ways)(&got, &w, points, &v, 1, &density, NULL), CUZK_OK);
        T(assert_log)(&got, &log);
        points.n++;
        assert_int_equal(T(both_ways)(&got, &w, points, &v, 1, &density, &bad), CUZK_FAULT);
    }
    work_free(&w);
    T(free_points)(&p);
}

/* A bad encoding is named whatever its scalar, unless that is zero; whether it is of a sum of few
 * does not matter. */
static void T(few_malformed)(void)
{
    enum { N = 7 };
    const fr k[N] = { FR_ONE, FR_ZERO, fr_from_u64(2), FR_ONE, fr_from_u64(77), FR_ZERO, FR_ONE };
    fr minus[N];
    uint8_t encoded[N * ENCODED_LEN];
    T(points) p = T(make_points)(N, DIFFERENT);
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < N; i++)
        fr_neg(&minus[i], &k[i]);
    for (size_t i = 0; i < 2 * N; i++) {
        POINT got;
        int64_t bad = -1;
        const size_t at = i % N;
        const fr_view v = fr_view_plain(i < N ? k : minus, N);
        const SOURCE points = { .encoded = encoded, .n = N, .in_subgroup = i < N };
        T(encode)(encoded, p.p, N);
        memset(encoded + at * ENCODED_LEN, 0xff, ENCODED_LEN);
        const cuzk_status want = fr_is_zero(&k[at]) ? CUZK_OK : CUZK_BAD_INPUT;
        assert_int_equal(T(both_ways)(&got, &w, points, &v, 1, NULL, &bad), want);
        assert_int_equal(bad, want == CUZK_OK ? -1 : (int64_t)at);
    }
    work_free(&w);
    T(free_points)(&p);
}

static void T(few_phase)(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    (void)phase;
    (void)total;
    *(uint64_t *)ctx = done;
}

/* Several sums at once: one that is not of few takes all others along; callbacks; cancelling. */
static void T(few_many)(void)
{
    enum { N = 450 };
    fr *k = calloc(4 * N, sizeof *k);
    T(points) p = T(make_points)(N, SOME_INFINITE);
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    make_scalars(k, N, RANDOM);
    for (size_t n = 5; n <= N; n += N - 5) {
        const enum scalar_kind kinds[] = { RANDOM, ZERO, EDGES, ONE };
        fr_view v[4];
        POINT got[4], alone;
        uint64_t done = 0;
        T(trail) trail = { 0 };
        const msm_options options = { .reached = T(reached), .reached_ctx = &trail };
        const SOURCE points = { .affine = p.p, .n = n };
        for (size_t j = 0; j < 4; j++) {
            make_scalars(k + j * N, n, kinds[j]);
            v[j] = fr_view_plain(k + j * N, n);
        }
        assert_int_equal(T(both_ways)(got, &w, points, v, 4, NULL, NULL), CUZK_OK);
        for (size_t j = 0; j < 4; j++) {
            assert_int_equal(MSM(&alone, &w, points, &v[j], NULL, NULL), CUZK_OK);
            assert_true(G(eq)(&alone, &got[j]));
        }
        w.progress = T(few_phase);
        w.progress_ctx = &done;
        work_phase_begin(&w, "sums", 4 * n);
        assert_int_equal(MSM_MANY(got, &w, points, v, 4, NULL, &options, NULL), CUZK_OK);
        work_phase_end(&w);
        w.progress = NULL;
        assert_int_equal(done, 4 * n);
        assert_int_equal(trail.at, n);
        assert_true(trail.calls >= 2);
        atomic_store(&w.cancelled, true);
        assert_int_equal(MSM_MANY(got, &w, points, v, 4, NULL, NULL, NULL), CUZK_INTERRUPTED);
        atomic_store(&w.cancelled, false);
        assert_int_equal(w.mem_used, 0);
    }
    work_free(&w);
    free(k);
    T(free_points)(&p);
}

static void T(test_few)(void **state)
{
    (void)state;
    each_variant(T(few_sizes));
    each_variant(T(few_ref));
    each_variant(T(few_limits));
    each_variant(T(few_density));
    each_variant(T(few_malformed));
    each_variant(T(few_many));
}
