/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Powers in the cyclotomic subgroup, a^(p^4 - p^2 + 1) = 1, by squarings of compressed elements
 * (Karabina, ePrint 2010/542). Included by the pairing's kernel only.
 *
 * Over Fp4 = Fp2[s], s = w^3, an element is A + B w + C w^2 with A = a0 + a3 s, B = a1 + a4 s,
 * C = a2 + a5 s, and its square (fp12_sqr_cyclotomic) has
 *     B' = 3 s C^2 + 2 conj B, C' = 3 B^2 - 2 conj C:
 * B and C square without A, two squarings in Fp4 of three. From them, where a1 is not 0,
 *     a3 = (xi a5^2 + 3 a2^2 - 2 a4) / (4 a1), a0 = (2 a3^2 + a1 a5 - 3 a2 a4) xi + 1. */
#ifndef CUZK_CURVE_CYCLOTOMIC_INLINE_H
#define CUZK_CURVE_CYCLOTOMIC_INLINE_H

#include "curve/g1.h" /* BLS_X_ABS */
#include "field/fp12.h"

typedef struct compressed {
    fp2 a1, a4, a2, a5;
} compressed;

static inline void compressed_from(compressed *o, const fp12 *a)
{
    *o = (compressed) { a->c1.c0, a->c0.c2, a->c0.c1, a->c1.c2 };
}

static inline void compressed_sqr(compressed *a)
{
    fp2 b0, b1, c0, c1;
    fp4_sqr(&b0, &b1, &a->a1, &a->a4);
    fp4_sqr(&c0, &c1, &a->a2, &a->a5);
    fp2_3t_minus_2a(&a->a2, &b0, &a->a2);
    fp2_3t_plus_2a(&a->a5, &b1, &a->a5);
    fp2_mul_xi(&c1, &c1);
    fp2_3t_plus_2a(&a->a1, &c1, &a->a1);
    fp2_3t_minus_2a(&a->a4, &c0, &a->a4);
}

/* k = 1 / (4 a1) */
static inline void compressed_expand(fp12 *o, const compressed *a, const fp2 *k)
{
    fp2 a0, a3, t;
    fp2_sqr(&a3, &a->a5);
    fp2_mul_xi(&a3, &a3);
    fp2_sqr(&t, &a->a2);
    fp2_sub(&a0, &t, &a->a4);
    fp2_double(&a0, &a0);
    fp2_add(&a0, &a0, &t); /* 3 a2^2 - 2 a4 */
    fp2_add(&a3, &a3, &a0);
    fp2_mul(&a3, &a3, k);

    fp2_mul(&t, &a->a2, &a->a4);
    fp2_sqr(&a0, &a3);
    fp2_sub(&a0, &a0, &t);
    fp2_double(&a0, &a0);
    fp2_sub(&a0, &a0, &t); /* 2 a3^2 - 3 a2 a4 */
    fp2_mul(&t, &a->a1, &a->a5);
    fp2_add(&a0, &a0, &t);
    fp2_mul_xi(&a0, &a0);
    fp2_add(&a0, &a0, &FP2_ONE);
    *o = (fp12) { { a0, a->a2, a->a4 }, { a->a1, a3, a->a5 } };
}

#define X_BITS 6 /* set in |x|; bit 0 is not */
_Static_assert(__builtin_popcountll(BLS_X_ABS) == X_BITS && !(BLS_X_ABS & 1), "|x|");

/* a^|x|, a squaring a bit */
static void pow_x_plain(fp12 *o, const fp12 *a)
{
    fp12 acc = *a;
    for (int bit = 62; bit >= 0; bit--) {
        fp12_sqr_cyclotomic(&acc, &acc);
        if (BLS_X_ABS >> bit & 1)
            fp12_mul(&acc, &acc, a);
    }
    *o = acc;
}

/* a^x: the product of a^(2^i) over the bits i of |x|, conjugated, as the conjugate is the inverse
 * and x is negative. One is among those with an a1 that is 0. */
static void pow_x(fp12 *o, const fp12 *a)
{
    compressed square, at[X_BITS];
    fp2 k[X_BITS], scratch[X_BITS];
    fp12 factor;
    bool plain = false;
    int n = 0;
    compressed_from(&square, a);
    for (int bit = 1; bit < 64; bit++) {
        compressed_sqr(&square);
        if (!(BLS_X_ABS >> bit & 1))
            continue;
        at[n] = square;
        fp2_double(&k[n], &square.a1);
        fp2_double(&k[n], &k[n]);
        plain |= fp2_is_zero(&k[n]);
        n++;
    }
    if (plain) {
        pow_x_plain(o, a);
    } else {
        fp2_inv_batch(k, X_BITS, scratch);
        compressed_expand(o, &at[0], &k[0]);
        for (int i = 1; i < X_BITS; i++) {
            compressed_expand(&factor, &at[i], &k[i]);
            fp12_mul(o, o, &factor);
        }
    }
    fp12_conj(o, o);
}

#endif
