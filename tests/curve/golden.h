/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading hex members of the golden JSON files. */
#ifndef CUZK_TESTS_CURVE_GOLDEN_H
#define CUZK_TESTS_CURVE_GOLDEN_H

#include "base/bytes.h"
#include "curve/encoding.h"
#include "field/oracle.h"
#include <jansson.h>
#include <stdlib.h>

static inline json_t *golden_load(const char *path)
{
    json_error_t e;
    json_t *j = json_load_file(path, 0, &e);
    if (!j)
        fail_msg("%s: %s", path, e.text);
    return j;
}

static inline void hex_of(uint8_t *out, size_t len, const json_t *string)
{
    assert_true(json_is_string(string));
    assert_true(hex_decode(out, len, json_string_value(string), json_string_length(string)));
}

static inline fr golden_fr(const json_t *string)
{
    uint8_t b[32];
    fr o;
    hex_of(b, sizeof b, string);
    assert_true(fr_from_bytes_le(&o, b));
    return o;
}

/* {compressed, uncompressed}: both are read and written. */
static inline g1_affine golden_g1(const json_t *j)
{
    uint8_t c[48], u[96], out[96];
    g1_affine p, q;
    hex_of(c, sizeof c, json_object_get(j, "compressed"));
    hex_of(u, sizeof u, json_object_get(j, "uncompressed"));
    assert_int_equal(g1_from_compressed(&p, c), POINT_OK);
    assert_int_equal(g1_from_uncompressed(&q, u), POINT_OK);
    assert_memory_equal(&p, &q, sizeof p);
    g1_to_compressed(out, &p);
    assert_memory_equal(out, c, sizeof c);
    g1_to_uncompressed(out, &p);
    assert_memory_equal(out, u, sizeof u);
    return p;
}

static inline g2_affine golden_g2(const json_t *j)
{
    uint8_t c[96], u[192], out[192];
    g2_affine p, q;
    hex_of(c, sizeof c, json_object_get(j, "compressed"));
    hex_of(u, sizeof u, json_object_get(j, "uncompressed"));
    assert_int_equal(g2_from_compressed(&p, c), POINT_OK);
    assert_int_equal(g2_from_uncompressed(&q, u), POINT_OK);
    assert_memory_equal(&p, &q, sizeof p);
    g2_to_compressed(out, &p);
    assert_memory_equal(out, c, sizeof c);
    g2_to_uncompressed(out, &p);
    assert_memory_equal(out, u, sizeof u);
    return p;
}

#endif
