/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of drawn problems for one group: any mix of scalars, of points, of places without one.
 * Parameters: T(f), G(f), AFFINE, POINT, SOURCE, ENCODED_LEN, GENERATOR, MSM_MANY, MSM_MEMORY_MIN
 * as in tests/msm/msm_cases.h. No include guard: included once per group. */

enum { T(POINTS) = 512 };

static AFFINE T(point)[T(POINTS)]; /* i G, and the opposite of every third */
static uint8_t T(coded)[T(POINTS)][ENCODED_LEN];

static void T(make_points)(void)
{
    POINT sum;
    G(set_infinity)(&sum);
    for (size_t i = 0; i < T(POINTS); i++) {
        G(to_affine)(&T(point)[i], &sum);
        if (i % 3 == 0)
            G(affine_neg)(&T(point)[i], &T(point)[i]);
        G(to_uncompressed)(T(coded)[i], &T(point)[i]);
        G(add_affine)(&sum, &sum, &GENERATOR);
    }
}

static fr T(log_of)(size_t i)
{
    fr log = fr_from_u64(i);
    if (i % 3 == 0)
        fr_neg(&log, &log);
    return log;
}

/* A problem of n scalars a sum, with a density or without: its points one after the other. */
typedef struct T(problem) {
    fr k[SUMS][MOST];
    AFFINE affine[MOST];
    uint8_t encoded[MOST * ENCODED_LEN];
    uint64_t words[(MOST + 63) / 64];
    size_t n, n_points, sums;
    fr log[SUMS]; /* of the right sums */
} T(problem);

/* Point `at` is the next that scalars i meet. */
static void T(meet)(T(problem) * p, size_t i, size_t at)
{
    const size_t to = p->n_points++;
    const fr log = T(log_of)(at);
    p->words[i / 64] |= UINT64_C(1) << (i % 64);
    p->affine[to] = T(point)[at];
    memcpy(p->encoded + to * ENCODED_LEN, T(coded)[at], ENCODED_LEN);
    for (size_t j = 0; j < p->sums; j++) {
        fr t;
        fr_mul(&t, &p->k[j][i], &log);
        fr_add(&p->log[j], &p->log[j], &t);
    }
}

static void T(draw)(T(problem) * p, size_t n, size_t sums, uint64_t *seed)
{
    const bool dense = rnd64(seed) & 1;
    const unsigned kinds = 1 + (unsigned)(rnd64(seed) % 4); /* of points: the more, the likelier */
    mix m[SUMS];
    memset(p->words, 0, sizeof p->words);
    p->n = n;
    p->sums = sums;
    p->n_points = 0;
    for (size_t j = 0; j < sums; j++) {
        mix_draw(&m[j], seed);
        p->log[j] = FR_ZERO;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < sums; j++)
            mix_scalar(&p->k[j][i], p->k[j], i, &m[j], seed);
        if (dense || rnd64(seed) % 3)
            T(meet)(p, i, rnd64(seed) % (kinds == 4 ? T(POINTS) : 3 * kinds));
    }
}

/* Bits of how: repeats, plain points, in the subgroup. */
static cuzk_status T(sum)(POINT *o, work *w, const T(problem) * p, unsigned how,
                          msm_options options, cuzk_error *err)
{
    fr_view v[SUMS];
    const bitmap density = { (uint64_t *)(uintptr_t)p->words, p->n };
    const SOURCE source = { .affine = how & 2 ? p->affine : NULL,
                            .encoded = how & 2 ? NULL : p->encoded,
                            .n = p->n_points,
                            .in_subgroup = how & 4 };
    for (size_t j = 0; j < p->sums; j++)
        v[j] = fr_view_plain(p->k[j], p->n);
    options.repeats = how & 1;
    return MSM_MANY(o, w, source, v, p->sums, p->n == p->n_points ? NULL : &density, &options, err);
}

static void T(assert_sums)(const POINT *got, const T(problem) * p)
{
    for (size_t j = 0; j < p->sums; j++) {
        POINT want;
        G(mul_affine)(&want, &GENERATOR, &p->log[j]);
        assert_true(G(eq)(&got[j], &want));
    }
}

static void T(check_mixed)(void)
{
    static T(problem) p;
    uint64_t seed = 6;
    T(make_points)();
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        for (unsigned round = 0; round < ROUNDS; round++) {
            POINT got;
            T(draw)(&p, round % 16 ? rnd64(&seed) % 64 : rnd64(&seed) % MOST, 1, &seed);
            assert_int_equal(T(sum)(&got, &w, &p, round, (msm_options) { 0 }, NULL), CUZK_OK);
            T(assert_sums)(&got, &p);
        }
        work_free(&w);
    }
}

static void T(test_mixed)(void **state)
{
    (void)state;
    each_variant(T(check_mixed));
}

/* What is said to be done with is none of the caller's any more. */
static void T(spoil)(void *ctx, size_t at)
{
    T(problem) *p = ctx;
    memset(p->affine, 0xff, at * sizeof *p->affine);
    memset(p->encoded, 0xff, at * ENCODED_LEN);
}

/* Several sums at once, in as little memory as is said to do, in windows of any size. */
static void T(check_many)(void)
{
    static T(problem) p;
    uint64_t seed = 7;
    T(make_points)();
    for (unsigned round = 0; round < MANY_ROUNDS; round++) {
        const unsigned threads = 1 + round % 3;
        const msm_options options = { .window = (unsigned)(rnd64(&seed) % 10),
                                      .reached = T(spoil),
                                      .reached_ctx = &p };
        POINT got[SUMS];
        work w;
        T(draw)(&p, rnd64(&seed) % MOST, 1 + rnd64(&seed) % SUMS, &seed);
        const size_t memory = p.sums * MSM_MEMORY_MIN(p.n, threads);
        assert_int_equal(work_init(&w, threads, memory, NULL), CUZK_OK);
        assert_int_equal(T(sum)(got, &w, &p, (unsigned)rnd64(&seed), options, NULL), CUZK_OK);
        T(assert_sums)(got, &p);
        assert_int_equal(w.mem_used, 0);
        work_free(&w);
    }
}

/* The narrowest windows, which have most digits, of more scalars than the least memory holds but
 * not twice as many. Few meet points. */
static void T(check_narrow)(void)
{
    static fr k[NARROW];
    static uint64_t words[NARROW / 64];
    const size_t n_points = 40, memory = MSM_MEMORY_MIN(NARROW, 1);
    const fr_view v = fr_view_plain(k, NARROW);
    const bitmap density = { words, NARROW };
    const msm_options options = { .window = MSM_MIN_WINDOW };
    fr log = FR_ZERO;
    POINT got, want;
    work w;
    T(make_points)();
    for (size_t i = 0; i < n_points; i++) {
        const size_t at = i * (NARROW / n_points);
        const fr point_log = T(log_of)(i);
        fr t = fr_from_u64(UINT64_MAX - i);
        fr_inv(&k[at], &t);
        words[at / 64] |= UINT64_C(1) << (at % 64);
        fr_mul(&t, &k[at], &point_log);
        fr_add(&log, &log, &t);
    }
    const SOURCE source = { .affine = T(point), .n = n_points };
    assert_int_equal(work_init(&w, 1, memory, NULL), CUZK_OK);
    assert_int_equal(MSM_MANY(&got, &w, source, &v, 1, &density, &options, NULL), CUZK_OK);
    G(mul_affine)(&want, &GENERATOR, &log);
    assert_true(G(eq)(&got, &want));
    work_free(&w);
}

static void T(test_many)(void **state)
{
    (void)state;
    each_variant(T(check_many));
    each_variant(T(check_narrow));
}

/* A point that is none is named by its place if it has a scalar, and not read if that is zero. */
static void T(check_malformed)(void)
{
    static T(problem) p;
    const msm_options none = { 0 };
    T(make_points)();
    p.n = p.n_points = MOST;
    p.sums = 1;
    for (size_t i = 0; i < MOST; i++)
        memcpy(p.encoded + i * ENCODED_LEN, T(coded)[1 + i % (T(POINTS) - 1)], ENCODED_LEN);
    for (unsigned kind = 0; kind < 3; kind++)
        for (size_t bad = kind; bad < MOST; bad += MOST / 3) {
            work w;
            cuzk_error e;
            POINT got;
            for (size_t i = 0; i < MOST; i++)
                p.k[0][i] = kind == 0 ? FR_ONE : fr_from_u64(kind == 1 ? 3 : UINT64_C(1) << 60);
            assert_int_equal(work_init(&w, 1 + kind, 0, NULL), CUZK_OK);
            p.encoded[bad * ENCODED_LEN] ^= 0x80;
            assert_int_equal(T(sum)(&got, &w, &p, 0, none, &e), CUZK_BAD_INPUT);
            assert_string_equal(e.code, "malformed-point");
            assert_int_equal(e.index, bad);
            p.k[0][bad] = FR_ZERO;
            assert_int_equal(T(sum)(&got, &w, &p, 0, none, &e), CUZK_OK);
            p.encoded[bad * ENCODED_LEN] ^= 0x80;
            work_free(&w);
        }
}

static void T(test_malformed)(void **state)
{
    (void)state;
    each_variant(T(check_malformed));
}

/* Equal wide scalars beside small ones of more kinds than a quarter of a round has additions: what
 * the small ones have begun is not to be lost where points of equal scalars are added up. */
static void T(check_joined)(void)
{
    static T(problem) p;
    const msm_options options = { .window = 12 };
    uint64_t seed = 8;
    work w;
    POINT got;
    T(make_points)();
    p.n = p.n_points = MOST;
    p.sums = 1;
    p.log[0] = FR_ZERO;
    for (size_t i = 0; i < MOST; i++) {
        const size_t at = rnd64(&seed) % T(POINTS);
        const fr log = T(log_of)(at);
        fr t;
        p.affine[i] = T(point)[at];
        if (i % 2)
            p.k[0][i] = fr_from_u64(2 + i % 2040);
        else if (i % 4)
            p.k[0][i] = p.k[0][i - 2];
        else
            draw_wide(&p.k[0][i], &seed);
        fr_mul(&t, &p.k[0][i], &log);
        fr_add(&p.log[0], &p.log[0], &t);
    }
    for (unsigned threads = 1; threads <= 3; threads++) {
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        assert_int_equal(T(sum)(&got, &w, &p, 3, options, NULL), CUZK_OK);
        T(assert_sums)(&got, &p);
        work_free(&w);
    }
}

static void T(test_joined)(void **state)
{
    (void)state;
    each_variant(T(check_joined));
}
