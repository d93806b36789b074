/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Point encodings, at every multiple of 48 bytes: what is accepted is written back as the same
 * bytes, so that no point has two spellings; the trusted readers accept no less and give the same
 * point. */
#include "curve/encoding.h"

unsigned long fuzz_accepted;
#include "fuzz.h"

static void g1_both(const uint8_t *in, size_t len)
{
    g1_affine p, q;
    uint8_t out[G1_UNCOMPRESSED_LEN];
    if (len >= G1_COMPRESSED_LEN && g1_from_compressed(&p, in) == POINT_OK) {
        fuzz_accepted++;
        g1_to_compressed(out, &p);
        CHECK(memcmp(out, in, G1_COMPRESSED_LEN) == 0);
        g1_to_uncompressed(out, &p);
        CHECK(g1_from_uncompressed(&q, out) == POINT_OK && memcmp(&p, &q, sizeof p) == 0);
    }
    if (len >= G1_UNCOMPRESSED_LEN && g1_from_uncompressed(&p, in) == POINT_OK) {
        fuzz_accepted++;
        g1_to_uncompressed(out, &p);
        CHECK(memcmp(out, in, G1_UNCOMPRESSED_LEN) == 0);
        CHECK(g1_from_uncompressed_trusted(&q, in) == POINT_OK && memcmp(&p, &q, sizeof p) == 0);
    }
}

static void g2_both(const uint8_t *in, size_t len)
{
    g2_affine p, q;
    uint8_t out[G2_UNCOMPRESSED_LEN];
    if (len >= G2_COMPRESSED_LEN && g2_from_compressed(&p, in) == POINT_OK) {
        fuzz_accepted++;
        g2_to_compressed(out, &p);
        CHECK(memcmp(out, in, G2_COMPRESSED_LEN) == 0);
        g2_to_uncompressed(out, &p);
        CHECK(g2_from_uncompressed(&q, out) == POINT_OK && memcmp(&p, &q, sizeof p) == 0);
    }
    if (len >= G2_UNCOMPRESSED_LEN && g2_from_uncompressed(&p, in) == POINT_OK) {
        fuzz_accepted++;
        g2_to_uncompressed(out, &p);
        CHECK(memcmp(out, in, G2_UNCOMPRESSED_LEN) == 0);
        CHECK(g2_from_uncompressed_trusted(&q, in) == POINT_OK && memcmp(&p, &q, sizeof p) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    for (size_t at = 0; at < len && at < 400; at += G1_COMPRESSED_LEN) {
        g1_both(data + at, len - at);
        g2_both(data + at, len - at);
    }
    return 0;
}
