/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters with wrong points: whatever is wrong, and wherever, the check names it. */
#include "base/cpu.h"
#include "groth16/bucket.h"
#include "groth16/params_check.h"
#include "groth16/parts.h"
#include "hash/blake2b.h"
#include "support.h"

static work w;

static int start(void **state)
{
    (void)state;
    return work_init(&w, 3, 0, NULL) == CUZK_OK ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    work_free(&w);
    return 0;
}

/* A parameter file in memory whose points may be written to. */
typedef struct file {
    uint8_t *data;
    size_t len;
    groth16_params p;
} file;

static void file_load(file *f, const char *name)
{
    f->data = load_file(in_dir(GOLDEN "setup", name), &f->len);
    assert_int_equal(groth16_params_parse(&f->p, f->data, f->len, name, false, NULL), CUZK_OK);
}

static void file_free(file *f)
{
    groth16_params_close(&f->p);
    free(f->data);
}

static uint8_t *point_at(file *f, groth16_section s, size_t i)
{
    return f->data + (f->p.section[s].points - f->data) + i * f->p.section[s].point_len;
}

static void outside_to(uint8_t *at, groth16_section s, unsigned n)
{
    g1_affine p1 = g1_outside(n);
    g2_affine p2 = g2_outside(n);
    if (s == SECTION_B_G2)
        g2_to_uncompressed(at, &p2);
    else
        g1_to_uncompressed(at, &p1);
}

static void damaged(const file *f, groth16_section s, size_t i, point_status why)
{
    cuzk_error err;
    assert_int_equal(groth16_params_check(&f->p, &w, &err), CUZK_NO);
    assert_string_equal(err.section, groth16_section_name[s]);
    assert_int_equal(err.index, i);
    assert_string_equal(err.code, point_status_code(why));
    assert_true(err.expected[0] && err.found[0]);
    assert_int_equal(atomic_load(&w.mem_used), 0);
}

static void golden_parameters_pass(void **state)
{
    (void)state;
    static const char *const name[] = { "gadget-num-ops.params", "gadget-poseidon-2.params",
                                        "gadget-por-oct.params" };
    for (int i = 0; i < 3; i++) {
        file f;
        file_load(&f, name[i]);
        assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
        assert_int_equal(groth16_params_check_ref(&f.p, NULL), CUZK_OK);
        file_free(&f);
    }
}

/* The first, a middle and the last point of each section, each spoilt in each way. */
static void each_section_each_way(void **state)
{
    (void)state;
    file f;
    cuzk_error err;
    file_load(&f, "gadget-num-ops.params");
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        size_t n = f.p.section[s].n, len = f.p.section[s].point_len;
        const size_t place[] = { 0, n / 2, n - 1 };
        for (int k = 0; k < 3; k++) {
            uint8_t *at = point_at(&f, s, place[k]), keep[192];
            memcpy(keep, at, len);
            at[len - 1] ^= 1;
            damaged(&f, s, place[k], POINT_NOT_ON_CURVE);
            at[len - 1] ^= 1;
            at[len / 2 - 1] ^= 0x10;
            damaged(&f, s, place[k], POINT_NOT_ON_CURVE);
            memset(at, 0, len);
            at[0] = 0x40;
            damaged(&f, s, place[k], POINT_INFINITY);
            memset(at, 0xff, len);
            at[0] = 0x1f;
            damaged(&f, s, place[k], POINT_NOT_CANONICAL);
            memcpy(at, keep, len);
            at[0] |= 0x80;
            damaged(&f, s, place[k], POINT_BAD_FLAGS);
            outside_to(at, s, 3);
            damaged(&f, s, place[k], POINT_NOT_IN_SUBGROUP);
            assert_int_equal(groth16_params_check_ref(&f.p, &err), CUZK_NO);
            assert_int_equal(err.index, place[k]);
            memcpy(at, keep, len);
        }
    }
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    file_free(&f);
}

/* Every bit of a point matters. */
static void any_flipped_bit(void **state)
{
    (void)state;
    file f;
    file_load(&f, "gadget-num-ops.params");
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        uint8_t *at = point_at(&f, s, 2);
        for (size_t bit = 0; bit < 8 * f.p.section[s].point_len; bit += 11) {
            at[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_NO);
            at[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    file_free(&f);
}

/* Enough points that sums are tested, not points: more than CHECK_EACH_MAX in each group, repeated
 * from a good file. */
enum { MANY = 42000 };

static void file_many(file *f)
{
    file few;
    uint64_t n[SECTIONS] = { MANY / 2, 0, MANY / 4, MANY / 4, MANY / 4 };
    groth16_part part[GROTH16_PARTS];
    file_load(&few, "gadget-por-oct.params");
    memset(f, 0, sizeof *f);
    groth16_parts(part, few.p.vk.n_ic, n);
    f->len = groth16_params_len(part) + (MANY - n[SECTION_B_G2]) * 192;
    f->data = malloc(f->len);
    uint8_t *to = f->data;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        const uint8_t *from = few.p.section[s].points;
        size_t have = few.p.section[s].n, len = few.p.section[s].point_len;
        f->p.section[s].points = to;
        f->p.section[s].point_len = len;
        f->p.section[s].n = s == SECTION_B_G2 ? MANY : n[s];
        for (size_t i = 0; i < f->p.section[s].n; i++, to += len)
            memcpy(to, from + i % have * len, len);
    }
    file_free(&few);
}

static void many_points(void **state)
{
    (void)state;
    file f;
    uint8_t keep[192];
    file_many(&f);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        size_t len = f.p.section[s].point_len, n = f.p.section[s].n;
        if (n == 0)
            continue;
        if (s == SECTION_B_G2) /* the others have passed once, below */
            for (groth16_section g = SECTION_H; g < SECTION_B_G2; g++)
                f.p.section[g].n = 0;
        uint8_t *at = point_at(&f, s, n - 1 - s);
        memcpy(keep, at, len);
        if (s == SECTION_A || s == SECTION_B_G2) { /* a second or more each */
            outside_to(at, s, s);
            damaged(&f, s, n - 1 - s, POINT_NOT_IN_SUBGROUP);
            memcpy(at, keep, len);
        }
        at[len - 1] ^= 1;
        damaged(&f, s, n - 1 - s, POINT_NOT_ON_CURVE);
        memset(at, 0, len);
        at[0] = 0x40;
        damaged(&f, s, n - 1 - s, POINT_INFINITY);
        memcpy(at, keep, len);
    }
    file_free(&f);
}

/* P and -P outside the subgroup: a plain sum of all points would not see them. */
static void points_that_cancel(void **state)
{
    (void)state;
    file f;
    cuzk_error err;
    g1_affine p = g1_outside(2), minus;
    file_many(&f);
    f.p.section[SECTION_B_G2].n = 0;
    g1_affine_neg(&minus, &p);
    g1_to_uncompressed(point_at(&f, SECTION_H, 100), &p);
    g1_to_uncompressed(point_at(&f, SECTION_A, 9000), &minus);
    assert_int_equal(groth16_params_check(&f.p, &w, &err), CUZK_NO);
    assert_string_equal(err.code, point_status_code(POINT_NOT_IN_SUBGROUP));
    assert_true((strcmp(err.section, "h") == 0 && err.index == 100) ||
                (strcmp(err.section, "a") == 0 && err.index == 9000));
    file_free(&f);
}

/* A vector of one point over and over, and of one point and its negative in turn. */
static void repeated_points(void **state)
{
    (void)state;
    file f;
    g1_affine minus;
    file_many(&f);
    f.p.section[SECTION_B_G2].n = 0;
    g1_affine_neg(&minus, &G1_GENERATOR);
    for (size_t i = 0; i < f.p.section[SECTION_H].n; i++)
        g1_to_uncompressed(point_at(&f, SECTION_H, i), &G1_GENERATOR);
    for (size_t i = 0; i < f.p.section[SECTION_A].n; i++)
        g1_to_uncompressed(point_at(&f, SECTION_A, i), i % 2 ? &minus : &G1_GENERATOR);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    outside_to(point_at(&f, SECTION_A, 77), SECTION_A, 1);
    damaged(&f, SECTION_A, 77, POINT_NOT_IN_SUBGROUP);
    file_free(&f);
}

static void cancelling(void **state)
{
    (void)state;
    file f;
    file_load(&f, "gadget-num-ops.params");
    atomic_store(&w.cancelled, true);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
    file_free(&f);
}

/* Bucket sums against their slow twin: n points drawn from a few and their negatives, thrown into
 * every how many-th bucket. */
static void bucket_case(size_t n, unsigned spread, bucket_scratch *s)
{
    static g1_affine sum1[2][BUCKETS], p1[BUCKET_CHUNK];
    static g2_affine sum2[2][BUCKETS], p2[BUCKET_CHUNK];
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
        bucket[i] = (uint16_t)(i * 7919 % spread * (BUCKETS / spread));
    }
    bucket_add_g1(sum1[0], bucket, p1, n, s);
    bucket_add_g1_ref(sum1[1], bucket, p1, n);
    assert_memory_equal(sum1[0], sum1[1], sizeof sum1[0]);
    bucket_add_g2(sum2[0], bucket, p2, n, s);
    bucket_add_g2_ref(sum2[1], bucket, p2, n);
    assert_memory_equal(sum2[0], sum2[1], sizeof sum2[0]);
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
            bucket_case(n[i], BUCKETS, s);
        }
    assert_true(cpu_variant_force(before));
    free(s);
}

static void digest(void **state)
{
    (void)state;
    file f;
    uint8_t out[64], expected[64];
    blake2b_state b;
    file_load(&f, "gadget-por-oct.params");
    file_map map = { .data = f.data, .len = f.len };
    assert_int_equal(groth16_params_digest(out, &map, &w, NULL), CUZK_OK);
    blake2b_init(&b, 64, NULL, 0);
    blake2b_update(&b, f.data, f.len);
    blake2b_final(&b, expected);
    assert_memory_equal(out, expected, sizeof out);
    file_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_parameters_pass),
        cmocka_unit_test(each_section_each_way),
        cmocka_unit_test(any_flipped_bit),
        cmocka_unit_test(many_points),
        cmocka_unit_test(points_that_cancel),
        cmocka_unit_test(repeated_points),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(buckets),
        cmocka_unit_test(digest),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
