/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The optimal ate pairing e: G1 x G2 -> Gt (Vercauteren 2008). Points must be on the curve and in
 * the subgroup; infinity gives one. */
#ifndef CUZK_CURVE_PAIRING_H
#define CUZK_CURVE_PAIRING_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "field/fp12.h"

/* The product of the Miller loops of n pairs (one shared chain of squarings). */
void pairing_miller(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n);
/* f^((p^12 - 1)/r * c) for a fixed c prime to r (Hayashida-Hayasaka-Teruya 2020). */
void pairing_final_exp(fp12 *o, const fp12 *f);
/* final_exp(miller(...)) == 1? */
bool pairing_product_is_one(const g1_affine *p, const g2_affine *q, size_t n);

/* The lines of Q's Miller loop but for P: for a Q that meets many. */
#define PAIRING_LINES 68 /* 63 doublings, 5 additions */
typedef struct pairing_line {
    fp2 c0, c1, c2; /* c0 + c1 xP v + c2 yP v w */
} pairing_line;
typedef struct pairing_prepared {
    bool infinity;
    pairing_line line[PAIRING_LINES];
} pairing_prepared;

void pairing_prepare(pairing_prepared *o, const g2_affine *q);
/* The product of the Miller loops of n pairs and of m more whose Qs are prepared. */
void pairing_miller_prepared(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n,
                             const g1_affine *p_of_lines, const pairing_prepared *const *lines,
                             size_t m);

#endif
