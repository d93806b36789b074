/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters with wrong points: whatever is wrong, and wherever, the check names it. */
#include "hash/blake2b.h"
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

static void golden_parameters_pass(void **state)
{
    (void)state;
    static const char *const name[] = { "gadget-num-ops.params", "gadget-poseidon-2.params",
                                        "gadget-por-oct.params" };
    for (int i = 0; i < 3; i++) {
        params_file f;
        params_file_load(&f, name[i]);
        assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
        assert_int_equal(groth16_params_check_ref(&f.p, NULL), CUZK_OK);
        params_file_free(&f);
    }
}

/* The first, a middle and the last point of each section, each spoilt in each way. */
static void each_section_each_way(void **state)
{
    (void)state;
    params_file f;
    cuzk_error err;
    params_file_load(&f, "gadget-num-ops.params");
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        size_t n = f.p.section[s].n, len = f.p.section[s].point_len;
        const size_t place[] = { 0, n / 2, n - 1 };
        for (int k = 0; k < 3; k++) {
            uint8_t *at = params_file_point(&f, s, place[k]), keep[192];
            memcpy(keep, at, len);
            at[len - 1] ^= 1;
            damaged(&w, &f, s, place[k], POINT_NOT_ON_CURVE);
            at[len - 1] ^= 1;
            at[len / 2 - 1] ^= 0x10;
            damaged(&w, &f, s, place[k], POINT_NOT_ON_CURVE);
            memset(at, 0, len);
            at[0] = 0x40;
            damaged(&w, &f, s, place[k], POINT_INFINITY);
            memset(at, 0xff, len);
            at[0] = 0x1f;
            damaged(&w, &f, s, place[k], POINT_NOT_CANONICAL);
            memcpy(at, keep, len);
            at[0] |= 0x80;
            damaged(&w, &f, s, place[k], POINT_BAD_FLAGS);
            outside_to(at, s, 3);
            damaged(&w, &f, s, place[k], POINT_NOT_IN_SUBGROUP);
            assert_int_equal(groth16_params_check_ref(&f.p, &err), CUZK_NO);
            assert_int_equal(err.index, place[k]);
            memcpy(at, keep, len);
        }
    }
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_OK);
    params_file_free(&f);
}

/* Every bit of a point matters. */
static void any_flipped_bit(void **state)
{
    (void)state;
    const size_t step = TEST_THREAD_SANITIZED ? 151 : 11;
    params_file f;
    params_file_load(&f, "gadget-num-ops.params");
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        uint8_t *at = params_file_point(&f, s, 2);
        for (size_t bit = 0; bit < 8 * f.p.section[s].point_len; bit += step) {
            at[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_NO);
            at[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    params_file_free(&f);
}

/* P and -P outside the subgroup: a plain sum of all points would not see them. */
static void points_that_cancel(void **state)
{
    (void)state;
    params_file f;
    cuzk_error err;
    g1_affine p = g1_outside(2), minus;
    params_file_many(&f);
    f.p.section[SECTION_B_G2].n = 0;
    g1_affine_neg(&minus, &p);
    g1_to_uncompressed(params_file_point(&f, SECTION_H, 100), &p);
    g1_to_uncompressed(params_file_point(&f, SECTION_A, 2000), &minus);
    assert_int_equal(groth16_params_check(&f.p, &w, &err), CUZK_NO);
    assert_string_equal(err.code, point_status_code(POINT_NOT_IN_SUBGROUP));
    assert_true((strcmp(err.section, "h") == 0 && err.index == 100) ||
                (strcmp(err.section, "a") == 0 && err.index == 2000));
    params_file_free(&f);
}

static void cancelling(void **state)
{
    (void)state;
    params_file f;
    params_file_load(&f, "gadget-num-ops.params");
    atomic_store(&w.cancelled, true);
    assert_int_equal(groth16_params_check(&f.p, &w, NULL), CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
    params_file_free(&f);
}

static void digest(void **state)
{
    (void)state;
    params_file f;
    uint8_t out[64], expected[64];
    blake2b_state b;
    params_file_load(&f, "gadget-por-oct.params");
    file_map map = { .data = f.data, .len = f.len };
    assert_int_equal(groth16_params_digest(out, &map, &w, NULL), CUZK_OK);
    blake2b_init(&b, 64, NULL, 0);
    blake2b_update(&b, f.data, f.len);
    blake2b_final(&b, expected);
    assert_memory_equal(out, expected, sizeof out);
    params_file_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_parameters_pass),
        cmocka_unit_test(each_section_each_way),
        cmocka_unit_test(any_flipped_bit),
        cmocka_unit_test(points_that_cancel),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(digest),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
