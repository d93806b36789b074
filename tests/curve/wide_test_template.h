/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The wide kernels of one group against those on affine points, of both other variants.
 * Parameters: PT_FN(f), PT_AFFINE, PT_JACOBIAN, PT_FIELD as in curve/point_template.h, WD_POINT,
 * T_GENERATOR, T_SCRATCH(n), T_UNCOMPRESSED the length of that encoding. No include guard. */

enum { POOL = 4096, MOST = 2 * WIDE_BATCH + 9 };

static PT_AFFINE pool[POOL]; /* 0, G, -G, 2G, -2G, ... */
static PT_AFFINE acc[MOST], want[MOST], got[MOST];
static WD_POINT wide_acc[MOST], wide_pool[POOL];
static batch_add_op ops[MOST];
static PT_FIELD field_scratch[MOST];
static _Alignas(64) uint8_t scratch[T_SCRATCH(MOST)];

static void PT_FN(make_pool)(void)
{
    static PT_JACOBIAN j[POOL];
    PT_FN(set_infinity)(&j[0]);
    for (size_t i = 1; i < POOL; i++)
        if (i & 1)
            PT_FN(add_affine)(&j[i], &j[i > 1 ? i - 2 : 0], &T_GENERATOR);
        else
            PT_FN(neg)(&j[i], &j[i - 1]);
    PT_FN(to_affine_batch)(pool, j, POOL, field_scratch);
}

/* Accumulators and points from the first `kinds` of the pool, in scattered places. */
static void PT_FN(draw)(size_t n, size_t kinds, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        const size_t at = n % 7 ? i * 7 % n : i;
        acc[at] = pool[rnd64(seed) % kinds];
        ops[i].acc = (uint32_t)at;
        ops[i].point = (uint32_t)(rnd64(seed) % kinds) | (rnd64(seed) & 1 ? BATCH_ADD_NEG : 0);
    }
}

/* Every coordinate of the n points to another number of the same residue and within the bounds. */
static void PT_FN(respell)(WD_POINT *p, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        if (PT_FN(wide_is_infinity)(&p[i]))
            continue;
        for (size_t j = 0; j < sizeof p->x / sizeof(fp_wide); j++) {
            respell_x((fp_wide *)(void *)&p[i].x + j, rnd64(seed));
            respell_y((fp_wide *)(void *)&p[i].y + j, rnd64(seed));
        }
    }
}

/* The drawn additions in every variant; wide operands respelt and accumulators negated twice first
 * if `respelt`. */
static void PT_FN(check_adds)(const PT_FN(wide_kernels) * w, size_t n, uint64_t *seed, bool respelt)
{
    memcpy(want, acc, n * sizeof *acc);
    PT_FN(kernels_of)(CPU_ADX)->batch_add(want, pool, ops, n, field_scratch);
    memcpy(got, acc, n * sizeof *acc);
    PT_FN(kernels_of)(CPU_PORTABLE)->batch_add(got, pool, ops, n, field_scratch);
    assert_memory_equal(got, want, n * sizeof *got);

    w->from_affine(wide_acc, acc, n);
    if (respelt) {
        w->neg(wide_acc, wide_acc, n);
        w->to_affine(got, wide_acc, n);
        for (size_t i = 0; i < n; i++)
            PT_FN(affine_neg)(&got[i], &got[i]);
        assert_memory_equal(got, acc, n * sizeof *got);
        w->neg(wide_acc, wide_acc, n);
        PT_FN(respell)(wide_acc, n, seed);
        PT_FN(respell)(wide_pool, POOL, seed);
        w->to_affine(got, wide_acc, n);
        assert_memory_equal(got, acc, n * sizeof *got);
    }
    w->batch_add(wide_acc, wide_pool, ops, n, scratch);
    w->to_affine(got, wide_acc, n);
    assert_memory_equal(got, want, n * sizeof *got);
}

static void PT_FN(test_batch_add)(void **state)
{
    (void)state;
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    static const size_t counts[] = { 0,  1,  2,    7,    8,    9,          15,
                                     16, 17, 2047, 2048, 2049, WIDE_BATCH, MOST };
    uint64_t seed = 1;
    PT_FN(make_pool)();
    w->from_affine(wide_pool, pool, POOL);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int kinds = 0; kinds < 4; kinds++) {
            /* all alike and awkward; now and then; hardly ever */
            static const size_t of[] = { 1, 5, 60, POOL };
            PT_FN(draw)(counts[i], of[kinds], &seed);
            PT_FN(check_adds)(w, counts[i], &seed, kinds & 1);
        }
}

/* One awkward addition among ordinary ones, of each kind and in each place of a vector. */
static void PT_FN(test_planted)(void **state)
{
    (void)state;
    enum { N = 40 };
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    static const struct {
        uint16_t acc, point;
    } kinds[] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { 5, 5 }, { 5, 6 }, { 6, 5 }, { 6, 6 } };
    uint64_t seed = 3;
    PT_FN(make_pool)();
    w->from_affine(wide_pool, pool, POOL);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t at = 0; at < N; at++)
            for (uint32_t neg = 0; neg < 2; neg++) {
                for (uint32_t i = 0; i < N; i++) {
                    acc[i] = pool[100 + 2 * i];
                    ops[i] = (batch_add_op) { i, 201 + 2 * i };
                }
                /* other points in other rounds: 5 and 6 stand for opposite ones */
                const uint32_t other = at % 13 * 2;
                acc[at] = pool[kinds[k].acc + (kinds[k].acc ? other : 0)];
                ops[at].point = kinds[k].point + (kinds[k].point ? other : 0);
                ops[at].point |= neg ? BATCH_ADD_NEG : 0;
                PT_FN(check_adds)(w, N, &seed, at & 1);
            }
}

static void PT_FN(test_convert)(void **state)
{
    (void)state;
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    PT_FN(make_pool)();
    for (size_t n = 0; n < 40; n++) {
        memset(got, 0xee, sizeof *got * 41);
        memset(wide_acc, 0xee, sizeof *wide_acc * 41);
        w->from_affine(wide_acc, pool + n % 5, n);
        w->to_affine(got, wide_acc, n);
        assert_memory_equal(got, pool + n % 5, n * sizeof *got);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(PT_FN(wide_is_infinity)(&wide_acc[i]), i + n % 5 == 0);
        /* and nothing behind */
        for (size_t i = 0; i < sizeof *got; i++)
            assert_int_equal(((uint8_t *)(got + n))[i], 0xee);
        for (size_t i = 0; i < sizeof *wide_acc; i++)
            assert_int_equal(((uint8_t *)(wide_acc + n))[i], 0xee);
    }
}

/* phi is -x^2 in the subgroup, however points are spelt; infinity stays, and nothing is behind. */
static void PT_FN(test_endo)(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 7, 8, 9, 16, 41 };
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    fr k = fr_from_u64(BLS_X_ABS);
    uint64_t seed = 9;
    PT_FN(make_pool)();
    fr_mul(&k, &k, &k);
    for (size_t i = 0; i < 41; i++) {
        PT_JACOBIAN j;
        PT_FN(mul_affine)(&j, &pool[i], &k);
        PT_FN(neg)(&j, &j);
        PT_FN(to_affine)(&want[i], &j);
    }
    for (size_t s = 0; s < 2 * sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s / 2];
        memset(wide_acc, 0xee, sizeof *wide_acc * (n + 1));
        w->from_affine(wide_pool, pool, n);
        if (s & 1)
            PT_FN(respell)(wide_pool, n, &seed);
        w->endo(wide_acc, wide_pool, n);
        w->to_affine(got, wide_acc, n);
        assert_memory_equal(got, want, n * sizeof *got);
        for (size_t i = 0; i < sizeof *wide_acc; i++)
            assert_int_equal(((uint8_t *)(wide_acc + n))[i], 0xee);
    }
}

/* However a point is spelt, its encoding is one. */
static void PT_FN(test_encode)(void **state)
{
    (void)state;
    enum { N = 43 };
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    static uint8_t found[(N + 1) * T_UNCOMPRESSED], expected[(N + 1) * T_UNCOMPRESSED];
    PT_FN(make_pool)();
    for (size_t n = 0; n <= N; n++)
        for (int respelt = 0; respelt < 2; respelt++) {
            memset(found, 0xee, sizeof found);
            memset(expected, 0xee, sizeof expected);
            for (size_t i = 0; i < n; i++)
                PT_FN(to_uncompressed)(expected + i * T_UNCOMPRESSED, &pool[(i + n) % 47]);
            for (size_t i = 0; i < n; i++)
                acc[i] = pool[(i + n) % 47];
            w->from_affine(wide_acc, acc, n);
            if (respelt) {
                w->neg(wide_acc, wide_acc, n);
                w->neg(wide_acc, wide_acc, n);
            }
            w->to_uncompressed(found, wide_acc, n);
            assert_memory_equal(found, expected, sizeof found);
        }
}

static void PT_FN(test_batch_sum)(void **state)
{
    (void)state;
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    uint64_t seed = 2;
    PT_FN(make_pool)();
    for (size_t n = 0; n < 600; n = n < 70 ? n + 1 : 2 * n + 1) {
        WD_POINT sum;
        PT_AFFINE a, b;
        for (size_t i = 0; i < n; i++)
            acc[i] = pool[rnd64(&seed) % (n % 3 ? 9 : POOL)];
        w->from_affine(wide_acc, acc, n);
        w->batch_sum(&sum, wide_acc, n, ops, scratch);
        w->to_affine(&a, &sum, 1);
        PT_FN(batch_sum)(&b, acc, n, ops, field_scratch);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* Encodings of the pool, one of them spoilt, against the reader of one point. */
static void PT_FN(check_decode)(const PT_FN(wide_kernels) * w, const uint8_t *in, size_t n,
                                bool trusted)
{
    size_t good = 0;
    while (good < n && PT_FN(kernels_of)(CPU_PORTABLE)
                               ->read_uncompressed(&want[good], in + good * T_UNCOMPRESSED,
                                                   trusted) == POINT_OK)
        good++;
    assert_int_equal(w->from_uncompressed(wide_acc, in, n, trusted), good);
    w->to_affine(got, wide_acc, good);
    assert_memory_equal(got, want, good * sizeof *got);
}

static void PT_FN(test_decode)(void **state)
{
    (void)state;
    enum { N = 43 };
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    static uint8_t in[N * T_UNCOMPRESSED];
    /* what is done to the bytes of a point, or of infinity */
    static const struct {
        size_t byte;
        uint8_t flip;
    } faults[] = {
        { 0, 0x80 }, { 0, 0x40 },  { 0, 0x20 },  { 0, 0x10 },  { T_UNCOMPRESSED - 1, 1 },
        { 0, 0xc0 }, { 48, 0x80 }, { 48, 0x20 }, { 20, 0x01 }, { T_UNCOMPRESSED - 48, 0x10 },
    };
    PT_FN(make_pool)();
    for (size_t n = 0; n <= N; n++)
        for (int trusted = 0; trusted < 2; trusted++) {
            for (size_t i = 0; i < n; i++)
                PT_FN(to_uncompressed)(in + i * T_UNCOMPRESSED, &pool[(i + n) % 47]);
            PT_FN(check_decode)(w, in, n, trusted);
        }
    for (size_t at = 0; at < N; at++)
        for (size_t f = 0; f < sizeof faults / sizeof *faults; f++)
            for (int trusted = 0; trusted < 2; trusted++) {
                in[at * T_UNCOMPRESSED + faults[f].byte] ^= faults[f].flip;
                PT_FN(check_decode)(w, in, N, trusted);
                in[at * T_UNCOMPRESSED + faults[f].byte] ^= faults[f].flip;
            }
    /* zeros with no flag are no point */
    memset(in + 5 * T_UNCOMPRESSED, 0, T_UNCOMPRESSED);
    PT_FN(check_decode)(w, in, N, true);
    assert_int_equal(w->from_uncompressed(wide_acc, in, N, true), 5);
}

/* p itself and its neighbours as each coefficient. */
static void PT_FN(test_decode_canonical)(void **state)
{
    (void)state;
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    uint8_t in[9 * T_UNCOMPRESSED];
    PT_FN(make_pool)();
    for (size_t at = 0; at < T_UNCOMPRESSED; at += 48)
        for (int d = -1; d <= 1; d++) {
            for (size_t i = 0; i < 9; i++)
                PT_FN(to_uncompressed)(in + i * T_UNCOMPRESSED, &pool[i + 1]);
            uint8_t *c = in + 3 * T_UNCOMPRESSED + at;
            for (size_t i = 0; i < 6; i++)
                store_be64(c + 8 * i, FP_MODULUS.l[5 - i]);
            c[47] = (uint8_t)(c[47] + d); /* the last byte is 0xab */
            assert_int_equal(w->from_uncompressed(wide_acc, in, 9, true), d < 0 ? 9 : 3);
            PT_FN(check_decode)(w, in, 9, true);
        }
}
