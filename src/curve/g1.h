/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* G1: y^2 = x^3 + 4 over Fp. Instantiates curve/point_template.h.
 *
 * Affine (x, y), with (0, 0) standing for infinity (it is not on the curve).
 * Jacobian (X, Y, Z): x = X/Z^2, y = Y/Z^3, infinity is Z = 0.
 * XYZZ (X, Y, ZZ, ZZZ): x = X/ZZ, y = Y/ZZZ, ZZ^3 = ZZZ^2, infinity is ZZ = 0. */
#ifndef CUZK_CURVE_G1_H
#define CUZK_CURVE_G1_H

#include "field/fp.h"
#include "field/fr.h"

typedef struct g1_affine {
    fp x, y;
} g1_affine;
typedef struct g1 {
    fp x, y, z;
} g1;
typedef struct g1_xyzz {
    fp x, y, zz, zzz;
} g1_xyzz;

#include "curve/g1_inline.h"

/* Complete (equal, opposite, infinite operands are handled), aliasing allowed:
 *   g1_set_infinity g1_is_infinity g1_affine_is_infinity g1_from_affine g1_to_affine
 *   g1_add(o, a, b)  g1_add_affine(o, a, b_affine)  g1_double(o, a)  g1_neg  g1_eq
 *   g1_xyzz_set_infinity  g1_xyzz_add_affine(acc, p)  g1_xyzz_add(acc, b)  g1_from_xyzz(o, a)
 *   g1_affine_neg  g1_affine_eq  g1_affine_on_curve                                        */

extern const g1_affine G1_GENERATOR;

void g1_mul(g1 *o, const g1 *p, const fr *k); /* k * P, any P on the curve */
void g1_mul_affine(g1 *o, const g1_affine *p, const fr *k);
/* n Jacobian points to affine with one inversion; scratch holds n field elements. */
void g1_to_affine_batch(g1_affine *o, const g1 *p, size_t n, fp *scratch);
/* Is P (on the curve) in the subgroup of order r? */
bool g1_in_subgroup(const g1_affine *p);

#endif
