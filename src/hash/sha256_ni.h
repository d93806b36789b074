/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The SHA-256 compression function on the SHA extensions of x86 (sha256_ni.c is built only
 * there). Inside the hash layer and its tests. */
#ifndef CUZK_HASH_SHA256_NI_H
#define CUZK_HASH_SHA256_NI_H

#include "hash/sha256.h"

#if defined(__x86_64__)
#define SHA256_HAVE_NI 1
#else
#define SHA256_HAVE_NI 0
#endif

/* As sha256_compress; the CPU must have the extensions. */
void sha256_compress_ni(uint32_t h[8], const uint8_t *blocks, size_t n);

#endif
