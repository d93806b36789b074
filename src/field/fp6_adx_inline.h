/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products in Fp6 with one reduction a coordinate. Included by field/fp6.h only. */
#ifndef CUZK_FIELD_FP6_ADX_INLINE_H
#define CUZK_FIELD_FP6_ADX_INLINE_H

#include "field/fp_product_inline.h"

/* The formula of the plain fp6_mul. */
static inline void fp6_mul(fp6 *o, const fp6 *a, const fp6 *b)
{
    fp2_product p0, p1, p2, t0, t1, t2;
    fp2_product_mul(&p0, &a->c0, &b->c0);
    fp2_product_mul(&p1, &a->c1, &b->c1);
    fp2_product_mul(&p2, &a->c2, &b->c2);
    fp2_product_cross(&t0, &a->c1, &a->c2, &b->c1, &b->c2, &p1, &p2);
    fp2_product_cross(&t1, &a->c0, &a->c1, &b->c0, &b->c1, &p0, &p1);
    fp2_product_cross(&t2, &a->c0, &a->c2, &b->c0, &b->c2, &p0, &p2);
    fp2_product_mul_xi(&t0);
    fp2_product_add(&t0, &p0);
    fp2_product_reduce(&o->c0, &t0, 1, 2);
    fp2_product_mul_xi(&p2);
    fp2_product_add(&t1, &p2);
    fp2_product_reduce(&o->c1, &t1, 2, 1);
    fp2_product_add(&t2, &p1);
    fp2_product_reduce(&o->c2, &t2, 3, 0);
}

typedef struct fp6_product {
    fp2_product c0, c1, c2;
} fp6_product;

/* a (b0 + b1 v), the formula of fp6_mul_01; coordinates below 4 p, as are sums of two */
static inline void fp6_product_mul_01(fp6_product *o, const fp6 *a, const fp2 *b0, const fp2 *b1)
{
    fp2_product p1, t;
    fp2_product_mul(&o->c0, &a->c0, b0);
    fp2_product_mul(&p1, &a->c1, b1);
    fp2_product_cross(&o->c1, &a->c0, &a->c1, b0, b1, &o->c0, &p1);
    fp2_product_mul(&t, &a->c2, b1);
    fp2_product_mul_xi(&t);
    fp2_product_add(&o->c0, &t);
    fp2_product_mul(&o->c2, &a->c2, b0);
    fp2_product_add(&o->c2, &p1);
}

/* a b1 v, likewise */
static inline void fp6_product_mul_1(fp6_product *o, const fp6 *a, const fp2 *b1)
{
    fp2_product_mul(&o->c0, &a->c2, b1);
    fp2_product_mul_xi(&o->c0);
    fp2_product_mul(&o->c1, &a->c0, b1);
    fp2_product_mul(&o->c2, &a->c1, b1);
}

static inline void fp6_product_sub(fp6_product *a, const fp6_product *b)
{
    fp2_product_sub(&a->c0, &b->c0);
    fp2_product_sub(&a->c1, &b->c1);
    fp2_product_sub(&a->c2, &b->c2);
}

/* o = a + b without reduction */
static inline void fp6_sum(fp6 *o, const fp6 *a, const fp6 *b)
{
    fp2_sum(&o->c0, &a->c0, &b->c0);
    fp2_sum(&o->c1, &a->c1, &b->c1);
    fp2_sum(&o->c2, &a->c2, &b->c2);
}

#endif
