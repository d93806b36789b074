/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The G2 table of curve/kernels.h for one CPU variant. */
#include "base/variant.h"
#include "curve/kernels.h"
#include "curve/wnaf.h"

#define PT_FN(f)     g2_##f
#define PT_AFFINE    g2_affine
#define PT_JACOBIAN  g2
#define PT_FIELD     fp2
#define PT_F(f)      fp2_##f
#define PT_ONE       FP2_ONE
#define PT_B         G2_B
#define PT_COORD_LEN 96
#include "curve/batch_add_template.h"
#include "curve/encoding_template.h"
#include "curve/mul_template.h"

/* |x| P; |x| has six bits set */
static void mul_by_x(g2 *o, const g2_affine *p)
{
    g2 acc;
    g2_from_affine(&acc, p);
    for (int i = 62; i >= 0; i--) {
        g2_double(&acc, &acc);
        if (BLS_X_ABS >> i & 1)
            g2_add_affine(&acc, &acc, p);
    }
    *o = acc;
}

/* psi(P) = x P, where psi = twist o Frobenius o untwist (Scott, ePrint 2021/1130).
 *
 * psi inherits the equation of the Frobenius of E, whose trace is x + 1: psi^2 - (x + 1) psi + p
 * = 0. If psi(P) = x P then (x^2 - (x + 1) x + p) P = (p - x) P = 0. Now p - x = h1 r with
 * h1 = (x - 1)^2 / 3, and h1 is prime to the order of E'(Fp2), so the order of P divides r.
 * Conversely psi acts on the subgroup as p = x mod r. tools/bls12_381.py checks p - x = h1 r,
 * the gcd, and the constants of psi on the generator. */
static bool is_in_subgroup(const g2_affine *p)
{
    if (g2_affine_is_infinity(p))
        return true;
    g2 a, b;
    fp2_conj(&a.x, &p->x);
    fp2_mul(&a.x, &a.x, &G2_PSI_X);
    fp2_conj(&a.y, &p->y);
    fp2_mul(&a.y, &a.y, &G2_PSI_Y);
    a.z = FP2_ONE;
    mul_by_x(&b, p);
    g2_neg(&b, &b);
    return g2_eq(&a, &b);
}

const g2_kernels VARIANT(g2_kernels) = {
    .mul = g2_mul_scalar,
    .to_affine_batch = g2_to_affine_all,
    .in_subgroup = is_in_subgroup,
    .read_uncompressed = g2_read_uncompressed,
    .read_compressed = g2_read_compressed,
    .batch_add = g2_batch_add_all,
    .batch_sum = g2_batch_sum_all,
    .add = g2_add,
    .add_affine = g2_add_affine,
    .dbl = g2_double,
    .xyzz_add = g2_xyzz_add,
    .xyzz_add_affine = g2_xyzz_add_affine,
};
