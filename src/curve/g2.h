/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* G2: y^2 = x^3 + 4(1 + u) over Fp2. Instantiates curve/point_template.h.
 *
 * Affine (x, y), with (0, 0) standing for infinity (it is not on the curve).
 * Jacobian (X, Y, Z): x = X/Z^2, y = Y/Z^3, infinity is Z = 0.
 * XYZZ (X, Y, ZZ, ZZZ): x = X/ZZ, y = Y/ZZZ, ZZ^3 = ZZZ^2, infinity is ZZ = 0. */
#ifndef CUZK_CURVE_G2_H
#define CUZK_CURVE_G2_H

#include "field/fp2.h"
#include "field/fr.h"

typedef struct g2_affine {
    fp2 x, y;
} g2_affine;
typedef struct g2 {
    fp2 x, y, z;
} g2;
typedef struct g2_xyzz {
    fp2 x, y, zz, zzz;
} g2_xyzz;

#include "curve/g2_inline.h"

/* Complete (equal, opposite, infinite operands are handled), aliasing allowed:
 *   g2_set_infinity g2_is_infinity g2_affine_is_infinity g2_from_affine g2_to_affine
 *   g2_add(o, a, b)  g2_add_affine(o, a, b_affine)  g2_double(o, a)  g2_neg  g2_eq
 *   g2_xyzz_set_infinity  g2_xyzz_add_affine(acc, p)  g2_xyzz_add(acc, b)  g2_from_xyzz(o, a)
 *   g2_affine_neg  g2_affine_eq  g2_affine_on_curve                                        */

extern const g2_affine G2_GENERATOR;

void g2_mul(g2 *o, const g2 *p, const fr *k); /* k * P, any P on the curve */
void g2_mul_affine(g2 *o, const g2_affine *p, const fr *k);
/* n Jacobian points to affine with one inversion; scratch holds n field elements. */
void g2_to_affine_batch(g2_affine *o, const g2 *p, size_t n, fp2 *scratch);
/* Is P (on the curve) in the subgroup of order r? */
bool g2_in_subgroup(const g2_affine *p);

#endif
