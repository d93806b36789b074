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

#endif
