/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The answers of Poseidon are those of the official crates: tests/data/golden/poseidon.json, arity
 * 2, the last vector; SHA-256 is FIPS 180-4's example. Field and curve bring their own. */
#include "prover/selftest.h"

#include "base/bytes.h"
#include "curve/pairing.h"
#include "curve/selftest.h"
#include "field/selftest.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"

#include <pthread.h>
#include <string.h>

/* e(3 G1, G2) e(-G1, 3 G2) = 1, and without the sign it is not. */
static bool test_pairing(cpu_variant v, const char **what)
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
    (void)v;
    *what = "pairing_product_is_one";
    one = pairing_product_is_one(p, q, 2);
    p[1] = G1_GENERATOR;
    other = pairing_product_is_one(p, q, 2);
    return one && !other;
}

static bool fr_reads(const fr *a, const char *hex)
{
    uint8_t bytes[32];
    char got[65];

    fr_to_bytes_le(bytes, a);
    hex_encode(got, bytes, sizeof bytes);
    return strcmp(got, hex) == 0;
}

static bool fr_from_hex(fr *out, const char *hex)
{
    uint8_t bytes[32];

    return hex_decode(bytes, 32, hex, strlen(hex)) && fr_from_bytes_le(out, bytes);
}

static bool test_poseidon(cpu_variant v, const char **what)
{
    (void)v;
    *what = "poseidon_hash";
    fr in[2], out;

    if (!fr_from_hex(&in[0], "6f26bc4be378624f7bfd01c3e9cd8ac60904af6c1fcc56304b0570fca97a056c") ||
        !fr_from_hex(&in[1], "6cb49e7854b92efe87a108825d539fc556a22f481e5640c368d383041e6db93b"))
        return false;
    poseidon_hash(&out, in, 2);
    return fr_reads(&out, "06eafe03fd27dc469690063626d72a18733d5aea56cfc4066f59b933f65e5a5d");
}

static bool test_sha256(cpu_variant v, const char **what)
{
    uint8_t digest[SHA256_LEN];
    char got[2 * SHA256_LEN + 1];

    (void)v;
    *what = "sha256";
    sha256(digest, "abc", 3);
    hex_encode(got, digest, sizeof digest);
    return strcmp(got, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") == 0;
}

const selftest selftests[SELFTESTS] = {
    { "field", field_selftest },   { "curve", curve_selftest }, { "pairing", test_pairing },
    { "poseidon", test_poseidon }, { "sha256", test_sha256 },
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failed; /* what the first that did names */

static void run_all(void)
{
    const char *what = NULL;

    for (size_t i = 0; i < SELFTESTS && !failed; i++)
        failed = selftests[i].run(cpu_variant_get(), &what) ? NULL : what;
}

cuzk_status selftest_once(cuzk_error *err)
{
    pthread_once(&once, run_all);
    return failed ? selftest_error(err, cpu_variant_get(), failed) : CUZK_OK;
}

cuzk_status selftest_error(cuzk_error *err, cpu_variant v, const char *what)
{
    return err_set(err, CUZK_FAULT, "selftest",
                   "the self-test of %s fails with the %s kernels: this build computes wrongly on "
                   "this machine",
                   what, cpu_variant_name(v));
}
