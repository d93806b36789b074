/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inversion up the tower: each step divides by the norm to the field below. */
#include "field/fp12.h"

/* With t0 = a0^2 - xi a1 a2, t1 = xi a2^2 - a0 a1, t2 = a1^2 - a0 a2 the product
 * (a0 + a1 v + a2 v^2)(t0 + t1 v + t2 v^2) = a0 t0 + xi (a2 t1 + a1 t2) lies in Fp2. */
void fp6_inv(fp6 *o, const fp6 *a)
{
    fp2 t0, t1, t2, n, m;
    fp2_sqr(&t0, &a->c0);
    fp2_mul(&m, &a->c1, &a->c2);
    fp2_mul_xi(&m, &m);
    fp2_sub(&t0, &t0, &m);
    fp2_sqr(&t1, &a->c2);
    fp2_mul_xi(&t1, &t1);
    fp2_mul(&m, &a->c0, &a->c1);
    fp2_sub(&t1, &t1, &m);
    fp2_sqr(&t2, &a->c1);
    fp2_mul(&m, &a->c0, &a->c2);
    fp2_sub(&t2, &t2, &m);

    fp2_mul(&n, &a->c2, &t1);
    fp2_mul(&m, &a->c1, &t2);
    fp2_add(&n, &n, &m);
    fp2_mul_xi(&n, &n);
    fp2_mul(&m, &a->c0, &t0);
    fp2_add(&n, &n, &m);
    fp2_inv(&n, &n);
    fp2_mul(&o->c0, &t0, &n);
    fp2_mul(&o->c1, &t1, &n);
    fp2_mul(&o->c2, &t2, &n);
}

/* (a0 - a1 w) / (a0^2 - v a1^2) */
void fp12_inv(fp12 *o, const fp12 *a)
{
    fp6 n, t;
    fp6_mul(&n, &a->c0, &a->c0);
    fp6_mul(&t, &a->c1, &a->c1);
    fp6_mul_v(&t, &t);
    fp6_sub(&n, &n, &t);
    fp6_inv(&n, &n);
    fp6_mul(&o->c0, &a->c0, &n);
    fp6_neg(&n, &n);
    fp6_mul(&o->c1, &a->c1, &n);
}
