/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "groth16/bucket.h"
#include "test.h"

#define LG           BUCKET_MAX_LG
#define MANY_BUCKETS (1u << LG)

static void same1(const g1_affine *found, const g1 *expected)
{
    g1 t;
    g1_from_affine(&t, found);
    assert_true(g1_eq(&t, expected));
}

static void same2(const g2_affine *found, const g2 *expected)
{
    g2 t;
    g2_from_affine(&t, found);
    assert_true(g2_eq(&t, expected));
}

/* Sums over some of the buckets, one addition each. */
static void where(const g1_affine *sum1, const g2_affine *sum2, bucket_scratch *s)
{
    static const struct {
        unsigned lg, mask, value;
    } which[] = { { LG, 0, 0 },
                  { LG, 1, 1 },
                  { LG, 1u << (LG - 1), 0 },
                  { LG, 0x55, 0x41 },
                  { LG, MANY_BUCKETS - 1, 64 },
                  { 0, 0, 0 },
                  { 3, 4, 4 } };
    for (size_t i = 0; i < sizeof which / sizeof which[0]; i++) {
        g1 t1;
        g2 t2;
        g1_affine o1;
        g2_affine o2;
        g1_set_infinity(&t1);
        g2_set_infinity(&t2);
        for (unsigned b = 0; b < 1u << which[i].lg; b++)
            if ((b & which[i].mask) == which[i].value) {
                g1_add_affine(&t1, &t1, &sum1[b]);
                g2_add_affine(&t2, &t2, &sum2[b]);
            }
        bucket_where_g1(&o1, sum1, which[i].lg, which[i].mask, which[i].value, s);
        bucket_where_g2(&o2, sum2, which[i].lg, which[i].mask, which[i].value, s);
        same1(&o1, &t1);
        same2(&o2, &t2);
    }
}

/* Bucket sums against their slow twin: n points drawn from a few and their negatives, thrown into
 * every how many-th bucket. */
static void bucket_case(size_t n, unsigned spread, bucket_scratch *s)
{
    static g1_affine sum1[2][MANY_BUCKETS], p1[BUCKET_CHUNK];
    static g2_affine sum2[2][MANY_BUCKETS], p2[BUCKET_CHUNK];
    static uint16_t bucket[BUCKET_CHUNK];
    memset(sum1, 0, sizeof sum1);
    memset(sum2, 0, sizeof sum2);
    for (size_t i = 0; i < n; i++) {
        unsigned k = (unsigned)(i * i * 31 + i) % 23;
        fr scalar = fr_from_u64(k / 2); /* infinity with it */
        g1 t1;
        g2 t2;
        g1_mul_affine(&t1, &G1_GENERATOR, &scalar);
        g1_to_affine(&p1[i], &t1);
        g2_mul_affine(&t2, &G2_GENERATOR, &scalar);
        g2_to_affine(&p2[i], &t2);
        if (k % 2) {
            g1_affine_neg(&p1[i], &p1[i]);
            g2_affine_neg(&p2[i], &p2[i]);
        }
        bucket[i] = (uint16_t)(i * 7919 % spread * (MANY_BUCKETS / spread));
    }
    bucket_add_g1(sum1[0], bucket, p1, n, s);
    bucket_add_g1_ref(sum1[1], bucket, p1, n);
    assert_memory_equal(sum1[0], sum1[1], sizeof sum1[0]);
    bucket_add_g2(sum2[0], bucket, p2, n, s);
    bucket_add_g2_ref(sum2[1], bucket, p2, n);
    assert_memory_equal(sum2[0], sum2[1], sizeof sum2[0]);
    where(sum1[0], sum2[0], s);
    bucket_merge_g1(sum1[0], sum1[1], n + 1, s);
    bucket_merge_g2(sum2[0], sum2[1], n + 1, s);
    for (size_t i = 0; i < MANY_BUCKETS; i++) {
        g1 t1;
        g2 t2;
        g1_from_affine(&t1, &sum1[1][i]);
        g2_from_affine(&t2, &sum2[1][i]);
        if (i < n + 1) {
            g1_double(&t1, &t1);
            g2_double(&t2, &t2);
        }
        same1(&sum1[0][i], &t1);
        same2(&sum2[0][i], &t2);
    }
}

static void buckets(void **state)
{
    (void)state;
    static const size_t n[] = { 0, 1, 2, 7, 1023, 1024, 1025, 2000 };
    bucket_scratch *s = calloc(1, sizeof *s);
    cpu_variant before = cpu_variant_get();
    for (cpu_variant v = CPU_PORTABLE; v < CPU_VARIANTS; v++)
        for (size_t i = 0; cpu_variant_force(v) && i < sizeof n / sizeof n[0]; i++) {
            if (n[i] < 100)
                bucket_case(n[i], 1, s);
            bucket_case(n[i], 64, s);
            bucket_case(n[i], MANY_BUCKETS, s);
        }
    assert_true(cpu_variant_force(before));
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
