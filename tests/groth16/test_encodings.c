/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proof bytes and public inputs that are not what they should be. */
#include "base/bytes.h"
#include "support.h"

/* FIPS-free randomness with a fixed seed is enough here: splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void lengths(void **state)
{
    (void)state;
    size_t len, n;
    cuzk_error err;
    groth16_proof *p;
    uint8_t *one = load_file(in_dir(GOLDEN "proofs", "porep-2KiB.proof"), &len);
    uint8_t ten[10 * GROTH16_PROOF_LEN + 1];
    for (size_t i = 0; i < 10; i++)
        memcpy(ten + i * len, one, len);
    ten[sizeof ten - 1] = 0;
    const size_t wrong[] = { 0, 1, 191, 193, 383, 1919, 1921 };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(groth16_proofs_parse(&p, &n, ten, wrong[i], &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "bad-length");
        assert_null(p);
    }
    assert_int_equal(groth16_proofs_parse(&p, &n, ten, 1920, &err), CUZK_OK);
    assert_int_equal(n, 10);
    free(p);

    ten[7 * len + 60] ^= 1;
    ten[7 * len] = 0;
    assert_int_equal(groth16_proofs_parse(&p, &n, ten, 1920, &err), CUZK_BAD_INPUT);
    assert_int_equal(err.index, 7);
    assert_string_equal(err.section, "proof.a");
    free(one);
}

static void refused(const uint8_t *bytes, const char *section, const char *code)
{
    cuzk_error err;
    groth16_proof p;
    assert_int_equal(groth16_proof_parse(&p, bytes, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, section);
    if (code)
        assert_string_equal(err.code, code);
}

static void constant_bytes(void **state)
{
    (void)state;
    uint8_t bytes[GROTH16_PROOF_LEN];
    memset(bytes, 0, sizeof bytes);
    refused(bytes, "proof.a", NULL);
    memset(bytes, 0xff, sizeof bytes);
    refused(bytes, "proof.a", NULL);
}

/* Points that are points, but not of a proof, in each place. */
static void points_that_may_not_be(void **state)
{
    (void)state;
    static const struct {
        const char *section;
        size_t at, len;
    } place[] = { { "proof.a", 0, 48 }, { "proof.b", 48, 96 }, { "proof.c", 144, 48 } };
    size_t len;
    uint8_t *good = load_file(in_dir(GOLDEN "proofs", "porep-2KiB.proof"), &len);
    for (int i = 0; i < 3; i++) {
        uint8_t bytes[GROTH16_PROOF_LEN];
        memcpy(bytes, good, sizeof bytes);
        memset(bytes + place[i].at, 0, place[i].len);
        bytes[place[i].at] = 0xc0;
        refused(bytes, place[i].section, point_status_code(POINT_INFINITY));
        bytes[place[i].at + place[i].len - 1] = 1;
        refused(bytes, place[i].section, NULL);

        memcpy(bytes, good, sizeof bytes);
        g1_affine p1 = g1_outside(0);
        g2_affine p2 = g2_outside(0);
        if (i == 1)
            g2_to_compressed(bytes + 48, &p2);
        else
            g1_to_compressed(bytes + place[i].at, &p1);
        refused(bytes, place[i].section, point_status_code(POINT_NOT_IN_SUBGROUP));

        memcpy(bytes, good, sizeof bytes);
        bytes[place[i].at] &= 0x7f; /* not compressed */
        refused(bytes, place[i].section, NULL);
    }
    free(good);
}

/* Random bytes: one in about 2^128 would be three points of the subgroup. */
static void random_bytes_are_no_proof(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        uint8_t bytes[GROTH16_PROOF_LEN];
        groth16_proof p;
        for (size_t k = 0; k < sizeof bytes; k += 8)
            store_le64(bytes + k, splitmix(&seed));
        if (i % 2) { /* well-formed flags, coordinates below p */
            bytes[0] = 0x80 | (bytes[0] & 0x2f);
            bytes[48] = 0x80 | (bytes[48] & 0x2f);
            bytes[144] = 0x80 | (bytes[144] & 0x2f);
        }
        assert_int_equal(groth16_proof_parse(&p, bytes, NULL), CUZK_BAD_INPUT);
    }
}

/* x + r and r are other spellings of x and 0: refused where inputs are read. */
static void inputs_have_one_spelling(void **state)
{
    (void)state;
    static const uint8_t r[32] = { 0x01, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xfe, 0x5b, 0xfe,
                                   0xff, 0x02, 0xa4, 0xbd, 0x53, 0x05, 0xd8, 0xa1, 0x09, 0x08, 0xd8,
                                   0x39, 0x33, 0x48, 0x7d, 0x9d, 0x29, 0x53, 0xa7, 0xed, 0x73 };
    fr o;
    assert_false(fr_from_bytes_le(&o, r));
    for (unsigned x = 1; x < 300; x += 7) {
        uint8_t bytes[32];
        unsigned carry = x;
        for (int i = 0; i < 32; i++) {
            carry += r[i];
            bytes[i] = (uint8_t)carry;
            carry >>= 8;
        }
        assert_false(fr_from_bytes_le(&o, bytes));
    }
    uint8_t below[32];
    memcpy(below, r, 32);
    below[0] = 0;
    assert_true(fr_from_bytes_le(&o, below));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(constant_bytes),
        cmocka_unit_test(points_that_may_not_be),
        cmocka_unit_test(random_bytes_are_no_proof),
        cmocka_unit_test(inputs_have_one_spelling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
