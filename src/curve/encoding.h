/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Point encodings of docs/spec/fields.md §3 (big-endian coordinates, three flag bits), read
 * strictly: canonical coordinates, on the curve, no alternative spellings of any point. The
 * subgroup is asked for apart (g1_in_subgroup), because parameters batch that question. */
#ifndef CUZK_CURVE_ENCODING_H
#define CUZK_CURVE_ENCODING_H

#include "curve/g1.h"
#include "curve/g2.h"

#define G1_COMPRESSED_LEN   48
#define G1_UNCOMPRESSED_LEN 96
#define G2_COMPRESSED_LEN   96
#define G2_UNCOMPRESSED_LEN 192

typedef enum point_status {
    POINT_OK,
    POINT_BAD_FLAGS,     /* a flag combination this encoding does not have */
    POINT_NOT_CANONICAL, /* a coordinate >= p, or a dirty tail behind the infinity flag */
    POINT_NOT_ON_CURVE,
    POINT_NOT_IN_SUBGROUP,
    POINT_INFINITY, /* where infinity is not allowed */
} point_status;

/* "off the curve" and the like, for messages; and the stable code, "not-on-curve". */
const char *point_status_text(point_status s);
const char *point_status_code(point_status s);

/* Infinity is accepted and gives (0, 0). On failure the output is untouched. */
point_status g1_from_uncompressed(g1_affine *o, const uint8_t in[G1_UNCOMPRESSED_LEN]);
point_status g1_from_compressed(g1_affine *o, const uint8_t in[G1_COMPRESSED_LEN]);
point_status g2_from_uncompressed(g2_affine *o, const uint8_t in[G2_UNCOMPRESSED_LEN]);
point_status g2_from_compressed(g2_affine *o, const uint8_t in[G2_COMPRESSED_LEN]);

/* The same without the curve equation, for points that passed a check before: flags and
 * canonical coordinates are still looked at. */
point_status g1_from_uncompressed_trusted(g1_affine *o, const uint8_t in[G1_UNCOMPRESSED_LEN]);
point_status g2_from_uncompressed_trusted(g2_affine *o, const uint8_t in[G2_UNCOMPRESSED_LEN]);

void g1_to_uncompressed(uint8_t out[G1_UNCOMPRESSED_LEN], const g1_affine *p);
void g1_to_compressed(uint8_t out[G1_COMPRESSED_LEN], const g1_affine *p);
void g2_to_uncompressed(uint8_t out[G2_UNCOMPRESSED_LEN], const g2_affine *p);
void g2_to_compressed(uint8_t out[G2_COMPRESSED_LEN], const g2_affine *p);

#endif
