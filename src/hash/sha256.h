/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 (FIPS 180-4). The constants SHA256_IV and SHA256_K are in hash/hash_constants.h. */
#ifndef CUZK_HASH_SHA256_H
#define CUZK_HASH_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_LEN       32
#define SHA256_BLOCK_LEN 64

typedef struct sha256_state {
    uint32_t h[8];
    uint64_t len; /* bytes taken so far; the last len % 64 of them wait in buf */
    uint8_t buf[SHA256_BLOCK_LEN];
} sha256_state;

void sha256_init(sha256_state *s);
void sha256_update(sha256_state *s, const void *data, size_t len);
/* The state must be initialised again before it is used again. */
void sha256_final(sha256_state *s, uint8_t out[SHA256_LEN]);

/* All at once. out may be inside data. */
void sha256(uint8_t out[SHA256_LEN], const void *data, size_t len);

/* n blocks of 64 bytes through the compression function, on the SHA extensions when
 * cpu_sha_ni_enabled(). */
void sha256_compress(uint32_t h[8], const uint8_t *blocks, size_t n);
void sha256_compress_ref(uint32_t h[8], const uint8_t *blocks, size_t n);

#endif
