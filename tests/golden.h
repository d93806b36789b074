/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Golden JSON files (tests/data/golden) and the pseudo-random scalars they were made from. */
#ifndef CUZK_TESTS_GOLDEN_H
#define CUZK_TESTS_GOLDEN_H

#include "test.h"

#include "base/bytes.h"
#include "field/fr.h"
#include <jansson.h>

static inline json_t *golden_load(const char *name)
{
    char path[512];
    json_error_t e;
    snprintf(path, sizeof path, "%s/golden/%s", CUZK_TEST_DATA, name);
    json_t *j = json_load_file(path, 0, &e);
    if (!j)
        fail_msg("%s:%d: %s", path, e.line, e.text);
    return j;
}

static inline void golden_bytes(const json_t *hex, uint8_t *out, size_t len)
{
    assert_true(json_is_string(hex));
    assert_true(hex_decode(out, len, json_string_value(hex), json_string_length(hex)));
}

/* An array of n scalars, 32-byte little-endian hex each. */
static inline void golden_frs(const json_t *list, fr *out, size_t n)
{
    assert_int_equal(json_array_size(list), n);
    for (size_t i = 0; i < n; i++) {
        uint8_t b[32];
        golden_bytes(json_array_get(list, i), b, sizeof b);
        assert_true(fr_from_bytes_le(&out[i], b));
    }
}

/* Marsaglia's xorshift128, as the rand_xorshift crate seeds it. */
typedef struct xorshift {
    uint32_t x, y, z, w;
} xorshift;

static inline uint32_t xorshift_u32(xorshift *s)
{
    uint32_t t = s->x ^ (s->x << 11);
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    s->w = s->w ^ (s->w >> 19) ^ t ^ (t >> 8);
    return s->w;
}

/* fixed_frs(salt, n): see tests/data/golden. A scalar is four 64-bit words with the top bit
 * cleared, drawn again until it is below r. */
static inline void golden_fixed_frs(uint8_t salt, fr *out, size_t n)
{
    uint8_t seed[16] = { 0x59, 0x62, 0xbe, 0x5d, 0x76, 0x3d, 0x31, 0x8d,
                         0x17, 0xdb, 0x37, 0x32, 0x54, 0x06, 0xbc, 0xe5 };
    seed[0] ^= salt;
    xorshift s = { load_le32(seed), load_le32(seed + 4), load_le32(seed + 8),
                   load_le32(seed + 12) };
    for (size_t i = 0; i < n; i++) {
        fr_raw raw;
        do {
            for (int j = 0; j < 4; j++) {
                uint64_t lo = xorshift_u32(&s);
                raw.l[j] = lo | (uint64_t)xorshift_u32(&s) << 32;
            }
            raw.l[3] &= UINT64_MAX >> 1;
        } while (!fr_raw_is_canonical(&raw));
        fr_from_raw(&out[i], &raw);
    }
}

#endif
