/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The G1 table of curve/kernels.h for one CPU variant. */
#include "base/variant.h"
#include "curve/kernels.h"
#include "curve/wnaf.h"

#define PT_FN(f)     g1_##f
#define PT_AFFINE    g1_affine
#define PT_JACOBIAN  g1
#define PT_FIELD     fp
#define PT_F(f)      fp_##f
#define PT_ONE       FP_ONE
#define PT_B         G1_B
#define PT_COORD_LEN 48
#include "curve/batch_add_template.h"
#include "curve/encoding_template.h"
#include "curve/mul_template.h"

/* |x| P; |x| has six bits set */
static void mul_by_x(g1 *o, const g1 *p)
{
    g1 acc = *p;
    for (int i = 62; i >= 0; i--) {
        g1_double(&acc, &acc);
        if (BLS_X_ABS >> i & 1)
            g1_add(&acc, &acc, p);
    }
    *o = acc;
}

/* phi(P) = -x^2 P, where phi(x, y) = (beta x, y) with beta^3 = 1 (Scott, ePrint 2021/1130).
 *
 * phi is an endomorphism of E(Fp) with phi^2 + phi + 1 = 0. If phi(P) = c P then phi^2(P) = c^2 P,
 * so (c^2 + c + 1) P = 0, and for c = -x^2 that number is x^4 - x^2 + 1 = r: P has order r or 1.
 * Conversely phi acts on the subgroup of prime order r as a root of c^2 + c + 1 mod r; that our
 * beta belongs to the root -x^2 is checked on the generator where beta is made. */
static bool is_in_subgroup(const g1_affine *p)
{
    if (g1_affine_is_infinity(p))
        return true;
    g1 a, b;
    g1_from_affine(&a, p);
    mul_by_x(&b, &a);
    mul_by_x(&b, &b);
    g1_neg(&b, &b);
    fp_mul(&a.x, &a.x, &G1_BETA);
    return g1_eq(&a, &b);
}

const g1_kernels VARIANT(g1_kernels) = {
    .mul = g1_mul_scalar,
    .to_affine_batch = g1_to_affine_all,
    .in_subgroup = is_in_subgroup,
    .read_uncompressed = g1_read_uncompressed,
    .read_compressed = g1_read_compressed,
    .batch_add = g1_batch_add_all,
    .batch_sum = g1_batch_sum_all,
    .add = g1_add,
    .add_affine = g1_add_affine,
    .dbl = g1_double,
    .xyzz_add = g1_xyzz_add,
    .xyzz_add_affine = g1_xyzz_add_affine,
};
