/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 in a circuit (docs/spec/gadgets.md §5). Messages and digests are Booleans in the order of
 * the standard: bytes in order, most significant bit first in each. */
#ifndef CUZK_GADGETS_SHA256_H
#define CUZK_GADGETS_SHA256_H

#include "gadgets/word.h"

#define SHA256_BITS       256
#define SHA256_BLOCK_BITS 512

/* The digest of n bits, padding included. Constant blocks and constant bits cost no rows. */
void sha256_gadget(cs *s, boolean out[SHA256_BITS], const boolean *bits, size_t n);

/* One application of the compression function to state, in place. */
void sha256_compress_gadget(cs *s, word state[8], const boolean block[SHA256_BLOCK_BITS]);
/* The initial state, and the digest a state stands for. */
void sha256_iv_gadget(word state[8]);
void sha256_state_bits(boolean out[SHA256_BITS], const word state[8]);

#endif
