/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Cases for the multi-scalar multiplication of one group. All points are multiples of the
 * generator that the test knows, so that the right sum is one multiplication away.
 *
 * Parameters:
 *   T(f)      the name of this group's function f
 *   G(f)      function f of the group (g1_add for add, ...)
 *   AFFINE, POINT, SOURCE, ENCODED_LEN, GENERATOR, MSM, MSM_REF
 * No include guard: included once per group. */

typedef struct T(points) {
    size_t n;
    AFFINE *p;
    fr *log; /* p[i] = log[i] * generator */
} T(points);

/* 5G, 8G, 11G, ... with a twist every few points. */
static T(points) T(make_points)(size_t n, enum point_kind kind)
{
    T(points) o = { n, calloc(n + 1, sizeof(AFFINE)), calloc(n + 1, sizeof(fr)) };
    POINT *jacobian = calloc(n + 1, sizeof *jacobian), sum, step;
    fr log = fr_from_u64(5), three = fr_from_u64(3);
    G(mul_affine)(&sum, &GENERATOR, &log);
    G(mul_affine)(&step, &GENERATOR, &three);
    for (size_t i = 0; i < n; i++) {
        bool negative = kind == OPPOSITE && i % 2;
        bool again = kind == REPEATED || (kind == OPPOSITE && i % 2);
        if (i && !again) {
            G(add)(&sum, &sum, &step);
            fr_add(&log, &log, &three);
        }
        jacobian[i] = sum;
        o.log[i] = log;
        if (negative) {
            G(neg)(&jacobian[i], &sum);
            fr_neg(&o.log[i], &log);
        }
        if (kind == SOME_INFINITE && i % 3 == 1) {
            G(set_infinity)(&jacobian[i]);
            o.log[i] = FR_ZERO;
        }
    }
    for (size_t i = 0; i < n; i++)
        G(to_affine)(&o.p[i], &jacobian[i]);
    free(jacobian);
    return o;
}

static void T(free_points)(T(points) * p)
{
    free(p->p);
    free(p->log);
}

static void T(assert_log)(const POINT *got, const fr *log)
{
    POINT want;
    G(mul_affine)(&want, &GENERATOR, log);
    assert_true(G(eq)(got, &want));
}

/* MSM over the first n points, from memory and from their encodings. */
static void T(check)(work *w, const T(points) * p, const fr *k, size_t n)
{
    POINT got;
    fr log = FR_ZERO;
    uint8_t *encoded = malloc(n * ENCODED_LEN + 1);
    for (size_t i = 0; i < n; i++) {
        fr t;
        fr_mul(&t, &k[i], &p->log[i]);
        fr_add(&log, &log, &t);
        G(to_uncompressed)(encoded + i * ENCODED_LEN, &p->p[i]);
    }
    fr_view v = fr_view_plain(k, n);
    SOURCE plain = { .affine = p->p, .n = n }, coded = { .encoded = encoded, .n = n };
    const msm_options repeats = { .repeats = true };
    assert_int_equal(MSM(&got, w, plain, &v, NULL, NULL), CUZK_OK);
    T(assert_log)(&got, &log);
    assert_int_equal(MSM_MANY(&got, w, coded, &v, 1, NULL, &repeats, NULL), CUZK_OK);
    T(assert_log)(&got, &log);
    plain.in_subgroup = coded.in_subgroup = true;
    assert_int_equal(MSM(&got, w, plain, &v, NULL, NULL), CUZK_OK);
    T(assert_log)(&got, &log);
    assert_int_equal(MSM(&got, w, coded, &v, NULL, NULL), CUZK_OK);
    T(assert_log)(&got, &log);
    free(encoded);
    assert_int_equal(w->mem_used, 0);
}

static void T(check_ref)(const T(points) * p, const fr *k, size_t n)
{
    POINT got;
    fr log = FR_ZERO;
    for (size_t i = 0; i < n; i++) {
        fr t;
        fr_mul(&t, &k[i], &p->log[i]);
        fr_add(&log, &log, &t);
    }
    MSM_REF(&got, p->p, k, n);
    T(assert_log)(&got, &log);
}

static void T(check_kinds)(work *w, size_t n)
{
    fr *k = calloc(n + 1, sizeof *k);
    for (enum point_kind pk = 0; pk < POINT_KINDS; pk++) {
        T(points) p = T(make_points)(n, pk);
        for (enum scalar_kind sk = 0; sk < SCALAR_KINDS; sk++) {
            make_scalars(k, n, sk);
            T(check)(w, &p, k, n);
            if (n <= 3)
                T(check_ref)(&p, k, n);
        }
        T(free_points)(&p);
    }
    free(k);
}

static void T(check_sizes)(void)
{
    static const size_t sizes[] = { 0, 1, 2, 3, 31, 32, 33, 127, 128, 129 };
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        for (size_t i = threads - 1; i < sizeof sizes / sizeof sizes[0]; i += threads)
            T(check_kinds)(&w, sizes[i]);
        work_free(&w);
    }
}

static void T(test_sizes)(void **state)
{
    (void)state;
    each_variant(T(check_sizes));
}

/* Every window, also those that no problem of this size would choose; halved or not. */
static void T(test_windows)(void **state)
{
    (void)state;
    const size_t n = MSM_SLICE + 1;
    T(points) p = T(make_points)(n, DIFFERENT);
    fr *k = calloc(n, sizeof *k);
    work w;
    make_scalars(k, n, EDGES);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (unsigned c = MSM_MIN_WINDOW; c <= 16; c++) {
        assert_true(msm_force_window(c));
        T(check)(&w, &p, k, n);
    }
    assert_false(msm_force_window(1));
    assert_false(msm_force_window(MSM_MAX_WINDOW + 1));
    assert_true(msm_force_window(0));
    work_free(&w);
    free(k);
    T(free_points)(&p);
}

/* More than one slice and enough buckets for every path of the reduction. */
static void T(check_large)(void)
{
    size_t n = (1 << 13) + 1;
    T(points) p = T(make_points)(n, SOME_INFINITE), same = T(make_points)(n, REPEATED);
    fr *k = calloc(n, sizeof *k);
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        size_t m = n + 1 - threads; /* 2^k + 1, 2^k, 2^k - 1 */
        make_scalars(k, m, threads == 2 ? EDGES : WITNESS);
        T(check)(&w, &p, k, m);
        make_scalars(k, n, RANDOM);
        T(check)(&w, &p, k, n);
        make_scalars(k, n, EQUAL);
        T(check)(&w, &same, k, n);
        make_scalars(k, 3000 + threads, CLASSES);
        T(check)(&w, threads == 1 ? &same : &p, k, 3000 + threads);
        work_free(&w);
    }
    free(k);
    T(free_points)(&p);
    T(free_points)(&same);
}

static void T(test_large)(void **state)
{
    (void)state;
    each_variant(T(check_large));
}

/* More slices than a chunk has where memory is short, of the same few points over and over. */
static void T(test_chunks)(void **state)
{
    (void)state;
    const size_t n = 20000, distinct = 50;
    T(points) few = T(make_points)(distinct, SOME_INFINITE);
    T(points) p = { n, calloc(n, sizeof(AFFINE)), calloc(n, sizeof(fr)) };
    fr *k = calloc(n, sizeof *k);
    for (size_t i = 0; i < n; i++) {
        p.p[i] = few.p[i % distinct];
        p.log[i] = few.log[i % distinct];
    }
    make_scalars(k, n, WITNESS);
    for (unsigned threads = 1; threads <= 2; threads++) {
        work w;
        const size_t memory = threads == 1 ? MSM_MEMORY_MIN(n, 1) : 0;
        assert_int_equal(work_init(&w, threads, memory, NULL), CUZK_OK);
        T(check)(&w, &p, k, n);
        work_free(&w);
    }
    free(k);
    T(free_points)(&p);
    T(free_points)(&few);
}

static void T(test_density)(void **state)
{
    (void)state;
    const size_t n = 9000;
    T(points) p = T(make_points)(n, DIFFERENT);
    fr *k = calloc(n, sizeof *k);
    uint64_t words[(9000 + 63) / 64];
    bitmap density = { words, n };
    make_scalars(k, n, WITNESS);
    fr_view v = fr_view_plain(k, n);
    work w;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (size_t step = 1; step <= n; step = step * 4 + 1) {
        size_t dense = 0;
        fr log = FR_ZERO, t;
        memset(words, 0, sizeof words);
        for (size_t i = step / 2; i < n; i += step) {
            bitmap_set(&density, i);
            fr_mul(&t, &k[i], &p.log[dense++]);
            fr_add(&log, &log, &t);
        }
        POINT got;
        SOURCE points = { .affine = p.p, .n = dense };
        assert_int_equal(MSM(&got, &w, points, &v, &density, NULL), CUZK_OK);
        T(assert_log)(&got, &log);
        points.n--;
        assert_int_equal(MSM(&got, &w, points, &v, &density, NULL), CUZK_FAULT);
    }
    work_free(&w);
    free(k);
    T(free_points)(&p);
}

typedef struct T(trail) {
    size_t at, calls;
} T(trail);

static void T(reached)(void *ctx, size_t at)
{
    T(trail) *t = ctx;
    assert_true(at >= t->at);
    t->at = at;
    t->calls++;
}

/* Several sums over the same points, of scalars of all kinds, in as little memory as is said to be
 * enough and with no limit: each is what it is alone. */
static void T(check_many)(void)
{
    const size_t n = 5000, k = 4;
    T(points) p = T(make_points)(n, SOME_INFINITE);
    fr *scalars = calloc(k * n, sizeof *scalars);
    fr_view views[4];
    POINT alone[4], together[4];
    for (unsigned threads = 1; threads <= 2; threads++) {
        const size_t limits[] = { 0, k * MSM_MEMORY_MIN(n, threads) };
        for (size_t i = 0; i < 2; i++) {
            work w;
            SOURCE points = { .affine = p.p, .n = n };
            T(trail) trail = { 0 };
            const msm_options options = { .reached = T(reached), .reached_ctx = &trail };
            assert_int_equal(work_init(&w, threads, limits[i], NULL), CUZK_OK);
            for (size_t j = 0; j < k; j++) {
                const enum scalar_kind kinds[] = { RANDOM, WITNESS, ZERO, EDGES };
                make_scalars(scalars + j * n, n, kinds[j]);
                views[j] = fr_view_plain(scalars + j * n, n);
                assert_int_equal(MSM(&alone[j], &w, points, &views[j], NULL, NULL), CUZK_OK);
            }
            for (size_t m = 1; m <= k; m++) {
                assert_int_equal(MSM_MANY(together, &w, points, views, m, NULL, &options, NULL),
                                 CUZK_OK);
                for (size_t j = 0; j < m; j++)
                    assert_true(G(eq)(&together[j], &alone[j]));
                assert_int_equal(trail.at, n);
                assert_true(trail.calls >= 2);
                trail.at = 0;
                assert_int_equal(w.mem_used, 0);
            }
            views[1].n--;
            assert_int_equal(MSM_MANY(together, &w, points, views, 2, NULL, NULL, NULL),
                             CUZK_FAULT);
            assert_int_equal(w.mem_used, 0);
            work_free(&w);
        }
    }
    free(scalars);
    T(free_points)(&p);
}

static void T(test_many)(void **state)
{
    (void)state;
    each_variant(T(check_many));
}

/* Whatever the scalars, what is said to be enough is. */
static void T(test_memory)(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 17, 1024, 3000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        T(points) p = T(make_points)(n, DIFFERENT);
        fr *k = calloc(n + 1, sizeof *k);
        for (unsigned threads = 1; threads <= 3; threads += 2)
            for (enum scalar_kind sk = 0; sk < SCALAR_KINDS; sk++) {
                work w;
                POINT got;
                SOURCE points = { .affine = p.p, .n = n };
                fr_view v = fr_view_plain(k, n);
                make_scalars(k, n, sk);
                assert_int_equal(work_init(&w, threads, MSM_MEMORY_MIN(n, threads), NULL), CUZK_OK);
                assert_int_equal(MSM(&got, &w, points, &v, NULL, NULL), CUZK_OK);
                w.mem_limit = 1000;
                if (n > 1 && sk != ZERO)
                    assert_int_equal(MSM(&got, &w, points, &v, NULL, NULL), CUZK_NO_RESOURCES);
                assert_int_equal(w.mem_used, 0);
                work_free(&w);
            }
        free(k);
        T(free_points)(&p);
    }
}

static void T(test_refuses)(void **state)
{
    (void)state;
    work w;
    cuzk_error e;
    POINT got;
    uint8_t encoded[2 * ENCODED_LEN];
    fr k[2] = { FR_ONE, FR_ONE };
    fr_view v = fr_view_plain(k, 2);
    SOURCE points = { .encoded = encoded, .n = 2 };
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    G(to_uncompressed)(encoded, &GENERATOR);
    memset(encoded + ENCODED_LEN, 0xff, ENCODED_LEN);
    assert_int_equal(MSM(&got, &w, points, &v, NULL, &e), CUZK_BAD_INPUT);
    assert_int_equal(e.index, 1);
    v.n = 1;
    assert_int_equal(MSM(&got, &w, points, &v, NULL, &e), CUZK_FAULT);
    v.n = 2;
    atomic_store(&w.cancelled, true);
    assert_int_equal(MSM(&got, &w, points, &v, NULL, &e), CUZK_INTERRUPTED);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
    assert_int_equal(work_init(&w, 2, 100, NULL), CUZK_OK);
    assert_int_equal(MSM(&got, &w, points, &v, NULL, &e), CUZK_NO_RESOURCES);
    work_free(&w);
}

static void T(test_golden)(void **state)
{
    (void)state;
    json_t *curve = golden_load("curve.json"), *list = json_object_get(curve, "msm");
    work w;
    assert_int_equal(json_array_size(list), 5);
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (size_t i = 0; i < 5; i++) {
        const json_t *t = json_array_get(list, i);
        size_t n = (size_t)json_integer_value(json_object_get(t, "n"));
        fr *base = calloc(n, sizeof *base), *k = calloc(n, sizeof *k);
        AFFINE *p = calloc(n, sizeof *p), got_affine;
        make_golden_scalars(t, base, k, n);
        POINT got;
        for (size_t j = 0; j < n; j++) {
            G(mul_affine)(&got, &GENERATOR, &base[j]);
            G(to_affine)(&p[j], &got);
        }
        fr_view v = fr_view_plain(k, n);
        assert_int_equal(MSM(&got, &w, (SOURCE) { .affine = p, .n = n }, &v, NULL, NULL), CUZK_OK);
        G(to_affine)(&got_affine, &got);
        uint8_t want[ENCODED_LEN], have[ENCODED_LEN];
        golden_bytes(json_object_get(json_object_get(t, JSON_KEY), "uncompressed"), want,
                     ENCODED_LEN);
        G(to_uncompressed)(have, &got_affine);
        assert_memory_equal(have, want, ENCODED_LEN);
        free(base);
        free(k);
        free(p);
    }
    work_free(&w);
    json_decref(curve);
}
