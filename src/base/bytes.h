/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fixed-width loads and stores, hexadecimal, UTF-8. */
#ifndef CUZK_BASE_BYTES_H
#define CUZK_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t load_le32(const void *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap32(v);
}

static inline uint64_t load_le64(const void *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap64(v);
}

static inline uint32_t load_be32(const void *p)
{
    return __builtin_bswap32(load_le32(p));
}
static inline uint64_t load_be64(const void *p)
{
    return __builtin_bswap64(load_le64(p));
}

static inline void store_le32(void *p, uint32_t v)
{
    v = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap32(v);
    memcpy(p, &v, sizeof v);
}

static inline void store_le64(void *p, uint64_t v)
{
    v = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap64(v);
    memcpy(p, &v, sizeof v);
}

static inline void store_be32(void *p, uint32_t v)
{
    store_le32(p, __builtin_bswap32(v));
}
static inline void store_be64(void *p, uint64_t v)
{
    store_le64(p, __builtin_bswap64(v));
}

/* Lower-case hex of `len` bytes and a terminating NUL: `out` holds 2*len + 1 chars. */
void hex_encode(char *out, const void *bytes, size_t len);

/* Exactly 2*len hex digits, either case, nothing else; false otherwise. */
bool hex_decode(void *out, size_t len, const char *hex, size_t hex_len);

/* Bytes of the well-formed character (RFC 3629) at s, of which `left` > 0 follow; 0: there is none.
 * A NUL ends any: a text's `left` may be SIZE_MAX. */
size_t utf8_len(const void *s, size_t left);

/* FNV-1a, for tables. Whoever chooses the texts can make them collide. */
uint32_t hash_text(const char *text);

#endif
