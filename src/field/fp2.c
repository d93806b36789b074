/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/fp2.h"
#include "field/kernels.h"

void fp2_to_bytes_be(uint8_t out[96], const fp2 *a)
{
    fp_to_bytes_be(out, &a->c1);
    fp_to_bytes_be(out + 48, &a->c0);
}

void fp2_inv(fp2 *o, const fp2 *a)
{
    /* (a0 - a1 u) / (a0^2 + a1^2) */
    fp n, t;
    fp_sqr(&n, &a->c0);
    fp_sqr(&t, &a->c1);
    fp_add(&n, &n, &t);
    fp_inv(&n, &n);
    fp_mul(&o->c0, &a->c0, &n);
    fp_neg(&n, &n);
    fp_mul(&o->c1, &a->c1, &n);
}

void fp2_inv_batch(fp2 *a, size_t n, fp2 *scratch)
{
    field_kernels_now()->fp2_inv_batch(a, n, scratch);
}

/* The square root of c0 + 0 u: sqrt(c0), or u sqrt(-c0). One of the two exists. */
static void sqrt_of_fp(fp2 *o, const fp *c0)
{
    fp r, neg;
    if (fp_sqrt(&r, c0)) {
        *o = (fp2) { r, FP_ZERO };
        return;
    }
    fp_neg(&neg, c0);
    const bool square = fp_sqrt(&r, &neg);
    VERIFY_CHECK(square);
    (void)square;
    *o = (fp2) { FP_ZERO, r };
}

/* With s^2 = a0^2 + a1^2, d = (a0 + s)/2 and z = d^((p-3)/4), so that d z^2 = 1 or -1:
 *   d z^2 =  1:  x0 = d z,        x1 = a1 z / 2   since x0^2 = d, and 1/x0 = z
 *   d z^2 = -1:  x0 = -a1 z / 2,  x1 = d z        since then -d = x1^2
 * Both give x0^2 - x1^2 = a0 and 2 x0 x1 = a1. a1 != 0 makes d != 0. */
bool fp2_sqrt(fp2 *o, const fp2 *a)
{
    if (fp_is_zero(&a->c1)) {
        sqrt_of_fp(o, &a->c0);
        return true;
    }
    fp s, t, d, z;
    fp_sqr(&s, &a->c0);
    fp_sqr(&t, &a->c1);
    fp_add(&s, &s, &t);
    if (!fp_sqrt(&s, &s))
        return false; /* a norm that is not a square is not the norm of a square */
    fp_add(&d, &a->c0, &s);
    fp_mul(&d, &d, &FP_TWO_INV);
    fp_pow(&z, &d, FP_SQRT_EXP.l, 6);
    fp2 x;
    fp dz, half;
    fp_mul(&dz, &d, &z);
    fp_mul(&t, &dz, &z);
    fp_mul(&half, &a->c1, &z);
    fp_mul(&half, &half, &FP_TWO_INV);
    if (fp_is_one(&t)) {
        x = (fp2) { dz, half };
    } else {
        fp_neg(&half, &half);
        x = (fp2) { half, dz };
    }
    *o = x;
    return true;
}

bool fp2_is_large(const fp2 *a)
{
    return fp_is_zero(&a->c1) ? fp_is_large(&a->c0) : fp_is_large(&a->c1);
}
