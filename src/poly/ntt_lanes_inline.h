/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Butterflies in lanes: the loose numbers of field/fr_lanes.h times constants. For LANES files.
 *
 * b z for a constant z: with a nonnegative b' in place of b and Q = floor(2^260 z / r), the upper
 * half of b' Q is the quotient h of b' z by r, or little less, and b' z - h r is short, so that its
 * low half is all of it. Of b' Q only the products at 2^260 and above are summed; the nine left out
 * at 2^208, the floor in Q and what is below take less than 10 + 2^-40 from h: b' z - h r is in
 * [0, 10.01 r). b' = b + 2^259 is nonnegative for any loose b; the constant k = -2^259 z - n r that
 * the sum begins with takes 2^259 z away again and centres the result: within 5.51 r. 75
 * multiplications against the 106 of Montgomery's method. */
#ifndef CUZK_POLY_NTT_LANES_INLINE_H
#define CUZK_POLY_NTT_LANES_INLINE_H

#include "field/fr_lanes.h"
#include "poly/ntt_twiddle.h"

#define NTT_BOUND_PRODUCT 56 /* tenths of r: what fr8_mul_twiddle gives, rounded up */

/* t[p] += the part of a b below 2^260 */
LANES_INLINE void ntt_add_low(__m512i t[5], const __m512i a[5], const __m512i b[5])
{
    LANES_UNROLL
    for (int i = 0; i < 5; i++) {
        LANES_UNROLL
        for (int j = 0; i + j < 5; j++)
            t[i + j] = lanes_lo(t[i + j], a[i], b[j]);
        LANES_UNROLL
        for (int j = 0; i + j < 4; j++)
            t[i + j + 1] = lanes_hi(t[i + j + 1], a[i], b[j]);
    }
}

/* t[p] += the products of a b at 2^260 and above, t[0] being at 2^260 */
LANES_INLINE void ntt_add_high(__m512i t[5], const __m512i a[5], const __m512i b[5])
{
    LANES_UNROLL
    for (int i = 0; i < 5; i++) {
        LANES_UNROLL
        for (int j = 4 - i; j < 5; j++)
            t[i + j - 4] = lanes_hi(t[i + j - 4], a[i], b[j]);
        LANES_UNROLL
        for (int j = 5 - i; j < 5; j++)
            t[i + j - 5] = lanes_lo(t[i + j - 5], a[i], b[j]);
    }
}

/* o = b z, loose and within 5.6 r, of loose b. */
LANES_INLINE void ntt_mul(fr8 *o, const fr8 *b, const ntt_twiddle *z)
{
    fr8 f = *b, h, c;
    fr8_carry_low(f.l, true);
    f.l[4] = lanes_add(f.l[4], lanes_set1(UINT64_C(1) << 51));
    fr8_zero(&h);
    fr8_set1(&c, z->q);
    ntt_add_high(h.l, c.l, f.l);
    fr8_set1(o, z->k);
    fr8_set1(&c, z->w);
    ntt_add_low(o->l, c.l, f.l);
    fr8_carry_low(h.l, false);
    fr8_set1(&c, FR52_MINUS_R);
    ntt_add_low(o->l, h.l, c.l);
    VERIFY_CHECK(fr8_is_within(o, NTT_BOUND_PRODUCT));
}

#endif
