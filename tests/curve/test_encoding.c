/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What must be read, and what must not: flags, canonical coordinates, the curve, infinity. */
#include "base/cpu.h"
#include "curve/golden.h"
#include <stdio.h>
#include <string.h>

/* The four readers behind one shape; the point is compared in its uncompressed encoding. */
typedef point_status (*read_fn)(uint8_t point[G2_UNCOMPRESSED_LEN], const uint8_t *in);

#define READER(name, group, reader, writer)                                                        \
    static point_status name(uint8_t point[G2_UNCOMPRESSED_LEN], const uint8_t *in)                \
    {                                                                                              \
        group##_affine p, sentinel;                                                                \
        memset(&sentinel, 0x5a, sizeof sentinel);                                                  \
        p = sentinel;                                                                              \
        const point_status s = reader(&p, in);                                                     \
        if (s == POINT_OK)                                                                         \
            writer(point, &p);                                                                     \
        else                                                                                       \
            assert_memory_equal(&p, &sentinel, sizeof p); /* untouched */                          \
        return s;                                                                                  \
    }
READER(read_g1_compressed, g1, g1_from_compressed, g1_to_uncompressed)
READER(read_g1_uncompressed, g1, g1_from_uncompressed, g1_to_uncompressed)
READER(read_g1_trusted, g1, g1_from_uncompressed_trusted, g1_to_uncompressed)
READER(read_g2_compressed, g2, g2_from_compressed, g2_to_uncompressed)
READER(read_g2_uncompressed, g2, g2_from_uncompressed, g2_to_uncompressed)
READER(read_g2_trusted, g2, g2_from_uncompressed_trusted, g2_to_uncompressed)

static const struct {
    const char *name;
    read_fn read;
    size_t len, coord; /* bytes of the encoding and of a coordinate */
    bool compressed, trusted;
} readers[] = {
    { "g1 compressed", read_g1_compressed, 48, 48, true, false },
    { "g1 uncompressed", read_g1_uncompressed, 96, 48, false, false },
    { "g1 trusted", read_g1_trusted, 96, 48, false, true },
    { "g2 compressed", read_g2_compressed, 96, 96, true, false },
    { "g2 uncompressed", read_g2_uncompressed, 192, 96, false, false },
    { "g2 trusted", read_g2_trusted, 192, 96, false, true },
};
#define READERS (sizeof readers / sizeof *readers)

static void generator(uint8_t *out, size_t r)
{
    if (readers[r].coord == 48)
        (readers[r].compressed ? g1_to_compressed : g1_to_uncompressed)(out, &G1_GENERATOR);
    else
        (readers[r].compressed ? g2_to_compressed : g2_to_uncompressed)(out, &G2_GENERATOR);
}

static void for_each_variant(void (*check)(size_t r))
{
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_force((cpu_variant)v))
            continue;
        for (size_t r = 0; r < READERS; r++)
            check(r);
    }
}

/* All eight combinations on a finite point and on infinity: one or two are right. */
static void check_flags(size_t r)
{
    uint8_t good[192], in[192], point[192];
    generator(good, r);
    for (unsigned flags = 0; flags < 8; flags++) {
        memcpy(in, good, readers[r].len);
        in[0] = (uint8_t)((in[0] & 0x1f) | flags << 5);
        point_status want = POINT_BAD_FLAGS;
        if (readers[r].compressed ? flags == 4 || flags == 5 : flags == 0)
            want = POINT_OK;
        if (flags == (readers[r].compressed ? 6 : 2))
            want = POINT_NOT_CANONICAL; /* infinity with something behind it */
        assert_int_equal(readers[r].read(point, in), want);

        memset(in, 0, sizeof in);
        in[0] = (uint8_t)(flags << 5);
        want = POINT_BAD_FLAGS;
        if (flags == (readers[r].compressed ? 6 : 2))
            want = POINT_OK;
        else if (!readers[r].compressed && flags == 0)
            want = POINT_NOT_ON_CURVE; /* (0, 0) is not infinity's spelling */
        else if (readers[r].compressed && (flags == 4 || flags == 5))
            /* x = 0: y^2 = 4 has roots in Fp, y^2 = 4 (1 + u) has none in Fp2 */
            want = readers[r].coord == 48 ? POINT_OK : POINT_NOT_ON_CURVE;
        assert_int_equal(readers[r].read(point, in), want);
    }
}

static void test_flags(void **state)
{
    (void)state;
    for_each_variant(check_flags);
}

/* The sign flag chooses between y and -y. */
static void test_sign(void **state)
{
    (void)state;
    for (size_t r = 0; r < READERS; r++) {
        if (!readers[r].compressed)
            continue;
        uint8_t in[192], a[192], b[192];
        const size_t coord = readers[r].coord;
        generator(in, r);
        assert_int_equal(readers[r].read(a, in), POINT_OK);
        in[0] ^= 0x20;
        assert_int_equal(readers[r].read(b, in), POINT_OK);
        assert_memory_equal(a, b, coord);
        assert_memory_not_equal(a + coord, b + coord, coord);
        /* for both generators the flag is clear, so a's y is the smaller one */
        assert_true(memcmp(a + coord, b + coord, coord) < 0);
    }
}

static void check_infinity(size_t r)
{
    uint8_t in[192] = { 0 }, point[192], want[192] = { 0x40 };
    in[0] = readers[r].compressed ? 0xc0 : 0x40;
    assert_int_equal(readers[r].read(point, in), POINT_OK);
    assert_memory_equal(point, want, 2 * readers[r].coord);
    for (size_t i = 0; i < readers[r].len; i++) {
        in[i] ^= 1;
        assert_int_equal(readers[r].read(point, in), POINT_NOT_CANONICAL);
        in[i] ^= 1;
    }
}

static void test_infinity(void **state)
{
    (void)state;
    for_each_variant(check_infinity);
}

/* Each coordinate in turn is p, p + 1, 2^381 - 1, and x + p where that fits in 381 bits. */
static void check_canonical(size_t r)
{
    uint8_t good[192], in[192], point[192];
    mpz_t p, x;
    mpz_inits(p, x, NULL);
    limbs_to_mpz(p, FP_MODULUS.l, 6);
    generator(good, r);
    for (size_t at = 0; at < readers[r].len; at += 48) {
        for (int kind = 0; kind < 4; kind++) {
            memcpy(in, good, readers[r].len);
            const uint8_t flags = in[at] & (at ? 0 : 0xe0);
            in[at] &= (uint8_t)(at ? 0xff : 0x1f);
            mpz_import(x, 48, 1, 1, 1, 0, in + at);
            if (kind < 2)
                mpz_add_ui(x, p, (unsigned long)kind);
            else if (kind == 2)
                mpz_set_ui(x, 0), mpz_setbit(x, 381), mpz_sub_ui(x, x, 1);
            else
                mpz_add(x, x, p);
            if (mpz_sizeinbase(x, 2) > 381)
                continue;
            memset(in + at, 0, 48);
            mpz_export(in + at + 48 - (mpz_sizeinbase(x, 2) + 7) / 8, NULL, 1, 1, 1, 0, x);
            in[at] |= flags;
            assert_int_equal(readers[r].read(point, in), POINT_NOT_CANONICAL);
        }
    }
    /* a coordinate but the first has no flags: any of its top three bits makes it too large */
    for (size_t at = 48; at < readers[r].len; at += 48) {
        for (unsigned bit = 5; bit < 8; bit++) {
            memcpy(in, good, readers[r].len);
            in[at] |= (uint8_t)(1u << bit);
            assert_int_equal(readers[r].read(point, in), POINT_NOT_CANONICAL);
        }
    }
    mpz_clears(p, x, NULL);
}

static void test_canonical(void **state)
{
    (void)state;
    for_each_variant(check_canonical);
}

/* Changing any one bit of an uncompressed point leaves the curve or the encoding. Of compressed
 * ones about half of the changes leave the curve, and what is read is on it. */
static void check_off_curve(size_t r)
{
    uint8_t in[192], point[192];
    size_t off = 0, on = 0;
    generator(in, r);
    for (size_t bit = 0; bit < readers[r].len * 8; bit += 7) {
        if (bit < 3)
            continue;
        in[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
        const point_status s = readers[r].read(point, in);
        in[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
        if (readers[r].trusted)
            assert_true(s == POINT_OK || s == POINT_NOT_CANONICAL);
        else if (!readers[r].compressed)
            assert_true(s == POINT_NOT_ON_CURVE || s == POINT_NOT_CANONICAL);
        off += s == POINT_NOT_ON_CURVE;
        on += s == POINT_OK;
    }
    if (readers[r].compressed) {
        assert_true(off > 10);
        assert_true(on > 10);
    }
}

static void test_off_curve(void **state)
{
    (void)state;
    for_each_variant(check_off_curve);
}

/* (0, 2) has order 3: on the curve, not in the subgroup. */
static void test_not_in_subgroup(void **state)
{
    (void)state;
    uint8_t in[96] = { 0 };
    in[95] = 2;
    g1_affine p;
    assert_int_equal(g1_from_uncompressed(&p, in), POINT_OK);
    assert_false(g1_in_subgroup(&p));
    memset(in, 0, sizeof in);
    in[0] = 0x80;
    assert_int_equal(g1_from_compressed(&p, in), POINT_OK);
    assert_false(g1_in_subgroup(&p));
    assert_true(g1_in_subgroup(&G1_GENERATOR));
}

static void test_status_names(void **state)
{
    (void)state;
    for (int s = POINT_OK; s <= POINT_INFINITY; s++) {
        assert_true(strlen(point_status_text((point_status)s)) > 0);
        for (int t = POINT_OK; t < s; t++)
            assert_string_not_equal(point_status_code((point_status)s),
                                    point_status_code((point_status)t));
    }
}

/* Multiples 0..999 of both generators in both lengths. */
static void check_file(const char *vectors, const char *name, size_t r)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/bls12-381/%s", vectors, name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t len = readers[r].len;
    g1 p;
    g2 q;
    g1_set_infinity(&p);
    g2_set_infinity(&q);
    for (int i = 0; i < 1000; i++) {
        uint8_t in[192], point[192], want[192], again[192];
        assert_int_equal(fread(in, 1, len, f), len);
        assert_int_equal(readers[r].read(point, in), POINT_OK);
        if (readers[r].coord == 48) {
            g1_affine a;
            g1_to_affine(&a, &p);
            g1_to_uncompressed(want, &a);
            (readers[r].compressed ? g1_to_compressed : g1_to_uncompressed)(again, &a);
            g1_add_affine(&p, &p, &G1_GENERATOR);
            assert_true(g1_in_subgroup(&a));
        } else {
            g2_affine a;
            g2_to_affine(&a, &q);
            g2_to_uncompressed(want, &a);
            (readers[r].compressed ? g2_to_compressed : g2_to_uncompressed)(again, &a);
            g2_add_affine(&q, &q, &G2_GENERATOR);
            assert_true(g2_in_subgroup(&a));
        }
        assert_memory_equal(point, want, 2 * readers[r].coord);
        assert_memory_equal(again, in, len);
    }
    assert_int_equal(fgetc(f), EOF);
    fclose(f);
}

static void test_vectors(void **state)
{
    (void)state;
    const char *vectors = getenv("CUZK_VECTORS");
    if (!vectors) {
        print_message("skipped: no vectors\n");
        skip();
    }
    check_file(vectors, "g1_compressed_valid_test_vectors.dat", 0);
    check_file(vectors, "g1_uncompressed_valid_test_vectors.dat", 1);
    check_file(vectors, "g1_uncompressed_valid_test_vectors.dat", 2);
    check_file(vectors, "g2_compressed_valid_test_vectors.dat", 3);
    check_file(vectors, "g2_uncompressed_valid_test_vectors.dat", 4);
    check_file(vectors, "g2_uncompressed_valid_test_vectors.dat", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flags),        cmocka_unit_test(test_sign),
        cmocka_unit_test(test_infinity),     cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_off_curve),    cmocka_unit_test(test_not_in_subgroup),
        cmocka_unit_test(test_status_names), cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
