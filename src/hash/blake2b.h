/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* BLAKE2b (RFC 7693): unkeyed or keyed, digests of 1 to 64 bytes. */
#ifndef CUZK_HASH_BLAKE2B_H
#define CUZK_HASH_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#define BLAKE2B_MAX_LEN   64
#define BLAKE2B_MAX_KEY   64
#define BLAKE2B_BLOCK_LEN 128

typedef struct blake2b_state {
    uint64_t h[8];
    uint64_t len; /* bytes compressed so far, the key block counted */
    size_t have;  /* bytes waiting in buf: the last block is compressed only by final */
    size_t out_len;
    uint8_t buf[BLAKE2B_BLOCK_LEN];
} blake2b_state;

/* 1 <= out_len <= 64, key_len <= 64 (0: unkeyed, key may be NULL). */
void blake2b_init(blake2b_state *s, size_t out_len, const void *key, size_t key_len);
void blake2b_update(blake2b_state *s, const void *data, size_t len);
/* Writes out_len bytes; the state must be initialised again before it is used again. */
void blake2b_final(blake2b_state *s, uint8_t *out);

#endif
