/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fr: the scalar field of BLS12-381, r = 0x73eda753299d7d48...00000001 (docs/spec/fields.md).
 *
 * Representation: Montgomery form, R = 2^256, always fully reduced (< r), four 64-bit limbs, least
 * significant first. Every function accepts aliased arguments. Variable time. */
#ifndef CUZK_FIELD_FR_H
#define CUZK_FIELD_FR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fr {
    uint64_t l[4];
} fr;

/* A canonical integer < r (not Montgomery): what digit extraction and encodings work on. */
typedef struct fr_raw {
    uint64_t l[4];
} fr_raw;

#define FR_BITS        255
#define FR_CAPACITY    254
#define FR_TWO_ADICITY 32

#include "field/fr_constants.h" /* generated: FR_ZERO, FR_ONE, FR_ROOT_OF_UNITY, ... */
#include "field/fr_inline.h"    /* fr_add fr_sub fr_neg fr_double fr_mul fr_sqr ... */

/* Provided inline, on the variant this file is compiled for (base/variant.h):
 *   void fr_add(fr *o, const fr *a, const fr *b);   fr_sub, fr_mul alike
 *   void fr_neg(fr *o, const fr *a);                fr_double, fr_sqr alike
 *   bool fr_eq(const fr *a, const fr *b);  bool fr_is_zero(const fr *a);  bool fr_is_one(...)
 *   void fr_to_raw(fr_raw *o, const fr *a);         Montgomery -> canonical
 *   void fr_from_raw(fr *o, const fr_raw *a);       canonical (must be < r) -> Montgomery
 *   fr   fr_from_u64(uint64_t v);                                                        */

bool fr_raw_is_canonical(const fr_raw *a);

/* 32 bytes, little-endian canonical. False (o untouched) when the integer is >= r. */
bool fr_from_bytes_le(fr *o, const uint8_t in[32]);
void fr_to_bytes_le(uint8_t out[32], const fr *a);

/* a^-1; zero gives zero. */
void fr_inv(fr *o, const fr *a);
/* Inverts n elements in place with one inversion (zeros stay zero); scratch holds n. */
void fr_inv_batch(fr *a, size_t n, fr *scratch);
/* a^e for an exponent of e_limbs 64-bit limbs, least significant first. */
void fr_pow(fr *o, const fr *a, const uint64_t *e, size_t e_limbs);
void fr_pow_u64(fr *o, const fr *a, uint64_t e);
/* An element of multiplicative order 2^lg_n, lg_n <= 32: ROOT_OF_UNITY^(2^(32-lg_n)). */
void fr_root_of_unity(fr *o, unsigned lg_n);

/* Decimal or 0x-prefixed big-endian hexadecimal; false if malformed or >= r. */
bool fr_from_string(fr *o, const char *s);

#endif
