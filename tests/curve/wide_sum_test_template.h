/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The running sums of one group, of affine points and of encodings, against sums of the same points
 * by halving. Parameters as in curve/wide_test_template.h, which comes first, and
 * T_SUM_LEN     partial sums of a sum
 * No include guard. */

static uint8_t encoded[POOL * T_UNCOMPRESSED];

/* sum + what was left of it, affine */
static PT_AFFINE PT_FN(whole)(const PT_FN(wide_kernels) * w, PT_FN(wide_sum) * sum, bool coded,
                              const size_t *left, size_t n_left)
{
    WD_POINT end;
    PT_AFFINE o;
    w->sum_end(&end, sum, coded, ops, scratch);
    assert_int_equal(sum->begun, 0);
    w->to_affine(&got[n_left], &end, 1);
    for (size_t i = 0; i < n_left; i++)
        got[i] = pool[left[i]];
    PT_FN(batch_sum)(&o, got, n_left + 1, ops, field_scratch);
    return o;
}

/* Three times n points of the first `kinds` of the pool. Of different ones few are left. */
static void PT_FN(check_sum)(const PT_FN(wide_kernels) * w, size_t n, size_t kinds, bool coded,
                             uint64_t *seed)
{
    static PT_FN(wide_sum) sum;
    static size_t at[T_SUM_LEN], left[3 * T_SUM_LEN];
    PT_AFFINE expected, found;
    size_t n_left = 0, bound = 3 * (n % 8);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < n; i++) {
            at[i] = kinds == POOL ? 1 + (*seed + round * n + i) % (POOL - 1) : rnd64(seed) % kinds;
            want[round * n + i] = pool[at[i]];
        }
        n_left += coded ? w->sum_encoded(&sum, encoded, at, n, left + n_left, scratch)
                        : w->sum_affine(&sum, pool, at, n, left + n_left, scratch);
    }
    if (kinds == POOL)
        assert_in_range(n_left, 0, bound + n / 64);
    if (kinds == 1) /* infinity, which is never added */
        assert_int_equal(n_left, 3 * n);
    found = PT_FN(whole)(w, &sum, coded, left, n_left);
    PT_FN(batch_sum)(&expected, want, 3 * n, ops, field_scratch);
    assert_memory_equal(&found, &expected, sizeof found);
}

static void PT_FN(test_sum)(void **state)
{
    (void)state;
    static const size_t counts[] = { 0,
                                     1,
                                     7,
                                     8,
                                     9,
                                     15,
                                     16,
                                     17,
                                     24,
                                     63,
                                     64,
                                     65,
                                     T_SUM_LEN / 2,
                                     777,
                                     1000,
                                     T_SUM_LEN - 8,
                                     T_SUM_LEN - 1,
                                     T_SUM_LEN };
    static const size_t of[] = { 1, 3, 5, 60, POOL };
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    uint64_t seed = 4;
    PT_FN(make_pool)();
    for (size_t i = 0; i < POOL; i++)
        PT_FN(to_uncompressed)(encoded + i * T_UNCOMPRESSED, &pool[i]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t kinds = 0; kinds < sizeof of / sizeof *of; kinds++)
            for (int coded = 0; coded < 2; coded++)
                PT_FN(check_sum)(w, counts[i], of[kinds], coded, &seed);
}

/* One encoding that is none, of each coefficient and in each lane, among the points that a sum
 * begins with, where the vector's others are left out too, and among later ones. */
static void PT_FN(test_sum_malformed)(void **state)
{
    (void)state;
    enum { N = 32 };
    static PT_FN(wide_sum) sum;
    static size_t at[POOL], left[T_SUM_LEN];
    const PT_FN(wide_kernels) *w = wide_or_skip(PT_FN(wide_kernels_of));
    PT_FN(make_pool)();
    for (size_t i = 0; i < POOL; i++) {
        at[i] = i;
        PT_FN(to_uncompressed)(encoded + i * T_UNCOMPRESSED, &pool[i]);
    }
    for (size_t bad = 1; bad <= N; bad++)
        for (size_t byte = 0; byte < T_UNCOMPRESSED; byte += 48)
            for (int later = 0; later < 2; later++) {
                uint8_t *c = encoded + bad * T_UNCOMPRESSED + byte;
                size_t found = 0;
                sum.begun = 0;
                if (later)
                    assert_int_equal(
                        w->sum_encoded(&sum, encoded, at + 1 + N, T_SUM_LEN, left, scratch), 0);
                *c ^= 0x80;
                const size_t n = w->sum_encoded(&sum, encoded, at + 1, N, left, scratch);
                *c ^= 0x80;
                for (size_t i = 0; i < n; i++)
                    found += left[i] == bad;
                assert_int_equal(found, 1);
                assert_int_equal(n, later ? 1 : 8);
            }
}
