/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products in Fp12 with one reduction a coordinate. Included by field/fp12_inline.h only. */
#ifndef CUZK_FIELD_FP12_ADX_INLINE_H
#define CUZK_FIELD_FP12_ADX_INLINE_H

/* a (l0 + l1 v + l2 v w), the formula of the plain fp12_mul_line: with a = x + y w
 *     (x0 l0 + xi (x2 l1 + y1 l2)) + (x0 l1 + x1 l0 + xi y2 l2) v + (x1 l1 + x2 l0 + y0 l2) v^2
 *     (y0 l0 + xi (y2 l1 + x2 l2)) + (y0 l1 + y1 l0 + x0 l2) v + (y1 l1 + y2 l0 + x1 l2) v^2 */
static inline void fp12_mul_line(fp12 *o, const fp12 *a, const fp2 *l0, const fp2 *l1,
                                 const fp2 *l2)
{
    fp6_product p0, p1, s;
    fp6 x;
    fp2 l12;
    fp6_product_mul_01(&p0, &a->c0, l0, l1);
    fp6_product_mul_1(&p1, &a->c1, l2);
    fp6_sum(&x, &a->c0, &a->c1);
    fp2_sum(&l12, l1, l2);
    fp6_product_mul_01(&s, &x, l0, &l12);
    fp6_product_sub(&s, &p0);
    fp6_product_sub(&s, &p1);
    fp2_product_reduce(&o->c1.c0, &s.c0, 1, 2);
    fp2_product_reduce(&o->c1.c1, &s.c1, 3, 0);
    fp2_product_reduce(&o->c1.c2, &s.c2, 3, 0);
    fp2_product_mul_xi(&p1.c2);
    fp2_product_add(&p0.c0, &p1.c2);
    fp2_product_reduce(&o->c0.c0, &p0.c0, 1, 2);
    fp2_product_add(&p0.c1, &p1.c0);
    fp2_product_reduce(&o->c0.c1, &p0.c1, 2, 1);
    fp2_product_add(&p0.c2, &p1.c1);
    fp2_product_reduce(&o->c0.c2, &p0.c2, 3, 0);
}

/* (a + b s)^2 = (a^2 + xi b^2) + ((a + b)^2 - a^2 - b^2) s in Fp4. Halves of squares are in
 * [0, 2 p^2). */
static inline void fp4_sqr(fp2 *o0, fp2 *o1, const fp2 *a, const fp2 *b)
{
    fp2 s;
    fp2_product aa, bb, ss;
    fp2_add(&s, a, b);
    fp2_product_sqr(&aa, a);
    fp2_product_sqr(&bb, b);
    fp2_product_sqr(&ss, &s);
    fp2_product_sub(&ss, &aa);
    fp2_product_sub(&ss, &bb);
    fp_product_reduce(&o1->c0, &ss.c0, 4); /* in (-4 p^2, 2 p^2) */
    fp_product_reduce(&o1->c1, &ss.c1, 4);
    fp2_product_mul_xi(&bb);
    fp2_product_add(&aa, &bb);
    fp_product_reduce(&o0->c0, &aa.c0, 2); /* in (-2 p^2, 4 p^2) */
    fp_product_reduce(&o0->c1, &aa.c1, 0); /* in [0, 6 p^2) */
}

#endif
