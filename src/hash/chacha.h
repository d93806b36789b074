/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The ChaCha keystream with 8, 12 or 20 rounds, in both layouts of counter and nonce. */
#ifndef CUZK_HASH_CHACHA_H
#define CUZK_HASH_CHACHA_H

#include <stddef.h>
#include <stdint.h>

#define CHACHA_BLOCK_LEN 64

typedef struct chacha_state {
    uint32_t in[16];
    unsigned rounds;
    unsigned counter_words; /* 2 in the original layout, 1 in the IETF's */
    size_t used;            /* bytes of block already given out */
    uint8_t block[CHACHA_BLOCK_LEN];
} chacha_state;

/* The original layout: a 64-bit block counter, then a 64-bit nonce. (Rust's ChaCha8Rng is this
 * keystream with key = seed, counter and nonce 0, read as little-endian words.) */
void chacha_init(chacha_state *s, unsigned rounds, const uint8_t key[32], uint64_t counter,
                 const uint8_t nonce[8]);

/* RFC 8439: a 32-bit block counter, which wraps, then a 96-bit nonce. */
void chacha_init_ietf(chacha_state *s, unsigned rounds, const uint8_t key[32], uint32_t counter,
                      const uint8_t nonce[12]);

/* The next len bytes. */
void chacha_keystream(chacha_state *s, void *out, size_t len);

/* The next 4 or 8 bytes as a little-endian integer. */
uint32_t chacha_next_u32(chacha_state *s);
uint64_t chacha_next_u64(chacha_state *s);

#endif
