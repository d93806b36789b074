/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/encoding.h"

static const struct {
    const char *code, *text;
} statuses[] = {
    [POINT_OK] = { "ok", "a point" },
    [POINT_BAD_FLAGS] = { "bad-flags", "marked with bits that this encoding does not have" },
    [POINT_NOT_CANONICAL] = { "not-canonical", "given by a coordinate not below the modulus, or by "
                                               "bytes behind infinity" },
    [POINT_NOT_ON_CURVE] = { "not-on-curve", "off the curve" },
    [POINT_NOT_IN_SUBGROUP] = { "not-in-subgroup", "on the curve, but not in its subgroup" },
    [POINT_INFINITY] = { "infinity", "the point at infinity, where it is not allowed" },
};

const char *point_status_text(point_status s)
{
    return statuses[s].text;
}
const char *point_status_code(point_status s)
{
    return statuses[s].code;
}

void g1_to_uncompressed(uint8_t out[G1_UNCOMPRESSED_LEN], const g1_affine *p)
{
    fp_to_bytes_be(out, &p->x);
    fp_to_bytes_be(out + 48, &p->y);
    if (g1_affine_is_infinity(p))
        out[0] |= 0x40;
}

void g2_to_uncompressed(uint8_t out[G2_UNCOMPRESSED_LEN], const g2_affine *p)
{
    fp2_to_bytes_be(out, &p->x);
    fp2_to_bytes_be(out + 96, &p->y);
    if (g2_affine_is_infinity(p))
        out[0] |= 0x40;
}

void g1_to_compressed(uint8_t out[G1_COMPRESSED_LEN], const g1_affine *p)
{
    fp_to_bytes_be(out, &p->x);
    out[0] |= 0x80;
    if (g1_affine_is_infinity(p))
        out[0] |= 0x40;
    else if (fp_is_large(&p->y))
        out[0] |= 0x20;
}

void g2_to_compressed(uint8_t out[G2_COMPRESSED_LEN], const g2_affine *p)
{
    fp2_to_bytes_be(out, &p->x);
    out[0] |= 0x80;
    if (g2_affine_is_infinity(p))
        out[0] |= 0x40;
    else if (fp2_is_large(&p->y))
        out[0] |= 0x20;
}
