/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The answers are those of the official crates: tests/data/golden/curve.json (scalar_field, the
 * last of generator_multiples) and poseidon.json (arity 2, the last vector); SHA-256 is FIPS
 * 180-4's. */
#include "prover/selftest.h"

#include "base/bytes.h"
#include "base/cpu.h"
#include "curve/encoding.h"
#include "curve/pairing.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"

#include <pthread.h>
#include <string.h>

/* Do these bytes read so in hexadecimal? */
static bool reads(const uint8_t *bytes, size_t len, const char *hex)
{
    char got[2 * G2_COMPRESSED_LEN + 1];

    hex_encode(got, bytes, len);
    return strcmp(got, hex) == 0;
}

static bool fr_reads(const fr *a, const char *hex)
{
    uint8_t bytes[32];

    fr_to_bytes_le(bytes, a);
    return reads(bytes, sizeof bytes, hex);
}

static bool fr_from_hex(fr *out, const char *hex)
{
    uint8_t bytes[32];

    return hex_decode(bytes, 32, hex, strlen(hex)) && fr_from_bytes_le(out, bytes);
}

static bool test_fr(void)
{
    fr a, b, product, inverse;

    if (!fr_from_hex(&a, "d28ebc4b5ed0624fc65501c354658ac649a9ef690a645630a3a830f914d2056c") ||
        !fr_from_hex(&b, "3c9bb47814d641fb6f0c4887e0fb9fc514f52e1953712aeccd33c62bae8dbc11"))
        return false;
    fr_mul(&product, &a, &b);
    fr_inv(&inverse, &a);
    return fr_reads(&product, "76438b21498d831f0cb1a3cbb5454fcc7a6a4d2ebecb12ee31948906424db652") &&
           fr_reads(&inverse, "e71d57119b4a76d529449cbe76d8d7b617e6f3d281357284759f9901bc0d8e60");
}

/* A scalar of full length: each multiple of a generator takes some thousand products in Fp, Fp2. */
#define SCALAR "c3f8ba80cfe3e63394eee3600b1b02c3489f299499eed59059253deff6a1343c"

static bool test_g1(void)
{
    uint8_t bytes[G1_COMPRESSED_LEN];
    g1_affine affine;
    g1 p;
    fr k;

    if (!fr_from_hex(&k, SCALAR))
        return false;
    g1_mul_affine(&p, &G1_GENERATOR, &k);
    g1_to_affine(&affine, &p);
    g1_to_compressed(bytes, &affine);
    return g1_in_subgroup(&affine) &&
           reads(bytes, sizeof bytes,
                 "807d85336e0e98b8b35df55951291856d146c439055b1dbd84100f06cabea4ad"
                 "832127bfeaea47fdf83bf5cc18e6b449");
}

static bool test_g2(void)
{
    uint8_t bytes[G2_COMPRESSED_LEN];
    g2_affine affine;
    g2 p;
    fr k;

    if (!fr_from_hex(&k, SCALAR))
        return false;
    g2_mul_affine(&p, &G2_GENERATOR, &k);
    g2_to_affine(&affine, &p);
    g2_to_compressed(bytes, &affine);
    return g2_in_subgroup(&affine) &&
           reads(bytes, sizeof bytes,
                 "a88b07615376b34b77c87c89c3499c3afe2f41e93eb3e3e6f2028f64df5dce15"
                 "d9ab3d62ddfe7f0966d22c0cc57411d800f27269a680a972dfb033a1c91d0659"
                 "c8df21e8d050c394807771369df03db114172e93e2c58248bbbca18aee4b0bed");
}

/* e(3 G1, G2) e(-G1, 3 G2) = 1, and without the sign it is not. */
static bool test_pairing(void)
{
    const fr three = fr_from_u64(3);
    g1_affine p[2];
    g2_affine q[2] = { G2_GENERATOR, G2_GENERATOR };
    g1 p3;
    g2 q3;
    bool one, other;

    g1_mul_affine(&p3, &G1_GENERATOR, &three);
    g1_to_affine(&p[0], &p3);
    g2_mul_affine(&q3, &G2_GENERATOR, &three);
    g2_to_affine(&q[1], &q3);
    g1_affine_neg(&p[1], &G1_GENERATOR);
    one = pairing_product_is_one(p, q, 2);
    p[1] = G1_GENERATOR;
    other = pairing_product_is_one(p, q, 2);
    return one && !other;
}

static bool test_poseidon(void)
{
    fr in[2], out;

    if (!fr_from_hex(&in[0], "6f26bc4be378624f7bfd01c3e9cd8ac60904af6c1fcc56304b0570fca97a056c") ||
        !fr_from_hex(&in[1], "6cb49e7854b92efe87a108825d539fc556a22f481e5640c368d383041e6db93b"))
        return false;
    poseidon_hash(&out, in, 2);
    return fr_reads(&out, "06eafe03fd27dc469690063626d72a18733d5aea56cfc4066f59b933f65e5a5d");
}

static bool test_sha256(void)
{
    uint8_t got[SHA256_LEN];

    sha256(got, "abc", 3);
    return reads(got, sizeof got,
                 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

const selftest selftests[SELFTESTS] = {
    { "fr", test_fr },
    { "g1", test_g1 },
    { "g2", test_g2 },
    { "pairing", test_pairing },
    { "poseidon", test_poseidon },
    { "sha256", test_sha256 },
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const selftest *failed; /* the first that did */

static void run_all(void)
{
    for (size_t i = 0; i < SELFTESTS && !failed; i++)
        failed = selftests[i].run() ? NULL : &selftests[i];
}

cuzk_status selftest_once(cuzk_error *err)
{
    pthread_once(&once, run_all);
    if (!failed)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "selftest",
                   "the self-test \"%s\" fails with the %s kernels: this build computes wrongly on "
                   "this machine",
                   failed->name, cpu_variant_name(cpu_variant_get()));
}
