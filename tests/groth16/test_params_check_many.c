/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parameter check where it tests sums of points: it finds the one that is wrong. */
#include "params_file.h"

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

static void many_points(void **state)
{
    (void)state;
    params_file f;
    uint8_t keep[192];
    params_file_many(&f);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        size_t len = f.p.section[s].point_len, n = f.p.section[s].n;
        if (n == 0)
            continue;
        if (s == SECTION_B_G2) /* the others have passed once, below */
            for (groth16_section g = SECTION_H; g < SECTION_B_G2; g++)
                f.p.section[g].n = 0;
        uint8_t *at = params_file_point(&f, s, n - 1 - s);
        memcpy(keep, at, len);
        if (s == SECTION_A || s == SECTION_B_G2) { /* a second or more each */
            outside_to(at, s, s);
            damaged(&w, &f, s, n - 1 - s, POINT_NOT_IN_SUBGROUP);
            memcpy(at, keep, len);
        }
        at[len - 1] ^= 1;
        damaged(&w, &f, s, n - 1 - s, POINT_NOT_ON_CURVE);
        memset(at, 0, len);
        at[0] = 0x40;
        damaged(&w, &f, s, n - 1 - s, POINT_INFINITY);
        memcpy(at, keep, len);
    }
    params_file_free(&f);
}

/* A vector of one point over and over, and of one point and its negative in turn. */
static void repeated_points(void **state)
{
    (void)state;
    params_file f;
    g1_affine minus;
    params_file_many(&f);
    f.p.section[SECTION_B_G2].n = 0;
    g1_affine_neg(&minus, &G1_GENERATOR);
    for (size_t i = 0; i < f.p.section[SECTION_H].n; i++)
        g1_to_uncompressed(params_file_point(&f, SECTION_H, i), &G1_GENERATOR);
    for (size_t i = 0; i < f.p.section[SECTION_A].n; i++)
        g1_to_uncompressed(params_file_point(&f, SECTION_A, i), i % 2 ? &minus : &G1_GENERATOR);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    outside_to(params_file_point(&f, SECTION_A, 77), SECTION_A, 1);
    damaged(&w, &f, SECTION_A, 77, POINT_NOT_IN_SUBGROUP);
    params_file_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_points),
        cmocka_unit_test(repeated_points),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
