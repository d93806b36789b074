/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of drawn problems for one group: any mix of scalars, of points, of places without one.
 * Parameters: T(f), G(f), AFFINE, POINT, SOURCE, ENCODED_LEN, GENERATOR, MSM_MANY as in
 * tests/msm/msm_cases.h. No include guard: included once per group. */

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

/* A problem of n scalars, with a density or without: its points one after the other. */
typedef struct T(problem) {
    fr k[MOST];
    AFFINE affine[MOST];
    uint8_t encoded[MOST * ENCODED_LEN];
    uint64_t words[(MOST + 63) / 64];
    size_t n, n_points;
    fr log; /* of the right sum */
} T(problem);

static void T(draw)(T(problem) * p, size_t n, uint64_t *seed)
{
    const bool dense = rnd64(seed) & 1;
    const unsigned kinds = 1 + (unsigned)(rnd64(seed) % 4); /* of points: the more, the likelier */
    mix m;
    mix_draw(&m, seed);
    memset(p->words, 0, sizeof p->words);
    p->n = n;
    p->n_points = 0;
    p->log = FR_ZERO;
    for (size_t i = 0; i < n; i++) {
        mix_scalar(&p->k[i], p->k, i, &m, seed);
        if (!dense && rnd64(seed) % 3 == 0)
            continue;
        const size_t at = rnd64(seed) % (kinds == 4 ? T(POINTS) : 3 * kinds), to = p->n_points++;
        const fr log = T(log_of)(at);
        fr t;
        p->words[i / 64] |= UINT64_C(1) << (i % 64);
        p->affine[to] = T(point)[at];
        memcpy(p->encoded + to * ENCODED_LEN, T(coded)[at], ENCODED_LEN);
        fr_mul(&t, &p->k[i], &log);
        fr_add(&p->log, &p->log, &t);
    }
}

static cuzk_status T(sum)(POINT *o, work *w, const T(problem) * p, unsigned how, cuzk_error *err)
{
    const fr_view v = fr_view_plain(p->k, p->n);
    const bitmap density = { (uint64_t *)(uintptr_t)p->words, p->n };
    const msm_options options = { .repeats = how & 1 };
    const SOURCE source = { .affine = how & 2 ? p->affine : NULL,
                            .encoded = how & 2 ? NULL : p->encoded,
                            .n = p->n_points,
                            .in_subgroup = how & 4 };
    return MSM_MANY(o, w, source, &v, 1, p->n == p->n_points ? NULL : &density, &options, err);
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
            POINT got, want;
            T(draw)(&p, round % 16 ? rnd64(&seed) % 64 : rnd64(&seed) % MOST, &seed);
            assert_int_equal(T(sum)(&got, &w, &p, round, NULL), CUZK_OK);
            G(mul_affine)(&want, &GENERATOR, &p.log);
            assert_true(G(eq)(&got, &want));
        }
        work_free(&w);
    }
}

static void T(test_mixed)(void **state)
{
    (void)state;
    each_variant(T(check_mixed));
}

/* A point that is none is named by its place if it has a scalar, and not read if that is zero. */
static void T(check_malformed)(void)
{
    static T(problem) p;
    T(make_points)();
    p.n = p.n_points = MOST;
    for (size_t i = 0; i < MOST; i++)
        memcpy(p.encoded + i * ENCODED_LEN, T(coded)[1 + i % (T(POINTS) - 1)], ENCODED_LEN);
    for (unsigned kind = 0; kind < 3; kind++)
        for (size_t bad = kind; bad < MOST; bad += MOST / 3) {
            work w;
            cuzk_error e;
            POINT got;
            for (size_t i = 0; i < MOST; i++)
                p.k[i] = kind == 0 ? FR_ONE : fr_from_u64(kind == 1 ? 3 : UINT64_C(1) << 60);
            assert_int_equal(work_init(&w, 1 + kind, 0, NULL), CUZK_OK);
            p.encoded[bad * ENCODED_LEN] ^= 0x80;
            assert_int_equal(T(sum)(&got, &w, &p, 0, &e), CUZK_BAD_INPUT);
            assert_string_equal(e.code, "malformed-point");
            assert_int_equal(e.index, bad);
            p.k[bad] = FR_ZERO;
            assert_int_equal(T(sum)(&got, &w, &p, 0, &e), CUZK_OK);
            p.encoded[bad * ENCODED_LEN] ^= 0x80;
            work_free(&w);
        }
}

static void T(test_malformed)(void **state)
{
    (void)state;
    each_variant(T(check_malformed));
}
