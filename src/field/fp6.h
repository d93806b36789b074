/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp6 = Fp2[v]/(v^3 - xi), xi = 1 + u: c0 + c1 v + c2 v^2. Inline, on the variant this file is
 * compiled for; aliasing allowed. */
#ifndef CUZK_FIELD_FP6_H
#define CUZK_FIELD_FP6_H

#include "field/fp2.h"

typedef struct fp6 {
    fp2 c0, c1, c2;
} fp6;

static inline void fp6_add(fp6 *o, const fp6 *a, const fp6 *b)
{
    fp2_add(&o->c0, &a->c0, &b->c0);
    fp2_add(&o->c1, &a->c1, &b->c1);
    fp2_add(&o->c2, &a->c2, &b->c2);
}

static inline void fp6_sub(fp6 *o, const fp6 *a, const fp6 *b)
{
    fp2_sub(&o->c0, &a->c0, &b->c0);
    fp2_sub(&o->c1, &a->c1, &b->c1);
    fp2_sub(&o->c2, &a->c2, &b->c2);
}

static inline void fp6_neg(fp6 *o, const fp6 *a)
{
    fp2_neg(&o->c0, &a->c0);
    fp2_neg(&o->c1, &a->c1);
    fp2_neg(&o->c2, &a->c2);
}

static inline bool fp6_eq(const fp6 *a, const fp6 *b)
{
    return fp2_eq(&a->c0, &b->c0) && fp2_eq(&a->c1, &b->c1) && fp2_eq(&a->c2, &b->c2);
}

/* v a = xi a2 + a0 v + a1 v^2 */
static inline void fp6_mul_v(fp6 *o, const fp6 *a)
{
    fp2 t;
    fp2_mul_xi(&t, &a->c2);
    o->c2 = a->c1;
    o->c1 = a->c0;
    o->c0 = t;
}

/* o = (x0 + x1)(y0 + y1) - p0 - p1: the cross term x0 y1 + x1 y0 from p0 = x0 y0, p1 = x1 y1 */
static inline void fp2_cross(fp2 *o, const fp2 *x0, const fp2 *x1, const fp2 *y0, const fp2 *y1,
                             const fp2 *p0, const fp2 *p1)
{
    fp2 x, y;
    fp2_add(&x, x0, x1);
    fp2_add(&y, y0, y1);
    fp2_mul(&x, &x, &y);
    fp2_sub(&x, &x, p0);
    fp2_sub(o, &x, p1);
}

#ifdef CUZK_USE_ADX

#include "field/fp6_adx_inline.h"

#else

/* Karatsuba: with p_i = a_i b_i,
 * (p0 + xi (a1 b2 + a2 b1)) + (a0 b1 + a1 b0 + xi p2) v + (a0 b2 + a2 b0 + p1) v^2 */
static inline void fp6_mul(fp6 *o, const fp6 *a, const fp6 *b)
{
    fp2 p0, p1, p2, t0, t1, t2;
    fp2_mul(&p0, &a->c0, &b->c0);
    fp2_mul(&p1, &a->c1, &b->c1);
    fp2_mul(&p2, &a->c2, &b->c2);
    fp2_cross(&t0, &a->c1, &a->c2, &b->c1, &b->c2, &p1, &p2);
    fp2_cross(&t1, &a->c0, &a->c1, &b->c0, &b->c1, &p0, &p1);
    fp2_cross(&t2, &a->c0, &a->c2, &b->c0, &b->c2, &p0, &p2);
    fp2_mul_xi(&t0, &t0);
    fp2_add(&o->c0, &t0, &p0);
    fp2_mul_xi(&p2, &p2);
    fp2_add(&o->c1, &t1, &p2);
    fp2_add(&o->c2, &t2, &p1);
}

#endif

/* a (b0 + b1 v) */
static inline void fp6_mul_01(fp6 *o, const fp6 *a, const fp2 *b0, const fp2 *b1)
{
    fp2 p0, p1, t0, t1, t2;
    fp2_mul(&p0, &a->c0, b0);
    fp2_mul(&p1, &a->c1, b1);
    fp2_cross(&t1, &a->c0, &a->c1, b0, b1, &p0, &p1);
    fp2_mul(&t0, &a->c2, b1);
    fp2_mul(&t2, &a->c2, b0);
    fp2_mul_xi(&t0, &t0);
    fp2_add(&o->c0, &p0, &t0);
    o->c1 = t1;
    fp2_add(&o->c2, &p1, &t2);
}

/* a b1 v */
static inline void fp6_mul_1(fp6 *o, const fp6 *a, const fp2 *b1)
{
    fp2 t;
    fp2_mul(&t, &a->c2, b1);
    fp2_mul(&o->c2, &a->c1, b1);
    fp2_mul(&o->c1, &a->c0, b1);
    fp2_mul_xi(&o->c0, &t);
}

void fp6_inv(fp6 *o, const fp6 *a); /* zero gives zero */

#endif
