/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a constant factor z of the lanes' butterflies is kept as, limbs of 52 bits: multiplying by
 * a known number needs no Montgomery form, only its quotient by r (Shoup; see ntt_lanes_inline.h
 * for how it is used and why k is what it is). Internal to poly. */
#ifndef CUZK_POLY_NTT_TWIDDLE_H
#define CUZK_POLY_NTT_TWIDDLE_H

#include "field/fr.h"

typedef struct ntt_twiddle {
    uint64_t w[5]; /* z, an integer in [0, r) */
    uint64_t q[5]; /* floor(2^260 z / r) */
    uint64_t k[5]; /* congruent to -2^259 z mod r, in [-5.5 r, -4.5 r], mod 2^260 */
} ntt_twiddle;

/* The 256 bits of a Montgomery form in limbs of 52. */
void ntt_split52(uint64_t o[5], const fr *a);

void ntt_twiddle_make(ntt_twiddle *o, const fr *z);

#endif
