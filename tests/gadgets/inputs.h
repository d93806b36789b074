/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The fixed inputs of the golden gadget circuits. */
#ifndef CUZK_TESTS_INPUTS_H
#define CUZK_TESTS_INPUTS_H

#include "field/fr.h"

/* SHA-256(salt || u32 LE counter), block after block. */
void fixed_bytes(uint8_t *out, size_t len, const char *salt);
/* n elements from an xorshift generator whose seed is the test seed with byte 0 xored by salt. */
void fixed_frs(fr *out, size_t n, uint8_t salt);

/* B: fixed_bytes("golden gadget", 2048), and its bits, most significant first in each byte. */
#define GADGET_BYTES 2048
const uint8_t *gadget_bytes(void);
bool gadget_bit(size_t i);

#endif
