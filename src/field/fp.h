/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp: the base field of BLS12-381, p = 0x1a0111ea397fe69a...aaab (docs/spec/fields.md).
 *
 * Representation: Montgomery form, R = 2^384, always fully reduced (< p), six 64-bit limbs, least
 * significant first. Every function accepts aliased arguments. Variable time. */
#ifndef CUZK_FIELD_FP_H
#define CUZK_FIELD_FP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fp {
    uint64_t l[6];
} fp;

/* A canonical integer < p (not Montgomery). */
typedef struct fp_raw {
    uint64_t l[6];
} fp_raw;

#include "field/fp_constants.h" /* generated */
#include "field/fp_inline.h" /* fp_add fp_sub fp_neg fp_double fp_mul fp_sqr fp_eq fp_is_zero ... */

/* 48 bytes, big-endian canonical. False (o untouched) when the integer is >= p. */
bool fp_from_bytes_be(fp *o, const uint8_t in[48]);
void fp_to_bytes_be(uint8_t out[48], const fp *a);

void fp_inv(fp *o, const fp *a); /* zero gives zero */
/* Inverts n elements in place with one inversion (zeros stay zero); scratch holds n. */
void fp_inv_batch(fp *a, size_t n, fp *scratch);
void fp_pow(fp *o, const fp *a, const uint64_t *e, size_t e_limbs);
/* False, o untouched, when a is not a square. */
bool fp_sqrt(fp *o, const fp *a);
/* a > (p-1)/2 as an integer: the sign bit of the encodings. */
bool fp_is_large(const fp *a);

#endif
