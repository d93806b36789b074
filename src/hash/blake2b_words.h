/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* BLAKE2b-512 of many messages of two numbers, of which only the first 8 bytes are wanted: what a
 * permutation of nodes is made of. */
#ifndef CUZK_HASH_BLAKE2B_WORDS_H
#define CUZK_HASH_BLAKE2B_WORDS_H

#include <stddef.h>
#include <stdint.h>

/* out[i] = the first 8 bytes, read big-endian, of the digest of first[i] || second, 8 bytes
 * big-endian each. Eight at a time in the variant ifma. out may be first. */
void blake2b_words(uint64_t *out, const uint64_t *first, uint64_t second, size_t n);
void blake2b_words_ref(uint64_t *out, const uint64_t *first, uint64_t second, size_t n);

/* Of eight; inside the hash layer. */
void blake2b_words8_ifma(uint64_t out[8], const uint64_t first[8], uint64_t second);

#endif
