/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Eight elements of Fp divided by powers of two, at a quarter of a multiplication. For LANES
 * files. */
#ifndef CUZK_FIELD_FP_LANES_DIVIDE_H
#define CUZK_FIELD_FP_LANES_DIVIDE_H

#include "field/fp_lanes_mul.h"

/* a / 2^16 mod p, for a < p: below 1.001 p. With m = -a / p mod 2^16, a + m p is a multiple. */
LANES_INLINE void fp8_divide_2_16(fp8 *a)
{
    const uint64_t *p = lanes_constants(FP52_MULTIPLE[1]);
    const __m512i low = lanes_set1(0xffff), zero = _mm512_setzero_si512();
    const __m512i m = _mm512_and_si512(lanes_lo(zero, a->l[0], lanes_set1(FP52_NEG_INV)), low);
    __m512i t[9];
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        t[j] = lanes_lo(a->l[j], m, lanes_set1(p[j]));
    t[8] = zero;
    LANES_UNROLL
    for (int j = 0; j < 7; j++) /* the last one adds nothing */
        t[j + 1] = lanes_hi(t[j + 1], m, lanes_set1(p[j]));
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = lanes_add(_mm512_srli_epi64(t[j], 16),
                            _mm512_slli_epi64(_mm512_and_si512(t[j + 1], low), 36));
    lanes_carry(a->l, 8);
    VERIFY_CHECK(fp8_is_normalised(a));
}

/* a / 2^208 mod p, for a < 2^384: below 2p. Each step of field/fp_lanes_mul.h takes a limb away and
 * adds less than 2^52 p, the last one less than p. */
LANES_INLINE void fp8_divide_2_208(fp8 *a)
{
    __m512i t[13];
    LANES_UNROLL
    for (int j = 0; j < 13; j++)
        t[j] = j < 8 ? a->l[j] : _mm512_setzero_si512();
    LANES_UNROLL
    for (int i = 0; i < 3; i++)
        fp8_fold(t + i);
    fp8_fold_last(t + 3);
    LANES_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = t[4 + j];
    lanes_carry(a->l, 8);
    VERIFY_CHECK(fp8_is_normalised(a));
}

#endif
