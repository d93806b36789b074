/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums in buckets against one addition at a time, in the form of every variant. */
#include "base/cpu.h"
#include "groth16/bucket.h"
#include "test.h"

#define LG           BUCKET_MAX_LG
#define MANY_BUCKETS (1u << LG)

static bucket_scratch s;
static void *sum[3], *points, *affine[2];
static uint16_t bucket[BUCKET_CHUNK];

/* 0 G, 0 G, G, -G, 2 G, -2 G, ... in some order, affine. */
static void make_g1(g1_affine *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned k = (unsigned)(i * i * 31 + i) % 23;
        fr scalar = fr_from_u64(k / 2);
        g1 t;
        if (k % 2)
            fr_neg(&scalar, &scalar);
        g1_mul_affine(&t, &G1_GENERATOR, &scalar);
        g1_to_affine(&o[i], &t);
    }
}

static void make_g2(g2_affine *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned k = (unsigned)(i * i * 31 + i) % 23;
        fr scalar = fr_from_u64(k / 2);
        g2 t;
        if (k % 2)
            fr_neg(&scalar, &scalar);
        g2_mul_affine(&t, &G2_GENERATOR, &scalar);
        g2_to_affine(&o[i], &t);
    }
}

/* Whatever their limbs: affine coordinates are unique. */
static void same_points(const void *a, const void *b, size_t n)
{
    s.form->to_affine(affine[0], a, n);
    s.form->to_affine(affine[1], b, n);
    assert_memory_equal(affine[0], affine[1], n * s.form->affine_len);
}

/* Sums over some of the buckets. */
static void where(void)
{
    static const struct {
        unsigned lg, mask, value;
    } which[] = { { LG, 0, 0 },       { LG, 1, 1 },
                  { LG, 0x55, 0x41 }, { LG, 1u << (LG - 1), 0 },
                  { 0, 0, 0 },        { LG, MANY_BUCKETS - 1, 64 },
                  { 3, 4, 4 } };
    _Alignas(64) uint8_t expected[256], found[256];
    for (size_t i = 0; i < sizeof which / sizeof which[0]; i++) {
        memset(expected, s.form->infinity, sizeof expected);
        for (unsigned b = 0; b < 1u << which[i].lg; b++) {
            const batch_add_op op = { 0, b };
            if ((b & which[i].mask) == which[i].value)
                s.form->batch_add(expected, sum[0], &op, 1, s.add);
        }
        bucket_where(found, sum[0], which[i].lg, which[i].mask, which[i].value, &s);
        same_points(found, expected, 1);
    }
}

/* n points into every how many-th bucket; then those buckets onto themselves. */
static void bucket_case(size_t n, unsigned spread)
{
    const size_t len = MANY_BUCKETS * s.form->len;
    for (size_t i = 0; i < n; i++)
        bucket[i] = (uint16_t)(i * 7919 % spread * (MANY_BUCKETS / spread));
    memset(sum[0], s.form->infinity, len);
    memset(sum[1], s.form->infinity, len);
    bucket_add(sum[0], bucket, points, n, &s);
    bucket_add_ref(sum[1], bucket, points, n, &s);
    same_points(sum[0], sum[1], MANY_BUCKETS);
    if (n == 1025)
        where();
    memcpy(sum[2], sum[0], len);
    for (uint32_t i = 0; i <= n; i++) {
        const batch_add_op op = { i, i };
        s.form->batch_add(sum[2], sum[1], &op, 1, s.add);
    }
    bucket_merge(sum[0], sum[1], n + 1, &s);
    same_points(sum[0], sum[2], MANY_BUCKETS);
}

static void form_case(const point_form *f, const void *from, void *mem)
{
    static const size_t n[] = { 0, 1, 2, 7, 1023, 1024, 1025, 2000 };
    bucket_init(&s, f, mem);
    f->from_affine(points, from, 2000);
    for (size_t i = 0; i < sizeof n / sizeof n[0]; i++) {
        if (n[i] < 100)
            bucket_case(n[i], 1);
        bucket_case(n[i], 64);
        bucket_case(n[i], MANY_BUCKETS);
    }
}

static void buckets(void **state)
{
    (void)state;
    static g1_affine p1[2000];
    static g2_affine p2[2000];
    void *mem = aligned_alloc(64, bucket_memory(g2_form_of(CPU_IFMA)));
    cpu_variant before = cpu_variant_get();
    make_g1(p1, 2000);
    make_g2(p2, 2000);
    for (int i = 0; i < 3; i++)
        sum[i] = aligned_alloc(64, MANY_BUCKETS * g2_form_of(CPU_IFMA)->len);
    points = aligned_alloc(64, 2048 * g2_form_of(CPU_IFMA)->len);
    for (int i = 0; i < 2; i++)
        affine[i] = malloc(MANY_BUCKETS * sizeof(g2_affine));
    for (cpu_variant v = CPU_PORTABLE; v < CPU_VARIANTS; v++)
        if (cpu_variant_force(v)) {
            form_case(g1_form_now(), p1, mem);
            form_case(g2_form_now(), p2, mem);
        }
    assert_true(cpu_variant_force(before));
    free(mem);
    free(points);
    for (int i = 0; i < 3; i++)
        free(sum[i]);
    for (int i = 0; i < 2; i++)
        free(affine[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
